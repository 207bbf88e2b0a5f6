//! [`Units`]: all units of all files, a cache of those read last, and the resolution of references.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::abbrev::{Tables, refers_outward};
use super::attr::Value;
use super::head::{Unit, UnitKind, scan};
use super::read::{Around, read};
use super::split::place_units;
use super::tree::Tree;
use crate::error::Error;
use crate::files::{DebugFile, Part};
use crate::report::{Tally, place};
use crate::strings::Strings;

/// How many of the units that were read last are kept, if units may refer to each other.
const KEPT: usize = 8;

/// The most entries in a chain of references from one entry to the next: origins, or types.
pub(crate) const MAX_CHAIN: usize = 32;

/// An entry of any unit.
#[derive(Clone)]
pub(crate) struct At {
    pub(crate) tree: Rc<Tree>,
    pub(crate) die: u32,
}

impl At {
    pub(crate) fn attr(&self, name: gimli::DwAt) -> Option<Value> {
        self.tree.attr(self.die, name)
    }

    /// The place of the entry, unique over all files.
    pub(crate) fn key(&self) -> Key {
        Key { unit: self.tree.unit, offset: self.tree.die(self.die).map_or(0, |d| d.offset) }
    }
}

/// The place of an entry: its unit, and the offset in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Key {
    pub(crate) unit: u32,
    pub(crate) offset: u32,
}

/// All units of all files.
pub(crate) struct Units<'a> {
    /// The main file, then the others.
    pub(crate) files: Vec<DebugFile<'a>>,
    pub(crate) parts: Vec<Part>,
    pub(crate) units: Vec<Unit>,
    /// The units of each part.
    ranges: Vec<Range<u32>>,
    pub(crate) strings: Strings,
    tables: Tables,
    kept: Vec<Rc<Tree>>,
    /// Type units by signature: the place of the type.
    signatures: HashMap<u64, Key>,
    /// The units of .dwo files, by id.
    pub(crate) split: HashMap<u64, u32>,
    /// For each unit of a .dwo file: the index of the file whose `.debug_addr` has its addresses, and the offset there
    /// at which they begin.
    pub(crate) parents: HashMap<u32, (usize, u64)>,
    /// The index of the supplementary file.
    supplement: Option<usize>,
    /// The units of the main file.
    own: Range<u32>,
    /// For each file, its first `.debug_info`.
    info: Vec<Option<usize>>,
    /// Whether units may refer to each other.
    pub(crate) outward: bool,
    /// How many more bytes of units may be read because of references between units.
    left: u64,
}

