//! Answers to the needs of a program's instructions: helpers, relocations, licences.

use std::cmp::Reverse;

use relo::reach::{Cut, Extern, Facts, Reach, Reached};
use relo::{ReloVerdict, explain};

use crate::answer::{Answer, KernelHas, Load, Sure};
use crate::kernel::Kernel;
use crate::license;
use crate::need::Need;
use crate::nowhere::{Beyond, Nowhere};
use crate::object::Needs;
use crate::registers::elsewhere;
use crate::standing::{is_open, other_modules, unknown_words};
use crate::world::{Resolved, World, beyond_type, is_there_by_name};

/// The consequence of something missing, by whether an instruction that needs it is reached.
pub(crate) fn if_reached(reached: Reached) -> Load {
    match reached {
        Reached::Yes => Load::Fails,
        Reached::Unsure => Load::CannotTell,
        Reached::Never => Load::Fallback,
    }
}

/// The worst case among some instructions.
pub(crate) fn worst(reach: &Reach, slots: &[u32]) -> Reached {
    slots.iter().map(|&slot| reach.reached(slot)).min().unwrap_or(Reached::Never)
}

/// Words for why an instruction is never reached.
pub(crate) fn dead_words(needs: &Needs, reach: &Reach, slot: u32) -> String {
    let Some(cut) = reach.cut(slot) else { return "never reached on this kernel".to_owned() };
    let at = needs.place(cut.slot()).map_or_else(String::new, |(f, i)| match needs.place(slot) {
        Some((mine, _)) if mine == f => i.to_string(),
        _ => format!("{i} of {f}"),
    });
    match cut {
        Cut::Guard(_) => format!("never reached on this kernel (guard at instruction {at})"),
        Cut::Behind(_) => format!("behind instruction {at}, at which the verifier stops"),
        Cut::Call(_) => format!("behind the call at instruction {at}, which does not return"),
    }
}

/// Whether the kernel has a helper.
pub(crate) fn helper(needs: &Needs, kernel: &Kernel, reach: &Reach, need: &Need, number: u32) -> Answer {
    let reached = worst(reach, &need.slots);
    let mut answer = match kernel.has_helper(number) {
        None => Answer::unknown("the BTF has no enum bpf_func_id").load(Load::CannotTell),
        Some(true) => Answer::yes(),
        // libbpf replaces these helpers by older ones (`bpf_object__sanitize_prog`).
        Some(false) if matches!(number, 112..=115) => {
            Answer::no().load(Load::Fallback).because("libbpf puts probe_read or probe_read_str in its place")
        }
        Some(false) => {
            let answer =
                Answer::no().load(if_reached(reached)).words(format!("invalid func unknown#{}", number as i32));
            match reached {
                Reached::Never => answer.because(dead_words(needs, reach, need.slots.first().copied().unwrap_or(0))),
                _ => answer
                    .because("the helper is newer than this kernel")
                    .lacks(format!("helper {}", need.name))
                    .way_out("guard the call: bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_...)"),
            }
        }
    };
    answer.reached = Some(reached);
    answer
}

/// The kernel, the results of relocations on it, and the current assumptions.
#[derive(Clone, Copy)]
pub(crate) struct OnKernel<'a> {
    pub(crate) needs: &'a Needs,
    pub(crate) kernel: &'a Kernel,
    pub(crate) nowhere: &'a Nowhere,
    pub(crate) resolved: &'a [Resolved],
    pub(crate) world: World,
}

/// The result of the relocations of one path: the worst of them.
pub(crate) fn core(on: OnKernel<'_>, reach: &Reach, records: &[usize]) -> Answer {
    let answers = records.iter().filter_map(|&i| {
        let (r, slot) = on.resolved.get(i).zip(on.needs.record_slots.get(i).copied().flatten())?;
        Some(one_core(on, reach, r, i, slot))
    });
    // Of several equally bad results, the first counts.
    answers.min_by_key(|(rank, _)| Reverse(*rank)).map_or_else(Answer::yes, |(_, answer)| answer)
}

