//! Chains of qualifiers and typedefs that come back to themselves.

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::resolve::MAX_RESOLVE_STEPS;
use crate::rules;

/// The next type of a chain; none where the chain ends.
fn step(btf: &Btf, id: TypeId) -> Option<TypeId> {
    let t = btf.get(id).filter(|t| rules::is_chained(t.kind()))?;
    Some(TypeId(t.size_or_type()))
}

/// Whether a chain may come back to itself. `upward` lists each id that a chained type refers to although the id is not
/// below the type's own. Every circle contains such an id. At most [`MAX_RESOLVE_STEPS`] steps are taken from each,
/// so that the work is linear. A longer chain may be a circle; [`circles`] then finds out whether it is.
pub(crate) fn may_circle(btf: &Btf, upward: &[TypeId]) -> bool {
    upward.iter().any(|&start| {
        let mut at = start;
        for _ in 0..MAX_RESOLVE_STEPS {
            match step(btf, at) {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    })
}

/// For each of the blob's own types, whether its chain comes back to it. A chain that reaches the base of a split BTF
/// never comes back from there.
pub(crate) fn circles(btf: &Btf) -> Vec<bool> {
    let own = |id: TypeId| id.0.checked_sub(btf.first_id().0).map(|i| i as usize);
    let mut in_circle = vec![false; btf.own_type_count() as usize];
    // For each type, the start of the walk that passed it first; void if none did yet. If a walk comes to a type that
    // the same walk has passed, it has found a circle. If it comes to a type of an earlier walk, it ends without a new
    // circle.
    let mut walked = vec![TypeId(0); in_circle.len()];
    for t in btf.types() {
        let mut at = Some(t.id());
        while let Some((id, by)) = at.and_then(|id| Some((id, walked.get_mut(own(id)?)?))) {
            if !by.is_void() {
                if *by == t.id() {
                    mark(btf, id, |id| {
                        own(id).and_then(|i| in_circle.get_mut(i)).map(|seen| std::mem::replace(seen, true))
                    });
                }
                break;
            }
            *by = t.id();
            at = step(btf, id);
        }
    }
    in_circle
}

/// Marks the types of the circle that `id` is on. `set` marks one type and returns its earlier mark.
fn mark(btf: &Btf, id: TypeId, mut set: impl FnMut(TypeId) -> Option<bool>) {
    let mut at = Some(id);
    while let Some(id) = at.filter(|&id| set(id) == Some(false)) {
        at = step(btf, id);
    }
}
