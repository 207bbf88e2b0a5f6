//! What a program may have meant by a member that a kernel lacks.

use btf::Btf;
use relo::{Explanation, Near, Suggestion, Target};

use crate::compare::{Renamed, renamed};

/// What the member that a relocation did not find is called in the target, as far as [`renamed`] says.
pub fn renamed_member(local: &Btf, target: &Target, why: &Explanation) -> Option<Renamed> {
    let lacks = why.lacks.as_ref()?;
    renamed(local, lacks.of, &lacks.name, target.btf(lacks.part)?, lacks.within)
}

/// The suggestions of an explanation that something speaks for: near names, and of members of the same type only the one that [`renamed`]
/// tells to be the other, with its reasons in [`renamed_member`]. That comes first.
pub fn suggestions(local: &Btf, target: &Target, why: &Explanation) -> Vec<Suggestion> {
    let other = renamed_member(local, target, why);
    let is_other = |s: &&Suggestion| other.as_ref().is_some_and(|r| r.path == s.path);
    let first = why.suggestions.iter().find(is_other);
    let rest = why.suggestions.iter().filter(|s| !is_other(s) && !matches!(s.near, Near::Type(_)));
    first.into_iter().chain(rest).cloned().collect()
}
