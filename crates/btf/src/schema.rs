//! The form of each kind's record. This one table says how large records are, which fields they have, and to which
//! field a byte belongs.

use crate::ids::{BlobRange, MemberIndex};
use crate::kind::Kind;

crate::named! {
    /// The name of a field, as `include/uapi/linux/btf.h` spells it if it has a name there.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FieldName {
        /// Offset of the name in the strings.
        NameOff = "name_off";
        /// vlen, kind and kind_flag.
        Info = "info";
        /// A size in bytes.
        Size = "size";
        /// A type id.
        Type = "type";
        /// The third word of a kind that does not use it.
        Unused = "unused";
        /// Encoding, offset and bits of an INT.
        IntData = "int data";
        /// A type id: the type of the array's index.
        IndexType = "index_type";
        /// How many elements.
        Nelems = "nelems";
        /// Static, global or extern.
        Linkage = "linkage";
        /// The index of the member or parameter that a tag is on; -1 for the whole type.
        ComponentIdx = "component_idx";
        /// An offset: a member's in bits (maybe with its bitfield size), a variable's and an inlined call's in bytes.
        Offset = "offset";
        /// The value of an enumerator, or of a LOC_PARAM.
        Val = "val";
        /// The low half of an enumerator's value.
        ValLo32 = "val_lo32";
        /// The high half of an enumerator's value.
        ValHi32 = "val_hi32";
        /// Flags of a LOC_PARAM.
        Flags = "flags";
        /// A type id: the function that was inlined.
        Func = "func";
        /// A type id: a LOC_PROTO.
        LocProto = "loc_proto";
        /// Bytes whose meaning is not known.
        Opaque = "unknown";
    }
    /// All names.
    pub const ALL;
    /// The name that is shown.
    pub fn as_str;
}

impl FieldName {
    /// Whether the field holds a type id. Nothing else decides this: a record's references are the fields for which
    /// this is true ([`crate::Type::references`]).
    #[inline]
    pub const fn is_type_id(self) -> bool {
        matches!(self, FieldName::Type | FieldName::IndexType | FieldName::Func | FieldName::LocProto)
    }
}

/// A field of a record, by its name and its item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The member, enumerator, parameter or variable it belongs to; none for the record's own fields.
    pub item: Option<MemberIndex>,
    /// The field.
    pub name: FieldName,
}

/// A field of a record and its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The field's name, and its item if it is in one.
    pub part: Part,
    /// Its bytes in the blob.
    pub range: BlobRange,
}

/// The words of a kind's records after name and info, in order, to copy or compare records word by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordFields {
    /// The third word of every record.
    pub third: FieldName,
    /// Words that follow once.
    pub once: &'static [FieldName],
    /// Words that follow for each item.
    pub item: &'static [FieldName],
}

const fn schema(third: FieldName, once: &'static [FieldName], item: &'static [FieldName]) -> RecordFields {
    RecordFields { third, once, item }
}

impl RecordFields {
    pub(crate) const fn of(kind: Kind) -> RecordFields {
        use FieldName::*;
        match kind {
            Kind::Int => schema(Size, &[IntData], &[]),
            Kind::Array => schema(Unused, &[Type, IndexType, Nelems], &[]),
            Kind::Struct | Kind::Union => schema(Size, &[], &[NameOff, Type, Offset]),
            Kind::Enum => schema(Size, &[], &[NameOff, Val]),
            Kind::Enum64 => schema(Size, &[], &[NameOff, ValLo32, ValHi32]),
            Kind::FuncProto => schema(Type, &[], &[NameOff, Type]),
            Kind::Var => schema(Type, &[Linkage], &[]),
            Kind::DataSec => schema(Size, &[], &[Type, Offset, Size]),
            Kind::DeclTag => schema(Type, &[ComponentIdx], &[]),
            Kind::Float => schema(Size, &[], &[]),
            Kind::Fwd => schema(Unused, &[], &[]),
            Kind::LocParam => schema(Size, &[Flags], &[Val]),
            Kind::LocProto => schema(Unused, &[], &[Type]),
            Kind::LocSec => schema(Unused, &[], &[Func, LocProto, Offset]),
            Kind::Unknown(_) => schema(Opaque, &[], &[]),
            Kind::Ptr | Kind::Typedef | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::Func | Kind::TypeTag => {
                schema(Type, &[], &[])
            }
        }
    }

