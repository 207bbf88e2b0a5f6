//! The proof: the relocations that the code makes, resolved on each kernel, and compared with the place of the field in
//! the kernel's types.

use std::collections::BTreeMap;

use atlas::{Atlas, Error, Ranges};
use btf::{Btf, Endian, Kind, TypeId};
use relate::{FieldPath, FieldPlace};
use relo::CoreKind;
use wire::Wire;

use crate::declare::{Declared, Types, access, expression};
use crate::form::{Hop, Keyword};
use crate::targets::{Ask, Targets};
use crate::text::{Branch, Returns};

/// The result of resolving the code's relocations.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Checked {
    /// On how many kernels the code reads the field at its place.
    pub right: u32,
    /// On how many kernels it rightly gives the value "not known": these kernels have no field that code can read.
    pub not_known: u32,
    /// The kernels on which the code is refused, reads something else than the field, or gives "not known" although
    /// they have the field; by their indices in the atlas.
    pub wrong: Vec<u32>,
    /// The kernels of `wrong` on which a relocation that is reached has no value, so that the program is refused.
    pub refused: Vec<u32>,
    /// The relocations that the code makes, each once, by kind and names: `field_exists task_struct.__state`.
    pub relocations: Vec<String>,
}

/// The relocations that the macros of a branch make (`bpf_core_read.h`).
fn relocations(branch: &Branch<'_>) -> Vec<String> {
    let hops = &branch.form.way.hops;
    let mut all: Vec<(CoreKind, usize)> = branch.guarded.iter().map(|at| (CoreKind::FieldExists, *at)).collect();
    all.extend((0..hops.len()).map(|at| (CoreKind::FieldByteOffset, at)));
    let last = hops.len().saturating_sub(1);
    match Returns::of(branch.form) {
        Returns::Bytes => all.push((CoreKind::FieldByteSize, last)),
        _ if branch.is_read_as_it_is() => {}
        _ => {
            let more = [CoreKind::FieldByteSize, CoreKind::FieldLShift, CoreKind::FieldRShift, CoreKind::FieldSigned];
            all.extend(more.map(|kind| (kind, last)));
        }
    }
    let path = |(kind, at): (CoreKind, usize)| {
        let hop = hops.get(at)?;
        Some(format!("{} {}.{}", kind.as_str(), hop.root, expression(hop)))
    };
    let matches = hops.iter().take(if branch.matches { last } else { 0 });
    let matches = matches.map(|hop| format!("{} {}", CoreKind::TypeMatches.as_str(), hop.root));
    all.into_iter().filter_map(path).chain(matches).collect()
}

/// The place of a field in the types of some kernels: the code must lead there.
pub(crate) struct Expected<'a> {
    pub path: &'a FieldPath,
    pub place: &'a FieldPlace,
    pub btf: &'a Btf,
}

