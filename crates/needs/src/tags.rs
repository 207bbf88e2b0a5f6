//! Features that an object requests by tags, by members of the values of its maps, or by the names of its sections
//! (`.s`, `xdp.frags`). An old kernel ignores some of these features and refuses the others.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{Function, Object};
use btf::{Btf, Kind, Type, TypeId};

use crate::answer::{Answer, KernelHas, Load, Sure};
use crate::kernel::Kernel;
use crate::need::Need;
use crate::program::Program;
use release::Version;

/// A requested feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tag {
    /// The program may sleep.
    Sleepable,
    /// The program takes packets in fragments.
    Frags,
    /// A tag of a parameter of a global function: `arg:nonnull`.
    Argument(&'static str),
    /// The callback after `bpf_throw`.
    ExceptionCallback,
    /// A kernel pointer in a map's value: `kptr`.
    Pointer(&'static str),
    /// A struct in a map's value that the kernel manages: `bpf_timer`.
    Field(&'static str),
}

/// Tags of parameters, and the first version whose verifier reads them.
const ARGUMENTS: [(&str, Version); 6] = [
    ("arg:ctx", Version::new(6, 8)),
    ("arg:nonnull", Version::new(6, 8)),
    ("arg:nullable", Version::new(6, 9)),
    ("arg:trusted", Version::new(6, 9)),
    ("arg:arena", Version::new(6, 9)),
    ("arg:untrusted", Version::new(6, 17)),
];
/// Tags of pointers in the values of maps, and the first version that reads them.
const POINTERS: [(&str, Version); 3] =
    [("kptr", Version::new(5, 19)), ("percpu_kptr", Version::new(6, 7)), ("uptr", Version::new(6, 13))];
/// Structs in the values of maps, and the first version that knows them.
const FIELDS: [(&str, Version); 5] = [
    ("bpf_spin_lock", Version::new(5, 1)),
    ("bpf_timer", Version::new(5, 15)),
    ("bpf_list_head", Version::new(6, 2)),
    ("bpf_rb_root", Version::new(6, 3)),
    ("bpf_wq", Version::new(6, 10)),
];

impl Tag {
    /// The tag's name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Tag::Sleepable => "sleepable",
            Tag::Frags => "xdp.frags",
            Tag::ExceptionCallback => "exception_callback",
            Tag::Argument(name) | Tag::Pointer(name) | Tag::Field(name) => name,
        }
    }

    /// The first version that supports it; for a program that sleeps, by its section.
    pub(crate) fn since(self, section_kind: &str) -> Option<Version> {
        let of = |table: &[(&str, Version)], name| table.iter().find(|(known, _)| *known == name).map(|known| known.1);
        match self {
            Tag::Sleepable => sleepable_since(section_kind),
            Tag::Frags => Some(Version::new(5, 18)),
            Tag::ExceptionCallback => Some(Version::new(6, 7)),
            Tag::Argument(name) => of(&ARGUMENTS, name),
            Tag::Pointer(name) => of(&POINTERS, name),
            Tag::Field(name) => of(&FIELDS, name),
        }
    }
}

/// The first version in which programs of a section may sleep; none if they always could, and for other sections.
fn sleepable_since(section_kind: &str) -> Option<Version> {
    Some(match section_kind.strip_suffix(".s")? {
        "fentry" | "fexit" | "fmod_ret" | "lsm" => Version::new(5, 10),
        "uprobe" | "uretprobe" | "usdt" | "uprobe.multi" | "uretprobe.multi" => Version::new(6, 0),
        "struct_ops" => Version::new(6, 3),
        "tp" | "tracepoint" | "raw_tp" | "raw_tracepoint" | "tp_btf" => Version::new(6, 19),
        _ => return None,
    })
}

/// The features from declaration tags of functions, by FUNC.
pub(crate) fn of_functions(object: &Object) -> BTreeMap<TypeId, BTreeSet<Tag>> {
    let mut all: BTreeMap<TypeId, BTreeSet<Tag>> = BTreeMap::new();
    let types = object.btf().into_iter().flat_map(|btf| btf.types());
    for t in types.filter(|t| t.kind() == Kind::DeclTag) {
        let tag = match t.name() {
            name if name.starts_with("exception_callback:") => Some(Tag::ExceptionCallback),
            name => ARGUMENTS.iter().find(|(known, _)| *known == name).map(|(known, _)| Tag::Argument(known)),
        };
        if let (Some(tag), Some(of)) = (tag, t.type_ref()) {
            all.entry(of).or_default().insert(tag);
        }
    }
    all
}

/// The features of a program: from its section, and from the tags of its functions.
pub(crate) fn of_program(
    tagged: &BTreeMap<TypeId, BTreeSet<Tag>>,
    functions: &[Function],
    program: &Program,
) -> BTreeSet<Tag> {
    let mut tags = BTreeSet::new();
    if program.sleepable && sleepable_since(program.section_kind).is_some() {
        tags.insert(Tag::Sleepable);
    }
    if program.section_kind.starts_with("xdp.frags") {
        tags.insert(Tag::Frags);
    }
    for (i, f) in program.functions.iter().filter_map(|&f| functions.get(f)).enumerate() {
        let said = f.type_id.and_then(|id| tagged.get(&id)).into_iter().flatten();
        tags.extend(said.filter(|tag| match tag {
            Tag::ExceptionCallback => i == 0,
            // Tags of parameters count only for global subprograms: a static function is verified with its callers.
            _ => i > 0 && f.global,
        }));
    }
    tags
}

