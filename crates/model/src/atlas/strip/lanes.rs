//! Which kinds of kernels share a lane.

use super::cells::{Grid, KernelKind};
use super::titles;

/// A lane: its titles, and for each series its kernels, the oldest first.
#[derive(Debug)]
pub(super) struct Lane {
    pub kinds: Vec<KernelKind>,
    pub title: String,
    pub aside: String,
    pub cells: Vec<Vec<u32>>,
}

impl Lane {
    fn new(kind: &KernelKind, cells: &[Vec<u32>]) -> Lane {
        Lane { kinds: vec![kind.clone()], title: String::new(), aside: String::new(), cells: cells.to_vec() }
    }

    /// Title and flavours.
    pub fn name(&self) -> String {
        format!("{} {}", self.title, self.aside).trim_end().to_owned()
    }

    /// How many kernels it has.
    pub fn len(&self) -> usize {
        self.cells.iter().map(Vec::len).sum()
    }

    fn take(&mut self, other: Lane) {
        self.kinds.extend(other.kinds);
        for (to, from) in self.cells.iter_mut().zip(other.cells) {
            to.extend(from);
            to.sort_unstable();
        }
    }

    /// Whether both have kernels of the same series.
    fn same_series(&self, other: &Lane) -> bool {
        self.cells.iter().zip(&other.cells).all(|(a, b)| a.is_empty() == b.is_empty())
    }
}

/// Whether no series tells two lanes apart. They must have a series in common, or nothing would be compared.
fn agree(grid: &Grid<'_>, a: &Lane, b: &Lane) -> bool {
    let pairs = || a.cells.iter().zip(&b.cells);
    pairs().any(|(a, b)| !a.is_empty() && !b.is_empty()) && pairs().all(|(a, b)| grid.agree(a, b))
}

/// A lane for each architecture and flavour that differ. Flavours of an architecture are one lane where they agree;
/// architectures only if they have kernels of the same series, too: a lane says where there are kernels.
pub(super) fn apart(grid: &Grid<'_>) -> Vec<Lane> {
    let mut by_arch: Vec<Lane> = Vec::new();
    for (kind, cells) in &grid.kinds {
        let new = Lane::new(kind, cells);
        let fits = |lane: &&mut Lane| {
            lane.kinds.first().is_some_and(|first| first.arch == kind.arch) && agree(grid, lane, &new)
        };
        match by_arch.iter_mut().find(fits) {
            Some(lane) => lane.take(new),
            None => by_arch.push(new),
        }
    }
    titles::by_arch(&mut by_arch);
    let mut out: Vec<Lane> = Vec::new();
    for lane in by_arch {
        let fits =
            |other: &&mut Lane| other.aside == lane.aside && other.same_series(&lane) && agree(grid, other, &lane);
        match out.iter_mut().find(fits) {
            Some(other) => {
                other.title = format!("{}, {}", other.title, lane.title);
                other.take(lane);
            }
            None => out.push(lane),
        }
    }
    out
}

/// As few lanes as can be: kinds of kernels are one where they agree. The one with the most kernels comes first.
pub(super) fn merged(grid: &Grid<'_>) -> Vec<Lane> {
    let mut kinds: Vec<Lane> = grid.kinds.iter().map(|(kind, cells)| Lane::new(kind, cells)).collect();
    // Kinds of which there are many kernels say most about the others.
    kinds.sort_by_key(|lane| std::cmp::Reverse(lane.len()));
    let mut out: Vec<Lane> = Vec::new();
    for kind in kinds {
        match out.iter_mut().find(|lane| agree(grid, lane, &kind)) {
            Some(lane) => lane.take(kind),
            None => out.push(kind),
        }
    }
    out.sort_by_key(|lane| std::cmp::Reverse(lane.len()));
    titles::others(&mut out);
    out
}
