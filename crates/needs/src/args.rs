//! The arguments that a program reads from its context, and the arguments that its target has.

use std::collections::BTreeSet;

use btf::{Btf, Kind, Type, TypeId};
use release::Version;
use relo::ReloVerdict;
use relo::followed::{Argument, Hook};
use relo::reach::{Code, Reach, Reached};

use crate::answer::{Answer, Attach, KernelHas, Load, Sure};
use crate::attach::Lookup;
use crate::kernel::{Hit, Kernel};
use crate::object::Needs;
use crate::program::Program;
use crate::world::Resolved;

/// The most parameters that a trampoline passes (`MAX_BPF_FUNC_ARGS`).
const MAX_ARGUMENTS: u32 = 12;
/// The largest size of a parameter that a trampoline passes, in bytes.
const MAX_ARGUMENT: u32 = 16;

/// The kernel's type that a lookup finds.
pub(crate) fn target<'a>(lookup: &Lookup, kernel: &'a Kernel) -> Option<Hit<'a>> {
    let (symbol, kind) = lookup.named()?;
    match lookup {
        Lookup::Function { module: Some(module), .. } => kernel.in_module(module, &symbol, kind),
        Lookup::Lsm(_) => kernel.in_kernel(&symbol, kind),
        Lookup::Pattern(_) => None,
        _ => kernel.find(&symbol, kind),
    }
}

/// The prototype of a target, and how many of its first parameters are hidden from programs.
fn prototype<'a>(hit: &Hit<'a>) -> Option<(Type<'a>, usize)> {
    let t = hit.btf.get(hit.id)?;
    let is_proto = |t: &Type<'_>| t.kind() == Kind::FuncProto;
    match t.kind() {
        Kind::Func => Some((hit.btf.get(t.type_ref()?).filter(is_proto)?, 0)),
        // The first parameter is `void *__data`.
        Kind::Typedef => {
            let pointer = hit.btf.resolved(hit.id).filter(|t| t.kind() == Kind::Ptr)?;
            Some((hit.btf.get(pointer.type_ref()?).filter(is_proto)?, 1))
        }
        _ => None,
    }
}

/// How many slots of 8 bytes a parameter takes.
fn slots_of(btf: &Btf, id: TypeId) -> u64 {
    u64::from(btf.size_of(id).unwrap_or(8)).div_ceil(8).max(1)
}

/// The arguments that a target passes.
struct Passed<'a> {
    proto: Type<'a>,
    /// How many there are.
    arguments: u64,
    /// How many slots of 8 bytes they take: a struct of 16 bytes takes two.
    slots: u64,
    /// Whether the slot behind them holds the return value.
    result: bool,
}

fn passed<'a>(program: &Program, hit: &Hit<'a>) -> Option<Passed<'a>> {
    let (proto, hidden) = prototype(hit)?;
    let taken: Vec<u64> = proto.params().skip(hidden).take(256).map(|p| slots_of(hit.btf, p.type_id)).collect();
    let returns = proto.type_ref().is_some_and(|id| !hit.btf.resolve(id).is_void());
    let kind = program.section_kind.trim_end_matches(".s");
    let sees_result = matches!(kind, "fexit" | "fmod_ret" | "fsession") || matches!(program.lookup, Lookup::Lsm(_));
    let (arguments, slots) = (taken.len() as u64, taken.iter().sum());
    Some(Passed { proto, arguments, slots, result: sees_result && returns })
}

/// How many registers the target's arguments take; none if its prototype is not known.
pub(crate) fn registers(program: &Program, hit: &Hit<'_>) -> Option<u64> {
    Some(passed(program, hit)?.slots)
}

