//! The facts about a kernel for the walk: relocations, externs, and assumptions for unknown facts.

use release::Version;
use relo::reach::{Apart, Extern, Facts, Reach, reach_apart};
use relo::{Options, Outcome, Patched, ReloVerdict, Resolver};

use crate::externs::{ExternKind, ExternSymbol};
use crate::kernel::Kernel;
use crate::lookup::{FoundExtern, find_extern};
use crate::nowhere::{Beyond, Nowhere};
use crate::object::Needs;
use crate::standing::{beyond, is_there};

/// A relocation's result on a kernel.
pub(crate) struct Resolved {
    pub(crate) outcome: Outcome,
    pub(crate) patched: Option<Patched>,
    pub(crate) verdict: ReloVerdict,
}

/// Resolves an object's relocations as a load by libbpf does.
pub(crate) fn resolve(needs: &Needs, kernel: &Kernel) -> Vec<Resolved> {
    let Some(btf) = needs.object.btf() else { return Vec::new() };
    let mut resolver = Resolver::new(btf, kernel.target(), Options { trace: true, ..Options::default() });
    let one = |record| {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(&needs.object, record, &outcome);
        let verdict = ReloVerdict::of(&outcome, patched.as_ref());
        Resolved { outcome, patched, verdict }
    };
    needs.records.iter().map(one).collect()
}

/// A set of assumptions for unknown facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct World {
    /// The patch level, used if it is the only unknown part of the version.
    pub(crate) patch: u16,
    /// Whether unknown weak symbols exist.
    pub(crate) there: bool,
    /// Whether the kernel has the types that may be in a module, with the program's layout.
    pub(crate) types: bool,
}

/// Whether modules have a relocation's root type, if the BTF of the kernel and of given modules lacks it.
pub(crate) fn beyond_type<'a>(needs: &Needs, kernel: &'a Kernel, nowhere: &Nowhere, resolved: &Resolved) -> Beyond<'a> {
    needs.object.btf().map_or(Beyond::Nothing, |btf| beyond(btf, kernel, nowhere, &resolved.outcome))
}

/// Whether the name of a module's type answers a relocation ([`is_there`]).
pub(crate) fn is_there_by_name(needs: &Needs, beyond: Beyond<'_>, r: &Resolved) -> bool {
    needs.object.btf().is_some_and(|btf| is_there(btf, beyond, &r.outcome))
}

/// Whether a module has the type, or may have it.
fn is_of_module(beyond: Beyond<'_>) -> bool {
    matches!(beyond, Beyond::Unknown | Beyond::Module(_))
}

/// The sets of assumptions to try: a single one if all facts are known.
pub(crate) fn worlds(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, resolved: &[Resolved]) -> Vec<World> {
    let patch_unknown = kernel.release().version.is_some_and(|v| v.patch.is_none())
        && needs.externs.iter().any(|e| e.name == "LINUX_KERNEL_VERSION");
    let weak_unknown =
        needs.externs.iter().any(|e| e.weak && matches!(find_extern(needs, kernel, nowhere, e), FoundExtern::Unknown));
    let types_unknown = resolved.iter().any(|r| {
        let beyond = beyond_type(needs, kernel, nowhere, r);
        is_of_module(beyond) && !is_there_by_name(needs, beyond, r)
    });
    let patches: &[u16] = if patch_unknown { &[0, 255] } else { &[0] };
    let both: &[bool] = &[false, true];
    let theres = if weak_unknown { both } else { &[false] };
    let types = if types_unknown { both } else { &[false] };
    let with_types = |(patch, there)| types.iter().map(move |&types| World { patch, there, types });
    patches.iter().flat_map(|&patch| theres.iter().map(move |&there| (patch, there))).flat_map(with_types).collect()
}

/// The facts under one set of assumptions.
pub(crate) fn facts(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, resolved: &[Resolved], world: World) -> Facts {
    let mut facts = Facts::default();
    for (slot, r) in needs.record_slots.iter().zip(resolved) {
        // If the type is in a module, the instruction stays as it was compiled.
        let beyond = beyond_type(needs, kernel, nowhere, r);
        let in_module = is_there_by_name(needs, beyond, r) || world.types && is_of_module(beyond);
        if let (Some(slot), Some(patched), false) = (slot, &r.patched, in_module) {
            facts.patch(*slot, patched);
            if reads_plain_pointer(needs, kernel, r) {
                facts.set_plain_pointer(*slot);
            }
        }
    }
    for e in &needs.externs {
        facts.set_extern(e.symbol, extern_in(needs, kernel, nowhere, e, world));
        if e.kind == ExternKind::Address {
            facts.set_plain_address(e.symbol);
        }
    }
    facts
}

