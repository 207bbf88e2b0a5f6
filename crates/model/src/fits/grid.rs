//! The matrix of Fits. Each dropped kernel (an open file) has a column; the kernels of an atlas are on an axis of
//! series; after the axis come other architectures.
//!
//! Neighbouring series with the same answer are one run. A series whose kernels disagree is split by version: each part
//! has a track of the axis. If the version does not separate the answers, the cell of the series is mixed, and the
//! program unfolds to a line for each architecture and flavour.

use std::ops::Range;

use needs::Version;

use super::axis::{Axis, Class, Part, Stop, alike, follows};
use super::lines::lines;
use super::{Cell, Column, Fit, FitRow, Fits, Line, LineId, Opened, Other, Said};

/// From this number of series on, the three oldest series are drawn wider, as on every axis of the page, because such
/// series are maintained for years.
const MANY: usize = 7;
/// The widths of the three oldest series, relative to the widths of the other series.
const WIDE: [f32; 3] = [1.9, 1.6, 1.4];

/// The place of a cell in the matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A dropped kernel, by its index in [`Grid::dropped`].
    Dropped(usize),
    /// Tracks of the axis, as indices into [`Grid::tracks`].
    Axis(Range<usize>),
    /// The kernels of another architecture, by its index in [`Grid::others`]; none for all other architectures.
    Others(Option<usize>),
}

/// One answer, on one or more kernels.
#[derive(Clone, PartialEq, Debug)]
pub struct GridCell {
    /// Its place.
    pub place: Place,
    /// Its columns, as indices of [`Fits::columns`]: the newest last; in a mixed cell, those with the worst answer
    /// last.
    pub columns: Vec<usize>,
    /// Its kernels, each as a column and an index in that column, by ascending version.
    pub kernels: Vec<(usize, usize)>,
    /// The verdict; the worst one if the cell is mixed. None if nothing was asked, if the program is for another
    /// architecture than these kernels, or for a dropped kernel that does not count ([`Fits::counts`]).
    pub fit: Option<Fit>,
    /// The signs of its answers, each with the number of kernels that give this answer; several if the cell is mixed.
    pub signs: Vec<(&'static str, usize)>,
    /// The answer in words: `loads`, `absent`; empty if it is mixed.
    pub word: String,
    /// For a part of a series, the versions that it covers: `to 6.1.176`.
    pub part: String,
    /// The kernels in words: `6.1`, `5.10 to 6.1`, a kernel's name.
    pub on: String,
}

impl GridCell {
    /// The cell in a sentence, for screen readers: `fails on 6.1, 22 kernels`.
    pub fn label(&self) -> String {
        let counted = |(sign, n): &(&str, usize)| format!("{n} {}", words_of(sign));
        let said = match self.signs.as_slice() {
            [_] => self.word.clone(),
            several => several.iter().map(counted).collect::<Vec<_>>().join(", "),
        };
        let part = if self.part.is_empty() { String::new() } else { format!(" {}", self.part) };
        match self.kernels.len() {
            0 | 1 => format!("{said} on {}{part}", self.on),
            n => format!("{said} on {}{part}, {n} kernels", self.on),
        }
    }
}

/// The words for a sign.
fn words_of(sign: &str) -> &'static str {
    Fit::ALL.into_iter().find(|fit| fit.sign() == sign).map_or("not asked", Fit::as_str)
}

/// The head of a series, above the axis.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesHead {
    /// Its name: `6.12`.
    pub name: String,
    /// Its tracks, as indices into [`Grid::tracks`].
    pub tracks: Range<usize>,
    /// Whether a cell of some line begins at this series, so that the name of the series must be readable.
    pub begins: bool,
}