/// The number of the argument in the kernel's message about a slot behind the arguments (`btf_ctx_access`). Before 6.1
/// the kernel counts slots. Since then it counts the parameters of the prototype, hidden ones included, and then the
/// return value; all slots behind that have the same number (`get_ctx_arg_idx`).
fn number_in_message(proto: &Type<'_>, slot: u64, version: Option<Version>) -> u64 {
    if version.is_some_and(|version| !version.is_at_least(Version::new(6, 1))) {
        return slot + 1;
    }
    let btf = proto.btf();
    let returned = proto.type_ref().filter(|&id| !btf.resolve(id).is_void());
    let mut end = 0;
    let before = proto.params().take(256).map(|p| p.type_id).chain(returned).take_while(|&id| {
        end += slots_of(btf, id);
        end <= slot
    });
    let before = before.count() as u64;
    // A function without a return value has a place for one all the same.
    before + 1 + u64::from(returned.is_none() && end <= slot)
}

/// The kernel's message if no trampoline can be made for a function (`btf_distill_func_proto`).
pub(crate) fn not_traceable(kernel: &Kernel, hit: &Hit<'_>, name: &str) -> Option<String> {
    let (proto, _) = prototype(hit)?;
    let composite = |id: TypeId| Some(hit.btf.resolved(id)?.kind()).filter(|kind| kind.is_composite());
    let is_before = |version| kernel.is_at_least(version) == Some(false);
    let (no_structs, no_unions) = (is_before(Version::new(6, 1)), is_before(Version::new(6, 18)));
    if proto.item_count() > MAX_ARGUMENTS {
        return Some(format!("The function {name} has {} arguments. Too many.", proto.item_count()));
    }
    if let Some(kind) = proto.type_ref().and_then(composite) {
        return Some(format!("The function {name} return type {} is unsupported.", kind.as_str()));
    }
    for (i, p) in proto.params().enumerate() {
        if p.is_variadic() {
            return Some(format!("The function {name} with variable args is unsupported."));
        }
        let Some(kind) = composite(p.type_id) else { continue };
        let is_large = hit.btf.size_of(p.type_id).is_ok_and(|size| size > MAX_ARGUMENT);
        let is_refused = if kind == Kind::Struct { no_structs } else { no_unions };
        if is_large || is_refused {
            return Some(format!("The function {name} arg{i} type {} is unsupported.", kind.as_str()));
        }
    }
    None
}

/// For a tracepoint program: the end of the farthest read that is surely reached, and the end of the fixed part of the
/// event's record (`trace_event_get_offsets`), in bytes from the start of the record. None if no read that is surely
/// reached goes beyond the fixed part. Only for events with the name of their class, because BTF has the record under
/// the class's name (`trace_event_raw_CLASS`).
pub(crate) fn behind_event(event: &str, kernel: &Kernel, code: &Code, reach: &Reach) -> Option<(u64, u64)> {
    let hit = kernel.find(&format!("trace_event_raw_{event}"), Kind::Struct)?;
    let data = hit.btf.get(hit.id)?.members().find(|m| m.name() == "__data")?;
    let end = u64::from(data.bit_offset() / 8);
    let reads = reach.context().filter_map(|(at, slots)| {
        let sizes = slots.iter().filter(|&&slot| reach.reached(slot) == Reached::Yes);
        let size = sizes.filter_map(|&slot| code.insn(slot).access_size()).max()?;
        Some(u64::try_from(at).ok()?.saturating_add(size.into()))
    });
    reads.max().filter(|&read| read > end).map(|read| (read, end))
}

/// The number of the parameter whose first slot is `slot`, from 1, and the struct or union that it points to.
fn pointed<'a>(lookup: &Lookup, kernel: &'a Kernel, slot: u64) -> Option<(usize, Type<'a>)> {
    let hit = target(lookup, kernel)?;
    let (proto, hidden) = prototype(&hit)?;
    let mut at = 0;
    for (number, p) in (1..).zip(proto.params().skip(hidden).take(256)) {
        if at == slot {
            let pointer = hit.btf.resolved(p.type_id).filter(|t| t.kind() == Kind::Ptr)?;
            let to = hit.btf.resolved(pointer.type_ref()?).filter(|t| t.kind().is_composite())?;
            return Some((number, to));
        }
        at += slots_of(hit.btf, p.type_id);
    }
    None
}

