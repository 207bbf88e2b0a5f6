//! The line numbers beside the source in the scratch pad.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Up to this line, each number has an element of its own.
const SINGLE: u32 = 2_000;

/// The most lines that are numbered: more than a source of 256 KiB, the largest that is compiled, can have. The text in
/// a link may have any number of lines.
const MOST: u32 = 1 << 18;

/// The elements with the numbers of so many lines: the first line of each element, and its text. Far below, lines share
/// an element, except those in `own`, which have marks or colours: a browser takes long for a million elements. Behind
/// the last numbered line stands `…`.
pub fn gutter(lines: u32, own: &BTreeSet<u32>) -> Vec<(u32, String)> {
    let mut elements: Vec<(u32, String)> = Vec::new();
    // Whether the last element may take another line.
    let mut is_shared = false;
    for n in 1..=lines.min(MOST) {
        let is_single = n <= SINGLE || own.contains(&n);
        match elements.last_mut().filter(|_| is_shared && !is_single) {
            Some((_, text)) => {
                let _ = write!(text, "\n{n}");
            }
            None => elements.push((n, n.to_string())),
        }
        is_shared = !is_single;
    }
    if lines > MOST {
        elements.push((MOST + 1, "…".to_owned()));
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_have_few_elements() {
        let own = BTreeSet::from([3, 5_000, 5_001, 900_000]);
        let few = gutter(4, &own);
        assert_eq!(few, [1, 2, 3, 4].map(|n: u32| (n, n.to_string())));
        let all = gutter(1_000_001, &own);
        let far: Vec<(u32, &str)> =
            all.iter().skip(SINGLE as usize).map(|(n, text)| (*n, text.lines().next().unwrap_or_default())).collect();
        assert_eq!(far, [(2_001, "2001"), (5_000, "5000"), (5_001, "5001"), (5_002, "5002"), (MOST + 1, "…")]);
        // Each element has as many lines as it numbers.
        for pair in all.windows(2) {
            let [(n, text), (next, _)] = pair else { continue };
            assert_eq!(text.lines().count(), (next - n) as usize, "{n}");
        }
    }
}
