//! Fits: what a program needs by kernels, and on which it loads. Kernels next to each other that answer alike are one column.

mod columns;
mod export;
pub mod in_atlas;

use needs::{
    Answer, Attach, Elsewhere, Kernel, Kind as NeedKind, Load, Need, Needs, Release, Report, Verdict, check_with,
};
use wire::wire;

use crate::tone::Tone;
use columns::Members;

pub use export::{csv, json, markdown, svg};

/// How good an answer is, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fit {
    /// It is there; the program loads.
    Loads,
    /// The program does without it.
    Fallback,
    /// BTF does not say.
    CannotTell,
    /// It is not there; the program fails.
    Fails,
}
wire!(
    enum Fit {
        Loads,
        Fallback,
        CannotTell,
        Fails,
    }
);

impl Fit {
    /// All of them, the worst first.
    pub const ALL: [Fit; 4] = [Fit::Fails, Fit::CannotTell, Fit::Fallback, Fit::Loads];

    /// `"loads"`, `"fallback"`, `"cannot tell"`, `"fails"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Fit::Loads => "loads",
            Fit::Fallback => "fallback",
            Fit::CannotTell => "cannot tell",
            Fit::Fails => "fails",
        }
    }

    /// A sign, so that colour is not the only one.
    pub fn sign(self) -> &'static str {
        match self {
            Fit::Loads => "✓",
            Fit::Fallback => "○",
            Fit::CannotTell => "?",
            Fit::Fails => "✗",
        }
    }

    /// Its style.
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
            (Load::Fails, _) | (_, Some(Attach::Fails)) => Fit::Fails,
            (Load::CannotTell, _) | (_, Some(Attach::Unlikely | Attach::CannotTell)) => Fit::CannotTell,
            (Load::Fallback, _) => Fit::Fallback,
            (Load::Loads, _) => Fit::Loads,
        }
    }
}

/// Kernels that answer alike: of an atlas those of one or more series, of open files those of one architecture and flavour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Architectures and flavours; of an atlas only where those versions have others, too.
    pub group: String,
    /// The versions: `5.10 – 6.1`, `6.12.43`; the name of a kernel whose version is not known.
    pub title: String,
    /// All of them, by rising version.
    pub kernels: Vec<String>,
    /// Whether they are open files, and not of an atlas.
    pub open: bool,
    /// The worst of the programs that are loaded by themselves.
    pub fit: Fit,
}
wire!(struct Column { group, title, kernels, open, fit });

impl Column {
    /// The name of the first kernel in the atlas, where they are of one.
    pub fn in_atlas(&self) -> Option<&str> {
        self.kernels.first().filter(|_| !self.open).map(String::as_str)
    }

    /// How many kernels, and which of those versions: `3 kernels · amd64 cloud`.
    pub fn about(&self) -> String {
        let count = match self.kernels.len() {
            1 => "1 kernel".to_owned(),
            n => format!("{n} kernels"),
        };
        if self.group.is_empty() { count } else { format!("{count} · {}", self.group) }
    }
}

/// What is said of a program or a need on the kernels of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// How good it is.
    pub fit: Fit,
    /// In a word: `loads`, `absent`.
    pub text: String,
    /// Why, as a sentence without its full stop; empty where nothing is to be said.
    pub why: String,
    /// What libbpf or the kernel says then; empty where nothing.
    pub words: String,
    /// The nearest way out; empty where there is none.
    pub way_out: String,
}
wire!(struct Cell { fit, text, why, words, way_out });

/// A program or a need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FitRow {
    /// `program`, or the kind of need.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Of a program its section; of a need the program that has it, empty where the whole object has.
    pub of: String,
    /// Of a need that is a relocation, its place among all.
    pub relocation: Option<u32>,
    /// What an atlas is asked for its history: `inode.i_atime`, `func vfs_read`; empty where there is nothing to ask for.
    pub question: String,
    /// By column.
    pub cells: Vec<Cell>,
}
wire!(struct FitRow { kind, name, of, relocation, question, cells });

impl FitRow {
    /// The worst of its cells.
    pub fn worst(&self) -> Fit {
        self.cells.iter().map(|c| c.fit).max().unwrap_or(Fit::Loads)
    }

    /// In short: a program by its section, a relocation by the field or type that it asks for, any other need by its name.
    pub fn label(&self) -> &str {
        match self.kind.as_str() {
            "program" => &self.of,
            "core" if !self.question.is_empty() => &self.question,
            _ => &self.name,
        }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        self.kind == "program"
    }
}

