//! The members at an offset of a type: every alternative of unions, elements of arrays, holes. [`ask`] parses the
//! question as people write it, and finds it in lines of the verifier, of an oops and of a disassembly.

mod ask;
mod find;

pub use ask::{Asked, ask};
pub use find::{At, AtError, AtPlace, What, at};

use btf::{Btf, Kind, TypeId};

/// The types with this name (`sock`, `struct sock`): structs and unions, then typedefs of these, as in C programs.
pub fn roots(btf: &Btf, name: &str) -> Vec<TypeId> {
    let name = name.trim();
    let (keyword, name) = match name.split_once(char::is_whitespace) {
        Some(("struct", rest)) => (Some(Kind::Struct), rest.trim()),
        Some(("union", rest)) => (Some(Kind::Union), rest.trim()),
        _ => (None, name),
    };
    let fits = |kind: Kind| match keyword {
        Some(keyword) => kind == keyword,
        None => matches!(kind, Kind::Struct | Kind::Union | Kind::Typedef),
    };
    let mut found: Vec<TypeId> = btf
        .all_types()
        .filter(|t| fits(t.kind()) && t.name_bytes() == &*btf::unescaped(name))
        .map(|t| t.id())
        .filter(|&id| btf.resolved(id).is_some_and(|t| t.kind().is_composite()))
        .collect();
    found.sort_by_key(|&id| (btf.kind(id) == Some(Kind::Typedef), id));
    found
}
