//! The layout of a history: lanes and columns.

use std::collections::BTreeMap;

use atlas::{Atlas, AtlasKernel, Ranges};

use super::{History, Lane, Run, Seen, Shape};

/// Arranges kernels in columns and lanes: kernels of one version share a column; equal columns and lanes are merged.
pub(super) fn laid_out<R: Ranges>(atlas: &Atlas<R>, shapes: Vec<Shape>, shape_of: &[u32]) -> History {
    let kernels = atlas.kernels();
    let several = kernels.iter().any(|k| Some(&k.distribution) != kernels.first().map(|k| &k.distribution));
    let title = |k: &AtlasKernel| {
        let distribution = if several { k.distribution.as_str() } else { "" };
        let words = [distribution, k.arch.as_str(), k.special_flavour()];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    // Kernels are in the order of their versions.
    let mut keys: Vec<(&str, &str)> = Vec::new();
    let mut column_of: Vec<usize> = Vec::new();
    for k in kernels {
        let key = (k.version(), k.package_version.as_str());
        if keys.last() != Some(&key) {
            keys.push(key);
        }
        column_of.push(keys.len() - 1);
    }
    let mut lanes: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for (i, k) in kernels.iter().enumerate() {
        let lane = lanes.entry(title(k)).or_insert_with(|| vec![Cell::default(); keys.len()]);
        if let Some(cell) = column_of.get(i).and_then(|&at| lane.get_mut(at)) {
            cell.shape = shape_of.get(i).copied();
            cell.kernels.push(i as u32);
        }
    }
    let minor = |at: usize| {
        let version = keys.get(at).map_or("", |key| key.0);
        version.match_indices('.').nth(1).and_then(|(end, _)| version.get(..end)).unwrap_or(version)
    };
    let mut folded = fold(lanes);
    for (_, lane) in &mut folded {
        bridge(lane, &minor);
    }
    // Adjacent columns that are equal in every lane are merged.
    let same = |a: usize, b: usize| folded.iter().all(|(_, lane)| shape_at(lane, a) == shape_at(lane, b));
    let mut starts: Vec<usize> = Vec::new();
    for at in 0..keys.len() {
        if at == 0 || !same(at - 1, at) {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([keys.len()]);
    let spans: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let version = |at: usize| keys.get(at).map_or("", |key| key.0);
    let columns = spans.iter().map(|&(from, to)| match (version(from), version(to.saturating_sub(1))) {
        (first, last) if first == last => first.to_owned(),
        (first, last) => format!("{first} … {last}"),
    });
    let lane = |(title, cells): &(String, Vec<Cell>)| {
        let mut runs: Vec<Run> = Vec::new();
        for (column, &(from, to)) in (0u32..).zip(&spans) {
            let here: Vec<u32> = cells.iter().take(to).skip(from).flat_map(|c| c.kernels.iter().copied()).collect();
            let shape = shape_at(cells, from);
            match runs.last_mut().filter(|run| run.shape == shape) {
                Some(run) => {
                    run.to = column + 1;
                    run.kernels.extend(here);
                }
                None => runs.push(Run { from: column, to: column + 1, shape, kernels: here }),
            }
        }
        for run in &mut runs {
            run.kernels.sort_unstable();
        }
        Lane { title: title.clone(), runs }
    };
    let seen = kernels.iter().zip(atlas.kernel_names()).zip(shape_of).map(|((k, name), &shape)| Seen {
        name,
        distribution: k.distribution.clone(),
        version: k.version().to_owned(),
        arch: k.arch.clone(),
        flavour: k.flavour.clone(),
        shape,
    });
    History {
        columns: columns.collect(),
        lanes: folded.iter().map(lane).collect(),
        kernels: seen.collect(),
        shapes,
        ..History::default()
    }
}

/// Kernels of one lane and column.
#[derive(Clone, Debug, Default)]
struct Cell {
    shape: Option<u32>,
    kernels: Vec<u32>,
}

fn shape_at(lane: &[Cell], at: usize) -> Option<u32> {
    lane.get(at).and_then(|cell| cell.shape)
}

/// Fills the cells between two kernels of a lane that are of the series (6.1, 6.12) of one of them, with its shape. Series
/// of which the lane has no kernel stay empty: nobody looked there.
fn bridge<'k>(lane: &mut [Cell], minor: &impl Fn(usize) -> &'k str) {
    let known: Vec<(usize, u32)> =
        lane.iter().enumerate().filter_map(|(at, cell)| cell.shape.map(|shape| (at, shape))).collect();
    for pair in known.windows(2) {
        let &[(from, older), (to, newer)] = pair else { continue };
        for at in from + 1..to {
            if let Some(cell) = lane.get_mut(at) {
                cell.shape = match minor(at) {
                    series if series == minor(from) => Some(older),
                    series if series == minor(to) => Some(newer),
                    _ => None,
                };
            }
        }
    }
}

/// Merges lanes that agree wherever both have kernels, if they have some columns in common.
fn fold(lanes: BTreeMap<String, Vec<Cell>>) -> Vec<(String, Vec<Cell>)> {
    let mut out: Vec<(String, Vec<Cell>)> = Vec::new();
    for (title, lane) in lanes {
        let fits = |other: &Vec<Cell>| {
            let mut both = other.iter().zip(&lane).filter_map(|(a, b)| a.shape.zip(b.shape)).peekable();
            both.peek().is_some() && both.all(|(a, b)| a == b)
        };
        match out.iter_mut().find(|(_, other)| fits(other)) {
            Some((titles, other)) => {
                titles.push_str(&format!(", {title}"));
                for (to, from) in other.iter_mut().zip(lane) {
                    to.shape = to.shape.or(from.shape);
                    to.kernels.extend(from.kernels);
                }
            }
            None => out.push((title, lane)),
        }
    }
    out
}
