//! The titles of lanes.

use std::collections::BTreeSet;

use super::cells::KernelKind;
use super::lanes::Lane;

/// A lane with more kinds of kernels than this is called "all others".
const MOST_NAMED: usize = 2;

/// Titles of lanes of one architecture each: the architecture, and the flavours unless the usual one is among them or
/// there is no other lane.
pub(super) fn by_arch(lanes: &mut [Lane]) {
    let arch_of = |lane: &Lane| lane.kinds.first().map(|kind| kind.arch.clone()).unwrap_or_default();
    let archs: Vec<String> = lanes.iter().map(arch_of).collect();
    for lane in lanes {
        lane.title = arch_of(lane);
        let alone = archs.iter().filter(|arch| **arch == lane.title).count() == 1;
        if !alone && lane.kinds.iter().all(|kind| kind.special) {
            lane.aside = lane.kinds.iter().map(|kind| kind.flavour.as_str()).collect::<Vec<_>>().join(", ");
        }
    }
}

/// Titles of lanes of several architectures; the first, if it has many kinds of kernels, is "all others".
pub(super) fn others(lanes: &mut [Lane]) {
    let all: Vec<KernelKind> = lanes.iter().flat_map(|lane| lane.kinds.clone()).collect();
    let count = lanes.len();
    for (i, lane) in lanes.iter_mut().enumerate() {
        let names = named(&all, &lane.kinds);
        lane.title = match (i, count) {
            (_, 1) => "all".to_owned(),
            (0, _) if names.len() > MOST_NAMED => "all others".to_owned(),
            _ => names.join(", "),
        };
    }
}

/// The names of these kinds among all: whole flavours (`cloud`) and whole architectures (`s390x`), then single kinds.
fn named(all: &[KernelKind], kinds: &[KernelKind]) -> Vec<String> {
    let mut left: Vec<&KernelKind> = kinds.iter().collect();
    let mut out = Vec::new();
    // A flavour that only one architecture has is named with it.
    let flavours: BTreeSet<&str> = kinds.iter().filter(|kind| kind.special).map(|kind| kind.flavour.as_str()).collect();
    let archs: BTreeSet<&str> = kinds.iter().map(|kind| kind.arch.as_str()).collect();
    for flavour in flavours {
        let of = |kind: &&KernelKind| kind.special && kind.flavour == flavour;
        let have = all.iter().filter(of).count();
        if have > 1 && have == kinds.iter().filter(of).count() {
            out.push(flavour.to_owned());
            left.retain(|kind| !of(kind));
        }
    }
    for arch in archs {
        let of = |kind: &&KernelKind| kind.arch == arch;
        if left.iter().any(|kind| kind.arch == arch) && all.iter().filter(of).count() == kinds.iter().filter(of).count()
        {
            out.push(arch.to_owned());
            left.retain(|kind| kind.arch != arch);
        }
    }
    out.extend(left.iter().map(|kind| match kind.special {
        true => format!("{} {}", kind.arch, kind.flavour),
        false => kind.arch.clone(),
    }));
    out
}
