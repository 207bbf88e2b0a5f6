//! Attachment points for BPF programs, found in a kernel's BTF: tracepoints, LSM hooks, iterators, struct_ops; and a
//! skeleton of a program for each.
//!
//! The rules are those of libbpf and the kernel. A tracepoint is a typedef `btf_trace_NAME` of a pointer to a
//! prototype, whose first parameter belongs to the tracer and not to the event. An LSM hook is a function
//! `bpf_lsm_NAME` (kernel/bpf/bpf_lsm.c makes one for each hook in `lsm_hook_defs.h`). An iterator is a function
//! `bpf_iter_NAME` with a context `struct bpf_iter__NAME`. A struct_ops type is the struct in the member `data` of
//! `struct bpf_struct_ops_NAME`.

use btf::{Btf, DeclTags, Kind, Param, Type, TypeId};

use crate::access::declaration;
use crate::extras::{Extras, id_lists};
use crate::kind::FileKind;

btf::named! {
    /// The kind of an attachment point.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum HookKind {
        /// A tracepoint; its type is a typedef.
        Tracepoint = "tp_btf";
        /// A hook of the Linux security modules; its type is a function.
        Lsm = "lsm";
        /// An iterator; its type is a function.
        Iterator = "iter";
    }
    /// The first part of the name of a program's section.
    fn prefix;
}

/// An attachment point for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hook<'a> {
    /// Its kind.
    pub kind: HookKind,
    /// The typedef or function.
    pub id: TypeId,
    /// Its name without the prefix: `sched_switch`.
    pub name: &'a str,
    /// Its prototype. For a tracepoint, [`hook`] takes the prototype behind the typedef. [`hooks`] takes the prototype
    /// of the kernel's function `__traceiter_NAME` instead, which also names the parameters; but only if both
    /// prototypes have the same number of parameters.
    pub proto: TypeId,
}

/// A part of a program's source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snippet {
    /// Its purpose: `fentry`.
    pub title: &'static str,
    /// The lines.
    pub code: String,
}

/// The attachment point that a type stands for, if any. Not every function `bpf_lsm_NAME` is an LSM hook. `lsm(NAME)`
/// must say whether it is one: `union security_list_options` has a member for each hook ([`lsm_names`]).
pub fn hook<'a>(btf: &'a Btf, t: &Type<'a>, lsm: &dyn Fn(&str) -> bool) -> Option<Hook<'a>> {
    let name = t.name();
    let done = |kind, name, proto| Some(Hook { kind, id: t.id(), name, proto });
    match t.kind() {
        Kind::Typedef => {
            let name = name.strip_prefix("btf_trace_")?;
            let pointer = btf.get(TypeId(t.size_or_type())).filter(|p| p.kind() == Kind::Ptr)?;
            let proto = TypeId(pointer.size_or_type());
            (btf.kind(proto) == Some(Kind::FuncProto)).then(|| done(HookKind::Tracepoint, name, proto))?
        }
        Kind::Func => {
            let proto = TypeId(t.size_or_type());
            if let Some(name) = name.strip_prefix("bpf_lsm_") {
                return done(HookKind::Lsm, name, proto).filter(|_| lsm(name));
            }
            let name = name.strip_prefix("bpf_iter_")?;
            let context = format!("bpf_iter__{name}");
            let has_context = || btf.all_types().any(|t| t.kind() == Kind::Struct && t.name() == context);
            has_context().then(|| done(HookKind::Iterator, name, proto))?
        }
        _ => None,
    }
}

/// The names of the LSM hooks, sorted: the members of `union security_list_options`. Empty if the BTF lacks this union.
pub fn lsm_names(btf: &Btf) -> Vec<&str> {
    let options = btf.all_types().find(|t| t.kind() == Kind::Union && t.name_bytes() == b"security_list_options");
    let mut names: Vec<&str> = options.map(|t| t.members().map(|m| m.name()).collect()).unwrap_or_default();
    names.sort_unstable();
    names
}

