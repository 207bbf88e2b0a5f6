//! [`Headline`]: on which kernels an object loads, in a sentence or two. Terminal and page show the same.

use std::collections::BTreeSet;
use std::fmt;

use release::{Place, Release, Series, joined, not_among, places};

use crate::answer::{Attach, Load};
use crate::check::{Foreign, Report, Verdict};
use crate::object::Needs;

/// Up to this many kernels are named one by one; more are named by their series.
const NAMED: usize = 3;
/// The most sentences about failures; the series and kernels of further sentences are only counted.
const TOLD: usize = 2;

/// On which kernels an object loads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Headline {
    /// The answer: `Loads on amd64 6.12 to 7.3.`
    pub first: String,
    /// Sentences in this order: on kernels where a program may not attach; on kernels where programs fail or may fail,
    /// newest first (`On 6.1, 2 of 6 programs fail.`); on kernels of another byte order.
    pub more: Vec<String>,
    /// How many kernels were checked, not counting kernels of another architecture than the object's. If there are only
    /// such kernels, their number.
    pub kernels: usize,
    /// On how many of these kernels all programs are known to load, and none surely fails to attach.
    pub loads: usize,
    /// The architecture of these kernels; `None` if they have several, if it is not known, or if it is not the
    /// object's.
    pub arch: Option<String>,
    /// A sentence on the series between these kernels of which no kernel was checked ([`release::not_among`]). Empty if
    /// there are none, if no series is named, or if the object loads on all or none of the kernels.
    pub not_among: String,
}

impl Headline {
    /// On how many kernels the object loads: `124 of 154 amd64 kernels`. Empty without kernels.
    pub fn share(&self) -> String {
        match self.kernels {
            0 => String::new(),
            _ => format!("{} of {}", self.loads, self.counted(false)),
        }
    }

    /// All sentences, with spaces between them.
    pub fn text(&self) -> String {
        let all = [std::slice::from_ref(&self.first), &self.more].concat();
        all.join(" ")
    }
}

/// The kernels that a sentence is about: the kernels of a series, or one kernel by its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Where {
    Series(Series),
    Name(String),
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Where::Series(series) => series.fmt(f),
            Where::Name(name) => f.write_str(name),
        }
    }
}

impl Place for Where {
    fn stands_alone(&self) -> bool {
        matches!(self, Where::Name(_))
    }
}

/// The programs that do not load or attach on a kernel, and the programs for which it cannot be told whether they load.
#[derive(Clone, PartialEq, Eq, Default)]
struct Bad {
    fail: BTreeSet<usize>,
    unknown: BTreeSet<usize>,
}

impl Bad {
    fn is_empty(&self) -> bool {
        self.fail.is_empty() && self.unknown.is_empty()
    }

    fn of(report: &Report, programs: &[usize]) -> Bad {
        let of = |wanted: fn(&Verdict) -> bool| {
            let is = |p: &&usize| report.programs.get(**p).is_some_and(wanted);
            programs.iter().filter(is).copied().collect()
        };
        let fails = |v: &Verdict| v.load() > Load::CannotTell || v.attach == Attach::Fails;
        Bad { fail: of(fails), unknown: of(|v| v.load() == Load::CannotTell && v.attach != Attach::Fails) }
    }

    fn and(mut self, other: &Bad) -> Bad {
        self.fail.extend(&other.fail);
        self.unknown.extend(&other.unknown);
        self.unknown.retain(|program| !self.fail.contains(program));
        self
    }

    /// `2 of 6 programs fail`; after the first such sentence `2 of 6`.
    fn words(&self, programs: usize, again: bool) -> String {
        let of = |n: usize| match programs {
            1 if again => "it".to_owned(),
            1 => "its program".to_owned(),
            _ if again => format!("{n} of {programs}"),
            _ => format!("{n} of {programs} programs"),
        };
        let verb = |n: usize| if programs == 1 || n == 1 { "fails" } else { "fail" };
        let fail = |n: usize| match again && programs > 1 {
            true => of(n),
            false => format!("{} {}", of(n), verb(n)),
        };
        let loads = |n: usize| if programs == 1 || n == 1 { "loads" } else { "load" };
        match (self.fail.len(), self.unknown.len()) {
            (n, 0) => fail(n),
            (0, m) => format!("it is unknown whether {} {}", of(m), loads(m)),
            (n, m) => format!("{}, and it is unknown whether {m} {}", fail(n), loads(m)),
        }
    }
}

/// Whether a program is unlikely to attach, or it is not known whether it attaches.
fn may_not_attach(report: &Report, programs: &[usize]) -> bool {
    let mut attach = programs.iter().filter_map(|&p| report.programs.get(p)).map(|verdict| verdict.attach);
    attach.any(|attach| matches!(attach, Attach::Unlikely | Attach::CannotTell))
}

