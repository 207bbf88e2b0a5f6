//! The walk over one function: computes kinds of values to a fixed point, then finds the instructions that are refused.

use std::collections::{BTreeMap, BTreeSet};

use bpf::{Class, Insn};

use super::context::{Access, Bytes, access};
use super::effect::{alu, call, helper, store};
use super::kind::{Kind, State};
use super::{Input, Why, returns};
use crate::reach::{Extern, Link, Reached};

/// The most nested calls of static functions that are followed.
const MAX_DEPTH: u32 = 4;

/// The result for one function.
#[derive(Default)]
pub(super) struct Found {
    /// Whether the verifier surely refuses the function.
    pub(super) refused: bool,
    /// The refused instructions that paths meet first.
    pub(super) first: Vec<(u32, Why)>,
}

struct Walk<'a> {
    input: &'a Input<'a>,
    depth: u32,
    range: std::ops::Range<u32>,
    /// The state at the first slot of each block ([`crate::reach::Code::is_leader`]).
    states: BTreeMap<u32, State>,
    queue: Vec<u32>,
    /// Jumps that the verifier surely follows both ways.
    open: BTreeSet<u32>,
    /// Jumps of which the verifier surely follows one side, each with the slot that this side leads to.
    one: BTreeMap<u32, u32>,
}

/// Walks a function from its first slot. None if it cannot be walked, or the budget is used up.
pub(super) fn function(input: &Input<'_>, entry: u32, arguments: [Kind; 5], depth: u32) -> Option<Found> {
    let part = input.code.part_at(entry)?;
    let range = input.code.slots_of(part);
    let states = BTreeMap::new();
    let mut walk = Walk { input, depth, range, states, queue: Vec::new(), open: BTreeSet::new(), one: BTreeMap::new() };
    walk.flow(entry, &State::at_entry(arguments));
    while let Some(leader) = walk.queue.pop() {
        let Some(state) = walk.states.get(&leader).cloned() else { continue };
        walk.run(leader, state, None)?;
    }
    walk.judge(entry)
}

/// The results of the second pass, over blocks whose states are final.
#[derive(Default)]
struct Met {
    /// The slots that are executed.
    seen: BTreeSet<u32>,
    /// The slots at which the verifier stops, and why.
    bad: BTreeMap<u32, Vec<(u32, Why)>>,
}

