//! Answers to the needs of the object as a whole: maps, kinds of BTF, externs, struct_ops.

use std::collections::BTreeMap;

use btf::{Btf, Kind, TypeId};

use crate::answer::{Answer, KernelHas, Load, Sure};
use crate::externs::{ExternKind, ExternSymbol};
use crate::kernel::Kernel;
use crate::lookup::{FoundExtern, find_extern};
use crate::need::{Ask, Need};
use crate::nowhere::{Beyond, Nowhere, may_be_in_module};
use crate::object::Needs;
use crate::tags;
use crate::world::World;

/// Why only CO-RE needs can be answered.
pub(crate) const CUT: &str =
    "no functions of a kernel in this BTF: it was cut down for some programs, or is a program's own";

/// The answer to a need of the whole object.
pub(crate) fn answer(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, need: &Need, world: World) -> Answer {
    // These needs are answered all the same: a kind of BTF never fails a load, and what libbpf refuses by itself does
    // not depend on the kernel.
    if !kernel.has_functions()
        && !matches!(need.ask, Ask::BtfKind(_) | Ask::Opens | Ask::Unfinished | Ask::BeforeKernel(_))
    {
        return Answer::unknown(CUT).load(Load::CannotTell);
    }
    match &need.ask {
        Ask::MapType(number) => map_type(kernel, need, *number),
        Ask::MapFlag(flag) => match kernel.enumerator(flag) {
            Some(_) => Answer::yes(),
            None if !kernel.has_enumerators("BPF_F_") => {
                Answer::unknown("the BTF has no enumerators of flags").load(Load::CannotTell)
            }
            // On kernels that lack the flag (before 5.5), libbpf drops it.
            None if *flag == "BPF_F_MMAPABLE" => Answer::no().load(Load::Fallback),
            None => fails(format!("map '{}': failed to create: -EINVAL", first(&need.name)))
                .because(format!("the kernel does not know {flag}")),
        },
        Ask::BtfKind(kind) => btf_kind(kernel, *kind, need),
        Ask::Opens => opens(needs.opened()),
        Ask::Unfinished => {
            Answer::unknown("the programs have too many instructions together to check them all").load(Load::CannotTell)
        }
        Ask::BeforeKernel(refusal) => match needs.opened().load.get(*refusal) {
            Some(of_object) => refused(&of_object.refusal),
            None => Answer::yes(),
        },
        Ask::Extern(i) => match needs.externs.get(*i) {
            Some(e) => external(needs, kernel, nowhere, e, world),
            None => Answer::unknown("it is no extern"),
        },
        Ask::StructOps(i, member) => struct_ops(needs, kernel, nowhere, *i, *member),
        Ask::Tag(tag) => tags::answer(kernel, None, need, *tag),
        _ => Answer::unknown("it is a need of a program"),
    }
}

/// The answer if libbpf does not open the object, or ignores a part of it.
fn opens(opened: &open::Opened) -> Answer {
    if let Some(refusal) = &opened.refusal {
        return refused(refusal).load(Load::DoesNotOpen);
    }
    match opened.unrelocated() {
        Some(refusal) => {
            let why = "libbpf goes on without it: no relocation is applied, and the program reads at the offsets of its own headers";
            let said = refusal.rule.says;
            refused(refusal).load(Load::Unrelocated).because(format!("{said}; {why}"))
        }
        None => Answer::yes(),
    }
}

/// The answer for a refusal by libbpf itself.
pub(crate) fn refused(refusal: &open::Refusal) -> Answer {
    let about = if refusal.about.is_empty() { String::new() } else { format!(": {}", refusal.about) };
    let answer = fails(refusal.line.as_deref().unwrap_or("libbpf says nothing"));
    let answer = answer.because(format!("{}{about} ({}, {})", refusal.rule.says, refusal.errno, refusal.range));
    match refusal.rule.id {
        // Objects compiled without -g have these faults.
        "4.0" | "5.3" => answer.way_out("compile it with clang -g -target bpf"),
        _ => answer,
    }
}

/// Whether the kernel supports a type of map.
pub(crate) fn map_type(kernel: &Kernel, need: &Need, number: u32) -> Answer {
    match kernel.has_map_type(number) {
        Some(true) => Answer::new(KernelHas::Yes, Sure::Suggested),
        Some(false) => fails(format!("map '{}': failed to create: -EINVAL", first(&need.name)))
            .because("the kernel does not know this type of map"),
        None => Answer::unknown("the BTF has no enum bpf_map_type").load(Load::CannotTell),
    }
}