/// A series with its kernels in ascending order of version, or one kernel.
struct At<'a> {
    place: Where,
    kernels: Vec<(&'a Release, Bad)>,
}

impl At<'_> {
    /// The series; none for a kernel by its name.
    fn series(&self) -> Option<Series> {
        match self.place {
            Where::Series(series) => Some(series),
            Where::Name(_) => None,
        }
    }

    fn loads(&self) -> bool {
        self.kernels.iter().all(|(_, bad)| bad.is_empty())
    }

    /// All programs that are bad on any of the kernels.
    fn bad(&self) -> Bad {
        self.kernels.iter().fold(Bad::default(), |all, (_, bad)| all.and(bad))
    }

    /// The kernels of the series on which the object does not load: `6.1`, `6.1 up to 6.1.176`, `4 of the 22 kernels of
    /// 6.1`.
    fn part(&self) -> String {
        let all = self.kernels.len();
        let bad = self.kernels.iter().filter(|(_, bad)| !bad.is_empty()).count();
        if bad == all {
            return self.place.to_string();
        }
        let version = |i: usize| self.kernels.get(i).and_then(|(release, _)| release.version);
        let (Some(before), Some(after)) = (version(bad - 1), version(bad)) else { return self.some(bad) };
        if self.kernels.iter().take(bad).all(|(_, bad)| !bad.is_empty()) && before.patch.is_some() && before < after {
            return format!("{} up to {before}", self.place);
        }
        let (Some(before), Some(after)) = (version(all - bad - 1), version(all - bad)) else { return self.some(bad) };
        if self.kernels.iter().skip(all - bad).all(|(_, bad)| !bad.is_empty())
            && after.patch.is_some()
            && before < after
        {
            return format!("{} from {after}", self.place);
        }
        self.some(bad)
    }

    fn some(&self, bad: usize) -> String {
        format!("{bad} of the {} kernels of {}", self.kernels.len(), self.place)
    }
}

/// The answer for some kernels. `programs` are the programs that count, by index. `None` without kernels, unless libbpf
/// does not open the object.
pub fn headline(needs: &Needs, kernels: &[(&Release, &Report)], programs: &[usize]) -> Option<Headline> {
    if let Some(refusal) = &needs.opened().refusal {
        let first = format!("libbpf does not open it: {}.", refusal.why());
        return Some(Headline { first, ..Headline::default() });
    }
    let own: Vec<(&Release, &Report)> = kernels.iter().copied().filter(|(_, r)| r.foreign.is_none()).collect();
    let all = kernels.len();
    if all == 0 {
        return None;
    }
    if own.is_empty() {
        let first = match kernels {
            [(only, _)] => format!("Fails on {}: it is built for another architecture.", only.name),
            _ => format!("Loads on none of {all} kernels: it is built for another architecture."),
        };
        return Some(Headline { first, kernels: all, ..Headline::default() });
    }
    let archs: BTreeSet<Option<&str>> = own.iter().map(|(release, _)| release.arch.as_deref()).collect();
    let arch = archs.first().copied().flatten().filter(|_| archs.len() == 1).map(str::to_owned);
    let rows = rows(&own, programs);
    let loads = rows.iter().flat_map(|at| &at.kernels).filter(|(_, bad)| bad.is_empty()).count();
    let mut out = Headline { kernels: own.len(), loads, arch, ..Headline::default() };
    let series: BTreeSet<Series> = rows.iter().filter_map(|at| at.series()).collect();
    if 0 < loads && loads < own.len() {
        out.not_among = not_among(&series.into_iter().collect::<Vec<_>>());
    }
    let other_order = kernels.iter().filter(|(_, report)| report.foreign == Some(Foreign::ByteOrder)).count();
    // Whether byte order is the only reason why kernels were left out. If the architecture is known, the sentences name
    // the architecture, and not the byte order.
    let of_one_order = other_order > 0 && own.len() + other_order == all;
    out.first = out.answer(&rows, of_one_order, || most_frequent(needs, &own, programs));
    let uncertain =
        own.iter().filter(|(_, report)| Bad::of(report, programs).is_empty() && may_not_attach(report, programs));
    match (uncertain.count(), loads) {
        (0, _) => {}
        (1, 1) => out.more.push("A program may not attach.".to_owned()),
        (n, all) if n == all => out.more.push("On each of these kernels, a program may not attach.".to_owned()),
        (n, all) => out.more.push(format!("On {n} of the {all} kernels where it loads, a program may not attach.")),
    }
    if loads > 0 {
        out.more.extend(failing(&rows, programs.len()));
    }
    // Where kernels are named one by one, no other sentence says that kernels of the other byte order are left out.
    if of_one_order && own.len() <= NAMED {
        let have = if other_order == 1 { "has" } else { "have" };
        out.more.push(format!("{other_order} of the {all} kernels {have} another byte order."));
    }
    Some(out)
}