/// The tracepoints, LSM hooks and iterators in the BTF itself, without its base, sorted by name.
pub fn hooks(btf: &Btf) -> Vec<Hook<'_>> {
    let names = lsm_names(btf);
    let mut found: Vec<Hook<'_>> = Vec::new();
    // This list rules out functions without a context. `hook` also does, but searches all types for each function.
    let mut contexts: Vec<&str> = btf.all_types().filter(|t| t.kind() == Kind::Struct).map(|t| t.name()).collect();
    contexts.retain(|name| name.starts_with("bpf_iter__"));
    for t in btf.types().filter(|t| matches!(t.kind(), Kind::Typedef | Kind::Func)) {
        let iterator = t.name().strip_prefix("bpf_iter_").filter(|_| t.kind() == Kind::Func);
        if iterator.is_some_and(|name| !contexts.iter().any(|c| c.strip_prefix("bpf_iter__") == Some(name))) {
            continue;
        }
        found.extend(hook(btf, &t, &|name| names.is_empty() || names.binary_search(&name).is_ok()));
    }
    found.sort_by(|a, b| a.name.cmp(b.name).then(a.id.cmp(&b.id)));
    for t in btf.all_types().filter(|t| t.kind() == Kind::Func) {
        let Some(name) = t.name().strip_prefix("__traceiter_") else { continue };
        let first = found.partition_point(|hook| hook.name < name);
        for hook in found.iter_mut().skip(first).take_while(|hook| hook.name == name) {
            take_names(btf, hook, &t);
        }
    }
    found
}

/// Takes the prototype of the function that a tracepoint calls, if that prototype has as many parameters as the hook's.
fn take_names(btf: &Btf, hook: &mut Hook<'_>, function: &Type<'_>) {
    let proto = TypeId(function.size_or_type());
    let count = |id: TypeId| btf.get(id).filter(|t| t.kind() == Kind::FuncProto).map(|t| t.item_count());
    if hook.kind == HookKind::Tracepoint && count(proto).is_some() && count(proto) == count(hook.proto) {
        hook.proto = proto;
    }
}

/// A struct of the kernel whose functions programs can implement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StructOps<'a> {
    /// The struct: `tcp_congestion_ops`.
    pub id: TypeId,
    /// Its name.
    pub name: &'a str,
}

/// The struct_ops types in the BTF itself, without its base, sorted by name.
pub fn struct_ops(btf: &Btf) -> Vec<StructOps<'_>> {
    let mut found: Vec<StructOps<'_>> = Vec::new();
    for t in btf.types().filter(|t| t.kind() == Kind::Struct) {
        let Some(name) = t.name().strip_prefix("bpf_struct_ops_") else { continue };
        let Some(data) = t.members().find(|m| m.name() == "data") else { continue };
        let inner = btf.resolved(data.type_id).filter(|t| t.kind() == Kind::Struct && t.name() == name);
        found.extend(inner.map(|t| StructOps { id: t.id(), name: t.name() }));
    }
    found.sort_by_key(|ops| ops.name);
    found.dedup();
    found
}

/// A parameter as C; without a name it gets a number.
fn parameter(btf: &Btf, of: &Param<'_>, at: usize) -> String {
    let made_up = format!("arg{at}");
    declaration(btf, of.type_id, if of.name().is_empty() { &made_up } else { of.name() })
}

/// The arguments of `BPF_PROG(name, ..)`: the parameters of a prototype from index `first` on; with `returned`, also
/// the return value. None if `proto` is no prototype, or is variadic.
pub fn arguments(btf: &Btf, proto: TypeId, first: usize, returned: bool) -> Option<String> {
    let t = btf.get(proto).filter(|t| t.kind() == Kind::FuncProto)?;
    if t.params().any(|p| p.is_variadic()) {
        return None;
    }
    let mut all: Vec<String> = t.params().enumerate().skip(first).map(|(at, p)| parameter(btf, &p, at)).collect();
    let ret = TypeId(t.size_or_type());
    if returned && !ret.is_void() {
        all.push(declaration(btf, ret, "ret"));
    }
    Some(all.join(", "))
}

/// The source of a program: `SEC("tp_btf/x")` and `int BPF_PROG(x, ..)`, with an empty body.
fn program(section: &str, name: &str, arguments: &str) -> String {
    let comma = if arguments.is_empty() { "" } else { ", " };
    format!("SEC(\"{section}\")\nint BPF_PROG({name}{comma}{arguments})\n{{\n\treturn 0;\n}}\n")
}

/// The section of a hook: `tp_btf/sched_switch`.
pub fn section(hook: &Hook<'_>) -> String {
    format!("{}/{}", hook.kind.prefix(), hook.name)
}

