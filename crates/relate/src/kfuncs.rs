//! kfuncs: the functions of a kernel or module that BPF programs may call.
//!
//! Two things mark them: the sets with flags in `.BTF_ids`, which are only found by the symbols of the file; and the
//! declaration tag `bpf_kfunc`, which pahole writes since 1.27 for Linux 6.10 and later.

use std::collections::BTreeMap;

use btf::{Btf, Kind, TypeId};

use crate::ids::{IdList, IdListKind};

/// A function that BPF programs may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kfunc {
    /// The FUNC.
    pub id: TypeId,
    /// The sets that list it: the index of each in the lists, and the function's flags there.
    pub sets: Vec<(usize, u32)>,
    /// True if it has the tag `bpf_kfunc`.
    pub tagged: bool,
}

/// The kfuncs that `btf` itself has, sorted by name. `lists`: the lists in the `.BTF_ids` of the same file.
///
/// Since Linux 6.9 a set of kfuncs has a flag of its own ([`IdListKind::is_of_kfuncs`]). If no set has that flag, every
/// set with flags counts as a set of kfuncs.
pub fn kfuncs(btf: &Btf, lists: &[IdList]) -> Vec<Kfunc> {
    let mut found: BTreeMap<u32, Kfunc> = BTreeMap::new();
    let is_func = |id: TypeId| btf.kind(id) == Some(Kind::Func);
    let new = |id| Kfunc { id, sets: Vec::new(), tagged: false };
    let any_marked = lists.iter().any(|list| list.kind.is_of_kfuncs());
    for (i, list) in lists.iter().enumerate() {
        if list.kind.is_of_kfuncs() || !any_marked && matches!(list.kind, IdListKind::FlagSet(_)) {
            for entry in list.entries.iter().filter(|entry| is_func(entry.id)) {
                let kfunc = found.entry(entry.id.0).or_insert_with(|| new(entry.id));
                kfunc.sets.push((i, entry.flags.unwrap_or(0)));
            }
        }
    }
    for tag in btf.types().filter(|t| t.kind() == Kind::DeclTag && t.name_bytes() == b"bpf_kfunc") {
        if let Some(id) = tag.type_ref().filter(|&id| is_func(id)) {
            found.entry(id.0).or_insert_with(|| new(id)).tagged = true;
        }
    }
    let mut all: Vec<Kfunc> = found.into_values().collect();
    all.sort_by(|a, b| name(btf, a.id).cmp(name(btf, b.id)).then(a.id.cmp(&b.id)));
    all
}

fn name(btf: &Btf, id: TypeId) -> &[u8] {
    btf.get(id).map_or(&[], |t| t.name_bytes())
}

/// The names of the flags of kfuncs, by bit (kernel, `include/linux/btf.h`). Bit 3 was used from 6.0 to 6.3, bit 4 up
/// to 6.19.
const FLAGS: [&str; 17] = [
    "KF_ACQUIRE",
    "KF_RELEASE",
    "KF_RET_NULL",
    "KF_KPTR_GET",
    "KF_TRUSTED_ARGS",
    "KF_SLEEPABLE",
    "KF_DESTRUCTIVE",
    "KF_RCU",
    "KF_ITER_NEW",
    "KF_ITER_NEXT",
    "KF_ITER_DESTROY",
    "KF_RCU_PROTECTED",
    "KF_FASTCALL",
    "KF_ARENA_RET",
    "KF_ARENA_ARG1",
    "KF_ARENA_ARG2",
    "KF_IMPLICIT_ARGS",
];

/// The names of a kfunc's flags, joined by ` | `; unknown bits as a number. Empty if no flag is set.
pub fn kfunc_flags(flags: u32) -> String {
    let named = FLAGS.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 != 0).map(|(_, name)| (*name).to_owned());
    let rest = flags >> FLAGS.len() << FLAGS.len();
    named.chain((rest != 0).then(|| format!("{rest:#x}"))).collect::<Vec<_>>().join(" | ")
}
