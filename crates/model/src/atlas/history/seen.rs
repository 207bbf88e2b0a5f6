//! The kernels of a history: their names, versions and kinds, and the shape on each.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, AtlasKernel, Ranges};
use btf::Kind;
use release::Series;
use wire::Wire;

use super::presence::{not_among, presence, presence_by_name};
use super::{History, Shape};

/// A kernel, and the shape on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Seen {
    /// Its name in addresses.
    pub name: String,
    /// Its version: an index into [`History::versions`].
    pub version: u32,
    /// Its kind: an index into [`History::kinds`].
    pub kind: u32,
    /// Its shape: an index into [`History::shapes`].
    pub shape: u32,
}

/// Kernels of one distribution, architecture and flavour.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Wire)]
pub struct KernelKind {
    /// The distribution.
    pub distribution: String,
    /// The architecture.
    pub arch: String,
    /// Whether the flavour is another than the usual one of the distribution. Of an architecture's kinds, the one with
    /// the usual flavour sorts first.
    pub special: bool,
    /// The flavour; kernels that are known only from a header have a flavour of their own: `header only`.
    pub flavour: String,
}

impl KernelKind {
    fn of(kernel: &AtlasKernel) -> KernelKind {
        let flavour = kernel.shown_flavour();
        let special = !matches!(flavour.as_str(), "" | atlas::GENERIC);
        KernelKind { distribution: kernel.distribution.clone(), arch: kernel.arch.clone(), special, flavour }
    }
}

impl History {
    /// The history on the kernels for which `keep` is true, with its headline. `shape_of`: for each kernel of the
    /// atlas, its shape. The history must have its shapes and its kind.
    pub(super) fn on<R: Ranges>(
        mut self,
        atlas: &Atlas<R>,
        shape_of: &[u32],
        keep: &dyn Fn(&AtlasKernel) -> bool,
    ) -> History {
        let (mut versions, mut kinds) = (Numbers::default(), Numbers::default());
        let mut series: Vec<Option<Series>> = Vec::new();
        let facts = atlas.kernel_names().iter().zip(atlas.kernel_series());
        for ((kernel, (name, of)), &shape) in atlas.kernels().iter().zip(facts).zip(shape_of) {
            let Some(known) = self.shapes.get_mut(shape as usize) else { continue };
            // A kernel that is known from a header may have a type that the header lacks. Such a kernel is left out.
            if !keep(kernel) || kernel.from_header && known.absent {
                continue;
            }
            known.kernels += 1;
            let version = versions.of(kernel.version());
            let kind = kinds.of((&*kernel.distribution, &*kernel.arch, &*kernel.flavour, kernel.from_header));
            if kind as usize == self.kinds.len() {
                self.kinds.push(KernelKind::of(kernel));
            }
            self.kernels.push(Seen { name: name.clone(), version, kind, shape });
            series.push(*of);
        }
        self.versions = versions.all.into_iter().map(str::to_owned).collect();
        self.sort_kinds();
        let has = self.has();
        (self.headline, self.not_among) = (self.said(&series, &has), not_among(&series, &has));
        self
    }

    /// Sorts the kinds, and gives the kernels the new indices of their kinds.
    fn sort_kinds(&mut self) {
        let mut sorted: Vec<KernelKind> = self.kinds.clone();
        sorted.sort();
        sorted.dedup();
        let new: Vec<usize> = self.kinds.iter().map(|kind| sorted.binary_search(kind).unwrap_or_default()).collect();
        for seen in &mut self.kernels {
            seen.kind = new.get(seen.kind as usize).copied().unwrap_or_default() as u32;
        }
        self.kinds = sorted;
    }

    /// The version of one of the kernels, as it is shown.
    pub fn version(&self, kernel: &Seen) -> &str {
        self.versions.get(kernel.version as usize).map_or("", String::as_str)
    }

    /// The kind of one of the kernels; none only for a kernel of another history.
    pub fn kind_of(&self, kernel: &Seen) -> Option<&KernelKind> {
        self.kinds.get(kernel.kind as usize)
    }

    /// The shape on one of the kernels; none only for a kernel of another history.
    pub fn shape_of(&self, kernel: &Seen) -> Option<&Shape> {
        self.shapes.get(kernel.shape as usize)
    }

    /// Whether each kernel has the type or field.
    fn has(&self) -> Vec<bool> {
        self.kernels.iter().map(|seen| self.shape_of(seen).is_some_and(|shape| !shape.absent)).collect()
    }

    /// How many kernels have the type or field, and how many kernels there are.
    pub fn present(&self) -> (usize, usize) {
        (self.has().iter().filter(|has| **has).count(), self.kernels.len())
    }

    /// The sentence that says on which kernels the type or field is, and under which names. `series` and `has`: the
    /// series of each kernel, and whether it has the type or field.
    fn said(&self, series: &[Option<Series>], has: &[bool]) -> String {
        let here = || self.kernels.iter().zip(has).filter(|(_, has)| **has).map(|(seen, _)| seen);
        let with_name: BTreeSet<&str> = here().filter_map(|seen| Some(self.shape_of(seen)?.name.as_str())).collect();
        if with_name.len() > 1 {
            let name = |seen: &Seen| self.shape_of(seen).map_or("", |shape| shape.name.as_str());
            let names: Vec<&str> = self.kernels.iter().map(name).collect();
            return presence_by_name(series, has, &names);
        }
        let forms = here().map(|seen| self.told_apart(seen.shape)).collect::<BTreeSet<_>>().len();
        let word = match self.kind {
            None => ("in", "place"),
            Some(Kind::Func) => ("with", "prototype"),
            Some(_) => ("in", "form"),
        };
        presence(series, has, forms, word)
    }

    /// The shape that stands for this one when shapes are counted. Functions with the same prototype are counted as one
    /// shape; all other shapes are counted separately.
    pub(super) fn told_apart(&self, shape: u32) -> u32 {
        let is_function = self.kind == Some(Kind::Func);
        self.shapes.get(shape as usize).filter(|_| is_function).map_or(shape, |shape| shape.like)
    }
}

/// Distinct values, numbered in the order of their first occurrence.
struct Numbers<T> {
    all: Vec<T>,
    of: BTreeMap<T, u32>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Numbers<T> {
        Numbers { all: Vec::new(), of: BTreeMap::new() }
    }
}

impl<T: Ord + Copy> Numbers<T> {
    /// The number of a value.
    fn of(&mut self, value: T) -> u32 {
        let next = self.all.len() as u32;
        *self.of.entry(value).or_insert_with(|| {
            self.all.push(value);
            next
        })
    }
}