/// The matrix: its heads, tracks and lines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Grid {
    /// The dropped kernels: the version and the name of each.
    pub dropped: Vec<(String, String)>,
    /// The architecture and distribution of the kernels on the axis: `amd64, Debian`; `all architectures` if there
    /// are several.
    pub axis: String,
    /// The series on the axis, in ascending order.
    pub series: Vec<SeriesHead>,
    /// The relative widths of the axis's tracks.
    pub tracks: Vec<f32>,
    /// The other architectures, each with the number of its kernels.
    pub others: Vec<(String, u32)>,
    /// The lines.
    pub lines: Vec<Line>,
}

impl Fits {
    /// The matrix. `only`: only programs and needs that have this result on some kernel; [`Fit::Loads`] includes
    /// those that use a fallback.
    pub fn grid(&self, opened: &Opened, only: Option<Fit>) -> Grid {
        let axis = Axis::of(self);
        let has = |row: &FitRow, only: Fit| {
            self.counted(row).any(|(_, cell)| {
                cell.is_asked() && (cell.fit == only || only == Fit::Loads && cell.fit == Fit::Fallback)
            })
        };
        let shown = |row: &FitRow| only.is_none_or(|only| has(row, only));
        let lanes_of = |at: usize| {
            let Some(row) = self.rows.get(at) else { return Vec::new() };
            let mixed = axis.parts(row, None).iter().any(|part| part.classes.len() > 1);
            if mixed { axis.lanes.clone() } else { Vec::new() }
        };
        let mut lines = lines(self, opened, &shown, &lanes_of);
        let lane = |id: LineId| match id {
            LineId::Lane(_, lane) => axis.lanes.get(lane).map(String::as_str),
            _ => None,
        };
        let row_of = |line: &Line| line.id.row().and_then(|row| self.rows.get(row));
        let parts: Vec<Vec<Part<'_>>> =
            lines.iter().map(|line| row_of(line).map_or_else(Vec::new, |row| axis.parts(row, lane(line.id)))).collect();
        let mut split = vec![1; axis.series.len()];
        for part in parts.iter().flatten() {
            if let Some(most) = split.get_mut(part.series) {
                *most = part.of.1.max(*most);
            }
        }
        let mut series: Vec<SeriesHead> = Vec::new();
        let mut tracks = Vec::new();
        for (at, ((name, _), &parts)) in axis.series.iter().zip(&split).enumerate() {
            let wide = if axis.series.len() >= MANY { WIDE.get(at).copied().unwrap_or(1.0) } else { 1.0 };
            let from = tracks.len();
            tracks.extend(std::iter::repeat_n(wide / parts as f32, parts));
            series.push(SeriesHead { name: name.clone(), tracks: from..tracks.len(), begins: false });
        }
        let others = self.other_archs();
        for (line, parts) in lines.iter_mut().zip(parts) {
            let Some(row) = line.id.row().and_then(|row| self.rows.get(row)) else { continue };
            if lane(line.id).is_none() {
                line.cells.extend(self.dropped(row));
            }
            for cell in self.runs(row, parts, &series) {
                if let Place::Axis(range) = &cell.place
                    && let Some(head) = series.iter_mut().find(|head| head.tracks.start == range.start)
                {
                    head.begins = true;
                }
                line.cells.push(cell);
            }
            if lane(line.id).is_none() && row.is_program() {
                line.cells.extend(self.other_cells(row, opened.others, &others));
            }
        }
        let dropped = self.columns.iter().filter(|column| column.open);
        let dropped = dropped.map(|c| (c.title.clone(), c.kernels.first().cloned().unwrap_or_default()));
        Grid { dropped: dropped.collect(), axis: axis.about, series, tracks, others, lines }
    }

    /// The other architectures, and how many kernels of each were asked.
    fn other_archs(&self) -> Vec<(String, u32)> {
        let others = self.rows.iter().find(|row| row.is_program()).map(|row| row.others.as_slice()).unwrap_or_default();
        let foreign = self.columns.iter().filter(|column| column.foreign && !column.open);
        if others.is_empty() {
            // In a link from before November 2026, only the columns tell.
            return foreign.map(|column| (column.group.clone(), column.kernels.len() as u32)).collect();
        }
        others.iter().map(|other| (other.arch.clone(), other.kernels)).collect()
    }

