//! Groups of kernels on which a program has the same result for the same reason.

use needs::{Foreign, Load, NeedKind, Range, Release, fold};

use super::{AskedKernel, Checked};

/// Ranges of kernels that are printed together. If the kernels count for the exit status, a program has the same
/// verdict on all of them, for the same reason. If they do not count, [`groups`] says which of them are together.
pub struct Group {
    /// Each range has one distribution, architecture and flavour.
    pub ranges: Vec<Range>,
    /// Whether the kernels count for the exit status.
    pub required: bool,
    /// Whether the kernels have another architecture than the object or, if programs were named, than all of these
    /// programs.
    pub foreign: bool,
}

impl Group {
    /// The words for the verdict. If the kernels have another architecture and are not required, the words say only
    /// that.
    pub fn says(&self) -> &str {
        match self.ranges.first() {
            _ if self.foreign && !self.required => Foreign::ANSWER,
            Some(range) => &range.load_words,
            None => Load::Loads.as_str(),
        }
    }

    /// The number of kernels.
    pub fn count(&self) -> usize {
        self.ranges.iter().map(|range| range.kernels.len()).sum()
    }

    /// The names of the kernels, one text for each range. For several ranges that are not required, only the number of
    /// their kernels.
    pub fn kernels(&self, asked: &[AskedKernel]) -> Vec<String> {
        match (self.required, self.ranges.as_slice()) {
            (true, ranges) => ranges.iter().map(|range| names(range, asked)).collect(),
            (false, [one]) => vec![format!("{}, not required", names(one, asked))],
            (false, _) => vec![format!("{} kernels, not required", self.count())],
        }
    }
}

/// `a`, or `a to b (10)`.
fn names(range: &Range, asked: &[AskedKernel]) -> String {
    let name = |i: Option<&usize>| i.and_then(|&i| asked.get(i)).map_or("", |k| k.release.name.as_str());
    match range.kernels.len() {
        1 => name(range.kernels.first()).to_owned(),
        n => format!("{} to {} ({n})", name(range.kernels.first()), name(range.kernels.last())),
    }
}

/// The groups of a program: required kernels by verdict and reason; other kernels by verdict alone, except that those
/// of another architecture are one group. The required groups come first, and then the others. Both are sorted by
/// verdict, the worst first. A group of another architecture comes after the groups with the same verdict or, if it is
/// not required, after all groups.
pub fn groups(checked: &Checked, asked: &[AskedKernel], program: usize) -> Vec<Group> {
    let releases: Vec<&Release> = asked.iter().map(|k| &k.release).collect();
    let is_required = |&i: &usize| checked.counts.get(i).copied().unwrap_or(false);
    let report = |range: &Range| range.kernels.first().and_then(|&k| checked.reports.get(k));
    let is_foreign = |range: &Range| range.kernels.first().is_some_and(|&k| checked.is_foreign(k));
    let answer = |range: &Range| report(range)?.answers.get(range.reason?);
    let found = |range: &Range| answer(range).map(|a| a.found.as_str());
    // The texts of reasons about arguments are compared, since they name types that differ between kernels. The texts
    // of other reasons are not: they contain type ids, whose differences mean nothing.
    let is_args = |range: &Range| {
        let need = range.reason.and_then(|need| checked.needs.needs().get(need));
        need.is_some_and(|need| need.kind == NeedKind::Args)
    };
    let named = |range: &Range| answer(range).filter(|_| is_args(range)).and_then(|a| a.reason.as_deref());
    let mut all: Vec<Group> = Vec::new();
    for range in fold(&releases, &checked.reports, program) {
        let (counted, others): (Vec<usize>, Vec<usize>) = range.kernels.iter().copied().partition(is_required);
        for (required, kernels) in [(true, counted), (false, others)] {
            if kernels.is_empty() {
                continue;
            }
            let range = Range { kernels, ..range.clone() };
            let same = |group: &Group| {
                group.ranges.first().is_some_and(|first| {
                    let words = |r: &Range| (r.load_words.clone(), r.attach_words.clone());
                    let alike = |r: &Range| (words(r), r.reason, is_foreign(r), found(r), named(r));
                    match (required, is_foreign(first), is_foreign(&range)) {
                        // All kernels of another architecture that are not required are one group.
                        (false, true, true) => true,
                        (false, a, b) => a == b && first.load == range.load,
                        (true, ..) => first.load == range.load && alike(first) == alike(&range),
                    }
                })
            };
            match all.iter_mut().find(|group| group.required == required && same(group)) {
                Some(group) => group.ranges.push(range),
                None => all.push(Group { foreign: is_foreign(&range), ranges: vec![range], required }),
            }
        }
    }
    let load = |group: &Group| group.ranges.first().map_or(Load::Loads, |range| range.load);
    all.sort_by_key(|g| (!g.required, !g.required && g.foreign, std::cmp::Reverse(load(g)), g.foreign));
    all
}