/// A program object on kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fits {
    /// The kernels, folded.
    pub columns: Vec<Column>,
    /// The programs, then the needs that some kernel does not just meet; the worst first.
    pub rows: Vec<FitRow>,
    /// How many needs there are.
    pub needs: u32,
    /// How many of them every kernel meets.
    pub met: u32,
}
wire!(struct Fits { columns, rows, needs, met });

impl Fits {
    /// How many kernels there are on which the object comes out so.
    pub fn count(&self, fit: Fit) -> usize {
        self.columns.iter().filter(|c| c.fit == fit).map(|c| c.kernels.len()).sum()
    }

    /// How many kernels there are.
    pub fn kernels(&self) -> usize {
        self.columns.iter().map(|c| c.kernels.len()).sum()
    }

    /// On how many kernels a program loads, with fallback or without.
    pub fn loads(&self, row: &FitRow) -> usize {
        let loads = |(column, cell): (&Column, &Cell)| (cell.fit <= Fit::Fallback).then_some(column.kernels.len());
        self.columns.iter().zip(&row.cells).filter_map(loads).sum()
    }

    /// In a line: `12 kernels in 3 columns, 8 of 60 needs differ`.
    pub fn summary(&self) -> String {
        let (kernels, columns) = (self.kernels(), self.columns.len());
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let rest = self.needs.saturating_sub(self.met);
        format!(
            "{kernels} kernel{} in {columns} column{}, {rest} of {} needs not met by all",
            s(kernels),
            s(columns),
            self.needs
        )
    }
}

/// What a kernel says to all that an object needs.
#[derive(Clone, Debug)]
pub struct KernelReport {
    /// The kernel.
    pub release: Release,
    /// Its answers.
    pub report: Report,
    /// Whether it is an open file, and not of an atlas.
    pub open: bool,
}

impl KernelReport {
    /// Asks a kernel, an open file or one of an atlas. `others` are names that other kernels have themselves.
    pub fn of(needs: &Needs, kernel: &Kernel, others: &Elsewhere, open: bool) -> KernelReport {
        KernelReport { release: kernel.release().clone(), report: check_with(needs, kernel, others), open }
    }
}

/// Asks open kernels. `progress` hears how many are done, and of how many.
pub fn fits(needs: &Needs, kernels: &[&Kernel], progress: &dyn Fn(u64, u64)) -> Fits {
    let others = Elsewhere::of(needs, kernels);
    let mut all = Vec::new();
    for (i, kernel) in kernels.iter().enumerate() {
        progress(i as u64, kernels.len() as u64);
        all.push(KernelReport::of(needs, kernel, &others, true));
    }
    fold(needs, &all)
}

/// Puts what kernels say into columns and rows.
pub fn fold(needs: &Needs, kernels: &[KernelReport]) -> Fits {
    let reports: Vec<&Report> = kernels.iter().map(|k| &k.report).collect();
    let columns = columns::columns(kernels, &|a, b| alike(&reports, a, b));
    let firsts: Vec<&Report> = columns.iter().filter_map(|c| reports.get(*c.kernels.first()?).copied()).collect();
    let column = |(members, report): (Members, &&Report)| {
        let of: Vec<&KernelReport> = members.kernels.iter().filter_map(|&i| kernels.get(i)).collect();
        // An atlas has its own names, and finds kernels by them.
        let name = |k: &&KernelReport| if k.open { short(&k.release.name).to_owned() } else { k.release.name.clone() };
        Column {
            kernels: of.iter().map(name).collect(),
            open: of.first().is_some_and(|k| k.open),
            title: members.title,
            group: members.group,
            fit: object_fit(needs, report),
        }
    };
    let columns: Vec<Column> = columns.into_iter().zip(&firsts).map(column).collect();
    let mut rows: Vec<FitRow> = Vec::new();
    for (p, program) in needs.programs().iter().enumerate() {
        let cells = firsts.iter().filter_map(|r| Some(of_program(needs, r, r.programs.get(p)?)));
        rows.push(FitRow {
            kind: "program".to_owned(),
            name: program.name.clone(),
            of: program.section.clone(),
            relocation: None,
            question: program_question(needs, p),
            cells: cells.collect(),
        });
    }
    let programs = rows.len();
    for (n, need) in needs.needs().iter().enumerate() {
        let cells: Vec<Cell> = firsts.iter().filter_map(|r| r.answers.get(n)).map(of_need).collect();
        if cells.iter().any(|c| c.fit > Fit::Loads) {
            rows.push(need_row(needs, need, cells));
        }
    }
    let all = needs.needs().len();
    let differ = rows.len() - programs;
    let bad = |row: &FitRow| -> usize {
        let as_bad = columns.iter().zip(&row.cells).filter(|(_, cell)| cell.fit == row.worst());
        as_bad.map(|(column, _)| column.kernels.len()).sum()
    };
    rows.sort_by_key(|row| (!row.is_program(), std::cmp::Reverse((row.worst(), bad(row)))));
    Fits { columns, rows, needs: all as u32, met: all.saturating_sub(differ) as u32 }
}

