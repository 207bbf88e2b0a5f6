//! Looks up fields in many files: the offset, size and type in each.

use btf::Btf;
use relate::{FieldPath, field};
use text::{counted, csv_row};
use wire::Wire;

use crate::words::offset_text;

/// A field in one file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct FieldRow {
    /// The field as it was written: `task_struct.mm`.
    pub field: String,
    /// The file's name.
    pub file: String,
    /// The offset from the start of `from` in bytes; for a bitfield, byte and bit: `12:3`.
    pub offset: String,
    /// The width of a bitfield in bits.
    pub bits: Option<u32>,
    /// The size in bytes, if it is known.
    pub size: Option<u32>,
    /// Its type.
    pub type_text: String,
    /// The type from whose start the offset counts ([`relate::FieldPlace::read_from`]): usually the first type of the
    /// path, or the target of its last pointer.
    pub from: String,
    /// How many pointers the path follows.
    pub pointers: u32,
    /// Why the file does not have the field, or why the text is not a field (`file` is then empty); else empty.
    pub absent: String,
    /// Whether the field differs from the field in the first file that has it, or is absent although other files have
    /// it.
    pub differs: bool,
    /// The name of the first file that has the field, if the field differs here; else empty.
    pub unlike: String,
}

/// The first line of a CSV table.
pub const CSV_HEAD: &str = "field,file,offset,bits,size,type,read from,pointers,absent\n";

impl FieldRow {
    /// The row for a field and the file with this name.
    pub fn find(name: &str, btf: &Btf, path: &FieldPath) -> FieldRow {
        let row = FieldRow { field: path.as_str().to_owned(), file: name.to_owned(), ..FieldRow::default() };
        match field(btf, path) {
            Err(why) => FieldRow { absent: why.to_string(), ..row },
            Ok(place) => FieldRow {
                offset: offset_text(place.offset, place.bitfield.is_some()),
                bits: place.bitfield,
                size: place.size,
                type_text: dump::type_name(btf, place.type_id),
                from: dump::type_name(btf, place.read_from),
                pointers: place.pointers,
                ..row
            },
        }
    }

    /// The row as a line of a CSV table.
    pub fn csv(&self) -> String {
        let number = |n: Option<u32>| n.map(|n| n.to_string()).unwrap_or_default();
        let pointers = if self.absent.is_empty() { self.pointers.to_string() } else { String::new() };
        csv_row([
            &self.field,
            &self.file,
            &self.offset,
            &number(self.bits),
            &number(self.size),
            &self.type_text,
            &self.from,
            &pointers,
            &self.absent,
        ])
    }

    /// The place of the field: `1264`, `24 of struct mm_struct`.
    pub fn place_text(&self) -> String {
        if self.pointers == 0 { self.offset.clone() } else { format!("{} of {}", self.offset, self.from) }
    }

    /// The remark `≠ differs from vmlinux-6.1`; empty if it does not differ.
    pub fn unlike_text(&self) -> String {
        if self.differs { format!("≠ differs from {}", self.unlike) } else { String::new() }
    }

    /// Its size: `8 B`, `3 bits`; empty if not known.
    pub fn size_text(&self) -> String {
        match (self.bits, self.size) {
            (None, None) => String::new(),
            (None, Some(size)) => format!("{size} B"),
            (Some(bits), _) => counted(bits, "bit"),
        }
    }

    /// The facts in which the results of two files may differ: place, width, size, type, and why the field is absent.
    fn place(&self) -> (String, Option<u32>, Option<u32>, &str, &str) {
        (self.place_text(), self.bits, self.size, &self.type_text, &self.absent)
    }
}

/// The most fields that are looked up at once.
pub const MOST: usize = 1_000;

/// The fields in a list, which separates them by newlines, commas or semicolons.
pub fn written(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', '\n', ';']).map(str::trim).filter(|p| !p.is_empty())
}

/// A field, with its result in each file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldLine {
    /// The field as it was written.
    pub field: String,
    /// Why the text is not a field; else empty.
    pub error: String,
    /// The results for the files, in their order.
    pub cells: Vec<FieldRow>,
    /// Whether the results differ.
    pub differs: bool,
}