/// The result of relocations in subprograms that no program calls: libbpf applies them all the same, but the code is
/// not loaded, so poisoning it has no effect.
pub(crate) fn core_of_nobody(on: OnKernel<'_>, records: &[usize]) -> Answer {
    let refused = records.iter().find_map(|&i| {
        let r = on.resolved.get(i).filter(|r| r.verdict == ReloVerdict::Refused)?;
        Some(refused(on.needs, on.kernel, r, i))
    });
    refused.unwrap_or_else(Answer::yes)
}

/// Whether a relocation of a need is in a subprogram, and fails. libbpf applies the relocations of each program that is
/// to be loaded, and always the relocations of all subprograms (`bpf_object__relocate_core`): a failure there ends the
/// load, whichever programs are loaded.
pub(crate) fn is_refused_in_text(needs: &Needs, resolved: &[Resolved], need: &Need) -> bool {
    let refused = |i: usize| resolved.get(i).is_some_and(|r| r.verdict == ReloVerdict::Refused);
    need.relocations().iter().any(|&i| refused(i) && needs.is_in_subprogram(i))
}

/// The answer for a relocation that fails.
fn refused(needs: &Needs, kernel: &Kernel, r: &Resolved, i: usize) -> Answer {
    let answer = Answer::new(KernelHas::Refused, Sure::Proved).load(Load::Fails);
    explained(needs, kernel, r, i, answer).words("failed to perform CO-RE relocations: -EINVAL")
}

fn one_core(on: OnKernel<'_>, reach: &Reach, r: &Resolved, i: usize, slot: u32) -> (u8, Answer) {
    let OnKernel { needs, kernel, nowhere, world, .. } = on;
    let reached = reach.reached(slot);
    let beyond = beyond_type(needs, kernel, nowhere, r);
    let unknown = needs.object.btf().filter(|_| is_open(r.verdict));
    let unknown = unknown.and_then(|btf| unknown_words(btf, kernel, beyond, &r.outcome));
    let (rank, mut answer) = match (r.verdict, unknown) {
        (_, Some(why)) if is_there_by_name(needs, beyond, r) => (1, Answer::yes().because(why)),
        (_, Some(why)) => {
            let load = match (world.types, r.verdict) {
                (true, _) => Load::Loads,
                (false, ReloVerdict::Absent) => Load::Fallback,
                (false, _) => if_reached(reached),
            };
            let rank = match load {
                Load::Loads => 1,
                Load::Fallback => 3,
                Load::CannotTell => 4,
                Load::Fails | Load::Unrelocated | Load::DoesNotOpen => 5,
            };
            (rank, Answer::unknown(&why).load(load))
        }
        (ReloVerdict::Same, _) => (0, Answer::yes()),
        (ReloVerdict::Changed, _) => (1, Answer::new(KernelHas::Changed, Sure::Proved)),
        (ReloVerdict::Absent, _) => {
            let answer = Answer::new(KernelHas::Absent, Sure::Proved).load(Load::Fallback);
            (2, answer.because("the program can tell: it gets the value 0"))
        }
        (ReloVerdict::Poisoned | ReloVerdict::Unreached | ReloVerdict::CannotTell, _) => {
            poisoned(on, reach, r, i, slot)
        }
        (ReloVerdict::Refused, _) => (6, refused(needs, kernel, r, i)),
    };
    // libbpf searches loaded modules if vmlinux has no such type.
    let module = r.outcome.matched().and_then(|tried| kernel.module_of(tried.candidate.part));
    answer.other_modules = other_modules(needs.object.btf().map(|btf| &**btf), kernel, &r.outcome);
    match (module, beyond) {
        (Some(module), _) if answer.reason.is_none() => answer = answer.of_module(module, ""),
        (Some(module), _) | (None, Beyond::Module(module)) => answer.module = Some(module.to_owned()),
        _ => {}
    }
    if matches!(beyond, Beyond::Nowhere | Beyond::TooOld) && answer.load > Load::Loads {
        answer.reason = answer.reason.map(|reason| beyond.because(reason));
    }
    answer.reached = Some(reached);
    (rank, answer)
}

