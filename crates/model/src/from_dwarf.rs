//! The report on types that were made from debug information: the units that were read, and the parts that were left
//! out.

use std::sync::Arc;

use btf::{Btf, TypeId};
use container::{OpenError, Opened, Source};
use dwarf::{Counted, EntryPlace, Report, TagOrigin};
use relate::IdListKind;
use wire::Wire;

use crate::extras::id_lists;
use crate::words::{grouped, many};

/// Opens a blob that was made from the debug information of a file. Adds the facts about that file: its sections, and
/// the lists of its `.BTF_ids`.
///
/// If `.BTF_ids` already has ids (`resolve_btfids` has run), they are ids of the kernel's own BTF and not of this
/// blob. The lists are then left out, with a note.
///
/// # Errors
/// The blob is no BTF.
pub fn open_made(name: &str, blob: &[u8], source: &mut dyn Source) -> Result<Opened, OpenError> {
    let mut opened = container::open(name, blob)?;
    let found = container::read_elf_and_ids(source, name).or_else(|_| Ok((container::read_elf(source, name)?, None)));
    let Ok::<_, OpenError>((elf, ids)) = found else { return Ok(opened) };
    opened = opened.made_from_dwarf(elf);
    let Some((ids, btf)) = ids.zip(Btf::parse(Arc::clone(&opened.btf.bytes), None).ok()) else { return Ok(opened) };
    let lists = id_lists(&btf, Some(&ids.piece.bytes), ids.symbols.as_deref());
    let named = lists.iter().filter(|list| list.kind != IdListKind::Unnamed);
    if named.flat_map(|list| &list.entries).any(|entry| !entry.id.is_void()) {
        opened.notes.push(".BTF_ids was passed over: its ids are those of a BTF that is not in the file".to_owned());
    } else {
        (opened.btf_ids, opened.id_symbols) = (Some(ids.piece), ids.symbols);
    }
    Ok(opened)
}

/// How a file's types were made from its debug information (DWARF).
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct FromDwarf {
    /// The kind of file (`module`, `executable`); empty for a kernel, and if not known.
    pub of: String,
    /// The number of units that were read.
    pub units: u32,
    /// The number of units whose types are in missing .dwo files.
    pub units_elsewhere: u32,
    /// The number of entries (DIEs) that were read.
    pub entries: u64,
    /// The number of records before equal ones were merged.
    pub records: u64,
    /// The number of types in the result.
    pub types: u32,
    /// The source languages, each with the number of its units.
    pub languages: Vec<(String, u32)>,
    /// The paths of missing files with further debug information.
    pub missing: Vec<String>,
    /// The parts that were left out, and those that BTF cannot express.
    pub left_out: Vec<LeftOut>,
    /// The entries from which tags were made, in the order of the tags' ids.
    pub tags: Vec<TagEntries>,
}

/// The text of the button that makes types from a file's debug information, and its explanation. `without_btf`:
/// whether the file has no BTF.
pub fn offer(without_btf: bool) -> (&'static str, &'static str) {
    match without_btf {
        true => ("Create BTF from its DWARF", "It has debug information but no BTF."),
        false => ("Also create BTF from its DWARF", "It has debug information besides its BTF."),
    }
}

crate::made! {
    /// The parts left out for one reason.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct LeftOut(c: &Counted, what: &str) {
        /// A title for the parts: `functions left out`, `variables left out`, `notes`.
        pub what: String = what.to_owned(),
        /// The reason.
        pub reason: String = c.reason.clone(),
        /// The number of parts.
        pub count: u64,
        /// The first parts, at most 50: their names, or the places of their entries.
        pub places: Vec<String> = c.places.iter().filter(|place| !place.is_empty()).take(PLACES).cloned().collect(),
    }
}

crate::made! {
    /// The entries from which a tag was made.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct TagEntries(tag: &TagOrigin) {
        /// The id of the DECL_TAG or TYPE_TAG.
        pub id: TypeId,
        /// The annotation entry with the tag's name.
        pub annotation: EntryAt = EntryAt::of(&tag.annotation),
        /// The entry that the tag is on.
        pub of: EntryAt = EntryAt::of(&tag.of),
    }
}

