//! Fits as files: CSV, JSON, Markdown, SVG.

use std::borrow::Cow;
use std::fmt::Write;

use serde::Serialize;
use text::{csv_row, cut, markdown_cell, markup};

use super::{Cell, Column, FitRow, Fits};
use crate::json_file::json_file;
use crate::words::many;

/// As CSV: for each program or need, a row for each kernel on which it was asked.
pub fn csv(fits: &Fits) -> String {
    let mut out = "kind,name,of,kernel,answer,fit,why,words\n".to_owned();
    for row in &fits.rows {
        for (column, cell) in fits.columns.iter().zip(&row.cells).filter(|(_, cell)| cell.is_asked()) {
            for kernel in &column.kernels {
                let cells = [
                    row.kind.as_str(),
                    &row.name,
                    &row.of,
                    kernel,
                    &cell.text(),
                    cell.fit.as_str(),
                    &cell.why,
                    &cell.words,
                ];
                out.push_str(&csv_row(cells));
            }
        }
    }
    out
}

#[derive(Serialize)]
struct JsonFits<'a> {
    columns: Vec<JsonColumn<'a>>,
    rows: Vec<JsonRow<'a>>,
}

crate::made! {
    #[derive(Serialize)]
    struct JsonColumn<'a>(column: &'a Column) {
        title: &'a str = &column.title,
        group: &'a str = &column.group,
        kernels: &'a [String] = &column.kernels,
        fit: &'static str = column.fit.as_str(),
        another_architecture: bool = column.foreign,
    }
}

crate::made! {
    #[derive(Serialize)]
    struct JsonRow<'a>(row: &'a FitRow) {
        kind: &'static str = row.kind.as_str(),
        name: &'a str = &row.name,
        of: &'a str = &row.of,
        /// The first version that meets the need; none if not known.
        since: Option<&'a str> = Some(row.since.trim_end_matches('+')).filter(|since| !since.is_empty()),
        /// The answer in each column; none if nothing was asked there.
        answers: Vec<Option<JsonAnswer<'a>>> = row.cells.iter().map(|cell| cell.is_asked().then(|| JsonAnswer::of(cell))).collect(),
    }
}

crate::made! {
    #[derive(Serialize)]
    struct JsonAnswer<'a>(cell: &'a Cell) {
        fit: &'static str = cell.fit.as_str(),
        answer: Cow<'a, str> = cell.text(),
        why: &'a str = &cell.why,
        words: &'a str = &cell.words,
        way_out: &'a str = &cell.way_out,
    }
}

/// As JSON: an object with `columns` (for each `title`, `group`, `kernels`, `fit`, `another_architecture`) and `rows`
/// (for each `kind`, `name`, `of`, `since`, `answers`). A row has an answer for each column: `fit`, `answer`, `why`,
/// `words`, `way_out`. `since` is null if it is not known; an answer is null if nothing was asked.
pub fn json(fits: &Fits) -> String {
    let columns = fits.columns.iter().map(JsonColumn::of);
    let rows = fits.rows.iter().map(JsonRow::of);
    json_file(&JsonFits { columns: columns.collect(), rows: rows.collect() })
}

/// As a table in Markdown: a column for each range of kernels.
pub fn markdown(fits: &Fits) -> String {
    let heads = fits.columns.iter().map(|c| match c.kernels.as_slice() {
        [one] => markdown_cell(one),
        [first, .., last] => format!("{} to {} ({})", markdown_cell(first), markdown_cell(last), c.kernels.len()),
        [] => String::new(),
    });
    let heads: Vec<String> = heads.collect();
    let said = |c: &Cell| match c.is_asked() {
        true => format!("{} {}", c.fit.sign(), markdown_cell(&c.text())),
        false => "·".to_owned(),
    };
    let mut out = format!("| what | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in &fits.rows {
        let cells: Vec<String> = row.cells.iter().map(said).collect();
        writeln!(out, "| {} {} | {} |", row.kind.as_str(), markdown_cell(&row.name), cells.join(" | ")).ok();
    }
    out
}

/// As a picture (SVG): a row for each program or need, with a rectangle for each column.
pub fn svg(fits: &Fits) -> String {
    const LEFT: usize = 380;
    const HIGH: usize = 22;
    const LETTER: usize = 7;
    let heads: Vec<[String; 3]> = fits.columns.iter().map(head).collect();
    // All columns have the same width, in which the first two lines of every head fit; longer groups are cut.
    let longest = heads.iter().flat_map(|h| h.iter().take(2)).map(|line| line.chars().count()).max().unwrap_or(0);
    let wide = (longest * LETTER + 12).max(84);
    let top = 58;
    let (width, height) = (LEFT + fits.columns.len() * wide + 8, top + fits.rows.len() * HIGH + 8);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (i, lines) in heads.iter().enumerate() {
        let x = LEFT + i * wide + 4;
        for (line, y) in lines.iter().zip([16, 31, 46]) {
            let fill = if y == 16 { "#000000" } else { "#555555" };
            writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\">{}</text>", markup(&cut(line, wide / LETTER)))
                .ok();
        }
    }
    for (r, row) in fits.rows.iter().enumerate() {
        let y = top + r * HIGH;
        writeln!(out, "<text x=\"4\" y=\"{}\">{}</text>", y + 15, markup(&cut(&label(row), LEFT / LETTER - 1))).ok();
        for (i, cell) in row.cells.iter().enumerate() {
            let (x, colour) = (LEFT + i * wide, if cell.is_asked() { cell.fit.colour() } else { "#f3f5f8" });
            let sign = if cell.is_asked() { cell.fit.sign() } else { "" };
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{}</text>",
                wide - 3,
                HIGH - 3,
                x + 4,
                y + 14,
                markup(format!("{sign} {}", cell.short(&row.since)).trim())
            )
            .ok();
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The head of a column in three lines: the versions, the number of kernels, the group.
fn head(column: &Column) -> [String; 3] {
    [column.title.clone(), many(column.kernels.len() as u64, "kernel"), column.group.clone()]
}

fn label(row: &FitRow) -> String {
    format!("{} {}", if row.is_program() { row.of.as_str() } else { row.kind.as_str() }, row.name)
}
