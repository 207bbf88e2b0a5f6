//! Types that were made of debug information: of what, and what was left out.

use std::sync::Arc;

use btf::{Btf, TypeId};
use container::{OpenError, Opened, Source};
use dwarf::{Counted, EntryPlace, Report, TagOrigin};
use relate::IdListKind;
use wire::Wire;

use crate::extras::id_lists;
use crate::words::{grouped, many};

/// A blob that was made of the debug information of a file, with what that file says: its sections, and the lists of its `.BTF_ids`.
///
/// The ids of those are of the kernel's own BTF: where they are written already (`resolve_btfids`), the lists are left out, with a note.
///
/// # Errors
/// When the blob is no BTF.
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

/// How a file's types were made of its debug information (DWARF).
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct FromDwarf {
    /// What the file is (`module`, `executable`); empty for a kernel, and when that is not known.
    pub of: String,
    /// Units that were read.
    pub units: u32,
    /// Units whose types are in .dwo files that are not here.
    pub units_elsewhere: u32,
    /// Entries (DIEs) that were looked at.
    pub entries: u64,
    /// Records before equal ones were merged.
    pub records: u64,
    /// Types that came of them.
    pub types: u32,
    /// Source languages, and in how many units.
    pub languages: Vec<(String, u32)>,
    /// Files that have more of it, and are not here.
    pub missing: Vec<String>,
    /// What was left out, and what BTF cannot say.
    pub left_out: Vec<LeftOut>,
    /// Where tags come from, by their ids.
    pub tags: Vec<TagEntries>,
}

/// What the button says that makes types of a file's debug information, and why it is offered: beside BTF, or where there is none.
pub fn offer(without_btf: bool) -> (&'static str, &'static str) {
    match without_btf {
        true => ("Create BTF from its DWARF", "It has debug information but no BTF."),
        false => ("Also create BTF from its DWARF", "It has debug information besides its BTF."),
    }
}

/// What was left out for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LeftOut {
    /// What: `functions left out`, `variables left out`, `notes`.
    pub what: String,
    /// Why.
    pub reason: String,
    /// How often.
    pub count: u64,
    /// The first of them: names, or places of entries.
    pub places: Vec<String>,
}

/// Where a tag comes from.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct TagEntries {
    /// The DECL_TAG or TYPE_TAG.
    pub id: TypeId,
    /// Its annotation entry.
    pub annotation: EntryAt,
    /// The entry that it is on.
    pub of: EntryAt,
}

/// Where an entry (DIE) is.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct EntryAt {
    /// The file's name.
    pub file: String,
    /// The section's name.
    pub section: String,
    /// Where it begins, in bytes from the section's start.
    pub offset: u64,
    /// Its tag: `DW_TAG_pointer_type`.
    pub tag: String,
    /// Its attributes that concern types: names and values.
    pub attributes: Vec<(String, String)>,
}

/// At most so many places of a reason are shown.
const PLACES: usize = 50;

impl FromDwarf {
    /// What a conversion says, of a file that is this.
    pub fn new(of: Option<&str>, report: &Report, tags: &[TagOrigin]) -> FromDwarf {
        let left_out = [
            ("functions left out", &report.functions),
            ("variables left out", &report.variables),
            ("notes", &report.diagnostics),
        ];
        let counted = |what: &str, c: &Counted| LeftOut {
            what: what.to_owned(),
            reason: c.reason.clone(),
            count: c.count,
            places: c.places.iter().filter(|place| !place.is_empty()).take(PLACES).cloned().collect(),
        };
        FromDwarf {
            of: of.unwrap_or_default().to_owned(),
            units: report.units,
            units_elsewhere: report.units_elsewhere,
            entries: report.entries,
            records: report.records,
            types: report.types,
            languages: report.languages.clone(),
            missing: report.missing_files.clone(),
            left_out: left_out
                .into_iter()
                .flat_map(|(what, list)| list.iter().map(move |c| (what, c)))
                .map(|(what, c)| counted(what, c))
                .collect(),
            tags: tags.iter().map(TagEntries::from).collect(),
        }
    }

    /// What the types are, in a sentence.
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

    /// What is missing, in a sentence; none when nothing is.
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

    /// Where a tag comes from.
    pub fn tag(&self, id: TypeId) -> Option<&TagEntries> {
        self.tags.binary_search_by_key(&id, |tag| tag.id).ok().and_then(|at| self.tags.get(at))
    }
}

/// Whether a file of this name is one of those that are missing, which are named by their paths; a `.dwp` has those of its file.
pub fn is_missing<'a>(missing: impl IntoIterator<Item = &'a String>, of: &str, name: &str) -> bool {
    let mut missing = missing.into_iter().peekable();
    let packed = name.strip_suffix(".dwp").is_some_and(|stem| stem == of);
    missing.peek().is_some() && (packed || missing.any(|path| path.rsplit('/').next() == Some(name)))
}

impl From<&TagOrigin> for TagEntries {
    fn from(tag: &TagOrigin) -> TagEntries {
        let at = |place: &EntryPlace| EntryAt {
            file: place.file.clone(),
            section: place.section.to_owned(),
            offset: place.offset,
            tag: place.tag.clone(),
            attributes: place.attributes.clone(),
        };
        TagEntries { id: tag.id, annotation: at(&tag.annotation), of: at(&tag.of) }
    }
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
