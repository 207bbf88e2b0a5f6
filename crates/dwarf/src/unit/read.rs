//! Reads a unit into a [`Tree`].

use gimli::constants as c;
use gimli::{AttributeValue, DebugInfo, DebugTypes, EndianSlice, EntriesRaw, RunTimeEndian, UnitHeader};

use super::abbrev::Tables;
use super::attr::{Forms, Value};
use super::head::Unit;
use super::tree::{Die, Root, Tree, has_linkage_name, is_left_out, is_linkage_name, is_wanted};
use crate::files::Sections;
use crate::strings::Strings;

type Slice<'b> = EndianSlice<'b, RunTimeEndian>;

/// An entry with more attributes than this keeps only the first of each name. DWARF allows one of each name, and
/// compilers write about twenty; but an entry is searched for a name each time that another one refers to it.
const MANY: usize = 64;

/// How many more attributes may be read in a unit. Limited, because attributes of some forms (flag_present,
/// implicit_const) have no bytes: an entry of one byte can have as many as its abbreviation has. Real units have less
/// than one attribute for each byte, because nearly all entries have a name or a type, which take bytes.
struct Budget(usize);

impl Budget {
    /// For a unit of `len` bytes: four attributes for each byte, and some for units that are only one entry.
    fn new(len: usize) -> Budget {
        Budget(len.saturating_mul(4).saturating_add(1024))
    }

    /// Takes the attributes of an entry.
    fn take(&mut self, count: usize) -> Result<(), String> {
        self.0 = self.0.checked_sub(count).ok_or("it has more attributes than its bytes can hold")?;
        Ok(())
    }
}

/// The data that a unit takes from other files.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'s> {
    /// The sections of the supplementary file.
    pub(crate) supplement: Option<&'s Sections>,
    /// `.debug_addr` of the main file, and the base in it.
    pub(crate) addresses: Option<(&'s [u8], u64)>,
}

/// Reads a unit.
///
/// # Errors
/// A message, when it is damaged.
pub(crate) fn read(
    (number, unit): (u32, &Unit),
    (bytes, types): (Vec<u8>, bool),
    (file, sections): (usize, &Sections),
    around: Around<'_>,
    tables: &mut Tables,
    strings: &mut Strings,
) -> Result<Tree, String> {
    let header = header(&bytes, types, sections.endian)?;
    let at = (header.debug_abbrev_offset().0 as u64).saturating_add(unit.bases.abbrev);
    let table = tables.get(file, &sections.abbrev, sections.endian, at)?;
    let encoding = header.encoding();
    let mut tree = Tree {
        unit: number,
        bytes: Vec::new(),
        encoding,
        big: sections.endian == RunTimeEndian::Big,
        dies: Vec::new(),
        attrs: Vec::new(),
        root: Root::default(),
        index: Vec::new(),
    };
    let unit_slice = EndianSlice::new(&bytes, sections.endian);
    let (addresses, address_base) = around.addresses.unwrap_or((sections.addresses.as_slice(), 0));
    let word = u64::from(encoding.format.word_size());
    // In .dwo files the tables begin behind their header: length, version, padding; for location lists also the number
    // of offsets.
    let header_size = if word == 8 { 16 } else { 8 };
    let implied = sections.split && encoding.version >= 5;
    let mut forms = Forms {
        sections,
        supplement: around.supplement,
        addresses,
        encoding,
        address_base,
        string_base: unit.bases.string_offsets + if implied { header_size } else { 0 },
        list_base: unit.bases.lists + if implied { header_size + 4 } else { 0 },
        lists_move: sections.split && encoding.version < 5,
    };
    let mut entries = header.entries_raw(&table, None).map_err(words)?;
    let mut budget = Budget::new(bytes.len());
    root(&mut entries.clone(), &mut forms, &mut tree.root, (&unit_slice, &mut budget), strings)?;
    walk(&mut entries, &forms, (&unit_slice, &mut budget), strings, &mut tree)?;
    tree.bytes = bytes;
    tree.make_index();
    Ok(tree)
}

fn words(e: gimli::Error) -> String {
    e.to_string()
}

fn header(bytes: &[u8], types: bool, endian: RunTimeEndian) -> Result<UnitHeader<Slice<'_>>, String> {
    let header = if types {
        DebugTypes::new(bytes, endian).units().next()
    } else {
        DebugInfo::new(bytes, endian).units().next()
    };
    header.map_err(words)?.ok_or_else(|| "it has no header".to_owned())
}

