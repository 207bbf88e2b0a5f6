//! The table below the map: members, with a row for each hole, and nested members if they are expanded. For other
//! kinds of types it lists enumerators, parameters or variables.

use btf::Kind::*;
use btf::{Btf, Kind, Type, TypeId};
use layout::{HoleKind, LayoutRow, MemberLayout, Options};

use crate::alternatives::{Alternatives, unnamed_struct};
use crate::elements::{Elements, MAX_ELEMENTS};
use crate::path::{Path, cross, items};
use crate::tree::Expanded;
use crate::words::members_unrecorded;

mod cells;
mod gaps;
mod nothing;
mod scope;

pub(crate) use cells::MEASURED;
pub use cells::{Cells, INDENT, Widths};
pub use gaps::{Gap, GapKind, GapStep};
pub use nothing::Nothing;
pub use scope::{Alternative, Scope};

btf::named! {
    /// The kind of rows.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum TableKind {
        /// Members of a struct or union.
        Members = "Members", "member";
        /// Enumerators.
        Values = "Enumerators", "enumerator";
        /// Parameters.
        Parameters = "Parameters", "parameter";
        /// Variables of a section.
        Variables = "Variables", "variable";
        /// The type has nothing to list.
        Empty = "Members", "member";
    }
    /// The title of the table.
    pub fn title;
    /// The word for one of the table's items.
    pub fn item;
}

/// The form of a row: an item, an element of an array, or a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RowForm {
    /// A member, enumerator, parameter or variable.
    #[default]
    Item,
    /// An element of the array above, by its place among all elements in memory, whatever the dimensions. Its row has
    /// the path of the array, because paths have no steps to elements.
    Element(u64),
    /// This many further elements of the array above, which have no rows of their own.
    MoreElements(u64),
    /// Bytes that no member uses.
    Hole,
    /// Bits that no bitfield uses.
    BitHole,
    /// Bytes after the last member.
    Padding,
    /// Bits after the last bitfield.
    BitPadding,
}

impl RowForm {
    /// Whether it is a gap.
    pub fn is_gap(self) -> bool {
        matches!(self, RowForm::Hole | RowForm::BitHole | RowForm::Padding | RowForm::BitPadding)
    }
}

/// A row, without its texts, which are made only for the rows on the screen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MemberRow {
    /// Its form: an item, an element of an array, or a gap.
    pub form: RowForm,
    /// The path to it from the table's type; for a gap, the path to its struct.
    pub path: Path,
    /// Its level of nesting, 0 for the type's own items.
    pub depth: u32,
    /// Bits from the start of the outermost type; none for items without an offset.
    pub offset: Option<u64>,
    /// Its size in bits; none if not known.
    pub bits: Option<u64>,
    /// Whether it is a bitfield, or a gap between bits.
    pub bitfield: bool,
    /// Its type.
    pub type_id: TypeId,
    /// An enumerator's value.
    pub value: Option<i128>,
    /// Whether it has members of its own, or elements.
    pub expandable: bool,
    /// Whether these are shown.
    pub expanded: bool,
    /// For an expanded union: the alternative whose rows are below it.
    pub scope: Option<Scope>,
}

/// The rows that are expanded, and the alternative that each union shows.
#[derive(Clone, Copy)]
struct Open<'a> {
    expanded: &'a Expanded,
    alternatives: &'a Alternatives,
}

/// All visible rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The kind of rows.
    pub kind: TableKind,
    /// The rows in order.
    pub rows: Vec<MemberRow>,
    /// The type with the items: the selected one, or the type behind it ([`table_type`]).
    pub of: TypeId,
    /// Why there are no rows; none if there are some.
    pub nothing: Option<Nothing>,
    /// The widths of its columns, in characters.
    pub widths: Widths,
}

const MAX_ROWS: usize = 100_000;
const MAX_DEPTH: u32 = 32;

impl Table {
    /// The table of a type, with the rows of expanded members. An expanded union has only the rows of the alternative
    /// that `alternatives` chooses.
    pub fn new(btf: &Btf, root: TypeId, expanded: &Expanded, alternatives: &Alternatives) -> Table {
        let mut table = Table::rows_of(btf, root, Open { expanded, alternatives });
        if table.rows.is_empty() {
            table.nothing = Some(nothing::nothing(btf, root));
        }
        table.widths = table.widest(btf);
        table
    }

