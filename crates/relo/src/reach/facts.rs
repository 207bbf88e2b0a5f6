//! [`Facts`]: the facts about a kernel that a walk needs.

use std::collections::{BTreeMap, BTreeSet};

use bpf::Insn;

use crate::patch::Patched;

/// The kernel's answer for a symbol that the object does not define.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extern {
    /// The kernel does not have the symbol: its address is 0 if it is weak, and a function cannot be called.
    Missing,
    /// The kernel has the symbol: its address is not 0.
    There,
    /// Not known.
    Unknown,
    /// A variable of `.kconfig` with this value.
    Config(u64),
    /// A variable of `.kconfig` whose value is not known.
    UnknownConfig,
}

/// The facts about a kernel that a walk needs: the instructions after relocation, and the externs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Facts {
    patches: BTreeMap<u32, Insn>,
    poisoned: BTreeSet<u32>,
    externs: BTreeMap<u32, Extern>,
    plain_addresses: BTreeSet<u32>,
    plain_pointers: BTreeSet<u32>,
}

impl Facts {
    /// Sets the relocated instruction of a slot. A failed relocation changes nothing.
    pub fn patch(&mut self, slot: u32, patched: &Patched) {
        if patched.error.is_some() {
            return;
        }
        self.patches.insert(slot, patched.insn);
        if let (Some(second), Some(next)) = (patched.second, slot.checked_add(1)) {
            self.patches.insert(next, second);
        }
        if patched.poisoned {
            self.poisoned.insert(slot);
        }
    }

    /// Sets the kernel's answer for the symbol of this index. Externs that are not set are unknown.
    pub fn set_extern(&mut self, symbol: u32, what: Extern) {
        self.externs.insert(symbol, what);
    }

    /// Marks the symbol of this index as declared without a type (`extern const void x __ksym`): its address is a
    /// number to the verifier, whether it exists or not.
    pub fn set_plain_address(&mut self, symbol: u32) {
        self.plain_addresses.insert(symbol);
    }

    pub(crate) fn is_plain_address(&self, symbol: u32) -> bool {
        self.plain_addresses.contains(&symbol)
    }

    /// Marks the load in a slot as a load of a member that is a pointer, but not to a struct or union: `char *`,
    /// `void *`.
    pub fn set_plain_pointer(&mut self, slot: u32) {
        self.plain_pointers.insert(slot);
    }

    pub(crate) fn is_plain_pointer(&self, slot: u32) -> bool {
        self.plain_pointers.contains(&slot)
    }

    /// The relocated instruction of a slot; none if no relocation changes it.
    pub(crate) fn patched(&self, slot: u32) -> Option<Insn> {
        self.patches.get(&slot).copied()
    }

    /// Whether the instruction was poisoned.
    pub fn is_poisoned(&self, slot: u32) -> bool {
        self.poisoned.contains(&slot)
    }

    /// The kernel's answer for a symbol.
    pub fn extern_of(&self, symbol: u32) -> Extern {
        self.externs.get(&symbol).copied().unwrap_or(Extern::Unknown)
    }
}
