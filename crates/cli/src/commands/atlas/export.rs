//! `atlas export`: the content of an atlas as tables, for databases and data frames.

use std::path::Path;

use atlas::{Form, Slice};
use btf::{Btf, Kind, Type};

use super::AtlasFile;
use super::tables::{self, Cell, Format, Table, number};
use crate::atlases::store::{self, OnDisk};
use crate::fail::Failure;
use crate::files::AsText;
use crate::files::{Folder, Target};
use crate::out::{Out, out};

/// Write what is in an atlas as tables, for DuckDB, Polars, Spark or ClickHouse
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Tables: kernels (kernel, name, distribution, ...), sets (set, kernel), forms (form, kind, name,
ordinal, set, size, type), members (form, index, name, bit_offset, bitfield_size, type), enumerators
(form, index, name, value), parameters (form, index, name, type). docs/atlas.md has questions in SQL.

Examples:
  btfscope atlas export my.atlas -o tables
  btfscope atlas export my.atlas --format ndjson -o /tmp/tables")]
pub struct Args {
    #[command(flatten)]
    from: AtlasFile,
    /// How to write them; ndjson is one JSON object a line
    #[arg(long, short, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// The folder to write the tables into
    #[arg(long, short, value_name = "FOLDER")]
    out: Target,
}

/// Runs the command.
///
/// # Errors
/// When the atlas is damaged or a table cannot be written.
pub fn run(args: &Args, out: &mut Out) -> Result<u8, Failure> {
    let (path, format) = (&args.from.atlas, args.format);
    let atlas = store::open(path.as_path())?;
    let mut folder = Folder::new(&args.out)?;
    let mut kernels = Table::new(&mut folder, tables::KERNELS, format)?;
    for (i, (name, k)) in atlas.kernel_names().iter().zip(atlas.kernels()).enumerate() {
        kernels.row(&[
            number(i as u32),
            Cell::Text(name),
            Cell::Text(&k.distribution),
            Cell::Text(&k.suite),
            Cell::Text(&k.package_version),
            Cell::Text(k.version()),
            Cell::Text(&k.release),
            Cell::Text(&k.arch),
            Cell::Text(&k.flavour),
            Cell::Text(k.endian.as_str()),
            number(k.pointer_size),
            number(k.types),
            number(k.size),
            Cell::Text(&k.digest()),
        ])?;
    }
    let mut sets = Table::new(&mut folder, tables::SETS, format)?;
    for (i, set) in atlas.all_sets().map_err(|e| store::failed(path.as_path(), &e))?.iter().enumerate() {
        for kernel in set.iter() {
            sets.row(&[number(i as u32), number(kernel)])?;
        }
    }
    let mut tables = Forms {
        forms: Table::new(&mut folder, tables::FORMS, format)?,
        members: Table::new(&mut folder, tables::MEMBERS, format)?,
        enumerators: Table::new(&mut folder, tables::ENUMERATORS, format)?,
        parameters: Table::new(&mut folder, tables::PARAMETERS, format)?,
    };
    tables.write(path, &atlas)?;
    let Forms { forms, members, enumerators, parameters } = tables;
    let tables = [kernels, sets, forms, members, enumerators, parameters];
    let finished = tables.into_iter().map(Table::finish).collect::<Result<Vec<_>, _>>()?;
    folder.finish()?;
    for (path, rows) in finished {
        out!(out, "{}: {rows} rows\n", path.as_text());
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
            number(id),
            Cell::Text(form.kind.as_str()),
            Cell::Text(t.name()),
            number(form.ordinal),
            number(form.set),
            t.size().map_or(Cell::Null, number),
            of.as_deref().map_or(Cell::Null, Cell::Text),
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
                number(id),
                number(m.index.0),
                Cell::Text(m.name()),
                number(m.bit_offset()),
                number(m.bitfield_size()),
                Cell::Text(&dump::type_name(btf, m.type_id)),
            ])?;
        }
        for e in t.enumerators() {
            self.enumerators.row(&[number(id), number(e.index.0), Cell::Text(e.name()), Cell::Number(e.value())])?;
        }
        for p in t.params() {
            self.parameters.row(&[
                number(id),
                number(p.index.0),
                Cell::Text(p.name()),
                Cell::Text(&dump::type_name(btf, p.type_id)),
            ])?;
        }
        Ok(())
    }
}
