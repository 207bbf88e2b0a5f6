//! Types found by a search.

use ::search::Columns;
use btf::{Btf, TypeId};
use serde::Serialize;

use crate::Count;

/// The types that match a query.
#[derive(Serialize, Clone, Debug)]
pub struct FoundTypes {
    /// How many types match.
    pub total: Count,
    /// The first of them.
    pub types: Vec<FoundType>,
}

/// A matching type.
#[derive(Serialize, Clone, Debug)]
pub struct FoundType {
    id: u32,
    kind: &'static str,
    /// A made-up name for types that have none.
    name: String,
    /// Bytes.
    size: Option<u32>,
}

impl FoundType {
    /// The type with this id.
    pub fn new(btf: &Btf, columns: &Columns, id: TypeId) -> FoundType {
        FoundType {
            id: id.0,
            kind: btf.kind(id).map_or("VOID", |kind| kind.as_str()),
            name: columns.name(id),
            size: btf.size_of(id).ok(),
        }
    }
}
