//! Paths over members from one type to another.

use btf::{Btf, TypeId};
use model::access::Access;
use model::words::plain_name;
use serde::Serialize;

use crate::Count;

/// The paths between two types, the shortest first.
#[derive(Serialize, Clone, Debug)]
pub struct Paths<'a> {
    from: String,
    to: String,
    paths: Vec<Path<'a>>,
}

#[derive(Serialize, Clone, Debug)]
struct Path<'a> {
    expression: &'a str,
    pointers: u32,
    reads: Vec<Read<'a>>,
}

/// One read: up to a pointer.
#[derive(Serialize, Clone, Debug)]
struct Read<'a> {
    root_id: u32,
    root: &'a str,
    access: &'a str,
    members: &'a str,
    /// Bytes.
    offset: Option<Count>,
}

/// Paths, each with the number of pointers that it follows.
pub fn paths<'a>(btf: &Btf, from: TypeId, to: TypeId, all: &'a [(u32, Access)]) -> Paths<'a> {
    let read = |read: &'a model::access::Read| Read {
        root_id: read.root.0,
        root: &read.root_name,
        access: &read.access,
        members: &read.members,
        offset: read.offset.map(Count),
    };
    let path = |(pointers, access): &'a (u32, Access)| Path {
        expression: &access.expression,
        pointers: *pointers,
        reads: access.reads.iter().map(read).collect(),
    };
    Paths { from: plain_name(btf, from), to: plain_name(btf, to), paths: all.iter().map(path).collect() }
}
