//! Places of fields in files.

use btf::Btf;
use relate::{FieldPath, FieldPlace, field};
use serde::Serialize;

use crate::Count;

/// A field in a file.
#[derive(Serialize, Clone, Debug)]
pub struct Field<'a> {
    field: &'a str,
    file: &'a str,
    /// Null when the file lacks it.
    place: Option<Place>,
    /// Why the file lacks it.
    absent: Option<String>,
}

#[derive(Serialize, Clone, Debug)]
struct Place {
    /// In bits, from the start of `from`.
    bit_offset: Count,
    /// Width of a bitfield in bits.
    bitfield: Option<u32>,
    /// In bytes.
    size: Option<u32>,
    type_id: u32,
    r#type: String,
    /// The type, or the target of the last pointer of the path.
    from: String,
    pointers: u32,
}

impl<'a> Field<'a> {
    /// Looks up a field in a file of this name.
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