fn poisoned(on: OnKernel<'_>, reach: &Reach, r: &Resolved, i: usize, slot: u32) -> (u8, Answer) {
    let OnKernel { needs, kernel, .. } = on;
    let reached = reach.reached(slot);
    let answer = Answer::new(KernelHas::Poisoned, Sure::Proved).load(if_reached(reached));
    match reached {
        Reached::Never => (3, answer.because(dead_words(needs, reach, slot))),
        _ => {
            let text = r.outcome.local.as_ref().ok().zip(needs.object.btf()).map(|(spec, btf)| spec.text(btf));
            let words = format!("failed to resolve CO-RE relocation {}", text.unwrap_or_default());
            let rank = if reached == Reached::Yes { 5 } else { 4 };
            (rank, explained(needs, kernel, r, i, answer).words(words))
        }
    }
}

/// Adds the reason of a relocation that fails, and suggestions.
fn explained(needs: &Needs, kernel: &Kernel, r: &Resolved, i: usize, answer: Answer) -> Answer {
    let (Some(btf), Some(record)) = (needs.object.btf(), needs.records.get(i)) else { return answer };
    let why = explain(btf, record.type_id, kernel.target(), &r.outcome, r.patched.as_ref());
    let headline = why.headline.trim_end_matches('.');
    let answer = match kernel.is_part() {
        true => answer.because(without_ids(headline)),
        false => answer.because(headline),
    };
    if r.verdict != ReloVerdict::Refused
        && let (Ok(spec), Some(arch)) = (&r.outcome.local, kernel.arch())
        && let Some(register) = elsewhere(btf, spec, arch)
    {
        let answer = answer.because(register.because()).way_out(register.way_out());
        return Answer { elsewhere: true, ..answer };
    }
    let is_value = why.lacks.is_none() && btf.resolved(record.type_id).is_some_and(|t| t.kind().is_any_enum());
    match relate::renamed_member(btf, kernel.target(), &why) {
        _ if r.verdict == ReloVerdict::Refused => answer,
        Some(other) => answer.way_out(format!("read {} by a flavour of the type ({})", other.path, other.words())),
        None if is_value => answer.way_out("ask for the value before it is read: bpf_core_enum_value_exists()"),
        None => answer.way_out("guard the read: bpf_core_field_exists() or bpf_core_type_exists() before it"),
    }
}

/// A sentence without type ids, because a part of a kernel has other ids than the whole kernel. `struct inode [12] has
/// ..` becomes `struct inode has ..`.
fn without_ids(text: &str) -> String {
    let mut parts = text.split(" [");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            Some((id, rest)) if !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()) => out.push_str(rest),
            _ => {
                out.push_str(" [");
                out.push_str(part);
            }
        }
    }
    out
}

/// The answer to a need for a licence. The object's licence is never sufficient (else there is no such need); the load
/// fails only if an instruction is reached that requires it, or if it calls a kernel function.
pub(crate) fn license(needs: &Needs, reach: &Reach, facts: &Facts, need: &Need, words: &str) -> Answer {
    // The calls of kernel functions are looked at before the walk (`add_kfunc_call`). libbpf replaces calls of missing
    // weak functions.
    let is_called =
        |&slot: &u32| needs.code.extern_of(slot).is_some_and(|symbol| facts.extern_of(symbol) == Extern::There);
    let reached = match words == license::KFUNC && need.slots.iter().any(is_called) {
        true => Reached::Yes,
        false => worst(reach, &need.slots),
    };
    let mut answer = match reached {
        Reached::Never => Answer::no(),
        _ => Answer::no()
            .load(if_reached(reached))
            .words(words)
            .way_out("declare a licence that is compatible: char LICENSE[] SEC(\"license\") = \"GPL\""),
    };
    answer.reached = Some(reached);
    answer
}

#[cfg(test)]
mod tests {
    use super::without_ids;

    #[test]
    fn ids_are_left_out_and_other_brackets_stay() {
        assert_eq!(without_ids("struct inode [12] has no member “x”"), "struct inode has no member “x”");
        assert_eq!(without_ids("char [] of int [16] in [3]"), "char [] of int in");
        assert_eq!(without_ids("no ids [at all"), "no ids [at all");
    }
}
