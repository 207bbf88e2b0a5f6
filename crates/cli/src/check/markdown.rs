//! For a pull request: a table in Markdown.

use needs::Range;

use super::ranges::groups;
use super::{Asked, Checked};
use crate::out::{Out, out};

/// Prints all objects as one table.
pub fn print(all: &[Checked], kernels: &[Asked], out: &mut Out) {
    out!(out, "| object | program | kernels | load | attach | why |\n|---|---|---|---|---|---|\n");
    for checked in all {
        for &p in &checked.shown {
            let Some(program) = checked.needs.programs().get(p) else { continue };
            for group in groups(checked, kernels, p) {
                let Some(range) = group.ranges.first() else { continue };
                let (attach, why) = match group.required {
                    true => (range.attach.as_str(), why(checked, range)),
                    false => ("", String::new()),
                };
                for names in group.kernels(kernels) {
                    let cells = [checked.name.as_str(), &program.name, &names, range.load.as_str(), attach, &why];
                    out!(out, "| {} |\n", cells.map(cell).join(" | "));
                }
            }
        }
    }
}

/// Why a program comes out as it does on the kernels of a range.
fn why(checked: &Checked, range: &Range) -> String {
    let Some(&kernel) = range.kernels.first() else { return String::new() };
    if let Some(words) = checked.reports.get(kernel).and_then(|r| r.foreign) {
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
