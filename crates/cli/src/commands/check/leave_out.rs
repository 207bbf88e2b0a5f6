//! Needs that do not count: `--allow` and `--ignore`.

use std::collections::BTreeSet;

use needs::{Kind, Need, Needs};

use super::Args;
use crate::fail::say;

/// What is said of the sort of thing in a need's name, so that it means no need by itself.
const SORTS: [&str; 9] = ["FUNC", "TYPEDEF", "STRUCT", "SYSCALL", "struct", "union", "enum", "typedef", "weak"];
/// How many needs are named where one is not known.
const SHOWN: usize = 12;

/// Whether a need does not count.
pub fn left_out(args: &Args, need: &Need) -> bool {
    args.ignore.contains(&need.kind) || args.allow.iter().any(|allowed| is_named(need, allowed))
}

/// Whether a need is meant: by its whole name, or by a word of it that names something.
fn is_named(need: &Need, allowed: &str) -> bool {
    let name = need.name.as_str();
    // A relocation's name begins with what is asked of the type.
    let skipped = usize::from(need.kind == Kind::Core);
    let mut words = name.split([' ', ':']).skip(skipped).filter(|word| !SORTS.contains(word) && !word.is_empty());
    name == allowed || words.any(|word| word == allowed && !word.starts_with(['[', '(']))
}

/// Warns of needs that are allowed and that no object has: a name that is mistyped would allow nothing, and one that is gone hides
/// nothing any more.
pub fn warn(args: &Args, objects: &[Needs]) {
    for allowed in &args.allow {
        let mut all = objects.iter().flat_map(Needs::needs);
        if all.any(|need| is_named(need, allowed)) {
            continue;
        }
        let names: BTreeSet<&str> = objects.iter().flat_map(Needs::needs).map(|need| need.name.as_str()).collect();
        let text = allowed.to_ascii_lowercase();
        let last = text.rsplit(' ').next().unwrap_or_default();
        // Those that are most alike first.
        let mut near: Vec<&str> = names.into_iter().collect();
        near.sort_by_key(|name| !name.to_ascii_lowercase().contains(last));
        let more = match near.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(", and {more} more (--json has all)"),
        };
        near.truncate(SHOWN);
        say(&match near.is_empty() {
            true => format!("warning: --allow {allowed}: nothing is needed"),
            false => format!("warning: --allow {allowed}: there is no such need; there are {}{more}", near.join(", ")),
        });
    }
}
