//! The names on segments.

use btf::{Btf, Kind, Type, TypeId};

/// The most characters of a name on a segment, because there are many segments.
const MAX_LABEL: usize = 200;

/// The most names of its members that an unnamed member shows.
const NAMES: usize = 3;

/// How many levels of unnamed members are searched for names.
const DEPTH: usize = 8;

/// The most members that are looked at for the name of one segment: unnamed types may contain each other without end.
const MOST_ASKED: usize = 256;

pub(super) fn names(btf: &Btf, of: TypeId) -> Vec<&str> {
    btf.get(of).map(|t| t.members().map(|m| m.name()).collect()).unwrap_or_default()
}

/// A member's name on the map. For an unnamed struct, the names of its first members; for an unnamed union, the names
/// in its first alternative, or the name that `struct_group()` gave it ([`group`]).
pub(crate) fn label(btf: &Btf, name: &str, type_id: TypeId) -> String {
    if !name.is_empty() {
        return name.chars().take(MAX_LABEL).collect();
    }
    let Some(of) = btf.resolved(type_id) else { return "(unnamed)".into() };
    let mut found = Vec::new();
    let mut left = MOST_ASKED;
    inner_names(btf, &of, DEPTH, &mut left, &mut found);
    let more = found.len() > NAMES;
    found.truncate(NAMES);
    let mut label: String = found.join(", ").chars().take(MAX_LABEL).collect();
    if more {
        label.push_str(", …");
    }
    match of.kind() {
        _ if !label.is_empty() => label,
        Kind::Union => "(anon union)".into(),
        Kind::Struct => "(anon struct)".into(),
        _ => "(unnamed)".into(),
    }
}

/// Collects names of members, at most one more than are shown, from at most `left` members.
fn inner_names<'a>(btf: &'a Btf, of: &Type<'a>, depth: usize, left: &mut usize, found: &mut Vec<&'a str>) {
    if !of.kind().is_composite() || depth == 0 {
        return;
    }
    if let Some(name) = group(btf, of) {
        found.push(name);
        return;
    }
    let most = if of.kind() == Kind::Union { 1 } else { usize::MAX };
    for m in of.members().take(most) {
        if found.len() > NAMES || *left == 0 {
            return;
        }
        *left -= 1;
        match (m.name(), btf.resolved(m.type_id)) {
            ("", Some(inner)) => inner_names(btf, &inner, depth - 1, left, found),
            ("", None) => {}
            (name, _) => found.push(name),
        }
    }
}

/// The name of a group of members, if a union declares one. The kernel's `struct_group()` declares the members twice:
/// in a union of two structs of the same size, of which only the second is a member with a name.
fn group<'a>(btf: &'a Btf, union: &Type<'a>) -> Option<&'a str> {
    if union.kind() != Kind::Union {
        return None;
    }
    let mut members = union.members();
    let (plain, named) = (members.next()?, members.next()?);
    let size = |m: &btf::Member<'_>| btf.resolved(m.type_id).filter(|t| t.kind() == Kind::Struct)?.size();
    let same =
        plain.name().is_empty() && members.next().is_none() && size(&plain).is_some() && size(&plain) == size(&named);
    Some(named.name()).filter(|name| same && !name.is_empty())
}
