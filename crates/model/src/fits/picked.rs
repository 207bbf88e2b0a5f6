//! The selected answer of Fits, in words.

use super::grid::{GridCell, Place};
use super::{Cell, Column, Fit, FitRow, Fits, LineId, OfKernel, Said, capital, short};
use crate::words::many;

/// The selected answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Picked<'a> {
    /// The line of the answer.
    pub line: LineId,
    /// The row: its index in [`Fits::rows`].
    pub row: usize,
    /// The selected column: its index in [`Fits::columns`].
    pub column: usize,
    /// The row: a program, or a need.
    pub of: &'a FitRow,
    /// The column.
    pub on: &'a Column,
    /// The answer in this column.
    pub cell: &'a Cell,
    /// The cell of the matrix that has this column. It may have other columns with the same answer, too; if it is
    /// mixed, also columns with other answers.
    pub run: GridCell,
}

impl<'a> Picked<'a> {
    /// The answer in the cell `run` of a line.
    pub(super) fn of(fits: &'a Fits, line: LineId, run: GridCell, column: usize) -> Option<Picked<'a>> {
        let row = line.row()?;
        let of = fits.rows.get(row)?;
        Some(Picked { line, row, column, of, on: fits.columns.get(column)?, cell: of.cells.get(column)?, run })
    }

    /// The question for a history in an atlas. For a need, it is the need's own question. For a program, it is the
    /// question of the need that decides on these kernels, or else of the program's target (a function or hook).
    pub fn question(&self) -> &str {
        if self.cell.question.is_empty() { &self.of.question } else { &self.cell.question }
    }

    /// The index of the relocation that the answer is about, among all relocations of the object.
    pub fn relocation(&self) -> Option<u32> {
        self.of.relocation.or(self.cell.relocation)
    }

    /// The verdict, and where it is true: `✗ Fails on 6.1`.
    pub fn title(&self) -> String {
        let others = matches!(self.run.place, Place::Others(_));
        let (sign, said) = match (&self.cell.said, self.run.fit) {
            (Said::NotAsked, _) => ("·", "not asked".to_owned()),
            (Said::OtherArchitecture, _) if others && self.run.fit.is_some() => {
                (self.run.fit.map_or("–", Fit::sign), self.run.word.clone())
            }
            (Said::OtherArchitecture, _) => ("–", "for another architecture".to_owned()),
            (Said::Program { attach, .. }, _) if attach.is_empty() => {
                let word = match self.cell.fit {
                    Fit::Fallback => "loads by fallback".to_owned(),
                    _ => self.cell.text().into_owned(),
                };
                (self.cell.fit.sign(), word)
            }
            _ => (self.cell.fit.sign(), self.cell.text().into_owned()),
        };
        let on = if self.run.signs.len() > 1 { format!("part of {}", self.run.on) } else { self.run.on.clone() };
        format!("{sign} {} on {}", capital(&said), short(&on))
    }

    /// Whether it is a failure, on kernels that count.
    pub fn is_failure(&self) -> bool {
        self.run.fit == Some(Fit::Fails) && self.cell.fit == Fit::Fails && !matches!(self.run.place, Place::Others(_))
    }

    /// Those kernels of [`Picked::run`] that give the same result as [`Picked::cell`]: name and facts of each, by
    /// ascending version.
    fn answering<'f>(&self, fits: &'f Fits) -> Vec<(&'f str, Option<&'f OfKernel>)> {
        let mixed = self.run.signs.len() > 1;
        let is_it = |column: usize| self.of.cells.get(column).is_some_and(|cell| cell.fit == self.cell.fit);
        let kernels = self.run.kernels.iter().filter(|(column, _)| !mixed || is_it(*column));
        let one = |&(column, at): &(usize, usize)| {
            let column = fits.columns.get(column)?;
            Some((column.kernels.get(at)?.as_str(), column.of.get(at)))
        };
        kernels.filter_map(one).collect()
    }