impl<'a> Units<'a> {
    /// Finds the units of the files.
    pub(crate) fn new(files: Vec<DebugFile<'a>>, parts: Vec<Part>, tally: &mut Tally) -> Result<Units<'a>, Error> {
        let mut size = 0_u64;
        let mut abbrev = 0_u64;
        for file in &files {
            abbrev += file.sections.abbrev.len() as u64;
            size += (file.sections.strings.len() + file.sections.line_strings.len()) as u64;
        }
        size = parts.iter().fold(size, |sum, p| sum.saturating_add(p.len));
        let supplement = files.iter().skip(1).position(|f| !f.sections.split).map(|i| i + 1);
        let outward = files.len() > 1 || files.iter().any(|f| refers_outward(&f.sections.abbrev));
        let mut all = Units {
            files,
            parts,
            units: Vec::new(),
            ranges: Vec::new(),
            strings: Strings::new(size.saturating_mul(4).saturating_add(1 << 20)),
            tables: Tables::new(abbrev),
            kept: Vec::new(),
            signatures: HashMap::new(),
            split: HashMap::new(),
            parents: HashMap::new(),
            supplement,
            own: 0..0,
            info: Vec::new(),
            outward,
            left: size.saturating_mul(16).saturating_add(64 << 20),
        };
        for (index, part) in all.parts.iter().enumerate() {
            let first = all.units.len();
            let Some(file) = all.files.get_mut(part.file) else { continue };
            if let Some((at, why)) = scan(file, part, index as u32, &mut all.units)? {
                let place = || format!("{}: {why}", place(part.name, at));
                tally.diagnostics.add("the rest of a section cannot be read", place);
            }
            let new = all.units.get_mut(first..).unwrap_or_default();
            if file.sections.split {
                place_units(&file.sections, part, new);
            }
            all.ranges.push(first as u32..(first + new.len()) as u32);
        }
        let end = |part: usize| all.ranges.get(part).map_or(0, |r| r.end);
        let own = all.parts.iter().enumerate().filter(|(_, p)| p.file == 0).map(|(i, _)| end(i));
        all.own = 0..own.max().unwrap_or(0);
        all.info = (0..all.files.len()).map(|file| all.parts.iter().position(|p| p.file == file && !p.types)).collect();
        for (index, unit) in all.units.iter().enumerate() {
            let key = |offset: u64| Key { unit: index as u32, offset: u32::try_from(offset).unwrap_or(0) };
            if let UnitKind::Type(signature, offset) = unit.kind {
                all.signatures.entry(signature).or_insert(key(offset));
            }
            if let UnitKind::Split(Some(id)) = unit.kind {
                all.split.entry(id).or_insert(index as u32);
            }
        }
        for index in 0..all.units.len() as u32 {
            // Up to DWARF 4 the id is in the first entry.
            if all.units.get(index as usize).is_some_and(|u| u.kind == UnitKind::Split(None))
                && let Ok(tree) = all.tree(index)
                && let Some(id) = tree.root.dwo_id
            {
                all.split.entry(id).or_insert(index);
            }
        }
        Ok(all)
    }

    /// Bytes of all units.
    pub(crate) fn size(&self) -> u64 {
        self.parts.iter().fold(0, |sum, p| sum.saturating_add(p.len))
    }

    /// Drops a unit from the cache, because the place of its addresses has become known.
    pub(crate) fn forget(&mut self, number: u32) {
        self.kept.retain(|tree| tree.unit != number);
    }

    /// The units of the main file.
    pub(crate) fn own(&self) -> Range<u32> {
        self.own.clone()
    }

    /// The section of an entry and the entry's offset in the section, as text.
    pub(crate) fn place(&self, key: Key) -> String {
        let (name, offset) = self.locate(key);
        place(name, offset)
    }

    /// The name of an entry's section, and the entry's offset in the section.
    pub(crate) fn locate(&self, key: Key) -> (&'static str, u64) {
        let unit = self.units.get(key.unit as usize);
        let part = unit.and_then(|u| self.parts.get(u.part as usize));
        (part.map_or(".debug_info", |p| p.name), unit.map_or(0, |u| u.offset) + u64::from(key.offset))
    }

    /// The index of the file that a unit is in.
    pub(crate) fn file_of(&self, unit: u32) -> usize {
        let part = self.units.get(unit as usize).and_then(|u| self.parts.get(u.part as usize));
        part.map_or(0, |p| p.file)
    }

    /// A unit, read.
    ///
    /// # Errors
    /// A message, when it is damaged.
    pub(crate) fn tree(&mut self, number: u32) -> Result<Rc<Tree>, String> {
        if let Some(i) = self.kept.iter().position(|t| t.unit == number) {
            let tree = self.kept.remove(i);
            self.kept.push(Rc::clone(&tree));
            return Ok(tree);
        }
        let unit = *self.units.get(number as usize).ok_or("there is no such unit")?;
        let part = self.parts.get(unit.part as usize).ok_or("there is no such section")?;
        let file = self.files.get_mut(part.file).ok_or("there is no such file")?;
        let bytes = file.read(part, unit.offset, unit.len).map_err(|e| e.to_string())?;
        let sections = |index: usize| self.files.get(index).map(|f| &f.sections);
        let around = Around {
            supplement: self.supplement.and_then(sections),
            addresses: self
                .parents
                .get(&number)
                .and_then(|&(file, base)| Some((sections(file)?.addresses.as_slice(), base))),
        };
        let own = sections(part.file).ok_or("there is no such file")?;
        let (tables, strings) = (&mut self.tables, &mut self.strings);
        let tree = Rc::new(read((number, &unit), (bytes, part.types), (part.file, own), around, tables, strings)?);
        if !self.outward {
            return Ok(tree);
        }
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Rc::clone(&tree));
        Ok(tree)
    }

