//! Which instructions of a program a verifier reaches on a kernel.
//!
//! A poisoned instruction fails a program only if the verifier gets to it. The verifier knows constants: a relocation
//! whose value is 0 or 1, such as `field_exists`, decides the jump after it, and code on the other side is removed as
//! dead. The same is done here (sparse conditional constant propagation; the verifier's `check_cond_jmp_op` and
//! `opt_remove_dead_code`):
//!
//! 1. [`Code`]: the instructions, with the meaning of their ELF relocations.
//! 2. [`Facts`]: the instructions after CO-RE on a kernel, and the externs that it has.
//! 3. [`reach`]: constants through moves, arithmetic, loads from `.rodata` and `.kconfig`, jumps, calls and returns;
//!    where two paths meet, values equal on both stay. The walk stops at a poisoned instruction.
//! 4. [`Reach`]: for each instruction whether it is reached, and if not, which instruction cuts it off.
//!
//! An instruction that is reached depending on unknown facts, such as a `CONFIG_` value, is [`Reached::Unsure`]. Work
//! and memory are linear in the code, and limited. After a walk that the limit ended, no instruction is
//! [`Reached::Never`].

mod code;
mod cut;
mod eval;
mod facts;
mod value;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use bpf::Object;

pub use code::Code;
pub(crate) use code::Link;
pub use cut::Cut;
pub use facts::{Extern, Facts};

use walk::{FALLS, REACHED, STOPS, TAKEN, UNSURE};

btf::named! {
    /// Whether a verifier gets to an instruction.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Reached {
        /// The verifier gets to the instruction.
        Yes = "reached";
        /// This depends on unknown facts about the kernel, or the program is too large to find out.
        Unsure = "unsure";
        /// The verifier does not get to the instruction: it removes the instruction as dead code, or refuses the
        /// program at an earlier one.
        Never = "never reached";
    }
    /// `"reached"`, `"unsure"`, `"never reached"`.
    pub fn as_str;
}

/// The result of a walk.
#[derive(Clone, Debug)]
pub struct Reach {
    flags: Vec<u8>,
    sure: Vec<bool>,
    cuts: Vec<Option<Cut>>,
    context: BTreeMap<i64, BTreeSet<u32>>,
    through: BTreeMap<u32, i64>,
    complete: bool,
}

/// Walks a program from the first instruction of each of these functions: the program itself, and others that the
/// kernel may call, such as its exception callback.
pub fn reach(object: &Object, code: &Code, functions: &[usize], facts: &Facts) -> Reach {
    reach_apart(object, code, functions, Apart::default(), facts)
}

/// Functions that a verifier checks by themselves, for any arguments, even if nothing calls them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Apart<'a> {
    /// The functions.
    pub functions: &'a [usize],
    /// Whether the verifier surely checks them.
    pub sure: bool,
}

/// As [`reach`], and walks also the functions that the verifier checks by themselves.
pub fn reach_apart(object: &Object, code: &Code, functions: &[usize], apart: Apart<'_>, facts: &Facts) -> Reach {
    let starts = |functions: &[usize]| -> Vec<u32> {
        let all = functions.iter().map(|&f| code.slots_of(f));
        all.filter(|slots| !slots.is_empty()).map(|slots| slots.start).collect()
    };
    let (mut entries, others) = (starts(functions), starts(apart.functions));
    let walked = walk::walk(object, code, &entries, &others, facts);
    if apart.sure {
        entries.extend(others);
    }
    let sure = surely(code, &entries, facts, &walked.flags);
    let cuts = cut::cuts(code, facts, &walked.flags);
    let (context, through) = (walked.context, walked.through);
    Reach { flags: walked.flags, sure, cuts, context, through, complete: walked.complete }
}

/// The slots reached without passing a jump that depends on unknown facts.
fn surely(code: &Code, entries: &[u32], facts: &Facts, flags: &[u8]) -> Vec<bool> {
    let mut sure = vec![false; flags.len()];
    let mut queue: Vec<u32> = entries.to_vec();
    while let Some(slot) = queue.pop() {
        let flag = flags.get(slot as usize).copied().unwrap_or(0);
        match sure.get_mut(slot as usize) {
            Some(s) if !*s && flag & REACHED != 0 => *s = true,
            _ => continue,
        }
        if flag & (UNSURE | STOPS) != 0 {
            continue;
        }
        let [next, jump, function] = code.successors(slot, facts);
        queue.extend(next.filter(|_| flag & FALLS != 0));
        queue.extend(jump.filter(|_| flag & TAKEN != 0));
        queue.extend(function);
    }
    sure
}

impl Reach {
    /// Whether the instruction in a slot is reached.
    pub fn reached(&self, slot: u32) -> Reached {
        let is_reached = self.flags.get(slot as usize).is_some_and(|f| f & REACHED != 0);
        match (is_reached, self.complete) {
            (true, _) if self.sure.get(slot as usize) == Some(&true) => Reached::Yes,
            (true, _) | (false, false) => Reached::Unsure,
            (false, true) => Reached::Never,
        }
    }

    /// The instruction that cuts off the instruction in this slot. None if the instruction in this slot is reached, or
    /// if no path leads to it at all.
    pub fn cut(&self, slot: u32) -> Option<Cut> {
        self.cuts.get(slot as usize).copied().flatten()
    }

    /// The loads from the program's context: the offset of the first loaded byte from the context's start, in bytes,
    /// and the slots of the loads there.
    pub fn context(&self) -> impl Iterator<Item = (i64, &BTreeSet<u32>)> {
        self.context.iter().map(|(at, slots)| (*at, slots))
    }

    /// The byte offset in the context of the pointer that a load reads through; none if the pointer comes from
    /// elsewhere, or not from the same offset on all paths.
    pub fn read_through(&self, slot: u32) -> Option<i64> {
        self.through.get(&slot).copied()
    }

    /// Whether the walk was completed. If not, no instruction is called never reached.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}
