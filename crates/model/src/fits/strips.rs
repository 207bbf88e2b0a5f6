//! The verdicts on programs as strips: first a column for each dropped kernel (an open file), then one for each series
//! of an atlas.

use std::collections::BTreeMap;

use needs::{Release, Version};
use release::{Series, not_among};

use super::{Cell, Column, Fit, FitRow, Fits};
use crate::words::many;

/// The verdicts on the programs of an object, a lane each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Strips {
    /// The columns: the dropped kernels, then series in ascending order.
    pub heads: Vec<String>,
    /// The lanes, in the order of the rows: the worst first.
    pub lanes: Vec<StripLane>,
    /// A sentence that names the series between the columns for which there is no kernel; empty if there are no such
    /// series.
    pub not_among: String,
}

/// The verdicts on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripLane {
    /// Its index in [`Fits::rows`].
    pub row: usize,
    /// Its name.
    pub name: String,
    /// Its section, without the target if the program has the name of the target.
    pub section: String,
    /// The worst verdict; none if no kernel was asked.
    pub worst: Option<Fit>,
    /// The runs, from left to right.
    pub runs: Vec<StripRun>,
}

/// Neighbouring columns with the same verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripRun {
    /// The first column.
    pub from: usize,
    /// One past the last column.
    pub to: usize,
    /// The worst verdict there.
    pub fit: Fit,
    /// How many kernels the run covers.
    pub kernels: usize,
    /// How many of them give the worst verdict.
    pub worst: usize,
    /// The kernels in words: `6.1`, `5.10 to 6.1`, the name of a dropped kernel.
    pub on: String,
    /// The column of the newest kernel with the worst verdict: an index of [`Fits::columns`].
    pub column: usize,
}

impl StripRun {
    /// The text on the run: `✗ fails`, `✗ fails on 5 of 22`.
    pub fn text(&self) -> String {
        let part =
            if self.worst < self.kernels { format!(" on {} of {}", self.worst, self.kernels) } else { String::new() };
        format!("{} {}{part}", self.fit.sign(), self.fit.verb())
    }

    /// The text on a run of one column, if there are many columns: `✗ fails`, `✓`, `? 5/22`.
    pub fn short(&self) -> String {
        match (self.worst < self.kernels, self.fit) {
            (true, _) => format!("{} {}/{}", self.fit.sign(), self.worst, self.kernels),
            (false, Fit::Fails) => self.text(),
            (false, _) => self.fit.sign().to_owned(),
        }
    }

    /// The run in a sentence, for screen readers: `fails on 6.1, 22 kernels`.
    pub fn says(&self) -> String {
        let some = if self.worst < self.kernels { format!("{} of ", self.worst) } else { String::new() };
        format!("{} on {}, {some}{}", self.fit.verb(), self.on, many(self.kernels as u64, "kernel"))
    }
}

/// A column of the axis.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stop {
    /// A dropped kernel: its index in [`Fits::columns`].
    Dropped(usize),
    /// A series; none for the kernels whose version is not known.
    Series(Option<Series>),
}

/// The kernels of a column of the axis: for each index of [`Fits::columns`], the number of kernels and the newest
/// version.
type Kernels = BTreeMap<usize, (usize, Option<Version>)>;

impl Fits {
    /// The verdicts as strips. Only columns that count are shown ([`Fits::counts`]).
    pub fn strips(&self) -> Strips {
        let stops = self.stops();
        let head = |stop: &Stop| match stop {
            Stop::Dropped(column) => self.columns.get(*column).map_or_else(String::new, |column| column.title.clone()),
            Stop::Series(Some(series)) => series.to_string(),
            Stop::Series(None) => "?".to_owned(),
        };
        let heads: Vec<String> = stops.iter().map(|(stop, _)| head(stop)).collect();
        let series = stops.iter().filter_map(|(stop, _)| if let Stop::Series(series) = stop { *series } else { None });
        let not_among = not_among(&series.collect::<Vec<_>>());
        let programs = self.rows.iter().enumerate().filter(|(_, row)| row.is_program());
        let lanes = programs.map(|(at, row)| StripLane {
            row: at,
            name: row.name.clone(),
            section: section_of(row),
            worst: Some(self.worst(row)).filter(|_| !stops.is_empty()),
            runs: runs(row, &stops, &heads),
        });
        Strips { lanes: lanes.collect(), heads, not_among }
    }

    /// The columns of the axis, in order.
    fn stops(&self) -> Vec<(Stop, Kernels)> {
        let mut all: BTreeMap<Stop, Kernels> = BTreeMap::new();
        for (at, column) in self.columns.iter().enumerate().filter(|(_, column)| self.counts(column)) {
            for name in &column.kernels {
                let version = Release::parse(name).version;
                let stop = if column.open { Stop::Dropped(at) } else { Stop::Series(version.map(Version::series)) };
                let known = all.entry(stop).or_default().entry(at).or_insert((0, None));
                *known = (known.0 + 1, known.1.max(version));
            }
        }
        all.into_iter().collect()
    }
}