/// Whether all programs come out alike on two kernels, and all needs are answered alike.
fn alike(reports: &[&Report], a: usize, b: usize) -> bool {
    let (Some(a), Some(b)) = (reports.get(a), reports.get(b)) else { return false };
    let verdict = |v: &Verdict| (v.load, v.attach, v.reasons.first().map(|r| r.need));
    let answer = |x: &Answer| (x.found.as_str(), x.load, x.attach);
    a.foreign == b.foreign
        && a.programs.iter().map(verdict).eq(b.programs.iter().map(verdict))
        && a.answers.iter().map(answer).eq(b.answers.iter().map(answer))
}

fn object_fit(needs: &Needs, report: &Report) -> Fit {
    let loaded = needs.programs().iter().zip(&report.programs).filter(|(p, _)| p.autoload);
    let worst = loaded.map(|(_, v)| Fit::of(v.load, Some(v.attach))).max().unwrap_or(Fit::Loads);
    if report.foreign.is_some() { Fit::Fails } else { worst }
}

/// What a program attaches to.
fn program_question(needs: &Needs, program: usize) -> String {
    let mut own = needs.needs().iter().filter(|need| need.program == Some(program) && need.kind == NeedKind::Attach);
    own.find_map(|need| needs.question(need)).unwrap_or_default()
}

fn of_program(needs: &Needs, report: &Report, verdict: &Verdict) -> Cell {
    let fit = if report.foreign.is_some() { Fit::Fails } else { Fit::of(verdict.load, Some(verdict.attach)) };
    let reason = verdict.reasons.first();
    let answer = reason.and_then(|r| report.answers.get(r.need));
    let need = reason.and_then(|r| needs.needs().get(r.need));
    let because = answer.and_then(|a| a.reason.as_deref()).unwrap_or_default();
    let why = need.map_or_else(String::new, |n| format!("{} {}: {because}", n.kind.as_str(), n.name));
    let words = reason.and_then(|r| r.words.clone()).or(answer.and_then(|a| a.words.clone()));
    let attach = match verdict.attach {
        Attach::Attaches | Attach::Likely => String::new(),
        attach if fit == Fit::Loads => format!(", attach: {}", attach.as_str()),
        _ => String::new(),
    };
    Cell {
        fit,
        text: format!("{}{attach}", fit.as_str()),
        why: why.trim_end_matches([':', ' ']).to_owned(),
        words: report.foreign.map(str::to_owned).or(words).unwrap_or_default(),
        way_out: answer.and_then(|a| a.way_out.clone()).unwrap_or_default(),
    }
}

fn of_need(answer: &Answer) -> Cell {
    Cell {
        fit: Fit::of(answer.load, answer.attach),
        text: answer.found.as_str().to_owned(),
        why: answer.reason.clone().unwrap_or_default(),
        words: answer.words.clone().unwrap_or_default(),
        way_out: answer.way_out.clone().unwrap_or_default(),
    }
}

fn need_row(needs: &Needs, need: &Need, cells: Vec<Cell>) -> FitRow {
    let program = need.program.and_then(|p| needs.programs().get(p));
    FitRow {
        kind: need.kind.as_str().to_owned(),
        name: need.name.clone(),
        of: program.map_or(String::new(), |p| p.name.clone()),
        relocation: need.relocations().first().and_then(|&n| u32::try_from(n).ok()),
        question: needs.question(need).unwrap_or_default(),
        cells,
    }
}

/// A kernel's name without what every file has.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("linux-").unwrap_or(name);
    [".xz", ".zst", ".gz", ".btf"].iter().fold(name, |n, end| n.strip_suffix(end).unwrap_or(n))
}
