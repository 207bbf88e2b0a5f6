//! The type ids and string offsets that a BTF's own records hold.

use btf::{BlobRange, Btf, FieldName, Kind, Type};

/// The target of a reference.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The offset of a string.
    Name(u32),
    /// The id of a type.
    Type(u32),
}

/// A reference and the word of the blob that holds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reference {
    pub(crate) target: Target,
    pub(crate) range: BlobRange,
}

/// The references of one record, in file order; none if its kind is not known.
pub(crate) fn references<'a>(btf: &'a Btf, t: &Type<'_>) -> impl Iterator<Item = Reference> + use<'a> {
    let known = !matches!(t.kind(), Kind::Unknown(_));
    t.fields().filter(move |_| known).filter_map(|field| {
        let value = btf.endian().u32_at(btf.bytes(), field.range.start)?;
        let target = match field.part.name {
            FieldName::NameOff => Target::Name(value),
            name if name.is_type_id() => Target::Type(value),
            _ => return None,
        };
        Some(Reference { target, range: field.range })
    })
}
