//! [`Lists`]: many short lists in one buffer.

/// Lists of `T`, numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T> {
    data: Vec<T>,
    /// Where each list ends in `data`.
    ends: Vec<usize>,
}

impl<T: Copy> Lists<T> {
    pub(crate) fn new() -> Lists<T> {
        Lists { data: Vec::new(), ends: Vec::new() }
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The list of a number; empty where there is none.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[T] {
        let at = number as usize;
        let Some(&end) = self.ends.get(at) else { return &[] };
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.data.get(start..end).unwrap_or_default()
    }

    /// Adds a list: its number.
    pub(crate) fn push(&mut self, list: &[T]) -> u32 {
        self.data.extend_from_slice(list);
        self.ends.push(self.data.len());
        self.ends.len() as u32 - 1
    }

    /// How many `T` all lists have together.
    pub(crate) fn total(&self) -> usize {
        self.data.len()
    }
}
