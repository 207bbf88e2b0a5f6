//! The pass over all names, and the order of what it finds.

use std::ops::Range;

use memchr::memmem;

use super::kinds::{GROUPS, group};
use super::names::Names;
use super::rank::{RANKS, Rank, best};
use super::rows::Rows;
use super::words::{Needle, Word};

/// Names of this length and longer are equal in the order.
const LENGTHS: usize = 128;

/// The rows whose names have all of `texts` and that `keep` keeps, best first: by the worst rank of its words, then by what the kind
/// is to people, then the shorter name, then as in the unsearched list. `nameless` are the names made up for rows without one.
pub(super) fn ranked(
    rows: &Rows,
    names: &Names,
    nameless: Option<&Names>,
    texts: &[&Word],
    keep: impl Fn(usize) -> bool,
) -> Vec<u32> {
    let mut hits: Vec<(u32, u16)> = Vec::new();
    let sets = [Some((names, 0, 0)), nameless.map(|names| (names, rows.named, 1))];
    for (names, first, made_up) in sets.into_iter().flatten() {
        scan(names, texts, |row, rank| {
            if keep(first + row) {
                let kind = rows.kinds.get(first + row).map_or(GROUPS - 1, |&k| group(k));
                // What has a name of its own comes before what was given one.
                let group = usize::from(kind) + made_up * usize::from(GROUPS);
                let length = names.span(row).len().min(LENGTHS - 1);
                let key = (rank as usize * 2 * usize::from(GROUPS) + group) * LENGTHS + length;
                hits.push(((first + row) as u32, key as u16));
            }
        });
    }
    sort(&hits)
}

/// A counting sort, which keeps the order of equal keys.
fn sort(hits: &[(u32, u16)]) -> Vec<u32> {
    const KEYS: usize = RANKS * 2 * GROUPS as usize * LENGTHS;
    let mut next = vec![0u32; KEYS];
    for &(_, key) in hits {
        next[usize::from(key)] += 1;
    }
    let mut total = 0;
    for slot in &mut next {
        total += std::mem::replace(slot, total);
    }
    let mut out = vec![0; hits.len()];
    for &(row, key) in hits {
        let at = &mut next[usize::from(key)];
        out[*at as usize] = row;
        *at += 1;
    }
    out
}

/// Calls `found` for each name that has all of `texts`, in order.
fn scan(names: &Names, texts: &[&Word], mut found: impl FnMut(usize, Rank)) {
    // The longest text is the rarest: one pass for it, and the others are looked for in what it finds.
    let lead = texts.iter().enumerate().max_by_key(|(_, word)| match word {
        Word::Text(needle) => needle.text.len(),
        _ => 0,
    });
    let Some((lead, first)) = lead else { return };
    let mut each = |row: usize, rank: Rank| {
        let mut worst = rank;
        for (i, word) in texts.iter().enumerate() {
            if i != lead {
                let Some(rank) = rank_of(names, row, word) else { return };
                worst = worst.max(rank);
            }
        }
        found(row, worst);
    };
    match first {
        Word::Text(needle) => scan_text(names, needle, &mut each),
        Word::Regex(regex) => {
            let mut try_row = |row: usize, _: Rank| {
                if let Some(rank) = regex.rank(names, row) {
                    each(row, rank);
                }
            };
            match regex.literal() {
                Some(needle) => scan_text(names, needle, &mut try_row),
                None => (0..names.len()).for_each(|row| try_row(row, Rank::Inside)),
            }
        }
        _ => {}
    }
}

fn rank_of(names: &Names, row: usize, word: &Word) -> Option<Rank> {
    match word {
        Word::Text(needle) => best(names.get(row, false), names.get(row, needle.ignore_case), &needle.text),
        Word::Regex(regex) => regex.rank(names, row),
        _ => None,
    }
}

fn scan_text(names: &Names, needle: &Needle, each: &mut impl FnMut(usize, Rank)) {
    // A NUL ends each name, so one in the text would be found across two.
    if needle.text.is_empty() || needle.text.contains('\0') {
        return;
    }
    let hay = names.all(needle.ignore_case).as_bytes();
    let finder = memmem::Finder::new(&needle.text);
    let find = |range: Range<usize>| {
        let part = hay.get(range)?;
        match needle.text.as_bytes() {
            // A single letter is never far: getting the finder started would take longer than the search.
            [letter] => part.iter().position(|b| b == letter),
            _ => finder.find(part),
        }
    };
    let (mut at, mut row) = (0, 0);
    while let Some(i) = find(at..hay.len()) {
        let found = at + i;
        row = names.row_at(found, row);
        let span = names.span(row);
        let name = names.get(row, false);
        let mut rank = Rank::of(name, found - span.start, needle.text.len());
        // There may be a better one further on in the name.
        let mut from = found + 1;
        while rank == Rank::Inside
            && let Some(i) = find(from..span.end)
        {
            rank = Rank::of(name, from + i - span.start, needle.text.len());
            from += i + 1;
        }
        each(row, rank);
        at = span.end + 1;
    }
}
