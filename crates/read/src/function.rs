//! Programs that are attached to a function: one for each prototype that it had, and the loader's part that chooses.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use atlas::{Atlas, AtlasKernel, Partial, Ranges};
use btf::{Btf, DeclTags, Kind, MAX_RESOLVE_STEPS, TypeId};
use release::joined;

use crate::declare::int;
use crate::form::is_identifier;
use crate::kernels::Asked;
use crate::{Code, Failed, Loader, Unreadable};

/// The arguments that `BPF_KPROBE` names: the registers that all architectures have for them (`bpf_tracing.h`).
const OF_KPROBE: usize = 5;
/// The tag of a function that programs may call (`__bpf_kfunc`).
const KFUNC: &str = "bpf_kfunc";

/// A parameter, or the returned value, as a program declares it beside any `vmlinux.h`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Argument {
    name: String,
    /// As it is written before the name: `struct inode *`, `__u32 `.
    before: String,
    /// The type that is declared before it is pointed to: `struct inode`.
    points_to: Option<String>,
    /// The kernel's own declaration.
    kernel: String,
    /// Its bytes, if it is a number.
    number: Option<u32>,
}

/// A prototype, and the kernels that have it.
#[derive(Clone, Debug)]
struct Prototype {
    arguments: Vec<Argument>,
    /// The returned type, as a program declares it; none for void.
    returns: Option<Argument>,
    /// The prototype as the kernel has it.
    text: String,
    kernels: Vec<u32>,
    is_kfunc: bool,
}

