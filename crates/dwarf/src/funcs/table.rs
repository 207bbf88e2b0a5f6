//! [`Table`]: the functions of a program, from its symbols.

use std::collections::HashMap;

use crate::elf::{FUNCTION, Symbols};
use crate::strings::Strings;

/// The functions with symbols. A name ends at the first dot: `f.isra.0` counts as `f`. Symbols with `.cold` or `.part`
/// in the rest are left out.
#[derive(Debug, Default)]
pub(crate) struct Table {
    by_name: HashMap<u32, u32>,
    /// The name of each function.
    functions: Vec<u32>,
    /// Symbols of functions, sorted: the function, the address, and whether it was made by optimisation.
    symbols: Vec<(u32, u64, bool)>,
}

impl Table {
    pub(crate) fn new(symbols: &Symbols, strings: &mut Strings) -> Table {
        let mut table = Table::default();
        for symbol in symbols.iter() {
            if symbol.symbol_type != FUNCTION || symbol.section == 0 {
                continue;
            }
            let dot = symbol.name.iter().position(|b| *b == b'.').unwrap_or(symbol.name.len());
            let (name, rest) = symbol.name.split_at(dot);
            let has = |part: &[u8]| rest.windows(part.len()).any(|window| window == part);
            if name.is_empty() || has(b".cold") || has(b".part") {
                continue;
            }
            let name = strings.intern(name);
            let next = table.functions.len() as u32;
            let function = *table.by_name.entry(name).or_insert(next);
            if function == next {
                table.functions.push(name);
            }
            table.symbols.push((function, symbol.address, has(b".isra") || has(b".constprop")));
        }
        table.symbols.sort_unstable();
        table
    }

    /// The function with a name.
    pub(crate) fn find(&self, name: u32) -> Option<u32> {
        self.by_name.get(&name).copied()
    }

    /// The name of a function.
    pub(crate) fn name(&self, function: u32) -> u32 {
        self.functions.get(function as usize).copied().unwrap_or(0)
    }

    /// The rank of each function in the order of names.
    pub(crate) fn ranks(&self, strings: &Strings) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.functions.len() as u32).collect();
        order.sort_by_key(|f| strings.get(self.name(*f)));
        let mut ranks = vec![0; order.len()];
        for (rank, function) in order.into_iter().enumerate() {
            if let Some(slot) = ranks.get_mut(function as usize) {
                *slot = rank as u32;
            }
        }
        ranks
    }

    fn symbols(&self, function: u32) -> &[(u32, u64, bool)] {
        let from = self.symbols.partition_point(|s| s.0 < function);
        let to = self.symbols.partition_point(|s| s.0 <= function);
        self.symbols.get(from..to).unwrap_or_default()
    }

    /// Whether a function's symbols have different addresses, ignoring 0.
    pub(crate) fn is_ambiguous(&self, function: u32) -> bool {
        let mut addresses = self.symbols(function).iter().map(|s| s.1).filter(|address| *address != 0);
        let first = addresses.next();
        addresses.any(|address| Some(address) != first)
    }

    /// Whether one of a function's symbols has this address.
    pub(crate) fn is_at(&self, function: u32, address: u64) -> bool {
        let from = self.symbols.partition_point(|s| (s.0, s.1) < (function, address));
        self.symbols.get(from).is_some_and(|s| (s.0, s.1) == (function, address))
    }

    /// Whether a symbol of this function and address was made by optimisation (.isra, .constprop).
    pub(crate) fn is_remade_at(&self, function: u32, address: u64) -> bool {
        self.symbols.binary_search(&(function, address, true)).is_ok()
    }
}
