//! Suggestions: members and enumerators whose name or type is near that of the missing member or enumerator.

use btf::{Btf, TypeId};
use dump::type_name;
use text::counted;

/// A member or enumerator of the target that the program may mean.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Suggestion {
    /// The path from the type that was searched: `__state`, `inner.count`.
    pub path: String,
    /// Its type; void for an enumerator.
    pub type_id: TypeId,
    /// Its bit offset in the type that was searched; for an enumerator, its index in the enum.
    pub bit_offset: u32,
    /// Why it is suggested.
    pub near: Near,
}

/// How a suggestion resembles the missing member or enumerator, the best resemblance first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Near {
    /// The same name, apart from case and underscores at its ends.
    Underscores,
    /// The same name, but inside of a member with a name of its own.
    Moved,
    /// One of the two names begins or ends with the other name.
    Part,
    /// The names differ in this many letters.
    Letters(u32),
    /// The same type, and this many bits away from its place in the object.
    Type(u32),
}

impl Near {
    /// The likeness in words.
    pub fn words(self) -> String {
        match self {
            Near::Moved => "the same name, inside another member".to_owned(),
            Near::Underscores => "the same name but for underscores".to_owned(),
            Near::Part => "one name is part of the other".to_owned(),
            Near::Letters(1) => "one letter differs".to_owned(),
            Near::Letters(n) => format!("{n} letters differ"),
            Near::Type(0) => "the same type at the same place".to_owned(),
            Near::Type(bits) => format!("the same type, {} away", counted(bits / 8, "byte")),
        }
    }
}

/// The most members that are compared.
const MAX_MEMBERS: usize = 4096;
/// How many members are looked at to find the members to compare. Members without a name, which are not compared, count
/// here: their types may contain each other in many ways.
const MAX_LOOKED_AT: usize = 4 * MAX_MEMBERS;
/// How many suggestions are given by name, and how many by type.
const BEST: usize = 3;
/// Members of the same type are suggested only up to this many bits away.
const MAX_AWAY: u32 = 64 * 8;
/// Names of more bytes resemble each other only if they are equal, or if one begins or ends with the other.
const MAX_LETTERS: usize = 64;

struct Found {
    path: String,
    type_id: TypeId,
    bit_offset: u32,
    /// Whether the member is inside of another member with a name.
    inside: bool,
}

/// The members of a type, the members of its unnamed members, and, one level down, the members of its named members.
fn members(
    btf: &Btf,
    within: TypeId,
    prefix: &str,
    base: u32,
    depth: u32,
    looked_at: &mut usize,
    out: &mut Vec<Found>,
) {
    let Some(t) = btf.resolved(within).filter(|t| t.kind().is_composite()) else { return };
    for m in t.members() {
        *looked_at += 1;
        if out.len() >= MAX_MEMBERS || *looked_at > MAX_LOOKED_AT {
            return;
        }
        let at = base.saturating_add(m.bit_offset());
        match m.name() {
            "" if depth > 0 => members(btf, m.type_id, prefix, at, depth - 1, looked_at, out),
            "" => {}
            name => {
                let path = format!("{prefix}{name}");
                if prefix.is_empty() {
                    members(btf, m.type_id, &format!("{path}."), at, 0, looked_at, out);
                }
                out.push(Found { path, type_id: m.type_id, bit_offset: at, inside: !prefix.is_empty() });
            }
        }
    }
}

/// Members of `within` that are near to the local member by name or type. The best first.
pub(crate) fn near_members(
    target: &Btf,
    within: TypeId,
    name: &str,
    local: Option<(&Btf, TypeId, u32)>,
) -> Vec<Suggestion> {
    let mut all = Vec::new();
    members(target, within, "", 0, 8, &mut 0, &mut all);
    let as_is =
        |f: &Found, near| Suggestion { path: f.path.clone(), type_id: f.type_id, bit_offset: f.bit_offset, near };
    let by_name = |f: &Found| {
        let last = f.path.rsplit('.').next().unwrap_or_default();
        match f.inside {
            true => (last == name).then_some(Near::Moved),
            false => nearness(name, last),
        }
    };
    let mut out = best(all.iter().filter_map(|f| Some(as_is(f, by_name(f)?))));
    if let Some((btf, type_id, bit_offset)) = local {
        let words = type_name(btf, type_id);
        let same = |f: &&Found| {
            !f.inside && f.bit_offset.abs_diff(bit_offset) <= MAX_AWAY && type_name(target, f.type_id) == words
        };
        let by_type = all
            .iter()
            .filter(same)
            .filter(|f| out.iter().all(|s| s.path != f.path))
            .map(|f| as_is(f, Near::Type(f.bit_offset.abs_diff(bit_offset))));
        let by_type = best(by_type);
        out.extend(by_type);
    }
    out
}

/// Enumerators of `within` that are near to a name.
pub(crate) fn near_enumerators(target: &Btf, within: TypeId, name: &str) -> Vec<Suggestion> {
    let Some(t) = target.resolved(within) else { return Vec::new() };
    let near = |e: btf::Enumerator<'_>| {
        let near = nearness(name, e.name())?;
        Some(Suggestion { path: e.name().to_owned(), type_id: TypeId::VOID, bit_offset: e.index.0, near })
    };
    best(t.enumerators().take(MAX_MEMBERS).filter_map(near))
}

/// The [`BEST`] suggestions, the best first.
fn best(all: impl Iterator<Item = Suggestion>) -> Vec<Suggestion> {
    let mut best: Vec<Suggestion> = all.collect();
    best.sort_by(|a, b| (a.near, &a.path).cmp(&(b.near, &b.path)));
    best.truncate(BEST);
    best
}

/// How two names resemble each other, if they do.
fn nearness(wanted: &str, name: &str) -> Option<Near> {
    let bare = |s: &str| s.trim_matches('_').to_ascii_lowercase();
    let (a, b) = (bare(wanted), bare(name));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    if a == b {
        return Some(Near::Underscores);
    }
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() >= 3 && (long.starts_with(short.as_str()) || long.ends_with(short.as_str())) {
        return Some(Near::Part);
    }
    if long.len() > MAX_LETTERS {
        return None;
    }
    let most = (long.len() / 4).max(1) as u32;
    Some(distance(a.as_bytes(), b.as_bytes())).filter(|&d| d <= most && short.len() > 2).map(Near::Letters)
}

/// How many letters have to be added, removed or replaced.
fn distance(a: &[u8], b: &[u8]) -> u32 {
    let mut row: Vec<u32> = (0..=b.len() as u32).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i as u32;
        let mut left = diagonal + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let here = (diagonal + u32::from(x != y)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = here;
            left = here;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Near, distance, nearness};

    #[test]
    fn names_are_near_by_underscores_parts_and_letters() {
        assert_eq!(nearness("state", "__state"), Some(Near::Underscores));
        assert_eq!(nearness("cpu", "on_cpu"), Some(Near::Part));
        assert_eq!(nearness("group_leader", "group_laeder"), Some(Near::Letters(2)));
        assert_eq!(nearness("pid", "tgid"), None);
        assert_eq!(nearness("a", "b"), None);
        assert_eq!(nearness("", "x"), None);
        assert_eq!(distance(b"kitten", b"sitting"), 3);
        assert_eq!(distance(b"", b"abc"), 3);
    }
}
