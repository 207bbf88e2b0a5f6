//! `relocs --elf`: the ELF relocations of a program object.

use std::path::Path;

use dump::{Sink, TokenKind};
use json::elf::ElfRelocationsOf;
use model::elf::{ReloSection, relo_sections};
use model::kernel_lists::{Column, Table, relos_table};
use text::counted;

use crate::args::TableFormat;
use crate::fail::{Failure, say};
use crate::out::{Out, out};
use crate::table;
use crate::with_base::Which;

/// Runs `relocs --elf`.
///
/// # Errors
/// When the file cannot be opened, is not a program, or has no matching relocations.
pub fn relocations(
    path: &Path,
    entry: Option<&str>,
    section: Option<&str>,
    debug: bool,
    format: TableFormat,
    out: &mut Out,
) -> Result<u8, Failure> {
    let (file, object, status) = Which::entry(path, entry).named_object()?;
    let wanted = |of: &ReloSection| section.is_none_or(|name| of.patches == name || of.name == name);
    let sections: Vec<ReloSection> = relo_sections(&object).into_iter().filter(|of| wanted(of)).collect();
    if sections.is_empty() {
        return Err(Failure::NotFound(match section {
            Some(name) => format!("{file}: no ELF relocations for a section “{name}”"),
            None => format!("{file}: it has no ELF relocations"),
        }));
    }
    if format == TableFormat::Json {
        let byte_order = object.endian().as_str();
        let sections = json::elf::relocations(&object, debug, &wanted);
        json::print(&ElfRelocationsOf { file: &file, byte_order, sections }, out);
        return Ok(status);
    }
    let mut first = true;
    for of in &sections {
        if out.is_closed() {
            break;
        }
        let listed = debug || !of.is_debug;
        let table = if listed { relos_table(&object, of) } else { Table::default() };
        if format == TableFormat::Tsv {
            if listed {
                with_patched(&table, &of.patches, std::mem::take(&mut first), out);
            }
            continue;
        }
        if !std::mem::take(&mut first) {
            out!(out, "\n");
        }
        heading(of, listed, out);
        table::text(&table, out);
    }
    if format == TableFormat::Tsv && !debug && sections.iter().any(|of| of.is_debug) {
        say(&format!("{file}: relocations of debug information are left out; --debug lists them, too"));
    }
    Ok(status)
}

/// Prints `.relxdp: 2 records for xdp (REL, file bytes 0x190..0x1b0)`, and the relocation types if the records are not
/// listed.
fn heading(of: &ReloSection, listed: bool, out: &mut Out) {
    out.token(TokenKind::Keyword, &of.name);
    let kind = if of.rela { "RELA" } else { "REL" };
    let records = counted(of.count, "record");
    out!(out, ": {records} for {} ({kind}, {})", of.patches, of.bytes);
    if !listed {
        out!(out, ": {}; --debug lists them", of.types_text());
    }
    out!(out, "\n");
}

/// Prints rows as TSV, each with the name of the patched section in front.
fn with_patched(table: &Table, patches: &str, titles: bool, out: &mut Out) {
    let mut table = table.clone();
    table.columns.insert(0, Column { key: "patches".to_owned(), title: "patches".to_owned(), number: false });
    table.rows.iter_mut().for_each(|row| row.cells.insert(0, patches.to_owned()));
    table::tsv(&table, titles, out);
}