    /// The cells on dropped kernels.
    fn dropped(&self, row: &FitRow) -> Vec<GridCell> {
        let open = self.columns.iter().enumerate().zip(&row.cells).filter(|((_, column), _)| column.open);
        let one = |(number, ((at, column), cell)): (usize, ((usize, &Column), &Cell))| GridCell {
            place: Place::Dropped(number),
            columns: vec![at],
            kernels: (0..column.kernels.len()).map(|kernel| (at, kernel)).collect(),
            fit: Some(cell.fit).filter(|_| cell.is_asked() && self.counts(column)),
            signs: vec![(sign(cell), column.kernels.len())],
            word: word(cell),
            part: String::new(),
            on: column.kernels.first().cloned().unwrap_or_default(),
        };
        open.enumerate().map(one).collect()
    }

    /// The runs of a line on the axis: neighbouring parts with the same answer are joined.
    fn runs(&self, row: &FitRow, parts: Vec<Part<'_>>, series: &[SeriesHead]) -> Vec<GridCell> {
        let cell_of = |class: &Class<'_>| class.stops.first().and_then(|stop| row.cells.get(stop.column));
        let same = |a: &Part<'_>, b: &Part<'_>| {
            a.classes.len() == b.classes.len()
                && a.classes
                    .iter()
                    .zip(&b.classes)
                    .all(|(a, b)| cell_of(a).zip(cell_of(b)).is_some_and(|(a, b)| alike(a, b)))
        };
        let mut groups: Vec<Vec<Part<'_>>> = Vec::new();
        for part in parts {
            match groups.last_mut() {
                Some(group) if group.last().is_some_and(|last| follows(last, &part) && same(last, &part)) => {
                    group.push(part);
                }
                _ => groups.push(vec![part]),
            }
        }
        groups.iter().filter_map(|group| run(row, group, series)).collect()
    }

    /// The cells for other architectures: one cell for each if `open`, else one for all of them.
    fn other_cells(&self, row: &FitRow, open: bool, archs: &[(String, u32)]) -> Vec<GridCell> {
        let Some(at) = self.columns.iter().position(|column| column.foreign && !column.open) else { return Vec::new() };
        let kernels = self.columns.get(at).map_or(0, |column| column.kernels.len());
        let cell = |place, others: &[Other], on: String| {
            let fit = others.iter().filter_map(Other::fit).max();
            let elsewhere = others.iter().any(|other| other.elsewhere > 0);
            let (fails, unknown) = others.iter().fold((0, 0), |(f, u), other| (f + other.fails, u + other.unknown));
            let (fit, n) = match fit {
                _ if elsewhere || others.is_empty() => (None, 0),
                Some(Fit::Fails) => (Some(Fit::Fails), fails),
                Some(Fit::CannotTell) => (Some(Fit::CannotTell), unknown),
                other => (other, others.iter().map(|other| other.kernels).sum()),
            };
            let word = fit.map_or("for another architecture", Fit::as_str).to_owned();
            GridCell {
                place,
                columns: vec![at],
                kernels: (0..kernels).map(|kernel| (at, kernel)).collect(),
                fit,
                signs: vec![(fit.map_or("–", Fit::sign), n as usize)],
                word,
                part: String::new(),
                on,
            }
        };
        if !open {
            return vec![cell(Place::Others(None), &row.others, "other architectures".to_owned())];
        }
        let one = |(number, (arch, _)): (usize, &(String, u32))| {
            let of: Vec<Other> = row.others.iter().filter(|other| other.arch == *arch).cloned().collect();
            cell(Place::Others(Some(number)), &of, arch.clone())
        };
        archs.iter().enumerate().map(one).collect()
    }
}

/// The sign of an answer.
fn sign(cell: &Cell) -> &'static str {
    match cell.said {
        Said::NotAsked | Said::OtherArchitecture => "–",
        _ => cell.fit.sign(),
    }
}