    /// The member to which a row belongs, as an index into the members of the struct of which `of` is a member: the row
    /// is this member, is inside it, or is the gap after it. A row before the first member belongs to the first member.
    /// None if the struct has no rows, or if `of` is the outermost type itself.
    pub fn beside(&self, of: &Path, row: usize) -> Option<u32> {
        let parent = of.parent()?;
        let member = |row: &MemberRow| {
            let index = row.path.0.get(parent.len()).filter(|_| row.path.0.starts_with(&parent.0))?;
            (!row.form.is_gap() || row.path.len() > parent.len()).then_some(*index)
        };
        let rows = || self.rows.iter().take(row.saturating_add(1)).rev();
        rows().find_map(member).or_else(|| self.rows.iter().find_map(member))
    }

    /// The return type of a function or its prototype, including void; none for other types.
    pub fn returns(&self, btf: &Btf) -> Option<TypeId> {
        btf.get(self.of).filter(|t| t.kind() == Kind::FuncProto)?.type_ref()
    }

    fn rows_of(btf: &Btf, root: TypeId, open: Open<'_>) -> Table {
        let of = table_type(btf, root);
        let mut table =
            Table { kind: TableKind::Empty, rows: Vec::new(), of, nothing: None, widths: Widths::default() };
        let Some(t) = btf.get(of) else { return table };
        table.kind = match t.kind() {
            Struct | Union => TableKind::Members,
            Enum | Enum64 => TableKind::Values,
            FuncProto => TableKind::Parameters,
            DataSec => TableKind::Variables,
            Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag
            | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => TableKind::Empty,
        };
        if table.kind == TableKind::Members {
            if !members_unrecorded(&t) {
                table.push_members(btf, of, &Path::root(), 0, 0, open);
            }
            return table;
        }
        table.rows.extend(items(&t, 0).take(MAX_ROWS).map(|item| MemberRow {
            path: Path::root().child(item.index),
            offset: item.offset,
            bits: btf.size_of(item.type_id).ok().map(|n| u64::from(n) * 8),
            type_id: item.type_id,
            value: item.value,
            ..MemberRow::default()
        }));
        table
    }

    fn push_members(&mut self, btf: &Btf, id: TypeId, path: &Path, base: u64, depth: u32, open: Open<'_>) {
        let Ok(layout) = layout::layout(btf, id, &Options::default()) else { return };
        for row in &layout.rows {
            if self.rows.len() >= MAX_ROWS {
                return;
            }
            match row {
                LayoutRow::Member(m) => self.push_member(btf, m, &path.child(m.index.0), base, depth, open),
                LayoutRow::Hole { offset, bits, kind } => {
                    let form = if *kind == HoleKind::Bits { RowForm::BitHole } else { RowForm::Hole };
                    self.push_gap(form, path, depth, base + offset, *bits);
                }
                LayoutRow::Padding { offset, bits, kind } => {
                    let form = if *kind == HoleKind::Bits { RowForm::BitPadding } else { RowForm::Padding };
                    self.push_gap(form, path, depth, base + offset, *bits);
                }
            }
        }
    }

    fn push_member(&mut self, btf: &Btf, m: &MemberLayout, path: &Path, base: u64, depth: u32, open: Open<'_>) {
        let crossing = cross(btf, m.type_id);
        let inner = btf.get(crossing.target).filter(|t| t.kind().is_composite() && t.vlen() > 0);
        let can = depth < MAX_DEPTH && m.bitfield.is_none();
        let inner = inner.filter(|_| can && crossing.pointers == 0);
        let elements = Elements::new(btf, m.type_id, m.bits).filter(|_| can && m.error.is_none());
        let expandable = inner.is_some() || elements.is_some();
        let expanded = expandable && open.expanded.0.contains(path);
        let union = inner.filter(|t| expanded && elements.is_none() && t.kind() == Kind::Union);
        let scope = union.map(|union| Scope::new(btf, &union, path, open.alternatives));
        let start = base + m.offset;
        self.rows.push(MemberRow {
            form: RowForm::Item,
            path: path.clone(),
            depth,
            offset: Some(start),
            bits: m.error.is_none().then_some(m.bits),
            bitfield: m.bitfield.is_some(),
            type_id: m.type_id,
            value: None,
            expandable,
            expanded,
            scope,
        });
        match (elements, inner, scope) {
            _ if !expanded => {}
            (Some(elements), inner, _) => {
                let inner = inner.map(|t| t.id());
                self.push_elements(btf, &elements, inner, path, start, depth + 1, open);
            }
            (None, Some(union), Some(scope)) => self.push_alternative(btf, &union, scope, path, start, depth + 1, open),
            (None, Some(inner), None) => self.push_members(btf, inner.id(), path, start, depth + 1, open),
            (None, None, _) => {}
        }
    }

