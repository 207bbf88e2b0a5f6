//! Tables as lines of JSON.

use std::fs::File;
use std::io::{BufWriter, Write};

use super::{Cell, Column, Rows};

/// One JSON object a line.
pub struct Lines {
    to: BufWriter<File>,
    columns: &'static [(&'static str, Column)],
}

impl Lines {
    /// Begins a table.
    pub fn new(file: File, columns: &'static [(&'static str, Column)]) -> Lines {
        Lines { to: BufWriter::new(file), columns }
    }
}

impl Rows for Lines {
    fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), String> {
        let mut line = String::new();
        for (i, ((name, _), cell)) in self.columns.iter().zip(cells).enumerate() {
            line.push(if i == 0 { '{' } else { ',' });
            line += &format!("\"{name}\":");
            match cell {
                Cell::Number(n) => line += &n.to_string(),
                Cell::Text(text) => line += json::line(*text).trim_end(),
                Cell::Null => line += "null",
            }
        }
        line += "}\n";
        self.to.write_all(line.as_bytes()).map_err(|e| e.to_string())
    }

    fn finish(mut self: Box<Self>) -> Result<(), String> {
        self.to.flush().map_err(|e| e.to_string())
    }
}
