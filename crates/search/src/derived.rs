//! Makes up names for types without one.

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};
use names::{Names, utf8};

use crate::rows::{Rows, is_named};
use crate::strings::{LONGEST, bounded, longest_stored};

/// The most levels of anonymous types between a type and the named type around it.
const MAX_DEPTH: u32 = 16;

/// The data for made-up names.
#[derive(Debug)]
pub(crate) struct MadeUp {
    /// For each anonymous struct, union and enum, its typedef, or else the type or variable that contains it; void if
    /// there is none.
    parents: Vec<TypeId>,
    /// True if made-up names may contain other names. They may not if strings are very long: overlapping names would
    /// then take forever.
    spell_out: bool,
}

impl MadeUp {
    /// Finds the types that contain anonymous types. `peeled` has for each id the type behind pointers, arrays and
    /// qualifiers.
    pub(crate) fn new(btf: &Btf, peeled: &[TypeId]) -> MadeUp {
        let mut parents = vec![TypeId::VOID; btf.type_cnt() as usize];
        let mut put = |of: TypeId, parent: TypeId, over: bool| {
            let Some(&at) = peeled.get(of.0 as usize) else { return };
            let anonymous = btf
                .get(at)
                .is_some_and(|t| (t.kind().is_composite() || t.kind().is_any_enum()) && t.name_offset().0 == 0);
            if let Some(slot) = parents.get_mut(at.0 as usize)
                && anonymous
                && (over || slot.is_void())
            {
                *slot = parent;
            }
        };
        for t in btf.all_types() {
            match t.kind() {
                Struct | Union => t.members().for_each(|m| put(m.type_id, t.id(), false)),
                Var => put(TypeId(t.size_or_type()), t.id(), false),
                Int | Ptr | Array | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | DataSec
                | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {}
            }
        }
        // For an anonymous type with a typedef, the typedef is the best name.
        for t in btf.all_types().filter(|t| t.kind() == Kind::Typedef) {
            put(TypeId(t.size_or_type()), t.id(), true);
        }
        MadeUp { parents, spell_out: longest_stored(btf) <= LONGEST }
    }

    /// A name for a type: `struct sk_buff *`, `int (*)(void)`, `union {…} in sk_buff`, `enum { FIRST, … }`.
    pub(crate) fn name(&self, btf: &Btf, id: TypeId) -> String {
        let Some(t) = btf.get(id) else { return format!("[{id}]") };
        if !self.spell_out {
            return format!("{} [{id}]", t.kind().as_str());
        }
        let mut name = dump::type_name(btf, id);
        let of_its_own = t.kind().is_composite() || t.kind().is_any_enum();
        if !of_its_own {
            return name;
        }
        let mut parent = id;
        for _ in 0..MAX_DEPTH {
            parent = self.parents.get(parent.0 as usize).copied().unwrap_or_default();
            match btf.get(parent) {
                Some(p) if is_named(btf, &p) => {
                    name.push_str(" in ");
                    name.push_str(utf8(bounded(btf, p.name_offset(), LONGEST)));
                    return name;
                }
                Some(_) => {}
                None => break,
            }
        }
        // An enum that no type contains is named after its first enumerator.
        if let Some(first) = t.enumerators().next() {
            let more = if t.vlen() > 1 { ", …" } else { "" };
            return format!("enum {{ {}{more} }}", utf8(bounded(btf, first.name_offset, LONGEST)));
        }
        name
    }

    /// The made-up names of the rows without a name.
    pub(crate) fn names(&self, btf: &Btf, rows: &Rows) -> Names {
        let ids = rows.ids.get(rows.named..).unwrap_or_default();
        Names::collect(ids.len(), &mut |i, text| {
            if let Some(&id) = ids.get(i) {
                text.extend_from_slice(self.name(btf, id).as_bytes());
            }
        })
    }
}
