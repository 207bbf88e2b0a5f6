//! The titles of lanes.

use std::collections::BTreeSet;

use super::KernelKind;
use super::lanes::Lane;

/// If the title of the first lane would have more names than this, the lane is called "all others".
const MOST_NAMED: usize = 2;

/// Sets the flavours beside the titles of lanes that have one architecture each. A lane gets none if it has the usual
/// flavour, or if no other lane has its distribution and architecture.
pub(super) fn asides(lanes: &mut [Lane]) {
    let of = |lane: &Lane| lane.kinds.first().map(|kind| (kind.distribution.clone(), kind.arch.clone()));
    let all: Vec<_> = lanes.iter().map(of).collect();
    for lane in lanes {
        let alone = all.iter().filter(|other| **other == of(lane)).count() == 1;
        if !alone && lane.kinds.iter().all(|kind| kind.special) {
            lane.aside = lane.kinds.iter().map(|kind| kind.flavour.as_str()).collect::<Vec<_>>().join(", ");
        }
    }
}

/// Sets the titles of lanes by distribution. A distribution's architectures are added unless the lane has all of
/// them. With only one distribution, the titles are the architectures alone.
pub(super) fn by_distribution(lanes: &mut [Lane]) {
    let archs = |kinds: &mut dyn Iterator<Item = &KernelKind>, distribution: &str| -> Vec<String> {
        let mut archs: Vec<String> = Vec::new();
        for kind in kinds.filter(|kind| kind.distribution == distribution) {
            if !archs.contains(&kind.arch) {
                archs.push(kind.arch.clone());
            }
        }
        archs
    };
    let all: Vec<KernelKind> = lanes.iter().flat_map(|lane| lane.kinds.clone()).collect();
    for lane in lanes {
        let distributions: BTreeSet<&str> = lane.kinds.iter().map(|kind| kind.distribution.as_str()).collect();
        let one = |distribution: &str| {
            let here = archs(&mut lane.kinds.iter(), distribution);
            match distribution {
                "" => here.join(", "),
                _ if here.len() == archs(&mut all.iter(), distribution).len() => distribution.to_owned(),
                _ => format!("{distribution} {}", here.join(", ")),
            }
        };
        lane.title = distributions.into_iter().map(one).collect::<Vec<_>>().join(", ");
    }
}

/// Sets the titles of lanes that may have several architectures and distributions. A single lane is "all"; the first
/// of several lanes is "all others" if it needs more than [`MOST_NAMED`] names.
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

/// Names for `kinds`, a part of `all` kinds: first whole distributions (`ubuntu`), whole flavours (`cloud`) and whole
/// architectures (`s390x`), then single kinds.
fn named(all: &[KernelKind], kinds: &[KernelKind]) -> Vec<String> {
    let mut left: Vec<&KernelKind> = kinds.iter().collect();
    let mut out = Vec::new();
    let distributions: BTreeSet<&str> =
        kinds.iter().map(|kind| kind.distribution.as_str()).filter(|distribution| !distribution.is_empty()).collect();
    let flavours: BTreeSet<&str> = kinds.iter().filter(|kind| kind.special).map(|kind| kind.flavour.as_str()).collect();
    let archs: BTreeSet<&str> = kinds.iter().map(|kind| kind.arch.as_str()).collect();
    // Adds a name for the kinds for which `of` is true, if `all` has at least `least` of them, `kinds` has all of
    // them, and some of them have no name yet.
    let mut name = |name: &str, least: usize, of: &dyn Fn(&KernelKind) -> bool| {
        let have = all.iter().filter(|kind| of(kind)).count();
        let is_left = left.iter().any(|kind| of(kind));
        if is_left && have >= least && have == kinds.iter().filter(|kind| of(kind)).count() {
            out.push(name.to_owned());
            left.retain(|kind| !of(kind));
        }
    };
    for distribution in distributions {
        name(distribution, 1, &|kind| kind.distribution == distribution);
    }
    // A flavour that only one kind of kernel has is named later, together with the architecture.
    for flavour in flavours {
        name(flavour, 2, &|kind| kind.special && kind.flavour == flavour);
    }
    for arch in archs {
        name(arch, 1, &|kind| kind.arch == arch);
    }
    out.extend(left.iter().map(|kind| {
        let flavour = if kind.special { kind.flavour.as_str() } else { "" };
        let words = [kind.distribution.as_str(), &kind.arch, flavour];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }));
    out
}
