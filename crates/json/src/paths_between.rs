//! Paths over members from one type to another.

use btf::{Btf, TypeId};
use model::access::Access;
use model::words::plain_name;
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// The paths between two types, the shortest first.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Paths<'a> {
    from: String,
    to: String,
    paths: Vec<Path<'a>>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Path<'a> {
    expression: &'a str,
    pointers: u32,
    reads: Vec<Read<'a>>,
}

made! {
    /// One read: the part of a path up to a pointer.
    struct Read<'a>(read: &'a model::access::Read) {
        root_id: u32 = read.root.0,
        root: &'a str = &read.root_name,
        access: &'a str = &read.access,
        members: &'a str = &read.members,
        /// In bytes, from the start of the read's type.
        offset: Option<Count> = read.offset.map(Count),
    }
}

/// Paths, each with the number of pointers that it follows.
pub fn paths<'a>(btf: &Btf, from: TypeId, to: TypeId, all: &'a [(u32, Access)]) -> Paths<'a> {
    let path = |(pointers, access): &'a (u32, Access)| Path {
        expression: &access.expression,
        pointers: *pointers,
        reads: access.reads.iter().map(Read::of).collect(),
    };
    Paths { from: plain_name(btf, from), to: plain_name(btf, to), paths: all.iter().map(path).collect() }
}
