//! Groups kernels that agree, and finds the changes from one shape to the next.

use std::collections::BTreeMap;

use atlas::AtlasKernel;

use super::{HistoryStep, Shape, StepChange};

/// The most changes of a step that are written out.
const MOST_CHANGES: usize = 40;

/// Groups of kernels with the same content, in the order of the first kernel of each; and the group of each kernel.
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

/// Compares each shape with the one before it, on the architecture of its first kernel if possible.
pub(super) fn steps<K>(
    kernels: &[AtlasKernel],
    groups: &[(K, Vec<u32>)],
    shapes: &[Shape],
    changes: impl Fn(usize, usize) -> Vec<StepChange>,
) -> Vec<HistoryStep> {
    let about = |k: u32| kernels.get(k as usize);
    let mut out = Vec::new();
    for (to, (_, members)) in groups.iter().enumerate().skip(1) {
        let Some((first, kernel)) = members.first().and_then(|&k| Some((k, about(k)?))) else { continue };
        let same =
            |k: &&u32| **k < first && about(**k).is_some_and(|k| k.arch == kernel.arch && k.flavour == kernel.flavour);
        let near = |k: &&u32| **k < first && about(**k).is_some_and(|k| k.arch == kernel.arch);
        let latest = |fits: &dyn Fn(&&u32) -> bool| {
            let each = groups.iter().enumerate().filter(|(i, _)| *i != to);
            each.filter_map(|(i, g)| Some((*g.1.iter().rev().find(|k| fits(k))?, i))).max()
        };
        let Some((before, from)) = latest(&same).or_else(|| latest(&near)) else { continue };
        let mut all = changes(from, to);
        let absent = |i: usize| shapes.get(i).is_some_and(|s| s.absent);
        if all.is_empty() && absent(from) != absent(to) {
            let what = if absent(to) { "removed" } else { "added" };
            all.push(StepChange { what: what.to_owned(), bad: absent(to), ..StepChange::default() });
        }
        let version = |k: u32| about(k).map_or("", AtlasKernel::version);
        let between = format!("{} → {}, {} {}", version(before), version(first), kernel.arch, kernel.special_flavour());
        let between = between.trim_end().to_owned();
        let more = all.len().saturating_sub(MOST_CHANGES) as u32;
        all.truncate(MOST_CHANGES);
        out.push(HistoryStep { from: from as u32, to: to as u32, between, changes: all, more });
    }
    out
}
