//! The model of the view Fits: on which kernels the programs of an object load, and which of their needs each kernel
//! meets. Adjacent kernels with equal answers are one column.

mod axis;
pub mod carried;
mod columns;
mod export;
mod fold;
mod grid;
pub mod in_atlas;
mod lines;
mod near;
mod picked;
mod places;
mod said;
mod strips;
mod way;

use std::borrow::Cow;

use needs::{Attach, Has, Kernel, Load, NeedKind, Needs, Nowhere, Release, Report, check_with};
use relo::CoreKind;
use wire::Wire;

use crate::tone::Tone;
use crate::words::many;

pub use export::{csv, json, markdown, svg};
pub use fold::fold;
pub use grid::{Grid, GridCell, Place, SeriesHead};
pub use lines::{Line, LineId, Opened};
pub use picked::{Picked, Tally};
pub use places::{OfKernel, Other};
pub use said::{RowKind, Said};
pub use strips::{StripLane, StripRun, Strips};
pub use way::{Loader, Way, WayKind};

btf::named! {
    /// How good an answer is: the variants are in order, from the best to the worst.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Wire)]
    pub enum Fit {
        /// The kernel has what is needed; the program loads.
        Loads = "loads", "loads", "✓", "#b9e0ae", "l";
        /// The kernel lacks what is needed, but the program loads without it.
        Fallback = "fallback", "loads, by fallback", "○", "#efe3a0", "b";
        /// BTF alone does not tell whether the kernel has what is needed.
        CannotTell = "cannot tell", "cannot tell", "?", "#d5dbe2", "u";
        /// The kernel lacks what is needed, and the program fails.
        Fails = "fails", "fails", "✗", "#f4b0b0", "f";
    }
    /// `"loads"`, `"fallback"`, `"cannot tell"`, `"fails"`.
    pub fn as_str;
    /// The verb for a program with this result.
    pub fn verb;
    /// A sign, so that colour is not the only distinction.
    pub fn sign;
    /// A light colour, for black text on it.
    fn colour;
    /// The letter in links.
    fn letter;
}

impl Fit {
    /// All values, the worst first.
    pub const ALL: [Fit; 4] = [Fit::Fails, Fit::CannotTell, Fit::Fallback, Fit::Loads];

    /// Its CSS class.
    pub fn class(self) -> &'static str {
        let tone = match self {
            Fit::Loads => Tone::Good,
            Fit::Fallback => Tone::Warn,
            Fit::CannotTell => Tone::Dim,
            Fit::Fails => Tone::Bad,
        };
        tone.css()
    }

    fn of(load: Load, attach: Option<Attach>) -> Fit {
        match (load, attach) {
            (Load::Unrelocated | Load::Fails | Load::DoesNotOpen, _) | (_, Some(Attach::Fails)) => Fit::Fails,
            (Load::CannotTell, _) | (_, Some(Attach::Unlikely | Attach::CannotTell)) => Fit::CannotTell,
            (Load::Fallback, _) => Fit::Fallback,
            (Load::Loads, _) => Fit::Loads,
        }
    }
}

/// Kernels of an atlas with equal answers, of one or more series; or one open file.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Column {
    /// The architectures and flavours; for kernels of an atlas only if other kernels have the same versions.
    pub group: String,
    /// The versions: `5.10 – 6.1`, `6.12.43`; the name of a kernel if its version is not known.
    pub title: String,
    /// The names of the kernels, by ascending version.
    pub kernels: Vec<String>,
    /// The index of each kernel among all kernels that were asked; open files have the first indices.
    pub places: Vec<u32>,
    /// The facts about each kernel, in the order of `kernels`.
    pub of: Vec<OfKernel>,
    /// Whether the column is an open file, and not kernels of an atlas.
    pub open: bool,
    /// Whether the kernels have another architecture than the object. Then [`Column::fit`] is [`Fit::Fails`], the needs
    /// are not checked there, and the column is left out of totals ([`Fits::counts`]).
    pub foreign: bool,
    /// The worst result of the programs that are loaded by default; [`Fit::Fails`] also if the object does not open, or
    /// if the kernels have another architecture.
    pub fit: Fit,
}

