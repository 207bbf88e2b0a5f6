//! Variables of a unit with an address, and the reasons to leave others out.

use std::collections::HashSet;

use btf::Kind;
use gimli::constants as c;

use super::Lower;
use crate::maker::Variable;
use crate::records::info;
use crate::unit::{At, Value};

/// Names made by tools of the kernel's build (pahole leaves them out).
const MADE: [&[u8]; 5] =
    [b"__UNIQUE_ID", b"__tpstrtab_", b"__exitcall_", b"__gendwarfksyms_ptr_", b"__func_stack_frame_non_standard_"];

/// The longest name that is accepted, in bytes (`KSYM_NAME_LEN` of pahole).
const LONGEST: usize = 128;

impl Lower<'_, '_> {
    /// Adds the variables of the unit, and of namespaces in it (C++, Rust), in the order of their entries. pahole
    /// leaves out those of namespaces.
    pub(super) fn variables(&mut self) {
        let tree = self.tree;
        let count = tree.dies.len() as u32;
        let mut variables: Vec<u32> = Vec::new();
        let mut at = 1;
        while at < count {
            match tree.tag(at) {
                c::DW_TAG_namespace | c::DW_TAG_module => at += 1,
                tag => {
                    if tag == c::DW_TAG_variable {
                        variables.push(at);
                    }
                    at = tree.die(at).map_or(count, |die| die.end.max(at + 1));
                }
            }
        }
        // A declaration in a namespace or class, and its definition in the unit, are one variable.
        let specified = |die: &u32| match tree.attr(*die, c::DW_AT_specification) {
            Some(Value::Local(offset)) => Some(offset),
            _ => None,
        };
        let defined: HashSet<u32> = variables.iter().filter_map(specified).collect();
        variables.retain(|&die| tree.die(die).is_some_and(|die| !defined.contains(&die.offset)));
        for die in variables {
            if let Err(reason) = self.variable(die) {
                let (_, name) = self.described(&self.at(die), c::DW_AT_name);
                let name = if let Some(Value::Text(name)) = name { name } else { 0 };
                let (units, key) = (&self.maker.units, self.key(die));
                self.maker.tally.variables.add(reason, || match units.strings.get(name) {
                    [] => units.place(key),
                    name => btf::visible(name).into_owned(),
                });
            }
        }
    }

    /// An attribute of the entry that `at` specifies, if it specifies one; else an attribute of `at` itself. Also
    /// returns the entry.
    fn described(&mut self, at: &At, name: gimli::DwAt) -> (At, Option<Value>) {
        let specified = self.maker.units.follow(at, c::DW_AT_specification);
        let of = specified.unwrap_or_else(|| at.clone());
        let value = of.attr(name);
        (of, value)
    }

    fn variable(&mut self, die: u32) -> Result<(), &'static str> {
        let at = self.at(die);
        if self.tree.has(die, c::DW_AT_declaration) && at.attr(c::DW_AT_specification).is_none() {
            return Err("only declared here");
        }
        if self.tree.has(die, c::DW_AT_artificial) {
            return Err("made by the compiler");
        }
        let address =
            self.address(die).ok_or("it has no fixed address: thread-local, in a register, or optimised out")?;
        let (section, offset) =
            self.maker.data_sections.at(address).ok_or("its address is in no section that is loaded")?;
        let (of, name) = self.described(&at, c::DW_AT_name);
        let Some(Value::Text(name)) = name.filter(|name| *name != Value::Text(0)) else { return Err("it has no name") };
        let text = self.maker.units.strings.get(name);
        if MADE.iter().any(|prefix| text.starts_with(prefix)) {
            return Err("it was made by the kernel's build");
        }
        if !is_name(text) {
            return Err("its name cannot stand in BTF");
        }
        // As in pahole: a variable of a discarded section has the address 0, so it seems to be at the start of a
        // section.
        if offset == 0
            && !self.is_symbol(section, name)
            && !self.linkage_name(&at).is_some_and(|name| self.is_symbol(section, name))
        {
            return Err("it is at the start of a section and no symbol there has its name: it may have been discarded");
        }
        if of.attr(c::DW_AT_type).is_none() {
            return Err("it has no type");
        }
        let size = self.size(&of, c::DW_AT_type);
        if size == 0 {
            return Err("its type has no size");
        }
        let (Ok(size), Ok(offset)) = (u32::try_from(size), u32::try_from(offset)) else {
            return Err("its size or place is beyond 32 bits");
        };
        let linkage = of.tree.has(of.die, c::DW_AT_external);
        let id = self.push(name, info(Kind::Var, false, 0), 0, &[linkage.into()]);
        self.refer_from(id, 2, &of);
        let mut tags = self.decl_annotations(&at);
        if tags.is_empty() {
            tags = self.decl_annotations(&of);
        }
        self.push_tags(tags, id, super::tags::WHOLE, self.key(die));
        self.maker.variables.push(Variable { id, section, offset, size });
        Ok(())
    }

    /// Whether a variable in a section has a symbol of this name.
    fn is_symbol(&self, section: u32, name: u32) -> bool {
        self.maker.objects.contains(&(section, name))
    }

    /// The name of a variable's symbol, if it differs from its own: in C++ and Rust it includes the namespaces.
    fn linkage_name(&mut self, at: &At) -> Option<u32> {
        [c::DW_AT_linkage_name, c::DW_AT_MIPS_linkage_name].into_iter().find_map(|which| {
            match at.attr(which).or_else(|| self.described(at, which).1)? {
                Value::Text(name) => Some(name),
                _ => None,
            }
        })
    }

    /// Fills in a word later with the type of an entry that may be in another unit.
    fn refer_from(&mut self, id: u32, word: u32, of: &At) {
        let value = of.attr(c::DW_AT_type);
        if of.tree.unit == self.tree.unit {
            return self.refer(id, word, value, of.die);
        }
        if let Some(key) = value.and_then(|value| self.maker.units.key(of.tree.unit, value)) {
            let slot = crate::maker::Slot::Word(self.maker.records.word_at(id, word));
            self.maker.pending.push((slot, key));
        }
    }

    /// The address of a variable, if its location begins with one.
    fn address(&mut self, die: u32) -> Option<u64> {
        let Value::Block(start, len) = self.tree.attr(die, c::DW_AT_location)? else { return None };
        crate::expression::address(self.tree, self.tree.block(start, len), &mut |index| {
            self.maker.units.indexed_address(self.tree, index)
        })
    }
}

/// Whether a name is accepted: letters, digits, underscores and dots, no digit first, not longer than [`LONGEST`].
fn is_name(name: &[u8]) -> bool {
    let start = |b: &u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b'.');
    let part = |b: &u8| start(b) || b.is_ascii_digit();
    name.len() <= LONGEST && name.first().is_some_and(start) && name.iter().all(part)
}
