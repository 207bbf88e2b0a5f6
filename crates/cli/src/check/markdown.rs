//! For a pull request: a table in Markdown.

use needs::{Release, fold};

use super::text::kernels_of;
use super::{Asked, Checked};
use crate::out::{Out, out};

/// Prints all objects as one table.
pub fn print(all: &[Checked], kernels: &[Asked], out: &mut Out) {
    let releases: Vec<&Release> = kernels.iter().map(|k| &k.release).collect();
    out!(out, "| object | program | kernels | load | attach | why |\n|---|---|---|---|---|---|\n");
    for checked in all {
        for &p in &checked.shown {
            let Some(program) = checked.needs.programs().get(p) else { continue };
            for range in fold(&releases, &checked.reports, p) {
                let foreign = range.kernels.first().and_then(|&k| checked.reports.get(k)?.foreign);
                let why = match (range.kernels.first(), range.reason) {
                    _ if foreign.is_some() => foreign.unwrap_or_default().to_owned(),
                    (Some(&kernel), Some(need)) => {
                        let said = checked.said(kernel, need);
                        let why = said.why.or(said.words).unwrap_or_default();
                        format!("{}: {why}", said.what())
                    }
                    _ => String::new(),
                };
                let cells = [
                    checked.name.as_str(),
                    &program.name,
                    &kernels_of(&range, kernels),
                    range.load.as_str(),
                    range.attach.as_str(),
                    why.trim_end_matches([':', ' ']),
                ];
                out!(out, "| {} |\n", cells.map(cell).join(" | "));
            }
        }
    }
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
