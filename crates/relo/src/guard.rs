//! C that reads a field, type or enumerator only if the kernel has it. It compiles after `vmlinux.h` and libbpf's
//! `bpf/bpf_helpers.h` and `bpf/bpf_core_read.h`.

use btf::{Btf, Kind, TypeId};

use crate::resolve::Outcome;
use crate::spec::{Spec, member};
use crate::suggest::{Near, Suggestion};
use crate::target::Target;
use crate::{CoreGroup, CoreKind};

/// The snippet for a relocation. None where C cannot name the type or a member, for a path without steps behind the
/// root, and for the object's own type ids.
///
/// `renamed` is a member of the target that may be meant: it is read through a flavour.
pub fn guard(local: &Btf, spec: &Spec, renamed: Option<(&Target, &Outcome, &Suggestion)>) -> Option<String> {
    let root = c_name(local, spec.root)?;
    match spec.kind.group() {
        CoreGroup::Type if spec.kind == CoreKind::TypeIdLocal => None,
        CoreGroup::Type => Some(of_type(spec.kind, &root)),
        CoreGroup::Enum => {
            let name = spec.accessors.first().and_then(|a| a.name).and_then(|n| local.string(n))?;
            Some(format!(
                "static __always_inline long long value_of_{id}(void)\n{{\n\tif (bpf_core_enum_value_exists({root}, {name}))\n\t\treturn bpf_core_enum_value({root}, {name});\n\treturn -1; /* this kernel has no {name} */\n}}\n",
                id = word(name)
            ))
        }
        CoreGroup::Field => of_field(local, spec, &root, renamed),
    }
}

/// The type's name in C; none for a type without one.
fn c_name(btf: &Btf, id: TypeId) -> Option<String> {
    let t = btf.get(id).filter(|t| is_word(t.name()))?;
    let name = t.name();
    match t.kind() {
        Kind::Typedef => Some(name.to_owned()),
        // Nothing can be read from a forward declaration.
        Kind::Fwd => None,
        _ => t.tagged(name),
    }
}

fn is_word(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
}

/// A path as a part of a function's name: each run of characters that a name cannot have becomes one `_`, but none at
/// the start or the end.
fn word(path: &str) -> String {
    let mut out = String::new();
    for b in path.chars() {
        match b.is_ascii_alphanumeric() || b == '_' {
            true => out.push(b),
            false if !out.is_empty() && !out.ends_with('_') => out.push('_'),
            false => {}
        }
    }
    out.trim_end_matches('_').to_owned()
}

fn of_type(kind: CoreKind, root: &str) -> String {
    let name = word(root);
    match kind {
        CoreKind::TypeSize => format!(
            "static __always_inline unsigned int size_of_{name}(void)\n{{\n\tif (bpf_core_type_exists({root}))\n\t\treturn bpf_core_type_size({root});\n\treturn 0; /* this kernel has no {root} */\n}}\n"
        ),
        CoreKind::TypeIdTarget => format!(
            "static __always_inline unsigned int id_of_{name}(void)\n{{\n\tif (bpf_core_type_exists({root}))\n\t\treturn bpf_core_type_id_kernel({root});\n\treturn 0; /* this kernel has no {root} */\n}}\n"
        ),
        CoreKind::TypeMatches => {
            format!(
                "static __always_inline int matches_{name}(void)\n{{\n\treturn bpf_core_type_matches({root});\n}}\n"
            )
        }
        _ => format!("static __always_inline int has_{name}(void)\n{{\n\treturn bpf_core_type_exists({root});\n}}\n"),
    }
}