impl Headline {
    /// `154 amd64 kernels`; `294 kernels of its byte order` if kernels of the other byte order were left out and no
    /// architecture is named.
    fn counted(&self, of_one_order: bool) -> String {
        let arch = self.arch.as_ref().map(|arch| format!("{arch} ")).unwrap_or_default();
        let order = if of_one_order && self.arch.is_none() { " of its byte order" } else { "" };
        format!("{} {arch}kernel{}{order}", self.kernels, if self.kernels == 1 { "" } else { "s" })
    }

    /// The first sentence. `of_one_order`: kernels of the other byte order were left out.
    fn answer(&self, rows: &[At<'_>], of_one_order: bool, why: impl Fn() -> Option<String>) -> String {
        let full: Vec<&At<'_>> = rows.iter().filter(|at| at.loads()).collect();
        let row: Vec<&Where> = rows.iter().map(|at| &at.place).collect();
        match (self.loads, self.kernels) {
            (n, all) if n == all && all > NAMED => format!("Loads on all {}.", self.counted(of_one_order)),
            (0, _) => {
                let why = why().map(|why| format!(": {why}")).unwrap_or_default();
                let kernels = || rows.iter().flat_map(|at| &at.kernels);
                let fails = kernels().all(|(_, bad)| !bad.fail.is_empty());
                let unknown = kernels().all(|(_, bad)| bad.fail.is_empty());
                match (row.as_slice(), fails, unknown) {
                    ([only], true, _) if self.kernels == 1 => format!("Fails on {only}{why}."),
                    ([only], ..) if self.kernels == 1 => format!("It is unknown whether it loads on {only}{why}."),
                    (_, true, _) => format!("Loads on none of {}{why}.", self.counted(of_one_order)),
                    (_, _, true) => {
                        format!("It is unknown whether it loads on any of {}{why}.", self.counted(of_one_order))
                    }
                    _ => format!("Is not known to load on any of {}{why}.", self.counted(of_one_order)),
                }
            }
            _ if full.is_empty() => format!("Loads on {} of {}.", self.loads, self.counted(of_one_order)),
            _ => {
                let holds = |place: &Where| full.iter().any(|at| at.place == *place);
                let all: Vec<Where> = row.into_iter().cloned().collect();
                let named = all.iter().all(Place::stands_alone);
                let arch = self.arch.as_ref().filter(|_| !named).map(|arch| format!("{arch} ")).unwrap_or_default();
                let part = match (self.arch.is_none() && !named, of_one_order) {
                    (true, true) => ", all architectures of its byte order",
                    (true, false) => ", all architectures",
                    (false, _) => "",
                };
                format!("Loads on {arch}{}{part}.", places(&all, holds))
            }
        }
    }
}

/// The name of a kernel among these: its release as `uname -r` prints it, if the file's name has one and no other of
/// these kernels has the same.
fn name_of<'a>(own: &[(&Release, &Report)], release: &'a Release) -> &'a str {
    let same = own.iter().filter(|(other, _)| other.release == release.release).count();
    if release.release.is_empty() || same > 1 { &release.name } else { &release.release }
}

/// The kernels by series in ascending order. If there are few, each has a row by its name; so has each kernel without a
/// version.
fn rows<'a>(own: &[(&'a Release, &Report)], programs: &[usize]) -> Vec<At<'a>> {
    let mut out: Vec<At<'a>> = Vec::new();
    for (release, report) in own {
        let place = match release.version {
            Some(version) if own.len() > NAMED => Where::Series(version.series()),
            _ => Where::Name(name_of(own, release).to_owned()),
        };
        let kernel = (*release, Bad::of(report, programs));
        match out.iter_mut().find(|at| at.place == place && !place.stands_alone()) {
            Some(at) => at.kernels.push(kernel),
            None => out.push(At { place, kernels: vec![kernel] }),
        }
    }
    out.iter_mut().for_each(|at| at.kernels.sort_by_key(|(release, _)| release.version));
    if out.iter().any(|at| !at.place.stands_alone()) {
        out.sort_by(|a, b| a.place.cmp(&b.place));
    }
    out
}

