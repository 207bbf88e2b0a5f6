//! The texts of the table's cells.

use btf::{Btf, TypeId};

use super::scope::is_unnamed_union;
use super::{MemberRow, RowForm, Table, TableKind};
use crate::elements::Elements;
use crate::path::{follow_target, walk};
use crate::words::{bits_text, grouped, offset_hex, offset_text, type_class};

/// The texts of a row. They are made only for the rows on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Its name; `(anonymous)` if it has none; `hole` and the like for gaps.
    pub name: String,
    /// Its type in C, with the width of a bitfield; empty for gaps, for the row of further elements, and for an
    /// expanded unnamed union that has no typedef.
    pub type_text: String,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// The type that a click on the text of the type leads to.
    pub target: Option<TypeId>,
    /// The type that has the item; for a nested member, the struct it is in; for an element, the struct that has the
    /// array. None for gaps and for the row of further elements.
    pub owner: Option<TypeId>,
    /// The value of an enumerator, in decimal and in hexadecimal.
    pub value: Option<(String, String)>,
}

/// The lengths in characters of the longest type and of the longest name in a table, headings included, so that each
/// column gets only the width it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Widths {
    /// The width of the column of types.
    pub types: usize,
    /// The width of the column of names, with the indentation of nested names.
    pub names: usize,
}

/// How many rows are measured; a longer table gets the width of its first rows.
pub(crate) const MEASURED: usize = 2_000;

/// The indentation for each level of nesting, in characters.
pub const INDENT: usize = 2;

impl Table {
    /// The longest texts of its headings and rows. Enumerators are not measured.
    pub(super) fn widest(&self, btf: &Btf) -> Widths {
        let mut widths = Widths { types: "type".len(), names: self.kind.item().chars().count() };
        for row in self.rows.iter().take(MEASURED).filter(|row| row.value.is_none()) {
            let cells = self.cells(btf, row);
            let indent = INDENT * row.depth as usize;
            widths.types = widths.types.max(cells.type_text.chars().count());
            // The text of a union's row may extend over the column of types, so it is not measured.
            if row.scope.is_none() {
                widths.names = widths.names.max(cells.name.chars().count() + indent);
            }
        }
        widths
    }

    /// The texts of a row.
    pub fn cells(&self, btf: &Btf, row: &MemberRow) -> Cells {
        let gap = |name: &str| Cells {
            name: name.into(),
            type_text: String::new(),
            class: "hole",
            target: None,
            owner: None,
            value: None,
        };
        match row.form {
            RowForm::Item | RowForm::Element(_) => {}
            RowForm::MoreElements(n) => return gap(&format!("{} more elements", grouped(n))),
            RowForm::Hole => return gap("hole"),
            RowForm::BitHole => return gap("bit hole"),
            RowForm::Padding => return gap("padding"),
            RowForm::BitPadding => return gap("bit padding"),
        }
        let steps = walk(btf, self.of, &row.path).unwrap_or_default();
        let step = steps.last();
        let name = match row.form {
            RowForm::Element(n) => element_name(btf, step.map(|s| s.item.type_id), n),
            _ => match row.scope {
                Some(scope) => scope.words(self.union_name(btf, row)),
                None => step.map(|s| s.item.name).filter(|name| !name.is_empty()).unwrap_or("(anonymous)").to_owned(),
            },
        };
        let mut type_text = match row.scope {
            Some(_) if is_unnamed_union(btf, row.type_id) => String::new(),
            _ => dump::type_name(btf, row.type_id),
        };
        let class = match (row.value, row.bitfield) {
            (Some(_), _) => "enum",
            (None, true) => {
                type_text.push_str(&format!(" : {}", row.bits.unwrap_or(0)));
                "bit"
            }
            (None, false) => type_class(btf, row.type_id),
        };
        Cells {
            name,
            type_text,
            class,
            target: follow_target(btf, row.type_id, false),
            owner: step.map(|s| s.parent.id()),
            value: row.value.map(|value| (value.to_string(), hexadecimal(value))),
        }
    }
}

/// The subscripts of an element in C: `[1][2]`.
fn element_name(btf: &Btf, array: Option<TypeId>, n: u64) -> String {
    // `u64::MAX`: the size in bits does not matter here.
    let elements = array.and_then(|id| Elements::new(btf, id, u64::MAX));
    elements.map_or_else(|| format!("[{n}]"), |e| e.subscripts(n))
}

/// `0x1f`, `-0x1`.
fn hexadecimal(value: i128) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{:#x}", value.unsigned_abs())
}

/// The most characters at the end of a type that stay visible in any case.
const MAX_TAIL: usize = 14;

impl Cells {
    /// The text of the type in two parts. If there is too little space, the first part is cut; the second, which
    /// follows the type's name (`*`, `[48]`, ` : 3`), stays. The second part may be empty.
    pub fn type_halves(&self) -> (&str, &str) {
        let whole = self.type_text.as_str();
        let mut head = whole;
        loop {
            let shorter = match head.chars().next_back() {
                Some('*') => head.strip_suffix('*'),
                Some(']') => head.rfind('[').map(|at| &head[..at]),
                Some('0'..='9') => head.rfind(" : ").map(|at| &head[..at]),
                _ => None,
            };
            match shorter.map(|s| if s.ends_with(' ') { s.trim_end() } else { s }) {
                Some(s) if !s.is_empty() && whole.len() - s.len() <= MAX_TAIL => head = s,
                _ => return whole.split_at(head.len()),
            }
        }
    }
}

impl MemberRow {
    /// The offset of [`MemberRow::offset_text`] in hexadecimal: `0x7e:2`.
    pub fn offset_hex(&self) -> String {
        self.offset.map(|o| offset_hex(o, self.bitfield)).unwrap_or_default()
    }

    /// The size in bytes, in hexadecimal; empty for bitfields, and if not known.
    pub fn size_hex(&self) -> String {
        self.bits.filter(|_| !self.bitfield).map(|bits| format!("{:#x}", bits / 8)).unwrap_or_default()
    }

    /// The offset: `126:2` for bit 2 of byte 126; `126` if the item starts at a whole byte and is no bitfield.
    pub fn offset_text(&self) -> String {
        self.offset.map(|o| offset_text(o, self.bitfield)).unwrap_or_default()
    }

    /// The size: `4` (bytes), `2 bits`; `?` if it is not known.
    pub fn size_text(&self) -> String {
        match self.bits {
            Some(bits) if self.bitfield => bits_text(bits),
            Some(bits) => (bits / 8).to_string(),
            None => "?".into(),
        }
    }
}

impl TableKind {
    /// Whether the items have offsets: all except enumerators and parameters.
    pub fn has_offsets(self) -> bool {
        !matches!(self, TableKind::Values | TableKind::Parameters)
    }
}
