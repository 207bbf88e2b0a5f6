//! Types found by a search.

use ::search::Columns;
use btf::{Btf, TypeId};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// The types that match a query.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct FoundTypes {
    /// How many types match.
    pub total: Count,
    /// The first types that match, up to the limit.
    pub types: Vec<FoundType>,
}

made! {
    /// A matching type.
    pub struct FoundType(id: TypeId, btf: &Btf, columns: &Columns) {
        id: u32 = id.0,
        kind: &'static str = btf.kind(id).map_or("VOID", |kind| kind.as_str()),
        /// The name; made up for types that have none.
        name: String = columns.name(id),
        /// The size in bytes.
        size: Option<u32> = btf.size_of(id).ok(),
    }
}
