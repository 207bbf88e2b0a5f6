//! The walk: sparse conditional constant propagation over a program and the functions that it calls.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{Class, Insn, Object};

use super::code::{Code, Link};
use super::eval::{Branch, alu, branch};
use super::facts::{Extern, Facts};
use super::value::{State, Value};

/// The most steps of a walk for each instruction: each leader's state changes a few times for each register. A leader
/// is a slot with a state of its own ([`Code::is_leader`]).
const MOST_STEPS: u64 = 64;

/// An instruction was reached.
pub(crate) const REACHED: u8 = 1;
/// Control goes on to the next instruction.
pub(crate) const FALLS: u8 = 2;
/// Control goes to the target of the jump.
pub(crate) const TAKEN: u8 = 4;
/// Where control goes depends on unknown facts of the kernel.
pub(crate) const UNSURE: u8 = 8;
/// The verifier stops here.
pub(crate) const STOPS: u8 = 16;

/// The result of the walk, by slot.
pub(crate) struct Walked {
    /// For each slot, the flags from [`REACHED`] to [`STOPS`] that hold, or-ed.
    pub(crate) flags: Vec<u8>,
    /// Loads from the context: the offset in bytes of the first byte, and the slots that load there.
    pub(crate) context: BTreeMap<i64, BTreeSet<u32>>,
    /// Loads through pointers that were loaded from the context: by slot, the pointer's offset in the context.
    pub(crate) through: BTreeMap<u32, i64>,
    /// Whether the walk was completed.
    pub(crate) complete: bool,
}

/// The most offsets of the context that are kept.
const MAX_CONTEXT: usize = 4096;

struct Walk<'a> {
    object: &'a Object,
    code: &'a Code,
    facts: &'a Facts,
    out: Walked,
    states: BTreeMap<u32, State>,
    queue: Vec<u32>,
    /// The value that each function returns, as far as known. Only those of static functions are used.
    returns: BTreeMap<usize, Value>,
    callers: BTreeMap<usize, BTreeSet<u32>>,
    steps: u64,
}

/// Walks from some functions' first slots. `entries`: functions that get the program's context; `apart`: functions with
/// any arguments.
pub(crate) fn walk(object: &Object, code: &Code, entries: &[u32], apart: &[u32], facts: &Facts) -> Walked {
    let flags = vec![0; code.len() as usize];
    let out = Walked { flags, context: BTreeMap::new(), through: BTreeMap::new(), complete: code.is_complete() };
    let steps = u64::from(code.len()).saturating_mul(MOST_STEPS).saturating_add(1 << 16);
    let mut walk = Walk {
        object,
        code,
        facts,
        out,
        states: BTreeMap::new(),
        queue: Vec::new(),
        returns: BTreeMap::new(),
        callers: BTreeMap::new(),
        steps,
    };
    for &entry in entries {
        let any = Value::Any;
        walk.flow(entry, &State::at_entry([Value::Context(0), any, any, any, any]));
    }
    for &start in apart {
        walk.flow(start, &State::at_entry([Value::Any; 5]));
    }
    while let Some(slot) = walk.queue.pop() {
        if let Some(state) = walk.states.get(&slot).cloned() {
            walk.run(slot, state);
        }
        if walk.steps == 0 {
            walk.out.complete = false;
            break;
        }
    }
    walk.out
}

