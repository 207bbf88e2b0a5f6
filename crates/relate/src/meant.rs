//! Finds the member that a program may mean when the kernel lacks the member that the program asks for.

use btf::Btf;
use relo::{Explanation, Near, Suggestion, Target};

use crate::compare::{Renamed, renamed};

/// The member of the target that a missing member was renamed to, if [`renamed`] finds one.
pub fn renamed_member(local: &Btf, target: &Target, why: &Explanation) -> Option<Renamed> {
    let lacks = why.lacks.as_ref()?;
    renamed(local, lacks.of, &lacks.name, target.btf(lacks.part)?, lacks.within)
}

/// The suggestions of an explanation that have a reason. The member that [`renamed`] finds comes first;
/// [`renamed_member`] gives its reasons. Then come the suggestions with a similar name. Suggestions that only have the
/// same type are left out.
pub fn suggestions(local: &Btf, target: &Target, why: &Explanation) -> Vec<Suggestion> {
    let other = renamed_member(local, target, why);
    let is_other = |s: &&Suggestion| other.as_ref().is_some_and(|r| r.path == s.path);
    let first = why.suggestions.iter().find(is_other);
    let rest = why.suggestions.iter().filter(|s| !is_other(s) && !matches!(s.near, Near::Type(_)));
    first.into_iter().chain(rest).cloned().collect()
}
