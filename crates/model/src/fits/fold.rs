//! Makes columns and rows of the answers of kernels.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use needs::{Answer, Attach, Foreign, Load, Need, NeedKind, Needs, Report, Verdict};
use relo::Record;

use super::columns::{self, Members};
use super::near::Neighbours;
use super::strips;
use super::{Cell, Column, Fit, FitRow, Fits, KernelReport, OfKernel, RowKind, Said, Way, places, short};

/// Makes columns and rows of the answers of kernels. Programs come first, then the needs that some kernel does not
/// fully meet; in both groups the worst row comes first.
pub fn fold(needs: &Needs, kernels: &[KernelReport]) -> Fits {
    let reports: Vec<&Report> = kernels.iter().map(|k| &k.report).collect();
    let foreign = |i: usize| reports.get(i).is_some_and(|r| r.foreign.is_some());
    let members = columns::columns(kernels, &|a, b| alike(&reports, a, b), &foreign);
    let of_member = |m: &Members| Some((reports.get(*m.kernels.first()?).copied()?, foreign(*m.kernels.first()?)));
    let firsts: Vec<(&Report, bool)> = members.iter().filter_map(of_member).collect();
    let near = Neighbours::new(kernels, &members, &foreign);
    let column = |(members, (report, foreign)): (Members, &(&Report, bool))| {
        let of: Vec<&KernelReport> = members.kernels.iter().filter_map(|&i| kernels.get(i)).collect();
        // A kernel of an atlas keeps its full name, because the atlas finds it by that name.
        let name = |k: &&KernelReport| if k.open { short(&k.release.name).to_owned() } else { k.release.name.clone() };
        Column {
            kernels: of.iter().map(name).collect(),
            places: members.kernels.iter().map(|&i| i as u32).collect(),
            of: of.iter().map(|k| OfKernel::of(&k.release)).collect(),
            open: of.first().is_some_and(|k| k.open),
            foreign: *foreign,
            title: members.title,
            group: members.group,
            fit: object_fit(needs, report),
        }
    };
    let asked: Vec<_> = kernels.iter().map(|k| (&k.release, &k.report)).collect();
    let all: Vec<usize> = (0..needs.programs().len()).collect();
    let headline = needs::headline(needs, &asked, &needs::counted(needs.programs(), &all, false));
    let registers = kernels.iter().any(|kernel| matches!(kernel.report.foreign, Some(Foreign::Register(_))));
    let facts = strips::facts(headline.as_ref(), registers);
    let headline = headline.map(|h| [vec![h.first], h.more].concat()).unwrap_or_default();
    let columns: Vec<Column> = members.into_iter().zip(&firsts).map(column).collect();
    let mut rows: Vec<FitRow> = Vec::new();
    for (p, program) in needs.programs().iter().enumerate() {
        let cells = firsts.iter().filter_map(|(r, _)| Some(of_program(needs, r, r.programs.get(p)?)));
        let others = places::others(kernels, p);
        rows.push(FitRow {
            kind: RowKind::Program,
            name: program.name.clone(),
            of: program.section.clone(),
            since: String::new(),
            programs: Vec::new(),
            others,
            relocation: None,
            relo_kind: None,
            question: program_question(needs, p),
            cells: cells.collect(),
        });
    }
    let mut same: HashMap<(RowKind, String, Vec<Cell>), usize> = HashMap::new();
    let mut differ = 0;
    let mut met_names: Vec<String> = Vec::new();
    for (n, need) in needs.needs().iter().enumerate() {
        let cell = |(report, foreign): &(&Report, bool)| match foreign {
            true => Some(unasked()),
            false => report.answers.get(n).map(|answer| of_need(needs, need, answer)),
        };
        let cells: Vec<Cell> = firsts.iter().filter_map(cell).collect();
        if cells.iter().all(|c| c.fit == Fit::Loads) {
            met_names.push(format!("{} {}", need.kind.as_str(), need.name));
            continue;
        }
        differ += 1;
        let mut row = need_row(needs, need, cells);
        // If several programs have the same need with the same answers, it is one row. The code of a remedy is not
        // compared, because it may depend on the type of the program.
        let bare = |cell: &Cell| Cell { way: None, ..cell.clone() };
        let key = (row.kind, row.name.clone(), row.cells.iter().map(bare).collect());
        match same.entry(key) {
            Entry::Occupied(at) => {
                if let Some(known) = rows.get_mut(*at.get()).filter(|known| !row.of.is_empty() && known.of != row.of) {
                    known.of = format!("{}, {}", known.of, row.of);
                    known.programs.extend(row.programs);
                }
            }
            Entry::Vacant(at) => {
                near.mark(&mut row);
                at.insert(rows.len());
                rows.push(row);
            }
        }
    }
    for row in rows.iter_mut().filter(|row| row.is_program()) {
        near.mark(row);
    }
    let all = needs.needs().len();
    let met = all.saturating_sub(differ) as u32;
    let mut fits = Fits { columns, rows, headline, facts, note: String::new(), needs: all as u32, met, met_names };
    let mut rows = std::mem::take(&mut fits.rows);
    let bad = |row: &FitRow| -> usize {
        let worst = fits.worst(row);
        let as_bad = fits.counted(row).filter(|(_, cell)| cell.fit == worst);
        as_bad.map(|(column, _)| column.kernels.len()).sum()
    };
    rows.sort_by_cached_key(|row| (!row.is_program(), Reverse((fits.worst(row), bad(row)))));
    fits.rows = rows;
    fits
}

