//! [`Names`]: the text of many names in one buffer.

use std::ops::Range;

/// The bytes that all names may have together. The limit for one name follows from it, but is never below the start of
/// [`SHARE`]; so very many names may have more bytes.
const BUDGET: usize = 64 << 20;
/// The smallest and largest limit for one name, in bytes.
const SHARE: Range<usize> = 64..512;

/// Names, one a row: as they are, and in lower case (ASCII only, as C's letters), at the same offsets. A NUL ends each
/// name, so that no match crosses two names.
#[derive(Debug, Default)]
pub struct Names {
    text: String,
    lower: String,
    /// The byte offset at which each row's name starts, and then the end of the last name.
    starts: Vec<u32>,
}

impl Names {
    /// The most bytes of one name when there are `count` names.
    pub fn share(count: usize) -> usize {
        (BUDGET / count.max(1)).clamp(SHARE.start, SHARE.end)
    }

    /// Collects `count` names: `add` appends each one, which is then cut to [`Names::share`] bytes.
    pub fn collect(count: usize, add: &mut dyn FnMut(usize, &mut Vec<u8>)) -> Names {
        let share = Names::share(count);
        let mut text = Vec::with_capacity(count * 24);
        let mut starts = Vec::with_capacity(count + 1);
        for i in 0..count {
            let start = text.len();
            starts.push(start as u32);
            add(i, &mut text);
            text.truncate(start + share);
            text.push(0);
        }
        starts.push(text.len() as u32);
        let text = match String::from_utf8(text) {
            Ok(text) => text,
            Err(e) => return Names::mend(e.as_bytes(), &starts),
        };
        let lower = text.to_ascii_lowercase();
        Names { text, lower, starts }
    }

    /// Cuts each name at its first byte that is not UTF-8. So a name that was cut inside a character loses that
    /// character.
    fn mend(bytes: &[u8], starts: &[u32]) -> Names {
        let mut text = String::with_capacity(bytes.len());
        let mut kept = Vec::with_capacity(starts.len());
        for pair in starts.windows(2) {
            kept.push(text.len() as u32);
            let [start, end] = pair else { continue };
            text.push_str(utf8(bytes.get(*start as usize..(*end as usize).saturating_sub(1)).unwrap_or_default()));
            text.push('\0');
        }
        kept.push(text.len() as u32);
        let lower = text.to_ascii_lowercase();
        Names { text, lower, starts: kept }
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many names.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The buffer of all names; with `lower`, in lower case.
    pub fn all(&self, lower: bool) -> &str {
        if lower { &self.lower } else { &self.text }
    }

    /// The bytes of a row's name in [`Names::all`], without its NUL.
    pub fn span(&self, row: usize) -> Range<usize> {
        let start = self.starts.get(row).copied().unwrap_or_default() as usize;
        let end = self.starts.get(row + 1).copied().unwrap_or_default() as usize;
        start..end.saturating_sub(1).max(start)
    }

    /// The name of a row; empty if there is no such row. With `lower`, in lower case.
    pub fn get(&self, row: usize, lower: bool) -> &str {
        self.all(lower).get(self.span(row)).unwrap_or_default()
    }

    /// The row whose name has the byte at offset `at` of [`Names::all`]. Searches from row `from` on; the row must not
    /// be before `from`. It is quickest if the row is near `from`, as the next hit of a search usually is.
    pub fn row_at(&self, at: usize, from: usize) -> usize {
        let before = |row: usize| self.starts.get(row).is_some_and(|&start| start as usize <= at);
        let (mut low, mut step) = (from, 1);
        while before(low + step) {
            low += step;
            step *= 2;
        }
        // The row is in low..low + step.
        while step > 1 {
            step /= 2;
            if before(low + step) {
                low += step;
            }
        }
        low
    }
}

/// The bytes of a name up to the first byte that is not valid UTF-8.
pub fn utf8(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&[u8]]) -> Names {
        Names::collect(all.len(), &mut |i, text| text.extend_from_slice(all[i]))
    }

    #[test]
    fn every_byte_knows_its_row() {
        let all: [&[u8]; 6] = [b"A_b", b"", b"x", b"longer", b"", b"z"];
        let n = names(&all);
        assert_eq!(n.len(), 6);
        for (row, name) in all.iter().enumerate() {
            assert_eq!(n.get(row, false).as_bytes(), *name);
            assert_eq!(n.get(row, true), n.get(row, false).to_lowercase());
            for at in n.span(row) {
                for from in 0..=row {
                    assert_eq!(n.row_at(at, from), row, "byte {at} from {from}");
                }
            }
        }
        assert_eq!(Names::default().len(), 0);
        assert_eq!(names(&[]).len(), 0);
    }

    #[test]
    fn names_are_cut_at_characters() {
        let long = "é".repeat(400);
        let n = names(&[b"a\xffb", long.as_bytes(), b"ok"]);
        assert_eq!(n.get(0, false), "a");
        assert_eq!(n.get(1, false), "é".repeat(256));
        assert_eq!(n.get(2, false), "ok");
        // An odd offset cuts a character in two.
        let n = names(&[format!("a{long}").as_bytes()]);
        assert_eq!(n.get(0, true), format!("a{}", "é".repeat(255)));
    }
}
