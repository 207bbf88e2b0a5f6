//! Tables for databases: their columns, and how they are written.

mod ndjson;
#[cfg(feature = "parquet")]
mod parquet;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::fail::Failure;
use crate::files::AsText;
use crate::files::Folder;

/// The format of the tables: one JSON object a line, or Parquet. The values have no comments, because clap would print
/// these in the help.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Format {
    #[default]
    Ndjson,
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// The file extension.
    fn ending(self) -> &'static str {
        match self {
            Format::Ndjson => "ndjson",
            #[cfg(feature = "parquet")]
            Format::Parquet => "parquet",
        }
    }
}

/// The type of a column. Any cell may be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// A number that fits in a signed 64-bit integer.
    Number,
    /// An integer of up to 20 digits: the value of an enumerator may be up to 2^64 - 1.
    Value,
    /// A text.
    Text,
}

/// A table: its name, and its columns with their types.
pub type Shape = (&'static str, &'static [(&'static str, Column)]);

use Column::{Number, Text, Value};

/// The kernels of the atlas.
pub const KERNELS: Shape = (
    "kernels",
    &[
        ("kernel", Number),
        ("name", Text),
        ("distribution", Text),
        ("suite", Text),
        ("package_version", Text),
        ("version", Text),
        ("release", Text),
        ("arch", Text),
        ("flavour", Text),
        ("byte_order", Text),
        ("pointer_size", Number),
        ("types", Number),
        ("size", Number),
        ("sha256", Text),
    ],
);

/// The sets of kernels: a row for each kernel of each set.
pub const SETS: Shape = ("sets", &[("set", Number), ("kernel", Number)]);

/// The forms: each distinct content of a type, function or variable, and the set of kernels that have it.
pub const FORMS: Shape = (
    "forms",
    &[
        ("form", Number),
        ("kind", Text),
        ("name", Text),
        ("ordinal", Number),
        ("set", Number),
        ("size", Number),
        ("type", Text),
    ],
);

/// Members of structs and unions.
pub const MEMBERS: Shape = (
    "members",
    &[
        ("form", Number),
        ("index", Number),
        ("name", Text),
        ("bit_offset", Number),
        ("bitfield_size", Number),
        ("type", Text),
    ],
);

/// Enumerators of enums.
pub const ENUMERATORS: Shape =
    ("enumerators", &[("form", Number), ("index", Number), ("name", Text), ("value", Value)]);

/// Parameters of functions.
pub const PARAMETERS: Shape = ("parameters", &[("form", Number), ("index", Number), ("name", Text), ("type", Text)]);

/// A value of a row.
pub enum Cell<'a> {
    /// A number.
    Number(i128),
    /// A text.
    Text(&'a str),
    /// An empty cell.
    Null,
}

/// A cell with a number.
pub fn number(n: impl Into<i128>) -> Cell<'static> {
    Cell::Number(n.into())
}

/// Writes rows. Errors are texts without the table's path.
trait Rows {
    fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), String>;

    fn finish(self: Box<Self>) -> Result<(), String>;
}

/// A table being written.
pub struct Table {
    path: PathBuf,
    columns: usize,
    to: Box<dyn Rows>,
    rows: u64,
}

impl Table {
    /// Begins a table in a folder.
    ///
    /// # Errors
    /// When its file cannot be created.
    pub fn new(folder: &mut Folder, (name, columns): Shape, format: Format) -> Result<Table, Failure> {
        let name = format!("{name}.{}", format.ending());
        let (path, file) = (folder.path_of(&name), folder.file(&name)?);
        let to: Box<dyn Rows> = match format {
            Format::Ndjson => Box::new(ndjson::Lines::new(file, columns)),
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(parquet::Groups::new(file, columns).map_err(|e| path.bad(e))?),
        };
        Ok(Table { path, columns: columns.len(), to, rows: 0 })
    }

    /// Writes a row: a cell for each column.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), Failure> {
        debug_assert_eq!(cells.len(), self.columns);
        self.rows += 1;
        self.to.row(cells).map_err(|e| self.path.bad(e))
    }

    /// Ends the table. Returns its path and its number of rows.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<(PathBuf, u64), Failure> {
        self.to.finish().map_err(|e| self.path.bad(e))?;
        Ok((self.path, self.rows))
    }
}
