//! Groups kernels that have the same shape, and finds the steps from one shape to the next.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Atlas, Ranges};
use release::{Series, Version, places};

use super::{History, HistoryStep, Seen, Shape, StepChange};

/// The most changes of a step that are kept; the others are only counted ([`HistoryStep::more`]).
const MOST_CHANGES: usize = 40;
/// The most pairs of shapes that are compared.
const MOST_PAIRS: usize = 256;

/// Groups the kernels by their keys, in the order of the first kernel of each group. Returns the groups, and for each
/// kernel the index of its group.
pub(super) fn group<K: Ord + Clone>(keys: &[K]) -> (Vec<(K, Vec<u32>)>, Vec<u32>) {
    let mut groups: Vec<(K, Vec<u32>)> = Vec::new();
    let mut at: BTreeMap<&K, usize> = BTreeMap::new();
    let mut of = Vec::new();
    for (k, key) in keys.iter().enumerate() {
        let i = *at.entry(key).or_insert_with(|| {
            groups.push((key.clone(), Vec::new()));
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(i) {
            group.1.push(k as u32);
        }
        of.push(i as u32);
    }
    (groups, of)
}

/// A history with these shapes; `shape_of` has the shape of each kernel.
pub(super) fn seen<R: Ranges>(atlas: &Atlas<R>, shapes: Vec<Shape>, shape_of: &[u32]) -> History {
    let seen = atlas.kernels().iter().zip(atlas.kernel_names()).zip(shape_of).map(|((k, name), &shape)| Seen {
        name,
        distribution: k.distribution.clone(),
        version: k.version().to_owned(),
        arch: k.arch.clone(),
        flavour: k.shown_flavour(),
        shape,
    });
    History { kernels: seen.collect(), shapes, ..History::default() }
}

/// The kind of a kernel: its distribution, its architecture, whether its flavour is special, and its flavour. A
/// difference between two kernels is a change over time only if both are of the same kind.
type Kind<'h> = (&'h str, &'h str, bool, &'h str);

fn kind_of(kernel: &Seen) -> Kind<'_> {
    (&kernel.distribution, &kernel.arch, !kernel.is_generic(), &kernel.flavour)
}

/// A step that one or more kinds of kernels take: from one shape to another.
struct Turn<'h> {
    shapes: (u32, u32),
    is_configuration: bool,
    /// For each kind, the kernels before and after. A change over time has one pair for each kind. A difference between
    /// flavours has, for each kind, a pair for each kernel of the special flavour that differs in this way.
    of: BTreeMap<Kind<'h>, Vec<(u32, u32)>>,
}

/// The steps of a history. First come the changes over time, from a kernel to the next of its kind, the oldest first.
/// Then come the differences between a special flavour and the usual one at the same version: if `all`, at every
/// version, else only at the newest one. `changes` compares two shapes. Also returns the number of pairs of shapes
/// without a change; these are no steps.
pub(super) fn steps(
    history: &History,
    all: bool,
    mut changes: impl FnMut(usize, usize) -> Vec<StepChange>,
) -> (Vec<HistoryStep>, u32) {
    let mut compared: BTreeMap<(u32, u32), Vec<StepChange>> = BTreeMap::new();
    let (mut out, mut same) = (Vec::new(), BTreeSet::new());
    let dates = Dates::of(history);
    let kinds = kinds(history, &dates);
    for turn in time(history, &dates).into_iter().chain(configurations(history, all)) {
        if !compared.contains_key(&turn.shapes) {
            if compared.len() >= MOST_PAIRS {
                continue;
            }
            let (from, to) = (turn.shapes.0 as usize, turn.shapes.1 as usize);
            let absent = |i: usize| history.shapes.get(i).is_some_and(|s| s.absent);
            let mut found = changes(from, to);
            if found.is_empty() && absent(from) != absent(to) {
                let what = if absent(to) { "removed" } else { "added" };
                found.push(StepChange { what: what.to_owned(), bad: absent(to), ..StepChange::default() });
            }
            compared.insert(turn.shapes, found);
        }
        let mut changes = compared.get(&turn.shapes).cloned().unwrap_or_default();
        if changes.is_empty() {
            same.insert(turn.shapes);
            continue;
        }
        let more = changes.len().saturating_sub(MOST_CHANGES) as u32;
        changes.truncate(MOST_CHANGES);
        out.extend(worded(history, &dates, &kinds, &turn).map(|step| HistoryStep { changes, more, ..step }));
    }
    (out, same.len() as u32)
}

