//! Decides which kinds of kernels share a lane.

use super::cells::Grid;
use super::{KernelKind, titles};

/// A lane: its kinds of kernels, its title, its flavours, and for each series its kernels, the oldest first.
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

    /// Whether both lanes have kernels of exactly the same series.
    fn same_series(&self, other: &Lane) -> bool {
        self.cells.iter().zip(&other.cells).all(|(a, b)| a.is_empty() == b.is_empty())
    }
}

/// Whether two lanes agree in every series that both have. They must have a series in common, or nothing would be
/// compared.
fn agree(grid: &Grid<'_>, a: &Lane, b: &Lane) -> bool {
    let pairs = || a.cells.iter().zip(&b.cells);
    pairs().any(|(a, b)| !a.is_empty() && !b.is_empty()) && pairs().all(|(a, b)| grid.agree(a, b))
}

/// A lane for each distribution, architecture and flavour that differs from the others.
///
/// Flavours of an architecture share a lane if they agree. Architectures share a lane if they agree and have kernels of
/// the same series, because the empty columns of a lane show which series were not looked at. If there are several
/// distributions, the architectures of a distribution need not have the same series to share a lane. In the end,
/// lanes of different distributions are joined if they agree and have the same series.
pub(super) fn apart(grid: &Grid<'_>) -> Vec<Lane> {
    let mut by_arch: Vec<Lane> = Vec::new();
    for (kind, cells) in &grid.kinds {
        let new = Lane::new(kind, cells);
        let fits = |lane: &Lane, new: &Lane| {
            let same = |first: &KernelKind| (&first.distribution, &first.arch) == (&kind.distribution, &kind.arch);
            lane.kinds.first().is_some_and(same) && agree(grid, lane, new)
        };
        put(&mut by_arch, new, fits);
    }
    titles::asides(&mut by_arch);
    let of = |lane: &Lane| lane.kinds.first().map(|kind| kind.distribution.clone()).unwrap_or_default();
    let several = by_arch.iter().any(|lane| !of(lane).is_empty());
    let mut by_distribution: Vec<Lane> = Vec::new();
    for lane in by_arch {
        let (aside, distribution) = (lane.aside.clone(), of(&lane));
        let fits = |other: &Lane, lane: &Lane| {
            let alike = other.aside == aside && of(other) == distribution;
            alike && (several || other.same_series(lane)) && agree(grid, other, lane)
        };
        put(&mut by_distribution, lane, fits);
    }
    let mut out: Vec<Lane> = Vec::new();
    for lane in by_distribution {
        let aside = lane.aside.clone();
        let fits =
            |other: &Lane, lane: &Lane| other.aside == aside && other.same_series(lane) && agree(grid, other, lane);
        put(&mut out, lane, fits);
    }
    titles::by_distribution(&mut out);
    out
}

/// Joins a lane with the first lane that it fits, or adds it at the end.
fn put(lanes: &mut Vec<Lane>, lane: Lane, fits: impl Fn(&Lane, &Lane) -> bool) {
    match lanes.iter_mut().find(|other| fits(other, &lane)) {
        Some(other) => other.take(lane),
        None => lanes.push(lane),
    }
}

/// As few lanes as possible: kinds of kernels that agree share a lane. The lane with the most kernels comes first.
pub(super) fn merged(grid: &Grid<'_>) -> Vec<Lane> {
    let mut kinds: Vec<Lane> = grid.kinds.iter().map(|(kind, cells)| Lane::new(kind, cells)).collect();
    // Begin with the kinds that have the most kernels, because these have the most series to compare.
    kinds.sort_by_key(|lane| std::cmp::Reverse(lane.len()));
    let mut out: Vec<Lane> = Vec::new();
    for kind in kinds {
        put(&mut out, kind, |lane, kind| agree(grid, lane, kind));
    }
    out.sort_by_key(|lane| std::cmp::Reverse(lane.len()));
    titles::others(&mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::history::{History, Seen, Shape};
    use super::*;

    /// The lanes of these kernels. A kernel is given as `DISTRIBUTION ARCH FLAVOUR VERSION TEXT`. A lane is returned as
    /// `TITLE ASIDE: COUNT`, with the number of its kernels.
    fn lanes(kernels: &[&str]) -> Vec<String> {
        let words: Vec<Vec<&str>> = kernels.iter().map(|line| line.split(' ').collect()).collect();
        let kind = |words: &[&str]| {
            let [distribution, arch, flavour] = [0, 1, 2].map(|at| words[at].to_owned());
            KernelKind { distribution, arch, special: flavour != atlas::GENERIC, flavour }
        };
        let mut kinds: Vec<KernelKind> = words.iter().map(|words| kind(words)).collect();
        kinds.sort();
        kinds.dedup();
        let versions: Vec<String> = words.iter().map(|words| words[3].to_owned()).collect();
        let mut shapes: Vec<Shape> = Vec::new();
        let seen = words.iter().map(|words| {
            let at = shapes.iter().position(|shape| shape.short == words[4]).unwrap_or_else(|| {
                let like = shapes.len() as u32;
                shapes.push(Shape { short: words[4].to_owned(), like, kernels: 1, ..Shape::default() });
                shapes.len() - 1
            });
            let kind = kinds.binary_search(&kind(words)).expect("a kind");
            let version = versions.iter().position(|version| version == words[3]).expect("a version");
            Seen { kind: kind as u32, version: version as u32, shape: at as u32, ..Seen::default() }
        });
        let kernels = seen.collect();
        let history = History { kernels, shapes, kinds, versions, ..History::default() };
        let grid = Grid::new(&history);
        apart(&grid).iter().map(|lane| format!("{}: {}", lane.name(), lane.len())).collect()
    }

    #[test]
    fn lanes_fold_by_distribution_first() {
        let ubuntu = [
            "ubuntu amd64 generic 5.4 a",
            "ubuntu amd64 aws 5.4 a",
            "ubuntu amd64 aws 5.15 b",
            "ubuntu arm64 generic 5.15 b",
        ];
        let debian = ["debian amd64 generic 5.10 a", "debian amd64 generic 6.1 c", "debian arm64 generic 6.1 c"];
        // All kernels of a distribution agree: one lane, although its architectures do not have the same series.
        let more = [&debian[..], &ubuntu].concat();
        assert_eq!(lanes(&more), ["debian: 3", "ubuntu: 4"]);
        // One architecture of debian differs, and one flavour of ubuntu.
        let differ = [&more[..], &["debian arm64 generic 5.10 d", "ubuntu amd64 rt 5.4 e"]].concat();
        let expected = ["debian amd64: 2", "debian arm64: 2", "ubuntu: 4", "ubuntu amd64 rt: 1"];
        assert_eq!(lanes(&differ), expected);
        // Distributions that agree and have the same series share a lane.
        let rocky = ["rocky amd64 generic 5.14 f", "rhel amd64 generic 5.14 f", "rhel arm64 generic 5.14 f"];
        assert_eq!(lanes(&[&more[..], &rocky].concat()), ["debian: 3", "rhel, rocky: 3", "ubuntu: 4"]);
        // With one distribution, there is a lane for each architecture.
        assert_eq!(lanes(&debian), ["amd64: 2", "arm64: 1"]);
    }
}