    /// The names of the kernels with this answer.
    pub fn kernels(&self, fits: &Fits) -> Vec<String> {
        self.answering(fits).into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    /// The number of kernels, and their first and last version: `22 kernels: 6.1.170 to 6.1.192`; the name, if there
    /// is only one.
    pub fn kernel_words(&self, fits: &Fits) -> String {
        let all = self.answering(fits);
        let version = |of: Option<&(&str, Option<&OfKernel>)>| {
            of.and_then(|(_, of)| *of).map(|of| of.version.clone()).filter(|version| !version.is_empty())
        };
        match (all.as_slice(), version(all.first()), version(all.last())) {
            ([], ..) => String::new(),
            ([(name, _)], ..) => (*name).to_owned(),
            (_, Some(first), Some(last)) if first != last => {
                format!("{}: {first} to {last}", many(all.len() as u64, "kernel"))
            }
            (_, Some(only), _) => format!("{}: {only}", many(all.len() as u64, "kernel")),
            ([(first, _), ..], ..) => format!("{}: {first} and others", many(all.len() as u64, "kernel")),
        }
    }

    /// The reasons, without duplicates: neighbouring columns that load may have different reasons.
    pub fn whys(&self) -> Vec<&'a str> {
        let mut out: Vec<&str> = Vec::new();
        let same = |cell: &&Cell| cell.fit == self.cell.fit;
        let cells = self.run.columns.iter().rev().filter_map(|&column| self.of.cells.get(column)).filter(same);
        for why in std::iter::once(self.cell).chain(cells).map(|cell| cell.why.as_str()).filter(|why| !why.is_empty()) {
            if !out.contains(&why) {
                out.push(why);
            }
        }
        out
    }

    /// The name of the program that the line belongs to. For a line that belongs to no program, the name of the first
    /// program that has the need; empty if the whole object has it.
    pub fn program<'f>(&self, fits: &'f Fits) -> &'f str
    where
        'a: 'f,
    {
        match self.line.program().and_then(|row| fits.rows.get(row)) {
            Some(program) => &program.name,
            None => self.of.programs.first().map_or("", String::as_str),
        }
    }

    /// The name and version of the newest kernel with this answer, for the button that opens it from the atlas. An
    /// unknown version is replaced by the name. None if the column is an open file.
    pub fn in_atlas(&self, fits: &Fits) -> Option<(String, String)> {
        let all = self.answering(fits);
        let (name, of) = all.last().filter(|_| !self.on.open)?;
        let version = of.map(|of| of.version.clone()).filter(|version| !version.is_empty());
        Some(((*name).to_owned(), version.unwrap_or_else(|| (*name).to_owned())))
    }

    /// The nearest kernel that meets the need, in words: its series (`6.12`), or its version, or else its name. The
    /// series is not used for an open file, if it is unknown, or if the kernel that fails is of the same series. None
    /// if no kernel meets the need.
    pub fn near_words(&self, fits: &Fits) -> Option<String> {
        let near = self.cell.near?;
        let column =
            |place: u32| fits.columns.iter().find_map(|c| Some((c, c.places.iter().position(|p| *p == place)?)));
        let series = |place: u32| column(place).and_then(|(c, at)| c.of.get(at)).map(OfKernel::series);
        let (there, here) = (series(near.there)?, series(near.here)?);
        let (of, at) = column(near.there)?;
        let full = of.of.get(at).map(|of| of.version.clone()).filter(|version| !version.is_empty());
        match there.is_empty() || there == here || of.open {
            true => full.or_else(|| of.kernels.get(at).cloned()),
            false => Some(there),
        }
    }
}

