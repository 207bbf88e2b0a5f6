//! Finds, for a kernel that does not meet a need, the nearest kernel that meets it, so that both can be compared.

use needs::{Release, Version};

use super::columns::Members;
use super::{Fit, FitRow, KernelReport, Near};

/// The kernels in two orders; in each, similar kernels are adjacent.
pub(super) struct Neighbours {
    /// By architecture and flavour, then by version. The group of a stop is its architecture and flavour.
    by_flavour: Vec<Stop>,
    /// By version alone. All stops are in one group.
    by_version: Vec<Stop>,
}

/// A kernel that was asked.
struct Stop {
    /// Only kernels of the same group are compared.
    group: usize,
    /// The index of the kernel among all kernels that were asked.
    place: u32,
    version: Option<Version>,
    column: usize,
}

impl Neighbours {
    pub(super) fn new(kernels: &[KernelReport], columns: &[Members], foreign: &dyn Fn(usize) -> bool) -> Neighbours {
        let of = |i: usize| kernels.get(i).map(|k| &k.release);
        let group = |i: usize| of(i).map(|r: &Release| (&r.arch, &r.flavour));
        let mut groups: Vec<_> = (0..kernels.len()).map(group).collect();
        groups.sort();
        groups.dedup();
        let mut by_flavour = Vec::new();
        for (column, members) in columns.iter().enumerate() {
            for &i in members.kernels.iter().filter(|&&i| !foreign(i)) {
                let group = groups.binary_search(&group(i)).unwrap_or_default();
                by_flavour.push(Stop { group, place: i as u32, version: of(i).and_then(|r| r.version), column });
            }
        }
        by_flavour.sort_by_key(|stop| (stop.group, stop.version, stop.place));
        let all = by_flavour.iter().map(|stop| Stop { group: 0, ..*stop });
        let mut by_version: Vec<Stop> = all.collect();
        by_version.sort_by_key(|stop| (stop.version, stop.place));
        Neighbours { by_flavour, by_version }
    }

    /// Sets the two kernels to compare in the cells that do not meet the need, where there is a question for a history.
    pub(super) fn mark(&self, row: &mut FitRow) {
        let met: Vec<bool> = row.cells.iter().map(|cell| cell.is_asked() && cell.fit == Fit::Loads).collect();
        for (column, cell) in row.cells.iter_mut().enumerate() {
            // The kernels were asked, and they do not meet the need, or not certainly.
            let is_lacking = cell.is_asked() && cell.fit != Fit::Loads;
            if is_lacking && !(row.question.is_empty() && cell.question.is_empty()) {
                cell.near = nearest(&self.by_flavour, column, &met).or_else(|| nearest(&self.by_version, column, &met));
            }
        }
    }
}

/// The closest pair of a kernel in this column and a kernel that meets the need.
fn nearest(stops: &[Stop], column: usize, met: &[bool]) -> Option<Near> {
    let mut best: Option<(usize, Near)> = None;
    let (mut here, mut there): (Option<usize>, Option<usize>) = (None, None);
    let mut group = None;
    for (at, stop) in stops.iter().enumerate() {
        if group != Some(stop.group) {
            (here, there, group) = (None, None, Some(stop.group));
        }
        let is_met = met.get(stop.column) == Some(&true);
        if stop.column == column {
            here = Some(at);
        } else if is_met {
            there = Some(at);
        } else {
            continue;
        }
        let (Some(h), Some(t)) = (here, there) else { continue };
        if best.as_ref().is_none_or(|(gap, _)| h.abs_diff(t) < *gap) {
            let (Some(a), Some(b)) = (stops.get(h), stops.get(t)) else { continue };
            best = Some((h.abs_diff(t), Near { here: a.place, there: b.place, newer: t > h }));
        }
    }
    best.map(|(_, near)| near)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(columns: &[(usize, usize)]) -> Vec<Stop> {
        let stop = |(place, &(group, column)): (usize, &(usize, usize))| Stop {
            group,
            place: place as u32,
            version: None,
            column,
        };
        columns.iter().enumerate().map(stop).collect()
    }

    #[test]
    fn the_nearest_kernel_of_the_same_flavour_is_found() {
        // Two flavours; column 1 lacks what is needed, column 0 has it.
        let all = stops(&[(0, 0), (0, 0), (0, 1), (0, 1), (1, 1), (1, 2), (1, 0)]);
        let near = nearest(&all, 1, &[true, false, false]);
        assert_eq!(near, Some(Near { here: 2, there: 1, newer: false }));
        assert_eq!(nearest(&all, 2, &[true, false, false]), Some(Near { here: 5, there: 6, newer: true }));
        assert_eq!(nearest(&all, 0, &[false; 3]), None);
        assert_eq!(nearest(&all[..5], 1, &[false, false, true]), None);
    }
}
