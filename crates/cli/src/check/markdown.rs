//! For a pull request: tables in Markdown, one a program.

use needs::Range;

use super::ranges::{Group, groups};
use super::{Asked, Checked, outcome};
use crate::out::{Out, out};

/// Prints each object under its name, a table for each of its programs: what comes out alike is a row, of the kernels that are required.
pub fn print(all: &[Checked], kernels: &[Asked], named: bool, out: &mut Out) {
    for checked in all {
        out!(out, "### {}\n\n", cell(&checked.name));
        for &p in &checked.shown {
            let Some(program) = checked.needs.programs().get(p) else { continue };
            let note = if program.autoload { "" } else { ", not loaded by itself" };
            let required: Vec<Group> = groups(checked, kernels, p).into_iter().filter(|group| group.required).collect();
            if required.is_empty() {
                continue;
            }
            out!(out, "**{}** ({}{note})\n\n", cell(&program.name), cell(&program.section));
            out!(out, "| kernels | load | attach | why |\n|---|---|---|---|\n");
            for group in required {
                let Some(range) = group.ranges.first() else { continue };
                let names: Vec<String> = group.kernels(kernels).iter().map(|name| cell(name)).collect();
                let why = cell(&why(checked, range));
                out!(out, "| {} | {} | {} | {why} |\n", names.join("<br>"), range.load.as_str(), range.attach.as_str());
            }
            out!(out, "\n");
        }
    }
    out!(out, "{}\n", cell(&outcome::summary(all, kernels, named)));
}

/// Why a program comes out as it does on the kernels of a range.
fn why(checked: &Checked, range: &Range) -> String {
    let Some(&kernel) = range.kernels.first() else { return String::new() };
    if let Some(words) = checked.reports.get(kernel).and_then(|r| r.foreign?.words()) {
        return words.to_owned();
    }
    let Some(need) = range.reason else { return String::new() };
    let said = checked.said(kernel, need);
    let why = format!("{}: {}", said.what(), said.why.or(said.words).unwrap_or_default());
    why.trim_end_matches([':', ' ']).to_owned()
}

/// Text that keeps to its cell.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '`' => cell.extend(['\\', c]),
            '\n' | '\r' => cell.push(' '),
            '<' => cell.push_str("&lt;"),
            c => cell.push(c),
        }
    }
    cell
}
