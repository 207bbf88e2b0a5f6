//! Fits as files.

use std::fmt::Write;

use relate::csv_cell;

use super::{Fit, FitRow, Fits};
use crate::words::quoted;

/// As CSV: a row a program or need and kernel.
pub fn csv(fits: &Fits) -> String {
    let mut out = "kind,name,of,kernel,answer,fit,why,words\n".to_owned();
    for row in &fits.rows {
        for (column, cell) in fits.columns.iter().zip(&row.cells) {
            for kernel in &column.kernels {
                let cells = [
                    &row.kind,
                    &row.name,
                    &row.of,
                    kernel,
                    &cell.text,
                    &cell.fit.as_str().to_owned(),
                    &cell.why,
                    &cell.words,
                ];
                out.push_str(&cells.map(|text| csv_cell(text)).join(","));
                out.push('\n');
            }
        }
    }
    out
}

/// As JSON: `{columns: [{group, kernels, fit}], rows: [{kind, name, of, answers: [{fit, answer, why, words, way_out}]}]}`.
pub fn json(fits: &Fits) -> String {
    let list = |all: Vec<String>| all.join(",\n  ");
    let columns = fits.columns.iter().map(|c| {
        let kernels: Vec<String> = c.kernels.iter().map(|k| quoted(k)).collect();
        let (group, kernels, fit) = (quoted(&c.group), kernels.join(", "), quoted(c.fit.as_str()));
        format!("{{\"group\": {group}, \"kernels\": [{kernels}], \"fit\": {fit}}}")
    });
    let rows = fits.rows.iter().map(|row| {
        let answers = row.cells.iter().map(|c| {
            format!(
                "{{\"fit\": {}, \"answer\": {}, \"why\": {}, \"words\": {}, \"way_out\": {}}}",
                quoted(c.fit.as_str()),
                quoted(&c.text),
                quoted(&c.why),
                quoted(&c.words),
                quoted(&c.way_out)
            )
        });
        let answers: Vec<String> = answers.collect();
        format!(
            "{{\"kind\": {}, \"name\": {}, \"of\": {}, \"answers\": [{}]}}",
            quoted(&row.kind),
            quoted(&row.name),
            quoted(&row.of),
            answers.join(", ")
        )
    });
    let (columns, rows) = (list(columns.collect()), list(rows.collect()));
    format!("{{\"columns\": [\n  {columns}],\n \"rows\": [\n  {rows}]}}\n")
}

/// As a table in Markdown: a column a range of kernels.
pub fn markdown(fits: &Fits) -> String {
    let cell =
        |text: &str| text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;");
    let heads = fits.columns.iter().map(|c| match c.kernels.as_slice() {
        [one] => cell(one),
        [first, .., last] => format!("{} to {} ({})", cell(first), cell(last), c.kernels.len()),
        [] => String::new(),
    });
    let heads: Vec<String> = heads.collect();
    let mut out = format!("| what | {} |\n|---|{}\n", heads.join(" | "), "---|".repeat(heads.len()));
    for row in &fits.rows {
        let cells: Vec<String> = row.cells.iter().map(|c| format!("{} {}", c.fit.sign(), cell(&c.text))).collect();
        writeln!(out, "| {} {} | {} |", row.kind, cell(&row.name), cells.join(" | ")).ok();
    }
    out
}

/// As a picture: a square a program or need and column.
pub fn svg(fits: &Fits) -> String {
    const LEFT: usize = 360;
    const TOP: usize = 40;
    const WIDE: usize = 76;
    const HIGH: usize = 22;
    let text = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let cut = |name: &str| name.chars().take(52).collect::<String>();
    let (width, height) = (LEFT + fits.columns.len() * WIDE + 8, TOP + fits.rows.len() * HIGH + 8);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (i, column) in fits.columns.iter().enumerate() {
        let x = LEFT + i * WIDE + 4;
        writeln!(out, "<text x=\"{x}\" y=\"16\">{}</text>", text(&column.title)).ok();
        writeln!(out, "<text x=\"{x}\" y=\"30\" fill=\"#666666\">{} k.</text>", column.kernels.len()).ok();
    }
    for (r, row) in fits.rows.iter().enumerate() {
        let y = TOP + r * HIGH;
        writeln!(out, "<text x=\"4\" y=\"{}\">{}</text>", y + 15, text(&cut(&label(row)))).ok();
        for (i, cell) in row.cells.iter().enumerate() {
            let (x, colour) = (LEFT + i * WIDE, colour(cell.fit));
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{}</text>",
                WIDE - 3,
                HIGH - 3,
                x + 4,
                y + 14,
                text(cell.fit.as_str())
            )
            .ok();
        }
    }
    out.push_str("</svg>\n");
    out
}

fn label(row: &FitRow) -> String {
    format!("{} {}", row.kind, row.name)
}

/// Light, with black text on it.
fn colour(fit: Fit) -> &'static str {
    match fit {
        Fit::Loads => "#b9e0ae",
        Fit::Fallback => "#efe3a0",
        Fit::CannotTell => "#d5dbe2",
        Fit::Fails => "#f4b0b0",
    }
}
