//! Lists with a chosen row: to which row a key leads, and which rows a filter leaves.

/// The row that is `by` rows after the row `from` (before it, if `by` is negative), kept within a list of `len` rows.
/// If no row is chosen, a move down by 1 leads to the first row, by 2 to the second, and a move up to the first row.
/// None for an empty list.
pub fn step(from: Option<usize>, by: i64, len: usize) -> Option<usize> {
    let last = i64::try_from(len.checked_sub(1)?).ok()?;
    let from = from.map_or(-by.signum(), |at| at as i64);
    usize::try_from(from.saturating_add(by).clamp(0, last)).ok()
}

/// The rows of a list that are shown, and which of them is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct List {
    rows: Vec<u32>,
    /// The chosen row, counted in the shown rows.
    pub(crate) chosen: Option<usize>,
    revision: u64,
}

impl List {
    /// The chosen row, counted in the shown rows.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A number that changes whenever the rows change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The index, in the whole list, of the shown row `i`.
    pub(crate) fn at(&self, i: usize) -> Option<usize> {
        self.rows.get(i).map(|&row| row as usize)
    }

    /// Shows these rows, with none chosen.
    pub(crate) fn show(&mut self, rows: Vec<u32>) {
        *self = List { rows, chosen: None, revision: self.revision + 1 };
    }

    /// Shows no row.
    pub(crate) fn clear(&mut self) {
        self.show(Vec::new());
    }

    /// Chooses a shown row. If there is no such row, no row is chosen.
    pub(crate) fn choose(&mut self, i: usize) {
        self.chosen = Some(i).filter(|&i| i < self.rows.len());
    }

    /// The row to which a move by `by` rows leads.
    pub(crate) fn step(&self, by: i64) -> Option<usize> {
        step(self.chosen, by, self.rows.len())
    }
}

#[cfg(test)]
mod tests {
    use super::{List, step};

    #[test]
    fn moves_stay_in_the_list() {
        assert_eq!((step(None, 1, 3), step(None, -1, 3), step(None, 1, 0)), (Some(0), Some(0), None));
        assert_eq!((step(Some(1), 1, 3), step(Some(2), 1, 3), step(Some(0), -1, 3)), (Some(2), Some(2), Some(0)));
        assert_eq!((step(Some(1), i64::MAX, 3), step(Some(1), i64::MIN, 3)), (Some(2), Some(0)));
        // A filter has removed rows at the end, among them the chosen row.
        assert_eq!(step(Some(9), -1, 3), Some(2));
    }

    #[test]
    fn new_rows_have_no_chosen_one() {
        let mut list = List::default();
        list.show(vec![4, 7]);
        list.choose(1);
        assert_eq!((list.chosen(), list.at(1), list.step(1)), (Some(1), Some(7), Some(1)));
        list.choose(2);
        assert_eq!(list.chosen(), None);
        let before = list.revision();
        list.clear();
        assert!(list.is_empty() && list.revision() != before);
    }
}