/// A cell with nothing but a result.
fn plain(fit: Fit, said: Said) -> Cell {
    let (why, words, way_out, question) = Default::default();
    Cell { fit, said, why, words, way_out, near: None, question, relocation: None, way: None }
}

/// The cell for kernels of another architecture, which are not asked.
fn unasked() -> Cell {
    Cell { why: OTHER_ARCHITECTURE.to_owned(), ..plain(Fit::Loads, Said::NotAsked) }
}

/// The reason in the cells of kernels of another architecture.
const OTHER_ARCHITECTURE: &str =
    "these kernels are of another architecture than the object, so its needs are not checked there";

/// Whether two kernels have the same results for all programs and the same answers to all needs, or are both of
/// another architecture.
fn alike(reports: &[&Report], a: usize, b: usize) -> bool {
    let (Some(a), Some(b)) = (reports.get(a), reports.get(b)) else { return false };
    if a.foreign.is_some() && b.foreign.is_some() {
        return true;
    }
    let verdict = |v: &Verdict| (v.load_words(), v.attach_words(), v.reasons.first().map(|r| r.need));
    let answer = |x: &Answer| (x.found.in_short(), x.load, x.attach);
    a.foreign.is_some() == b.foreign.is_some()
        && a.programs.iter().map(verdict).eq(b.programs.iter().map(verdict))
        && a.answers.iter().map(answer).eq(b.answers.iter().map(answer))
}

fn object_fit(needs: &Needs, report: &Report) -> Fit {
    let loaded = needs.programs().iter().zip(&report.programs).filter(|(p, _)| p.autoload);
    let worst = loaded.map(|(_, v)| Fit::of(v.load(), Some(v.attach))).max().unwrap_or(Fit::Loads);
    if report.foreign.is_some() || report.load == Load::DoesNotOpen { Fit::Fails } else { worst }
}

/// The question for the history of the function or hook that a program attaches to. Empty if there is none.
fn program_question(needs: &Needs, program: usize) -> String {
    let mut own = needs.needs().iter().filter(|need| need.program == Some(program) && need.kind == NeedKind::Attach);
    own.find_map(|need| needs.question(need)).unwrap_or_default()
}