/// A skeleton of a program for a hook; none if the arguments cannot be written ([`arguments`]).
pub fn snippet(btf: &Btf, hook: &Hook<'_>) -> Option<Snippet> {
    let (section, name) = (section(hook), hook.name);
    let code = match hook.kind {
        HookKind::Tracepoint => program(&section, name, &arguments(btf, hook.proto, 1, false)?),
        HookKind::Lsm => program(&section, name, &arguments(btf, hook.proto, 0, false)?),
        HookKind::Iterator => {
            let head = format!("int iter_{name}(struct bpf_iter__{name} *ctx)");
            format!("SEC(\"{section}\")\n{head}\n{{\n\treturn 0;\n}}\n")
        }
    };
    Some(Snippet { title: hook.kind.prefix(), code })
}

/// The head of a program for a member of a struct_ops type: its section and declaration, without a body. None if the
/// member is no function pointer, or its function is variadic.
pub fn member_program(btf: &Btf, name: &str, of: TypeId) -> Option<String> {
    let pointer = btf.resolved(of).filter(|t| t.kind() == Kind::Ptr)?;
    let proto = btf.resolved(TypeId(pointer.size_or_type())).filter(|t| t.kind() == Kind::FuncProto)?;
    let arguments = arguments(btf, proto.id(), 0, false)?;
    let comma = if arguments.is_empty() { "" } else { ", " };
    let head = declaration(btf, TypeId(proto.size_or_type()), &format!("BPF_PROG({name}{comma}{arguments})"));
    Some(format!("SEC(\"struct_ops/{name}\") {head}"))
}

/// Whether types of this kind may have ready code. This test is cheap enough for every type that is shown;
/// [`ready_code_of`] is not.
pub fn may_have_code(kind: Kind) -> bool {
    matches!(kind, Kind::Func | Kind::Typedef)
}

/// The ready code of a type ([`snippets`]); for a kfunc also its declaration. Empty unless the file is a kernel, a
/// module or raw BTF: programs attach to functions of the kernel and its modules. A kfunc has the tag `bpf_kfunc`
/// (which pahole writes for Linux 6.10 and later), or is in a set of `.BTF_ids`.
pub fn ready_code_of(btf: &Btf, tags: &DeclTags, kind: FileKind, extras: &Extras, id: TypeId) -> Vec<Snippet> {
    if !matches!(kind, FileKind::Kernel | FileKind::Module | FileKind::Raw) {
        return Vec::new();
    }
    let is_tagged = || tags.of(id).iter().any(|tag| btf.get(tag.tag).is_some_and(|t| t.name() == "bpf_kfunc"));
    let is_listed = || {
        let lists = id_lists(btf, extras.ids.as_deref(), extras.symbols.as_deref());
        relate::kfuncs(btf, &lists).iter().any(|kfunc| kfunc.id == id)
    };
    let is_function = btf.kind(id) == Some(Kind::Func);
    snippets(btf, id, is_function && (is_tagged() || is_listed()))
}

/// Ready code for a type. A hook ([`hook`]) has the skeleton of a program. Another function has programs for its entry
/// and its return, unless it is variadic; if programs may call it (`kfunc`), also its declaration. Empty for other
/// types.
pub fn snippets(btf: &Btf, id: TypeId, kfunc: bool) -> Vec<Snippet> {
    let Some(t) = btf.get(id) else { return Vec::new() };
    if !may_have_code(t.kind()) {
        return Vec::new();
    }
    let names = if t.name().starts_with("bpf_lsm_") { lsm_names(btf) } else { Vec::new() };
    let lsm = |name: &str| names.is_empty() || names.binary_search(&name).is_ok();
    if let Some(mut found) = hook(btf, &t, &lsm) {
        let caller = format!("__traceiter_{}", found.name);
        if found.kind == HookKind::Tracepoint
            && let Some(function) = btf.all_types().find(|t| t.kind() == Kind::Func && t.name() == caller)
        {
            take_names(btf, &mut found, &function);
        }
        return snippet(btf, &found).into_iter().collect();
    }
    let mut all = Vec::new();
    if t.kind() == Kind::Func {
        let (name, proto) = (t.name(), TypeId(t.size_or_type()));
        for (title, returned) in [("fentry", false), ("fexit", true)] {
            if let Some(arguments) = arguments(btf, proto, 0, returned) {
                let code = program(&format!("{title}/{name}"), &format!("{title}_{name}"), &arguments);
                all.push(Snippet { title, code });
            }
        }
        if kfunc {
            all.push(Snippet { title: "kfunc", code: format!("extern {} __ksym;\n", declaration(btf, id, "")) });
        }
    }
    all
}
