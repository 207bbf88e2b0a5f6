//! Names that are near one that is not there.

use btf::TypeId;

use super::columns::{Columns, Options};
use super::query::Query;

/// Types that are looked at for each beginning of the name.
const LOOKED_AT: usize = 20;
/// Short beginnings fit anything.
const SHORTEST: usize = 3;

impl Columns {
    /// Types whose names hold this name, or else its longest beginning that any name holds: at most `limit`, no name twice.
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
