//! `atlas export`: what is in an atlas as tables, for databases and data frames.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use atlas::{Form, Slice};
use btf::{Btf, Endian, Kind, Type};
use clap::{ArgMatches, Command};

use super::store::{self, OnDisk};
use super::{atlas_arg, out_arg, path_of};
use crate::args::format;
use crate::fail::Failure;
use crate::out::{Out, out};

/// What can be typed.
pub fn command() -> Command {
    Command::new("export")
        .about("Write what is in an atlas as tables, for DuckDB, Polars, Spark or ClickHouse")
        .arg(atlas_arg())
        .arg(format(&["ndjson"], "How to write them: one JSON object a line"))
        .arg(out_arg(true).value_name("FOLDER").help("The folder to write the tables into"))
        .after_help(
            "Tables: kernels (kernel, name, distribution, ...), sets (set, kernel), forms (form, kind, name,
ordinal, set, size, type), members (form, index, name, bit_offset, bitfield_size, type), enumerators
(form, index, name, value), parameters (form, index, name, type). docs/atlas.md has questions in SQL.

Examples:
  btfscope atlas export my.atlas -o tables
  btfscope atlas export my.atlas --format ndjson -o /tmp/tables",
        )
}

/// A table that is being written.
struct Table {
    path: PathBuf,
    to: BufWriter<File>,
    rows: u64,
}

/// A value of a row.
enum Cell<'a> {
    Number(i128),
    Text(&'a str),
    Null,
}

impl Table {
    fn new(folder: &Path, name: &str) -> Result<Table, Failure> {
        let path = folder.join(name).with_extension("ndjson");
        let file = File::create(&path).map_err(|e| Failure::Bad(format!("{}: {e}", path.display())))?;
        Ok(Table { path, to: BufWriter::new(file), rows: 0 })
    }

    fn row(&mut self, cells: &[(&str, Cell<'_>)]) -> Result<(), Failure> {
        let mut line = String::new();
        for (i, (name, cell)) in cells.iter().enumerate() {
            line.push(if i == 0 { '{' } else { ',' });
            line += &format!("\"{name}\":");
            match cell {
                Cell::Number(n) => line += &n.to_string(),
                Cell::Text(text) => quote(text, &mut line),
                Cell::Null => line += "null",
            }
        }
        line += "}\n";
        self.rows += 1;
        self.to.write_all(line.as_bytes()).map_err(|e| Failure::Bad(format!("{}: {e}", self.path.display())))
    }

    fn finish(mut self) -> Result<u64, Failure> {
        self.to.flush().map_err(|e| Failure::Bad(format!("{}: {e}", self.path.display())))?;
        Ok(self.rows)
    }
}

/// A JSON string (RFC 8259, section 7).
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => *out += "\\\"",
            '\\' => *out += "\\\\",
            c if c < ' ' => *out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
}

fn number(n: impl Into<i128>) -> Cell<'static> {
    Cell::Number(n.into())
}

