//! The pass over all names.

use memchr::memmem;

use super::needle::Needle;
use super::rank::Rank;
use super::text::Names;

/// A name that contains the text of a [`Needle`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Its row.
    pub row: u32,
    /// How well it matches: the best of all its matches.
    pub rank: Rank,
}

/// The names that contain a text, in order of rows. No names for an empty text or a text with a NUL: a NUL ends each
/// name in the buffer, so a text with a NUL could match across two names.
pub fn hits(names: &Names, needle: &Needle) -> Vec<Hit> {
    let mut out = Vec::new();
    match needle.text.as_bytes() {
        [] => {}
        text if text.contains(&0) => {}
        [letter] => letters(names, *letter, needle.ignore_case, &mut out),
        text => texts(names, text, needle.ignore_case, &mut out),
    }
    out
}

/// For a single letter, which most names have: looks at each name in turn.
fn letters(names: &Names, letter: u8, lower: bool, out: &mut Vec<Hit>) {
    let (hay, own) = (names.all(lower).as_bytes(), names.all(false).as_bytes());
    for row in 0..names.len() {
        let span = names.span(row);
        let (Some(hay), Some(name)) = (hay.get(span.clone()), own.get(span)) else { continue };
        let mut best = None;
        for (at, &byte) in hay.iter().enumerate() {
            if byte != letter {
                continue;
            }
            let rank = Rank::of(name, at, 1);
            if best.is_none_or(|b| rank < b) {
                best = Some(rank);
            }
            if rank < Rank::Inside {
                break;
            }
        }
        if let Some(rank) = best {
            out.push(Hit { row: row as u32, rank });
        }
    }
}

/// For a longer text, which few names have: one search over the whole buffer.
fn texts(names: &Names, text: &[u8], lower: bool, out: &mut Vec<Hit>) {
    let (hay, own) = (names.all(lower).as_bytes(), names.all(false).as_bytes());
    let finder = memmem::Finder::new(text);
    let find = |from: usize, to: usize| Some(from + finder.find(hay.get(from..to)?)?);
    let (mut at, mut row) = (0, 0);
    while let Some(found) = find(at, hay.len()) {
        row = names.row_at(found, row);
        let span = names.span(row);
        let name = own.get(span.clone()).unwrap_or_default();
        let mut rank = Rank::of(name, found - span.start, text.len());
        // A better match may follow in the same name.
        let mut from = found + 1;
        while rank == Rank::Inside
            && let Some(found) = find(from, span.end)
        {
            rank = Rank::of(name, found - span.start, text.len());
            from = found + 1;
        }
        out.push(Hit { row: row as u32, rank });
        at = span.end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(all: &[&str], text: &str) -> Vec<(u32, Rank)> {
        let names = Names::collect(all.len(), &mut |i, text| text.extend_from_slice(all[i].as_bytes()));
        hits(&names, &Needle::new(text)).into_iter().map(|hit| (hit.row, hit.rank)).collect()
    }

    #[test]
    fn each_name_once_with_its_best_rank() {
        let all = ["task", "", "sk", "Sk_buff", "a_sk", "xsk_sk", "s", "kS"];
        assert_eq!(
            found(&all, "sk"),
            [(0, Rank::Inside), (2, Rank::Exact), (3, Rank::Prefix), (4, Rank::Word), (5, Rank::Word)]
        );
        assert_eq!(
            found(&all, "s"),
            [
                (0, Rank::Inside),
                (2, Rank::Prefix),
                (3, Rank::Prefix),
                (4, Rank::Word),
                (5, Rank::Word),
                (6, Rank::Exact),
                (7, Rank::Word)
            ]
        );
        assert_eq!(found(&all, "S"), [(3, Rank::Prefix), (7, Rank::Word)]);
        assert_eq!(found(&all, "Sk"), [(3, Rank::Prefix)]);
        for none in ["", "k\0s", "\0", "buffer"] {
            assert_eq!(found(&all, none), [], "{none:?}");
        }
    }
}
