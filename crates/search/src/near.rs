//! Names similar to a name that no type has.

use btf::TypeId;

use crate::columns::{Columns, Options};
use crate::query::Query;
use crate::spelling;

/// How many of the found types are taken, before types with equal names are left out.
const LOOKED_AT: usize = 20;
/// Only prefixes with more bytes than this are tried: shorter prefixes would match unrelated names.
const SHORTEST: usize = 3;
/// How many names are compared letter by letter, at most. A kernel has fewer.
const SPELLED: usize = 400_000;

impl Columns {
    /// Types whose names are like `name`, at most `limit`, without duplicate names. Three searches are tried, until one
    /// finds a name: for names that contain `name`; for names that `name` may be a misspelling of; and for names with a
    /// word that begins with the same letters as `name`, with as many equal letters as possible.
    pub fn near(&self, name: &str, limit: usize) -> Vec<TypeId> {
        let whole = self.containing(name, limit, |_| true);
        if !whole.is_empty() {
            return whole;
        }
        let spelled = self.spelled(name, limit);
        if !spelled.is_empty() {
            return spelled;
        }
        let mut part = name;
        while let Some((end, _)) = part.char_indices().next_back().filter(|(end, _)| *end > SHORTEST) {
            part = part.get(..end).unwrap_or_default();
            let start = part.to_lowercase();
            let inside = format!("_{start}");
            let begins = |name: &str| name.starts_with(&start) || name.contains(&inside);
            let near = self.containing(part, limit, |name| begins(&name.to_lowercase()));
            if !near.is_empty() {
                return near;
            }
        }
        Vec::new()
    }

    /// Types whose names contain a text, without regard to case, and pass a test.
    fn containing(&self, part: &str, limit: usize, fits: impl Fn(&str) -> bool) -> Vec<TypeId> {
        if part.is_empty() {
            return Vec::new();
        }
        let (query, _) = Query::parse(&format!("\"{}\"", part.to_lowercase()));
        let found = self.run(&query, &Options::default());
        let fitting = found.ids.iter().copied().filter(|&id| fits(&self.name(id)));
        self.distinct(fitting.take(LOOKED_AT), limit)
    }

    /// Types whose names differ from `name` by a few letters, the nearest first: only those that differ by at most one
    /// letter more than the nearest.
    fn spelled(&self, name: &str, limit: usize) -> Vec<TypeId> {
        let all = self.run(&Query::default(), &Options::default());
        let near = all.ids.iter().take(SPELLED).filter_map(|&id| Some((spelling::distance(name, &self.name(id))?, id)));
        let mut near: Vec<(usize, TypeId)> = near.collect();
        // A stable sort: equally near names stay in the order of the list.
        near.sort_by_key(|(distance, _)| *distance);
        let most = near.first().map_or(0, |(distance, _)| distance + 1);
        self.distinct(near.into_iter().filter(|(distance, _)| *distance <= most).map(|(_, id)| id), limit)
    }

    /// At most `limit` of these types, without duplicate names.
    fn distinct(&self, ids: impl Iterator<Item = TypeId>, limit: usize) -> Vec<TypeId> {
        let mut near: Vec<(String, TypeId)> = Vec::new();
        for id in ids {
            if near.len() >= limit {
                break;
            }
            let name = self.name(id);
            if near.iter().all(|(other, _)| *other != name) {
                near.push((name, id));
            }
        }
        near.into_iter().map(|(_, id)| id).collect()
    }
}