/// Runs the command.
///
/// # Errors
/// When the atlas is damaged or a table cannot be written.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let (path, folder) = (path_of(args, "atlas"), path_of(args, "out"));
    let atlas = store::open(path)?;
    fs::create_dir_all(folder).map_err(|e| Failure::Bad(format!("{}: {e}", folder.display())))?;
    let mut kernels = Table::new(folder, "kernels")?;
    for (i, (name, k)) in atlas.kernel_names().iter().zip(atlas.kernels()).enumerate() {
        kernels.row(&[
            ("kernel", number(i as u32)),
            ("name", Cell::Text(name)),
            ("distribution", Cell::Text(&k.distribution)),
            ("suite", Cell::Text(&k.suite)),
            ("package_version", Cell::Text(&k.package_version)),
            ("version", Cell::Text(k.version())),
            ("release", Cell::Text(&k.release)),
            ("arch", Cell::Text(&k.arch)),
            ("flavour", Cell::Text(&k.flavour)),
            ("byte_order", Cell::Text(if k.endian == Endian::Big { "big" } else { "little" })),
            ("pointer_size", number(k.pointer_size)),
            ("types", number(k.types)),
            ("sha256", Cell::Text(&k.digest())),
        ])?;
    }
    let mut sets = Table::new(folder, "sets")?;
    for (i, set) in atlas.sets().iter().enumerate() {
        for kernel in set.iter() {
            sets.row(&[("set", number(i as u32)), ("kernel", number(kernel))])?;
        }
    }
    let mut tables = Forms {
        forms: Table::new(folder, "forms")?,
        members: Table::new(folder, "members")?,
        enumerators: Table::new(folder, "enumerators")?,
        parameters: Table::new(folder, "parameters")?,
    };
    tables.write(path, &atlas)?;
    let Forms { forms, members, enumerators, parameters } = tables;
    for table in [kernels, sets, forms, members, enumerators, parameters] {
        let path = table.path.clone();
        out!(out, "{}: {} rows\n", path.display(), table.finish()?);
    }
    Ok(0)
}

struct Forms {
    forms: Table,
    members: Table,
    enumerators: Table,
    parameters: Table,
}

impl Forms {
    fn write(&mut self, path: &Path, atlas: &OnDisk) -> Result<(), Failure> {
        let mut id = 0u32;
        for block in 0..atlas.block_count() {
            for form in atlas.forms_in(block).map_err(|e| store::failed(path, &e))? {
                let Some(kernel) = form.kernels.iter().next() else { continue };
                let slice = atlas.slice(kernel, &[&form]).map_err(|e| store::failed(path, &e))?;
                self.form(id, &form, &slice)?;
                id += 1;
            }
        }
        Ok(())
    }

    fn form(&mut self, id: u32, form: &Form, slice: &Slice) -> Result<(), Failure> {
        let btf = &slice.btf;
        let Some(t) = slice.types.first().and_then(|id| btf.get(*id)) else { return Ok(()) };
        let proto = (t.kind() == Kind::Func).then(|| t.type_ref().and_then(|id| btf.get(id))).flatten();
        let refers = match &proto {
            Some(proto) => proto.type_ref(),
            None => t.type_ref(),
        };
        let of = refers.map(|id| dump::type_name(btf, id));
        self.forms.row(&[
            ("form", number(id)),
            ("kind", Cell::Text(form.kind.as_str())),
            ("name", Cell::Text(t.name())),
            ("ordinal", number(form.ordinal)),
            ("set", number(form.set)),
            ("size", t.size().map_or(Cell::Null, number)),
            ("type", of.as_deref().map_or(Cell::Null, Cell::Text)),
        ])?;
        self.parts(id, btf, &t)?;
        match proto {
            Some(proto) => self.parts(id, btf, &proto),
            None => Ok(()),
        }
    }

    fn parts(&mut self, id: u32, btf: &Btf, t: &Type<'_>) -> Result<(), Failure> {
        for m in t.members() {
            self.members.row(&[
                ("form", number(id)),
                ("index", number(m.index.0)),
                ("name", Cell::Text(m.name())),
                ("bit_offset", number(m.bit_offset())),
                ("bitfield_size", number(m.bitfield_size())),
                ("type", Cell::Text(&dump::type_name(btf, m.type_id))),
            ])?;
        }
        for e in t.enumerators() {
            self.enumerators.row(&[
                ("form", number(id)),
                ("index", number(e.index.0)),
                ("name", Cell::Text(e.name())),
                ("value", Cell::Number(e.value())),
            ])?;
        }
        for p in t.params() {
            self.parameters.row(&[
                ("form", number(id)),
                ("index", number(p.index.0)),
                ("name", Cell::Text(p.name())),
                ("type", Cell::Text(&dump::type_name(btf, p.type_id))),
            ])?;
        }
        Ok(())
    }
}
