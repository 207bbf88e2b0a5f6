//! Answers to the need for a level of the instruction set: whether the kernel knows the instructions, and how its
//! verifier refuses them.

use bpf::{Class, Insn};
use btf::Kind;
use release::Version;
use relo::reach::{Facts, Reach, Reached};

use crate::answer::{Answer, KernelHas, Load, Sure};
use crate::kernel::Kernel;
use crate::need::{Level, Need};
use crate::on_code::{OnKernel, dead_words, if_reached, worst};

/// How a verifier that does not know an instruction refuses it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Refused {
    words: String,
    /// Whether it refuses the instruction also where no path reaches it.
    unreached: bool,
}

/// How a verifier from before the level of the instruction refuses it. `fetches`: whether it is the verifier of 5.12 or
/// later, which knows atomic operations that fetch.
///
/// `resolve_pseudo_ldimm64` (before 5.6 `replace_map_fd_with_map_ptr`) of kernel/bpf/verifier.c looks at all
/// instructions: it compares the opcode with a table, and the mode of loads; before 5.12 it also looked at the other
/// fields of stores. `check_atomic` and `check_alu_op` look at the other fields of instructions that are reached.
fn refused(insn: Insn, fetches: bool) -> Refused {
    let (unreached, words) = match (insn.class(), insn.code) {
        (Class::Stx, 0xc3 | 0xdb) if fetches => {
            (false, format!("BPF_ATOMIC uses invalid atomic opcode {:02x}", insn.imm))
        }
        (Class::Stx, _) if !fetches && insn.imm != 0 => (true, "BPF_STX uses reserved fields".to_owned()),
        (Class::Ldx, _) => (true, "BPF_LDX uses reserved fields".to_owned()),
        (Class::Alu | Class::Alu64, code) if code != 0xd7 => {
            let operation = if code & 0xf0 == 0xb0 { "MOV" } else { "ALU" };
            (false, format!("BPF_{operation} uses reserved fields"))
        }
        (_, code) => (true, format!("unknown opcode {code:02x}")),
    };
    Refused { words, unreached }
}

/// A way to do without a level.
fn way_out(level: Level) -> &'static str {
    match level {
        Level::Atomics => "do not use the value that an atomic operation returns, and compile with -mcpu=v2",
        Level::V4 | Level::SmallAtomics | Level::Gotox => "compile for an older instruction set (-mcpu=v3)",
        Level::MayGoto => "bound the loop without may_goto: by a constant, or by bpf_loop()",
        Level::Arena => "use a map of another type than an arena",
    }
}

/// Whether the kernel supports a level of the instruction set.
pub(crate) fn answer(on: OnKernel<'_>, facts: &Facts, reach: &Reach, need: &Need, level: Level) -> Answer {
    let OnKernel { needs, kernel, .. } = on;
    // The verifier does not see instructions that libbpf poisons.
    let slots: Vec<u32> = need.slots.iter().copied().filter(|&slot| !facts.is_poisoned(slot)).collect();
    if slots.is_empty() {
        return Answer::unknown("libbpf replaces the instructions: what they read is missing").load(Load::Loads);
    }
    let (name, since) = level.what();
    let witness = match level {
        Level::V4 => Some(kernel.in_kernel("coerce_reg_to_size_sx", Kind::Func).is_some()),
        Level::MayGoto => Some(kernel.has_member(Kind::Struct, "bpf_verifier_state", "may_goto_depth")),
        Level::Arena => Some(kernel.enumerator("BPF_MAP_TYPE_ARENA").is_some()),
        Level::Gotox => Some(kernel.has_member(Kind::Struct, "bpf_verifier_env", "insn_array_maps")),
        Level::Atomics | Level::SmallAtomics => None,
    };
    let reached = worst(reach, &slots);
    let mut answer = match (kernel.is_at_least(since), witness) {
        (_, Some(true)) | (Some(true), _) if level == Level::Atomics => of_arm64(kernel, reached),
        (_, Some(true)) | (Some(true), _) => Answer::new(KernelHas::Yes, Sure::Suggested),
        (Some(false), _) => {
            // If this is not known, an instruction that is not reached does not prove a failure.
            let fetches = kernel.is_at_least(Version::new(5, 12)) != Some(false);
            let how = |slot: u32| refused(needs.code.insn(slot), fetches);
            let refuses = |slot: &&u32| how(**slot).unreached || reach.reached(**slot) != Reached::Never;
            let lacks = Answer::new(KernelHas::No, Sure::Suggested);
            // The instruction at which the verifier stops for sure, else one at which it may stop.
            let at_all = slots.iter().find(|slot| how(**slot).unreached);
            match at_all.or_else(|| slots.iter().filter(refuses).min_by_key(|slot| reach.reached(**slot))) {
                None => lacks.load(Load::Fallback).because(dead_words(
                    needs,
                    reach,
                    slots.first().copied().unwrap_or_default(),
                )),
                Some(&slot) => lacks
                    .load(if at_all.is_some() { Load::Fails } else { if_reached(reached) })
                    .words(how(slot).words)
                    .because(format!("{name} came with {since}"))
                    .way_out(way_out(level)),
            }
        }
        (None, _) => Answer::unknown(kernel.version_unknown()).load(Load::CannotTell),
    };
    answer.reached = Some(reached);
    answer
}

