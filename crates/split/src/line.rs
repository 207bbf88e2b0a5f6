//! The interface between the two modules: everything that the second imports from the first, by name.

use std::collections::BTreeMap;

use walrus::ir::{Visitor, dfs_in_order};
use walrus::{FunctionId, FunctionKind, GlobalId, MemoryId, Module, Table, TableId};

use crate::choose::{self, Chosen};

/// The exports of the first module for the second.
#[derive(Debug)]
pub struct Line {
    /// Functions of the first module, also imported ones.
    pub functions: BTreeMap<FunctionId, String>,
    /// Memories.
    pub memories: BTreeMap<MemoryId, String>,
    /// Tables.
    pub tables: BTreeMap<TableId, String>,
    /// Globals.
    pub globals: BTreeMap<GlobalId, String>,
    /// The table of functions, one of the tables.
    pub table: TableId,
    /// The first table slot of the second module; each entry has one.
    pub base: u32,
    /// The number of these slots.
    more: u64,
}

impl Line {
    /// What the chosen functions use.
    ///
    /// # Errors
    /// When the module has no table of functions.
    pub fn new(module: &Module, chosen: &Chosen) -> Result<Line, String> {
        let table = choose::table(module).ok_or("there is no table of functions")?;
        let base =
            u32::try_from(module.tables.get(table).initial).map_err(|_| "the table of functions is too large")?;
        let mut used = Used::default();
        for id in &chosen.functions {
            if let FunctionKind::Local(function) = &module.funcs.get(*id).kind {
                dfs_in_order(&mut used, function, function.entry_block());
            }
        }
        used.tables.push(table);
        used.functions.retain(|id| !chosen.functions.contains(id));
        let mut names = 0;
        Ok(Line {
            functions: named(used.functions, &mut names),
            memories: named(used.memories, &mut names),
            tables: named(used.tables, &mut names),
            globals: named(used.globals, &mut names),
            table,
            base,
            more: chosen.entries.len() as u64,
        })
    }

    /// Makes room in the table of functions, which both modules share.
    pub fn extend(&self, table: &mut Table) {
        table.initial += self.more;
        table.maximum = table.maximum.map(|most| most + self.more);
    }
}

#[derive(Default)]
struct Used {
    functions: Vec<FunctionId>,
    memories: Vec<MemoryId>,
    tables: Vec<TableId>,
    globals: Vec<GlobalId>,
}

impl<'i> Visitor<'i> for Used {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.functions.push(*function);
    }
    fn visit_memory_id(&mut self, memory: &MemoryId) {
        self.memories.push(*memory);
    }
    fn visit_table_id(&mut self, table: &TableId) {
        self.tables.push(*table);
    }
    fn visit_global_id(&mut self, global: &GlobalId) {
        self.globals.push(*global);
    }
}

/// Gives each a short unique name.
fn named<T: Ord>(mut all: Vec<T>, names: &mut u32) -> BTreeMap<T, String> {
    all.sort();
    all.dedup();
    all.into_iter()
        .map(|id| {
            *names += 1;
            (id, format!("_{}", short(*names)))
        })
        .collect()
}

/// A number in few letters.
fn short(mut number: u32) -> String {
    let mut text = String::new();
    while number > 0 {
        text.insert(0, char::from_digit(number % 36, 36).unwrap_or('0'));
        number /= 36;
    }
    text
}
