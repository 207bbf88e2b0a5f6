//! The views of a step, as text and tables.

use std::collections::BTreeSet;

use btf::{BlobRange, Btf, Kind, TypeId};

use super::html::{Html, PRE};
use super::pictures;
use super::steps;
use crate::{Cover, GivenFile, Goal, LessonScreen, Ready, Show};
use model::elf::{relo_rows, relo_sections};
use model::focus::{BlobId, Selection};
use model::heading::path_text;
use model::path;
use model::path::Path;
use model::program::{ListingRow, Program};
use model::relocations::{Core, NamedKernel, verdict_word};
use model::views::View;

/// Bytes of a line of a dump.
const LINE: u32 = 16;
/// The most lines of a dump, and rows of a table or listing: a page is for reading.
const MOST: usize = 48;
/// The most records of a chain: a type, the type that it refers to, and so on.
const CHAIN: usize = 8;

type Files<'a> = [(&'a str, &'a dyn GivenFile)];

/// Writes all views of a step; views that the step covers are folded. `hide`: the covered parts.
pub(super) fn figures(files: &Files<'_>, ready: &Ready, hide: &[Cover], page: &mut Html) {
    let Some((name, file)) = files.get(ready.file) else { return };
    let hides = |covers: &[Cover]| covers.iter().any(|cover| hide.contains(cover));
    let (records, rows) = (hides(&[Cover::Inspector, Cover::Figures, Cover::View]), hides(&[Cover::View]));
    // If the results of a relocation are covered, [`of_relocation`] folds them, and leaves the rest in sight.
    let folds = match &ready.show {
        Some(Show::Type(..)) => records,
        Some(Show::Function(_) | Show::Elf(..) | Show::Relocation(_)) => rows,
        Some(Show::Byte(_)) | None => false,
    };
    page.fold(folds);
    match &ready.show {
        Some(Show::Type(id, path)) => of_type(name, file.btf(), *id, path, page),
        Some(Show::Relocation(index)) => of_relocation(files, ready.file, *index, hides(&[Cover::Results]), page),
        Some(Show::Function(key)) => of_function(*file, key, page),
        Some(Show::Elf(section, place)) => of_elf(*file, section, *place, page),
        Some(Show::Byte(_)) | None => {}
    }
    if let (Some(Show::Type(id, _)), Some(Goal::View(View::Graph))) = (&ready.show, &ready.goal) {
        pictures::of_graph(name, file.btf(), *id, page);
    }
    page.unfold(folds);
    let folds = match &ready.screen {
        Some(LessonScreen::Verdict(_)) => hides(&[Cover::Verdict]),
        Some(LessonScreen::List(_) | LessonScreen::Function(_)) => rows,
        Some(LessonScreen::Steps(_)) => hides(&[Cover::Results]),
        Some(LessonScreen::Register) => hides(&[Cover::Inspector]),
        Some(LessonScreen::Fits) | None => false,
    };
    page.fold(folds);
    match &ready.screen {
        Some(LessonScreen::Verdict(at)) => of_verdict(name, *file, *at, page),
        Some(LessonScreen::List(list)) => of_list(*file, list, page),
        Some(LessonScreen::Function(key)) => of_function(*file, key, page),
        Some(LessonScreen::Steps(_)) => {
            if let (Some(Show::Relocation(index)), Some((program, kernels))) =
                (&ready.show, on_kernels(files, ready.file))
            {
                steps::of_steps(&Core { program, kernels: &kernels }, *index, page);
            }
        }
        Some(LessonScreen::Register) => {
            if let Some(Show::Type(id, path)) = &ready.show {
                steps::of_register(file.btf(), *id, path, page);
            }
        }
        Some(LessonScreen::Fits) | None => {}
    }
    page.unfold(folds);
    let blobs = blobs(ready);
    if blobs.is_empty() && ready.show.is_none() && ready.screen.is_none() {
        let folds = records || hides(&[Cover::List]);
        page.fold(folds);
        all_types(name, file.btf(), page);
        page.unfold(folds);
    }
    for blob in blobs {
        of_bytes(name, *file, blob, ready, page);
    }
}

/// Writes the first records of a file, for a step that is about the file as a whole.
fn all_types(name: &str, btf: &Btf, page: &mut Html) {
    page.caption(&format!("Types of {name}"));
    let mut text = String::new();
    for t in btf.types().take(MOST) {
        dump::raw_line(btf, t.id(), &mut text);
    }
    page.code(text.trim_end()).raw("\n</figure>\n");
}

