//! Needs that are ignored: `--allow` and `--ignore`.

use std::collections::BTreeSet;

use needs::{Need, NeedKind, Needs};

use super::Args;
use crate::fail::say;

/// Words in a need's name that give the kind of the needed thing. `--allow` with one of these words alone matches no
/// need.
const KIND_WORDS: [&str; 9] = ["FUNC", "TYPEDEF", "STRUCT", "SYSCALL", "struct", "union", "enum", "typedef", "weak"];
/// How many needs a warning names at most.
const SHOWN: usize = 12;

/// Whether a need is ignored.
pub fn left_out(args: &Args, need: &Need) -> bool {
    args.ignore.contains(&need.kind) || args.allow.iter().any(|allowed| is_named(need, allowed))
}

/// Whether an `--allow` argument matches a need: it is the need's whole name, or a word of it that is not in
/// [`KIND_WORDS`] and does not begin with a bracket.
fn is_named(need: &Need, allowed: &str) -> bool {
    let name = need.name.as_str();
    // The name of a CO-RE relocation begins with a word for its kind, which is skipped.
    let skipped = usize::from(need.kind == NeedKind::Core);
    let mut words = name.split([' ', ':']).skip(skipped).filter(|word| !KIND_WORDS.contains(word) && !word.is_empty());
    name == allowed || words.any(|word| word == allowed && !word.starts_with(['[', '(']))
}

/// Warns of `--allow` arguments that match no need of any object: mistyped, or no longer necessary.
pub fn warn(args: &Args, objects: &[Needs]) {
    for allowed in &args.allow {
        let mut all = objects.iter().flat_map(Needs::needs);
        if all.any(|need| is_named(need, allowed)) {
            continue;
        }
        let names: BTreeSet<&str> = objects.iter().flat_map(Needs::needs).map(|need| need.name.as_str()).collect();
        let text = allowed.to_ascii_lowercase();
        let last = text.rsplit(' ').next().unwrap_or_default();
        // Names that contain the last word of the argument come first.
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
