//! [`Lists`]: many short lists in one buffer.

/// Lists of `T`, numbered from 0.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    data: Vec<T>,
    /// Where each list ends in `data`.
    ends: Vec<usize>,
}

impl<T: Copy> Default for Lists<T> {
    fn default() -> Lists<T> {
        Lists::new()
    }
}

impl<T: Copy> Lists<T> {
    /// No lists.
    pub fn new() -> Lists<T> {
        Lists { data: Vec::new(), ends: Vec::new() }
    }

    /// How many lists there are.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Whether there are no lists.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The list with a number; empty for an unknown number.
    #[inline]
    pub fn get(&self, number: u32) -> &[T] {
        let Some(&end) = self.ends.get(number as usize) else { return &[] };
        self.data.get(self.start(number)..end).unwrap_or_default()
    }

    /// The sum of the lengths of the lists before the list with this number.
    #[inline]
    pub fn start(&self, number: u32) -> usize {
        (number as usize).checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0)
    }

    /// Adds a list. Returns its number.
    pub fn push(&mut self, list: &[T]) -> u32 {
        self.data.extend_from_slice(list);
        self.ends.push(self.data.len());
        self.ends.len() as u32 - 1
    }

    /// All lists joined.
    pub fn into_data(self) -> Vec<T> {
        self.data
    }

    /// The sum of the lengths of all lists.
    pub fn total(&self) -> usize {
        self.data.len()
    }
}
