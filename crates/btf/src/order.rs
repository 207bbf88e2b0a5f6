//! One sort for all: each kind of element that a sort is compiled for costs the page kilobytes.

/// The indices of `keys` in the order of the keys; equal keys stay in their order. Takes n log n steps.
pub fn order(keys: impl Iterator<Item = u64>) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = keys.zip(0..).collect();
    sort(&mut keyed);
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// Brings a list into the order of its elements' keys; equal keys stay in their order.
pub fn sort_by_order<T: Clone>(list: &mut [T], key: impl Fn(&T) -> u64) {
    if list.is_sorted_by_key(&key) {
        return;
    }
    let sorted: Vec<T> =
        order(list.iter().map(key)).into_iter().filter_map(|i| list.get(i as usize).cloned()).collect();
    list.clone_from_slice(&sorted);
}

/// Keys and indices: all differ, so that it does not matter that the sort is not a stable one.
#[inline(never)]
pub fn sort(keyed: &mut [(u64, u32)]) {
    keyed.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_stay_in_order() {
        assert_eq!(order([5, 1, 5, 0, 1].into_iter()), [3, 1, 4, 0, 2]);
        let mut list = ["bb", "a", "", "cc", "d"];
        sort_by_order(&mut list, |s| s.len() as u64);
        assert_eq!(list, ["", "a", "d", "bb", "cc"]);
        sort_by_order(&mut list, |s| s.len() as u64);
        assert_eq!(list, ["", "a", "d", "bb", "cc"]);
        sort_by_order::<u8>(&mut [], |&n| n.into());
    }
}