/// A table with a line for each field and a column for each file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldMatrix {
    /// The files' names.
    pub files: Vec<String>,
    /// The fields.
    pub lines: Vec<FieldLine>,
}

impl FieldMatrix {
    /// The table from the rows of [`find`].
    pub fn new(rows: &[FieldRow]) -> FieldMatrix {
        let mut matrix = FieldMatrix::default();
        for row in rows {
            let goes_on = matrix.lines.last_mut().filter(|line| {
                line.field == row.field && !row.file.is_empty() && line.cells.iter().all(|cell| cell.file != row.file)
            });
            match goes_on.filter(|line| line.error.is_empty()) {
                Some(line) => {
                    line.differs |= row.differs;
                    line.cells.push(row.clone());
                }
                None => {
                    let (field, is_field) = (row.field.clone(), !row.file.is_empty());
                    let error = if is_field { String::new() } else { row.absent.clone() };
                    let cells = is_field.then(|| row.clone()).into_iter().collect();
                    matrix.lines.push(FieldLine { field, error, cells, differs: is_field && row.differs });
                }
            }
        }
        let widest = matrix.lines.iter().max_by_key(|line| line.cells.len());
        matrix.files = widest.map(|line| line.cells.iter().map(|cell| cell.file.clone()).collect()).unwrap_or_default();
        matrix
    }
}

/// Looks up the first [`MOST`] fields of a list ([`written`]) in each file. The rows of the same field are adjacent. A
/// text that is not a field gets a single row, without a file.
pub fn find(text: &str, files: &[(&str, &Btf)]) -> Vec<FieldRow> {
    let mut rows: Vec<FieldRow> = Vec::new();
    for written in written(text).take(MOST) {
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

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "struct t { int a; unsigned b : 1, c : 3; struct u *u; }; struct u { long v; };";
    const NEW: &str = "struct t { long first; int a; unsigned b : 1, c : 4; }; struct u { long w; long v; };";

    fn compiled(source: &str) -> Btf {
        let compiled = scratch::compile(source, scratch::Target::default());
        Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
    }

    #[test]
    fn a_field_is_a_line_and_each_file_a_column() {
        let (old, new) = (compiled(OLD), compiled(NEW));
        let rows = find("t.a, t.c\nt.u->v; t[; t.a", &[("old", &old), ("new", &new)]);
        let matrix = FieldMatrix::new(&rows);
        assert_eq!(matrix.files, ["old", "new"]);
        let said = |line: &FieldLine| {
            let cell = |c: &FieldRow| format!("{} {}{}{}", c.place_text(), c.size_text(), c.absent, c.unlike);
            (line.field.clone(), line.cells.iter().map(cell).collect::<Vec<_>>().join(" | "), line.differs)
        };
        let lines: Vec<_> = matrix.lines.iter().map(said).collect();
        let expected = [
            ("t.a", "0 4 B | 8 4 Bold", true),
            ("t.c", "4:1 3 bits | 12:1 4 bitsold", true),
            ("t.u->v", "0 of struct u 8 B |  no member “u”old", true),
            ("t[", "", false),
            ("t.a", "0 4 B | 8 4 Bold", true),
        ];
        let expected = expected.map(|(field, cells, differs)| (field.to_owned(), cells.to_owned(), differs));
        assert_eq!(lines, expected);
        assert!(matrix.lines[3].error.contains("type.member"), "{:?}", matrix.lines[3]);
        assert_eq!(FieldMatrix::new(&[]), FieldMatrix::default());
    }

    /// The offsets are both 0, one from the start of `u`, the other from the start of `t`.
    #[test]
    fn a_pointer_on_the_path_is_a_difference() {
        let (old, new) = ("struct u { long v; }; struct t { struct u *p; };", "struct t { struct u { long v; } p; };");
        let rows = find("t.p.v", &[("old", &compiled(old)), ("new", &compiled(new))]);
        let places: Vec<String> = rows.iter().map(FieldRow::place_text).collect();
        assert_eq!(places, ["0 of struct u", "0"]);
        assert!(FieldMatrix::new(&rows).lines[0].differs);
    }
}
