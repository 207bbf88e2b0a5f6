//! The index: the references to each type.

use btf::Kind::*;
use btf::{Btf, Type, TypeId};

/// One reference: the type that refers, and its field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reference {
    /// The type whose record holds the reference.
    pub from: TypeId,
    /// The reference within that record: the index of a member, of a variable in a section, or of a word of a LOC kind;
    /// in a prototype 0 for the return type and n + 1 for parameter n; else 0.
    pub slot: u32,
}

/// The references to each type of a BTF and its base, void included.
///
/// Takes 8 bytes a reference and 4 bytes a type; built in linear time (one pass counts, one fills, one restores file
/// order). It does not hold the BTF, so every question must be asked with the same BTF. The index types of arrays are
/// left out: otherwise every array would be a user of some `int`.
#[derive(Clone, Debug, Default)]
pub struct Users {
    /// For each id, the index of its first reference; at the end, the number of all references.
    starts: Vec<u32>,
    references: Vec<Reference>,
}

/// Calls `each` with every reference of a record: its slot and its target.
pub(crate) fn each_reference(t: &Type<'_>, mut each: impl FnMut(u32, TypeId)) {
    match t.kind() {
        Struct | Union => t.members().for_each(|m| each(m.index.0, m.type_id)),
        FuncProto => {
            each(0, TypeId(t.size_or_type()));
            // The `...` at the end has type 0, but is not a user of void.
            t.params().filter(|p| !p.is_variadic()).for_each(|p| each(p.index.0 + 1, p.type_id));
        }
        Array => each(0, t.array().map_or(TypeId::VOID, |a| a.element)),
        DataSec => t.vars().for_each(|v| each(v.index.0, v.type_id)),
        // A 0 in a LOC_PROTO is not void: it means that the place of the argument is not known.
        LocProto => (0..).zip(t.words()).filter(|&(_, id)| id != 0).for_each(|(i, id)| each(i, TypeId(id))),
        // A site has three words: function, LOC_PROTO, and an offset, which is not a type.
        LocSec => {
            (0..).zip(t.words()).filter(|(i, _)| i % 3 != 2).for_each(|(i, id)| each(i, TypeId(id)));
        }
        Ptr | Typedef | Volatile | Const | Restrict | Func | Var | DeclTag | TypeTag => {
            each(0, TypeId(t.size_or_type()))
        }
        Int | Enum | Enum64 | Fwd | Float | LocParam | Unknown(_) => {}
    }
}

impl Users {
    /// Indexes all references of `btf` and its base. References to ids that have no type are left out.
    pub fn new(btf: &Btf) -> Users {
        let types = btf.type_cnt() as usize;
        let mut starts = vec![0u32; types + 1];
        for t in btf.all_types() {
            each_reference(&t, |_, to| {
                if let Some(count) = starts.get_mut(to.0 as usize).filter(|_| (to.0 as usize) < types) {
                    *count += 1;
                }
            });
        }
        // Turns each count into the end of the type's references. The references are then filled in backwards, which
        // moves each end to the start.
        let mut total = 0u32;
        for count in &mut starts {
            total += *count;
            *count = total;
        }
        let mut references = vec![Reference { from: TypeId::VOID, slot: 0 }; total as usize];
        for id in (1..btf.type_cnt()).rev() {
            let Some(t) = btf.get(TypeId(id)) else { continue };
            each_reference(&t, |slot, to| {
                let Some(start) = starts.get_mut(to.0 as usize).filter(|_| (to.0 as usize) < types) else { return };
                *start = start.saturating_sub(1);
                if let Some(place) = references.get_mut(*start as usize) {
                    *place = Reference { from: t.id(), slot };
                }
            });
        }
        let mut users = Users { starts, references };
        users.order_slots();
        users
    }

    /// Restores file order: after filling backwards the ids ascend, but the slots of one record descend.
    fn order_slots(&mut self) {
        for id in 0..self.starts.len().saturating_sub(1) {
            let range = self.range(TypeId(id as u32));
            let Some(mut rest) = self.references.get_mut(range) else { continue };
            while let Some(first) = rest.first().copied() {
                let same = rest.iter().take_while(|r| r.from == first.from).count();
                let (run, tail) = std::mem::take(&mut rest).split_at_mut(same);
                run.reverse();
                rest = tail;
            }
        }
    }

    fn range(&self, id: TypeId) -> std::ops::Range<usize> {
        let at = |i: usize| self.starts.get(i).copied().unwrap_or(0) as usize;
        let (start, end) = (at(id.0 as usize), at((id.0 as usize).saturating_add(1)));
        start..end.max(start)
    }

    /// The references that name this type itself, in the order of the referring type's id and then of the slot.
    pub fn direct(&self, id: TypeId) -> &[Reference] {
        self.references.get(self.range(id)).unwrap_or_default()
    }

    /// The number of all references.
    pub fn len(&self) -> usize {
        self.references.len()
    }

    /// True if there is no reference.
    pub fn is_empty(&self) -> bool {
        self.references.is_empty()
    }

    /// Bytes of memory that the index takes.
    pub fn memory(&self) -> usize {
        self.references.len() * size_of::<Reference>() + self.starts.len() * size_of::<u32>()
    }
}
