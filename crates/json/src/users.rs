//! The users of a type.

use btf::{Btf, TypeId};
use model::used_by::Embedding;
use model::words::plain_name;
use relate::User;
use serde::Serialize;

use crate::Count;

/// A type with its users.
#[derive(Serialize, Clone, Debug)]
pub struct Used<'a> {
    id: u32,
    name: String,
    users: Vec<Use<'a>>,
}

/// A user.
#[derive(Serialize, Clone, Debug)]
struct Use<'a> {
    /// How it uses the type: `embedded`, `pointed`.
    how: &'static str,
    id: u32,
    name: String,
    /// The name of the member, parameter or variable.
    part: Option<&'a str>,
    index: Option<u32>,
    bit_offset: Option<Count>,
    type_id: u32,
    r#type: String,
    pointers: u32,
    arrays: u32,
}

/// A type with these users of it.
pub fn used<'a>(btf: &'a Btf, id: TypeId, users: &[User]) -> Used<'a> {
    let one = |user: &User| Use {
        how: user.usage.word(),
        id: user.from.0,
        name: plain_name(btf, user.from),
        part: user.part(btf),
        index: user.part(btf).map(|_| user.slot),
        bit_offset: user.bit_offset(btf).map(Count),
        type_id: user.held.0,
        r#type: dump::type_name(btf, user.held),
        pointers: user.pointers,
        arrays: user.arrays,
    };
    Used { id: id.0, name: plain_name(btf, id), users: users.iter().map(one).collect() }
}

/// A type that contains another.
#[derive(Serialize, Clone, Debug)]
pub struct Container<'a> {
    id: u32,
    name: String,
    /// The path to the inner type, as in C.
    path: &'a str,
    bit_offset: Count,
}

/// The types that contain a type, at any depth.
pub fn containers<'a>(btf: &Btf, all: &'a [Embedding]) -> Vec<Container<'a>> {
    let one = |e: &'a Embedding| Container {
        id: e.from.0,
        name: plain_name(btf, e.from),
        path: &e.names,
        bit_offset: Count(e.bit_offset),
    };
    all.iter().map(one).collect()
}