/// The result for a program or a need on the kernels of a column.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Wire)]
pub struct Cell {
    /// How good the result is.
    pub fit: Fit,
    /// The result in short.
    pub said: Said,
    /// The reason, as a sentence without its full stop; may be empty.
    pub why: String,
    /// The message of libbpf or the kernel; may be empty.
    pub words: String,
    /// The easiest remedy; may be empty.
    pub way_out: String,
    /// A kernel of this column that does not meet the need, and the nearest kernel that meets it; none if there is no
    /// such pair, or no question for a history.
    pub near: Option<Near>,
    /// For a program, the question for the history of the need that decides, as in [`FitRow::question`]; empty for
    /// needs.
    pub question: String,
    /// For a program, the index of the relocation that decides.
    pub relocation: Option<u32>,
    /// The remedy as code, if one is known.
    pub way: Option<Way>,
}

impl Cell {
    /// Whether the kernels were asked; kernels of another architecture are not.
    pub fn is_asked(&self) -> bool {
        self.said != Said::NotAsked
    }

    /// The result in a word or two: `loads`, `absent`, `another architecture`; empty if nothing was asked.
    pub fn text(&self) -> Cow<'_, str> {
        self.said.text(self.fit)
    }

    /// The result in a few letters, for a narrow column. `since`: the first version that meets the need.
    pub fn short<'a>(&'a self, since: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(match (&self.said, self.fit) {
            (Said::NotAsked, _) => "·",
            (Said::OtherArchitecture, _) => "other arch",
            (Said::Has(Has::OtherForm), _) => "there ≠",
            (Said::Has(Has::Absent), Fit::Fails) if !since.is_empty() => since,
            (Said::Program { .. }, Fit::CannotTell) => "unsure",
            // The full text names the modules.
            (Said::Program { when, .. }, Fit::Loads) if !when.is_empty() => "loads if …",
            (Said::Program { when, .. }, Fit::Fallback) if !when.is_empty() => "fallback if …",
            _ => return self.text(),
        })
    }
}

/// Two kernels to compare: one that does not meet a need, and the nearest kernel that meets it. Both are indices among
/// all kernels that were asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Wire)]
pub struct Near {
    /// The kernel that does not meet the need.
    pub here: u32,
    /// The nearest kernel that meets it.
    pub there: u32,
    /// Whether `there` is newer than `here`.
    pub newer: bool,
}

/// A row: a program or a need.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FitRow {
    /// A program, or the kind of need.
    pub kind: RowKind,
    /// Its name.
    pub name: String,
    /// For a program its section; for a need the programs that have it, empty if the whole object has it.
    pub of: String,
    /// The first version of Linux that meets the need: `6.9+`; empty if not known.
    pub since: String,
    /// For a need, the programs that have it; empty if the whole object has it.
    pub programs: Vec<String>,
    /// For a program, its verdicts on kernels of other architectures.
    pub others: Vec<Other>,
    /// For a need that comes from relocations, the index of the first one among all relocations of the object.
    pub relocation: Option<u32>,
    /// The kind of a relocation, if it is known.
    pub relo_kind: Option<CoreKind>,
    /// The question for the history of the needed name in an atlas: `inode.i_atime`, `func vfs_read`; empty if there
    /// is none.
    pub question: String,
    /// The result in each column.
    pub cells: Vec<Cell>,
}

impl FitRow {
    /// A short label: for a program its section, for a relocation the field or type that it asks for, for another
    /// need its name.
    pub fn label(&self) -> &str {
        match self.kind {
            RowKind::Program => &self.of,
            RowKind::Need(NeedKind::Core) if !self.question.is_empty() => &self.question,
            _ => &self.name,
        }
    }

    /// The words before [`FitRow::of`].
    pub fn of_words(&self) -> &'static str {
        if self.is_program() { "section " } else { "needed by " }
    }

    /// A need with its verb, for the line below its program: `needs FUNC vfs_read`, `asks for inode.i_atime`.
    pub fn need_words(&self) -> String {
        let verb = if self.relo_kind.is_some_and(CoreKind::is_question) { "asks for" } else { "needs" };
        format!("{verb} {}", self.label())
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        self.kind == RowKind::Program
    }
}

