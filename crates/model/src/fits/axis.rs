//! The kernels on the axis of the matrix of Fits, and which of them give the same answer.

use std::collections::{BTreeMap, BTreeSet};

use needs::Version;
use release::Series;

use super::{Cell, Column, Fit, FitRow, Fits, capital};

/// The most parts into which a series is split by version.
const PARTS: usize = 3;

/// A kernel on the axis.
pub(super) struct Stop {
    /// Its column, as an index of [`Fits::columns`].
    pub(super) column: usize,
    /// Its index in that column.
    pub(super) at: usize,
    pub(super) version: Option<Version>,
    pub(super) lane: String,
}

/// Kernels of a series that give the same answer.
pub(super) struct Class<'s> {
    pub(super) stops: Vec<&'s Stop>,
}

impl Class<'_> {
    pub(super) fn first(&self) -> Option<Version> {
        self.stops.iter().map(|stop| stop.version).min().flatten()
    }

    pub(super) fn last(&self) -> Option<Version> {
        self.stops.iter().map(|stop| stop.version).max().flatten()
    }
}

/// A part of a line: kernels of one series that have the same answer, or all kernels of a series with a mixed answer.
pub(super) struct Part<'s> {
    /// Its series, as an index of [`Axis::series`].
    pub(super) series: usize,
    /// Its index among the parts of its series, and the number of these parts.
    pub(super) of: (usize, usize),
    /// The kernels by their answer; several classes only if the answer is mixed.
    pub(super) classes: Vec<Class<'s>>,
}

/// Whether two answers look the same. Failures and unknown answers look the same only if their reasons are equal.
pub(super) fn alike(a: &Cell, b: &Cell) -> bool {
    a.fit == b.fit && a.said == b.said && (a.fit < Fit::CannotTell || a.why == b.why)
}

/// Whether a part comes directly after another one: in the same series, or as the first part of the next series.
pub(super) fn follows(before: &Part<'_>, part: &Part<'_>) -> bool {
    match before.of.0 + 1 == before.of.1 {
        true => part.series == before.series + 1 && part.of.0 == 0,
        false => part.series == before.series && part.of.0 == before.of.0 + 1,
    }
}

/// The kernels of the atlas by series. Kernels of another architecture than the object's are left out.
pub(super) struct Axis {
    pub(super) series: Vec<(String, Vec<Stop>)>,
    pub(super) lanes: Vec<String>,
    pub(super) about: String,
}

impl Axis {
    pub(super) fn of(fits: &Fits) -> Axis {
        let mut series: BTreeMap<Option<Series>, Vec<Stop>> = BTreeMap::new();
        let mut lanes: BTreeSet<String> = BTreeSet::new();
        let (mut archs, mut distributions) = (BTreeSet::new(), BTreeSet::new());
        let own = |column: &Column| !column.open && !column.foreign;
        for (at, column) in fits.columns.iter().enumerate().filter(|(_, column)| own(column)) {
            for (kernel, of) in column.of.iter().enumerate() {
                let version = of.parsed();
                let stop = Stop { column: at, at: kernel, version, lane: of.lane() };
                lanes.insert(stop.lane.clone());
                archs.insert(of.arch.as_str());
                distributions.insert(of.distribution.as_str());
                series.entry(version.map(Version::series)).or_default().push(stop);
            }
        }
        distributions.remove("");
        let name = |series: Option<Series>| series.map_or_else(|| "?".to_owned(), |series| series.to_string());
        let series = series.into_iter().map(|(key, mut stops)| {
            stops.sort_by_key(|stop| (stop.version, stop.column, stop.at));
            (name(key), stops)
        });
        let archs: Vec<&str> = archs.into_iter().filter(|arch| !arch.is_empty()).collect();
        let which = match archs.as_slice() {
            [one] => (*one).to_owned(),
            _ => "all architectures".to_owned(),
        };
        let about = match distributions.iter().copied().collect::<Vec<_>>().as_slice() {
            [one] => format!("{which}, {}", capital(one)),
            _ => which,
        };
        Axis { series: series.collect(), lanes: lanes.into_iter().collect(), about }
    }

    /// The parts of a line. A series is split by version into at most [`PARTS`] parts with one answer each. If that is
    /// not possible, the series is one mixed part. `lane`: only kernels of this architecture and flavour.
    pub(super) fn parts(&self, row: &FitRow, lane: Option<&str>) -> Vec<Part<'_>> {
        let mut out = Vec::new();
        for (at, (_, stops)) in self.series.iter().enumerate() {
            let mut classes: Vec<(&Cell, Class<'_>)> = Vec::new();
            for stop in stops.iter().filter(|stop| lane.is_none_or(|lane| stop.lane == lane)) {
                let Some(cell) = row.cells.get(stop.column) else { continue };
                match classes.iter_mut().find(|(known, _)| alike(known, cell)) {
                    Some((_, class)) => class.stops.push(stop),
                    None => classes.push((cell, Class { stops: vec![stop] })),
                }
            }
            let classes: Vec<Class<'_>> = classes.into_iter().map(|(_, class)| class).collect();
            let by_version = classes.len() <= PARTS
                && classes.windows(2).all(|pair| match pair {
                    [a, b] => a.last().zip(b.first()).is_some_and(|(a, b)| a < b),
                    _ => false,
                });
            let n = classes.len();
            match (n, by_version) {
                (0, _) => {}
                (_, true) => {
                    let part = |(i, class)| Part { series: at, of: (i, n), classes: vec![class] };
                    out.extend(classes.into_iter().enumerate().map(part));
                }
                (_, false) => out.push(Part { series: at, of: (0, 1), classes }),
            }
        }
        out
    }
}
