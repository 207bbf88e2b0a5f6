//! Finds the types whose members, in C, include the members of an anonymous struct or union: the type with the unnamed
//! member, and typedefs.

use btf::Kind::*;
use btf::{Btf, TypeId};

/// Triples: an anonymous type, a type that contains it, and the index of the unnamed member (none for a typedef).
#[derive(Debug)]
pub(crate) struct Inside(Vec<(TypeId, TypeId, Option<u32>)>);

impl Inside {
    /// Reads the members of all structs and unions once.
    pub(crate) fn new(btf: &Btf) -> Inside {
        let mut all = Vec::new();
        let mut put = |of: TypeId, around: TypeId, member: Option<u32>| {
            let inner = btf.resolved(of).filter(|t| t.kind().is_composite() && t.is_anonymous());
            all.extend(inner.map(|inner| (inner.id(), around, member)));
        };
        for t in btf.all_types() {
            match t.kind() {
                Struct | Union => {
                    t.members().filter(|m| m.name_offset.0 == 0).for_each(|m| put(m.type_id, t.id(), Some(m.index.0)));
                }
                Typedef => put(TypeId(t.size_or_type()), t.id(), None),
                Int | Ptr | Array | Enum | Fwd | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
                | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {}
            }
        }
        all.sort_unstable();
        Inside(all)
    }

    /// The types that have the members of `inner` in C, in order of their ids: types with an unnamed member of this
    /// type, with the index of that member, and typedefs of it.
    pub(crate) fn around(&self, inner: TypeId) -> impl Iterator<Item = (TypeId, Option<u32>)> {
        let first = self.0.partition_point(|(id, ..)| *id < inner);
        let of_it = self.0.iter().skip(first).take_while(move |(id, ..)| *id == inner);
        of_it.map(|&(_, around, member)| (around, member))
    }
}
