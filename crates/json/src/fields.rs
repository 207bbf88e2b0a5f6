//! Where fields lie in files.

use btf::Btf;
use relate::{FieldPath, FieldPlace, field};
use serde::Serialize;

use crate::Count;

/// A field in a file.
#[derive(Serialize, Clone, Debug)]
pub struct Field<'a> {
    field: &'a str,
    file: &'a str,
    /// Null when the file does not have it.
    place: Option<Place>,
    /// Why it does not.
    absent: Option<String>,
}

#[derive(Serialize, Clone, Debug)]
struct Place {
    /// From the start of `from`.
    bit_offset: Count,
    /// Bits of a bitfield.
    bitfield: Option<u32>,
    /// Bytes.
    size: Option<u32>,
    type_id: u32,
    r#type: String,
    /// The type, or what the last pointer on the way leads to.
    from: String,
    pointers: u32,
}

impl<'a> Field<'a> {
    /// Looks for a field in a file of this name.
    pub fn find(file: &'a str, btf: &Btf, path: &'a FieldPath) -> Field<'a> {
        let place = |place: FieldPlace| Place {
            bit_offset: Count(place.offset),
            bitfield: place.bitfield,
            size: place.size,
            type_id: place.type_id.0,
            r#type: dump::type_name(btf, place.type_id),
            from: dump::type_name(btf, place.read_from),
            pointers: place.pointers,
        };
        let (place, absent) = match field(btf, path) {
            Ok(found) => (Some(place(found)), None),
            Err(why) => (None, Some(why.to_string())),
        };
        Field { field: path.as_str(), file, place, absent }
    }
}