/// The answer for atomic operations that fetch, on a kernel whose verifier knows them: the JIT of arm64 does so only from
/// 5.18 on. Without it, the kernel's interpreter runs the program, if the kernel has one.
fn of_arm64(kernel: &Kernel, reached: Reached) -> Answer {
    let is_arm64 = matches!(kernel.arch(), Some("arm64" | "aarch64"));
    let known = if is_arm64 { kernel.is_at_least(Version::new(5, 18)) } else { Some(true) };
    match (known, reached) {
        (Some(true), _) => Answer::new(KernelHas::Yes, Sure::Suggested),
        (_, Reached::Never) => Answer::new(KernelHas::No, Sure::Suggested).load(Load::Fallback),
        (None, _) => Answer::unknown(kernel.version_unknown()).load(Load::CannotTell),
        (Some(false), _) => Answer::new(KernelHas::No, Sure::Suggested)
            .load(Load::CannotTell)
            .because(
                "before 5.18, the JIT of arm64 does not know atomic operations that fetch; the program loads only if \
                 the kernel is built without CONFIG_BPF_JIT_ALWAYS_ON",
            )
            .way_out(way_out(Level::Atomics)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the verifier: `tools/testing/selftests/bpf` has most of them as expected messages.
    #[test]
    fn each_instruction_is_refused_in_its_own_words() {
        let insn = |code: u8, off: i16, imm: i32| Insn { code, off, imm, ..Insn::default() };
        let cases = [
            (insn(0xdb, 0, 1), false, true, "BPF_STX uses reserved fields"),
            (insn(0xdb, 0, 0x100), true, false, "BPF_ATOMIC uses invalid atomic opcode 100"),
            (insn(0xd3, 0, 0x100), true, true, "unknown opcode d3"),
            (insn(0xcb, 0, 0x110), false, true, "BPF_STX uses reserved fields"),
            (insn(0x81, 0, 0), true, true, "BPF_LDX uses reserved fields"),
            (insn(0xbf, 8, 0), true, false, "BPF_MOV uses reserved fields"),
            (insn(0x3f, 1, 0), true, false, "BPF_ALU uses reserved fields"),
            (insn(0xd7, 0, 16), true, true, "unknown opcode d7"),
            (insn(0x06, 0, 1), true, true, "unknown opcode 06"),
            (insn(0xe5, 1, 0), true, true, "unknown opcode e5"),
            (insn(0x0d, 0, 0), true, true, "unknown opcode 0d"),
        ];
        for (insn, fetches, unreached, words) in cases {
            assert_eq!(refused(insn, fetches), Refused { words: words.to_owned(), unreached }, "{:#x}", insn.code);
        }
    }
}
