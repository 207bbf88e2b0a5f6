//! Finding member paths between two types, with the index of users.

use btf::{Btf, Budget, Kind, TypeId};
use desk::AskPaths;
use desk::Problem;
use model::access::access;
use model::path::Path;
use model::paths_between::{FoundPath, FoundPaths};
use relate::{PathOptions, paths_between};

use crate::{Desk, Held, Work};

/// How many paths are listed, at most.
const MOST_PATHS: usize = 20;
/// How many similar names are suggested for a missing one, at most.
const MOST_NEAR: usize = 4;

impl Work for AskPaths {
    fn answer(&self, desk: &Desk) -> Result<FoundPaths, Box<Problem>> {
        let file = desk.file(self.file)?;
        let btf = &*file.btf;
        let nothing = |to: String, why: String| FoundPaths { to, paths: Vec::new(), why };
        let found = match find_type(btf, &self.to) {
            None => nothing(self.to.clone(), no_such_type(file, &self.to)),
            Some(to) => {
                let name = dump::type_name(btf, to);
                let users = file.users();
                let options = PathOptions { most: MOST_PATHS, pointers: !self.embedded, ..PathOptions::default() };
                let budget = Budget::of([btf]);
                match paths_between(btf, users, self.from, to, &options, &budget) {
                    Err(why) => nothing(name, format!("{why}.")),
                    Ok(all) if all.is_empty() && budget.check().is_err() => {
                        let stopped = budget.check().err().map(|stopped| stopped.to_string()).unwrap_or_default();
                        nothing(name, format!("The search {stopped} without a path: there may be one."))
                    }
                    Ok(all) if all.is_empty() => {
                        let from = dump::type_name(btf, self.from);
                        let why = match self.embedded {
                            true => format!("{name} is not embedded in {from}, however deep."),
                            false => format!("No members lead from {from} to {name}."),
                        };
                        nothing(name, why)
                    }
                    Ok(all) => {
                        let paths =
                            all.iter().filter_map(|p| path_words(btf, self.from, p.indices(), p.pointers)).collect();
                        FoundPaths { to: name, paths, why: String::new() }
                    }
                }
            }
        };
        Ok(found)
    }
}

/// The type of a name: a struct or union if there is one, else the type with the smallest id. `#123` is the type with
/// this id.
fn find_type(btf: &Btf, text: &str) -> Option<TypeId> {
    let text = text.trim();
    if let Some(id) = text.strip_prefix('#').and_then(|n| n.parse().ok()) {
        return btf.get(TypeId(id)).map(|t| t.id());
    }
    let (word, name) = match text.split_once(' ') {
        Some((word @ ("struct" | "union" | "enum"), name)) => (word, name.trim()),
        _ => ("", text),
    };
    let fits = |kind: Kind| match word {
        "struct" => kind == Kind::Struct,
        "union" => kind == Kind::Union,
        "enum" => kind.is_any_enum(),
        _ => kind != Kind::Fwd && !kind.is_declaration(),
    };
    let all =
        || btf.all_types().filter(|t| !name.is_empty() && t.name_bytes() == &*btf::unescaped(name) && fits(t.kind()));
    all().find(|t| t.kind().is_composite()).or_else(|| all().next()).map(|t| t.id())
}

fn no_such_type(file: &Held, name: &str) -> String {
    let near: Vec<String> = file.columns.near(name, MOST_NEAR).into_iter().map(|id| file.columns.name(id)).collect();
    let there = if near.is_empty() { String::new() } else { format!(" There are {}.", near.join(", ")) };
    format!("{} has no type “{name}”.{there}", file.name)
}

fn path_words(btf: &Btf, from: TypeId, indices: Vec<u32>, pointers: u32) -> Option<FoundPath> {
    let access = access(btf, from, &Path(indices.clone()))?;
    let reads = access.reads.iter().map(|r| {
        let offset = r.offset.map(|at| format!(" @ {at}")).unwrap_or_default();
        format!("{} {} {}{offset}", r.root_name, r.access, r.members)
    });
    Some(FoundPath { indices, expression: access.expression, pointers, reads: reads.collect() })
}