/// Resolves the relocations of the branches on each of these kernels. `expected`: by kernel, the place of the field; no
/// entry where code is to give "not known".
pub(crate) fn check<R: Ranges>(
    atlas: &Atlas<R>,
    branches: &[&Branch<'_>],
    types: &Types,
    kernels: &[u32],
    expected: &BTreeMap<u32, Expected<'_>>,
) -> Result<Checked, Error> {
    let mut relocations: Vec<String> = branches.iter().flat_map(|branch| relocations(branch)).collect();
    relocations.sort();
    relocations.dedup();
    let mut checked = Checked { relocations, ..Checked::default() };
    let declarations: String = types.all.iter().map(|t| t.text("")).collect();
    let mut locals: BTreeMap<bool, Option<Local>> = BTreeMap::new();
    let mut targets = Targets::of(atlas, branches, types)?;
    for &k in kernels {
        let Some(about) = atlas.kernels().get(k as usize) else { continue };
        let big = about.endian == Endian::Big;
        let local = locals.entry(big).or_insert_with(|| Local::of(&declarations, types, about.endian));
        let found = match local {
            Some(local) => Some(local.run(branches, &mut |hop, ask| targets.ask(k, hop, ask, &local.btf))?),
            None => None,
        };
        if matches!(found, Some(Read::Refused)) {
            checked.refused.push(k);
        }
        let is_right = match (found, expected.get(&k)) {
            (Some(Read::NotKnown), None) => {
                checked.not_known += 1;
                continue;
            }
            (Some(Read::At(read)), Some(expected)) => read.is_of(expected, about.endian),
            _ => false,
        };
        match is_right {
            true => checked.right += 1,
            false => checked.wrong.push(k),
        }
    }
    Ok(checked)
}

/// The declarations as the program's own BTF.
struct Local {
    btf: Btf,
    /// The ids of the declared types, in the order of [`Types::all`].
    ids: Vec<TypeId>,
}

/// Gives the value of a relocation of a hop; none if the relocation has no value.
type Resolve<'a> = dyn FnMut(&Hop, &Ask) -> Result<Option<u64>, Error> + 'a;

/// The result of the code on a kernel.
enum Read {
    /// No guard holds.
    NotKnown,
    /// The values of the relocations of the branch that is taken.
    At(Values),
    /// A relocation that is reached has no value.
    Refused,
}

struct Values {
    /// The byte offsets of the pointers on the way, and of the field.
    offsets: Vec<u64>,
    /// The size of the load in bytes; then the shifts to the left and to the right, in bits.
    size: u64,
    left: u64,
    right: u64,
}

impl Local {
    /// None if the declarations do not compile, which would be an error of this crate.
    fn of(declarations: &str, types: &Types, endian: Endian) -> Option<Local> {
        let target = scratch::Target { endian, ..scratch::Target::default() };
        let compiled = scratch::compile(declarations, target);
        if compiled.has_errors() {
            return None;
        }
        let btf = Btf::parse(compiled.blob?, None).ok()?;
        let kind = |declared: &Declared| match declared.keyword {
            Keyword::Struct => Kind::Struct,
            Keyword::Union => Kind::Union,
            Keyword::Typedef => Kind::Typedef,
        };
        let id = |declared: &Declared| {
            btf.types().find(|t| t.kind() == kind(declared) && t.name() == declared.name).map(|t| t.id())
        };
        let ids = types.all.iter().map(id).collect::<Option<Vec<_>>>()?;
        Some(Local { btf, ids })
    }

    /// Tries the branches in order, as the code does.
    fn run(&self, branches: &[&Branch<'_>], resolve: &mut Resolve<'_>) -> Result<Read, Error> {
        for branch in branches {
            let hops: Vec<(&Hop, TypeId, String)> = branch
                .hops
                .iter()
                .zip(&branch.form.way.hops)
                .filter_map(|(at, hop)| Some((hop, *self.ids.get(at.declared)?, access(hop, at.member))))
                .collect();
            let mut ask = |kind: CoreKind, (hop, id, access): &(&Hop, TypeId, String)| {
                resolve(hop, &Ask { kind, id: *id, access: access.clone() })
            };
            let mut is_taken = true;
            if branch.matches {
                for (hop, id, _) in hops.iter().take(hops.len().saturating_sub(1)) {
                    is_taken &= ask(CoreKind::TypeMatches, &(*hop, *id, "0".to_owned()))? == Some(1);
                }
            }
            for hop in branch.guarded.iter().filter_map(|at| hops.get(*at)) {
                match ask(CoreKind::FieldExists, hop)? {
                    Some(1) => {}
                    Some(_) => is_taken = false,
                    None => return Ok(Read::Refused),
                }
            }
            if !is_taken {
                continue;
            }
            let mut offsets = Vec::new();
            for hop in &hops {
                let Some(offset) = ask(CoreKind::FieldByteOffset, hop)? else { return Ok(Read::Refused) };
                offsets.push(offset);
            }
            let Some(last) = hops.last() else { return Ok(Read::Refused) };
            let mut value = |kind, needed: bool| if needed { ask(kind, last) } else { Ok(Some(0)) };
            let shifts = !branch.is_read_as_it_is() && Returns::of(branch.form) != Returns::Bytes;
            let (Some(size), Some(left), Some(right), Some(_)) = (
                value(CoreKind::FieldByteSize, true)?,
                value(CoreKind::FieldLShift, shifts)?,
                value(CoreKind::FieldRShift, shifts)?,
                value(CoreKind::FieldSigned, shifts)?,
            ) else {
                return Ok(Read::Refused);
            };
            return Ok(Read::At(Values { offsets, size, left, right }));
        }
        Ok(Read::NotKnown)
    }
}

impl Values {
    /// True if these values lead to the expected place.
    fn is_of(&self, expected: &Expected<'_>, endian: Endian) -> bool {
        let Some((at, pointers)) = self.offsets.split_last() else { return false };
        // Each pointer on the way must lie where the path up to it leads.
        let mut of_pointers = Vec::new();
        for step in 1..expected.path.steps() {
            let Ok(here) = relate::field(expected.btf, &expected.path.prefix(step)) else { return false };
            if expected.btf.resolved(here.type_id).is_some_and(|t| t.kind() == Kind::Ptr) {
                of_pointers.push(here.offset / 8);
            }
        }
        if of_pointers != pointers {
            return false;
        }
        let Some(bits) = expected.place.bitfield else {
            return at.saturating_mul(8) == expected.place.offset
                && Some(self.size) == expected.place.size.map(u64::from);
        };
        // The first bit that is left after both shifts, counted from the start of the loaded unit.
        let start = match endian {
            Endian::Little => 64u64.checked_sub(self.left).and_then(|end| end.checked_sub(bits.into())),
            Endian::Big => (self.left + self.size * 8).checked_sub(64),
        };
        self.right == 64 - u64::from(bits)
            && start.is_some_and(|start| at.saturating_mul(8) + start == expected.place.offset)
    }
}