/// Whether a struct has this name, or has a struct of this name at offset 0, at any depth. The struct may then be read
/// as one of this name. Each type is looked at once.
fn begins_with(t: Type<'_>, name: &[u8]) -> bool {
    let (btf, mut looked, mut todo) = (t.btf(), BTreeSet::new(), vec![t.id()]);
    while let Some(id) = todo.pop() {
        let Some(t) = btf.resolved(id).filter(|t| t.kind().is_composite() && looked.insert(t.id())) else { continue };
        if t.name_bytes() == name {
            return true;
        }
        todo.extend(t.members().filter(|m| m.bit_offset() == 0).map(|m| m.type_id));
    }
    false
}

/// The answer when a program reads an argument as another struct than the kernel passes. The verifier checks the access
/// with the kernel's type, so it may refuse the program. The relocation of the instruction that reads through the
/// argument shows which struct the program assumes.
fn of_another_type(
    needs: &Needs,
    lookup: &Lookup,
    kernel: &Kernel,
    reach: &Reach,
    resolved: &[Resolved],
) -> Option<Answer> {
    let btf = needs.object.btf()?;
    for ((record, slot), r) in needs.records.iter().zip(&needs.record_slots).zip(resolved) {
        let Some((slot, at)) = slot.and_then(|slot| Some((slot, reach.read_through(slot)?))) else { continue };
        let made = matches!(r.verdict, ReloVerdict::Same | ReloVerdict::Changed);
        if !made || reach.reached(slot) != Reached::Yes || at < 0 || at % 8 != 0 {
            continue;
        }
        let root = btf.resolved(record.type_id).filter(|t| t.kind().is_composite());
        let Some(mine) = root.map(|t| relo::essential_name(t.name_bytes())).filter(|name| !name.is_empty()) else {
            continue;
        };
        let found = pointed(lookup, kernel, at as u64 / 8).filter(|(_, t)| !t.is_anonymous());
        let Some((number, theirs)) = found else { continue };
        // If only a part of the kernel was read, this records that the struct is needed with its members
        // ([`Kernel::asked`]).
        kernel.in_kernel(theirs.name(), theirs.kind());
        if begins_with(theirs, mine) {
            continue;
        }
        let (mine, target) = (btf::visible(mine), lookup.symbol().unwrap_or_default());
        let answer = Answer::new(KernelHas::Incompatible, Sure::Suggested).load(Load::CannotTell);
        return Some(
            answer
                .because(format!(
                    "it reads argument {number} of {target} as a struct {mine}, and on this kernel it is {} {} {}",
                    theirs.kind().article(),
                    theirs.kind().as_lower_str(),
                    theirs.name(),
                ))
                .way_out("write a program for each prototype, and load the one that fits the kernel"),
        );
    }
    None
}

/// The kinds that a program's arguments have for the verifier, by slots of 8 bytes. Only for programs whose context is
/// the arguments of a function, a typed tracepoint or an LSM hook. Empty for other programs, and if the kernel has no
/// target of the name or several.
pub(crate) fn arguments(lookup: &Lookup, kernel: &Kernel) -> Vec<Argument> {
    if !matches!(lookup, Lookup::Function { .. } | Lookup::TypedTracepoint(_) | Lookup::Lsm(_)) {
        return Vec::new();
    }
    let Some(hit) = target(lookup, kernel).filter(|hit| hit.count == 1) else { return Vec::new() };
    let Some((proto, hidden)) = prototype(&hit) else { return Vec::new() };
    let mut all = Vec::new();
    for p in proto.params().skip(hidden).take(MAX_ARGUMENTS as usize) {
        let slots = slots_of(hit.btf, p.type_id).min(2);
        all.extend((0..slots).map(|_| argument(hit.btf, p.type_id)));
    }
    all
}

