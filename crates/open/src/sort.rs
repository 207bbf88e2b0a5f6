//! The `qsort` of the GNU C library, which libbpf calls: a stable merge sort. Some of libbpf's comparisons are
//! inconsistent (differences wrap, or an item compares as greater than an equal one), so the result depends on the
//! algorithm.

/// Sorts by `after(a, b)`: whether `a` comes after `b` (`cmp(a, b) > 0`).
pub(crate) fn sort<T: Clone>(items: &mut [T], after: &mut impl FnMut(&T, &T) -> bool) {
    let n = items.len();
    if n < 2 {
        return;
    }
    let (left, right) = items.split_at_mut(n / 2);
    sort(left, after);
    sort(right, after);
    let mut merged = Vec::with_capacity(n);
    let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(a), Some(b)) = (l.peek(), r.peek()) {
        let next = if after(a, b) { r.next() } else { l.next() };
        merged.extend(next.cloned());
    }
    merged.extend(l.cloned());
    merged.extend(r.cloned());
    items.clone_from_slice(&merged);
}
