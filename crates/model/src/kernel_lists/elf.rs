//! The ELF relocations of a section, the symbol table, and the section table.

use bpf::{Object, ReloKind};
use btf::FileRange;

use super::{FileSection, Table};
use crate::elf::{ReloSection, SectionTable, kind_text, relo_rows, symbol_rows};
use crate::words::{grouped, many};

/// The records of a section of relocations.
pub fn relos_table(object: &Object, of: &ReloSection) -> Table {
    const COLUMNS: [(&str, &str, bool); 9] = [
        ("offset", "r_offset", false),
        ("info", "r_info", false),
        ("type", "type", false),
        ("bits", "bits", true),
        ("symbol_index", "symbol", true),
        ("symbol", "name", false),
        ("section", "in", false),
        ("formula", "what is written", false),
        ("means", "means", false),
    ];
    let mut table = Table::new(&of.name, &COLUMNS, 5);
    table.whole = true;
    table.about.push(about(of));
    let older = older(of);
    if !older.is_empty() {
        table.about.push(older);
    }
    for row in relo_rows(object, of) {
        let broken = row.bits > 0 && (row.place.is_none() || row.symbol_value.is_none());
        let cells = vec![
            format!("{:#x}", row.offset),
            format!("{:016x}", row.info),
            kind_text(row.kind),
            row.bits.to_string(),
            row.symbol.to_string(),
            row.symbol_name,
            row.symbol_section,
            row.formula,
            row.means,
        ];
        table.push(cells, None, broken);
        table.mark([row.place, Some(row.record), row.symbol_record]);
    }
    table.marks = ["place", "record", "symbol"].map(str::to_owned).to_vec();
    table.sections = sections(object);
    table
}

/// The sections that have bytes in the file.
fn sections(object: &Object) -> Vec<FileSection> {
    let with_bytes = object.sections().iter().filter(|s| !s.file_range.is_empty());
    with_bytes.map(|s| FileSection { name: s.name.clone(), range: s.file_range }).collect()
}

impl Table {
    /// Sets the byte ranges of the last row.
    fn mark<const N: usize>(&mut self, bytes: [Option<FileRange>; N]) {
        if let Some(row) = self.rows.last_mut() {
            row.bytes = bytes.map(Option::unwrap_or_default).to_vec();
        }
    }
}

/// A sentence on a section of relocations.
fn about(of: &ReloSection) -> String {
    let (kind, addend) = match of.rela {
        true => ("RELA", "24 bytes each, with the addend"),
        false => ("REL", "16 bytes each; the addend A is in the patched place"),
    };
    let records = many(of.count as u64, "record");
    format!("{records} for {} ({kind}, {addend}): {}.", of.patches, of.types_text())
}

/// A sentence on the names that older tools use for the types of a section's relocations; empty if there are none.
fn older(of: &ReloSection) -> String {
    let named = of.types.iter().filter(|(kind, _)| !matches!(kind, ReloKind::Other(_)));
    let names: Vec<String> =
        named.filter_map(|(kind, _)| Some(format!("{} for {}", kind.older_name()?, kind.as_str()))).collect();
    if names.is_empty() { String::new() } else { format!("Older versions of readelf print {}.", names.join(", ")) }
}

/// The symbol table.
pub fn symbols_table(object: &Object) -> Table {
    const COLUMNS: [(&str, &str, bool); 9] = [
        ("index", "#", true),
        ("value", "value", false),
        ("size", "size", true),
        ("type", "type", false),
        ("bind", "bind", false),
        ("visibility", "visibility", false),
        ("section", "in", false),
        ("name", "name", false),
        ("relocations", "relocations", true),
    ];
    let mut table = Table::new("Symbols", &COLUMNS, 7);
    table.about.push("The section .symtab: 24 bytes a symbol. UND: not in this object; ABS: in no section.".to_owned());
    for row in symbol_rows(object) {
        let relocations = if row.relocations == 0 { String::new() } else { row.relocations.to_string() };
        let cells = vec![
            row.index.to_string(),
            format!("{:#x}", row.value),
            row.size.to_string(),
            row.symbol_type,
            row.bind,
            row.visibility.to_owned(),
            row.section,
            row.name,
            relocations,
        ];
        table.push(cells, None, false);
        table.mark([Some(row.record), row.bytes]);
    }
    table.marks = ["record", "what it names"].map(str::to_owned).to_vec();
    table.sections = sections(object);
    table
}

/// The section table. With `object`, for a program, each row has the bytes of its section.
pub fn sections_table(of: &SectionTable, object: Option<&Object>) -> Table {
    const COLUMNS: [(&str, &str, bool); 12] = [
        ("index", "#", true),
        ("name", "name", false),
        ("type", "type", false),
        ("flags", "flags", false),
        ("address", "address", false),
        ("offset", "offset", false),
        ("size", "size", true),
        ("link", "link", true),
        ("info", "info", true),
        ("alignment", "align", true),
        ("entry_size", "entry", true),
        ("used_for", "used for", false),
    ];
    let mut table = Table::new("Sections", &COLUMNS, 1);
    table.whole = true;
    table.about.push(
        "Flags as in readelf: W writable, A loaded, X code, M mergeable, S strings, I a section number in info, G in a group, C compressed."
            .to_owned(),
    );
    let shown = of.rows.len() as u64;
    if shown < of.total {
        table.about.push(format!("The first {} of {} sections.", grouped(shown), grouped(of.total)));
    }
    for row in &of.rows {
        let number = |n: u64| if n == 0 { String::new() } else { n.to_string() };
        let cells = vec![
            row.index.to_string(),
            row.name.clone(),
            row.type_name.clone(),
            row.flags.clone(),
            if row.address == 0 { String::new() } else { format!("{:#x}", row.address) },
            format!("{:#x}", row.offset),
            row.size.to_string(),
            number(row.link.into()),
            number(row.info.into()),
            number(row.alignment),
            number(row.entry_size),
            row.used_for.clone(),
        ];
        table.push(cells, None, false);
        if object.is_some() {
            table.mark([Some(row.bytes).filter(|bytes| !bytes.is_empty())]);
        }
    }
    if let Some(object) = object {
        table.marks = vec!["bytes".to_owned()];
        table.sections = sections(object);
    }
    table
}