/// Writes the layout of a struct or union, and the chain of records from the selected type or member on.
fn of_type(name: &str, btf: &Btf, id: TypeId, path: &Path, page: &mut Html) {
    let shown = Selection { id, path: path.clone() };
    page.caption(&format!("{name}: {}", path_text(btf, &shown)));
    let mut text = String::new();
    let root = model::table::table_type(btf, id);
    if btf.get(root).is_some_and(|t| t.kind().is_composite()) {
        // Without a layout there are only the records.
        let _ = dump::pahole(btf, root, &mut text, &dump::PaholeOptions::default());
    }
    if !text.is_empty() {
        pictures::of_layout(name, btf, &shown, page);
        page.code(text.trim_end()).raw("\n");
    }
    let mut records = String::new();
    let mut at = if path.is_root() { id } else { path::type_at(btf, id, path).unwrap_or(id) };
    if !path.is_root() {
        dump::raw_line(btf, id, &mut records);
    }
    for _ in 0..CHAIN {
        let Some(t) = btf.get(at) else { break };
        dump::raw_line(btf, at, &mut records);
        let next = t.array().map(|array| array.element).or(t.type_ref());
        match next.filter(|_| t.kind() != Kind::FuncProto) {
            Some(next) => at = next,
            None => break,
        }
    }
    page.code(records.trim_end()).raw("\n</figure>\n");
}

/// The program that a step is about, and the files without a program as its kernels.
fn on_kernels<'a>(files: &Files<'a>, at: usize) -> Option<(&'a Program, Vec<NamedKernel<'a>>)> {
    let program = files.get(at)?.1.program()?;
    let others = files.iter().enumerate().filter(|(i, f)| *i != at && f.1.program().is_none());
    Some((program, others.map(|(_, f)| NamedKernel { name: f.0, on: f.1.kernel() }).collect()))
}

/// Writes a relocation, with its results on the kernels.
fn of_relocation(files: &Files<'_>, at: usize, index: usize, folds: bool, page: &mut Html) {
    let Some((program, kernels)) = on_kernels(files, at) else { return };
    let list = Core { program, kernels: &kernels }.list(&|_, _| {});
    let Some(row) = list.rows.get(index) else { return };
    page.caption(&format!("Relocation {index}: {} of {}", row.kind_str(), row.path));
    page.raw("<table>\n<thead>").row("th", &["section", "instruction", "access string", "kind"]).raw("</thead>\n");
    page.row("td", &[row.section.clone(), row.insn.to_string(), row.access.clone(), row.kind_str().to_owned()])
        .raw("</table>\n");
    if !kernels.is_empty() {
        page.fold(folds);
        page.raw("<table>\n<thead>").row("th", &["on", "result", "value"]).raw("</thead>\n");
        for (i, (head, verdict)) in list.heads.iter().zip(&row.verdicts).enumerate() {
            let word = verdict_word(*verdict, head.cannot_load.is_none());
            page.row("td", &[head.name.as_str(), word, &row.value_text(i)]);
        }
        page.raw("</table>\n").unfold(folds);
    }
    page.raw("</figure>\n");
}

/// Writes the instructions of a function, with their source lines.
fn of_function(file: &dyn GivenFile, key: &str, page: &mut Html) {
    let Some(program) = file.program() else { return };
    let is_it = |f: &model::program::FunctionRow| key == format!("{}:{}", f.section, f.name);
    let Some(at) = program.functions().iter().position(is_it) else { return };
    page.caption(key);
    let mut text = String::new();
    for row in program.listing(at).rows.iter().take(MOST) {
        match row {
            ListingRow::Source(line) => text.push_str(&format!("; {} ({}:{})\n", line.text, line.file, line.line)),
            ListingRow::Insn(insn) => {
                let notes: Vec<&str> = insn.notes.iter().map(|note| note.text.as_str()).collect();
                let notes = if notes.is_empty() { String::new() } else { format!("    // {}", notes.join(", ")) };
                text.push_str(&format!("{:>4}: {}{notes}\n", insn.slot, insn.text()));
            }
        }
    }
    page.code(text.trim_end()).raw("\n</figure>\n");
}

/// Writes an ELF relocation, with its formula.
fn of_elf(file: &dyn GivenFile, section: &str, place: u32, page: &mut Html) {
    let Some(program) = file.program() else { return };
    let Some(of) = relo_sections(program.object()).into_iter().find(|of| of.name == section) else { return };
    let Some(row) = relo_rows(program.object(), &of).into_iter().nth(place as usize) else { return };
    page.caption(&format!("Relocation {place} of {section}"));
    page.raw("<table>\n<thead>").row("th", &["r_offset", "type", "symbol", "refers to", "rule"]).raw("</thead>\n");
    let symbol = format!("{} {} in {}", row.symbol, row.symbol_name, row.symbol_section);
    page.row("td", &[format!("{:#x}", row.offset), row.kind.as_str().to_owned(), symbol, row.means, row.formula]);
    page.raw("</table>\n</figure>\n");
}