crate::made! {
    /// The place of an entry (DIE).
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct EntryAt(place: &EntryPlace) {
        /// The file's name.
        pub file: String = place.file.clone(),
        /// The section's name.
        pub section: String = place.section.to_owned(),
        /// Its offset in the section, in bytes.
        pub offset: u64,
        /// Its tag: `DW_TAG_pointer_type`.
        pub tag: String = place.tag.clone(),
        /// Its attributes that concern types: names and values.
        pub attributes: Vec<(String, String)> = place.attributes.clone(),
    }
}

/// The most places that are shown for one reason.
const PLACES: usize = 50;

impl FromDwarf {
    /// The report of a conversion; `of` is the kind of file.
    pub fn new(of: Option<&str>, report: &Report, tags: &[TagOrigin]) -> FromDwarf {
        let left_out = [
            ("functions left out", &report.functions),
            ("variables left out", &report.variables),
            ("notes", &report.diagnostics),
        ];
        let left_out = left_out.into_iter().flat_map(|(what, list)| list.iter().map(move |c| LeftOut::of(c, what)));
        FromDwarf {
            of: of.unwrap_or_default().to_owned(),
            units: report.units,
            units_elsewhere: report.units_elsewhere,
            entries: report.entries,
            records: report.records,
            types: report.types,
            languages: report.languages.clone(),
            missing: report.missing_files.clone(),
            left_out: left_out.collect(),
            tags: tags.iter().map(TagEntries::of).collect(),
        }
    }

    /// A sentence on what the types were made of.
    pub fn sentence(&self) -> String {
        if self.units == 0 {
            return "Made from DWARF by btfscope.".to_owned();
        }
        let of = match self.languages.as_slice() {
            [] => String::new(),
            [(name, _)] => format!(" of {name}"),
            several => {
                let each: Vec<String> = several.iter().map(|(name, count)| format!("{name} {count}")).collect();
                format!(" ({})", each.join(", "))
            }
        };
        let (types, units) = (many(self.types.into(), "type"), many(self.units.into(), "unit"));
        format!("Made from DWARF by btfscope: {types} of {units}{of}.")
    }

    /// A sentence on missing files; none if no files are missing.
    pub fn missing_sentence(&self) -> Option<String> {
        if self.units_elsewhere == 0 && self.missing.is_empty() {
            return None;
        }
        let units = match self.units_elsewhere {
            0 => String::new(),
            some => {
                format!(" {} of {} units keep their types there.", grouped(some.into()), grouped(self.units.into()))
            }
        };
        Some(format!("Types are in files that are not here.{units} Drop them beside this one:"))
    }

    /// The origin of the tag with this id.
    pub fn tag(&self, id: TypeId) -> Option<&TagEntries> {
        self.tags.binary_search_by_key(&id, |tag| tag.id).ok().and_then(|at| self.tags.get(at))
    }
}

/// Whether a file with this name is one that the file `of` lacks. `missing` has the paths of the missing files. A file
/// with the name of `of` and the ending `.dwp` holds all of them, so it counts as missing if any of them is.
pub fn is_missing<'a>(missing: impl IntoIterator<Item = &'a String>, of: &str, name: &str) -> bool {
    let mut missing = missing.into_iter().peekable();
    let packed = name.strip_suffix(".dwp").is_some_and(|stem| stem == of);
    missing.peek().is_some() && (packed || missing.any(|path| path.rsplit('/').next() == Some(name)))
}

#[cfg(test)]
mod tests {
    use super::is_missing;

    #[test]
    fn files_are_wanted_by_their_names() {
        let missing = ["obj/a.dwo".to_owned(), "/usr/lib/debug/.dwz/x.debug".to_owned()];
        for (name, wanted) in
            [("a.dwo", true), ("x.debug", true), ("prog.dwp", true), ("b.dwo", false), ("other.dwp", false)]
        {
            assert_eq!(is_missing(&missing, "prog", name), wanted, "{name}");
        }
        assert!(!is_missing(&[], "prog", "prog.dwp"));
    }
}