/// Programs that see the arguments of a function on the kernels of an atlas that `keep` takes.
///
/// # Errors
/// When no kernel has a function of this name in its BTF, its arguments cannot be declared, or the atlas is damaged or not at hand.
pub fn function<R: Ranges>(
    atlas: &Atlas<R>,
    name: &str,
    loader: Option<Loader>,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Code, Failed> {
    let asked = Asked::of(atlas.kernels(), keep);
    let (mut prototypes, by_value) = prototypes(atlas, name, &asked)?;
    if prototypes.is_empty() {
        return Err(if by_value.is_empty() { Failed::NoType } else { Failed::Unreadable(Unreadable::ByValue) });
    }
    prototypes.sort_by_key(|p| std::cmp::Reverse((asked.newest(&p.kernels), p.kernels.len())));
    let has: BTreeSet<u32> = prototypes.iter().flat_map(|p| &p.kernels).chain(&by_value).copied().collect();
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
    if !by_value.is_empty() {
        code.limits.push(format!("On {}: {}.", asked.words(&by_value), Unreadable::ByValue));
    }
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
            let chosen = loader.map(|loader| loading(loader, name, &prototypes, &flavours, &by));
            code.loader = chosen.unwrap_or_default();
        }
        None if is_chosen => code.limits.push("BTF does not tell these prototypes apart.".to_owned()),
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

fn arguments(n: usize) -> String {
    text::counted(n, "argument")
}

/// The prototypes, and the kernels on which a struct is passed by value.
fn prototypes<R: Ranges>(
    atlas: &Atlas<R>,
    name: &str,
    asked: &Asked<'_>,
) -> Result<(Vec<Prototype>, Vec<u32>), Failed> {
    let mut partial = Partial::new(atlas);
    let (mut all, mut by_value): (Vec<Prototype>, Vec<u32>) = (Vec::new(), Vec::new());
    for form in atlas.forms_of(&btf::unescaped(name), Some(Kind::Func))? {
        let kernels: Vec<u32> = form.kernels.iter().filter(|k| asked.chosen.binary_search(k).is_ok()).collect();
        let Some(&first) = kernels.first() else { continue };
        if !is_identifier(name) {
            return Err(Failed::Unreadable(Unreadable::NotC(btf::visible(name.as_bytes()).into_owned())));
        }
        partial.want(name.as_bytes(), Some(Kind::Func), first)?;
        let btf = partial.take(first)?.btf;
        match prototype(&btf, name, kernels.clone()) {
            Some(new) => match all.iter_mut().find(|known| same(known, &new)) {
                Some(known) => {
                    known.kernels.extend(new.kernels);
                    known.is_kfunc |= new.is_kfunc;
                    known.returns = both_return(known.returns.take(), new.returns);
                }
                None => all.push(new),
            },
            None => by_value.extend(kernels),
        }
    }
    for kernels in all.iter_mut().map(|p| &mut p.kernels).chain([&mut by_value]) {
        kernels.sort_unstable();
        kernels.dedup();
    }
    Ok((all, by_value))
}

/// Whether a program declares both in the same way. Names of arguments do not matter, nor does what is returned: a program at the
/// entry does not see it.
fn same(a: &Prototype, b: &Prototype) -> bool {
    a.arguments.len() == b.arguments.len() && a.arguments.iter().zip(&b.arguments).all(|(a, b)| a.before == b.before)
}

/// The returned value of both: of two numbers the shorter one, which both hold. None if one of them returns something else.
fn both_return(a: Option<Argument>, b: Option<Argument>) -> Option<Argument> {
    let (a, b) = (a?, b?);
    match (a.number, b.number) {
        _ if a.before == b.before => Some(a),
        (Some(x), Some(y)) => Some(if x <= y { a } else { b }),
        _ => None,
    }
}

/// The prototype of the function in one kernel; none if a struct is passed by value.
fn prototype(btf: &Btf, name: &str, kernels: Vec<u32>) -> Option<Prototype> {
    let function = btf.types().find(|t| t.kind() == Kind::Func && t.name() == name)?;
    let proto = btf.get(function.type_ref()?).filter(|t| t.kind() == Kind::FuncProto)?;
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut arguments = Vec::new();
    for (at, parameter) in proto.params().enumerate() {
        let usable = is_identifier(parameter.name()) && !KEYWORDS.contains(&parameter.name());
        let plain = if usable { parameter.name().to_owned() } else { format!("arg{at}") };
        let name = if taken.insert(plain.clone()) { plain } else { format!("arg{at}") };
        arguments.push(argument(btf, name, parameter.type_id)?);
    }
    let returned = proto.type_ref().filter(|id| !id.is_void());
    let returns = match returned {
        Some(id) => Some(argument(btf, "ret".to_owned(), id)?),
        None => None,
    };
    let kernel: Vec<&str> = arguments.iter().map(|argument| argument.kernel.as_str()).collect();
    let of = returned.map_or_else(|| "void".to_owned(), |id| dump::type_name(btf, id));
    let space = if of.ends_with('*') { "" } else { " " };
    let text = format!("{of}{space}{name}({})", if kernel.is_empty() { "void".to_owned() } else { kernel.join(", ") });
    let tags = DeclTags::new(btf);
    let mut tags = tags.of_component(function.id(), -1).iter().filter_map(|tag| btf.get(tag.tag));
    Some(Prototype { arguments, returns, text, kernels, is_kfunc: tags.any(|tag| tag.name() == KFUNC) })
}

/// Names of parameters that C, or the macros of `bpf_tracing.h`, keep for themselves.
const KEYWORDS: [&str; 8] = ["ctx", "new", "class", "private", "template", "this", "default", "register"];

fn argument(btf: &Btf, name: String, id: TypeId) -> Option<Argument> {
    let t = btf.resolved(id)?;
    let (before, points_to) = match t.kind() {
        Kind::Int if t.int().is_some_and(|int| int.is_bool()) => ("bool ".to_owned(), None),
        Kind::Int => (format!("{} ", int(t.size()?, t.int().is_some_and(|int| int.is_signed()))), None),
        Kind::Enum | Kind::Enum64 => (format!("{} ", int(t.size()?, t.kind_flag())), None),
        Kind::Ptr => match pointed_to(btf, TypeId(t.size_or_type())) {
            Some(to) => (format!("{to} *"), Some(to)),
            None => ("void *".to_owned(), None),
        },
        _ => return None,
    };
    let mut kernel = String::new();
    dump::declaration(btf, id, &name, &mut kernel);
    let number = t.size().filter(|_| t.kind() != Kind::Ptr);
    Some(Argument { name, before, points_to, kernel, number })
}

/// A struct or union with a name behind a pointer.
fn pointed_to(btf: &Btf, id: TypeId) -> Option<String> {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        let keyword = match t.kind() {
            Kind::Struct => "struct",
            Kind::Union => "union",
            Kind::Fwd if t.kind_flag() => "union",
            Kind::Fwd => "struct",
            Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag | Kind::Typedef => {
                at = TypeId(t.size_or_type());
                continue;
            }
            _ => return None,
        };
        return is_identifier(t.name()).then(|| format!("{keyword} {}", t.name()));
    }
    None
}