/// A sentence for each series or kernel on which the object does not load, newest first. Neighbours with the same
/// failures share a sentence.
fn failing(rows: &[At<'_>], programs: usize) -> Vec<String> {
    let mut groups: Vec<(Vec<&At<'_>>, Bad)> = Vec::new();
    for at in rows.iter().rev().filter(|at| !at.loads()) {
        let bad = at.bad();
        match groups.last_mut().filter(|(_, known)| *known == bad) {
            Some((several, _)) => several.insert(0, at),
            None => groups.push((vec![at], bad)),
        }
    }
    let mut out: Vec<String> = Vec::new();
    for (several, bad) in groups.iter().take(TOLD) {
        out.push(format!("On {}, {}.", parts(rows, several), bad.words(programs, !out.is_empty())));
    }
    let rest: usize = groups.iter().skip(TOLD).map(|(several, _)| several.len()).sum();
    if rest > 0 {
        out.push(format!("And {rest} more."));
    }
    out
}

/// Series and kernels with the same failures, in ascending order: `5.10 and 6.12 to 7.3`. If there are three or more,
/// and in one of them only some kernels fail, the kernels from the first to the last are counted: `125 of the 201
/// kernels of 6.1 to 7.2`.
fn parts(rows: &[At<'_>], several: &[&At<'_>]) -> String {
    let is_whole = |at: &&At<'_>| at.kernels.iter().all(|(_, bad)| !bad.is_empty());
    if several.iter().all(is_whole) {
        let all: Vec<Where> = rows.iter().map(|at| at.place.clone()).collect();
        return places(&all, |place| several.iter().any(|at| at.place == *place));
    }
    match several {
        [first, _, .., last] => {
            let between = rows.iter().filter(|at| first.place <= at.place && at.place <= last.place);
            let kernels = between.clone().map(|at| at.kernels.len()).sum::<usize>();
            let bad = between.flat_map(|at| &at.kernels).filter(|(_, bad)| !bad.is_empty()).count();
            format!("{bad} of the {kernels} kernels of {} to {}", first.place, last.place)
        }
        few => joined(&few.iter().map(|at| at.part()).collect::<Vec<_>>()),
    }
}

/// A reason why programs are not known to load: a need and its answer. Kernels with the same answer share a reason.
struct Because<'a> {
    need: usize,
    /// How many kernels give this reason, and the first of these kernels.
    kernels: usize,
    first: &'a Release,
    words: String,
    /// The thing that these kernels lack, if that is the answer.
    lacks: Option<&'a str>,
}

/// A reason within a sentence: `The target has ..` becomes `the target has ..`, `CO-RE ..` stays.
fn inside(words: &str) -> String {
    let mut chars = words.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(chars).collect(),
        (Some('A'), Some(' ')) => format!("a{}", chars.as_str()),
        _ => words.to_owned(),
    }
}

impl Because<'_> {
    /// The reason in a sentence about `of` kernels; `words` is about one kernel.
    fn of(self, of: usize) -> String {
        let (n, first) = (self.kernels, &self.first.name);
        match self.lacks {
            _ if of == 1 => self.words,
            Some(lacks) if n == of => format!("none of them has {lacks}"),
            Some(lacks) if n == 1 => format!("{first} has no {lacks}"),
            Some(lacks) => format!("{n} of them have no {lacks}"),
            None if n == of => self.words,
            None if n == 1 => format!("on {first}, {}", inside(&self.words)),
            None => format!("on {n} of them, {}", inside(&self.words)),
        }
    }
}

/// The reason that the most kernels give.
fn most_frequent(needs: &Needs, own: &[(&Release, &Report)], programs: &[usize]) -> Option<String> {
    let mut counted: Vec<Because<'_>> = Vec::new();
    for &(release, report) in own {
        let verdicts = programs.iter().filter_map(|&p| report.programs.get(p));
        let mut seen = BTreeSet::new();
        for reason in verdicts.filter_map(|v| v.reasons.iter().find(|r| r.load > Load::Fallback)) {
            if !seen.insert(reason.need) {
                continue;
            }
            let answer = report.answers.get(reason.need);
            let lacks = answer.and_then(|answer| answer.lacks.as_deref());
            let named = || needs.needs().get(reason.need).map(|n| format!("{} {}", n.kind.as_str(), n.name));
            let words = answer.and_then(|answer| answer.reason.clone()).or_else(named)?;
            let same = |known: &&mut Because<'_>| {
                let said = if known.lacks.is_some() { known.lacks == lacks } else { known.words == words };
                known.need == reason.need && said
            };
            match counted.iter_mut().find(same) {
                Some(known) => known.kernels += 1,
                None => counted.push(Because { need: reason.need, kernels: 1, first: release, words, lacks }),
            }
        }
    }
    counted.sort_by_key(|known| (std::cmp::Reverse(known.kernels), known.need));
    counted.into_iter().next().map(|known| known.of(own.len()))
}