fn argument(btf: &Btf, id: TypeId) -> Argument {
    let Some(t) = btf.resolved(id) else { return Argument::Unknown };
    match t.kind() {
        Kind::Int if btf.size_of(t.id()).is_ok_and(|size| size <= 8) => Argument::Number,
        Kind::Enum | Kind::Enum64 => Argument::Number,
        Kind::Ptr => match t.type_ref().map(|to| btf.resolve(to)) {
            Some(to) if to.is_void() || btf.kind(to) == Some(Kind::Int) => Argument::Address,
            Some(to) if btf.get(to).is_some_and(|t| t.kind().is_composite()) => Argument::Pointer,
            _ => Argument::Unknown,
        },
        _ => Argument::Unknown,
    }
}

/// Whether a program's LSM hook returns an int, by the kernel's BTF.
pub(crate) fn hook<'a>(lookup: &'a Lookup, kernel: &Kernel) -> Hook<'a> {
    let Lookup::Lsm(name) = lookup else { return Hook::Unknown };
    let hit = target(lookup, kernel);
    let returns = hit.as_ref().and_then(|hit| hit.btf.resolved(prototype(hit)?.0.type_ref()?));
    match returns {
        Some(t) if t.kind() == Kind::Int => Hook::Returns(name),
        _ => Hook::Unknown,
    }
}

/// The answer for a program's reads of its context.
pub(crate) fn answer(
    needs: &Needs,
    program: &Program,
    kernel: &Kernel,
    reach: &Reach,
    resolved: &[Resolved],
) -> Answer {
    let lookup = &program.lookup;
    let read: Vec<(u64, Reached)> = reach
        .context()
        .filter_map(|(at, slots)| {
            let reached = slots.iter().map(|&slot| reach.reached(slot)).min()?;
            Some((u64::try_from(at).ok()? / 8, reached))
        })
        .collect();
    let mut numbers: Vec<u64> = read.iter().map(|r| r.0).collect();
    numbers.dedup();
    let there = target(lookup, kernel).and_then(|hit| passed(program, &hit));
    let found = KernelHas::Slots(numbers, there.as_ref().map(|passed| passed.slots));
    let Some(passed) = there else { return Answer::new(found, Sure::Unknown) };
    let limit = passed.slots + u64::from(passed.result);
    let beyond = read.iter().filter(|(slot, _)| *slot >= limit).min_by_key(|(slot, reached)| (*reached, *slot));
    let Some(&(slot, reached)) = beyond else {
        // To the verifier, a raw tracepoint's arguments are numbers.
        let typed = !matches!(lookup, Lookup::RawTracepoint(_));
        let other = if typed { of_another_type(needs, lookup, kernel, reach, resolved) } else { None };
        return other.unwrap_or_else(|| Answer::new(found, Sure::Proved));
    };
    let name = lookup.symbol().unwrap_or_default();
    // Each slot behind the arguments counts as one argument.
    let number = passed.arguments + 1 + (slot - passed.slots);
    // The kernel leaves out the prefix of the type's name (`bpf_check_attach_target`).
    let said = name.strip_prefix("btf_trace_").unwrap_or(&name);
    let version = kernel.release().version.filter(|_| !kernel.release().backports_bpf());
    let in_message = number_in_message(&passed.proto, slot, version);
    let sure = reached == Reached::Yes;
    let mut answer = Answer::new(found, if sure { Sure::Proved } else { Sure::Unknown })
        .words(format!("func '{said}' doesn't have {in_message}-th argument"))
        .because(format!("it reads argument {number} of {name}, which has {} on this kernel", passed.arguments))
        .way_out("write a program for each prototype, and load the one that fits the kernel");
    answer.reached = Some(reached);
    match (matches!(lookup, Lookup::RawTracepoint(_)), sure) {
        (true, true) => answer.attach(Attach::Fails).words("failed to attach to raw tracepoint: -EINVAL"),
        (true, false) => answer.attach(Attach::CannotTell),
        (false, true) => answer.load(Load::Fails),
        (false, false) => answer.load(Load::CannotTell),
    }
}