/// The most levels of nested members that are looked into.
const MAX_NESTING: u32 = 32;

/// Whether a relocation gives the offset of a member that, both in the object and on the kernel, is a pointer to void,
/// to an int or to a pointer.
fn reads_plain_pointer(needs: &Needs, kernel: &Kernel, resolved: &Resolved) -> bool {
    let outcome = &resolved.outcome;
    let (Ok(local), Some(tried), Some(btf)) = (&outcome.local, outcome.matched(), needs.object.btf()) else {
        return false;
    };
    let is_plain = |btf: &btf::Btf, id: btf::TypeId| {
        let pointer = btf.resolved(id).filter(|t| t.kind() == btf::Kind::Ptr);
        let to = pointer.and_then(|t| t.type_ref());
        let to = to.map(|to| btf.resolve(to));
        to.is_some_and(|to| to.is_void() || matches!(btf.kind(to), Some(btf::Kind::Int | btf::Kind::Ptr)))
    };
    let Some(theirs) = kernel.target().btf(tried.candidate.part) else { return false };
    local.kind == bpf::CoreKind::FieldByteOffset
        && is_plain(btf, local.field_type(btf))
        && first_at(theirs, tried.spec.root, tried.spec.bit_offset / 8).is_some_and(|id| is_plain(theirs, id))
}

/// The type of the first member that contains a byte, in nested members, too; none if the innermost member does not
/// begin at the byte. The verifier uses this type for a read there, even if other members of a union begin there
/// (`btf_struct_walk`).
fn first_at(btf: &btf::Btf, root: btf::TypeId, at: u32) -> Option<btf::TypeId> {
    let (mut id, mut at) = (btf.resolve(root), at);
    for _ in 0..MAX_NESTING {
        let t = btf.get(id)?;
        if let Some(array) = t.array() {
            at %= btf.size_of(array.element).ok().filter(|size| *size > 0)?;
            id = btf.resolve(array.element);
            continue;
        }
        if !t.kind().is_composite() {
            return (at == 0).then_some(id);
        }
        let inside = |m: &btf::Member<'_>| {
            let from = m.bit_offset() / 8;
            btf.size_of(m.type_id).is_ok_and(|size| at >= from && at - from < size)
        };
        let m = t.members().find(inside)?;
        at -= m.bit_offset() / 8;
        id = btf.resolve(m.type_id);
    }
    None
}

/// The kernel's answer for an extern under a set of assumptions.
pub(crate) fn extern_in(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, e: &ExternSymbol, world: World) -> Extern {
    match find_extern(needs, kernel, nowhere, e) {
        FoundExtern::There { .. } | FoundExtern::Named { .. } => Extern::There,
        FoundExtern::Value(v) => Extern::Config(v),
        FoundExtern::Version(v) => Extern::Config(v.code(world.patch)),
        FoundExtern::Config => Extern::UnknownConfig,
        // An incompatible type is an error even for a weak variable; a weak function counts as missing.
        FoundExtern::Missing | FoundExtern::Incompatible { .. } => match e.kind {
            ExternKind::Config => Extern::Config(0),
            _ => Extern::Missing,
        },
        FoundExtern::Unknown if world.there => Extern::There,
        FoundExtern::Unknown => Extern::Missing,
    }
}

/// Walks a program under a set of assumptions. Before 6.8 the verifier checked every global function by itself, also one
/// that no path calls (`do_check_subprogs`).
pub(crate) fn walk(needs: &Needs, kernel: &Kernel, program: usize, facts: &Facts) -> Option<Reach> {
    let p = needs.programs.get(program)?;
    let lazy = kernel.is_at_least(Version::new(6, 8));
    let functions = if lazy == Some(true) { &[] } else { p.globals.as_slice() };
    let apart = Apart { functions, sure: lazy == Some(false) && kernel.is_at_least(Version::new(5, 6)) == Some(true) };
    Some(reach_apart(&needs.object, &needs.code, &p.entries, apart, facts))
}
