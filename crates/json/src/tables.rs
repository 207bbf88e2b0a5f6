//! Tables: the lists that a file has beside its types.

use model::kernel_lists::{Column, ListRow, Table};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

/// A table of a file.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct TableOf<'a> {
    file: &'a str,
    notes: &'a [String],
    #[cfg_attr(feature = "schema", schemars(with = "Vec<std::collections::BTreeMap<String, serde_json::Value>>"))]
    rows: Rows<'a>,
}

impl<'a> TableOf<'a> {
    /// The JSON of a table; `file` is the name of the file.
    pub fn new(file: &'a str, table: &'a Table) -> TableOf<'a> {
        TableOf { file, notes: &table.about, rows: Rows(table) }
    }
}

/// The rows; each is an object whose keys are the columns.
#[derive(Clone, Debug)]
struct Rows<'a>(&'a Table);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(self.0.rows.len()))?;
        for row in &self.0.rows {
            list.serialize_element(&OneRow(&self.0.columns, row))?;
        }
        list.end()
    }
}

struct OneRow<'a>(&'a [Column], &'a ListRow);

impl Serialize for OneRow<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut row = to.serialize_map(None)?;
        for (column, cell) in self.0.iter().zip(&self.1.cells) {
            match column.number {
                true => row.serialize_entry(&column.key, &cell.parse::<u64>().ok())?,
                false => row.serialize_entry(&column.key, &Some(cell.as_str()).filter(|c| !c.is_empty()))?,
            }
        }
        row.end()
    }
}
