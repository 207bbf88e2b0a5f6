//! Why an instruction is never reached: the jump, call or refused instruction that cuts it off.

use std::collections::VecDeque;

use super::code::Code;
use super::facts::Facts;
use super::walk::{FALLS, REACHED, STOPS, TAKEN};

/// The instruction that cuts off another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cut {
    /// The conditional jump in this slot, the guard, never takes the side that leads to the other instruction.
    Guard(u32),
    /// The other instruction lies behind the instruction in this slot, at which the verifier stops.
    Behind(u32),
    /// The other instruction lies behind the call in this slot, which never returns.
    Call(u32),
}

impl Cut {
    /// The slot of the jump, of the instruction at which the verifier stops, or of the call.
    pub fn slot(self) -> u32 {
        match self {
            Cut::Guard(slot) | Cut::Behind(slot) | Cut::Call(slot) => slot,
        }
    }
}

/// For each slot that is not reached, the nearest instruction at which control turned away.
pub(crate) fn cuts(code: &Code, facts: &Facts, flags: &[u8]) -> Vec<Option<Cut>> {
    let mut cuts: Vec<Option<Cut>> = vec![None; flags.len()];
    let mut queue: VecDeque<(u32, Cut)> = VecDeque::new();
    for (slot, &flag) in (0..).zip(flags) {
        if flag & REACHED == 0 {
            continue;
        }
        let [next, jump, _] = code.successors(slot, facts);
        if flag & STOPS != 0 {
            queue.extend(
                code.successors(slot, &Facts::default()).into_iter().flatten().map(|to| (to, Cut::Behind(slot))),
            );
        } else if let Some(jump) = jump {
            if flag & TAKEN == 0 {
                queue.push_back((jump, Cut::Guard(slot)));
            } else if flag & FALLS == 0 {
                queue.extend(next.map(|to| (to, Cut::Guard(slot))));
            }
        } else if flag & FALLS == 0 && flag & TAKEN != 0 {
            queue.extend(next.map(|to| (to, Cut::Call(slot))));
        }
    }
    while let Some((slot, cut)) = queue.pop_front() {
        let reached = flags.get(slot as usize).is_none_or(|f| f & REACHED != 0);
        let Some(mine) = cuts.get_mut(slot as usize).filter(|mine| !reached && mine.is_none()) else { continue };
        *mine = Some(cut);
        queue.extend(code.successors(slot, &Facts::default()).into_iter().flatten().map(|to| (to, cut)));
    }
    cuts
}
