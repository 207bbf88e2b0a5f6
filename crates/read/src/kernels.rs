//! Kernels of an atlas in the few words of a comment.

use std::collections::BTreeSet;

use atlas::{Atlas, AtlasKernel, Ranges};
use release::{Series, joined, places};
use text::many;

/// The kernels of an atlas that are asked about, by their indices.
pub(crate) struct Asked<'a> {
    /// All kernels of the atlas.
    pub all: &'a [AtlasKernel],
    /// The kernels that are asked about, in order.
    pub chosen: Vec<u32>,
    /// The series of each kernel of the atlas; none if its version is not known.
    series: &'a [Option<Series>],
}

impl<'a> Asked<'a> {
    /// Chooses the kernels that `keep` takes.
    pub fn of<R: Ranges>(atlas: &'a Atlas<R>, keep: &dyn Fn(&AtlasKernel) -> bool) -> Asked<'a> {
        let all = atlas.kernels();
        let chosen = (0u32..).zip(all).filter(|(_, kernel)| keep(kernel)).map(|(k, _)| k).collect();
        Asked { all, chosen, series: atlas.kernel_series() }
    }

    /// The sentence that says that `what` is the case on the kernels `without`; empty if there are no such kernels.
    pub fn nothing(&self, what: &str, without: &[u32]) -> String {
        if without.is_empty() {
            return String::new();
        }
        let of = many(self.chosen.len() as u64, "kernel");
        format!("{what} on {} of {of}: {}.", without.len(), self.words(without))
    }

    fn kernel(&self, k: u32) -> Option<&AtlasKernel> {
        self.all.get(k as usize)
    }

    pub fn series(&self, k: u32) -> Option<Series> {
        *self.series.get(k as usize)?
    }

    /// The oldest series of some kernels, for the name of a flavour: `5_10`; `0` if no kernel tells its version.
    pub fn first_series(&self, kernels: &[u32]) -> String {
        let first = kernels.iter().filter_map(|k| self.series(*k)).min();
        first.map_or_else(|| "0".to_owned(), |series| format!("{}_{}", series.major, series.minor))
    }

    /// How many of the chosen kernels are big-endian.
    pub fn big_endian(&self) -> u32 {
        let is_big = |k: &&u32| self.kernel(**k).is_some_and(|kernel| kernel.endian == btf::Endian::Big);
        self.chosen.iter().filter(is_big).count() as u32
    }

    /// The newest series of some kernels; forms are ordered by it.
    pub fn newest(&self, kernels: &[u32]) -> Option<Series> {
        kernels.iter().filter_map(|k| self.series(*k)).max()
    }

    /// Some kernels in words: their series; and their architectures, if other chosen kernels of these series have
    /// further architectures. `5.10`, `6.1 to 7.3`, `part of 6.1, arm64`.
    pub fn words(&self, kernels: &[u32]) -> String {
        let has: BTreeSet<u32> = kernels.iter().copied().collect();
        let archs: BTreeSet<&str> = kernels.iter().filter_map(|k| self.kernel(*k)).map(|k| k.arch.as_str()).collect();
        let of_them: BTreeSet<Series> = kernels.iter().filter_map(|k| self.series(*k)).collect();
        let beside = self.chosen.iter().filter(|k| self.series(**k).is_some_and(|series| of_them.contains(&series)));
        let all: BTreeSet<&str> = beside.filter_map(|k| self.kernel(*k)).map(|k| k.arch.as_str()).collect();
        // Only kernels of the same architectures are counted: a form of all arm64 kernels of a series is not "part of"
        // it.
        let of_archs =
            || self.chosen.iter().filter(|k| self.kernel(**k).is_some_and(|k| archs.contains(k.arch.as_str())));
        let series: BTreeSet<Series> = of_archs().filter_map(|k| self.series(*k)).collect();
        let at_hand: Vec<Series> = series.into_iter().collect();
        let of = |series: Series| of_archs().filter(move |k| self.series(**k) == Some(series));
        let whole = |series: &Series| of(*series).all(|k| has.contains(k));
        let part = |series: &&Series| !whole(series) && of(**series).any(|k| has.contains(k));
        let named = places(&at_hand, whole);
        let mut parts: Vec<String> = Some(named).filter(|named| !named.is_empty()).into_iter().collect();
        parts.extend(at_hand.iter().filter(part).map(|series| format!("part of {series}")));
        if parts.is_empty() {
            return many(kernels.len() as u64, "kernel");
        }
        let words = joined(&parts);
        match archs == all {
            true => words,
            false => format!("{words}, {}", joined(&archs.into_iter().map(str::to_owned).collect::<Vec<_>>())),
        }
    }
}