impl Walk<'_> {
    fn insn(&self, slot: u32) -> Insn {
        self.input.code.relocated(slot, self.input.facts)
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

    /// The slots that may follow a slot, whatever the values of its operands; none after an instruction that leaves the
    /// function.
    fn successors(&self, slot: u32) -> [Option<u32>; 2] {
        let [next, jump, _] = self.input.code.successors(slot, self.input.facts);
        [next, jump]
    }

    /// Walks from the first slot of a block to its end. With `met`, the states are final, and `met` receives the slots
    /// that are met and the slots that are refused. None if the budget is used up.
    fn run(&mut self, leader: u32, mut state: State, mut met: Option<&mut Met>) -> Option<()> {
        let mut slot = leader;
        loop {
            self.input.step()?;
            if let Some(met) = met.as_deref_mut() {
                met.seen.insert(slot);
                if self.stops(slot) {
                    met.bad.insert(slot, Vec::new());
                } else if let Some(why) = self.wrong(slot, &state) {
                    met.bad.insert(slot, vec![(slot, why)]);
                } else if let Some(found) = self.called(slot, &state) {
                    met.bad.insert(slot, found.first);
                }
            }
            if self.stops(slot) || self.wrong(slot, &state).is_some() {
                return Some(());
            }
            self.step(slot, &mut state);
            match self.successors(slot) {
                [Some(next), None] if !self.input.code.is_leader(next) && self.goes(next) => slot = next,
                behind => {
                    // Final states do not change.
                    let behind = behind.into_iter().flatten().filter(|_| met.is_none());
                    behind.for_each(|to| self.flow(to, &state));
                    return Some(());
                }
            }
        }
    }

    /// Changes the state as an instruction does.
    fn step(&mut self, slot: u32, state: &mut State) {
        let insn = self.insn(slot);
        match insn.class() {
            Class::Jmp | Class::Jmp32 => self.jump(slot, insn, state),
            Class::Ld if insn.is_ldimm64() => {
                let kind = match self.input.code.link_of(slot) {
                    Link::None if insn.src == 0 => Kind::Const(insn.imm64(self.insn(slot.saturating_add(1)))),
                    Link::Extern(symbol) if self.input.facts.is_plain_address(symbol) => Kind::Number,
                    Link::Extern(_) => Kind::Unknown,
                    Link::Data(..) | Link::Global if self.input.plain_values => Kind::Value,
                    _ => Kind::Other,
                };
                state.set(insn.dst, kind);
            }
            Class::Ld => call(state, Kind::Number, false),
            Class::Ldx => self.load(slot, insn, state),
            Class::St | Class::Stx => store(insn, state),
            Class::Alu | Class::Alu64 => {
                let kind = alu(insn, state);
                let copies = insn.class() == Class::Alu64 && insn.code & 0xf0 == 0xb0 && insn.off == 0;
                if !copies {
                    // The verifier may learn something about the operands of arithmetic.
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
    }

    /// Whether the verifier stops here by another rule: a poisoned instruction, or a call of a missing function.
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
            Kind::Value | Kind::Found(_) => Kind::Number,
            Kind::Other if bytes < 8 || self.reads_plain_pointer(slot) => Kind::Number,
            Kind::Other => Kind::Other,
            _ => Kind::Unknown,
        };
        state.set(insn.dst, kind);
    }

    /// Whether a load of 8 bytes gives a number because it reads a member that is a pointer to something other than a
    /// struct. Since 6.17 the verifier takes the result for a pointer to readable memory instead (`btf_struct_walk`,
    /// `check_ptr_to_btf_access`).
    fn reads_plain_pointer(&self, slot: u32) -> bool {
        self.input.facts.is_plain_pointer(slot) && self.input.program.version.is_some_and(|v| v < (6, 17))
    }

    fn jump(&mut self, slot: u32, insn: Insn, state: &mut State) {
        match insn.code & 0xf0 {
            0x80 => {
                let code = self.input.code;
                let is_helper = insn.src == 0 && code.extern_of(slot).is_none();
                match code.function_in(slot) {
                    // A global function is verified without its callers, and returns a number or nothing.
                    Some(to) => {
                        state.all_stale();
                        let global = code.part_at(to).and_then(|p| code.parts.get(p)).is_some_and(|p| p.global);
                        call(state, if global { Kind::Number } else { Kind::Unknown }, true);
                    }
                    None if is_helper => helper(slot, insn.imm, state, self.input.plain_values),
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
                // A lookup may always find something, so the verifier always follows the side where the pointer is not
                // null.
                let found = match (state.get(insn.dst), op) {
                    (Kind::Found(_), 0x10) if by_constant && full && insn.imm == 0 => slot.checked_add(1),
                    (Kind::Found(_), 0x50) if by_constant && full && insn.imm == 0 => {
                        self.input.code.jump_target(slot, insn)
                    }
                    _ => None,
                };
                match found {
                    Some(to) => self.one.insert(slot, to),
                    None => self.one.remove(&slot),
                };
                for register in [Some(insn.dst), Some(insn.src).filter(|_| !by_constant)].into_iter().flatten() {
                    if let Kind::Fresh(origin, _) | Kind::Found(origin) = state.get(register) {
                        state.stale(origin);
                    }
                }
            }
        }
    }

    /// Why the verifier refuses an instruction, given the registers before it.
    fn wrong(&self, slot: u32, state: &State) -> Option<Why> {
        let insn = self.insn(slot);
        let mode = insn.code & 0xe0;
        let at_context = |base: u8, write: bool| match state.get(base).moved(insn.off.into()) {
            Kind::Context(at) => {
                let folded = at == i64::from(insn.off);
                let bytes = Bytes { at, size: insn.access_size().unwrap_or(8), write };
                (access(&self.input.program, bytes) == Access::Refused).then_some(Why::Context {
                    at,
                    size: bytes.size,
                    write,
                    folded,
                })
            }
            _ => None,
        };
        let number = |base: u8, write: bool| {
            let from = match state.get(base) {
                Kind::Fresh(origin, _) => Some(origin),
                _ => None,
            };
            state.get(base).is_number().then_some(Why::Number { register: base, from, write })
        };
        match insn.class() {
            Class::Ldx if matches!(mode, 0x60 | 0x80) => {
                number(insn.src, false).or_else(|| at_context(insn.src, false))
            }
            Class::St | Class::Stx if mode == 0x60 => number(insn.dst, true).or_else(|| at_context(insn.dst, true)),
            Class::Stx if mode == 0xc0 => {
                let base = if insn.imm == 0x100 { insn.src } else { insn.dst };
                state.get(base).is_number().then_some(Why::Atomic { register: base })
            }
            Class::Jmp if insn.code & 0xf0 == 0x90 && self.depth == 0 => self.wrong_return(state.get(0)),
            _ => None,
        }
    }

    fn wrong_return(&self, kind: Kind) -> Option<Why> {
        let (allowed, low) = returns::allowed(&self.input.program)?;
        let of = |v: u64| if low { i64::from(v as i32) } else { v as i64 };
        let value = match kind {
            Kind::Const(v) if !allowed.contains(&of(v)) => Some(of(v)),
            // A loaded int may be the result of the hook itself, whose range the verifier knows.
            Kind::Fresh(..) if low => return None,
            Kind::Fresh(..) => None,
            _ => return None,
        };
        Some(Why::Return { value, from: *allowed.start(), to: *allowed.end() })
    }

    /// The result of calling a static function: the call is refused if all paths through the function are.
    fn called(&self, slot: u32, state: &State) -> Option<Found> {
        let code = self.input.code;
        let to = code.function_in(slot).filter(|_| self.insn(slot).is_call())?;
        let global = code.part_at(to).and_then(|p| code.parts.get(p)).is_some_and(|p| p.global);
        if global || self.depth >= MAX_DEPTH {
            return None;
        }
        function(self.input, to, state.arguments(), self.depth.saturating_add(1)).filter(|found| found.refused)
    }

    /// Finds out whether the verifier surely meets a refused instruction on its way from the entry to an exit. None if
    /// the budget is used up.
    fn judge(&mut self, entry: u32) -> Option<Found> {
        let mut met = Met::default();
        let settled: Vec<(u32, State)> = self.states.iter().map(|(&leader, state)| (leader, state.clone())).collect();
        for (leader, state) in settled {
            self.run(leader, state, Some(&mut met))?;
        }
        let Met { seen, bad } = met;
        // An instruction is refused if all its successors are. Of a jump that surely goes both ways, one refused side
        // is enough. If the verifier surely follows one side of a jump, it is enough that this side is refused.
        let mut surely: BTreeSet<u32> = bad.keys().copied().collect();
        let mut before: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &slot in &seen {
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
                let one = self.one.get(&from).is_some_and(|to| surely.contains(to));
                if (all || one || self.open.contains(&from)) && surely.insert(from) {
                    queue.push(from);
                }
            }
        }
        // A path that never ends is refused, too: only paths that lead to an exit pass.
        let mut passes: BTreeSet<u32> = BTreeSet::new();
        let mut queue: Vec<u32> = Vec::new();
        for &slot in seen.iter().filter(|slot| !surely.contains(slot)) {
            let behind = self.successors(slot);
            let leaves = behind.iter().flatten().any(|to| !self.range.contains(to));
            if behind == [None, None] || leaves {
                queue.push(slot);
            }
        }
        while let Some(slot) = queue.pop() {
            if passes.insert(slot) {
                queue.extend(before_of(slot).filter(|from| seen.contains(from) && !surely.contains(from)));
            }
        }
        let mut first: Vec<(u32, Why)> = bad.into_values().flatten().collect();
        first.dedup();
        Some(Found { refused: !passes.contains(&entry) && !first.is_empty(), first })
    }
}