/// The answer in a word or two.
fn word(cell: &Cell) -> String {
    match (&cell.said, cell.fit) {
        (Said::NotAsked, _) => "not asked".to_owned(),
        (Said::Program { when, .. }, Fit::Fallback) if when.is_empty() => "loads by fallback".to_owned(),
        (Said::Program { .. }, Fit::CannotTell) => Fit::CannotTell.as_str().to_owned(),
        (Said::Program { when, .. }, fit) if when.is_empty() => fit.as_str().to_owned(),
        _ => cell.short("").into_owned(),
    }
}

fn run(row: &FitRow, group: &[Part<'_>], series: &[SeriesHead]) -> Option<GridCell> {
    let (first, last) = (group.first()?, group.last()?);
    let (head, tail) = (series.get(first.series)?, series.get(last.series)?);
    // The first and last part of a series extend to its ends, even if other lines split the series further.
    let from = if first.of.0 == 0 { head.tracks.start } else { head.tracks.start + first.of.0 };
    let to = if last.of.0 + 1 == last.of.1 { tail.tracks.end } else { tail.tracks.start + last.of.0 + 1 };
    let version = |version: Option<Version>| version.map(|v| v.to_string()).unwrap_or_default();
    let after = (first.of.0 > 0).then(|| version(first.classes.first().and_then(Class::first)));
    let before = (last.of.0 + 1 < last.of.1).then(|| version(last.classes.last().and_then(Class::last)));
    let (part, on) = match (&after, &before) {
        (None, None) if first.series == last.series => (String::new(), head.name.clone()),
        (None, None) => (String::new(), format!("{} to {}", head.name, tail.name)),
        (Some(after), None) if first.series == last.series => {
            (format!("from {after}"), format!("{} from {after}", head.name))
        }
        (Some(after), None) => (format!("from {after}"), format!("{after} to {}", tail.name)),
        (None, Some(before)) if first.series == last.series => {
            (format!("to {before}"), format!("{} up to {before}", head.name))
        }
        (None, Some(before)) => (format!("to {before}"), format!("{} to {before}", head.name)),
        (Some(after), Some(before)) => (format!("{after} to {before}"), format!("{after} to {before}")),
    };
    let classes = || group.iter().flat_map(|part| &part.classes);
    let cell_of = |class: &Class<'_>| class.stops.first().and_then(|stop| row.cells.get(stop.column));
    let mut stops: Vec<&Stop> = classes().flat_map(|class| class.stops.iter().copied()).collect();
    stops.sort_by_key(|stop| (stop.version, stop.column, stop.at));
    let mut signs: Vec<(&'static str, usize)> = Vec::new();
    for (cell, n) in classes().filter_map(|class| Some((cell_of(class)?, class.stops.len()))) {
        match signs.iter_mut().find(|(known, _)| *known == sign(cell)) {
            Some(known) => known.1 += n,
            None => signs.push((sign(cell), n)),
        }
    }
    let fit = classes().filter_map(cell_of).filter(|cell| cell.is_asked()).map(|cell| cell.fit).max();
    let mixed = first.classes.len() > 1;
    let word = first.classes.first().and_then(cell_of).filter(|_| !mixed).map(word).unwrap_or_default();
    // In a mixed cell, the column with the worst answer comes last, because the last one is shown first.
    let mut columns: Vec<usize> = Vec::new();
    let rank = |stop: &&Stop| row.cells.get(stop.column).map(|cell| cell.fit).filter(|_| mixed);
    let mut ranked = stops.clone();
    ranked.sort_by_key(|stop| (rank(stop), stop.version));
    for stop in ranked {
        columns.retain(|column| *column != stop.column);
        columns.push(stop.column);
    }
    let kernels = stops.iter().map(|stop| (stop.column, stop.at)).collect();
    Some(GridCell { place: Place::Axis(from..to), columns, kernels, fit, signs, word, part, on })
}