/// The features in the values of maps, and in the variables of `.data` and `.bss` sections, which are values of maps,
/// too.
pub(crate) fn of_values(object: &Object) -> Vec<Tag> {
    let Some(btf) = object.btf() else { return Vec::new() };
    let mut values: BTreeSet<TypeId> = object.maps().iter().filter_map(|map| map.def.value).collect();
    for data in object.data_sections().iter().filter(|d| d.name.starts_with(".data") || d.name.starts_with(".bss")) {
        values.extend(data.variables.iter().map(|v| v.of));
    }
    let mut tags = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for value in values {
        within(btf, value, MAX_DEPTH, &mut seen, &mut tags);
    }
    tags.into_iter().collect()
}

/// The most levels of a value that are looked into.
const MAX_DEPTH: u32 = 16;

/// Walks through a value: members, elements of arrays, and what is nested in these. Of a pointer, only the tags are
/// read. Each type is visited once.
fn within(btf: &Btf, id: TypeId, depth: u32, seen: &mut BTreeSet<TypeId>, tags: &mut BTreeSet<Tag>) {
    if depth == 0 || !seen.insert(id) {
        return;
    }
    let Some(t) = btf.resolved(id) else { return };
    match t.kind() {
        Kind::Array => {
            if let Some(array) = t.array() {
                within(btf, array.element, depth - 1, seen, tags);
            }
        }
        Kind::Ptr => {
            let tag = t.type_ref().and_then(|to| btf.get(to)).filter(|t| t.kind() == Kind::TypeTag);
            let known = tag.and_then(|tag| POINTERS.iter().find(|(name, _)| *name == tag.name()));
            tags.extend(known.map(|(name, _)| Tag::Pointer(name)));
        }
        Kind::Struct | Kind::Union => {
            let field = |t: Type<'_>| FIELDS.iter().find(|(name, _)| *name == t.name());
            match field(t).filter(|_| t.kind() == Kind::Struct) {
                Some((name, _)) => drop(tags.insert(Tag::Field(name))),
                None => t.members().for_each(|m| within(btf, m.type_id, depth - 1, seen, tags)),
            }
        }
        _ => {}
    }
}

/// Whether a kernel's BTF shows the feature; none if the BTF has no sign for or against it.
fn witness(kernel: &Kernel, tag: Tag) -> Option<bool> {
    let member = |name: &str, member: &str| {
        kernel.in_kernel(name, Kind::Struct).map(|_| kernel.has_member(Kind::Struct, name, member))
    };
    match tag {
        Tag::Frags => member("bpf_prog_aux", "xdp_has_frags"),
        Tag::ExceptionCallback => member("bpf_prog_aux", "exception_cb"),
        Tag::Argument("arg:ctx" | "arg:nonnull") => member("bpf_subprog_info", "args_cached"),
        Tag::Field(name) => Some(kernel.in_kernel(name, Kind::Struct).is_some()),
        Tag::Sleepable | Tag::Argument(_) | Tag::Pointer(_) => None,
    }
}

/// How a kernel treats the feature.
pub(crate) fn answer(kernel: &Kernel, program: Option<&Program>, need: &Need, tag: Tag) -> Answer {
    let by_version = need.since.and_then(|since| kernel.is_at_least(since));
    let by_btf = witness(kernel, tag);
    let sure = if by_btf.is_some() { Sure::Proved } else { Sure::Suggested };
    match (by_btf, by_version) {
        (Some(true), _) | (_, Some(true)) => return Answer::new(KernelHas::Yes, sure),
        (None, None) => return Answer::unknown(kernel.version_unknown()).load(Load::CannotTell),
        (Some(false), _) | (None, Some(false)) => {}
    }
    let since = need.since.map_or_else(String::new, |since| format!("{} came with {since}", tag.name()));
    let no = Answer::new(KernelHas::No, sure);
    let name = program.map_or("", |p| p.name.as_str());
    match tag {
        Tag::Frags => no
            .load(Load::Fails)
            .words(format!("prog '{name}': BPF program load failed: -EINVAL"))
            .because(since)
            .way_out("load the program without BPF_F_XDP_HAS_FRAGS where the kernel lacks it"),
        Tag::Sleepable => no
            .load(Load::Fails)
            .words("Only fentry/fexit/fmod_ret, lsm, iter, uprobe, and struct_ops programs can be sleepable")
            .because(match need.since {
                Some(since) => format!("programs of this section may sleep since {since}"),
                None => String::new(),
            })
            .way_out("add a second program in a section without .s, and load the one that the kernel takes"),
        Tag::Argument("arg:ctx") => no.load(Load::Fallback).because("libbpf names the parameter's type in its place"),
        Tag::Argument(_) | Tag::ExceptionCallback | Tag::Pointer(_) => no
            .load(Load::CannotTell)
            .because(format!("{since}: the kernel passes over it, and refuses what relies on it")),
        // Using such a member takes helpers and kernel functions, which are needs themselves.
        Tag::Field(_) => no.because(format!("{since}: the kernel takes it for plain bytes")),
    }
}