fn of_program(needs: &Needs, report: &Report, verdict: &Verdict) -> Cell {
    if let Some(foreign) = report.foreign {
        return of_foreign(needs, report, foreign);
    }
    let fit = Fit::of(verdict.load(), Some(verdict.attach));
    let reason = verdict.reasons.first();
    let answer = reason.and_then(|r| report.answers.get(r.need));
    let need = reason.and_then(|r| needs.needs().get(r.need));
    let because = answer.and_then(|a| a.reason.as_deref()).unwrap_or_default();
    let kind = |n: &Need| if n.kind == NeedKind::Core { "CO-RE" } else { n.kind.as_str() };
    let why = need.map_or_else(String::new, |n| format!("{} {}: {because}", kind(n), n.name));
    let words = reason.and_then(|r| r.words.clone()).or(answer.and_then(|a| a.words.clone()));
    let attach = verdict.attach_words();
    let attach_said = match verdict.attach {
        // If the program attaches, or is likely to attach, that is said only if modules must be loaded first.
        Attach::Attaches | Attach::Likely if attach == verdict.attach.as_str() => None,
        _ => Some(attach.as_str()).filter(|_| fit == Fit::Loads),
    };
    // The modules that have to be loaded first.
    let load = verdict.load();
    let load_words = verdict.load_words();
    let modules = load_words.strip_prefix(load.as_str()).unwrap_or_default();
    Cell {
        fit,
        said: match load {
            Load::Unrelocated => Said::Unrelocated,
            Load::DoesNotOpen => Said::DoesNotOpen,
            _ => Said::program(modules, attach_said),
        },
        why: why.trim_end_matches([':', ' ']).to_owned(),
        words: words.unwrap_or_default(),
        way_out: answer.and_then(|a| a.way_out.clone()).unwrap_or_default(),
        near: None,
        question: need.and_then(|n| needs.question(n)).unwrap_or_default(),
        relocation: need.and_then(|n| n.relocations().first()).and_then(|&n| u32::try_from(n).ok()),
        way: need.zip(answer).and_then(|(need, answer)| Way::of(needs, need, answer)),
    }
}

/// The cell for a program on kernels of another architecture.
fn of_foreign(needs: &Needs, report: &Report, foreign: Foreign) -> Cell {
    let need = match foreign {
        Foreign::Register(need) => Some(need),
        Foreign::ByteOrder => None,
    };
    let answer = need.and_then(|need| report.answers.get(need));
    let of = need.and_then(|need| needs.needs().get(need));
    Cell {
        why: answer.and_then(|a| a.reason.clone()).unwrap_or_else(|| OTHER_ARCHITECTURE.to_owned()),
        words: foreign.words().unwrap_or_default().to_owned(),
        way_out: answer.and_then(|a| a.way_out.clone()).unwrap_or_default(),
        relocation: of.and_then(|n| n.relocations().first()).and_then(|&n| u32::try_from(n).ok()),
        ..plain(Fit::Fails, Said::OtherArchitecture)
    }
}

fn of_need(needs: &Needs, need: &Need, answer: &Answer) -> Cell {
    Cell {
        why: answer.reason.clone().unwrap_or_default(),
        words: answer.words.clone().unwrap_or_default(),
        way_out: answer.way_out.clone().unwrap_or_default(),
        way: Way::of(needs, need, answer),
        ..plain(Fit::of(answer.load, answer.attach), Said::Has(answer.found.in_short()))
    }
}

fn need_row(needs: &Needs, need: &Need, cells: Vec<Cell>) -> FitRow {
    let program = need.program.and_then(|p| needs.programs().get(p));
    FitRow {
        kind: RowKind::Need(need.kind),
        name: need.name.clone(),
        of: program.map_or(String::new(), |p| p.name.clone()),
        programs: program.map(|p| p.name.clone()).into_iter().collect(),
        others: Vec::new(),
        since: need.since.map_or(String::new(), |version| format!("{version}+")),
        relocation: need.relocations().first().and_then(|&n| u32::try_from(n).ok()),
        relo_kind: need.relocations().first().and_then(|&n| needs.records().get(n)).and_then(Record::relo_kind),
        question: needs.question(need).unwrap_or_default(),
        cells,
    }
}
