//! Tables, as several commands print them.

use dump::{Sink, TokenKind};
use json::tables::TableOf;
use model::kernel_lists::Table;

use crate::args::{Printed, TableFormat};
use crate::fail::say;
use crate::out::{Out, out};

/// Prints a table about a file in the chosen format. As text, the remarks of the table go to stderr.
pub fn print(file: &str, table: &Table, printed: Printed, out: &mut Out) {
    match printed.format() {
        TableFormat::Json => json::print(&TableOf::new(file, table), out),
        TableFormat::Tsv => tsv(table, true, out),
        TableFormat::Text => {
            // Remarks go to standard error, so that the table can be piped on.
            for about in &table.about {
                say(&format!("{file}: {about}"));
            }
            text(table, out);
        }
    }
}

/// Prints the rows with tabs between the cells. With `titles`, the keys of the columns are the first line.
pub fn tsv(table: &Table, titles: bool, out: &mut Out) {
    if titles {
        let titles: Vec<&str> = table.columns.iter().map(|c| c.key.as_str()).collect();
        out!(out, "{}\n", titles.join("\t"));
    }
    for row in &table.rows {
        if out.is_closed() {
            return;
        }
        let cells: Vec<String> = row.cells.iter().map(|cell| text::tsv_cell(cell)).collect();
        out!(out, "{}\n", cells.join("\t"));
    }
}

/// Prints the rows in columns that are as wide as their longest cell; numbers are at the right edge of their column.
/// Adds no spaces at the end of a line.
pub fn text(table: &Table, out: &mut Out) {
    let mut widths = vec![0; table.columns.len()];
    for row in &table.rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in &table.rows {
        if out.is_closed() {
            return;
        }
        let mut gap = 0;
        for (i, ((cell, width), column)) in row.cells.iter().zip(&widths).zip(&table.columns).enumerate() {
            if *width == 0 {
                continue;
            }
            let pad = width - cell.chars().count();
            let before = if column.number { gap + pad } else { gap };
            gap = if column.number { 2 } else { pad + 2 };
            if cell.is_empty() {
                gap += before;
                continue;
            }
            out!(out, "{:before$}", "");
            match row.go.filter(|_| i == table.link as usize) {
                Some(id) => out.token(TokenKind::TypeName(id), cell),
                None if column.number => out.token(TokenKind::Number, cell),
                None => out!(out, "{cell}"),
            }
        }
        out!(out, "\n");
    }
}
