//! The texts of a line of the tree, for the page and its picture.

use btf::{Btf, TypeId};

use super::Node;
use crate::path::walk;
use crate::words::{bits_text, offset_hex, offset_text, type_class};

/// The texts of a line. They are made only for the lines on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// Its name; for the root the name of the type; `(anonymous)` if it has none.
    pub name: String,
    /// Its type in C, with the width of a bitfield; empty for the root and for enumerators.
    pub type_text: String,
    /// The CSS class of its colour.
    pub class: &'static str,
    /// The offset from the start of the root, or of the last pointer's target: `126:2` for bit 2 of byte 126.
    pub offset: String,
    /// The offset from the start of the parent, with `+` before it; empty if it is the same as `offset`.
    pub in_parent: String,
    /// The value of an enumerator; for other lines the size: `3 bits`, or bytes.
    pub size: String,
    /// `offset`, `in_parent` and a size in bytes in hexadecimal: `0x7e:2`, `+0x8`, `0x10`. The last text is empty if
    /// `size` has bits or a value.
    pub hex: [String; 3],
}

impl Node {
    /// The texts of this line.
    pub fn texts(&self, btf: &Btf) -> Texts {
        let is_root = self.path.is_root();
        let is_bitfield = self.bitfield.is_some();
        let type_name = || dump::type_name(btf, self.type_id);
        let type_text = match (self.value, self.bitfield) {
            (Some(_), _) => String::new(),
            _ if is_root => String::new(),
            (None, Some(bits)) => format!("{} : {bits}", type_name()),
            (None, None) => type_name(),
        };
        let in_parent = self.offset_in_parent.filter(|p| Some(*p) != self.offset);
        let size = self.size.filter(|_| self.value.is_none() && !is_bitfield);
        Texts {
            hex: [
                self.offset.map(|o| offset_hex(o, is_bitfield)).unwrap_or_default(),
                in_parent.map(|p| format!("+{}", offset_hex(p, is_bitfield))).unwrap_or_default(),
                size.map(|size| format!("{size:#x}")).unwrap_or_default(),
            ],
            name: match self.name.as_str() {
                _ if is_root => type_name(),
                "" => "(anonymous)".to_owned(),
                name => name.to_owned(),
            },
            type_text,
            class: match (self.value, self.bitfield) {
                (Some(_), _) => "enum",
                (_, Some(_)) => "bit",
                _ => type_class(btf, self.type_id),
            },
            offset: self.offset.map(|o| offset_text(o, is_bitfield)).unwrap_or_default(),
            in_parent: in_parent.map(|p| format!("+{}", offset_text(p, is_bitfield))).unwrap_or_default(),
            size: match (self.value, self.bitfield, self.size) {
                (Some(value), ..) => value.to_string(),
                (_, Some(bits), _) => bits_text(bits.into()),
                (_, _, Some(size)) => size.to_string(),
                _ => String::new(),
            },
        }
    }

    /// The type that has this line's item, and the index of the item; none for the root. `root`: the root's type.
    pub fn item(&self, btf: &Btf, root: TypeId) -> Option<(TypeId, u32)> {
        let steps = walk(btf, root, &self.path)?;
        let last = steps.last()?;
        Some((last.parent.id(), last.item.index))
    }

    /// Whether its offset counts from the target of a pointer.
    pub fn is_behind_pointer(&self) -> bool {
        self.pointers > 0 && !self.path.is_root()
    }
}
