//! Places of fields in files.

use btf::Btf;
use relate::{FieldPath, FieldPlace, field};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// A field in a file.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Field<'a> {
    field: &'a str,
    file: &'a str,
    /// Null when the file lacks it.
    place: Option<Place>,
    /// Why the file lacks it.
    absent: Option<String>,
}

made! {
    struct Place(place: FieldPlace, btf: &Btf) {
        /// In bits, from the start of the type `from`.
        bit_offset: Count = Count(place.offset),
        /// The width of a bitfield, in bits.
        bitfield: Option<u32>,
        /// The size in bytes; for a bitfield, the size of its type.
        size: Option<u32>,
        type_id: u32 = place.type_id.0,
        r#type: String = dump::type_name(btf, place.type_id),
        /// The type that `bit_offset` counts from: the path's first type, or the target of the path's last pointer.
        from: String = dump::type_name(btf, place.read_from),
        pointers: u32,
    }
}

impl<'a> Field<'a> {
    /// Looks up a field in a file of this name.
    pub fn find(file: &'a str, btf: &Btf, path: &'a FieldPath) -> Field<'a> {
        let (place, absent) = match field(btf, path) {
            Ok(found) => (Some(Place::of(found, btf)), None),
            Err(why) => (None, Some(why.to_string())),
        };
        Field { field: path.as_str(), file, place, absent }
    }
}