    /// Adds the alternative of an expanded union, which starts at bit `start`. If the alternative is an unnamed
    /// struct, it gets no row of its own: the row of the union stands for both.
    #[expect(clippy::too_many_arguments, reason = "where the union is, and what is open in it")]
    fn push_alternative(
        &mut self,
        btf: &Btf,
        union: &Type<'_>,
        scope: Scope,
        path: &Path,
        start: u64,
        depth: u32,
        open: Open<'_>,
    ) {
        let Ok(layout) = layout::layout(btf, union.id(), &Options::default()) else { return };
        let Some(m) = layout.members().find(|m| m.index.0 == scope.shown) else { return };
        let path = path.child(scope.shown);
        match union.members().nth(scope.shown as usize).and_then(|m| unnamed_struct(btf, m.name(), m.type_id)) {
            Some(inner) if scope.joined => self.push_members(btf, inner.id(), &path, start + m.offset, depth, open),
            _ => self.push_member(btf, m, &path, start, depth, open),
        }
    }

    /// Adds the elements of an expanded array, which starts at bit `start`. If the elements are structs or unions, the
    /// first one shows its members, because paths lead to the first element, as in the tree.
    #[expect(clippy::too_many_arguments, reason = "where the array is, and what is open in it")]
    fn push_elements(
        &mut self,
        btf: &Btf,
        elements: &Elements,
        inner: Option<TypeId>,
        path: &Path,
        start: u64,
        depth: u32,
        open: Open<'_>,
    ) {
        let row = |form, first: u64, count: u64| MemberRow {
            form,
            path: path.clone(),
            depth,
            offset: Some(start + first * elements.each),
            bits: Some(count * elements.each),
            type_id: elements.of,
            ..MemberRow::default()
        };
        for n in 0..elements.count.min(MAX_ELEMENTS) {
            if self.rows.len() >= MAX_ROWS {
                return;
            }
            self.rows.push(row(RowForm::Element(n), n, 1));
            if let (Some(inner), 0) = (inner, n) {
                self.push_members(btf, inner, path, start, depth + 1, open);
            }
        }
        if let Some(more) = elements.count.checked_sub(MAX_ELEMENTS).filter(|&more| more > 0) {
            self.rows.push(row(RowForm::MoreElements(more), MAX_ELEMENTS, more));
        }
    }

    fn push_gap(&mut self, form: RowForm, path: &Path, depth: u32, offset: u64, bits: u64) {
        self.rows.push(MemberRow {
            form,
            path: path.clone(),
            depth,
            offset: Some(offset),
            bits: Some(bits),
            bitfield: matches!(form, RowForm::BitHole | RowForm::BitPadding),
            ..MemberRow::default()
        });
    }

    /// The row of a path, if it is visible. An unnamed struct that is the shown alternative of a union has no row of
    /// its own: the result is the union's row.
    pub fn find(&self, path: &Path) -> Option<usize> {
        self.rows.iter().position(|r| {
            let joined = r.scope.filter(|scope| scope.joined).map(|scope| scope.shown);
            r.form == RowForm::Item
                && (r.path == *path || joined.is_some_and(|n| path.0.split_last() == Some((&n, &r.path.0[..]))))
        })
    }

    /// The row that is `delta` rows from `from`, but not beyond the first or last row. Without `from`, a `delta` of 1
    /// leads to the first row, and -1 to the last. Elements of arrays cannot be selected: they are passed over in the
    /// same direction, or in the other direction if no selectable row follows.
    pub fn step(&self, from: Option<usize>, delta: i64) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)? as i64;
        let start = match from {
            Some(i) => i as i64 + delta,
            None if delta < 0 => last + 1 + delta,
            None => delta - 1,
        };
        let at = start.clamp(0, last);
        let usable = |i: &i64| self.rows.get(*i as usize).is_some_and(|r| r.form == RowForm::Item || r.form.is_gap());
        let down = || (at..=last).find(usable);
        let up = || (0..=at).rev().find(usable);
        let found = if delta < 0 { up().or_else(down) } else { down().or_else(up) };
        found.map(|i| i as usize)
    }
}

/// The type whose items a view of `root` lists: the type behind typedefs, qualifiers, variables, functions and
/// declaration tags, but not behind pointers.
pub fn table_type(btf: &Btf, root: TypeId) -> TypeId {
    let mut at = root;
    for _ in 0..btf::MAX_RESOLVE_STEPS {
        at = btf.resolve(at);
        match btf.get(at) {
            Some(t) if matches!(t.kind(), Kind::Func | Kind::Var | Kind::DeclTag) => at = TypeId(t.size_or_type()),
            _ => break,
        }
    }
    at
}