fn of_field(local: &Btf, spec: &Spec, root: &str, renamed: Option<(&Target, &Outcome, &Suggestion)>) -> Option<String> {
    let path = spec.path(local);
    let names_ok = spec.accessors.iter().filter_map(|a| a.name).all(|n| local.string(n).is_some_and(is_word));
    if path.is_empty() || !names_ok {
        return None;
    }
    // `[2].a` is put behind the pointer unchanged; of `.a`, the dot becomes `->`.
    let expr = match path.strip_prefix('.') {
        Some(rest) => format!("p->{rest}"),
        None => format!("p{path}"),
    };
    let name = word(&path);
    let last = spec.last()?;
    let bitfield = member(local, last).filter(|_| last.name.is_some()).is_some_and(|(_, m)| m.bitfield_size() > 0);
    let field = local.resolved(spec.field_type(local));
    let scalar = field.is_some_and(|t| matches!(t.kind(), Kind::Int | Kind::Ptr | Kind::Enum | Kind::Enum64));
    if bitfield {
        return Some(format!(
            "static __always_inline unsigned long long read_{name}({root} *p)\n{{\n\tif (bpf_core_field_exists({expr}))\n\t\treturn BPF_CORE_READ_BITFIELD_PROBED({});\n\treturn 0; /* this kernel has no such field */\n}}\n",
            bitfield_args(&expr)
        ));
    }
    if !scalar {
        return Some(format!(
            "static __always_inline int read_{name}({root} *p, void *to, unsigned int size)\n{{\n\tif (bpf_core_field_exists({expr}))\n\t\treturn bpf_core_read(to, size, &{expr});\n\treturn -1; /* this kernel has no such field */\n}}\n"
        ));
    }
    // The type of the variable that is read into, without const or volatile.
    let plain = is_qualified(local, spec.field_type(local)).then(|| field.and_then(|t| c_scalar(&t))).flatten();
    let declared = plain.map_or_else(|| format!("typeof({expr}) "), str::to_owned);
    let other = renamed.and_then(|(target, outcome, s)| flavour(spec, local, root, target, outcome, s));
    let (before, otherwise) = match &other {
        Some((declaration, read)) => (format!("{declaration}\n"), format!("\t{read}\n")),
        None => (String::new(), "\treturn 0; /* this kernel has no such field */\n".to_owned()),
    };
    Some(format!(
        "{before}static __always_inline unsigned long long read_{name}({root} *p)\n{{\n\tif (bpf_core_field_exists({expr})) {{\n\t\t{declared}value = 0;\n\n\t\tbpf_core_read(&value, bpf_core_field_size({expr}), &{expr});\n\t\treturn (unsigned long long)value;\n\t}}\n{otherwise}}}\n"
    ))
}

/// The arguments of `BPF_CORE_READ_BITFIELD_PROBED`, which takes pointer and field separately.
fn bitfield_args(expr: &str) -> String {
    match expr.strip_prefix("p->") {
        Some(field) => format!("p, {field}"),
        None => match expr.split_once("].") {
            Some((at, field)) => format!("(&{at}]), {field}"),
            None => expr.to_owned(),
        },
    }
}

/// Whether a type is const or volatile itself, not the type that it points to.
fn is_qualified(btf: &Btf, mut id: TypeId) -> bool {
    for _ in 0..32 {
        let Some(t) = btf.get(id) else { return false };
        match t.kind() {
            Kind::Const | Kind::Volatile => return true,
            kind if kind.is_modifier() => id = TypeId(t.size_or_type()),
            _ => return false,
        }
    }
    false
}

/// A scalar's type in C, up to the variable's name.
fn c_scalar(t: &btf::Type<'_>) -> Option<&'static str> {
    Some(match (t.kind(), t.size_or_type()) {
        (Kind::Ptr, _) => "void *",
        (Kind::Enum, 4) if !t.kind_flag() => "unsigned int ",
        (Kind::Enum, 4) => "int ",
        (Kind::Int, size) => match (size, t.int()?.is_signed()) {
            (1, false) => "unsigned char ",
            (1, true) => "signed char ",
            (2, false) => "unsigned short ",
            (2, true) => "short ",
            (4, false) => "unsigned int ",
            (4, true) => "int ",
            (8, false) => "unsigned long long ",
            (8, true) => "long long ",
            _ => return None,
        },
        _ => return None,
    })
}

/// A flavour of the root with the member's other name, and the code that reads it. Only for a member of the root
/// itself.
fn flavour(
    spec: &Spec,
    local: &Btf,
    root: &str,
    target: &Target,
    outcome: &Outcome,
    s: &Suggestion,
) -> Option<(String, String)> {
    if spec.accessors.len() != 2 || !is_word(&s.path) || matches!(s.near, Near::Type(_) | Near::Letters(_)) {
        return None;
    }
    let is_tag = local.kind(spec.root).is_some_and(Kind::is_composite);
    let btf = target.btf(outcome.tried.first()?.candidate.part)?;
    let t = btf.resolved(s.type_id).filter(|_| is_tag)?;
    let c_type = c_scalar(&t)?;
    let name = format!("{}___other", root.split("___").next().unwrap_or(root));
    let declaration = format!(
        "/* the same type where the member is called {path} */\n{name} {{\n\t{c_type}{path};\n}} __attribute__((preserve_access_index));\n",
        path = s.path
    );
    Some((declaration, format!("return (unsigned long long)BPF_CORE_READ(({name} *)p, {});", s.path)))
}