impl Fits {
    /// The answer of a line in a column. If no cell of the line has this column, the answer of its first cell. None for
    /// a line without answers.
    pub fn picked(&self, grid: &super::Grid, line: LineId, column: usize) -> Option<Picked<'_>> {
        let cells = &grid.lines.iter().find(|known| known.id == line)?.cells;
        let run = cells.iter().find(|cell| cell.columns.contains(&column)).or(cells.first())?.clone();
        let column = if run.columns.contains(&column) { column } else { *run.columns.last()? };
        Picked::of(self, line, run, column)
    }

    /// The line and column to select at first: the failure of a program on the newest kernels on which the object
    /// fails; kernels of an atlas come before dropped ones. If the object fails nowhere, the worst answer, on the
    /// newest kernels that give this answer.
    pub fn first_pick(&self) -> (LineId, usize) {
        let newest = |column: &Column| column.of.last().and_then(OfKernel::parsed);
        let failing = |open: bool| {
            let rows = self.rows.iter().enumerate().filter(|(_, row)| row.is_program());
            let of_row = |(at, row): (usize, &'_ FitRow)| -> Vec<(usize, usize)> {
                // A program that is not loaded by default may fail on kernels on which the object loads.
                let is_it = |column: &Column, cell: &Cell| {
                    let fails = cell.fit == Fit::Fails && column.fit == Fit::Fails;
                    fails && column.open == open && self.counts(column)
                };
                let cells = self.columns.iter().zip(&row.cells).enumerate();
                cells.filter(|(_, (column, cell))| is_it(column, cell)).map(|(column, _)| (at, column)).collect()
            };
            let all: Vec<(usize, usize)> = rows.flat_map(of_row).collect();
            let version = |column: usize| self.columns.get(column).and_then(newest);
            // Among failures on equally new kernels, the one in the first row is taken.
            all.into_iter().rev().max_by_key(|(_, column)| version(*column))
        };
        if let Some((row, column)) = failing(false).or_else(|| failing(true)) {
            return (LineId::Program(row), column);
        }
        // Else, the worst answer that counts for the object, on the newest kernels that give it.
        let counted = || self.columns.iter().enumerate().filter(|(_, column)| self.counts(column));
        let worst = counted().map(|(_, column)| column.fit).max().unwrap_or(Fit::Loads);
        let newest = counted()
            .filter(|(_, column)| column.fit == worst)
            .max_by_key(|(at, column)| (!column.open, column.of.last().and_then(OfKernel::parsed), *at));
        let at = newest.map_or(0, |(at, _)| at);
        let has = |row: &FitRow| row.is_program() && row.cells.get(at).is_some_and(|cell| cell.fit == worst);
        (LineId::Program(self.rows.iter().position(has).unwrap_or(0)), at)
    }

    /// The kernels that [`Fits::tally`] counts: those of an atlas if one was asked, else the dropped ones; kernels of
    /// other architectures are left out.
    fn tallied(&self) -> impl Iterator<Item = &Column> {
        let atlas = self.columns.iter().any(|column| !column.open && self.counts(column));
        self.columns.iter().filter(move |column| self.counts(column) && column.open != atlas)
    }

    /// The numbers of kernels: all that count, those on which the object loads, those on which it fails, and those for
    /// which neither is certain.
    pub fn tally(&self) -> Tally {
        let count = |is: &dyn Fn(Fit) -> bool| {
            self.tallied().filter(|column| is(column.fit)).map(|column| column.kernels.len()).sum::<usize>()
        };
        let failing = |at: usize| {
            let programs = self.rows.iter().filter(|row| row.is_program()).filter_map(|row| row.cells.get(at));
            programs.clone().count() > 1 && programs.into_iter().any(|cell| cell.fit <= Fit::Fallback)
        };
        let is_tallied = |column: &Column| self.tallied().any(|known| known.places == column.places);
        let mut bad = self.columns.iter().enumerate().filter(|(_, c)| c.fit == Fit::Fails && is_tallied(c));
        let in_part = bad.all(|(at, _)| failing(at));
        let archs: std::collections::BTreeSet<&str> =
            self.tallied().flat_map(|column| &column.of).map(|of| of.arch.as_str()).collect();
        let arch = archs.first().filter(|arch| archs.len() == 1 && !arch.is_empty());
        let fails = count(&|fit| fit == Fit::Fails);
        Tally {
            kernels: count(&|_| true),
            what: arch.map_or_else(|| "kernels".to_owned(), |arch| (*arch).to_owned()),
            loads: count(&|fit| fit <= Fit::Fallback),
            unknown: count(&|fit| fit == Fit::CannotTell),
            fails,
            in_part: fails > 0 && in_part,
        }
    }
}

/// On how many kernels an object loads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many kernels count.
    pub kernels: usize,
    /// A word for the kernels that count: their architecture (`amd64`) if all have the same one, else `kernels`.
    pub what: String,
    /// The number of kernels on which all programs load that libbpf loads by default.
    pub loads: usize,
    /// The number of kernels on which it cannot be told whether they load.
    pub unknown: usize,
    /// The number of kernels on which one of these programs fails.
    pub fails: usize,
    /// Whether other programs load on the kernels where a program fails.
    pub in_part: bool,
}
