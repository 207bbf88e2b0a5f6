//! Entries as people read them: for tags, which want to be seen beside what they were made of.

use std::rc::Rc;

use btf::counted;
use gimli::{DwAt, DwTag};

use crate::convert::EntryPlace;
use crate::unit::attr::GNU_ANNOTATION;
use crate::unit::cache::Key;
use crate::unit::tree::{GNU_ANNOTATION_TAG, LLVM_ANNOTATION_TAG};
use crate::unit::{Tree, Units, Value};

/// At most so many bytes of units are read again.
const MOST: u64 = 256 << 20;

/// Units that are kept while entries are described: a tag and what it is on are mostly in one.
const KEPT: usize = 4;

/// Describes entries of units that are read again.
pub(crate) struct Describer<'u, 'a> {
    units: &'u mut Units<'a>,
    kept: Vec<Rc<Tree>>,
    left: u64,
}

impl<'u, 'a> Describer<'u, 'a> {
    pub(crate) fn new(units: &'u mut Units<'a>) -> Describer<'u, 'a> {
        Describer { units, kept: Vec::new(), left: MOST }
    }

    /// An entry: where it is, its tag and its attributes. Those are left out once too much was read again.
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

    /// Where a reference leads, and what is there if it is of the same unit.
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
