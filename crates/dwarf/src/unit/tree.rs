//! [`Tree`]: the entries (DIEs) and attributes of a unit that matter for types.

use gimli::DwAt;
use gimli::constants as c;

use super::attr::{GNU_ANNOTATION, Value};

/// `DW_TAG_LLVM_annotation` and `DW_TAG_GNU_annotation`.
pub(crate) const LLVM_ANNOTATION_TAG: gimli::DwTag = gimli::DwTag(0x6000);
pub(crate) const GNU_ANNOTATION_TAG: gimli::DwTag = gimli::DwTag(0x6001);

/// An entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Die {
    /// Where it is in the unit, the unit's header included.
    pub(crate) offset: u32,
    pub(crate) tag: gimli::DwTag,
    /// The index of its first attribute; its attributes end where those of the next entry begin.
    pub(crate) attrs: u32,
    /// The index of its parent; the first entry is its own parent.
    pub(crate) parent: u32,
    /// One past the last entry inside it.
    pub(crate) end: u32,
}

/// The entries of a unit, each before its children.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The index of the unit.
    pub(crate) unit: u32,
    /// The unit's bytes, for expressions.
    pub(crate) bytes: Vec<u8>,
    pub(crate) encoding: gimli::Encoding,
    /// Whether the file has the most significant byte first.
    pub(crate) big: bool,
    pub(crate) dies: Vec<Die>,
    pub(crate) attrs: Vec<(DwAt, Value)>,
    pub(crate) root: Root,
    /// For each 64 bytes of the unit, the first entry from there on.
    pub(crate) index: Vec<u32>,
}

/// The facts about the unit in its first entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root {
    /// `DW_AT_language`.
    pub(crate) language: Option<u16>,
    /// Whether `DW_AT_producer` is a clang.
    pub(crate) clang: bool,
    /// `DW_AT_addr_base` or `DW_AT_GNU_addr_base`.
    pub(crate) address_base: u64,
    /// `DW_AT_dwo_name` or `DW_AT_GNU_dwo_name`: the number of this string in [`crate::strings::Strings`].
    pub(crate) dwo_name: Option<u32>,
    /// `DW_AT_GNU_dwo_id`.
    pub(crate) dwo_id: Option<u64>,
}

/// `DW_LANG_Rust`.
pub(crate) const RUST: u16 = 0x1c;

impl Tree {
    pub(crate) fn die(&self, at: u32) -> Option<&Die> {
        self.dies.get(at as usize)
    }

    pub(crate) fn tag(&self, at: u32) -> gimli::DwTag {
        self.die(at).map_or(c::DW_TAG_null, |d| d.tag)
    }

    /// The attributes of an entry.
    pub(crate) fn attrs(&self, at: u32) -> &[(DwAt, Value)] {
        let Some(die) = self.die(at) else { return &[] };
        let end = self.die(at + 1).map_or(self.attrs.len(), |next| next.attrs as usize);
        self.attrs.get(die.attrs as usize..end).unwrap_or_default()
    }

