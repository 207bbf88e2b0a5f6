//! Tells which relocations' instructions a verifier gets to on a kernel.

use relo::reach::{Cut, Reached};

use crate::kernel::Kernel;
use crate::nowhere::Nowhere;
use crate::object::Needs;
use crate::on_code::dead_words;
use crate::world::{facts, resolve, walk, worlds};

/// Whether a verifier gets to the instruction of a relocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reaching {
    /// Whether a verifier gets to the instruction in any program of the object.
    pub reached: Reached,
    /// The same in words: `never reached on this kernel (guard at instruction 36)`.
    pub words: String,
    /// The slot of the instruction that cuts off the relocation's instruction, in the first program that has both: a
    /// jump, the instruction at which the verifier stops, or a call that does not return. None where the relocation's
    /// instruction is or may be reached.
    pub guard: Option<u32>,
    /// Whether a refusal keeps the verifier from the relocation's instruction: it refuses the program at an earlier
    /// instruction. Once the program is mended there, the relocation's instruction may be reached.
    pub behind_refusal: bool,
}

/// [`Reaching::words`] of [`Reached::Unsure`].
const UNSURE: &str = "may be reached: it depends on facts that are not in BTF";

/// For each relocation of an object, in the records' order: whether a verifier gets to its instruction on a kernel.
/// None for relocations of code that is in no program.
pub fn reaching(needs: &Needs, kernel: &Kernel) -> Vec<Option<Reaching>> {
    let resolved = resolve(needs, kernel);
    let mut all: Vec<Option<Reaching>> = vec![None; needs.records.len()];
    let nowhere = Nowhere::default();
    let worlds = worlds(needs, kernel, &nowhere, &resolved);
    for (n, world) in worlds.iter().enumerate() {
        let facts = facts(needs, kernel, &nowhere, &resolved, *world);
        let mut here: Vec<Option<Reaching>> = vec![None; needs.records.len()];
        for (p, program) in needs.programs.iter().enumerate() {
            let Some(reach) = walk(needs, kernel, p, &facts) else { continue };
            for (slot, one) in needs.record_slots.iter().zip(&mut here) {
                let Some(slot) = slot.filter(|&slot| program.has(&needs.code, slot)) else { continue };
                let reached = reach.reached(slot);
                if one.as_ref().is_some_and(|known| known.reached <= reached) {
                    continue;
                }
                let words = match reached {
                    Reached::Yes => "reached on this kernel".to_owned(),
                    Reached::Unsure => UNSURE.to_owned(),
                    Reached::Never => dead_words(needs, &reach, slot),
                };
                let cut = reach.cut(slot).filter(|_| reached == Reached::Never);
                let behind_refusal = matches!(cut, Some(Cut::Behind(_)));
                *one = Some(Reaching { reached, words, guard: cut.map(|cut| cut.slot()), behind_refusal });
            }
        }
        for (known, one) in all.iter_mut().zip(here) {
            match (known.as_mut(), one) {
                (_, one) if n == 0 => *known = one,
                // The result depends on unknown facts of the kernel.
                (Some(known), Some(one)) if known.reached != one.reached => {
                    let (reached, words) = (Reached::Unsure, UNSURE.to_owned());
                    *known = Reaching { reached, words, guard: None, behind_refusal: false };
                }
                _ => {}
            }
        }
    }
    all
}
