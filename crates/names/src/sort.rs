//! Sorting by small keys.

/// The rows of `(row, key)` pairs, sorted by key; rows of equal keys keep their order. Rows whose key is `keys` or more
/// come last, in their order.
pub fn sorted(keyed: &[(u32, u16)], keys: u16) -> Vec<u32> {
    let slot = |key: u16| usize::from(key.min(keys));
    let mut next = vec![0u32; usize::from(keys) + 1];
    for &(_, key) in keyed {
        next[slot(key)] += 1;
    }
    let mut total = 0;
    for slot in &mut next {
        total += std::mem::replace(slot, total);
    }
    let mut out = vec![0; keyed.len()];
    for &(row, key) in keyed {
        let at = &mut next[slot(key)];
        out[*at as usize] = row;
        *at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::sorted;

    #[test]
    fn equal_keys_stay_in_order() {
        assert_eq!(sorted(&[(7, 3), (1, 0), (5, 3), (2, 9), (9, 0), (8, 4)], 5), [1, 9, 7, 5, 8, 2]);
        assert_eq!(sorted(&[], 5), []);
    }
}