/// The declarations of the types that are pointed to: headers of other kernels may lack them.
fn forward(prototypes: &[Prototype]) -> String {
    let all = prototypes.iter().flat_map(|p| p.arguments.iter().chain(&p.returns));
    let types: BTreeSet<&String> = all.filter_map(|argument| argument.points_to.as_ref()).collect();
    let mut out: String = types.iter().map(|name| format!("{name};\n")).collect();
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The part of a program's name that tells the prototypes apart; empty if there is one.
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

/// The programs; `is_chosen`: the loader turns on those that fit, since libbpf gives up an object of which one cannot be attached.
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

/// The declarations by which programs call a kfunc. libbpf leaves a flavour out of the name (`bpf_core_essential_name_len`).
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

/// By which of a function's facts in the kernel's BTF the prototypes are told apart.
enum Apart {
    /// There is only one: whether the function is there.
    There,
    /// The number of parameters.
    Count,
    /// The struct behind the pointer that this parameter is.
    Parameter(usize),
}

fn told_apart(prototypes: &[Prototype]) -> Option<Apart> {
    if prototypes.len() == 1 {
        return Some(Apart::There);
    }
    let distinct = |key: &dyn Fn(&Prototype) -> Option<String>| {
        let keys: Option<BTreeSet<String>> = prototypes.iter().map(key).collect();
        keys.is_some_and(|keys| keys.len() == prototypes.len())
    };
    if distinct(&|p| Some(p.arguments.len().to_string())) {
        return Some(Apart::Count);
    }
    let most = prototypes.iter().map(|p| p.arguments.len()).max().unwrap_or(0);
    let of = |at: usize| distinct(&|p: &Prototype| p.arguments.get(at)?.points_to.clone());
    (0..most).find(|at| of(*at)).map(Apart::Parameter)
}

/// The loader's part: it looks at the function in the kernel's BTF and turns on the programs of its prototype.
fn loading(loader: Loader, name: &str, prototypes: &[Prototype], flavours: &[String], by: &Apart) -> String {
    let facts: BTreeMap<&String, String> = prototypes
        .iter()
        .zip(flavours)
        .map(|(p, flavour)| {
            let fact = match by {
                Apart::There => String::new(),
                Apart::Count => p.arguments.len().to_string(),
                Apart::Parameter(at) => {
                    let to = p.arguments.get(*at).and_then(|a| a.points_to.as_deref()).unwrap_or_default();
                    to.split(' ').next_back().unwrap_or_default().to_owned()
                }
            };
            (flavour, fact)
        })
        .collect();
    match loader {
        Loader::Libbpf => libbpf(name, &facts, by),
        Loader::EbpfGo => ebpf_go(name, &facts, by),
        Loader::Aya => format!(
            "// Aya: load one program after the other; the one whose prototype the kernel lacks is refused or reads other\n\
             // arguments. Aya's Btf does not give the parameters of a function: choose by the kernel's version.\n\
             // {}\n",
            joined(&facts.iter().map(|(flavour, fact)| format!("{name}_entry{flavour}: {fact}")).collect::<Vec<_>>())
        ),
    }
}

fn libbpf(name: &str, facts: &BTreeMap<&String, String>, by: &Apart) -> String {
    let mut out = format!(
        "/* between open and load, and likewise for _exit and _probe: does this kernel's {name} have the prototype? */\n\
         struct btf *vmlinux = btf__load_vmlinux_btf();\n\
         int id = btf__find_by_name_kind(vmlinux, \"{name}\", BTF_KIND_FUNC);\n"
    );
    out += "const struct btf_type *proto = id < 0 ? NULL :\n\tbtf__type_by_id(vmlinux, btf__type_by_id(vmlinux, id)->type);\n";
    let condition = |fact: &str| match by {
        Apart::There => "proto".to_owned(),
        Apart::Count => format!("proto && btf_vlen(proto) == {fact}"),
        Apart::Parameter(_) => format!("!strcmp(to, \"{fact}\")"),
    };
    if let Apart::Parameter(at) = by {
        let _ = write!(
            out,
            "const char *to = \"\";\n\nif (proto && btf_vlen(proto) > {at}) {{\n\
             \tconst struct btf_type *t = btf__type_by_id(vmlinux, btf_params(proto)[{at}].type);\n\n\
             \twhile (btf_is_mod(t) || btf_is_typedef(t) || btf_is_ptr(t))\n\t\tt = btf__type_by_id(vmlinux, t->type);\n\
             \tto = btf__name_by_offset(vmlinux, t->name_off);\n}}\n"
        );
    }
    for (flavour, fact) in facts {
        let _ = writeln!(out, "bpf_program__set_autoload(skel->progs.{name}_entry{flavour}, {});", condition(fact));
    }
    out
}

fn ebpf_go(name: &str, facts: &BTreeMap<&String, String>, by: &Apart) -> String {
    let mut out = format!(
        "// between LoadCollectionSpec and NewCollection, and likewise for _exit and _probe: does this kernel's {name} have the prototype?\n\
         kernel, err := btf.LoadKernelSpec()\nif err != nil {{\n\treturn err\n}}\n\
         var fn *btf.Func\nvar params []btf.FuncParam\n\
         if err := kernel.TypeByName(\"{name}\", &fn); err == nil {{\n\
         \tparams = fn.Type.(*btf.FuncProto).Params\n\
         }} else if !errors.Is(err, btf.ErrNotFound) {{\n\treturn err\n}}\n"
    );
    if let Apart::Parameter(at) = by {
        let _ = write!(
            out,
            "to := \"\"\nif len(params) > {at} {{\n\tif p, ok := btf.UnderlyingType(params[{at}].Type).(*btf.Pointer); ok {{\n\
             \t\tto = btf.UnderlyingType(p.Target).TypeName()\n\t}}\n}}\n"
        );
    }
    for (flavour, fact) in facts {
        let condition = match by {
            Apart::There => "fn == nil".to_owned(),
            Apart::Count => format!("fn == nil || len(params) != {fact}"),
            Apart::Parameter(_) => format!("to != \"{fact}\""),
        };
        let _ = writeln!(out, "if {condition} {{\n\tdelete(spec.Programs, \"{name}_entry{flavour}\")\n}}");
    }
    out
}
