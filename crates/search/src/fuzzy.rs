//! Names that a typed text may mean even if they do not contain it: `skbuf` for `sk_buff`, `tskstr` for `task_struct`.
//!
//! We use a rule of our own, because nucleo-matcher is under the MPL, and the command box needs neither scores for
//! paths nor Unicode.

use std::collections::HashSet;

use crate::columns::Columns;
use crate::goto::Target;

/// A longer name is skipped: a damaged file can have names of megabytes.
const LONGEST_NAME: usize = 160;

/// The minimum number of letters of a text: two letters are in nearly every name.
const SHORTEST: usize = 3;

/// How many words of a name are tried as the start.
const STARTS: usize = 8;

/// How well a name fits; the least is the best. Compares, in this order: whether the text is the whole name, its start,
/// a part of it, or scattered in it; in how many runs its letters are; the length of the name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fit {
    apart: u8,
    runs: usize,
    len: usize,
}

impl Fit {
    /// True if the name begins with the text when separators are left out.
    pub fn begins(self) -> bool {
        self.apart < 2
    }
}

/// The text to look for, in lower case and without separators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fuzzy(Vec<u8>);

/// True if a byte only separates words.
fn separates(b: u8) -> bool {
    b == b'_' || b == b' ' || b == b'-'
}

impl Fuzzy {
    /// Prepares a typed text; none if it is too short or too long, or has other characters than letters, digits and
    /// separators.
    pub fn new(text: &str) -> Option<Fuzzy> {
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || separates(b));
        let wanted: Vec<u8> = text.bytes().filter(|&b| !separates(b)).map(|b| b.to_ascii_lowercase()).collect();
        (plain && (SHORTEST..=LONGEST_NAME).contains(&wanted.len())).then_some(Fuzzy(wanted))
    }

    /// How well a name fits; None if it does not fit. A name fits if, without separators, it contains the text. It also
    /// fits if it contains the letters of the text in order, beginning at the start of a word, in at most half as many
    /// runs as the text has letters.
    pub fn fit(&self, name: &str) -> Option<Fit> {
        if name.len() > LONGEST_NAME {
            return None;
        }
        let (mut plain, mut starts, mut begins) = (Vec::with_capacity(name.len()), Vec::new(), true);
        for b in name.bytes() {
            if separates(b) {
                begins = true;
                continue;
            }
            if begins && starts.len() < STARTS {
                starts.push(plain.len());
            }
            begins = false;
            plain.push(b.to_ascii_lowercase());
        }
        let len = plain.len();
        if plain.starts_with(&self.0) {
            return Some(Fit { apart: u8::from(len != self.0.len()), runs: 1, len });
        }
        if plain.windows(self.0.len()).any(|part| part == self.0) {
            return Some(Fit { apart: 2, runs: 1, len });
        }
        let runs = starts.into_iter().filter_map(|start| self.runs(plain.get(start..)?)).min()?;
        (runs <= self.0.len() / 2).then_some(Fit { apart: 3, runs, len })
    }

    /// The number of runs that the letters form in `name`, in their order and with the first letter at the start of
    /// `name`. None if `name` does not have the letters in this order.
    fn runs(&self, name: &[u8]) -> Option<usize> {
        let (mut at, mut runs) = (0, 0);
        for (i, wanted) in self.0.iter().enumerate() {
            let skipped = name.get(at..)?.iter().position(|b| b == wanted)?;
            if i == 0 && skipped > 0 {
                return None;
            }
            runs += usize::from(i == 0 || skipped > 0);
            at += skipped + 1;
        }
        Some(runs)
    }
}

impl Columns {
    /// Named types and functions that a text may mean even if their names do not contain it, best first, at most
    /// `limit`.
    pub fn goto_fuzzy(&self, text: &str, limit: usize) -> Vec<Target> {
        let Some(fuzzy) = Fuzzy::new(text.trim()) else { return Vec::new() };
        let (rows, names) = (self.rows(), self.names());
        let fits = (0..names.len()).filter_map(|row| Some((fuzzy.fit(names.get(row, true))?, row)));
        let mut found: Vec<(Fit, usize)> = fits.collect();
        found.sort_unstable();
        let mut seen = HashSet::new();
        let ids = found.into_iter().filter_map(|(_, row)| rows.ids.get(row).copied()).filter(|id| seen.insert(*id));
        ids.take(limit).filter_map(|id| self.type_target(id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best<'a>(text: &str, names: &[&'a str]) -> Vec<&'a str> {
        let fuzzy = Fuzzy::new(text).expect("a text");
        let mut found: Vec<(Fit, &str)> = names.iter().filter_map(|name| Some((fuzzy.fit(name)?, *name))).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    // In sockaddr_kbuf the five letters are in three runs, which is more than half of five.
    fn letters_are_found_without_separators_and_with_gaps() {
        let names = ["sk_buff_head", "sk_buff", "task_struct", "bpf_sk_buff", "sockaddr_kbuf", "list_head"];
        assert_eq!(best("skbuf", &names), ["sk_buff", "sk_buff_head", "bpf_sk_buff"]);
        assert_eq!(best("tskstr", &names), ["task_struct"]);
        assert_eq!(best("SK-Buff", &names)[0], "sk_buff");
        // Letters in too many runs do not match, and the first of several runs must begin at the start of a word.
        assert!(best("tkrt", &names).is_empty() && best("ufhead", &names).is_empty());
        assert_eq!((Fuzzy::new("sk"), Fuzzy::new("a.b.c")), (None, None));
    }
}
