//! The classes of fields, by which bytes are coloured.

use btf::{ExtField, ExtOwner, FieldName, Owner};

use super::blob::ByteOwner;

btf::named! {
    /// The class of a field, for the colour of its bytes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ByteClass {
        /// An offset into the strings.
        Name = "hn", "name";
        /// A type id.
        Type = "ht", "type";
        /// The info word; the kind of a relocation.
        Info = "hi", "info";
        /// An offset of a member, a variable, an instruction.
        Offset = "ho", "offset";
        /// A size, or a number of records.
        Size = "hs", "size";
        /// A value, such as an enumerator's value, an INT's encoding, a number of elements, a linkage or a line number.
        Value = "hv", "value";
        /// The header.
        Header = "hh", "header";
        /// An entry of the layout section.
        Layout = "hl", "layout";
        /// A stored string.
        String = "hstr", "string";
        /// Bytes without a meaning, or whose meaning is unknown.
        Data = "hd", "data";
        /// Bytes between or after the sections.
        Gap = "hg", "gap";
        /// Bytes of a damaged blob that could not be read.
        Unreadable = "hu", "unreadable";
    }
    /// All classes.
    pub const ALL;
    /// The CSS class of the bytes (`static/styles/bytes.css`).
    pub fn css;
    /// Its name in words, so that colour is never the only sign.
    pub fn label;
}

impl ByteClass {
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

    /// The class of a field of a block or record of `.BTF.ext`.
    pub fn of_ext_field(field: ExtField) -> ByteClass {
        match field {
            ExtField::SecNameOff | ExtField::FileNameOff | ExtField::LineOff | ExtField::AccessStrOff => {
                ByteClass::Name
            }
            ExtField::TypeId => ByteClass::Type,
            ExtField::InsnOff => ByteClass::Offset,
            ExtField::NumInfo => ByteClass::Size,
            ExtField::LineCol => ByteClass::Value,
            ExtField::Kind => ByteClass::Info,
            _ => ByteClass::Data,
        }
    }
}
