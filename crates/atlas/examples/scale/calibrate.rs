//! Measures how many forms and bytes kernels add to an atlas, by their distance to the kernels before them.

use std::collections::BTreeMap;
use std::sync::Arc;

use atlas::simulate::Weights;
use atlas::{Atlas, AtlasKernel, Draft};
use release::Version;

/// How far a kernel is from the nearest kernel before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Distance {
    /// The same series, architecture and flavour, up to this many patch levels away.
    Patches(u16),
    /// The same series and architecture, another flavour.
    Flavour,
    /// The same series, another architecture.
    Arch,
    /// Another series.
    Series,
}

fn distance(kernel: &AtlasKernel, before: &[AtlasKernel]) -> Distance {
    let version = |k: &AtlasKernel| Version::parse(k.version()).expect("a version");
    let of = version(kernel);
    let near = before.iter().filter(|k| (version(k).major, version(k).minor) == (of.major, of.minor));
    let one = |k: &AtlasKernel| {
        let patches = of.patch.unwrap_or(0).abs_diff(version(k).patch.unwrap_or(0));
        match (k.arch == kernel.arch, k.flavour == kernel.flavour) {
            (true, true) => {
                Distance::Patches([0, 1, 3, 10, 1000].into_iter().find(|most| patches <= *most).unwrap_or(1000))
            }
            (true, false) => Distance::Flavour,
            (false, _) => Distance::Arch,
        }
    };
    near.map(one).min().unwrap_or(Distance::Series)
}

/// Prints a line for each distance: the number of kernels; per kernel, its forms that no earlier kernel has, and its
/// forms that no other kernel has; and, per kernel, the bytes by which the atlas is smaller without these kernels.
pub fn calibrate(atlas: &Atlas<Arc<[u8]>>) {
    let (_, added) = Weights::of(atlas).expect("sound");
    let kernels = atlas.kernels();
    let mut by: BTreeMap<Distance, Vec<usize>> = BTreeMap::new();
    for (at, kernel) in kernels.iter().enumerate() {
        by.entry(distance(kernel, &kernels[..at])).or_default().push(at);
    }
    let size = |keep: &dyn Fn(usize) -> bool| {
        let mut draft = Draft::new();
        let kept = |k: &AtlasKernel| kernels.iter().position(|other| other == k).is_some_and(keep);
        draft.merge_some(atlas, kept).expect("sound");
        draft.write().expect("it fits").len()
    };
    let whole = size(&|_| true);
    println!("{} kernels, {whole} bytes", kernels.len());
    for (distance, of) in &by {
        let sum = |counts: &[u32]| of.iter().map(|at| f64::from(counts[*at])).sum::<f64>() / of.len() as f64;
        let without = whole - size(&|at| !of.contains(&at));
        println!(
            "{distance:?}: {} kernels; {:.0} forms that are new, {:.0} that no other has; {:.0} bytes a kernel",
            of.len(),
            sum(&added.forms),
            sum(&added.alone),
            without as f64 / of.len() as f64
        );
    }
}
