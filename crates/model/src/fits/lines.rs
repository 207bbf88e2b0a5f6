//! The lines of the matrix of Fits: first the programs; below an open program its lanes, and those of its needs that
//! some kernel does not fully meet. Then the needs of the whole object, and the needs that every kernel meets.

use std::collections::BTreeMap;

use super::grid::GridCell;
use super::{Fit, FitRow, Fits};
use crate::words::many;

/// How many needs a failing program shows until a person opens or closes it.
const FEW: usize = 3;
/// From this number of lanes on, a program shows them only after it was opened.
const MANY_LANES: usize = 5;

/// The identity of a line; the numbers are indices of [`Fits::rows`] unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LineId {
    /// A program.
    Program(usize),
    /// A program on the kernels of one architecture and flavour: the program, and the number of this lane.
    Lane(usize, usize),
    /// A need below a program: the program, and the need.
    Need(usize, usize),
    /// The line below a program that unfolds the rest of its needs and lanes.
    More(usize),
    /// A need of the whole object.
    Object(usize),
    /// The needs that every kernel meets.
    Met,
    /// A need that every kernel meets, by its index among these.
    MetNeed(usize),
}

impl LineId {
    /// The row whose answers the line shows; none for a line without answers.
    pub fn row(self) -> Option<usize> {
        match self {
            LineId::Program(row) | LineId::Lane(row, _) | LineId::Need(_, row) | LineId::Object(row) => Some(row),
            LineId::More(_) | LineId::Met | LineId::MetNeed(_) => None,
        }
    }

    /// The program that the line belongs to.
    pub fn program(self) -> Option<usize> {
        match self {
            LineId::Program(row) | LineId::Lane(row, _) | LineId::Need(row, _) | LineId::More(row) => Some(row),
            LineId::Object(_) | LineId::Met | LineId::MetNeed(_) => None,
        }
    }
}

/// How much of a program is unfolded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfolded {
    Nothing,
    /// The first needs that fail, and the lanes if there are few.
    Failing,
    All,
}

/// The parts of the matrix that a person opened or closed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opened {
    /// Programs, by row: true to show everything below them, false to show nothing. Below other programs, only those
    /// that fail on some kernel show something: the first needs that fail, and the lanes if there are few.
    programs: BTreeMap<usize, bool>,
    /// Whether the needs that every kernel meets are listed.
    met: bool,
    /// Whether other architectures have a column each.
    pub others: bool,
}

impl Opened {
    fn of(&self, fits: &Fits, row: usize) -> Unfolded {
        match self.programs.get(&row) {
            Some(true) => Unfolded::All,
            Some(false) => Unfolded::Nothing,
            None if fits.rows.get(row).is_some_and(|row| fits.worst(row) == Fit::Fails) => Unfolded::Failing,
            None => Unfolded::Nothing,
        }
    }

    /// Opens or closes a line. `open`: whether it is open now.
    pub fn toggle(&mut self, line: LineId, open: bool) {
        match line {
            LineId::Program(row) => drop(self.programs.insert(row, !open)),
            LineId::More(row) => drop(self.programs.insert(row, true)),
            LineId::Met => self.met = !open,
            LineId::Lane(..) | LineId::Need(..) | LineId::Object(_) | LineId::MetNeed(_) => {}
        }
    }
}

/// A line of the matrix.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its identity.
    pub id: LineId,
    /// Whether it is open; none if nothing can be below it.
    pub open: Option<bool>,
    /// Its text: the name of a program or lane, a need with the verb before it, or how many needs there are.
    pub name: String,
    /// A longer text for its tooltip.
    pub about: String,
    /// Its answers, from left to right; empty for lines without any.
    pub cells: Vec<GridCell>,
}

impl Line {
    /// The index of the cell that contains a column.
    pub fn cell_at(&self, column: usize) -> Option<usize> {
        self.cells.iter().position(|cell| cell.columns.contains(&column))
    }
}

/// The needs of a program that not every kernel meets fully, by row.
fn needs_of<'a>(fits: &'a Fits, program: &'a FitRow) -> impl Iterator<Item = usize> + 'a {
    let is_its = |row: &FitRow| !row.is_program() && row.programs.contains(&program.name);
    fits.rows.iter().enumerate().filter(move |(_, row)| is_its(row)).map(|(at, _)| at)
}

/// The lines, still without cells. `shown`: whether the filter keeps a row. `lanes`: the lanes of the program in a row;
/// empty if its answers are not mixed.
pub(super) fn lines(
    fits: &Fits,
    opened: &Opened,
    shown: &dyn Fn(&FitRow) -> bool,
    lanes: &dyn Fn(usize) -> Vec<String>,
) -> Vec<Line> {
    let line = |id, open, name: String, about: String| Line { id, open, name, about, cells: Vec::new() };
    let need = |id, row: &FitRow| {
        let about = format!("{} {} {}", row.kind.as_str(), row.name, row.since);
        line(id, None, row.need_words(), about.trim_end().to_owned())
    };
    let mut out = Vec::new();
    let visible = || fits.rows.iter().enumerate().filter(|(_, row)| shown(row));
    for (at, row) in visible().filter(|(_, row)| row.is_program()) {
        let all: Vec<usize> = needs_of(fits, row).collect();
        let unfolds = lanes(at);
        let holds = !all.is_empty() || !unfolds.is_empty();
        let state = opened.of(fits, at);
        let open = holds.then_some(state != Unfolded::Nothing);
        out.push(line(LineId::Program(at), open, row.name.clone(), row.of.clone()));
        let fails = |need: &&usize| fits.rows.get(**need).is_some_and(|row| fits.worst(row) == Fit::Fails);
        let few: Vec<usize> = match state {
            Unfolded::Nothing => continue,
            Unfolded::Failing => all.iter().filter(fails).take(FEW).copied().collect(),
            Unfolded::All => all.clone(),
        };
        let lanes = if state == Unfolded::All || unfolds.len() < MANY_LANES { unfolds.as_slice() } else { &[] };
        for (lane, name) in lanes.iter().enumerate() {
            out.push(line(LineId::Lane(at, lane), None, name.clone(), name.clone()));
        }
        for &of in &few {
            out.extend(fits.rows.get(of).map(|row| need(LineId::Need(at, of), row)));
        }
        let rest = [((all.len() - few.len()) as u64, "need"), ((unfolds.len() - lanes.len()) as u64, "flavour")];
        let rest = rest.iter().filter(|(n, _)| *n > 0).map(|(n, what)| many(*n, what)).collect::<Vec<_>>();
        if !rest.is_empty() {
            out.push(line(LineId::More(at), Some(false), format!("more: {}", rest.join(", ")), String::new()));
        }
    }
    for (at, row) in visible().filter(|(_, row)| !row.is_program() && row.programs.is_empty()) {
        out.push(need(LineId::Object(at), row));
    }
    if fits.met > 0 && !fits.columns.is_empty() {
        let open = (!fits.met_names.is_empty()).then_some(opened.met);
        out.push(line(LineId::Met, open, fits.met_words(), String::new()));
        let listed = fits.met_names.iter().enumerate().filter(|_| opened.met);
        out.extend(listed.map(|(at, name)| line(LineId::MetNeed(at), None, name.clone(), name.clone())));
    }
    out
}