/// Reads the first entry, which tells how to interpret the forms of all others.
fn root<'a>(
    entries: &mut EntriesRaw<'_, Slice<'a>>,
    forms: &mut Forms<'_>,
    root: &mut Root,
    (unit, budget): (&Slice<'a>, &mut Budget),
    strings: &mut Strings,
) -> Result<(), String> {
    let Some(abbrev) = entries.read_abbreviation().map_err(words)? else { return Ok(()) };
    budget.take(abbrev.attributes().len())?;
    let mut attrs = Vec::new();
    entries.read_attributes(abbrev.attributes(), &mut attrs).map_err(words)?;
    for attr in &attrs {
        let AttributeValue::SecOffset(at) = attr.raw_value() else { continue };
        match attr.name() {
            c::DW_AT_str_offsets_base => forms.string_base = at as u64,
            c::DW_AT_loclists_base => forms.list_base = at as u64,
            c::DW_AT_addr_base | c::DW_AT_GNU_addr_base => {
                forms.address_base = at as u64;
                root.address_base = at as u64;
            }
            _ => {}
        }
    }
    for attr in &attrs {
        let value = forms.value(attr.name(), &attr.raw_value(), unit, strings);
        let number = value.and_then(Value::number).and_then(|n| u64::try_from(n).ok());
        match (attr.name(), value) {
            (c::DW_AT_language, _) => root.language = number.map(|n| n as u16),
            (c::DW_AT_producer, Some(Value::Text(id))) => {
                root.clang = strings.get(id).windows(5).any(|part| part == b"clang");
            }
            (c::DW_AT_dwo_name | c::DW_AT_GNU_dwo_name, Some(Value::Text(id))) => root.dwo_name = Some(id),
            (c::DW_AT_GNU_dwo_id, _) => root.dwo_id = number,
            _ => {}
        }
    }
    Ok(())
}

/// Reads all entries, from the first on.
fn walk<'a>(
    entries: &mut EntriesRaw<'_, Slice<'a>>,
    forms: &Forms<'_>,
    (unit, budget): (&Slice<'a>, &mut Budget),
    strings: &mut Strings,
    tree: &mut Tree,
) -> Result<(), String> {
    // The open entries; and within an entry that is left out, the number of levels below it.
    let mut open: Vec<u32> = Vec::new();
    let mut below = 0_u32;
    while !entries.is_empty() {
        let offset = entries.next_offset().0;
        let at = |e: gimli::Error| format!("entry at {offset:#x} of the unit: {e}");
        let Some(abbrev) = entries.read_abbreviation().map_err(at)? else {
            if below > 0 {
                below -= 1;
            } else if let Some(done) = open.pop() {
                let end = tree.dies.len() as u32;
                if let Some(die) = tree.dies.get_mut(done as usize) {
                    die.end = end;
                }
                if open.is_empty() {
                    break;
                }
            }
            continue;
        };
        budget.take(abbrev.attributes().len())?;
        let parent = open.last().copied();
        let parent_tag = parent.map_or(c::DW_TAG_null, |p| tree.tag(p));
        if below > 0 || is_left_out(abbrev.tag(), parent_tag) {
            entries.skip_attributes(abbrev.attributes()).map_err(at)?;
            below += u32::from(abbrev.has_children());
            continue;
        }
        let index = tree.dies.len() as u32;
        let attrs = tree.attrs.len() as u32;
        let parent = parent.unwrap_or(index);
        tree.dies.push(Die { offset: offset as u32, tag: abbrev.tag(), attrs, parent, end: index + 1 });
        if abbrev.tag() == c::DW_TAG_lexical_block {
            entries.skip_attributes(abbrev.attributes()).map_err(at)?;
        } else {
            let many = abbrev.attributes().len() > MANY;
            for spec in abbrev.attributes() {
                let attr = entries.read_attribute_inline(*spec).map_err(at)?;
                let name = attr.name();
                if (is_wanted(name) || is_linkage_name(name) && has_linkage_name(abbrev.tag()))
                    && let Some(value) = forms.value(name, &attr.raw_value(), unit, strings)
                    && !(many && tree.has_since(attrs, name))
                {
                    tree.attrs.push((name, value));
                }
            }
        }
        if abbrev.has_children() {
            open.push(index);
        } else if open.is_empty() {
            break;
        }
    }
    let end = tree.dies.len() as u32;
    for die in open {
        if let Some(die) = tree.dies.get_mut(die as usize) {
            die.end = end;
        }
    }
    Ok(())
}
