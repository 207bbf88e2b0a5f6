//! [`Code`]: the instructions of an object, numbered consecutively, with the meaning of their relocations.

use std::collections::BTreeSet;

use bpf::{Class, Function, FunctionSource, Insn, Object, ReloKind, SymbolPlace};
use btf::{Endian, InsnOffset};

use super::facts::Facts;

/// The most slots of an object that are walked; the kernel takes a million in a program.
const MAX_SLOTS: usize = 1 << 22;

/// The meaning of an instruction's operand, by its relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Link {
    /// No relocation, or one that the walk does not need.
    None,
    /// Code: its slot, which is a function's first one if the object is sound.
    Function(u32),
    /// Bytes of a read-only section: its index, and the offset.
    Data(u32, i64),
    /// A symbol that the object does not define: the kernel may have it.
    Extern(u32),
    /// A global variable that the program may write.
    Global,
    /// The address of anything else that exists, such as a map.
    Address,
}

/// A range of slots.
#[derive(Clone, Copy, Debug)]
struct Span {
    section: u32,
    first: u32,
    count: u32,
}

/// A function among the slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) first: u32,
    pub(crate) end: u32,
    /// Whether the function is verified alone, apart from its callers.
    pub(crate) global: bool,
}

/// The instructions of an object. A slot is 8 bytes; the slots of all sections together are numbered from 0 on.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) endian: Endian,
    insns: Vec<Insn>,
    links: Vec<Link>,
    /// For each slot, whether it needs a state of its own: the first slot of a function, a call, the slot behind a jump
    /// or call, and the target of a jump.
    leaders: Vec<bool>,
    sections: Vec<Span>,
    pub(crate) parts: Vec<Part>,
    complete: bool,
}

impl Code {
    /// The code of an object, and of its functions as [`Object::functions`] gives them.
    pub fn new(object: &Object, functions: &[Function]) -> Code {
        let mut code = Code {
            endian: object.endian(),
            insns: Vec::new(),
            links: Vec::new(),
            leaders: Vec::new(),
            sections: Vec::new(),
            parts: Vec::new(),
            complete: true,
        };
        for section in object.code_sections() {
            let room = MAX_SLOTS - code.insns.len();
            let first = code.insns.len();
            code.insns.extend(object.insns(section).take(room));
            let count = code.insns.len() - first;
            code.complete &= count as u64 == section.file_range.len() / u64::from(Insn::SIZE);
            code.sections.push(Span { section: section.index, first: first as u32, count: count as u32 });
        }
        code.links = vec![Link::None; code.insns.len()];
        for section in object.code_sections() {
            for relo in object.resolved_relos(section) {
                let Some(slot) =
                    u32::try_from(relo.raw.offset).ok().and_then(|at| code.slot(section.index, InsnOffset(at)))
                else {
                    continue;
                };
                let link = code.link(object, &relo);
                if let Some(to) = code.links.get_mut(slot as usize) {
                    *to = link;
                }
            }
        }
        code.add_parts(functions);
        code.find_leaders();
        code
    }

    fn link(&self, object: &Object, relo: &bpf::Relo) -> Link {
        if !matches!(relo.kind, ReloKind::LdImm64 | ReloKind::Call) {
            return Link::None;
        }
        let Some(target) = relo.target else { return Link::None };
        let symbol = object.symbol(relo.raw.symbol);
        if symbol.is_some_and(|s| s.place == SymbolPlace::Undefined) {
            return Link::Extern(relo.raw.symbol);
        }
        let Some(section) = target.section.and_then(|index| object.section(index)) else { return Link::Address };
        if section.is_code() {
            let slot = u32::try_from(target.offset).ok().and_then(|at| self.slot(section.index, InsnOffset(at)));
            return slot.map_or(Link::None, Link::Function);
        }
        match i64::try_from(target.offset) {
            Ok(at) if section.name.starts_with(".rodata") => Link::Data(section.index, at),
            Ok(_) if [".data", ".bss"].iter().any(|start| section.name.starts_with(start)) => Link::Global,
            _ => Link::Address,
        }
    }

    fn add_parts(&mut self, functions: &[Function]) {
        for f in functions {
            let first = self.slot(f.section, InsnOffset(f.start));
            let behind = self.insns.len() as u32;
            let part = first.map_or(Part { first: behind, end: behind, global: false }, |first| Part {
                first,
                end: first.saturating_add(f.slots()).min(self.insns.len() as u32),
                global: f.global && f.source == FunctionSource::Symbol,
            });
            self.parts.push(part);
        }
    }

    fn find_leaders(&mut self) {
        let mut leaders = vec![false; self.insns.len()];
        let mut mark = |slot: u32| {
            if let Some(l) = leaders.get_mut(slot as usize) {
                *l = true;
            }
        };
        for part in &self.parts {
            mark(part.first);
        }
        for slot in 0..self.insns.len() as u32 {
            let insn = self.insn(slot);
            if let Some(function) = self.function_in(slot) {
                mark(function);
            }
            if insn.is_call() {
                mark(slot);
                mark(slot + 1);
            } else if insn.jump().is_some() {
                mark(slot + 1);
                if let Some(to) = self.jump_target(slot, insn) {
                    mark(to);
                }
            }
        }
        self.leaders = leaders;
    }

