//! Finds the new name of a renamed member. BTF does not record renames: they are inferred from names, types and
//! neighbours.

use std::collections::HashSet;

use btf::{Btf, Budget, TypeId};

use super::fields::{Field, fields};
use super::signature::Signatures;

btf::named! {
    /// How two names are alike, the most alike first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum AlikeName {
        /// Equal if underscores at both ends are left out: `state` and `__state`.
        Underscores = "the same name but for underscores";
        /// The same name, inside another member.
        Moved = "the same name, inside another member";
        /// One name is the other with more words, joined by an underscore in front or behind: `i_atime` and
        /// `i_atime_sec`.
        Part = "one name is part of the other";
    }
    fn words;
}

/// The probable new name of a member, and the reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renamed {
    /// Its path from the type that was searched: `__state`, `inner.count`.
    pub path: String,
    /// Its type.
    pub type_id: TypeId,
    /// How the names are alike; none if they are not.
    pub name: Option<AlikeName>,
    /// True if the types are the same.
    pub same_type: bool,
    /// The name of a member that both types have, directly before or after the renamed one in both.
    pub beside: Option<String>,
}

impl Renamed {
    /// The reasons in words: `the same name but for underscores`, `the same type, beside flags as before`.
    pub fn words(&self) -> String {
        let name = self.name.map(|name| name.words().to_owned());
        // If the names suffice, they are the only reason that is given.
        if self.is_by_name() {
            return name.unwrap_or_default();
        }
        let beside = self.beside.as_ref().map(|path| format!("beside {path} as before"));
        let parts = [name, self.same_type.then(|| "the same type".to_owned()), beside];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// True if the names are equal except for underscores or for the member that contains them.
    pub fn is_by_name(&self) -> bool {
        matches!(self.name, Some(AlikeName::Underscores | AlikeName::Moved))
    }

    /// True if the reasons are enough: names that are equal except for underscores, or two of three facts: alike names,
    /// the same type, the same neighbour.
    fn is_enough(&self) -> bool {
        let count = u32::from(self.name.is_some()) + u32::from(self.same_type) + u32::from(self.beside.is_some());
        self.name == Some(AlikeName::Underscores) || count >= 2
    }

    /// A sort key: the most probable comes first, and names that are not alike come last.
    fn rank(&self) -> (bool, Option<AlikeName>, bool, bool) {
        (self.name.is_none(), self.name, !self.same_type, self.beside.is_none())
    }
}

/// The new name of an old type's member, in a new type that has no member of the old name. None if the reasons are
/// enough for no member, or equally good for several. Also none if a type has more members than the usual [`Budget`]
/// allows. The members of an anonymous member count in each place where it occurs.
///
/// Three facts speak for a member: an alike name, the same type, and a neighbour that both types have. A member that
/// the old type has, too, is not the new name. The byte offset does not count, because an object's own types have only
/// the members that it reads.
///
/// `name` is a path as in CO-RE, without unnamed members.
pub fn renamed(old: &Btf, of: TypeId, name: &str, new: &Btf, within: TypeId) -> Option<Renamed> {
    let budget = Budget::of([old, new]);
    let (olds, news) = (fields(old, old.resolve(of), &budget).ok()?, fields(new, new.resolve(within), &budget).ok()?);
    let at = olds.iter().position(|f| f.path == name)?;
    let before = olds.get(at)?;
    let (mut old, mut new) = (Signatures::new(old), Signatures::new(new));
    let (old_paths, new_paths): (HashSet<&str>, HashSet<&str>) =
        (olds.iter().map(|f| f.path.as_str()).collect(), news.iter().map(|f| f.path.as_str()).collect());
    if new_paths.contains(name) {
        return None;
    }
    let mut found: Vec<Renamed> = Vec::new();
    for (i, f) in news.iter().enumerate().filter(|(_, f)| !old_paths.contains(f.path.as_str())) {
        let same_type = same_type(&mut old, before, &mut new, f);
        let (name, beside) = if siblings(before, f) {
            let ahead = |fields: &[Field], at: usize| Some(fields.get(at.checked_sub(1)?)?.path.clone());
            let places = [(ahead(&olds, at), ahead(&news, i)), (behind(&olds, at), behind(&news, i))];
            let beside = places.into_iter().find_map(|(a, b)| a.filter(|a| !a.is_empty() && b.as_ref() == Some(a)));
            (similar(before, f), beside)
        } else if last(&f.path) == last(&before.path)
            && f.path.matches('.').count() <= before.path.matches('.').count() + 1
        {
            // Inside another member, the last name must be equal, and the path at most one level deeper.
            (Some(AlikeName::Moved), None)
        } else {
            continue;
        };
        found.push(Renamed { path: f.path.clone(), type_id: f.type_id, name, same_type, beside });
    }
    found.retain(Renamed::is_enough);
    found.sort_by_key(Renamed::rank);
    let mut best = found.into_iter();
    let one = best.next()?;
    best.next().is_none_or(|other| other.rank() != one.rank()).then_some(one)
}

/// The path of the field behind a field, after the fields that are inside of it.
fn behind(fields: &[Field], at: usize) -> Option<String> {
    let own = &fields.get(at)?.path;
    let is_inside = |f: &Field| f.path.strip_prefix(own.as_str()).is_some_and(|rest| rest.starts_with(['.', '[']));
    fields.iter().skip(at + 1).find(|f| !is_inside(f)).map(|f| f.path.clone())
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// The last part of the path, without underscores at its ends.
fn core_of(f: &Field) -> &str {
    last(&f.path).trim_matches('_')
}

/// How one name may have become the other, if they are alike.
pub(super) fn similar(a: &Field, b: &Field) -> Option<AlikeName> {
    let (a, b) = (core_of(a), core_of(b));
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let rest = long.strip_prefix(short).map(|r| r.starts_with('_')).unwrap_or_default();
    let front = long.strip_suffix(short).map(|r| r.ends_with('_')).unwrap_or_default();
    match short.is_empty() {
        true => None,
        false if short == long => Some(AlikeName::Underscores),
        false => (rest || front).then_some(AlikeName::Part),
    }
}

/// True if two fields have the same type, and bitfields the same width.
pub(super) fn same_type(old: &mut Signatures<'_>, a: &Field, new: &mut Signatures<'_>, b: &Field) -> bool {
    a.bitfield == b.bitfield && old.reference(a.type_id) == new.reference(b.type_id)
}

/// True if two fields have parents with the same path.
pub(super) fn siblings(a: &Field, b: &Field) -> bool {
    parent_path(a) == parent_path(b)
}

/// The path of a field's parent, with the dot behind it; empty at the top.
pub(super) fn parent_path(f: &Field) -> &str {
    f.path.rfind('.').and_then(|at| f.path.get(..=at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use btf::NameIndex;

    fn answer(old: &str, name: &str, new: &str) -> Option<(String, String)> {
        let blob = |members: &str| {
            let source = format!("struct in {{ int count; }}; struct s {{ {members} }};");
            let bytes = scratch::compile(&source, scratch::Target::default()).blob.expect("a blob");
            Btf::parse(bytes, None).expect("BTF")
        };
        let (old, new) = (blob(old), blob(new));
        let of = |btf: &Btf| NameIndex::new(btf).find(btf, "s").next().expect("a struct").id();
        let found = renamed(&old, of(&old), name, &new, of(&new))?;
        Some((found.path.clone(), found.words()))
    }

    #[test]
    fn a_rename_needs_enough_reasons() {
        let is = |path: &str, words: &str| Some((path.to_owned(), words.to_owned()));
        assert_eq!(
            answer("long state;", "state", "int on_cpu; unsigned int __state;"),
            is("__state", "the same name but for underscores")
        );
        // The type alone is no reason, wherever the member is.
        assert_eq!(answer("int nosuchmember;", "nosuchmember", "int on_cpu; long x;"), None);
        assert_eq!(answer("int on_cpu; int gone;", "gone", "int on_cpu; long x;"), None);
        // The same type beside the same member is reason enough.
        assert_eq!(
            answer("int a; long gone; char b;", "gone", "int a; long fresh; char b;"),
            is("fresh", "the same type, beside a as before")
        );
        assert_eq!(answer("int a; long gone; char b;", "gone", "int a; short fresh; char b;"), None);
        assert_eq!(
            answer("struct { int x; } gone; int b;", "gone", "struct { int x; } fresh; int b;"),
            is("fresh", "the same type, beside b as before")
        );
        // A member that the old type has, too, is not the new name.
        assert_eq!(answer("int a; long gone; long fresh;", "gone", "int a; long fresh;"), None);
        assert_eq!(
            answer("long atime;", "atime", "long atime_sec;"),
            is("atime_sec", "one name is part of the other, the same type")
        );
        assert_eq!(answer("long atime;", "atime", "int atime_sec;"), None);
        assert_eq!(answer("long atime;", "atime", "long atime_sec; long atime_nsec;"), None);
        assert_eq!(answer("int state;", "state", "int state; int __state;"), None);
    }
}
