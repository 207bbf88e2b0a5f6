//! [`Maker`]: a conversion that is under way: the records so far, and what still has to become some.

use std::collections::{HashMap, HashSet};

use crate::elf::DataSections;
use crate::funcs::Functions;
use crate::records::Records;
use crate::report::Tally;
use crate::unit::cache::{Key, Units};

/// A reference in the making: a word that will be an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    /// A word of the records.
    Word(u32),
    /// One of the ids that functions hold until the end.
    Function(u32),
}

/// A record of a tag, and the entries it was made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) id: u32,
    /// The annotation entry.
    pub(crate) annotation: Key,
    /// The entry that it annotates.
    pub(crate) of: Key,
}

/// A variable for the end, when sections are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) id: u32,
    /// The index of the ELF section.
    pub(crate) section: u32,
    pub(crate) offset: u32,
    pub(crate) size: u32,
}

/// Names that are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub(crate) int: u32,
    pub(crate) decl_tag: u32,
    pub(crate) type_tag: u32,
}

/// What an entry became.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// This id; 0 is void.
    Id(u32),
    /// What another entry is.
    Same(Key),
}

/// A conversion that is under way.
pub(crate) struct Maker<'a> {
    pub(crate) units: Units<'a>,
    pub(crate) records: Records,
    pub(crate) tally: Tally,
    pub(crate) names: Names,
    /// The `int` that arrays are indexed with.
    pub(crate) int: Option<u32>,
    /// For each unit that others may refer to, what its entries became, by offset; none of a unit that was not converted yet.
    pub(crate) made: HashMap<u32, Vec<(u32, Made)>>,
    /// References to units that were not converted yet.
    pub(crate) pending: Vec<(Slot, Key)>,
    /// Units of other files that are needed.
    pub(crate) wanted: Vec<u32>,
    /// All units that were ever wanted.
    pub(crate) asked: HashSet<u32>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) functions: Functions,
    /// Variables that symbols name, to find those of discarded sections: the section and the name.
    pub(crate) objects: HashSet<(u32, u32)>,
    pub(crate) data_sections: DataSections,
    /// Bytes of a pointer, as the ELF header has it.
    pub(crate) pointer: u64,
    /// The ELF machine.
    pub(crate) machine: u16,
    /// How many more annotations of chains are followed. Entries share chains, so that few bytes could say very many tags.
    pub(crate) chain_left: u64,
}

impl Maker<'_> {
    /// Counts something that BTF cannot say or that is damaged.
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

    /// Sets the references whose units were converted in the meantime. With `all`, those that are left become void.
    pub(crate) fn settle(&mut self, all: bool) {
        let pending = std::mem::take(&mut self.pending);
        for (slot, key) in pending {
            match self.find(key) {
                Some(id) => self.set(slot, id),
                None if all => {
                    self.set(slot, 0);
                    self.note("a reference to an entry that is no type, or is not there: void", key);
                }
                None => self.pending.push((slot, key)),
            }
        }
    }

    /// The id of an entry of a unit that was converted.
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

    /// Asks for a unit of another file: those of the file itself are converted anyway.
    pub(crate) fn want(&mut self, unit: u32) {
        if !self.units.own().contains(&unit) && self.asked.insert(unit) {
            self.wanted.push(unit);
        }
    }

    /// Renumbers what holds ids, after the records were deduplicated.
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
        // Of equal tags the first stays, and what it was made of.
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