impl Walk<'_> {
    /// Notes that control comes to a slot with this state. If that changes the state known there, the slot is walked
    /// again.
    fn flow(&mut self, to: u32, state: &State) {
        if to >= self.code.len() {
            return;
        }
        let changed = match self.states.get_mut(&to) {
            Some(known) => known.join(state),
            None => self.states.insert(to, state.clone()).is_none(),
        };
        if changed {
            self.queue.push(to);
        }
    }

    fn flag(&mut self, slot: u32, flag: u8) {
        if let Some(f) = self.out.flags.get_mut(slot as usize) {
            *f |= flag;
        }
    }

    /// Walks from a leader to the next one; or to a jump, call or exit, or an instruction that the verifier refuses, if
    /// that comes first.
    fn run(&mut self, leader: u32, mut state: State) {
        let mut slot = leader;
        while slot < self.code.len() && self.steps > 0 {
            if slot != leader && self.code.is_leader(slot) {
                self.flow(slot, &state);
                return;
            }
            self.steps -= 1;
            self.flag(slot, REACHED);
            if self.stops(slot) {
                self.flag(slot, STOPS);
                return;
            }
            let insn = self.code.relocated(slot, self.facts);
            match insn.class() {
                Class::Jmp | Class::Jmp32 => return self.jump(slot, insn, state),
                Class::Ld if insn.is_ldimm64() => {
                    self.ldimm64(slot, insn, &mut state);
                    self.flag(slot, FALLS);
                    self.flag(slot + 1, REACHED);
                    slot += 2;
                    continue;
                }
                // The old loads from packets clobber registers as a call does.
                Class::Ld => state.call(Value::Any),
                Class::Ldx => self.load(slot, insn, &mut state),
                Class::St | Class::Stx => store(insn, &mut state),
                Class::Alu | Class::Alu64 => {
                    let result = alu(insn, state.get(insn.dst), operand(insn, &state), self.code.endian);
                    state.set(insn.dst, result);
                }
            }
            self.flag(slot, FALLS);
            slot += 1;
        }
    }

    /// Whether the verifier refuses the program here: a poisoned instruction, a call of a function that is missing.
    fn stops(&self, slot: u32) -> bool {
        let missing = |symbol| self.facts.extern_of(symbol) == Extern::Missing;
        self.facts.is_poisoned(slot) || self.code.insn(slot).is_call() && self.code.extern_of(slot).is_some_and(missing)
    }

    fn ldimm64(&mut self, slot: u32, insn: Insn, state: &mut State) {
        let value = match self.code.link_of(slot) {
            Link::Function(_) => {
                // Code that gets the address of the function may call the function, with any arguments.
                if let Some(to) = self.code.function_in(slot) {
                    self.flow(to, &State::at_entry([Value::Any; 5]));
                }
                Value::NonZero
            }
            Link::Data(section, at) => Value::Data(section, at),
            Link::Address | Link::Global => Value::NonZero,
            Link::Extern(symbol) => match self.facts.extern_of(symbol) {
                Extern::Missing => Value::Const(0),
                Extern::There => Value::NonZero,
                Extern::Unknown => Value::Unsure,
                Extern::Config(_) | Extern::UnknownConfig => Value::Config(symbol, 0),
            },
            // A map by its descriptor, or the id of a type.
            Link::None if insn.src != 0 => Value::NonZero,
            Link::None => Value::Const(insn.imm64(self.code.relocated(slot.saturating_add(1), self.facts))),
        };
        state.set(insn.dst, value);
    }

    fn load(&mut self, slot: u32, insn: Insn, state: &mut State) {
        let bytes = insn.access_size().unwrap_or(8);
        // The latest result replaces earlier ones: a slot is walked again with the joined state of more paths, so the
        // latest result holds on all of them.
        match state.get(insn.src) {
            Value::Argument(at) => self.out.through.insert(slot, at),
            _ => self.out.through.remove(&slot),
        };
        let from = state.get(insn.src).moved(insn.off.into());
        let loaded = match from {
            Some(Value::Context(at)) => {
                if self.out.context.len() < MAX_CONTEXT || self.out.context.contains_key(&at) {
                    self.out.context.entry(at).or_default().insert(slot);
                }
                if bytes == 8 { Value::Argument(at) } else { Value::Any }
            }
            Some(Value::Stack(at)) if bytes == 8 => state.load(at),
            Some(Value::Data(section, at)) => self.data(section, at, bytes),
            Some(Value::Config(symbol, 0)) => match self.facts.extern_of(symbol) {
                Extern::Config(v) => Value::Const(low(v, bytes)),
                _ => Value::Unsure,
            },
            Some(Value::Config(..)) => Value::Unsure,
            _ => Value::Any,
        };
        // BPF_MEMSX extends the sign.
        let loaded = match (loaded, insn.code & 0xe0, bytes) {
            (Value::Const(v), 0x80, 1) => Value::Const(v as i8 as i64 as u64),
            (Value::Const(v), 0x80, 2) => Value::Const(v as i16 as i64 as u64),
            (Value::Const(v), 0x80, 4) => Value::Const(v as i32 as i64 as u64),
            (v, ..) => v,
        };
        state.set(insn.dst, loaded);
    }

    /// Bytes of a read-only section, from the file.
    fn data(&self, section: u32, at: i64, bytes: u32) -> Value {
        let number = || {
            let section = self.object.section(section)?;
            let start = u64::try_from(at).ok()?;
            let end = start.checked_add(bytes.into())?;
            // A relocation replaces the bytes of the file. A relocation of 8 bytes may start up to 7 bytes before
            // `start`.
            if self.object.relos_in(section, start.saturating_sub(7), end).next().is_some() {
                return None;
            }
            let found =
                self.object.section_bytes(section).get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)?;
            let fold = |n: u64, b: &u8| n << 8 | u64::from(*b);
            Some(match self.code.endian {
                btf::Endian::Little => found.iter().rev().fold(0, fold),
                btf::Endian::Big => found.iter().fold(0, fold),
            })
        };
        number().map_or(Value::Any, Value::Const)
    }

    fn jump(&mut self, slot: u32, insn: Insn, state: State) {
        let op = insn.code & 0xf0;
        let next = slot.saturating_add(1);
        match op {
            0x80 if insn.class() == Class::Jmp => self.call(slot, state),
            0x90 => self.exit(slot, &state),
            // gotox goes where a table of the object says, which is not read: the walk is incomplete.
            0x00 if insn.class() == Class::Jmp && insn.code & 8 != 0 => self.out.complete = false,
            0x00 => {
                self.flag(slot, TAKEN);
                if let Some(to) = self.code.jump_target(slot, insn) {
                    self.flow(to, &state);
                }
            }
            _ => {
                let (dst, source) = (state.get(insn.dst), operand(insn, &state));
                let goes = branch(insn, dst, source);
                if goes == Branch::Unsure {
                    self.flag(slot, UNSURE);
                }
                // On the side where a register equals a constant, it is that constant.
                let equal = |op: u8| match (source, insn.class()) {
                    (Value::Const(_), Class::Jmp) if insn.code & 0xf0 == op && goes != Branch::Unsure => {
                        let mut known = state.clone();
                        known.set(insn.dst, source);
                        known
                    }
                    _ => state.clone(),
                };
                if goes != Branch::Falls {
                    self.flag(slot, TAKEN);
                    if let Some(to) = self.code.jump_target(slot, insn) {
                        self.flow(to, &equal(0x10));
                    }
                }
                if goes != Branch::Taken {
                    self.flag(slot, FALLS);
                    self.flow(next, &equal(0x50));
                }
            }
        }
    }

    fn call(&mut self, slot: u32, mut state: State) {
        let next = slot.saturating_add(1);
        let function = self.code.function_in(slot);
        let part = function.and_then(|to| self.code.part_at(to));
        let (Some(to), Some(part)) = (function, part) else {
            if let Some(to) = function {
                self.flow(to, &State::at_entry([Value::Any; 5]));
            }
            // A helper or kernel function. bpf_throw does not return; the walk goes on behind it, and so may reach too
            // much but never too little.
            state.call(Value::Any);
            self.flag(slot, FALLS);
            return self.flow(next, &state);
        };
        self.flag(slot, TAKEN);
        // The verifier checks a global function once, with only the types of its arguments.
        if self.code.parts.get(part).is_some_and(|p| p.global) {
            let context = |v| if matches!(v, Value::Context(_)) { v } else { Value::Any };
            self.flow(to, &State::at_entry(state.arguments().map(context)));
            state.call(Value::Any);
            self.flag(slot, FALLS);
            return self.flow(next, &state);
        }
        self.flow(to, &State::at_entry(state.arguments()));
        self.callers.entry(part).or_default().insert(slot);
        if let Some(&result) = self.returns.get(&part) {
            state.call(result);
            self.flag(slot, FALLS);
            self.flow(next, &state);
        }
    }

    fn exit(&mut self, slot: u32, state: &State) {
        let Some(part) = self.code.part_at(slot) else { return };
        let result = match state.get(0) {
            Value::Stack(_) => Value::Any,
            v => v,
        };
        let joined = self.returns.get(&part).map_or(result, |known| known.join(result));
        if self.returns.insert(part, joined) != Some(joined) {
            let waiting: Vec<u32> = self.callers.get(&part).into_iter().flatten().copied().collect();
            self.queue.extend(waiting);
        }
    }
}

/// The source register's value, or the immediate with its sign.
fn operand(insn: Insn, state: &State) -> Value {
    if insn.code & 8 != 0 { state.get(insn.src) } else { Value::Const(i64::from(insn.imm) as u64) }
}

fn low(v: u64, bytes: u32) -> u64 {
    if bytes >= 8 { v } else { v & ((1 << (bytes * 8)) - 1) }
}

fn store(insn: Insn, state: &mut State) {
    let bytes = insn.access_size().unwrap_or(8);
    let atomic = insn.class() == Class::Stx && insn.code & 0xe0 == 0xc0;
    let value = if insn.class() == Class::Stx && !atomic { state.get(insn.src) } else { Value::Any };
    let load_acquire = atomic && insn.imm == 0x100;
    if let Some(Value::Stack(at)) = state.get(insn.dst).moved(insn.off.into()).filter(|_| !load_acquire) {
        state.store(at, bytes, value);
    }
    match insn.imm {
        _ if !atomic => {}
        0x100 => state.set(insn.dst, Value::Any),
        // cmpxchg returns the old value in r0, all other fetching operations in their source.
        0xf1 => state.set(0, Value::Any),
        imm if imm & 1 != 0 => state.set(insn.src, Value::Any),
        _ => {}
    }
}
