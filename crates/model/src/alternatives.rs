//! Chooses the alternative that is shown of a union: the table and the map show one at a time.

use std::collections::HashMap;

use btf::{Btf, Kind, Type};

use crate::path::Path;

/// The alternatives that are chosen, by the path to the union. Selecting a member chooses every alternative that
/// contains it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alternatives(HashMap<Path, u32>);

impl Alternatives {
    /// Chooses the alternatives that contain the item at `path`, which may be an alternative itself. Steps into
    /// structs are stored, too, but have no effect.
    pub fn choose(&mut self, path: &Path) {
        for (i, step) in path.0.iter().enumerate() {
            self.0.insert(Path(path.0[..i].to_vec()), *step);
        }
    }

    /// Forgets all choices.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The index of the alternative to show of `union`, which is at `path`: the chosen one; else the first unnamed
    /// struct, whose members count as members of the outer struct in C; else the first.
    pub fn of(&self, btf: &Btf, union: &Type<'_>, path: &Path) -> u32 {
        let chosen = self.0.get(path).copied().filter(|&index| index < union.vlen());
        let unnamed = || {
            let mut members = union.members().filter(|m| m.name().is_empty());
            members.find(|m| unnamed_struct(btf, m.name(), m.type_id).is_some()).map(|m| m.index.0)
        };
        chosen.or_else(unnamed).unwrap_or(0)
    }
}

/// The type of an unnamed member, if it is a struct with members. In C its members count as members of the outer type.
pub(crate) fn unnamed_struct<'a>(btf: &'a Btf, name: &str, type_id: btf::TypeId) -> Option<Type<'a>> {
    btf.resolved(type_id).filter(|t| name.is_empty() && t.kind() == Kind::Struct && t.vlen() > 0)
}
