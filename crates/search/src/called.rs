//! Types that a person names: by an id, a name, or a kind and a name as in C.

use btf::{Btf, Kind, Type, TypeId};

/// The types that `spec` names: by a name, by a kind and a name as in C (`struct file`), or by an id (`123`, `#123`).
/// The file's own types come first, then types of its base, each in the order of ids. Empty if there is no such type.
pub fn called(btf: &Btf, spec: &str) -> Vec<TypeId> {
    let spec = spec.trim();
    if let Some(digits) = id_digits(spec) {
        return digits.parse().ok().map(TypeId).filter(|&id| btf.get(id).is_some()).into_iter().collect();
    }
    let (word, name) = match spec.split_once(' ') {
        Some((word, name)) if matches!(word, "struct" | "union" | "enum" | "typedef") => (word, name.trim()),
        _ => ("", spec),
    };
    let fits = |t: &Type<'_>| {
        t.name_bytes() == &*btf::unescaped(name)
            && !name.is_empty()
            && match word {
                "struct" => t.kind() == Kind::Struct || t.kind() == Kind::Fwd && !t.is_union_fwd(),
                "union" => t.kind() == Kind::Union || t.kind() == Kind::Fwd && t.is_union_fwd(),
                "enum" => t.kind().is_any_enum(),
                "typedef" => t.kind() == Kind::Typedef,
                _ => true,
            }
    };
    let mut found: Vec<TypeId> = btf.all_types().filter(fits).map(|t| t.id()).collect();
    found.sort_by_key(|&id| (id < btf.first_id(), id));
    found
}

/// The digits of an id (`123`, `#123`); none if something else was typed.
pub fn id_digits(spec: &str) -> Option<&str> {
    let digits = spec.trim();
    let digits = digits.strip_prefix('#').unwrap_or(digits);
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}