    /// The slot of an instruction; none if no slot starts there.
    pub fn slot(&self, section: u32, at: InsnOffset) -> Option<u32> {
        let span = self.sections.iter().find(|s| s.section == section)?;
        let slot = at.0;
        (slot.is_multiple_of(Insn::SIZE) && slot / Insn::SIZE < span.count).then(|| span.first + slot / Insn::SIZE)
    }

    /// The place of a slot: the index of its section, and bytes from that section's start.
    pub fn place(&self, slot: u32) -> Option<(u32, InsnOffset)> {
        let span = self.sections.iter().find(|s| slot >= s.first && slot - s.first < s.count)?;
        Some((span.section, InsnOffset((slot - span.first) * Insn::SIZE)))
    }

    /// The slots of a function, by its index among the functions given to [`Code::new`].
    pub fn slots_of(&self, function: usize) -> std::ops::Range<u32> {
        self.parts.get(function).map_or(0..0, |p| p.first..p.end)
    }

    /// A function and all functions that it calls or takes the address of, directly or not, in the order in which they
    /// are met.
    pub fn with_callees(&self, function: usize) -> Vec<usize> {
        let mut seen = BTreeSet::from([function]);
        let mut all = vec![function];
        let mut next = 0;
        while let Some(&f) = all.get(next) {
            next += 1;
            let callees = self.slots_of(f).filter_map(|slot| self.part_at(self.function_in(slot)?));
            all.extend(callees.filter(|&callee| seen.insert(callee)));
        }
        all
    }

    /// How many slots there are.
    pub fn len(&self) -> u32 {
        self.insns.len() as u32
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.insns.is_empty()
    }

    /// Whether these are all of the object's instructions. If not, the object has more instructions than are walked.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The instruction in a slot, as the compiler wrote it.
    pub fn insn(&self, slot: u32) -> Insn {
        self.insns.get(slot as usize).copied().unwrap_or_default()
    }

    /// The instruction of a slot after relocation.
    pub(crate) fn relocated(&self, slot: u32, facts: &Facts) -> Insn {
        facts.patched(slot).unwrap_or_else(|| self.insn(slot))
    }

    /// Whether a slot needs a state of its own: see [`Code::leaders`].
    pub(crate) fn is_leader(&self, slot: u32) -> bool {
        self.leaders.get(slot as usize) == Some(&true)
    }

    pub(crate) fn link_of(&self, slot: u32) -> Link {
        self.links.get(slot as usize).copied().unwrap_or(Link::None)
    }

    /// The symbol that an instruction needs from the kernel: a function that it calls, or an address.
    pub fn extern_of(&self, slot: u32) -> Option<u32> {
        match self.link_of(slot) {
            Link::Extern(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The function that an instruction calls or takes the address of, as its first slot.
    pub(crate) fn function_in(&self, slot: u32) -> Option<u32> {
        let insn = self.insn(slot);
        match self.link_of(slot) {
            Link::Function(to) if insn.is_call() || insn.is_ldimm64() => Some(to),
            // A call within its section needs no relocation.
            Link::None if insn.is_call() && insn.src == 1 => self.within(slot, i64::from(insn.imm)),
            _ => None,
        }
    }

    /// The slot that lies `distance` slots behind the slot after this one; none if it is not in the same section.
    fn within(&self, slot: u32, distance: i64) -> Option<u32> {
        let span = self.sections.iter().find(|s| slot >= s.first && slot - s.first < s.count)?;
        let to = i64::from(slot).checked_add(1)?.checked_add(distance)?;
        let to = u32::try_from(to).ok()?;
        (to >= span.first && to - span.first < span.count).then_some(to)
    }

    /// The slot that a jump goes to. None if `insn` is no jump by a fixed distance, or the slot is outside of the
    /// jump's section.
    pub(crate) fn jump_target(&self, slot: u32, insn: Insn) -> Option<u32> {
        self.within(slot, insn.jump()?)
    }

    /// The function that a slot is in.
    pub(crate) fn part_at(&self, slot: u32) -> Option<usize> {
        let before = self.parts.partition_point(|p| p.first <= slot);
        let i = before.checked_sub(1)?;
        self.parts.get(i).filter(|p| slot < p.end).map(|_| i)
    }

    /// The slots that may follow a slot, whatever the values of its operands: the next slot, the target of its jump,
    /// the function that it calls or takes the address of.
    pub(crate) fn successors(&self, slot: u32, facts: &Facts) -> [Option<u32>; 3] {
        let insn = self.relocated(slot, facts);
        let function = self.function_in(slot);
        if insn.is_ldimm64() {
            return [slot.checked_add(2), None, function];
        }
        match (insn.class(), insn.code & 0xf0) {
            // exit, gotox
            (Class::Jmp | Class::Jmp32, 0x90) => [None, None, None],
            (Class::Jmp, 0x00) if insn.code & 8 != 0 => [None, None, None],
            // ja, gotol
            (Class::Jmp | Class::Jmp32, 0x00) => [None, self.jump_target(slot, insn), None],
            (Class::Jmp | Class::Jmp32, 0x80) => [slot.checked_add(1), None, function],
            (Class::Jmp | Class::Jmp32, _) => [slot.checked_add(1), self.jump_target(slot, insn), None],
            _ => [slot.checked_add(1), None, None],
        }
    }
}
