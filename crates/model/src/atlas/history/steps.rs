//! Groups kernels that have the same shape, and finds the steps from one shape to the next.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use release::{Series, Version, places};

use super::{Comparison, History, HistoryStep, KernelKind, Seen, StepChange};

/// The most changes between two shapes that are kept; the others are only counted ([`Comparison::more`]).
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

/// A step that one or more kinds of kernels take: from one shape to another.
struct Turn {
    shapes: (u32, u32),
    is_configuration: bool,
    /// For each kind (an index into [`History::kinds`]), the kernels before and after. A change over time has one pair
    /// for each kind. A difference between flavours has, for each kind, a pair for each kernel of the special flavour
    /// that differs in this way.
    of: BTreeMap<u32, Vec<(u32, u32)>>,
}

/// The steps of a history. First come the changes over time, from a kernel to the next of its kind, the oldest first.
/// Then come the differences between a special flavour and the usual one at the same version: if `all`, at every
/// version, else only at the newest one. `changes` compares two shapes. Also returns the comparisons of the steps, and
/// the number of pairs of shapes without a change; these are no steps.
pub(super) fn steps(
    history: &History,
    all: bool,
    mut changes: impl FnMut(usize, usize) -> Vec<StepChange>,
) -> (Vec<HistoryStep>, Vec<Comparison>, u32) {
    // For each pair of shapes, the index of its comparison; none if they have no change.
    let mut compared: BTreeMap<(u32, u32), Option<u32>> = BTreeMap::new();
    let (mut out, mut comparisons): (Vec<HistoryStep>, Vec<Comparison>) = Default::default();
    let dates = Dates::of(history);
    let kinds = kinds(history, &dates);
    for turn in time(history, &dates).into_iter().chain(configurations(history, all)) {
        let full = compared.len() >= MOST_PAIRS;
        let comparison = match compared.entry(turn.shapes) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if full => continue,
            Entry::Vacant(new) => {
                let (from, to) = (turn.shapes.0 as usize, turn.shapes.1 as usize);
                let absent = |i: usize| history.shapes.get(i).is_some_and(|s| s.absent);
                let mut changes = changes(from, to);
                if changes.is_empty() && absent(from) != absent(to) {
                    let what = if absent(to) { "removed" } else { "added" };
                    changes.push(StepChange { what: what.to_owned(), bad: absent(to), ..StepChange::default() });
                }
                let number = (!changes.is_empty()).then_some(comparisons.len() as u32);
                if number.is_some() {
                    let more = changes.len().saturating_sub(MOST_CHANGES) as u32;
                    changes.truncate(MOST_CHANGES);
                    comparisons.push(Comparison { changes, more });
                }
                *new.insert(number)
            }
        };
        if let Some(comparison) = comparison {
            out.extend(worded(history, &dates, &kinds, &turn).map(|step| HistoryStep { comparison, ..step }));
        }
    }
    let same = compared.values().filter(|comparison| comparison.is_none()).count();
    (out, comparisons, same as u32)
}

/// The series of the kernels, read from each version once.
struct Dates {
    /// For each kernel, its series; none if its version is not known.
    of: Vec<Option<Series>>,
    /// All series, sorted.
    all: Vec<Series>,
}

impl Dates {
    fn of(history: &History) -> Dates {
        let series: Vec<Option<Series>> =
            history.versions.iter().map(|text| Version::parse(text).map(Version::series)).collect();
        let at = |version: u32| series.get(version as usize).copied().flatten();
        let of: Vec<Option<Series>> = history.kernels.iter().map(|kernel| at(kernel.version)).collect();
        let all: BTreeSet<Series> = of.iter().copied().flatten().collect();
        Dates { of, all: all.into_iter().collect() }
    }

    /// The series of a kernel, by its index in the history.
    fn at(&self, kernel: u32) -> Option<Series> {
        self.of.get(kernel as usize).copied().flatten()
    }
}

/// The date of a change over time: the series of its two sides and, for a change within a series, the versions (indices
/// into [`History::versions`]). Only changes with the same date are one step.
type Date = ([Option<Series>; 2], Option<(u32, u32)>);

/// Changes over time: from a kernel to the next of its kind.
fn time(history: &History, dates: &Dates) -> Vec<Turn> {
    let mut last: Vec<Option<u32>> = vec![None; history.kinds.len()];
    let mut turns: Vec<Turn> = Vec::new();
    // The turns from one shape to another at one date, in order. There may be several, because a kind may change to
    // and fro.
    let mut at: BTreeMap<((u32, u32), Date), Vec<usize>> = BTreeMap::new();
    for (k, kernel) in (0u32..).zip(&history.kernels) {
        let Some(before) = last.get_mut(kernel.kind as usize).and_then(|last| last.replace(k)) else { continue };
        let Some(old) = history.kernels.get(before as usize) else { continue };
        let shapes = (history.told_apart(old.shape), history.told_apart(kernel.shape));
        if shapes.0 == shapes.1 {
            continue;
        }
        let series = [before, k].map(|k| dates.at(k));
        let within = (series[0] == series[1]).then_some((old.version, kernel.version));
        let alike = at.entry((shapes, (series, within))).or_default();
        let open = alike.iter().find(|at| turns.get(**at).is_some_and(|turn| !turn.of.contains_key(&kernel.kind)));
        match open.and_then(|at| turns.get_mut(*at)) {
            Some(turn) => {
                turn.of.insert(kernel.kind, vec![(before, k)]);
            }
            None => {
                alike.push(turns.len());
                let of = BTreeMap::from([(kernel.kind, vec![(before, k)])]);
                turns.push(Turn { shapes, is_configuration: false, of });
            }
        }
    }
    turns
}

