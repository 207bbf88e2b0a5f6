//! Turns a unit's entries into records. Each entry is handled when the walk leaves it, so that its children come first.
//! Then come the tags of the unit's types, then the unit's variables with their tags. References are filled in at the
//! end. The order is pahole's.

mod arrays;
mod enums;
mod members;
pub(crate) mod size;
pub(crate) mod tags;
mod types;
mod variables;

use std::rc::Rc;

use gimli::constants as c;

use crate::maker::{Made, Maker, Slot};
use crate::records::{SIGNED, info};
use crate::unit::cache::{Key, MAX_CHAIN};
use crate::unit::{At, Tree, Value};
use btf::Kind;

/// The entry has no record.
const NONE: u32 = u32::MAX;
/// The entry is the same as the target of its DW_AT_signature or DW_AT_type.
const SAME: u32 = u32::MAX - 1;

/// A unit that is being converted.
pub(crate) struct Lower<'m, 'a> {
    pub(crate) maker: &'m mut Maker<'a>,
    pub(crate) tree: &'m Rc<Tree>,
    /// The result for each entry.
    ids: Vec<u32>,
    /// References to fill in, and the entries with them.
    fixes: Vec<(Slot, Value, u32)>,
    /// Places for the index types of arrays.
    indices: Vec<u32>,
    /// Types with tags, in the order of ids.
    tagged: Vec<Tagged>,
}

/// A type with tags.
struct Tagged {
    id: u32,
    die: u32,
    /// The entries of its members, in the record's order.
    members: Vec<u32>,
}

/// Converts a unit.
pub(crate) fn unit(maker: &mut Maker<'_>, tree: &Rc<Tree>) {
    let mut lower = Lower {
        ids: vec![NONE; tree.dies.len()],
        fixes: Vec::new(),
        indices: Vec::new(),
        tagged: Vec::new(),
        maker,
        tree,
    };
    lower.entries();
    lower.index_type();
    lower.tags_of_types();
    lower.variables();
    lower.fill();
    lower.remember();
}

impl Lower<'_, '_> {
    /// Handles all entries, each when the walk leaves it.
    fn entries(&mut self) {
        let mut open: Vec<u32> = Vec::new();
        let count = self.tree.dies.len() as u32;
        for at in 0..count {
            while let Some(&last) = open.last()
                && self.tree.die(last).is_none_or(|d| d.end <= at)
            {
                open.pop();
                self.leave(last);
            }
            open.push(at);
        }
        while let Some(last) = open.pop() {
            self.leave(last);
        }
    }

    fn leave(&mut self, at: u32) {
        self.note_lost_type_tags(at);
        let id = match self.tree.tag(at) {
            c::DW_TAG_subprogram => {
                crate::funcs::collect::function(self, at);
                NONE
            }
            c::DW_TAG_imported_unit => {
                self.import(at);
                NONE
            }
            _ => self.type_of(at),
        };
        if let Some(slot) = self.ids.get_mut(at as usize) {
            *slot = id;
        }
    }

    /// Requests a unit of the supplementary file that this unit imports.
    fn import(&mut self, at: u32) {
        let key = self.tree.attr(at, c::DW_AT_import).and_then(|value| self.maker.units.key(self.tree.unit, value));
        if let Some(key) = key {
            self.maker.want(key.unit);
        }
    }

    pub(crate) fn at(&self, die: u32) -> At {
        At { tree: Rc::clone(self.tree), die }
    }

    pub(crate) fn key(&self, die: u32) -> Key {
        Key { unit: self.tree.unit, offset: self.tree.die(die).map_or(0, |d| d.offset) }
    }

    /// Counts something about an entry that is damaged or that BTF cannot express.
    fn note(&mut self, reason: &str, die: u32) {
        self.maker.note(reason, self.key(die));
    }

    /// Adds a record.
    pub(crate) fn push(&mut self, name: u32, info: u32, third: u32, rest: &[u32]) -> u32 {
        self.maker.records.push(name, info, third, rest)
    }

    /// Fills in a word of a record later with the id of the type that `value`, an attribute of the entry `die`, refers
    /// to.
    pub(crate) fn refer(&mut self, id: u32, word: u32, value: Option<Value>, die: u32) {
        let slot = Slot::Word(self.maker.records.word_at(id, word));
        self.refer_slot(slot, value, die);
    }

    pub(crate) fn refer_slot(&mut self, slot: Slot, value: Option<Value>, die: u32) {
        if let Some(value) = value {
            self.fixes.push((slot, value, die));
        }
    }

    /// Fills in the index type of the unit's arrays: the first `int` of the debug information, or a new one.
    fn index_type(&mut self) {
        if self.indices.is_empty() {
            return;
        }
        let int = match self.maker.int {
            Some(int) => int,
            None => self.push(self.maker.names.int, info(Kind::Int, false, 0), 4, &[SIGNED << 24 | 32]),
        };
        self.maker.int = Some(int);
        for at in std::mem::take(&mut self.indices) {
            self.maker.records.set_word(at, int);
        }
    }

    /// Fills in the references.
    fn fill(&mut self) {
        for (slot, value, die) in std::mem::take(&mut self.fixes) {
            match self.made(value) {
                Some(Made::Id(id)) => self.maker.set(slot, id),
                Some(Made::Same(key)) => {
                    self.maker.want(key.unit);
                    self.maker.pending.push((slot, key));
                }
                None => {
                    let wrong = self.maker.units.key(self.tree.unit, value).is_none();
                    let reason = if wrong {
                        "a reference to an entry that is not there: void"
                    } else {
                        "a reference to an entry that has no form in BTF: void"
                    };
                    self.note(reason, die);
                    self.maker.set(slot, 0);
                }
            }
        }
    }

    /// The target of a reference: an id, or an entry of another unit. None if the entry does not exist or has no
    /// record.
    fn made(&mut self, mut value: Value) -> Option<Made> {
        for _ in 0..MAX_CHAIN {
            let key = match value {
                Value::Local(offset) => Key { unit: self.tree.unit, offset },
                value => self.maker.units.key(self.tree.unit, value)?,
            };
            if key.unit != self.tree.unit {
                return Some(Made::Same(key));
            }
            let at = self.tree.find(key.offset)?;
            match self.ids.get(at as usize).copied()? {
                NONE => return None,
                SAME => match self.same_as(at) {
                    Some(next) => value = next,
                    None => return Some(Made::Id(0)),
                },
                id => return Some(Made::Id(id)),
            }
        }
        None
    }

    /// For an entry without a record of its own (`SAME`): the entry whose record it uses; none for void.
    fn same_as(&self, at: u32) -> Option<Value> {
        self.tree.attr(at, c::DW_AT_signature).or_else(|| self.tree.attr(at, c::DW_AT_type))
    }

    /// Keeps the results for entries, for units that refer to this one.
    fn remember(&mut self) {
        if !self.maker.units.outward {
            return;
        }
        let mut all = Vec::new();
        for (at, &id) in self.ids.iter().enumerate() {
            let made = match id {
                NONE => continue,
                SAME => match self.same_as(at as u32).and_then(|value| self.maker.units.key(self.tree.unit, value)) {
                    Some(key) => Made::Same(key),
                    None => Made::Id(0),
                },
                id => Made::Id(id),
            };
            all.push((self.key(at as u32).offset, made));
        }
        self.maker.made.insert(self.tree.unit, all);
    }
}
