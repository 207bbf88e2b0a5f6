//! A relocation on the kernels of an atlas, one after the other: the stops of a slider.

use atlas::AtlasKernel;
use wire::Wire;

use super::{Core, OnTarget};
use crate::fits::in_atlas::release;

/// A relocation on a kernel of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct SlideStop {
    /// The kernel's version: `6.12.94`; its release if the version is not known.
    pub version: String,
    /// The lane of the kernel, by its index in [`Slide::lanes`].
    pub lane: u32,
    /// The result; its `name` is the name of the kernel in the atlas.
    pub on: OnTarget,
    /// A sentence that sums up the result.
    pub headline: String,
}

/// A relocation on the kernels of an atlas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Slide {
    /// The lanes, one for each distribution, architecture and special flavour: `debian amd64`, `debian amd64 cloud`.
    /// Each has at least one stop.
    pub lanes: Vec<String>,
    /// The stops, by version.
    pub stops: Vec<SlideStop>,
}

impl Slide {
    /// Adds the answer of a kernel.
    pub fn push(&mut self, about: &AtlasKernel, (on, headline): (OnTarget, String)) {
        let flavour = about.special_flavour();
        let parts = [about.distribution.as_str(), about.arch.as_str(), flavour];
        let lane = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let known = self.lanes.iter().position(|other| *other == lane);
        let at = known.unwrap_or_else(|| {
            self.lanes.push(lane);
            self.lanes.len() - 1
        });
        let version = release(&on.name, about).version.map_or_else(|| about.release.clone(), |v| v.to_string());
        self.stops.push(SlideStop { version, lane: u32::try_from(at).unwrap_or(u32::MAX), on, headline });
    }

    /// The stops of a lane, by their index among all.
    pub fn of_lane(&self, lane: usize) -> Vec<usize> {
        (0..self.stops.len()).filter(|&i| self.stops.get(i).is_some_and(|stop| stop.lane as usize == lane)).collect()
    }

    /// The lane that is shown first: the lane with the most stops where the program can load; of several such lanes,
    /// the first.
    pub fn first_lane(&self) -> usize {
        let loads = |lane: &usize| {
            self.of_lane(*lane).iter().filter(|&&i| self.stops.get(i).is_some_and(|s| s.on.loads)).count()
        };
        (0..self.lanes.len()).rev().max_by_key(loads).unwrap_or(0)
    }

    /// The stop of a lane at which a slider begins, by its index in [`Slide::of_lane`]: the first stop of the last run
    /// of equal answers; the last stop if all answers are equal.
    pub fn first_stop(&self, lane: usize) -> usize {
        let of = self.of_lane(lane);
        let same = |a: &usize, b: &usize| match (self.stops.get(*a), self.stops.get(*b)) {
            (Some(a), Some(b)) => (a.on.verdict, &a.on.insn, &a.on.access) == (b.on.verdict, &b.on.insn, &b.on.access),
            _ => false,
        };
        let changed = of.iter().zip(of.iter().skip(1)).rposition(|(a, b)| !same(a, b));
        changed.map_or(of.len().saturating_sub(1), |at| at + 1)
    }
}

impl Core<'_> {
    /// A relocation's result on the first kernel, and a sentence that sums up the result. None if there is no such
    /// relocation, or no kernel.
    pub fn stop(&self, index: usize) -> Option<(OnTarget, String)> {
        let (btf, record) = (self.btf()?, self.program.records().get(index)?);
        let (on, why) = self.on(btf, self.kernels.first()?, record, index, self.function_of(record));
        Some((on, why.headline))
    }
}
