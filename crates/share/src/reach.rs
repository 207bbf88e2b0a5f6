//! The types that some roots need, and the structs among them that need their members.

use std::collections::{BTreeSet, HashMap, VecDeque};

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};

/// How a type was reached.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// As a part of a complete type, so its size matters.
    by_value: bool,
    /// Behind a pointer, or as a parameter.
    behind: bool,
    /// It is a struct or union that is written with its members.
    whole: bool,
}

/// The types that some roots need.
pub(crate) struct Reach {
    seen: HashMap<TypeId, Seen>,
}

/// Whether the types that a type of this kind refers to may be incomplete.
fn lends(kind: Kind) -> bool {
    match kind {
        Ptr | FuncProto | Func => true,
        Int | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Var | DataSec | Float
        | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => false,
    }
}

impl Reach {
    /// Walks from the roots: structs behind up to `depth` pointers are complete; those beyond are needed by name only,
    /// unless a complete type embeds them or they have no name.
    ///
    /// With `keep`, only the named structs and unions in it are complete. Other embedded structs and unions are needed
    /// with their size only.
    pub(crate) fn new(btf: &Btf, roots: &[TypeId], depth: u32, keep: Option<&BTreeSet<TypeId>>) -> Reach {
        let mut reach = Reach { seen: HashMap::new() };
        // Types behind fewer pointers come first in the queue.
        let mut queue: VecDeque<(TypeId, u32, bool)> = roots.iter().map(|id| (*id, 0, true)).collect();
        while let Some((id, distance, by_value)) = queue.pop_front() {
            let Some(t) = btf.get(id).filter(|_| !id.is_void()) else { continue };
            let composite = matches!(t.kind(), Kind::Struct | Kind::Union);
            let kept = t.is_anonymous() || keep.is_none_or(|keep| keep.contains(&id));
            let whole = composite && kept && (by_value || distance <= depth || t.is_anonymous());
            let seen = reach.seen.entry(id).or_default();
            let reached = if by_value { &mut seen.by_value } else { &mut seen.behind };
            let known = std::mem::replace(reached, true);
            if (known || composite) && (!whole || seen.whole) {
                continue;
            }
            seen.whole |= whole;
            // Parts of a complete type are complete, however the type was reached.
            let by_value = (by_value || whole) && !lends(t.kind());
            // A pointer adds one step to the depth.
            let step = u32::from(t.kind() == Kind::Ptr);
            for (_, next) in t.references() {
                let item = (next, distance.saturating_add(step), by_value);
                if step == 0 {
                    queue.push_front(item);
                } else {
                    queue.push_back(item);
                }
            }
        }
        reach
    }

    /// Whether a type is needed at all.
    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.seen.contains_key(&id)
    }

    /// Whether a struct or union is needed with its size.
    pub(crate) fn by_value(&self, id: TypeId) -> bool {
        self.seen.get(&id).is_some_and(|s| s.by_value)
    }

    /// Whether a struct or union is needed with its members.
    pub(crate) fn whole(&self, id: TypeId) -> bool {
        self.seen.get(&id).is_some_and(|s| s.whole)
    }
}