    /// The address with an index, for a unit: in `.debug_addr` of its file, or for a unit of a .dwo file in that of the
    /// main file.
    pub(crate) fn indexed_address(&self, tree: &Tree, index: u64) -> Option<u64> {
        let own = (self.file_of(tree.unit), tree.root.address_base);
        let (file, base) = self.parents.get(&tree.unit).copied().unwrap_or(own);
        let sections = &self.files.get(file)?.sections;
        let size = tree.encoding.address_size;
        let at = index.checked_mul(size.into())?.checked_add(base)?;
        let rest = sections.addresses.get(usize::try_from(at).ok()?..)?;
        gimli::Reader::read_address(&mut gimli::EndianSlice::new(rest, sections.endian), size).ok()
    }

    /// The place to which a reference leads; none for a value that is no reference, or if no unit has that place.
    pub(crate) fn key(&self, from: u32, value: Value) -> Option<Key> {
        let own = self.units.get(from as usize)?.part as usize;
        let file = self.parts.get(own)?.file;
        match value {
            Value::Local(offset) => Some(Key { unit: from, offset }),
            Value::Info(offset) => {
                // The offset counts in the section of the reference; if that is .debug_types, in the first .debug_info.
                let fits = |p: &Part| p.file == file && !p.types;
                let part =
                    if self.parts.get(own).is_some_and(fits) { own } else { self.parts.iter().position(fits)? };
                self.at_offset(part, offset)
            }
            Value::Supplement(offset) => self.at_offset(self.info.get(self.supplement?).copied()??, offset),
            Value::Signature(signature) => self.signatures.get(&signature).copied(),
            _ => None,
        }
    }

    fn at_offset(&self, part: usize, offset: u64) -> Option<Key> {
        let range = self.ranges.get(part)?;
        let units = self.units.get(range.start as usize..range.end as usize)?;
        let after = units.partition_point(|u| u.offset <= offset);
        let unit = units.get(after.checked_sub(1)?)?;
        let inside = offset - unit.offset;
        (inside < unit.len).then_some(())?;
        Some(Key { unit: range.start + after as u32 - 1, offset: u32::try_from(inside).ok()? })
    }

    /// The entry that an attribute refers to.
    pub(crate) fn follow(&mut self, from: &At, name: gimli::DwAt) -> Option<At> {
        let value = from.attr(name)?;
        self.entry(&from.tree, value)
    }

    /// The entry that a value of a unit refers to.
    pub(crate) fn entry(&mut self, from: &Rc<Tree>, value: Value) -> Option<At> {
        if let Value::Local(offset) = value {
            return Some(At { die: from.find(offset)?, tree: Rc::clone(from) });
        }
        let key = self.key(from.unit, value)?;
        if key.unit == from.unit {
            return Some(At { die: from.find(key.offset)?, tree: Rc::clone(from) });
        }
        if !self.kept.iter().any(|t| t.unit == key.unit) {
            self.left = self.left.checked_sub(self.units.get(key.unit as usize)?.len)?;
        }
        let tree = self.tree(key.unit).ok()?;
        Some(At { die: tree.find(key.offset)?, tree })
    }

    /// An attribute of a function, variable or parameter: its own; else that of its abstract origin or, if it has none,
    /// of its specification, and so on from there.
    pub(crate) fn inherited(&mut self, at: &At, name: gimli::DwAt) -> Option<(At, Value)> {
        let mut at = at.clone();
        for _ in 0..MAX_CHAIN {
            if let Some(value) = at.attr(name) {
                return Some((at, value));
            }
            let origin = gimli::DW_AT_abstract_origin;
            let next = if at.attr(origin).is_some() { origin } else { gimli::DW_AT_specification };
            at = self.follow(&at, next)?;
        }
        None
    }
}
