//! The row of an expanded union, which stands for the alternative that the rows below it show.

use btf::{Btf, Kind, Type, TypeId};

use super::{MemberRow, Table};
use crate::alternatives::{Alternatives, unnamed_struct};
use crate::path::{Path, walk};
use crate::words::{bits_text, grouped};

/// The alternative of a union that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The union.
    pub union: TypeId,
    /// The index of the alternative.
    pub shown: u32,
    /// How many alternatives there are.
    pub count: u32,
    /// Whether the alternative is an unnamed struct, which has no row of its own.
    pub joined: bool,
}

/// An alternative to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The path to it.
    pub path: Path,
    /// Its name; for an unnamed alternative the names of its members: `next, prev, …`.
    pub name: String,
    /// Its size: `60` (bytes), `3 bits`.
    pub size: String,
    /// Whether it is shown now.
    pub shown: bool,
}

/// The most alternatives in the menu.
const MOST: usize = 200;

impl Scope {
    pub(super) fn new(btf: &Btf, union: &Type<'_>, path: &Path, alternatives: &Alternatives) -> Scope {
        let shown = alternatives.of(btf, union, path);
        let member = union.members().nth(shown as usize);
        let joined = member.is_some_and(|m| unnamed_struct(btf, m.name(), m.type_id).is_some());
        Scope { union: union.id(), shown, count: union.vlen(), joined }
    }

    /// The text of the row: `union › struct, one of 2 alternatives`. If the union has a name, the name comes first:
    /// `u: union, ..`.
    pub fn words(&self, name: &str) -> String {
        let before = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let inner = if self.joined { " › struct" } else { "" };
        match self.count {
            0 | 1 => format!("{before}union{inner}"),
            n => format!("{before}union{inner}, one of {} alternatives", grouped(n.into())),
        }
    }
}

impl Table {
    /// The alternatives of an expanded union, for a menu.
    pub fn alternatives(&self, btf: &Btf, row: &MemberRow) -> Vec<Alternative> {
        let Some((scope, union)) = row.scope.and_then(|scope| Some((scope, btf.get(scope.union)?))) else {
            return Vec::new();
        };
        let all = union.members().take(MOST).map(|m| {
            let size = match m.bits().bitfield {
                Some(bits) => bits_text(bits.into()),
                None => btf.size_of(m.type_id).map(|size| grouped(size.into())).unwrap_or_default(),
            };
            let name = crate::map::label(btf, m.name(), m.type_id);
            Alternative { path: row.path.child(m.index.0), name, size, shown: m.index.0 == scope.shown }
        });
        all.collect()
    }

    /// The alternative after the shown one; after the last comes the first. `path` leads to the union or to something
    /// in it.
    pub fn next_alternative(&self, path: &Path) -> Option<Path> {
        let scopes = self.rows.iter().filter_map(|row| Some((&row.path, row.scope.filter(|scope| scope.count > 1)?)));
        let (union, scope) = scopes.filter(|(at, _)| path.0.starts_with(&at.0)).max_by_key(|(at, _)| at.len())?;
        Some(union.child((scope.shown + 1) % scope.count))
    }

    /// The row of the innermost expanded union that a row is in; none if it is in no such union.
    pub fn scope_of(&self, row: usize) -> Option<usize> {
        let mut depth = self.rows.get(row)?.depth;
        for (i, above) in self.rows.iter().enumerate().take(row).rev() {
            if depth == 0 {
                return None;
            }
            if above.depth < depth {
                depth = above.depth;
                if above.scope.is_some() {
                    return Some(i);
                }
            }
        }
        None
    }

    /// The name of the member in this row, whose type is a union.
    pub(super) fn union_name<'a>(&self, btf: &'a Btf, row: &MemberRow) -> &'a str {
        walk(btf, self.of, &row.path).and_then(|steps| Some(steps.last()?.item.name)).unwrap_or_default()
    }
}

/// Whether a type is an unnamed union, also behind qualifiers. The row of such a union has no type beside its text. A
/// typedef gives it a name to show.
pub(super) fn is_unnamed_union(btf: &Btf, type_id: TypeId) -> bool {
    btf.get(btf.skip_qualifiers(type_id)).is_some_and(|t| t.kind() == Kind::Union && t.name().is_empty())
}
