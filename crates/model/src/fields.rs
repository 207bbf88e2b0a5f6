//! Fields in many files: where each lies, how large it is and of what type.

use btf::Btf;
use relate::{FieldPath, csv_cell, field};
use wire::wire;

use crate::words::point_offset;

/// A field in one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldRow {
    /// The field as it was written: `task_struct.mm`.
    pub field: String,
    /// The file's name.
    pub file: String,
    /// Bytes, as `12.3` with bits, from the start of `from`.
    pub offset: String,
    /// Bits of a bitfield; empty otherwise.
    pub bits: String,
    /// Bytes; empty where that is not known.
    pub size: String,
    /// Its type.
    pub type_text: String,
    /// What the offset counts from: the type, or what the last pointer on the way leads to.
    pub from: String,
    /// Pointers on the way.
    pub pointers: u32,
    /// Why the file does not have it; empty when it has.
    pub absent: String,
    /// It is another than in the first file that has it, or absent where others have it.
    pub differs: bool,
    /// The file that it differs from: the first one that has the field. Empty when it does not differ.
    pub unlike: String,
}
wire!(struct FieldRow { field, file, offset, bits, size, type_text, from, pointers, absent, differs, unlike });

/// The first line of a CSV table.
pub const CSV_HEAD: &str = "field,file,offset,bits,size,type,read from,pointers,absent\n";

impl FieldRow {
    /// Looks for a field in a file.
    pub fn find(name: &str, btf: &Btf, path: &FieldPath) -> FieldRow {
        let row = FieldRow { field: path.as_str().to_owned(), file: name.to_owned(), ..FieldRow::default() };
        let number = |n: Option<u32>| n.map(|n| n.to_string()).unwrap_or_default();
        match field(btf, path) {
            Err(why) => FieldRow { absent: why.to_string(), ..row },
            Ok(place) => FieldRow {
                offset: point_offset(place.offset),
                bits: number(place.bitfield),
                size: number(place.size),
                type_text: dump::type_name(btf, place.type_id),
                from: dump::type_name(btf, place.read_from),
                pointers: place.pointers,
                ..row
            },
        }
    }

    /// As a line of a CSV table.
    pub fn csv(&self) -> String {
        let pointers = if self.absent.is_empty() { self.pointers.to_string() } else { String::new() };
        let cells = [
            &self.field,
            &self.file,
            &self.offset,
            &self.bits,
            &self.size,
            &self.type_text,
            &self.from,
            &pointers,
            &self.absent,
        ];
        cells.map(|cell| csv_cell(cell)).join(",") + "\n"
    }

    fn place(&self) -> [&str; 5] {
        [&self.offset, &self.bits, &self.size, &self.type_text, &self.absent]
    }
}

/// More fields than these are not looked for at once.
pub const MOST: usize = 1_000;

/// The fields of a list, one a line or with commas between, in each file: rows of one field stand together.
pub fn find(text: &str, files: &[(&str, &Btf)]) -> Vec<FieldRow> {
    let mut rows: Vec<FieldRow> = Vec::new();
    for written in text.split([',', '\n', ';']).map(str::trim).filter(|p| !p.is_empty()).take(MOST) {
        match FieldPath::parse(written) {
            Err(why) => {
                rows.push(FieldRow { field: written.to_owned(), absent: why.to_string(), ..FieldRow::default() })
            }
            Ok(path) => {
                let mut here: Vec<FieldRow> =
                    files.iter().map(|(name, btf)| FieldRow::find(name, btf, &path)).collect();
                let first = here.iter().find(|r| r.absent.is_empty()).cloned();
                for row in &mut here {
                    let unlike = first.as_ref().filter(|f| f.place() != row.place());
                    row.differs = unlike.is_some();
                    row.unlike = unlike.map(|f| f.file.clone()).unwrap_or_default();
                }
                rows.extend(here);
            }
        }
    }
    rows
}