fn of_verdict(name: &str, file: &dyn GivenFile, at: u32, page: &mut Html) {
    let Ok(ruling) = file.ruling(at) else { return };
    page.caption(&format!("Verdicts of kernels on {name}"));
    page.raw("<ul>\n");
    for kernel in &ruling.kernels {
        page.element("li", &format!("{}.", kernel.sentence()));
    }
    page.raw("\n</ul>\n");
    if let Some(kernel) = ruling.kernel().filter(|_| !ruling.faults.is_empty()) {
        page.raw("<table>\n<caption>").text(&format!("What Linux {} finds", kernel.version)).raw("</caption>\n<thead>");
        page.row("th", &["place", "log", "rule"]).raw("</thead>\n");
        for fault in ruling.faults.iter().take(MOST) {
            page.row("td", &[&fault.place, &fault.words, &fault.rule]);
        }
        page.raw("</table>\n");
    }
    page.raw("</figure>\n");
}

fn of_list(file: &dyn GivenFile, name: &str, page: &mut Html) {
    let Some(at) = file.lists(0).find(name) else { return };
    let Some(table) = file.lists(at).table else { return };
    page.caption(&table.title);
    for about in &table.about {
        page.element("p", about);
    }
    let titles: Vec<&str> = table.columns.iter().map(|c| c.title.as_str()).collect();
    page.raw("<table class=\"mono\">\n<thead>").row("th", &titles).raw("</thead>\n");
    for row in table.rows.iter().take(MOST) {
        page.row("td", &row.cells);
    }
    page.raw("</table>\n</figure>\n");
}

/// The blobs with marks, with the shown byte, or with the bytes to select.
fn blobs(ready: &Ready) -> Vec<BlobId> {
    let mut out: Vec<BlobId> = Vec::new();
    let asked = if let Some(Goal::Byte(blob, _)) = &ready.goal { Some(*blob) } else { None };
    let shown = if let Some(Show::Byte(at)) = &ready.show { Some(at.blob) } else { None };
    for blob in ready.marks.iter().map(|mark| mark.blob).chain(shown).chain(asked) {
        if !out.contains(&blob) {
            out.push(blob);
        }
    }
    out
}

/// Writes the lines of a blob that have marked bytes or the shown byte.
fn of_bytes(name: &str, file: &dyn GivenFile, blob: BlobId, ready: &Ready, page: &mut Html) {
    let btf = file.btf();
    let (bytes, what) = match blob {
        BlobId::Own => (Some(btf.bytes()), ".BTF"),
        BlobId::Base(1) => (btf.base().map(|base| base.bytes()), "base .BTF"),
        BlobId::Base(_) => (None, ""),
        BlobId::Ext => (file.ext().map(|ext| ext.bytes()), ".BTF.ext"),
    };
    let Some(bytes) = bytes else { return };
    let marked = ready.in_blob(blob);
    let mut wanted = marked.clone();
    wanted.extend(match &ready.show {
        Some(Show::Byte(at)) if at.blob == blob => Some(BlobRange::at(at.at, 1)),
        _ => None,
    });
    let lines: BTreeSet<u32> = wanted
        .iter()
        .flat_map(|r| r.start / LINE..=r.end.saturating_sub(1).max(r.start) / LINE)
        .take(4 * MOST)
        .collect();
    page.caption(&format!("Bytes of {what} in {name}"));
    page.raw(PRE);
    let mut last = None;
    for line in lines.into_iter().take(MOST) {
        let start = line.saturating_mul(LINE);
        let Some(row) = bytes.get(start as usize..bytes.len().min(start.saturating_add(LINE) as usize)) else {
            continue;
        };
        if last.is_some_and(|last: u32| last.saturating_add(1) != line) {
            page.raw("…\n");
        }
        last = Some(line);
        page.text(&format!("{start:06x}  "));
        for (at, byte) in (start..).zip(row) {
            let is_marked = marked.iter().any(|r| r.contains(at));
            let (before, behind) = if is_marked { ("<mark>", "</mark> ") } else { ("", " ") };
            page.raw(before).text(&format!("{byte:02x}")).raw(behind);
        }
        page.raw("\n");
    }
    page.raw("</pre>\n");
    let here = ready.marks.iter().filter(|mark| mark.blob == blob);
    let labels: Vec<String> = here.map(|m| format!("{} ({:#x}..{:#x})", m.label, m.range.start, m.range.end)).collect();
    if !labels.is_empty() {
        page.raw("<p class=\"dim\">Marked: ").text(&labels.join(", ")).raw(".</p>\n");
    }
    page.raw("</figure>\n");
}
