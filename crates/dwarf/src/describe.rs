//! Descriptions of DWARF entries for people, shown with the BTF tags (DECL_TAG, TYPE_TAG) that were made from them.

use std::rc::Rc;

use gimli::{DwAt, DwTag};
use text::counted;

use crate::convert::EntryPlace;
use crate::unit::attr::GNU_ANNOTATION;
use crate::unit::cache::Key;
use crate::unit::tree::{GNU_ANNOTATION_TAG, LLVM_ANNOTATION_TAG};
use crate::unit::{Tree, Units, Value};

/// The most bytes of units that are read again.
const MOST: u64 = 256 << 20;

/// How many units are kept while entries are described. An annotation and the entry that it is on are mostly in the
/// same unit.
const KEPT: usize = 4;

/// Describes entries, reading their units again.
pub(crate) struct Describer<'u, 'a> {
    units: &'u mut Units<'a>,
    kept: Vec<Rc<Tree>>,
    left: u64,
}

impl<'u, 'a> Describer<'u, 'a> {
    pub(crate) fn new(units: &'u mut Units<'a>) -> Describer<'u, 'a> {
        Describer { units, kept: Vec::new(), left: MOST }
    }

    /// An entry's place, DWARF tag and attributes. Tag and attributes are empty if the unit cannot be read, or if more
    /// than [`MOST`] bytes would be read again.
    pub(crate) fn entry(&mut self, key: Key) -> EntryPlace {
        let (section, offset) = self.units.locate(key);
        let file = self.units.files.get(self.units.file_of(key.unit)).map(|f| f.elf.name.clone()).unwrap_or_default();
        let mut place = EntryPlace { file, section, offset, tag: String::new(), attributes: Vec::new() };
        let Some(tree) = self.tree(key.unit) else { return place };
        let Some(at) = tree.find(key.offset) else { return place };
        place.tag = tag(tree.tag(at));
        let attributes = tree.attrs(at).iter().map(|(name, value)| (attribute(*name), self.value(&tree, *value)));
        place.attributes = attributes.collect();
        place
    }

    fn tree(&mut self, unit: u32) -> Option<Rc<Tree>> {
        if let Some(tree) = self.kept.iter().find(|tree| tree.unit == unit) {
            return Some(Rc::clone(tree));
        }
        self.left = self.left.checked_sub(self.units.units.get(unit as usize)?.len)?;
        let tree = self.units.tree(unit).ok()?;
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push(Rc::clone(&tree));
        Some(tree)
    }

    fn value(&self, tree: &Tree, value: Value) -> String {
        match value {
            Value::Unsigned(n) => n.to_string(),
            Value::Signed(n) => n.to_string(),
            Value::Text(id) => format!("\"{}\"", self.text(id)),
            Value::Flag(on) => on.to_string(),
            Value::Address(at) => format!("{at:#x}"),
            Value::Block(_, len) => counted(len, "byte"),
            Value::List(at) => format!("a location list at {at:#x}"),
            Value::Local(_) | Value::Info(_) | Value::Supplement(_) | Value::Signature(_) => {
                self.units.key(tree.unit, value).map_or_else(|| "nothing".to_owned(), |key| self.reference(tree, key))
            }
        }
    }

    /// A reference as text: the offset of its entry, with the entry's tag and name if it is in the same unit.
    fn reference(&self, tree: &Tree, key: Key) -> String {
        let (_, offset) = self.units.locate(key);
        let Some(at) = tree.find(key.offset).filter(|_| key.unit == tree.unit) else { return format!("{offset:#x}") };
        let kind = tag(tree.tag(at));
        let kind = kind.strip_prefix("DW_TAG_").unwrap_or(&kind);
        match tree.name(at) {
            0 => format!("{offset:#x} ({kind})"),
            name => format!("{offset:#x} ({kind} {})", self.text(name)),
        }
    }

    fn text(&self, id: u32) -> String {
        btf::visible(self.units.strings.get(id)).into_owned()
    }
}

fn tag(tag: DwTag) -> String {
    match tag {
        LLVM_ANNOTATION_TAG => "DW_TAG_LLVM_annotation".to_owned(),
        GNU_ANNOTATION_TAG => "DW_TAG_GNU_annotation".to_owned(),
        tag => tag.static_string().map_or_else(|| format!("DW_TAG {:#x}", tag.0), str::to_owned),
    }
}

fn attribute(name: DwAt) -> String {
    match name {
        GNU_ANNOTATION => "DW_AT_GNU_annotation".to_owned(),
        name => name.static_string().map_or_else(|| format!("DW_AT {:#x}", name.0), str::to_owned),
    }
}
