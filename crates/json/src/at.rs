//! What lies at an offset of a type.

use btf::{Btf, TypeId};
use model::at::{At, AtPlace};
use serde::Serialize;

use crate::Count;

/// A type, an offset, and all that lies there.
#[derive(Serialize, Clone, Debug)]
pub struct AtOffset<'a> {
    id: u32,
    /// The type.
    name: String,
    /// Bytes from its start.
    offset: Count,
    /// Every alternative of unions.
    places: Vec<PlaceJson<'a>>,
    /// There are more, which are left out.
    more: bool,
}

#[derive(Serialize, Clone, Debug)]
struct PlaceJson<'a> {
    /// `member`, `hole`, `padding`.
    what: &'static str,
    /// The path as C writes it, without the type: `__sk_common.skc_flags`; of a hole to the struct that has it.
    path: &'a str,
    /// From the start of the type.
    bit_offset: Count,
    bits: Count,
    /// Bits of a bitfield.
    bitfield: Option<u32>,
    type_id: u32,
    r#type: String,
    /// Bytes from its start to the offset.
    into: Count,
}

/// What was found at byte `offset` of a type.
pub fn at_offset<'a>(btf: &Btf, id: TypeId, offset: u64, at: &'a At) -> AtOffset<'a> {
    let one = |place: &'a AtPlace| PlaceJson {
        what: place.what.word(),
        path: &place.names,
        bit_offset: Count(place.bit_offset),
        bits: Count(place.bits),
        bitfield: place.bitfield,
        type_id: place.type_id.0,
        r#type: dump::type_name(btf, place.type_id),
        into: Count(place.into),
    };
    AtOffset {
        id: id.0,
        name: dump::type_name(btf, id),
        offset: Count(offset),
        places: at.places.iter().map(one).collect(),
        more: at.more,
    }
}
