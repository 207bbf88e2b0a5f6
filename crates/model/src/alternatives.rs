//! Which alternative of a union is shown: table and map show one at a time.

use std::collections::HashMap;

use btf::{Btf, Kind, Type};

use crate::path::Path;

/// The alternatives that were chosen. A selected member chooses the alternatives that it is in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alternatives(HashMap<Path, u32>);

impl Alternatives {
    /// Chooses the alternatives on the way to `path`, the last step included. What is remembered of structs has no effect.
    pub fn choose(&mut self, path: &Path) {
        for (i, step) in path.0.iter().enumerate() {
            self.0.insert(Path(path.0[..i].to_vec()), *step);
        }
    }

    /// Forgets all choices.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The index of the alternative to show of `union`, to which `path` leads: the chosen one, else the first unnamed struct, whose
    /// members are the outer struct's in C, else the first.
    pub fn of(&self, btf: &Btf, union: &Type<'_>, path: &Path) -> u32 {
        let chosen = self.0.get(path).copied().filter(|&index| index < union.vlen());
        let unnamed = || {
            let mut members = union.members().filter(|m| m.name().is_empty());
            members.find(|m| unnamed_struct(btf, m.name(), m.type_id).is_some()).map(|m| m.index.0)
        };
        chosen.or_else(unnamed).unwrap_or(0)
    }
}

/// The struct of an unnamed member with members of its own: in C their names are the outer type's.
pub(crate) fn unnamed_struct<'a>(btf: &'a Btf, name: &str, type_id: btf::TypeId) -> Option<Type<'a>> {
    btf.resolved(type_id).filter(|t| name.is_empty() && t.kind() == Kind::Struct && t.vlen() > 0)
}
