//! [`Maker`], the state of a conversion: the records so far, and the references, functions and variables that are
//! completed later.

use std::collections::{HashMap, HashSet};

use crate::elf::DataSections;
use crate::funcs::Functions;
use crate::records::Records;
use crate::report::Tally;
use crate::unit::cache::{Key, Units};

/// A place to fill in with an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// A word of the records.
    Word(u32),
    /// One of the ids that functions hold until the end.
    Function(u32),
}

/// A record of a tag, and the entries that it was made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) id: u32,
    /// The annotation entry.
    pub(crate) annotation: Key,
    /// The entry that it annotates.
    pub(crate) of: Key,
}

/// A variable, kept for the end, when sections are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) id: u32,
    /// The index of the ELF section.
    pub(crate) section: u32,
    pub(crate) offset: u32,
    pub(crate) size: u32,
}

/// The numbers of names that the conversion looks for or writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub(crate) int: u32,
    pub(crate) decl_tag: u32,
    pub(crate) type_tag: u32,
}

/// The result for an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// A type with this id; 0 is void.
    Id(u32),
    /// The same as another entry.
    Same(Key),
}

/// The state of a conversion.
pub(crate) struct Maker<'a> {
    pub(crate) units: Units<'a>,
    pub(crate) records: Records,
    pub(crate) tally: Tally,
    pub(crate) names: Names,
    /// The `int` that is the index type of arrays.
    pub(crate) int: Option<u32>,
    /// For each unit that others may refer to, the results for its entries, by offset; none for a unit that was not
    /// converted yet.
    pub(crate) made: HashMap<u32, Vec<(u32, Made)>>,
    /// References into units that were not converted yet.
    pub(crate) pending: Vec<(Slot, Key)>,
    /// Units of other files that are needed.
    pub(crate) wanted: Vec<u32>,
    /// All units that were ever in `wanted`, so that none is converted twice.
    pub(crate) asked: HashSet<u32>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) functions: Functions,
    /// Variables with a symbol, as section and name. A variable at the start of a section that is not among them may be
    /// in a discarded section.
    pub(crate) objects: HashSet<(u32, u32)>,
    pub(crate) data_sections: DataSections,
    /// Bytes of a pointer, from the ELF header.
    pub(crate) pointer: u64,
    /// The ELF machine.
    pub(crate) machine: u16,
    /// How many more annotations, in chains and among children, are used. Limited, because entries share chains, and
    /// functions and variables the annotations of their origin, so that few bytes could mean very many tags.
    pub(crate) chain_left: u64,
}

impl Maker<'_> {
    /// Counts something that is damaged or that BTF cannot express.
    pub(crate) fn note(&mut self, reason: &str, key: Key) {
        let units = &self.units;
        self.tally.diagnostics.add(reason, || units.place(key));
    }

    /// Sets a reference.
    pub(crate) fn set(&mut self, slot: Slot, id: u32) {
        match slot {
            Slot::Word(at) => self.records.set_word(at, id),
            Slot::Function(at) => self.functions.set_id(at, id),
        }
    }

    /// Fills in the references whose units were converted in the meantime. With `all`, the other references become
    /// void.
    pub(crate) fn settle(&mut self, all: bool) {
        let pending = std::mem::take(&mut self.pending);
        for (slot, key) in pending {
            match self.find(key) {
                Some(id) => self.set(slot, id),
                None if all => {
                    self.set(slot, 0);
                    self.note("a reference to an entry that is not a type or does not exist: taken as void", key);
                }
                None => self.pending.push((slot, key)),
            }
        }
    }

    /// The id for an entry; none if it has no id yet. Requests the entry's unit if that was not converted.
    fn find(&mut self, mut key: Key) -> Option<u32> {
        for _ in 0..crate::unit::cache::MAX_CHAIN {
            let Some(made) = self.made.get(&key.unit) else {
                self.want(key.unit);
                return None;
            };
            let at = made.binary_search_by_key(&key.offset, |m| m.0).ok()?;
            match made.get(at)?.1 {
                Made::Id(id) => return Some(id),
                Made::Same(next) => key = next,
            }
        }
        None
    }

    /// Requests a unit of another file. Units of the main file need no request, because all of them are converted.
    pub(crate) fn want(&mut self, unit: u32) {
        if !self.units.own().contains(&unit) && self.asked.insert(unit) {
            self.wanted.push(unit);
        }
    }

    /// Renumbers all ids, after the records were deduplicated.
    pub(crate) fn renumber(&mut self, map: &crate::dedup::Renumber) {
        self.int = self.int.map(|id| map.of(id));
        for list in self.made.values_mut() {
            for (_, made) in list {
                if let Made::Id(id) = made {
                    *id = map.of(*id);
                }
            }
        }
        for variable in &mut self.variables {
            variable.id = map.of(variable.id);
        }
        // The first of equal tags stays, with its origin.
        let mut last = 0;
        self.origins.retain_mut(|origin| {
            let new = map.of(origin.id);
            let stays = new > last;
            origin.id = new;
            last = last.max(new);
            stays
        });
        self.functions.renumber(map);
    }
}
