//! Programs that are attached to a function: three for each prototype that it had (fentry, fexit, kprobe), and the
//! application's part that chooses among them.

use std::collections::BTreeSet;
use std::fmt::Write;

use atlas::{Atlas, AtlasKernel, Ranges};

use crate::kernels::Asked;
use crate::loading::{loading, told_apart};
use crate::prototype::{Prototype, arguments, prototypes};
use crate::{Code, Failed, Loader};

/// The most arguments that a kprobe program names: s390x passes no more in registers (`bpf_tracing.h`).
const OF_KPROBE: usize = 5;

/// Programs that see the arguments of a function on the kernels of an atlas that `keep` takes.
///
/// # Errors
/// When no kernel has a function of this name in its BTF, when its arguments cannot be declared, or the atlas is
/// damaged or not at hand.
pub fn function<R: Ranges>(
    atlas: &Atlas<R>,
    name: &str,
    loader: Option<Loader>,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    let asked = Asked::of(atlas, keep);
    let (mut prototypes, unreadable) = prototypes(atlas, name, &asked)?;
    if prototypes.is_empty() {
        return Err(unreadable.into_keys().next().map_or(Failed::NoType, Failed::Unreadable));
    }
    prototypes.sort_by_key(|p| std::cmp::Reverse((asked.newest(&p.kernels), p.kernels.len())));
    let has: BTreeSet<u32> =
        prototypes.iter().flat_map(|p| &p.kernels).chain(unreadable.values().flatten()).copied().collect();
    let without: Vec<u32> = asked.chosen.iter().copied().filter(|k| !has.contains(k)).collect();
    let mut code = Code {
        title: name.to_owned(),
        includes: format!("{}#include <bpf/bpf_tracing.h>\n", crate::INCLUDES),
        nothing: asked.nothing("No function of this name is in the BTF", &without),
        forms: prototypes.len() as u32,
        kernels: asked.chosen.len() as u32,
        big_endian: asked.big_endian(),
        ..Code::default()
    };
    code.limits.extend(unreadable.iter().map(|(why, kernels)| format!("On {}: {why}.", asked.words(kernels))));
    let flavours = flavours(&prototypes, &asked);
    let is_kfunc = prototypes.iter().any(|p| p.is_kfunc);
    code.types = forward(&prototypes);
    code.functions = if is_kfunc { externs(name, &prototypes, &flavours, &asked) } else { String::new() };
    let is_chosen = prototypes.len() > 1 || !without.is_empty();
    code.functions += &programs(name, &prototypes, &flavours, &asked, is_chosen);
    match told_apart(&prototypes).filter(|_| is_chosen) {
        Some(by) => {
            let line = "A program is loaded only where the function has its prototype: the loader chooses.";
            code.limits.push(line.to_owned());
            let chosen = loader.map(|loader| loading(loader, name, &prototypes, &flavours, by));
            code.loader = chosen.unwrap_or_default();
        }
        None if is_chosen => {
            let line = "Neither the number of arguments nor what one of them points to tells these prototypes apart: choose by the kernel's version.";
            code.limits.push(line.to_owned());
        }
        None => {}
    }
    let lines: Vec<&str> = code.said().collect();
    let first = format!("{name}: {}", forms_in_words(&prototypes, &asked));
    code.comment = crate::comment(std::iter::once(first.as_str()).chain(lines));
    Ok(code)
}

fn forms_in_words(prototypes: &[Prototype], asked: &Asked<'_>) -> String {
    match prototypes {
        [one] => format!("one prototype, on {}.", asked.words(&one.kernels)),
        several => {
            let each: Vec<String> = several
                .iter()
                .map(|p| format!("{} ({})", asked.words(&p.kernels), arguments(p.arguments.len())))
                .collect();
            format!("{} prototypes: {}.", several.len(), each.join("; "))
        }
    }
}

/// The declarations of the types that arguments and returned values point to: headers of other kernels may lack them.
fn forward(prototypes: &[Prototype]) -> String {
    let all = prototypes.iter().flat_map(|p| p.arguments.iter().chain(&p.returns));
    let types: BTreeSet<&String> = all.filter_map(|argument| argument.points_to.as_ref()).collect();
    let mut out: String = types.iter().map(|name| format!("{name};\n")).collect();
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// For each prototype, the part of a program's name that tells it apart; empty if there is only one prototype.
fn flavours(prototypes: &[Prototype], asked: &Asked<'_>) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let one = |p: &Prototype| {
        let mut flavour = asked.first_series(&p.kernels);
        while !taken.insert(flavour.clone()) {
            flavour.push('b');
        }
        if prototypes.len() > 1 { format!("_{flavour}") } else { String::new() }
    };
    prototypes.iter().map(one).collect()
}

/// The programs. `is_chosen`: whether the application must turn on only the programs that fit. It must if some kernel
/// cannot load all of them, because libbpf gives up an object if one of its programs cannot be loaded.
fn programs(name: &str, prototypes: &[Prototype], flavours: &[String], asked: &Asked<'_>, is_chosen: bool) -> String {
    let mut out = String::new();
    let mark = if is_chosen { "?" } else { "" };
    for (p, flavour) in prototypes.iter().zip(flavours) {
        let all: Vec<String> = p.arguments.iter().map(|a| format!(", {}{}", a.before, a.name)).collect();
        let few = all.get(..OF_KPROBE).unwrap_or(&all).concat();
        let returned = p.returns.as_ref().map(|r| format!(", {}{}", r.before, r.name)).unwrap_or_default();
        let seen = format!("/* {}: {} */", asked.words(&p.kernels), p.text);
        let left_out = match p.arguments.len() {
            n if n > OF_KPROBE => format!("/* the first {OF_KPROBE} of {} */\n", arguments(n)),
            _ => String::new(),
        };
        let all = all.concat();
        let _ = write!(
            out,
            "{seen}\nSEC(\"{mark}fentry/{name}\")\nint BPF_PROG({name}_entry{flavour}{all})\n{{\n\treturn 0;\n}}\n\n\
             SEC(\"{mark}fexit/{name}\")\nint BPF_PROG({name}_exit{flavour}{all}{returned})\n{{\n\treturn 0;\n}}\n\n\
             {left_out}SEC(\"{mark}kprobe/{name}\")\nint BPF_KPROBE({name}_probe{flavour}{few})\n{{\n\treturn 0;\n}}\n\n"
        );
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The declarations by which programs call a kfunc. libbpf ignores the flavour of a name
/// (`bpf_core_essential_name_len`).
fn externs(name: &str, prototypes: &[Prototype], flavours: &[String], asked: &Asked<'_>) -> String {
    let mut out = String::new();
    for (p, flavour) in prototypes.iter().zip(flavours) {
        let parameters: Vec<String> = p.arguments.iter().map(|a| format!("{}{}", a.before, a.name)).collect();
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        let returned = p.returns.as_ref().map_or("void ", |r| r.before.as_str());
        let declared = if flavour.is_empty() { name.to_owned() } else { format!("{name}__{flavour}") };
        let _ = writeln!(
            out,
            "/* a kfunc, {}: called where bpf_ksym_exists({declared}) */\nextern {returned}{declared}({parameters}) __weak __ksym;\n",
            asked.words(&p.kernels)
        );
    }
    out
}
