//! The part of the application that loads the programs: it looks at the function in the running kernel's BTF and turns
//! on the programs of its prototype.

use std::collections::BTreeMap;
use std::fmt::Write;

use release::joined;

use crate::Loader;
use crate::prototype::{Prototype, arguments};

/// The facts in the kernel's BTF by which the prototypes of a function are told apart. If none is set, the only fact is
/// whether the function is there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Apart {
    /// The number of parameters.
    count: bool,
    /// The struct that the parameter with this index points to.
    parameter: Option<usize>,
}

/// The facts of one prototype.
struct Facts {
    count: Option<usize>,
    /// The name of the struct, without its keyword.
    to: Option<String>,
}

impl Apart {
    fn facts(self, p: &Prototype) -> Facts {
        let to = |at: usize| p.arguments.get(at)?.points_to.as_deref()?.split(' ').next_back();
        Facts { count: self.count.then_some(p.arguments.len()), to: self.parameter.and_then(to).map(str::to_owned) }
    }

    /// True if each pair of prototypes differs in a fact that both have.
    fn tells(self, prototypes: &[Prototype]) -> bool {
        let facts: Vec<Facts> = prototypes.iter().map(|p| self.facts(p)).collect();
        let differ = |a: &Facts, b: &Facts| a.count != b.count || a.to.is_some() && b.to.is_some() && a.to != b.to;
        facts.iter().enumerate().all(|(i, a)| facts.iter().skip(i + 1).all(|b| differ(a, b)))
    }
}

/// The fewest facts that tell the prototypes apart; none if no facts do.
pub(crate) fn told_apart(prototypes: &[Prototype]) -> Option<Apart> {
    let most = prototypes.iter().map(|p| p.arguments.len()).max().unwrap_or(0);
    let parameters = || (0..most).map(Some);
    let count = |count: bool| move |parameter: Option<usize>| Apart { count, parameter };
    let mut all = [Apart::default(), Apart { count: true, parameter: None }]
        .into_iter()
        .chain(parameters().map(count(false)))
        .chain(parameters().map(count(true)));
    all.find(|apart| apart.tells(prototypes))
}

/// The application's part for this loader; `by`: the facts by which it chooses.
pub(crate) fn loading(loader: Loader, name: &str, prototypes: &[Prototype], flavours: &[String], by: Apart) -> String {
    let facts: BTreeMap<&String, Facts> = flavours.iter().zip(prototypes).map(|(f, p)| (f, by.facts(p))).collect();
    match loader {
        Loader::Libbpf => libbpf(name, &facts, by),
        Loader::EbpfGo => ebpf_go(name, &facts, by),
        Loader::Aya => {
            let words = |facts: &Facts| {
                let words: Vec<String> = facts.count.map(arguments).into_iter().chain(facts.to.clone()).collect();
                words.join(", ")
            };
            let each: Vec<String> =
                facts.iter().map(|(f, facts)| format!("{name}_entry{f}: {}", words(facts))).collect();
            format!(
                "// Aya: load one program after the other; the one whose prototype the kernel lacks is refused or reads other\n\
                 // arguments. Aya's Btf does not give the parameters of a function: choose by the kernel's version.\n\
                 // {}\n",
                joined(&each)
            )
        }
    }
}

fn libbpf(name: &str, facts: &BTreeMap<&String, Facts>, by: Apart) -> String {
    let mut out = format!(
        "/* between open and load, and likewise for _exit and _probe: does this kernel's {name} have the prototype? */\n\
         struct btf *vmlinux = btf__load_vmlinux_btf();\n\
         int id = btf__find_by_name_kind(vmlinux, \"{name}\", BTF_KIND_FUNC);\n"
    );
    out += "const struct btf_type *proto = id < 0 ? NULL :\n\tbtf__type_by_id(vmlinux, btf__type_by_id(vmlinux, id)->type);\n";
    if let Some(at) = by.parameter {
        let _ = write!(
            out,
            "const char *to = \"\";\n\nif (proto && btf_vlen(proto) > {at}) {{\n\
             \tconst struct btf_type *t = btf__type_by_id(vmlinux, btf_params(proto)[{at}].type);\n\n\
             \twhile (btf_is_mod(t) || btf_is_typedef(t) || btf_is_ptr(t))\n\t\tt = btf__type_by_id(vmlinux, t->type);\n\
             \tto = btf__name_by_offset(vmlinux, t->name_off);\n}}\n"
        );
    }
    for (flavour, facts) in facts {
        // If the struct's name is found, the function is there, too.
        let there = (facts.to.is_none() || facts.count.is_some()).then(|| "proto".to_owned());
        let count = facts.count.map(|count| format!("btf_vlen(proto) == {count}"));
        let to = facts.to.as_ref().map(|to| format!("!strcmp(to, \"{to}\")"));
        let all: Vec<String> = there.into_iter().chain(count).chain(to).collect();
        let _ = writeln!(out, "bpf_program__set_autoload(skel->progs.{name}_entry{flavour}, {});", all.join(" && "));
    }
    out
}

fn ebpf_go(name: &str, facts: &BTreeMap<&String, Facts>, by: Apart) -> String {
    let mut out = format!(
        "// between LoadCollectionSpec and NewCollection, and likewise for _exit and _probe: does this kernel's {name} have the prototype?\n\
         kernel, err := btf.LoadKernelSpec()\nif err != nil {{\n\treturn err\n}}\n\
         var fn *btf.Func\nvar params []btf.FuncParam\n\
         if err := kernel.TypeByName(\"{name}\", &fn); err == nil {{\n\
         \tparams = fn.Type.(*btf.FuncProto).Params\n\
         }} else if !errors.Is(err, btf.ErrNotFound) {{\n\treturn err\n}}\n"
    );
    if let Some(at) = by.parameter {
        let _ = write!(
            out,
            "to := \"\"\nif len(params) > {at} {{\n\tif p, ok := btf.UnderlyingType(params[{at}].Type).(*btf.Pointer); ok {{\n\
             \t\tto = btf.UnderlyingType(p.Target).TypeName()\n\t}}\n}}\n"
        );
    }
    for (flavour, facts) in facts {
        let there = (facts.to.is_none() || facts.count.is_some()).then(|| "fn == nil".to_owned());
        let count = facts.count.map(|count| format!("len(params) != {count}"));
        let to = facts.to.as_ref().map(|to| format!("to != \"{to}\""));
        let all: Vec<String> = there.into_iter().chain(count).chain(to).collect();
        let _ = writeln!(out, "if {} {{\n\tdelete(spec.Programs, \"{name}_entry{flavour}\")\n}}", all.join(" || "));
    }
    out
}
