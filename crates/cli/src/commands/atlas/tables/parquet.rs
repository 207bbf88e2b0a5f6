//! Tables as Parquet: columns in row groups, compressed by Snappy.

use std::fs::File;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, FixedLenByteArray, FixedLenByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::{Cell, Column, Rows};

/// Rows in a group; a group is held in memory until it is written.
const GROUP: usize = 1 << 17;

/// Bytes of a signed number of 20 digits.
const VALUE: usize = 9;

/// The values of a column, and for each row the definition level: 1 if the cell has a value, 0 if it is empty.
struct Held {
    values: Values,
    levels: Vec<i16>,
}

enum Values {
    Numbers(Vec<i64>),
    Decimals(Vec<FixedLenByteArray>),
    Texts(Vec<ByteArray>),
}

impl Values {
    fn new(column: Column) -> Values {
        match column {
            Column::Number => Values::Numbers(Vec::new()),
            Column::Value => Values::Decimals(Vec::new()),
            Column::Text => Values::Texts(Vec::new()),
        }
    }
}

/// A Parquet file being written, and the rows of its next group.
pub struct Groups {
    to: SerializedFileWriter<File>,
    columns: &'static [(&'static str, Column)],
    held: Vec<Held>,
    rows: usize,
}

impl Groups {
    /// Begins a table.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(file: File, columns: &'static [(&'static str, Column)]) -> Result<Groups, String> {
        let column = |(name, of): &(&str, Column)| match of {
            Column::Number => format!("optional int64 {name};"),
            Column::Value => format!("optional fixed_len_byte_array({VALUE}) {name} (decimal(20,0));"),
            Column::Text => format!("optional binary {name} (utf8);"),
        };
        let text = format!("message row {{ {} }}", columns.iter().map(column).collect::<Vec<_>>().join(" "));
        let schema = Arc::new(parse_message_type(&text).map_err(|e| e.to_string())?);
        let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
        let to = SerializedFileWriter::new(file, schema, properties).map_err(|e| e.to_string())?;
        Ok(Groups { to, columns, held: held(columns), rows: 0 })
    }

    fn write(&mut self) -> Result<(), parquet::errors::ParquetError> {
        let mut group = self.to.next_row_group()?;
        for Held { values, levels } in std::mem::replace(&mut self.held, held(self.columns)) {
            let Some(mut column) = group.next_column()? else { break };
            let levels = Some(levels.as_slice());
            match &values {
                Values::Numbers(values) => column.typed::<Int64Type>().write_batch(values, levels, None)?,
                Values::Decimals(values) => {
                    column.typed::<FixedLenByteArrayType>().write_batch(values, levels, None)?
                }
                Values::Texts(values) => column.typed::<ByteArrayType>().write_batch(values, levels, None)?,
            };
            column.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

fn held(columns: &[(&str, Column)]) -> Vec<Held> {
    columns.iter().map(|(_, column)| Held { values: Values::new(*column), levels: Vec::new() }).collect()
}

impl Rows for Groups {
    fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), String> {
        for (held, cell) in self.held.iter_mut().zip(cells) {
            held.levels.push(i16::from(!matches!(cell, Cell::Null)));
            match (&mut held.values, cell) {
                (_, Cell::Null) => {}
                (Values::Numbers(values), Cell::Number(n)) => {
                    values.push(i64::try_from(*n).map_err(|_| format!("{n} is more than 64 bits hold"))?);
                }
                (Values::Decimals(values), Cell::Number(n)) => {
                    let bytes = n.to_be_bytes();
                    values.push(ByteArray::from(bytes[bytes.len() - VALUE..].to_vec()).into());
                }
                (Values::Texts(values), Cell::Text(text)) => values.push(ByteArray::from(*text)),
                (_, Cell::Number(n)) => return Err(format!("the number {n} is in a column of texts")),
                (_, Cell::Text(text)) => return Err(format!("the text “{text}” is in a column of numbers")),
            }
        }
        self.rows += 1;
        if self.rows < GROUP { Ok(()) } else { self.write().map_err(|e| e.to_string()) }
    }

    fn finish(mut self: Box<Self>) -> Result<(), String> {
        if self.rows > 0 {
            self.write().map_err(|e| e.to_string())?;
        }
        self.to.close().map(|_| ()).map_err(|e| e.to_string())
    }
}
