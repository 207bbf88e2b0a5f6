//! Functions: finds those of the program whose entries all agree on a prototype.
//!
//! [`table`]: the functions that have symbols. [`collect`]: the entries of each, collected while units are converted,
//! with the [`location`]s of their parameters. [`choose`]: at the end, the entry that stands for all, or the reason for
//! which there is none.

pub(crate) mod choose;
pub(crate) mod collect;
mod location;
mod packed;
mod same;
pub(crate) mod table;

use std::collections::HashMap;

use crate::dedup::Renumber;
use crate::unit::cache::Key;
use table::Table;

/// An instance of a function: one of its entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instance {
    /// The function's index in the table.
    pub(crate) function: u32,
    /// The index of its first id: the return type, then the parameters' types.
    ids: u32,
    /// The index of the name of its first parameter.
    names: u32,
    /// The number of its parameters.
    parameters: u32,
    pub(crate) variadic: bool,
    pub(crate) low_pc: Option<u64>,
    pub(crate) found: location::Found,
}

/// A tag of a function or of a parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    instance: u32,
    pub(crate) component: u32,
    pub(crate) text: u32,
    pub(crate) annotation: Key,
    pub(crate) of: Key,
}

/// The functions, kept until the end.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    pub(crate) table: Table,
    instances: Vec<Instance>,
    ids: Vec<u32>,
    names: Vec<u32>,
    /// In the order of instances.
    tags: Vec<Tag>,
    /// For each struct that is passed in memory, whether it is packed.
    packed: HashMap<Key, bool>,
    /// How many more entries may be looked at to find packed structs, the places of parameters, and annotations.
    /// Limited, because many entries can refer to the same long lists of entries.
    steps_left: u64,
    /// How many more entries of location lists, and bytes of the expressions in them, may be read. Limited, because
    /// many parameters can have the same list.
    lists_left: u64,
}

impl Functions {
    /// The functions of a table, without instances yet. `units`: the bytes of all units. `lists`: those of all location
    /// lists. Real files stay far below these limits: nearly every list belongs to one parameter, and few functions have
    /// more than ten parameters.
    pub(crate) fn new(table: Table, units: u64, lists: u64) -> Functions {
        Functions {
            table,
            steps_left: units.saturating_mul(64).saturating_add(1 << 24),
            lists_left: lists.saturating_mul(64).saturating_add(1 << 20),
            ..Functions::default()
        }
    }

    /// Takes one of the steps that are left; false if there is none.
    pub(crate) fn step(&mut self) -> bool {
        let left = self.steps_left.checked_sub(1);
        self.steps_left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether a limit was reached, so that findings may be missing.
    fn gave_up(&self) -> bool {
        self.steps_left == 0 || self.lists_left == 0
    }

    pub(crate) fn set_id(&mut self, at: u32, id: u32) {
        if let Some(slot) = self.ids.get_mut(at as usize) {
            *slot = id;
        }
    }

    /// The function of an instance; both are indices.
    fn function_of(&self, instance: u32) -> u32 {
        self.instances.get(instance as usize).map_or(0, |i| i.function)
    }

    pub(crate) fn renumber(&mut self, map: &Renumber) {
        for id in &mut self.ids {
            *id = map.of(*id);
        }
    }

    /// The return type of an instance, then the types of its parameters.
    pub(crate) fn ids(&self, of: &Instance) -> &[u32] {
        let start = of.ids as usize;
        self.ids.get(start..start + 1 + of.parameters as usize).unwrap_or_default()
    }

    /// The names of an instance's parameters.
    pub(crate) fn names(&self, of: &Instance) -> &[u32] {
        let start = of.names as usize;
        self.names.get(start..start + of.parameters as usize).unwrap_or_default()
    }

    /// The tags of an instance.
    pub(crate) fn tags(&self, instance: u32) -> &[Tag] {
        let from = self.tags.partition_point(|t| t.instance < instance);
        let to = self.tags.partition_point(|t| t.instance <= instance);
        self.tags.get(from..to).unwrap_or_default()
    }
}
