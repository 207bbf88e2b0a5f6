//! Names similar to one that does not exist.

use btf::TypeId;

use crate::columns::{Columns, Options};
use crate::query::Query;

/// How many types are compared for each prefix of the name.
const LOOKED_AT: usize = 20;
/// Shorter prefixes would match unrelated names.
const SHORTEST: usize = 3;

impl Columns {
    /// Types whose names contain this name, or else its longest prefix that any name contains: at most `limit`, without
    /// duplicate names.
    pub fn near(&self, name: &str, limit: usize) -> Vec<TypeId> {
        let mut part = name;
        while part.len() > SHORTEST || part.len() == name.len() && !part.is_empty() {
            let (query, _) = Query::parse(&format!("\"{}\"", part.to_lowercase()));
            let found = self.run(&query, &Options::default());
            let mut near: Vec<(String, TypeId)> = Vec::new();
            for &id in found.ids.iter().take(LOOKED_AT) {
                let name = self.name(id);
                if near.len() < limit && near.iter().all(|(other, _)| *other != name) {
                    near.push((name, id));
                }
            }
            if !near.is_empty() {
                return near.into_iter().map(|(_, id)| id).collect();
            }
            let Some((end, _)) = part.char_indices().next_back() else { break };
            part = part.get(..end).unwrap_or_default();
        }
        Vec::new()
    }
}
