//! Pages of kernel sets: an atlas of version 2 or 3 has its sets beside the blocks, in pages of single blocks and in
//! pages that many blocks share. A page is read when a question needs it.
//!
//! A set is written as places, not as kernels. Places number the kernels *lane* after lane (distribution, architecture
//! and series): kernels that share a form mostly follow each other in this order, so a set is a few ranges.

use release::Version;

use crate::bytes::{Read, Reader};
use crate::kernel::AtlasKernel;
use crate::sets::KernelSet;

/// The kernels in the order of their lanes: for each place the kernel, and for each kernel its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lanes {
    kernels: Vec<u32>,
    places: Vec<u32>,
}

impl Lanes {
    /// The places of these kernels: sorted by distribution, architecture and series, then as they are given.
    pub(crate) fn of(kernels: &[AtlasKernel]) -> Lanes {
        let series = |k: &AtlasKernel| Version::parse(k.version()).map(|v| (v.major, v.minor));
        let keys: Vec<_> = kernels.iter().map(|k| (&k.distribution, &k.arch, series(k))).collect();
        let mut order: Vec<u32> = (0..kernels.len() as u32).collect();
        order.sort_by_key(|k| (keys.get(*k as usize), *k));
        let mut places = vec![0; order.len()];
        for (place, kernel) in (0u32..).zip(&order) {
            if let Some(to) = places.get_mut(*kernel as usize) {
                *to = place;
            }
        }
        Lanes { kernels: order, places }
    }

    /// The place of a kernel.
    pub(crate) fn place(&self, kernel: u32) -> Option<u32> {
        self.places.get(kernel as usize).copied()
    }

    /// The kernels at these places.
    pub(crate) fn kernels(&self, places: &KernelSet) -> KernelSet {
        moved(places, &self.kernels)
    }

    /// The places of these kernels.
    #[cfg(feature = "write")]
    pub(crate) fn places(&self, kernels: &KernelSet) -> KernelSet {
        moved(kernels, &self.places)
    }
}

fn moved(set: &KernelSet, to: &[u32]) -> KernelSet {
    let mut bits = vec![0u64; to.len().div_ceil(64)];
    for number in set.iter().filter_map(|n| to.get(n as usize)) {
        if let Some(word) = bits.get_mut(*number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }
    KernelSet::from_rising(
        (0u32..)
            .zip(bits)
            .filter(|(_, word)| *word != 0)
            .flat_map(|(at, word)| (0..64).filter(move |i| word >> i & 1 != 0).map(move |i| at * 64 + i)),
    )
}

/// A page: sets of places.
#[derive(Debug, Default)]
pub(crate) struct SetPage(Vec<KernelSet>);

impl SetPage {
    /// Reads a page of this many sets.
    pub(crate) fn decode(bytes: &[u8], count: u32, kernels: u32) -> Read<SetPage> {
        let mut r = Reader::new(bytes);
        let sets = (0..count).map(|_| KernelSet::decode(&mut r, kernels)).collect::<Read<_>>()?;
        r.end()?;
        Ok(SetPage(sets))
    }

    /// Writes a page.
    #[cfg(feature = "write")]
    pub(crate) fn encode(sets: &[KernelSet]) -> Vec<u8> {
        let mut out = Vec::new();
        sets.iter().for_each(|set| set.encode(&mut out));
        out
    }

    /// Set `at` of the page, as places.
    pub(crate) fn get(&self, at: u32) -> Option<&KernelSet> {
        self.0.get(at as usize)
    }

    /// All sets of the page, as places.
    pub(crate) fn all(&self) -> &[KernelSet] {
        &self.0
    }
}
