//! The users of a type.

use btf::{Btf, TypeId};
use model::used_by::Embedding;
use model::words::plain_name;
use relate::User;
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// A type with its users.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Used<'a> {
    id: u32,
    name: String,
    users: Vec<Use<'a>>,
}

made! {
    /// A user.
    struct Use<'a>(user: &User, btf: &'a Btf) {
        /// How it uses the type, for example `embedded` or `pointed`.
        how: &'static str = user.usage.word(),
        id: u32 = user.from.0,
        name: String = plain_name(btf, user.from),
        /// The name of the member, parameter or variable.
        part: Option<&'a str> = user.part(btf),
        index: Option<u32> = user.part(btf).map(|_| user.slot),
        bit_offset: Option<Count> = user.bit_offset(btf).map(Count),
        type_id: u32 = user.held.0,
        r#type: String = dump::type_name(btf, user.held),
        pointers: u32,
        arrays: u32,
    }
}

/// A type with the given users.
pub fn used<'a>(btf: &'a Btf, id: TypeId, users: &[User]) -> Used<'a> {
    Used { id: id.0, name: plain_name(btf, id), users: users.iter().map(|user| Use::of(user, btf)).collect() }
}

made! {
    /// A type that contains another.
    struct Container<'a>(e: &'a Embedding, btf: &Btf) {
        id: u32 = e.from.0,
        name: String = plain_name(btf, e.from),
        /// The path to the inner type, as in C.
        path: &'a str = &e.names,
        bit_offset: Count,
    }
}

/// The types that contain a type, at any depth.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Containers<'a> {
    containers: Vec<Container<'a>>,
    /// Whether there are more containers, which are left out.
    more: bool,
}

/// The types that contain a type, and whether there are more.
pub fn containers<'a>(btf: &Btf, all: &'a [Embedding], more: bool) -> Containers<'a> {
    Containers { containers: all.iter().map(|e| Container::of(e, btf)).collect(), more }
}
