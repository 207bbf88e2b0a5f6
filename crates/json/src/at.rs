//! The places at an offset of a type.

use btf::{Btf, TypeId};
use model::at::{At, AtPlace};
use serde::Serialize;

use crate::Count;

/// A type, an offset, and the places there.
#[derive(Serialize, Clone, Debug)]
pub struct AtOffset<'a> {
    id: u32,
    /// The type.
    name: String,
    /// In bytes, from the start of the type.
    offset: Count,
    /// The places; every alternative of unions is one.
    places: Vec<PlaceJson<'a>>,
    /// Whether there are more places, which are left out.
    more: bool,
}

#[derive(Serialize, Clone, Debug)]
struct PlaceJson<'a> {
    /// `member`, `hole`, `padding`.
    what: &'static str,
    /// The path as in C, without the type: `__sk_common.skc_flags`; of a hole, the path to its struct.
    path: &'a str,
    /// In bits, from the start of the type.
    bit_offset: Count,
    bits: Count,
    /// Width of a bitfield in bits.
    bitfield: Option<u32>,
    type_id: u32,
    r#type: String,
    /// Bytes from the start of the place to the offset.
    into: Count,
}

/// The places at byte `offset` of a type.
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