/// The answers of kernels to a program object.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Fits {
    /// The kernels; adjacent ones with equal answers are one column.
    pub columns: Vec<Column>,
    /// The programs, then those needs that some kernel does not fully meet; the worst come first.
    pub rows: Vec<FitRow>,
    /// The answer in sentences ([`needs::headline`]): where the object loads, then where it does not. Empty without
    /// kernels.
    pub headline: Vec<String>,
    /// Facts for the line below the answer: `124 of 154 amd64 kernels`, `built for amd64`.
    pub facts: Vec<String>,
    /// A sentence on conditions (`version<5.15.20`) that the names of some kernels cannot decide, so that these kernels
    /// are left out. Empty if no kernel is left out.
    pub note: String,
    /// How many needs there are.
    pub needs: u32,
    /// How many of the needs every kernel meets.
    pub met: u32,
    /// The names of the needs that every kernel meets, each with the word for its kind; empty for answers that a link
    /// carried.
    pub met_names: Vec<String>,
}

impl Fits {
    /// Whether a column counts in totals and verdicts. A column with kernels of another architecture counts only if all
    /// columns have such kernels.
    pub fn counts(&self, column: &Column) -> bool {
        !column.foreign || self.columns.iter().all(|column| column.foreign)
    }

    /// The answers of a row on the kernels that count.
    pub fn counted<'a>(&'a self, row: &'a FitRow) -> impl Iterator<Item = (&'a Column, &'a Cell)> {
        self.columns.iter().zip(&row.cells).filter(|(column, _)| self.counts(column))
    }

    /// The number of kernels that count and on which the object has this result.
    pub fn count(&self, fit: Fit) -> usize {
        self.columns.iter().filter(|c| self.counts(c) && c.fit == fit).map(|c| c.kernels.len()).sum()
    }

    /// The needs that every kernel meets, which have no row: `63 of 73 needs are met everywhere`; empty if there are
    /// none.
    pub fn met_words(&self) -> String {
        match self.met {
            0 => String::new(),
            met if met == self.needs && met == 1 => "The only need is met everywhere".to_owned(),
            met if met == self.needs => format!("All {met} needs are met everywhere"),
            met => format!("{met} of {} are met everywhere", many(self.needs.into(), "need")),
        }
    }

    /// The number of kernels that count.
    pub fn kernels(&self) -> usize {
        self.columns.iter().filter(|c| self.counts(c)).map(|c| c.kernels.len()).sum()
    }

    /// The worst of a row's answers on the kernels that count.
    pub fn worst(&self, row: &FitRow) -> Fit {
        self.counted(row).map(|(_, cell)| cell.fit).max().unwrap_or(Fit::Loads)
    }

    /// The name of the kernel with this index among all that were asked, and whether it is an open file.
    pub fn kernel_at(&self, place: u32) -> Option<(&str, bool)> {
        self.columns.iter().find_map(|column| {
            let at = column.places.iter().position(|p| *p == place)?;
            Some((column.kernels.get(at)?.as_str(), column.open))
        })
    }
}

/// The report of one kernel on an object.
#[derive(Clone, Debug)]
pub struct KernelReport {
    /// The facts about the kernel.
    pub release: Release,
    /// Its report.
    pub report: Report,
    /// Whether it is an open file and not a kernel of an atlas.
    pub open: bool,
}

impl KernelReport {
    /// Checks an open kernel or one of an atlas. `nowhere`: the names that no known kernel and no module has.
    pub fn of(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, open: bool) -> KernelReport {
        KernelReport { release: kernel.release().clone(), report: check_with(needs, kernel, nowhere), open }
    }
}

/// Checks open kernels. `progress` is called with the number of checked kernels and of all kernels.
pub fn fits(needs: &Needs, kernels: &[&Kernel], progress: &dyn Fn(u64, u64)) -> Fits {
    let nowhere = Nowhere::default();
    let mut all = Vec::new();
    for (i, kernel) in kernels.iter().enumerate() {
        progress(i as u64, kernels.len() as u64);
        all.push(KernelReport::of(needs, kernel, &nowhere, true));
    }
    fold(needs, &all)
}

/// The parts of a question: kind, name and member path. For `struct inode`: `struct`, `inode` and an empty path. For
/// `inode.i_atime`: an empty kind, `inode` and `i_atime`.
pub fn named(question: &str) -> (&str, &str, &str) {
    match question.split_once(' ') {
        Some((kind, name)) => (kind, name, ""),
        None => {
            let (name, member) = question.split_once('.').unwrap_or((question, ""));
            ("", name, member)
        }
    }
}

/// A kernel's name without `linux-` and without the suffixes of files.
fn short(name: &str) -> &str {
    release::stem(name.strip_prefix("linux-").unwrap_or(name))
}

/// A text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
