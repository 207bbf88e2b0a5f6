//! The walk over one function: kinds of values to a fixed point, then what is wrong at each instruction.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{Class, Insn, helper_name};

use super::context::{Access, Bytes, access};
use super::helpers::{gives_open_number, gives_pointer};
use super::kind::{Kind, State};
use super::{Input, Why, returns};
use crate::reach::{Extern, Link, Reached};

/// So deep calls of static functions are followed.
const MAX_DEPTH: u32 = 4;

/// What was found of one function.
#[derive(Default)]
pub(super) struct Found {
    /// Whether every way through it meets something that is refused.
    pub(super) refused: bool,
    /// What the ways meet first.
    pub(super) first: Vec<(u32, Why)>,
}

struct Walk<'a> {
    input: &'a Input<'a>,
    depth: u32,
    range: std::ops::Range<u32>,
    states: BTreeMap<u32, State>,
    queue: Vec<u32>,
    /// Jumps that the verifier surely follows both ways.
    open: BTreeSet<u32>,
}

/// Walks a function from its first slot. None where the walk cannot be made, or the budget is used up.
pub(super) fn function(input: &Input<'_>, entry: u32, arguments: [Kind; 5], depth: u32) -> Option<Found> {
    let part = input.code.part_at(entry)?;
    let range = input.code.slots_of(part);
    let mut walk = Walk { input, depth, range, states: BTreeMap::new(), queue: Vec::new(), open: BTreeSet::new() };
    walk.flow(entry, &State::at_entry(arguments));
    while let Some(slot) = walk.queue.pop() {
        input.step()?;
        let Some(state) = walk.states.get(&slot).cloned() else { continue };
        walk.step(slot, state);
    }
    walk.judge(entry)
}