/// The differences between kernels of a special and the usual flavour, with the same distribution, architecture and
/// version.
fn configurations(history: &History, all: bool) -> Vec<Turn> {
    let place = |kind: &KernelKind| (kind.distribution.clone(), kind.arch.clone());
    // For each kind, the number of its distribution and architecture.
    let mut places = Vec::new();
    let place_of: Vec<usize> = history
        .kinds
        .iter()
        .map(|kind| {
            places.iter().position(|known| *known == place(kind)).unwrap_or_else(|| {
                places.push(place(kind));
                places.len() - 1
            })
        })
        .collect();
    let special: Vec<bool> = history.kinds.iter().map(|kind| kind.special).collect();
    let is_special = |kind: u32| special.get(kind as usize).copied().unwrap_or(false);
    let at = |kernel: &Seen| (place_of.get(kernel.kind as usize).copied(), kernel.version);
    let mut usual: BTreeMap<(Option<usize>, u32), u32> = BTreeMap::new();
    for (k, kernel) in (0u32..).zip(&history.kernels).filter(|(_, kernel)| !is_special(kernel.kind)) {
        usual.insert(at(kernel), k);
    }
    let mut turns: Vec<Turn> = Vec::new();
    let mut of_shapes: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut done: BTreeSet<u32> = BTreeSet::new();
    for (k, kernel) in history.kernels.iter().enumerate().rev().filter(|(_, kernel)| is_special(kernel.kind)) {
        let Some(&other) = usual.get(&at(kernel)) else { continue };
        if !all && !done.insert(kernel.kind) {
            continue;
        }
        let Some(generic) = history.kernels.get(other as usize) else { continue };
        let shapes = (history.told_apart(generic.shape), history.told_apart(kernel.shape));
        if shapes.0 == shapes.1 {
            continue;
        }
        let turn = *of_shapes.entry(shapes).or_insert_with(|| {
            turns.push(Turn { shapes, is_configuration: true, of: BTreeMap::new() });
            turns.len() - 1
        });
        if let Some(turn) = turns.get_mut(turn) {
            turn.of.entry(kernel.kind).or_default().push((other, k as u32));
        }
    }
    turns
}

fn worded(history: &History, dates: &Dates, all: &Kinds<'_>, turn: &Turn) -> Option<HistoryStep> {
    let version = |k: u32| history.kernels.get(k as usize).map_or("", |kernel| history.version(kernel));
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
    let lanes = lanes(history, dates, all, turn);
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
type Kinds<'h> = BTreeMap<(&'h str, &'h str), Vec<(u32, BTreeSet<Option<Series>>)>>;

fn kinds<'h>(history: &'h History, dates: &Dates) -> Kinds<'h> {
    let mut series: Vec<BTreeSet<Option<Series>>> = vec![BTreeSet::new(); history.kinds.len()];
    for (k, seen) in (0u32..).zip(&history.kernels) {
        if let Some(series) = series.get_mut(seen.kind as usize) {
            series.insert(dates.at(k));
        }
    }
    let mut all = Kinds::new();
    for ((number, kind), series) in (0u32..).zip(&history.kinds).zip(series) {
        all.entry((kind.distribution.as_str(), kind.arch.as_str())).or_default().push((number, series));
    }
    all
}

/// The kinds of kernels that take a step, in words. For a change over time, an architecture is named without flavours
/// if each of its kinds that has kernels of both series (before and after the step) takes the step.
fn lanes(history: &History, dates: &Dates, all: &Kinds<'_>, turn: &Turn) -> String {
    let mut distributions = all.keys().map(|(distribution, _)| distribution);
    let first = distributions.next();
    let several = distributions.any(|other| Some(other) != first);
    let mut by_arch: BTreeMap<(&str, &str), Vec<(u32, &KernelKind)>> = BTreeMap::new();
    for number in turn.of.keys() {
        if let Some(kind) = history.kinds.get(*number as usize) {
            by_arch.entry((&kind.distribution, &kind.arch)).or_default().push((*number, kind));
        }
    }
    let mut parts = Vec::new();
    for (arch, taken) in by_arch {
        let title = if several { format!("{} {}", arch.0, arch.1) } else { arch.1.to_owned() };
        let pair = taken.first().and_then(|(number, _)| turn.of.get(number)).and_then(|pairs| pairs.last());
        // A kind that lacks kernels of one of the two series cannot take the step.
        let there = |(_, series): &&(u32, BTreeSet<Option<Series>>)| {
            pair.is_some_and(|(a, b)| [a, b].into_iter().all(|k| series.contains(&dates.at(*k))))
        };
        let could = all.get(&arch).map_or(0, |kinds| kinds.iter().filter(there).count());
        if could == taken.len() && !turn.is_configuration {
            parts.push(title);
            continue;
        }
        let named = |(_, kind): &(u32, &KernelKind)| match kind.special {
            true => format!("{title} {}", kind.flavour),
            false => title.clone(),
        };
        parts.extend(taken.iter().map(named));
    }
    parts.join(", ")
}
