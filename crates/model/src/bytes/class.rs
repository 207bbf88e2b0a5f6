//! The kind of field that a byte belongs to: its colour.

use btf::{ExtOwner, FieldName, Owner};

use super::blob::ByteOwner;

/// The kind of field, for the colour of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByteClass {
    /// An offset into the strings.
    Name,
    /// A type id.
    Type,
    /// The info word; the kind of a relocation.
    Info,
    /// An offset of a member, a variable, an instruction.
    Offset,
    /// A size, a length, a count.
    Size,
    /// A value: an enumerator's, an INT's encoding, a linkage, a line number.
    Value,
    /// The header.
    Header,
    /// An entry of the layout section.
    Layout,
    /// A stored string.
    String,
    /// Bytes of unknown meaning, or without any.
    Data,
    /// Between the sections.
    Gap,
    /// Bytes of a damaged blob that could not be read.
    Unreadable,
}

impl ByteClass {
    /// All classes.
    pub const ALL: [ByteClass; 12] = [
        ByteClass::Name,
        ByteClass::Type,
        ByteClass::Info,
        ByteClass::Offset,
        ByteClass::Size,
        ByteClass::Value,
        ByteClass::Header,
        ByteClass::Layout,
        ByteClass::String,
        ByteClass::Data,
        ByteClass::Gap,
        ByteClass::Unreadable,
    ];

    /// The CSS class of the bytes (`static/styles.css`).
    pub fn css(self) -> &'static str {
        match self {
            ByteClass::Name => "hn",
            ByteClass::Type => "ht",
            ByteClass::Info => "hi",
            ByteClass::Offset => "ho",
            ByteClass::Size => "hs",
            ByteClass::Value => "hv",
            ByteClass::Header => "hh",
            ByteClass::Layout => "hl",
            ByteClass::String => "hstr",
            ByteClass::Data => "hd",
            ByteClass::Gap => "hg",
            ByteClass::Unreadable => "hu",
        }
    }

    /// Its name: there is always text, too, never colour alone.
    pub fn label(self) -> &'static str {
        match self {
            ByteClass::Name => "name",
            ByteClass::Type => "type",
            ByteClass::Info => "info",
            ByteClass::Offset => "offset",
            ByteClass::Size => "size",
            ByteClass::Value => "value",
            ByteClass::Header => "header",
            ByteClass::Layout => "layout",
            ByteClass::String => "string",
            ByteClass::Data => "data",
            ByteClass::Gap => "gap",
            ByteClass::Unreadable => "unreadable",
        }
    }

    /// The class of an owner's bytes.
    pub fn of(owner: ByteOwner) -> ByteClass {
        match owner {
            ByteOwner::Btf(Owner::Header(_)) => ByteClass::Header,
            ByteOwner::Btf(Owner::Type(_, part)) => ByteClass::of_field(part.name),
            ByteOwner::Btf(Owner::Layout(_)) => ByteClass::Layout,
            ByteOwner::Btf(Owner::String(_)) => ByteClass::String,
            ByteOwner::Btf(Owner::Gap) => ByteClass::Gap,
            ByteOwner::Btf(Owner::Unreadable) => ByteClass::Unreadable,
            ByteOwner::Ext(ExtOwner::Header(_)) => ByteClass::Header,
            ByteOwner::Ext(ExtOwner::RecordSize(_)) => ByteClass::Size,
            ByteOwner::Ext(ExtOwner::Section { field, .. } | ExtOwner::Record { field, .. }) => {
                ByteClass::of_ext_field(field)
            }
            ByteOwner::Ext(ExtOwner::Gap) => ByteClass::Gap,
            ByteOwner::Ext(ExtOwner::Unreadable) => ByteClass::Unreadable,
        }
    }

    /// The class of a field of a type's record.
    pub fn of_field(name: FieldName) -> ByteClass {
        match name {
            FieldName::NameOff => ByteClass::Name,
            FieldName::Info => ByteClass::Info,
            FieldName::Size => ByteClass::Size,
            name if name.is_type_id() => ByteClass::Type,
            FieldName::Offset => ByteClass::Offset,
            FieldName::IntData
            | FieldName::Nelems
            | FieldName::Linkage
            | FieldName::ComponentIdx
            | FieldName::Val
            | FieldName::ValLo32
            | FieldName::ValHi32
            | FieldName::Flags => ByteClass::Value,
            _ => ByteClass::Data,
        }
    }

    /// The class of a field of `.BTF.ext`, by the names that [`btf::ExtOwner`] has.
    pub fn of_ext_field(name: &str) -> ByteClass {
        match name {
            "sec_name_off" | "file_name_off" | "line_off" | "access_str_off" => ByteClass::Name,
            "type_id" => ByteClass::Type,
            "insn_off" => ByteClass::Offset,
            "num_info" => ByteClass::Size,
            "line_col" => ByteClass::Value,
            "kind" => ByteClass::Info,
            _ => ByteClass::Data,
        }
    }
}
