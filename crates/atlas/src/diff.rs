//! The shortest edit from one list of lines to another, after Eugene W. Myers, "An O(ND) Difference Algorithm" (1986).

/// A part of an edit: lines kept, then old lines removed, then new lines inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    /// How many lines are kept.
    pub(crate) keep: usize,
    /// How many old lines are removed after the kept lines.
    pub(crate) skip: usize,
    /// How many new lines are inserted in place of the removed lines.
    pub(crate) insert: usize,
}

/// The edits that turn `old` into `new`, and the number of lines that they remove and insert; none if that number
/// exceeds `most`.
pub(crate) fn edits<T: PartialEq>(old: &[T], new: &[T], most: usize) -> Option<(Vec<Edit>, usize)> {
    let (n, m) = (old.len() as isize, new.len() as isize);
    let most = most as isize;
    if (n - m).abs() > most {
        return None;
    }
    // x counts old lines, y new lines. `v` has, for each diagonal x - y, the furthest x that d edits reach.
    let width = (2 * most + 3) as usize;
    let at = |k: isize| (k + most + 1) as usize;
    let mut v = vec![0isize; width];
    let mut trace: Vec<Vec<isize>> = Vec::new();
    let mut found = None;
    'search: for d in 0..=most {
        for k in (-d..=d).step_by(2) {
            let down = k == -d || k != d && v[at(k - 1)] < v[at(k + 1)];
            let mut x = if down { v[at(k + 1)] } else { v[at(k - 1)] + 1 };
            let mut y = x - k;
            while x < n && y < m && y >= 0 && old[x as usize] == new[y as usize] {
                x += 1;
                y += 1;
            }
            v[at(k)] = x;
            if x >= n && y >= m {
                found = Some(d);
                trace.push(v.clone());
                break 'search;
            }
        }
        trace.push(v.clone());
    }
    let d = found?;
    // This goes back from the end, so the steps come in reverse order.
    let mut steps: Vec<(bool, isize, isize)> = Vec::new();
    let (mut x, mut y) = (n, m);
    for d in (1..=d).rev() {
        let v = trace.get(d as usize - 1)?;
        let k = x - y;
        let down = k == -d || k != d && v[at(k - 1)] < v[at(k + 1)];
        let before = if down { k + 1 } else { k - 1 };
        (x, y) = (v[at(before)], v[at(before)] - before);
        steps.push((down, x, y));
    }
    let mut out: Vec<Edit> = Vec::new();
    // Where the edit before ended, in `old` and in `new`.
    let (mut x, mut y) = (0, 0);
    for &(down, from_x, from_y) in steps.iter().rev() {
        let keep = (from_x - x) as usize;
        if keep > 0 || out.is_empty() {
            out.push(Edit { keep, skip: 0, insert: 0 });
        }
        let edit = out.last_mut()?;
        if down {
            edit.insert += 1;
        } else {
            edit.skip += 1;
        }
        (x, y) = if down { (from_x, from_y + 1) } else { (from_x + 1, from_y) };
    }
    let keep = (n - x) as usize;
    debug_assert_eq!(n - x, m - y);
    if keep > 0 || out.is_empty() {
        out.push(Edit { keep, skip: 0, insert: 0 });
    }
    Some((out, d as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(old: &[u8], new: &[u8], edits: &[Edit]) -> Vec<u8> {
        let (mut out, mut x) = (Vec::new(), 0);
        for e in edits {
            out.extend_from_slice(&old[x..x + e.keep]);
            x += e.keep + e.skip;
            out.extend_from_slice(&new[out.len()..out.len() + e.insert]);
        }
        out
    }

    #[test]
    fn edits_make_the_new_list() {
        let cases: [(&[u8], &[u8], usize); 9] = [
            (b"", b"", 0),
            (b"abc", b"abc", 0),
            (b"abcabba", b"cbabac", 5),
            (b"", b"xy", 2),
            (b"xy", b"", 2),
            (b"abcdef", b"abXdef", 2),
            (b"abcdef", b"bcdef", 1),
            (b"abcdef", b"abcdefg", 1),
            (b"a", b"b", 2),
        ];
        for (old, new, distance) in cases {
            let (found, d) = edits(old, new, 10).expect("near");
            assert_eq!((applied(old, new, &found).as_slice(), d), (new, distance), "{found:?}");
        }
        assert!(edits(b"aaaaaaaa", b"bbbbbbbb", 10).is_none());
        assert!(edits(b"aaaaaaaa", b"", 3).is_none());
    }
}