impl Walk<'_> {
    fn insn(&self, slot: u32) -> Insn {
        self.input.facts.insn(self.input.code, slot)
    }

    fn flow(&mut self, to: u32, state: &State) {
        if !self.goes(to) {
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

    /// Whether the verifier may come to a slot of this function.
    fn goes(&self, to: u32) -> bool {
        self.range.contains(&to) && self.input.reach.reached(to) != Reached::Never
    }

    /// The slots behind one, whatever its operands; none behind what leaves the function.
    fn successors(&self, slot: u32) -> [Option<u32>; 2] {
        let [next, jump, _] = self.input.code.successors(slot, self.input.facts);
        [next, jump]
    }

    fn step(&mut self, slot: u32, mut state: State) {
        let insn = self.insn(slot);
        if self.stops(slot) || self.wrong(slot, &state).is_some() {
            return;
        }
        match insn.class() {
            Class::Jmp | Class::Jmp32 => self.jump(slot, insn, &mut state),
            Class::Ld if insn.is_ldimm64() => {
                let kind = match self.input.code.link_of(slot) {
                    Link::None if insn.src == 0 => Kind::Const(insn.imm64(self.insn(slot.saturating_add(1)))),
                    Link::Extern(_) => Kind::Unknown,
                    _ => Kind::Other,
                };
                state.set(insn.dst, kind);
            }
            Class::Ld => call(&mut state, Kind::Number, false),
            Class::Ldx => self.load(slot, insn, &mut state),
            Class::St | Class::Stx => store(insn, &mut state),
            Class::Alu | Class::Alu64 => {
                let kind = alu(insn, &state);
                let copies = insn.class() == Class::Alu64 && insn.code & 0xf0 == 0xb0 && insn.off == 0;
                if !copies {
                    // What is compared with the result may say something of the number.
                    let source = if insn.code & 8 == 0 { Kind::Number } else { state.get(insn.src) };
                    for kind in [state.get(insn.dst), source] {
                        if let Kind::Fresh(origin, _) = kind {
                            state.stale(origin);
                        }
                    }
                }
                state.set(insn.dst, if copies || !matches!(kind, Kind::Fresh(..)) { kind } else { Kind::Number });
            }
        }
        for to in self.successors(slot).into_iter().flatten() {
            self.flow(to, &state);
        }
    }

    /// Whether another rule has the verifier stop here.
    fn stops(&self, slot: u32) -> bool {
        let missing = |symbol| self.input.facts.extern_of(symbol) == Extern::Missing;
        let code = self.input.code;
        self.input.facts.is_poisoned(slot) || code.insn(slot).is_call() && code.extern_of(slot).is_some_and(missing)
    }

    fn load(&self, slot: u32, insn: Insn, state: &mut State) {
        let bytes = insn.access_size().unwrap_or(8);
        let from = state.get(insn.src).moved(insn.off.into());
        state.stale(slot);
        let kind = match from {
            Kind::Context(at) => match access(&self.input.program, Bytes { at, size: bytes, write: false }) {
                Access::Number => Kind::Fresh(slot, bytes == 8),
                _ => Kind::Other,
            },
            Kind::Stack(at) if bytes == 8 => state.load(at),
            Kind::Stack(_) => Kind::Number,
            Kind::Other if bytes < 8 => Kind::Number,
            Kind::Other => Kind::Other,
            _ => Kind::Unknown,
        };
        state.set(insn.dst, kind);
    }

    fn jump(&mut self, slot: u32, insn: Insn, state: &mut State) {
        match insn.code & 0xf0 {
            0x80 => {
                let code = self.input.code;
                let is_helper = insn.src == 0 && code.extern_of(slot).is_none();
                match code.function_in(slot) {
                    // What is verified on its own returns a number, or nothing.
                    Some(to) => {
                        state.all_stale();
                        let global = code.part_at(to).and_then(|p| code.parts.get(p)).is_some_and(|p| p.global);
                        call(state, if global { Kind::Number } else { Kind::Unknown }, true);
                    }
                    None if is_helper => helper(slot, insn.imm, state),
                    None => {
                        state.all_stale();
                        call(state, Kind::Unknown, true);
                    }
                }
            }
            0x00 | 0x90 | 0xe0 => {}
            op => {
                let by_constant = insn.code & 8 == 0;
                let full = insn.class() == Class::Jmp;
                match state.get(insn.dst) {
                    Kind::Fresh(_, true) if by_constant && full && matches!(op, 0x10 | 0x50) => {
                        self.open.insert(slot);
                    }
                    _ => {
                        self.open.remove(&slot);
                    }
                }
                for register in [Some(insn.dst), Some(insn.src).filter(|_| !by_constant)].into_iter().flatten() {
                    if let Kind::Fresh(origin, _) = state.get(register) {
                        state.stale(origin);
                    }
                }
            }
        }
    }

    /// What the verifier refuses at an instruction for what is in the registers before it.
    fn wrong(&self, slot: u32, state: &State) -> Option<Why> {
        let insn = self.insn(slot);
        let mode = insn.code & 0xe0;
        let at_context = |base: u8, write: bool| match state.get(base).moved(insn.off.into()) {
            Kind::Context(at) => {
                let bytes = Bytes { at, size: insn.access_size().unwrap_or(8), write };
                (access(&self.input.program, bytes) == Access::Refused).then_some(Why::Context {
                    at,
                    size: bytes.size,
                    write,
                })
            }
            _ => None,
        };
        let number = |base: u8| state.get(base).is_number().then_some(Why::Number { register: base });
        match insn.class() {
            Class::Ldx if matches!(mode, 0x60 | 0x80) => number(insn.src).or_else(|| at_context(insn.src, false)),
            Class::St if mode == 0x60 => number(insn.dst).or_else(|| at_context(insn.dst, true)),
            Class::Stx if mode == 0x60 => number(insn.dst).or_else(|| at_context(insn.dst, true)),
            Class::Stx if mode == 0xc0 => {
                let base = if insn.imm == 0x100 { insn.src } else { insn.dst };
                state.get(base).is_number().then_some(Why::Atomic { register: base })
            }
            Class::Jmp if insn.code & 0xf0 == 0x90 && self.depth == 0 => self.wrong_return(state.get(0)),
            _ => None,
        }
    }

    fn wrong_return(&self, kind: Kind) -> Option<Why> {
        let allowed = returns::allowed(&self.input.program)?;
        let value = match kind {
            Kind::Const(v) if !allowed.contains(&v) => Some(v),
            Kind::Fresh(..) => None,
            _ => return None,
        };
        Some(Why::Return { value, from: *allowed.start(), to: *allowed.end() })
    }

    /// What the calls of static functions come to: such a call is refused if all ways through the function are.
    fn called(&self, slot: u32, state: &State) -> Option<Found> {
        let code = self.input.code;
        let to = code.function_in(slot).filter(|_| self.insn(slot).is_call())?;
        let global = code.part_at(to).and_then(|p| code.parts.get(p)).is_some_and(|p| p.global);
        if global || self.depth >= MAX_DEPTH {
            return None;
        }
        function(self.input, to, state.arguments(), self.depth.saturating_add(1)).filter(|found| found.refused)
    }

    /// Whether every way from the entry to an exit meets something that is refused.
    fn judge(&self, entry: u32) -> Option<Found> {
        let mut bad: BTreeMap<u32, Vec<(u32, Why)>> = BTreeMap::new();
        for (&slot, state) in &self.states {
            if self.stops(slot) {
                bad.insert(slot, Vec::new());
            } else if let Some(why) = self.wrong(slot, state) {
                bad.insert(slot, vec![(slot, why)]);
            } else if let Some(found) = self.called(slot, state) {
                bad.insert(slot, found.first);
            }
        }
        // Behind a jump that is surely followed both ways, one refused side is enough.
        let mut surely: BTreeSet<u32> = bad.keys().copied().collect();
        let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &slot in self.states.keys() {
            for to in self.successors(slot).into_iter().flatten() {
                before.entry(to).or_default().push(slot);
            }
        }
        let before_of = |slot: u32| before.get(&slot).into_iter().flatten().copied();
        let mut queue: Vec<u32> = surely.iter().copied().collect();
        while let Some(slot) = queue.pop() {
            for from in before_of(slot) {
                self.input.step()?;
                let mut behind = self.successors(from).into_iter().flatten().filter(|&to| self.goes(to)).peekable();
                let all = behind.peek().is_some() && behind.all(|to| surely.contains(&to));
                if (all || self.open.contains(&from)) && surely.insert(from) {
                    queue.push(from);
                }
            }
        }
        // A way that never ends is refused too: only what leads to an exit is not.
        let mut passes: BTreeSet<u32> = BTreeSet::new();
        let mut queue: Vec<u32> = Vec::new();
        for &slot in self.states.keys().filter(|slot| !surely.contains(slot)) {
            let behind = self.successors(slot);
            let leaves = behind.iter().flatten().any(|to| !self.range.contains(to));
            if behind == [None, None] || leaves {
                queue.push(slot);
            }
        }
        while let Some(slot) = queue.pop() {
            if passes.insert(slot) {
                queue.extend(before_of(slot).filter(|from| self.states.contains_key(from) && !surely.contains(from)));
            }
        }
        let mut first: Vec<(u32, Why)> = bad.into_values().flatten().collect();
        first.dedup();
        Some(Found { refused: !passes.contains(&entry) && !first.is_empty(), first })
    }
}

/// What a call leaves. Whoever is given the address of the stack may write there.
fn call(state: &mut State, result: Kind, keeps: bool) {
    let given = |kind: Kind| matches!(kind, Kind::Stack(_) | Kind::Unknown);
    if keeps && state.arguments().into_iter().any(given) {
        state.forget_stack();
    }
    (1..=5).for_each(|r| state.set(r, Kind::Unknown));
    state.set(0, result);
}

fn helper(slot: u32, number: i32, state: &mut State) {
    state.stale(slot);
    let name = helper_name(number).unwrap_or_default();
    let read = match (state.get(1), state.get(2)) {
        (Kind::Stack(at), Kind::Const(size)) if name.starts_with("bpf_probe_read") => {
            i64::try_from(size).ok().filter(|size| (1..=512).contains(size)).map(|size| (at, size))
        }
        _ => None,
    };
    let result = match () {
        () if name.is_empty() => Kind::Unknown,
        () if gives_pointer(name) => Kind::Other,
        () if gives_open_number(name) => Kind::Fresh(slot, true),
        () => Kind::Number,
    };
    call(state, result, true);
    if let Some((at, size)) = read {
        state.numbers(at, size);
    }
}

fn store(insn: Insn, state: &mut State) {
    let bytes = insn.access_size().unwrap_or(8);
    let base = state.get(if insn.imm == 0x100 && insn.code & 0xe0 == 0xc0 { insn.src } else { insn.dst });
    if insn.class() == Class::Stx && insn.code & 0xe0 == 0xc0 {
        if matches!(base, Kind::Stack(_) | Kind::Unknown) {
            state.forget_stack();
        }
        match insn.imm {
            0x100 => state.set(insn.dst, Kind::Unknown),
            0xf1 => state.set(0, Kind::Unknown),
            imm if imm & 1 != 0 => state.set(insn.src, Kind::Unknown),
            _ => {}
        }
        return;
    }
    let value = match insn.class() {
        Class::Stx => state.get(insn.src),
        _ => Kind::Const(i64::from(insn.imm) as u64),
    };
    if let (Kind::Fresh(origin, _), true) = (value, bytes < 8) {
        state.stale(origin);
    }
    match base.moved(insn.off.into()) {
        Kind::Stack(at) => state.store(at, bytes, value),
        Kind::Unknown => state.forget_stack(),
        _ => {}
    }
}

/// What arithmetic gives.
fn alu(insn: Insn, state: &State) -> Kind {
    let wide = insn.class() == Class::Alu64;
    let by_constant = insn.code & 8 == 0;
    let source = if by_constant { Kind::Const(i64::from(insn.imm) as u64) } else { state.get(insn.src) };
    let dst = state.get(insn.dst);
    match (insn.code & 0xf0, dst, source) {
        (0xb0, _, Kind::Const(v)) if insn.off == 0 => Kind::Const(if wide { v } else { v & 0xffff_ffff }),
        (0xb0, _, kind) if wide && insn.off == 0 => kind,
        (0xb0, _, kind) if kind.is_number() => Kind::Number,
        (0xb0, ..) => Kind::Unknown,
        // neg, and the order of bytes.
        (0x80 | 0xd0, kind, _) if kind.is_number() => Kind::Number,
        (0x80 | 0xd0, ..) => Kind::Unknown,
        (_, a, b) if a.is_number() && b.is_number() => Kind::Number,
        (0x00, Kind::Context(_) | Kind::Stack(_), Kind::Const(by)) if wide => dst.moved(by as i64),
        (0x10, Kind::Context(_) | Kind::Stack(_), Kind::Const(by)) if wide => {
            (by as i64).checked_neg().map_or(Kind::Unknown, |by| dst.moved(by))
        }
        (0x00, Kind::Other, b) if wide && (b.is_number() || b == Kind::Other) => Kind::Other,
        (0x00, a, Kind::Other) if wide && a.is_number() => Kind::Other,
        (0x10, Kind::Other, b) if wide && b.is_number() => Kind::Other,
        _ => Kind::Unknown,
    }
}