    /// The sizes as the layout section would give them, in bytes: (info_sz, elem_sz).
    pub(crate) const fn sizes(self) -> (u32, u32) {
        (self.once.len() as u32 * 4, self.item.len() as u32 * 4)
    }
}

impl Kind {
    /// Whether the third word of the record is a type id.
    pub fn has_type_ref(self) -> bool {
        RecordFields::of(self).third.is_type_id()
    }

    /// Whether the third word of the record is a size in bytes.
    pub fn has_size(self) -> bool {
        RecordFields::of(self).third == FieldName::Size
    }

    /// The words of this kind's records. An unknown kind has an opaque third word and no known words after it.
    pub fn record_fields(self) -> RecordFields {
        RecordFields::of(self)
    }
}

/// An entry of the layout section: the sizes of the parts that follow the first 12 bytes of a record of this kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayoutEntry {
    /// Bytes that follow once.
    pub info_sz: u8,
    /// Bytes that follow vlen times.
    pub elem_sz: u8,
    /// The flags as they stand in the file; the format defines none.
    pub flags: u16,
}

impl LayoutEntry {
    /// The bytes of one entry.
    pub const SIZE: u32 = 4;
}

/// A record's place and form: enough to find the field that each byte belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordForm {
    pub(crate) schema: RecordFields,
    pub(crate) start: u32,
    pub(crate) items: u32,
    /// For an unknown kind, its entry in the layout section.
    pub(crate) layout: Option<LayoutEntry>,
}

/// Bytes of the part that every record has.
pub(crate) const HEAD: u32 = 12;

impl RecordForm {
    fn sizes(&self) -> (u32, u32) {
        match self.layout {
            Some(l) => (u32::from(l.info_sz), u32::from(l.elem_sz)),
            None => self.schema.sizes(),
        }
    }

    /// The bytes of the record's own fields, without its items.
    pub(crate) fn head(&self) -> BlobRange {
        BlobRange::at(self.start, HEAD + self.sizes().0)
    }

    /// The bytes of item `i`.
    pub(crate) fn item(&self, i: u32) -> Option<BlobRange> {
        let (once, each) = self.sizes();
        if i >= self.items {
            return None;
        }
        let start = u64::from(self.start) + u64::from(HEAD + once) + u64::from(each) * u64::from(i);
        Some(BlobRange::at(u32::try_from(start).ok()?, each))
    }

    /// The field that byte `at` of the blob belongs to. The byte must lie in this record.
    pub(crate) fn field_at(&self, at: u32) -> Field {
        let (once, each) = self.sizes();
        let rel = at.saturating_sub(self.start);
        let word = |base: u32, names: &[FieldName], item: Option<u32>| {
            let i = (at.saturating_sub(base)) / 4;
            let name = names.get(i as usize).copied().unwrap_or(FieldName::Opaque);
            Field { part: Part { item: item.map(MemberIndex), name }, range: BlobRange::at(base + i * 4, 4) }
        };
        if rel < HEAD {
            return word(self.start, &[FieldName::NameOff, FieldName::Info, self.schema.third], None);
        }
        let opaque = |range, item: Option<u32>| Field {
            part: Part { item: item.map(MemberIndex), name: FieldName::Opaque },
            range,
        };
        let items_at = self.start + HEAD + once;
        if at < items_at {
            if self.layout.is_some() {
                return opaque(BlobRange::new(self.start + HEAD, items_at), None);
            }
            return word(self.start + HEAD, self.schema.once, None);
        }
        let i = (at - items_at).checked_div(each).unwrap_or(0);
        let range = self.item(i).unwrap_or(BlobRange::at(at, 1));
        if self.layout.is_some() {
            return opaque(range, Some(i));
        }
        word(range.start, self.schema.item, Some(i))
    }
}

/// The fields of a record or of a part of it, in file order.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(crate) form: RecordForm,
    pub(crate) at: u32,
    pub(crate) end: u32,
}

impl Iterator for Fields {
    type Item = Field;

    fn next(&mut self) -> Option<Field> {
        if self.at >= self.end {
            return None;
        }
        let field = self.form.field_at(self.at);
        // Moves on by a byte at least, even if the form makes no sense.
        self.at = field.range.end.max(self.at.saturating_add(1));
        Some(field)
    }
}