impl Strips {
    /// The lane and the run to show first: the newest failure; of equally new failures, the one of the first program.
    /// If there is no failure, the newest run of the first program.
    pub fn first(&self) -> Option<(usize, usize)> {
        let mut newest: Option<((usize, usize), usize)> = None;
        for (lane, of) in self.lanes.iter().enumerate() {
            for (at, run) in of.runs.iter().enumerate().filter(|(_, run)| run.fit == Fit::Fails) {
                if newest.is_none_or(|(_, to)| to < run.to) {
                    newest = Some(((lane, at), run.to));
                }
            }
        }
        let last = || Some((0, self.lanes.first()?.runs.len().checked_sub(1)?));
        newest.map(|(at, _)| at).or_else(last)
    }
}

/// A program's section, without the target if the program has the name of the target.
fn section_of(row: &FitRow) -> String {
    match row.of.rsplit_once('/') {
        Some((kind, target)) if target == row.name => kind.to_owned(),
        _ => row.of.clone(),
    }
}

/// The verdict on a column of the axis.
struct At {
    fit: Fit,
    kernels: usize,
    worst: usize,
    column: usize,
    /// The reason; failures with different reasons are different runs.
    why: String,
}

fn at(row: &FitRow, kernels: &Kernels) -> Option<At> {
    let cells =
        || kernels.iter().filter_map(|(column, (n, newest))| Some((*column, *n, *newest, row.cells.get(*column)?)));
    let fit = cells().map(|(.., cell)| cell.fit).max()?;
    let is_worst = |cell: &Cell| cell.fit == fit;
    let (column, .., cell) = cells().filter(|(.., cell)| is_worst(cell)).max_by_key(|(_, _, newest, _)| *newest)?;
    Some(At {
        fit,
        kernels: cells().map(|(_, n, ..)| n).sum(),
        worst: cells().filter(|(.., cell)| is_worst(cell)).map(|(_, n, ..)| n).sum(),
        column,
        why: if fit == Fit::Fails { cell.why.clone() } else { String::new() },
    })
}

fn runs(row: &FitRow, stops: &[(Stop, Kernels)], heads: &[String]) -> Vec<StripRun> {
    let mut out: Vec<(StripRun, String)> = Vec::new();
    for (i, (stop, kernels)) in stops.iter().enumerate() {
        let Some(here) = at(row, kernels) else { continue };
        let joins = |(run, why): &(StripRun, String)| {
            run.to == i
                && run.fit == here.fit
                && run.worst == run.kernels
                && here.worst == here.kernels
                && *why == here.why
                && matches!((stops.get(i - 1), stop), (Some((Stop::Series(_), _)), Stop::Series(_)))
        };
        match out.last_mut() {
            Some(last) if joins(last) => {
                last.0.to = i + 1;
                last.0.kernels += here.kernels;
                last.0.worst += here.worst;
                last.0.column = here.column;
            }
            _ => {
                let (fit, kernels, worst, column) = (here.fit, here.kernels, here.worst, here.column);
                out.push((StripRun { from: i, to: i + 1, fit, kernels, worst, on: String::new(), column }, here.why));
            }
        }
    }
    let head = |i: usize| heads.get(i).map_or("", String::as_str);
    let name = |run: &StripRun| match run.to - run.from {
        1 => head(run.from).to_owned(),
        2 => format!("{} and {}", head(run.from), head(run.to - 1)),
        _ => format!("{} to {}", head(run.from), head(run.to - 1)),
    };
    out.into_iter().map(|(run, _)| StripRun { on: name(&run), ..run }).collect()
}

/// The facts below the headline, as `124 of 154 amd64 kernels`, `built for amd64`. `of_other_registers`: whether a
/// program reads a register that one of the kernels does not have; the second fact is given only then.
pub(super) fn facts(headline: Option<&needs::Headline>, of_other_registers: bool) -> Vec<String> {
    let Some(headline) = headline else { return Vec::new() };
    let built = headline.arch.as_ref().filter(|_| of_other_registers).map(|arch| format!("built for {arch}"));
    [headline.share()].into_iter().chain(built).filter(|fact| !fact.is_empty()).collect()
}

impl Fits {
    /// The worst result of the needs of these kinds, and in words how many needs have it: `✗ 2 fail`. None and an empty
    /// text if no kernel was asked.
    pub fn met_by(&self, kinds: &[needs::NeedKind]) -> (Option<Fit>, String) {
        if !self.columns.iter().any(|column: &Column| self.counts(column)) {
            return (None, String::new());
        }
        let is_it = |row: &&FitRow| kinds.iter().any(|kind| row.kind == super::RowKind::Need(*kind));
        let count = |fit: Fit| self.rows.iter().filter(is_it).filter(|row| self.worst(row) == fit).count();
        let said = |fit: Fit, n: usize| match fit {
            Fit::Fails => format!("{} {n} {}", fit.sign(), if n == 1 { "fails" } else { "fail" }),
            Fit::CannotTell => format!("{} {n} unknown", fit.sign()),
            Fit::Fallback => format!("{} {n} by fallback", fit.sign()),
            Fit::Loads => fit.sign().to_owned(),
        };
        let worst = Fit::ALL.into_iter().map(|fit| (fit, count(fit))).find(|(_, n)| *n > 0);
        let (fit, n) = worst.unwrap_or((Fit::Loads, 0));
        (Some(fit), said(fit, n))
    }
}