fn first(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

fn fails(words: impl Into<String>) -> Answer {
    Answer::no().load(Load::Fails).words(words)
}

fn btf_kind(kernel: &Kernel, kind: Kind, need: &Need) -> Answer {
    let by_version = need.since.and_then(|since| kernel.is_at_least(since));
    let there = match kernel.has_enumerators("BTF_KIND_") {
        true => Some(kernel.enumerator(&format!("BTF_KIND_{}", kind.as_str())).is_some()),
        false => by_version,
    };
    match there {
        Some(true) => Answer::yes(),
        Some(false) => Answer::no()
            .load(Load::Fallback)
            .because("libbpf replaces it before it loads the object's BTF: only this information is lost"),
        None => Answer::unknown("the BTF has no enumerators of its own kinds"),
    }
}

fn external(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, e: &ExternSymbol, world: World) -> Answer {
    let name = &e.name;
    let absent = |answer: Answer, words: String| match e.weak {
        true => answer.load(Load::Fallback).because("it is weak: the program does without it"),
        false => answer.load(Load::Fails).words(words),
    };
    match find_extern(needs, kernel, nowhere, e) {
        FoundExtern::There { hit } => {
            let tagged = hit.module.is_none() && kernel.is_tagged_kfunc(hit.id);
            let function = matches!(e.kind, ExternKind::Function(_));
            let mut answer = match (function, tagged) {
                (true, true) => Answer::new(KernelHas::Tagged, Sure::Proved),
                (true, false) => Answer::new(KernelHas::Yes, Sure::Suggested),
                (false, _) if hit.count > 1 => Answer::new(KernelHas::Several(hit.count), Sure::Proved),
                (false, _) => Answer::yes(),
            };
            if let Some(module) = hit.module {
                answer = answer.of_module(module, "");
            }
            answer
        }
        FoundExtern::Incompatible { hit } => {
            let of = hit.module.unwrap_or("vmlinux");
            let answer = Answer::new(KernelHas::Incompatible, Sure::Proved);
            match e.kind {
                ExternKind::Function(_) => absent(
                    answer,
                    format!("extern (func ksym) '{name}': func_proto incompatible with {of} [{}]", hit.id),
                )
                .because("the function's prototype on this kernel is another one"),
                // An incompatible type is an error even for a weak variable.
                _ => answer.load(Load::Fails).words(format!(
                    "extern (var ksym) '{name}': incompatible types, expected another than the kernel's [{}]",
                    hit.id
                )),
            }
        }
        FoundExtern::Named { module } => {
            Answer::new(KernelHas::Yes, Sure::Suggested).of_module(module, "its parameters are not known")
        }
        FoundExtern::Missing => {
            let words = match e.kind {
                ExternKind::Function(_) => format!("extern (func ksym) '{name}': not found in kernel or module BTFs"),
                ExternKind::Variable(_) => format!("extern (var ksym) '{name}': not found in kernel BTF"),
                ExternKind::Address => format!("extern (ksym) '{name}': unrecognized virtual extern"),
                ExternKind::Config => format!("extern (kcfg) '{name}': unrecognized virtual extern"),
            };
            let answer = absent(Answer::no(), words);
            let beyond = e.btf_kind().map_or(Beyond::Nothing, |kind| nowhere.beyond(kernel, &e.sought(), kind));
            let answer = match beyond {
                // Only the answer for a weak symbol has a reason already.
                Beyond::Nowhere | Beyond::TooOld if answer.reason.is_none() => {
                    answer.because(beyond.because("vmlinux has none of this name".to_owned()))
                }
                _ => answer,
            };
            answer.way_out("declare it __weak and test it with bpf_ksym_exists()")
        }
        FoundExtern::Unknown if e.kind == ExternKind::Address => {
            let answer = Answer::unknown("addresses are in /proc/kallsyms, not in BTF");
            if e.weak { answer } else { answer.load(Load::CannotTell) }
        }
        FoundExtern::Unknown if e.weak => {
            let mut answer = Answer::unknown(&may_be_in_module(&e.name));
            answer.load = if world.there { Load::Loads } else { Load::Fallback };
            answer
        }
        FoundExtern::Unknown => Answer::unknown(&may_be_in_module(&e.name)).load(Load::CannotTell),
        FoundExtern::Value(v) => Answer::new(KernelHas::Value(v), Sure::Proved),
        FoundExtern::Version(v) if v.patch.is_none() => {
            Answer::unknown("the kernel's name says its series, not its patch level")
        }
        FoundExtern::Version(v) => Answer::new(KernelHas::Value(v.code(world.patch)), Sure::Suggested),
        FoundExtern::Config if name == "LINUX_KERNEL_VERSION" => {
            Answer::unknown("the version is not in BTF, and the kernel's name does not say it")
        }
        FoundExtern::Config => {
            let answer = Answer::unknown(
                "values of the configuration are in /boot/config-RELEASE or /proc/config.gz, not in BTF",
            );
            if e.weak { answer } else { answer.load(Load::CannotTell) }
        }
    }
}

fn struct_ops(needs: &Needs, kernel: &Kernel, nowhere: &Nowhere, i: usize, member: Option<usize>) -> Answer {
    let Some(ops) = needs.struct_ops.get(i) else { return Answer::unknown("it is no struct_ops") };
    let wrapper = format!("bpf_struct_ops_{}", ops.kernel_type);
    let Some(hit) = kernel.find(&wrapper, Kind::Struct) else {
        let beyond = nowhere.beyond(kernel, &wrapper, Kind::Struct);
        return match beyond {
            Beyond::Unknown => Answer::unknown(&may_be_in_module(&wrapper)).load(Load::CannotTell),
            Beyond::Module(module) => Answer::new(KernelHas::Unknown, Sure::Unknown)
                .of_module(module, "its members are not known")
                .load(Load::CannotTell),
            Beyond::Nothing | Beyond::Nowhere | Beyond::TooOld => {
                fails(format!("struct_ops init_kern: struct {wrapper} is not found in kernel BTF"))
                    .because(beyond.because(format!("this kernel has no struct_ops {}", ops.kernel_type)))
                    .lacks(format!("struct_ops {}", ops.kernel_type))
            }
        };
    };
    // The struct may be the module's own or the kernel's.
    let in_module = hit.module.and_then(|module| kernel.in_module(module, &ops.kernel_type, Kind::Struct));
    let Some(of) = in_module.or_else(|| kernel.in_kernel(&ops.kernel_type, Kind::Struct)) else {
        return fails(format!("struct_ops init_kern: struct {} is not found in kernel BTF", ops.kernel_type));
    };
    let Some(set) = member.and_then(|m| ops.members.get(m)) else {
        if ops.link && kernel.has_enumerators("BPF_F_") && kernel.enumerator("BPF_F_LINK").is_none() {
            return fails(format!("map '{}': failed to create: -EINVAL", ops.name))
                .because("links of struct_ops came with 6.4");
        }
        let theirs: BTreeMap<&str, TypeId> =
            of.btf.get(of.id).map(|t| t.members().map(|m| (m.name(), m.type_id)).collect()).unwrap_or_default();
        // libbpf compares also the members that are zero.
        let unlike = ops.unset.iter().find_map(|unset| {
            unlike(needs.object.btf()?, unset.type_id, of.btf, *theirs.get(unset.name.as_str())?)
                .map(|how| (unset.name.as_str(), how))
        });
        if let Some((name, how)) = unlike {
            return mismatch(&ops.name, name, how);
        }
        let unset = ops.unset.iter().map(|unset| unset.name.as_str());
        let lacks: Vec<&str> = unset.filter(|name| !theirs.contains_key(name)).collect();
        return match lacks.as_slice() {
            [] => Answer::yes(),
            some => Answer::yes()
                .load(Load::Fallback)
                .because(format!("the kernel lacks members that the object leaves zero: {}", some.join(", "))),
        };
    };
    let theirs = of.btf.get(of.id).and_then(|t| t.members().find(|m| m.name() == set.name));
    let Some(theirs) = theirs else {
        return fails(format!("struct_ops init_kern {}: Cannot find member {} in kernel BTF", ops.name, set.name))
            .because(format!("struct {} has no {} on this kernel", ops.kernel_type, set.name))
            .way_out(
                "leave the member zero where the kernel lacks it: declare two maps, or set the member through the skeleton",
            );
    };
    match needs.object.btf().and_then(|btf| unlike(btf, set.type_id, of.btf, theirs.type_id)) {
        Some(how) => mismatch(&ops.name, &set.name, how),
        None => Answer::yes(),
    }
}

/// How the types of a member of a struct_ops differ, in the object and on the kernel; none if libbpf takes them for the
/// same.
fn unlike(mine: &Btf, of: TypeId, theirs: &Btf, there: TypeId) -> Option<&'static str> {
    let about = |btf: &Btf, id: TypeId| Some((btf.resolved(id)?.kind(), btf.size_of(id).ok()));
    match (about(mine, of)?, about(theirs, there)?) {
        ((a, _), (b, _)) if a != b => Some("another kind"),
        ((kind, a), (_, b)) if kind != Kind::Ptr && a != b => Some("another size"),
        _ => None,
    }
}

/// The answer for a struct_ops variable with a member whose types differ.
fn mismatch(variable: &str, member: &str, how: &str) -> Answer {
    Answer::new(KernelHas::Incompatible, Sure::Proved)
        .load(Load::Fails)
        .words(format!("struct_ops init_kern {variable}: Unmatched member type {member}"))
        .because(format!("{member} is of {how} on this kernel"))
}