/// The series of the kernels, read from their versions once.
struct Dates {
    of: Vec<Option<Series>>,
    /// All series, sorted.
    all: Vec<Series>,
}

impl Dates {
    fn of(history: &History) -> Dates {
        let series = |kernel: &Seen| Version::parse(&kernel.version).map(Version::series);
        let of: Vec<Option<Series>> = history.kernels.iter().map(series).collect();
        let all: BTreeSet<Series> = of.iter().copied().flatten().collect();
        Dates { of, all: all.into_iter().collect() }
    }

    /// The series of a kernel, by its index in the history.
    fn at(&self, kernel: u32) -> Option<Series> {
        self.of.get(kernel as usize).copied().flatten()
    }
}

/// A step that more kinds of kernels may still join, with the series and the versions of its two sides.
type Open<'h> = (Turn<'h>, [Option<Series>; 2], [&'h str; 2]);

/// Changes over time: from a kernel to the next of its kind.
fn time<'h>(history: &'h History, dates: &Dates) -> Vec<Turn<'h>> {
    let mut last: BTreeMap<Kind<'_>, u32> = BTreeMap::new();
    let mut turns: Vec<Open<'_>> = Vec::new();
    for (k, kernel) in (0u32..).zip(&history.kernels) {
        let Some(before) = last.insert(kind_of(kernel), k) else { continue };
        let Some(old) = history.kernels.get(before as usize) else { continue };
        let shapes = (history.told_apart(old.shape), history.told_apart(kernel.shape));
        if shapes.0 == shapes.1 {
            continue;
        }
        let series = [before, k].map(|k| dates.at(k));
        let versions = [old.version.as_str(), kernel.version.as_str()];
        // A change within a series is dated by its versions, a change between two series by the series. Only changes
        // with the same date are one step.
        let within = series[0] == series[1];
        let fits = |(turn, s, v): &Open<'_>| turn.shapes == shapes && *s == series && (!within || *v == versions);
        let kind = kind_of(kernel);
        match turns.iter_mut().find(|turn| fits(turn) && !turn.0.of.contains_key(&kind)) {
            Some((turn, ..)) => {
                turn.of.insert(kind, vec![(before, k)]);
            }
            None => {
                let of = BTreeMap::from([(kind, vec![(before, k)])]);
                turns.push((Turn { shapes, is_configuration: false, of }, series, versions));
            }
        }
    }
    turns.into_iter().map(|(turn, ..)| turn).collect()
}

/// The differences between kernels of a special and the usual flavour, with the same distribution, architecture and
/// version.
fn configurations(history: &History, all: bool) -> Vec<Turn<'_>> {
    let mut usual: BTreeMap<(&str, &str, &str), u32> = BTreeMap::new();
    for (k, kernel) in (0u32..).zip(&history.kernels).filter(|(_, kernel)| kernel.is_generic()) {
        usual.insert((&kernel.distribution, &kernel.arch, &kernel.version), k);
    }
    let mut turns: Vec<Turn<'_>> = Vec::new();
    let mut done: BTreeSet<Kind<'_>> = BTreeSet::new();
    let special = history.kernels.iter().enumerate().rev().filter(|(_, kernel)| !kernel.is_generic());
    for (k, kernel) in special.map(|(k, kernel)| (k as u32, kernel)) {
        let at = (kernel.distribution.as_str(), kernel.arch.as_str(), kernel.version.as_str());
        let Some(&other) = usual.get(&at) else { continue };
        if !all && !done.insert(kind_of(kernel)) {
            continue;
        }
        let Some(generic) = history.kernels.get(other as usize) else { continue };
        let (shapes, kind) = ((history.told_apart(generic.shape), history.told_apart(kernel.shape)), kind_of(kernel));
        if shapes.0 == shapes.1 {
            continue;
        }
        match turns.iter_mut().find(|turn| turn.shapes == shapes) {
            Some(turn) => turn.of.entry(kind).or_default().push((other, k)),
            None => {
                let of = BTreeMap::from([(kind, vec![(other, k)])]);
                turns.push(Turn { shapes, is_configuration: true, of });
            }
        }
    }
    turns
}