    pub(crate) fn attr(&self, at: u32, name: DwAt) -> Option<Value> {
        self.attrs(at).iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// Whether there is an attribute of this name from the index `start` on: among those of the entry that is being
    /// read.
    pub(crate) fn has_since(&self, start: u32, name: DwAt) -> bool {
        self.attrs.get(start as usize..).is_some_and(|attrs| attrs.iter().any(|(n, _)| *n == name))
    }

    pub(crate) fn has(&self, at: u32, name: DwAt) -> bool {
        self.attr(at, name).is_some_and(|value| value != Value::Flag(false))
    }

    pub(crate) fn number(&self, at: u32, name: DwAt) -> Option<i128> {
        self.attr(at, name)?.number()
    }

    /// The name; 0 when it has none.
    pub(crate) fn name(&self, at: u32) -> u32 {
        match self.attr(at, c::DW_AT_name) {
            Some(Value::Text(name)) => name,
            _ => 0,
        }
    }

    /// The direct children of an entry.
    pub(crate) fn children(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.die(at).map_or(0, |d| d.end);
        let mut next = at + 1;
        std::iter::from_fn(move || {
            let child = Some(next).filter(|child| *child < end)?;
            next = self.die(child)?.end.max(child + 1);
            Some(child)
        })
    }

    /// The entry at an offset of the unit.
    pub(crate) fn find(&self, offset: u32) -> Option<u32> {
        let mut at = *self.index.get(offset as usize / 64)?;
        while let Some(die) = self.die(at) {
            match die.offset.cmp(&offset) {
                std::cmp::Ordering::Less => at += 1,
                std::cmp::Ordering::Equal => return Some(at),
                std::cmp::Ordering::Greater => return None,
            }
        }
        None
    }

    /// Bytes of a block or an expression.
    pub(crate) fn block(&self, start: u32, len: u32) -> &[u8] {
        let start = start as usize;
        self.bytes.get(start..start.saturating_add(len as usize)).unwrap_or_default()
    }

    /// Computes [`Tree::index`].
    pub(crate) fn make_index(&mut self) {
        self.index = Vec::with_capacity(self.bytes.len() / 64 + 1);
        let mut at = 0;
        for start in (0..=self.bytes.len() as u64).step_by(64) {
            while self.dies.get(at).is_some_and(|die| u64::from(die.offset) < start) {
                at += 1;
            }
            self.index.push(at as u32);
        }
    }
}

/// Whether an entry, with its children, does not matter for types.
pub(crate) fn is_left_out(tag: gimli::DwTag, parent: gimli::DwTag) -> bool {
    match tag {
        c::DW_TAG_inlined_subroutine
        | c::DW_TAG_call_site
        | c::DW_TAG_call_site_parameter
        | c::DW_TAG_GNU_call_site
        | c::DW_TAG_GNU_call_site_parameter
        | c::DW_TAG_label
        | c::DW_TAG_template_type_parameter
        | c::DW_TAG_template_value_parameter
        | c::DW_TAG_GNU_template_template_param
        | c::DW_TAG_GNU_template_parameter_pack
        | c::DW_TAG_GNU_formal_parameter_pack
        | c::DW_TAG_imported_declaration
        | c::DW_TAG_imported_module
        | c::DW_TAG_constant
        | c::DW_TAG_dwarf_procedure => true,
        // Only the prototype of a function is needed.
        c::DW_TAG_variable => matches!(parent, c::DW_TAG_subprogram | c::DW_TAG_lexical_block),
        c::DW_TAG_formal_parameter => parent == c::DW_TAG_lexical_block,
        _ => false,
    }
}

/// Whether an attribute is the name of an entry's symbol.
pub(crate) fn is_linkage_name(name: DwAt) -> bool {
    matches!(name, c::DW_AT_linkage_name | c::DW_AT_MIPS_linkage_name)
}

/// Whether the name of an entry's symbol is kept: for variables, and for static members, which variables specify. Those
/// of functions are not kept, because they are long.
pub(crate) fn has_linkage_name(tag: gimli::DwTag) -> bool {
    matches!(tag, c::DW_TAG_variable | c::DW_TAG_member)
}

/// Whether an attribute is kept.
pub(crate) fn is_wanted(name: DwAt) -> bool {
    matches!(
        name,
        c::DW_AT_name
            | c::DW_AT_type
            | c::DW_AT_byte_size
            | c::DW_AT_bit_size
            | c::DW_AT_bit_offset
            | c::DW_AT_data_bit_offset
            | c::DW_AT_data_member_location
            | c::DW_AT_encoding
            | c::DW_AT_upper_bound
            | c::DW_AT_count
            | c::DW_AT_const_value
            | c::DW_AT_declaration
            | c::DW_AT_external
            | c::DW_AT_artificial
            | c::DW_AT_specification
            | c::DW_AT_abstract_origin
            | c::DW_AT_signature
            | c::DW_AT_location
            | c::DW_AT_low_pc
            | c::DW_AT_inline
            | c::DW_AT_calling_convention
            | c::DW_AT_import
            | GNU_ANNOTATION
    )
}
