//! Folds the verdicts on many kernels: adjacent kernels of a group with equal verdict and reason become a range.

use crate::answer::{Attach, Load};
use crate::check::Report;
use crate::need::Need;
use crate::object::Needs;
use release::Release;

/// Kernels of one group ([`fold`]), adjacent in version, with the same verdict on a program for the same reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The indices of the kernels, by ascending version.
    pub kernels: Vec<usize>,
    /// Whether the program loads on these kernels.
    pub load: Load,
    /// Whether the program attaches on these kernels.
    pub attach: Attach,
    /// The index of the need that decides; none if the program simply loads and attaches.
    pub reason: Option<usize>,
    /// The verdict in words, with the modules that have to be loaded ([`crate::Verdict::load_words`]).
    pub load_words: String,
    /// The same for attaching ([`crate::Verdict::attach_words`]).
    pub attach_words: String,
}

/// Folds the verdicts on a program. A group is the kernels of one family ([`Release::family`]), architecture and
/// flavour; a range never skips a kernel with another verdict.
pub fn fold(releases: &[&Release], reports: &[Report], program: usize) -> Vec<Range> {
    let group = |i: usize| releases.get(i).map(|r| (r.family(), &r.arch, &r.flavour));
    let mut ranges: Vec<Range> = Vec::new();
    for i in in_order(releases) {
        let Some(v) = reports.get(i).and_then(|r| r.programs.get(program)) else { continue };
        let reason = v.reasons.first().map(|r| r.need);
        let words = (v.load_words(), v.attach_words());
        match ranges.last_mut() {
            Some(last)
                if last.kernels.last().and_then(|&k| group(k)) == group(i)
                    && (last.load, last.attach, last.reason) == (v.load(), v.attach, reason)
                    && (&last.load_words, &last.attach_words) == (&words.0, &words.1) =>
            {
                last.kernels.push(i);
            }
            _ => ranges.push(Range {
                kernels: vec![i],
                load: v.load(),
                attach: v.attach,
                reason,
                load_words: words.0,
                attach_words: words.1,
            }),
        }
    }
    ranges
}

/// The indices of kernels by group and ascending version.
pub fn in_order(releases: &[&Release]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..releases.len()).collect();
    let group = |i: usize| releases.get(i).map(|r| (r.family(), &r.arch, &r.flavour));
    // Kernels of an unknown version come last.
    let version = |i: usize| releases.get(i).map(|r| (r.version.is_none(), r.version, numbers(&r.name)));
    order.sort_by_cached_key(|&i| (group(i), version(i), i));
    order
}

/// The numbers in a name, so that 6.1.0-9 comes before 6.1.0-47.
fn numbers(name: &str) -> Vec<u64> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

impl Report {
    /// Removes the reasons for the needs that `out` selects; the verdicts then follow from the remaining reasons. Does
    /// nothing if libbpf does not open the object.
    pub fn leave_out(&mut self, needs: &Needs, out: impl Fn(&Need) -> bool) {
        if self.load == Load::DoesNotOpen {
            return;
        }
        for (p, verdict) in self.programs.iter_mut().enumerate() {
            verdict.reasons.retain(|r| needs.needs().get(r.need).is_none_or(|need| !out(need)));
            verdict.of_modules.retain(|of| needs.needs().get(of.need).is_none_or(|need| !out(need)));
            let own = || needs.needs().iter().zip(&self.answers).filter(|(need, _)| need.program == Some(p));
            if own().any(|(need, a)| out(need) && a.attach == Some(verdict.attach)) {
                let rest = own().filter(|(need, _)| !out(need));
                verdict.attach = rest.filter_map(|(_, a)| a.attach).max().unwrap_or(Attach::ByApplication);
            }
        }
        self.sum_up(needs);
    }
}
