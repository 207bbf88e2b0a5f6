//! The places at an offset of a type.

use btf::{Btf, TypeId};
use model::at::{At, AtPlace};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// A type, an offset, and the places at that offset.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct AtOffset<'a> {
    id: u32,
    /// The type.
    name: String,
    /// The offset that was asked for, in bytes from the start of the type.
    offset: Count,
    /// The places; each alternative of a union is a place of its own.
    places: Vec<PlaceJson<'a>>,
    /// Whether there are more places, which are left out.
    more: bool,
}

made! {
    struct PlaceJson<'a>(place: &'a AtPlace, btf: &Btf) {
        /// `member`, `hole`, `padding`.
        what: &'static str = place.what.word(),
        /// The path as in C, without the type: `__sk_common.skc_flags`; for a hole, the path to the struct with the
        /// hole.
        path: &'a str = &place.names,
        /// In bits, from the start of the type.
        bit_offset: Count,
        bits: Count,
        /// The width of a bitfield, in bits.
        bitfield: Option<u32>,
        type_id: u32 = place.type_id.0,
        r#type: String = dump::type_name(btf, place.type_id),
        /// Bytes from the start of the place to the offset that was asked for.
        into: Count,
    }
}

/// The places at byte `offset` of a type.
pub fn at_offset<'a>(btf: &Btf, id: TypeId, offset: u64, at: &'a At) -> AtOffset<'a> {
    AtOffset {
        id: id.0,
        name: dump::type_name(btf, id),
        offset: Count(offset),
        places: at.places.iter().map(|place| PlaceJson::of(place, btf)).collect(),
        more: at.more,
    }
}
