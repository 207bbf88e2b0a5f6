//! What is known of a kernel for the walk: relocations, externs, and the facts that may be one way or the other.

use relo::reach::{Extern, Facts, Reach, reach};
use relo::{Options, Outcome, Patched, Resolver, Verdict};

use crate::elsewhere::Elsewhere;
use crate::externs::{ExternKind, ExternSymbol};
use crate::kernel::Kernel;
use crate::lookup::{FoundExtern, find_extern};
use crate::object::Needs;

/// What became of a relocation on a kernel.
pub(crate) struct Resolved {
    pub(crate) outcome: Outcome,
    pub(crate) patched: Option<Patched>,
    pub(crate) verdict: Verdict,
}

/// Resolves an object's relocations as a load by libbpf does.
pub(crate) fn resolve(needs: &Needs, kernel: &Kernel) -> Vec<Resolved> {
    let Some(btf) = needs.object.btf() else { return Vec::new() };
    let mut resolver = Resolver::new(btf, kernel.target(), Options { trace: true, ..Options::default() });
    let one = |record| {
        let outcome = resolver.resolve(record);
        let patched = relo::patched(&needs.object, record, &outcome);
        let verdict = Verdict::of(&outcome, patched.as_ref());
        Resolved { outcome, patched, verdict }
    };
    needs.records.iter().map(one).collect()
}

/// One way in which what is not known may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct World {
    /// The patch level, where the version is known but for it.
    pub(crate) patch: u16,
    /// Whether weak symbols that nobody knows of are there.
    pub(crate) there: bool,
}

/// The ways to try: one where all is known.
pub(crate) fn worlds(needs: &Needs, kernel: &Kernel, others: &Elsewhere) -> Vec<World> {
    let patch_unknown = kernel.release().version.is_some_and(|v| v.patch.is_none())
        && needs.externs.iter().any(|e| e.name == "LINUX_KERNEL_VERSION");
    let weak_unknown = needs.externs.iter().any(|e| e.weak && is_unknown(find_extern(needs, kernel, others, e)));
    let patches: &[u16] = if patch_unknown { &[0, 255] } else { &[0] };
    let theres: &[bool] = if weak_unknown { &[false, true] } else { &[false] };
    patches.iter().flat_map(|&patch| theres.iter().map(move |&there| World { patch, there })).collect()
}

fn is_unknown(found: FoundExtern<'_>) -> bool {
    matches!(found, FoundExtern::Unknown)
}

/// The facts of one world.
pub(crate) fn facts(needs: &Needs, kernel: &Kernel, others: &Elsewhere, resolved: &[Resolved], world: World) -> Facts {
    let mut facts = Facts::default();
    for (slot, r) in needs.record_slots.iter().zip(resolved) {
        if let (Some(slot), Some(patched)) = (slot, &r.patched) {
            facts.patch(*slot, patched);
        }
    }
    for e in &needs.externs {
        facts.set_extern(e.symbol, extern_in(needs, kernel, others, e, world));
    }
    facts
}

/// What a world has for an extern.
pub(crate) fn extern_in(needs: &Needs, kernel: &Kernel, others: &Elsewhere, e: &ExternSymbol, world: World) -> Extern {
    match find_extern(needs, kernel, others, e) {
        FoundExtern::There { .. } | FoundExtern::Named { .. } => Extern::There,
        FoundExtern::Value(v) => Extern::Config(v),
        FoundExtern::Version(v) => Extern::Config(v.code(world.patch)),
        FoundExtern::Config => Extern::UnknownConfig,
        // A weak variable whose type does not fit fails the object; a weak function counts as missing.
        FoundExtern::Missing | FoundExtern::Incompatible { .. } => match e.kind {
            ExternKind::Config => Extern::Config(0),
            _ => Extern::Missing,
        },
        FoundExtern::Unknown if world.there => Extern::There,
        FoundExtern::Unknown => Extern::Missing,
    }
}

/// Walks a program in a world.
pub(crate) fn walk(needs: &Needs, program: usize, facts: &Facts) -> Option<Reach> {
    let p = needs.programs.get(program)?;
    Some(reach(&needs.object, &needs.code, &p.entries, facts))
}