fn worded(history: &History, dates: &Dates, all: &Kinds<'_>, turn: &Turn<'_>) -> Option<HistoryStep> {
    let version = |k: u32| history.kernels.get(k as usize).map_or("", |kernel| &kernel.version);
    let pairs = || turn.of.values().flatten();
    let &(before, after) = pairs().max_by_key(|(_, after)| *after)?;
    let between = if turn.is_configuration {
        let on: BTreeSet<Series> = pairs().filter_map(|(_, k)| dates.at(*k)).collect();
        places(&dates.all, |series| on.contains(series))
    } else if pairs().all(|(a, b)| (version(*a), version(*b)) == (version(before), version(after))) {
        format!("{} → {}", version(before), version(after))
    } else {
        let named = |k: u32| dates.at(k).map_or_else(|| version(k).to_owned(), |series| series.to_string());
        format!("{} → {}", named(before), named(after))
    };
    let (from, to) = turn.shapes;
    let lanes = lanes(dates, all, turn);
    Some(HistoryStep {
        from,
        to,
        lanes,
        between,
        pairs: pairs().copied().collect(),
        is_configuration: turn.is_configuration,
        ..HistoryStep::default()
    })
}

/// For each distribution and architecture, its kinds, and for each kind the series that it has kernels of.
type Kinds<'h> = BTreeMap<(&'h str, &'h str), BTreeMap<Kind<'h>, BTreeSet<Option<Series>>>>;

fn kinds<'h>(history: &'h History, dates: &Dates) -> Kinds<'h> {
    let mut all = Kinds::new();
    for (k, seen) in (0u32..).zip(&history.kernels) {
        let kind = kind_of(seen);
        all.entry((kind.0, kind.1)).or_default().entry(kind).or_default().insert(dates.at(k));
    }
    all
}

/// The kinds of kernels that take a step, in words. For a change over time, an architecture is named without flavours
/// if each of its kinds that has kernels of both series (before and after the step) takes the step.
fn lanes(dates: &Dates, all: &Kinds<'_>, turn: &Turn<'_>) -> String {
    let several = all.keys().map(|arch| arch.0).collect::<BTreeSet<_>>().len() > 1;
    let mut by_arch: BTreeMap<(&str, &str), Vec<&Kind<'_>>> = BTreeMap::new();
    for kind in turn.of.keys() {
        by_arch.entry((kind.0, kind.1)).or_default().push(kind);
    }
    let mut parts = Vec::new();
    for (arch, taken) in by_arch {
        let title = if several { format!("{} {}", arch.0, arch.1) } else { arch.1.to_owned() };
        let pair = taken.first().and_then(|kind| turn.of.get(*kind)).and_then(|pairs| pairs.last());
        // A kind that lacks kernels of one of the two series cannot take the step.
        let there = |series: &&BTreeSet<Option<Series>>| {
            pair.is_some_and(|(a, b)| [a, b].into_iter().all(|k| series.contains(&dates.at(*k))))
        };
        let could = all.get(&arch).map_or(0, |kinds| kinds.values().filter(there).count());
        if could == taken.len() && !turn.is_configuration {
            parts.push(title);
            continue;
        }
        parts.extend(taken.iter().map(|kind| if kind.2 { format!("{title} {}", kind.3) } else { title.clone() }));
    }
    parts.join(", ")
}
