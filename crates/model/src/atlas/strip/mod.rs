//! A history on the axis of kernels: series of releases from left to right, a lane for each kind of kernel.
//!
//! Only kinds of kernels that agree in every series share a lane. A run never covers a column in which its lane has no
//! kernel, because nothing is known there. A series whose kernels disagree has a run of its own, whose text gives
//! several shapes.

mod answer;
mod cells;
mod drawn;
mod lanes;
mod picture;
mod titles;

use release::places;
use text::many;
use wire::Wire;

pub use answer::{Answer, EXAMPLES, FIRST};
pub use drawn::{DrawnHistory, Strips};

use self::cells::{Column, Drawn, Grid, Known};
use self::lanes::{apart, merged};
use super::{History, KernelKind, Shape};

/// A history on the axis of kernels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Strip {
    /// The unit of the texts in the runs, shown above the titles of the lanes: `byte`; may be empty.
    pub unit: String,
    /// The titles of the columns: `6.12`, `7.1–7.3`.
    pub columns: Vec<String>,
    /// The lanes.
    pub lanes: Vec<StripLane>,
    /// The meanings of the letters in the runs of a function or variable; empty for fields and other types.
    pub forms: Vec<StripForm>,
}

/// A letter in the runs, and its meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct StripForm {
    /// The letter.
    pub letter: String,
    /// The prototype or declaration.
    pub about: String,
    /// The prototype in parts, each with true if the prototype of the letter before lacks this part; empty for a
    /// variable.
    pub parts: Vec<(String, bool)>,
    /// How many kernels have this form.
    pub kernels: u32,
}

/// A lane: kinds of kernels that agree in every series.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct StripLane {
    /// Its distributions and architectures: `amd64`, `debian arm64`. In a folded strip the title may also name
    /// flavours, or be `all` or `all others`.
    pub title: String,
    /// Its flavours, `rt`, if the usual one is not among them and another lane has the same architecture; else empty.
    pub aside: String,
    /// Its runs, from left to right. In a column without a run, the lane has no kernel.
    pub runs: Vec<StripRun>,
}

/// Neighbouring columns of a lane with the same content.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct StripRun {
    /// The first column.
    pub from: u32,
    /// One past the last column.
    pub to: u32,
    /// The text in a few characters: `+24`; `+24 / +32` if the kernels of the series disagree.
    pub text: String,
    /// How it is drawn.
    pub tone: StripTone,
    /// How many kernels it stands for.
    pub kernels: u32,
    /// The newest of these kernels, as an index into [`History::kernels`].
    pub newest: u32,
    /// The two kernels of the step that leads to this run, or of a step within the run; none if there is no such step.
    pub step: Option<(u32, u32)>,
    /// The run in a sentence: `amd64 rt, 6.12 to 7.3: at byte 24, 4 bytes, unsigned int; 22 kernels`.
    pub about: String,
}

/// How a run is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
pub enum StripTone {
    /// The most common shape.
    #[default]
    Usual,
    /// The member has another name than the most common one.
    Name,
    /// Another shape than the most common one, or different shapes on kernels of the same series.
    Other,
    /// The kernels do not have the type or field.
    Absent,
}

/// The strip with a column for each series, and a lane for each distribution, architecture and flavour that differs
/// from the others.
pub fn wide(history: &History) -> Strip {
    let grid = Grid::new(history);
    let lanes = apart(&grid);
    drawn(&grid, &lanes, &grid.columns())
}

/// The strip of [`wide`], and the same lanes in fewer columns: neighbouring series that agree in every lane share a
/// column.
pub fn wide_and_narrow(history: &History) -> [Strip; 2] {
    let grid = Grid::new(history);
    let lanes = apart(&grid);
    [grid.columns(), grid.fewer(&lanes)].map(|columns| drawn(&grid, &lanes, &columns))
}

/// As few lanes and columns as possible: kinds of kernels that agree in every series share a lane.
pub fn folded(history: &History) -> Strip {
    let grid = Grid::new(history);
    let lanes = merged(&grid);
    let columns = grid.fewer(&lanes);
    drawn(&grid, &lanes, &columns)
}

fn drawn(grid: &Grid<'_>, lanes: &[lanes::Lane], columns: &[Column]) -> Strip {
    let one = |lane: &lanes::Lane| {
        let name = lane.name();
        let mut runs: Vec<(Drawn, StripRun, Vec<u32>)> = Vec::new();
        for (at, column) in (0u32..).zip(columns) {
            let kernels = column.of(lane);
            let drawn = grid.drawn(&kernels);
            if drawn.is_empty() {
                continue;
            }
            match runs.last_mut() {
                Some((before, run, all)) if run.to == at && drawn.is_one() && *before == drawn => {
                    run.to = at + 1;
                    all.extend(kernels);
                }
                _ => runs.push((drawn, StripRun { from: at, to: at + 1, ..StripRun::default() }, kernels)),
            }
        }
        let finished = runs.into_iter().map(|(drawn, run, kernels)| {
            let mut series: Vec<Known> = kernels.iter().map(|k| grid.series_of(*k)).collect();
            series.dedup();
            let on = places(&grid.series, |one| series.contains(one));
            let what = grid.words(&drawn, &kernels);
            StripRun {
                text: grid.text(&drawn),
                tone: grid.tone(&drawn),
                kernels: kernels.len() as u32,
                newest: kernels.last().copied().unwrap_or(0),
                step: grid.step_to(&kernels),
                about: format!("{name}, {on}: {what}; {}", many(kernels.len() as u64, "kernel")),
                ..run
            }
        });
        StripLane { title: lane.title.clone(), aside: lane.aside.clone(), runs: finished.collect() }
    };
    Strip {
        unit: grid.unit().to_owned(),
        columns: columns.iter().map(Column::title).collect(),
        lanes: lanes.iter().map(one).collect(),
        forms: grid.forms(),
    }
}
