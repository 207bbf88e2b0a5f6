//! Finds names by the words of a query, and orders the results.

use names::{Hit, Names, RANKS, Rank, best, hits, sorted};

use crate::conditions::Word;
use crate::kinds::{GROUPS, group};
use crate::rows::Rows;

/// How many lengths are told apart: names with `LENGTHS` - 1 or more bytes count as equally long.
const LENGTHS: usize = 128;

/// The rows that `keep` accepts and whose names have all of `texts`, best first. The order is by the worst rank of the
/// words; then rows with a name come before rows without; then by the kind's group, by length, and as in the list
/// without a search. `nameless` has the made-up names of the rows without a name.
pub(crate) fn ranked(
    rows: &Rows,
    names: &Names,
    nameless: Option<&Names>,
    texts: &[&Word],
    keep: &dyn Fn(usize) -> bool,
) -> Vec<u32> {
    const KEYS: usize = RANKS * 2 * GROUPS as usize * LENGTHS;
    let mut found: Vec<(u32, u16)> = Vec::new();
    let sets = [Some((names, 0, 0)), nameless.map(|names| (names, rows.named, 1))];
    for (names, first, made_up) in sets.into_iter().flatten() {
        for Hit { row, rank } in scan(names, texts) {
            let row = row as usize;
            if keep(first + row) {
                let kind = rows.kinds.get(first + row).map_or(GROUPS - 1, |&k| group(k));
                // Types with a name come before types with a made-up name.
                let group = usize::from(kind) + made_up * usize::from(GROUPS);
                let length = names.span(row).len().min(LENGTHS - 1);
                let key = (rank as usize * 2 * usize::from(GROUPS) + group) * LENGTHS + length;
                found.push(((first + row) as u32, key as u16));
            }
        }
    }
    sorted(&found, KEYS as u16)
}

/// The names that have all of `texts`, each with its worst rank, by row.
fn scan(names: &Names, texts: &[&Word]) -> Vec<Hit> {
    // The longest text is probably the rarest: all names are searched for it, and only the hits are searched for the
    // other texts.
    let lead = texts.iter().enumerate().max_by_key(|(_, word)| match word {
        Word::Text(needle) => needle.text.len(),
        _ => 0,
    });
    let Some((lead, first)) = lead else { return Vec::new() };
    let mut found = match first {
        Word::Text(needle) => hits(names, needle),
        Word::Regex(regex) => {
            let mut found = match regex.literal() {
                Some(needle) => hits(names, needle),
                None => (0..names.len() as u32).map(|row| Hit { row, rank: Rank::Inside }).collect(),
            };
            keep_ranked(&mut found, |row| regex.rank(names, row), |_, rank| rank);
            found
        }
        _ => Vec::new(),
    };
    for (i, word) in texts.iter().enumerate() {
        if i != lead {
            keep_ranked(&mut found, |row| rank_of(names, row, word), Rank::max);
        }
    }
    found
}

/// Keeps the hits that have a second rank, and combines both ranks.
fn keep_ranked(found: &mut Vec<Hit>, rank: impl Fn(usize) -> Option<Rank>, both: fn(Rank, Rank) -> Rank) {
    found.retain_mut(|hit| match rank(hit.row as usize) {
        Some(rank) => {
            hit.rank = both(hit.rank, rank);
            true
        }
        None => false,
    });
}

fn rank_of(names: &Names, row: usize, word: &Word) -> Option<Rank> {
    match word {
        Word::Text(needle) => best(names.get(row, false), names.get(row, needle.ignore_case), &needle.text),
        Word::Regex(regex) => regex.rank(names, row),
        _ => None,
    }
}
