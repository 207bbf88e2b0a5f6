//! The tables of attachment points and struct_ops types.

use btf::Btf;

use super::Table;
use crate::hooks::{HookKind, arguments, hooks, member_program, section, struct_ops};

/// The tracepoints, LSM hooks or iterators of a file.
pub fn hooks_table(btf: &Btf, kind: HookKind) -> Table {
    let columns =
        [("id", "id", true), ("name", "name", false), ("arguments", "arguments", false), ("section", "section", false)];
    let (title, about) = match kind {
        HookKind::Tracepoint => (
            "Tracepoints",
            "Typed tracepoints: a program in SEC(\"tp_btf/NAME\") gets these arguments, as BPF_PROG names them.",
        ),
        HookKind::Lsm => (
            "LSM hooks",
            "Hooks of the Linux security modules: a program in SEC(\"lsm/NAME\") gets these arguments, and is called if the kernel \
             was booted with lsm=..,bpf.",
        ),
        HookKind::Iterator => (
            "Iterators",
            "A program in SEC(\"iter/NAME\") is called for each object, with a struct bpf_iter__NAME that has these arguments as members.",
        ),
    };
    let mut table = Table::new(title, &columns, 1);
    table.about.push(about.to_owned());
    // People look for the names, so no cell is cut; the page scrolls wide tables.
    table.whole = true;
    for hook in hooks(btf).iter().filter(|hook| hook.kind == kind) {
        let first = usize::from(kind == HookKind::Tracepoint);
        let arguments = arguments(btf, hook.proto, first, false).unwrap_or_default();
        let cells = vec![hook.id.0.to_string(), hook.name.to_owned(), arguments, section(hook)];
        table.push(cells, Some(hook.id), false);
    }
    table
}

/// The struct_ops types of a file, and the members of each.
pub fn struct_ops_table(btf: &Btf) -> Table {
    let columns = [
        ("id", "id", true),
        ("struct", "struct", false),
        ("member", "member", false),
        ("type", "type", false),
        ("program", "program", false),
    ];
    let mut table = Table::new("struct_ops", &columns, 1);
    table.about.push(
        "Structs of functions that programs can implement: a variable of one in SEC(\".struct_ops.link\") is registered in the kernel."
            .to_owned(),
    );
    table.whole = true;
    for ops in struct_ops(btf) {
        for member in btf.get(ops.id).into_iter().flat_map(|t| t.members()) {
            let program = member_program(btf, member.name(), member.type_id).unwrap_or_default();
            let of = dump::type_name(btf, member.type_id);
            let cells = vec![ops.id.0.to_string(), ops.name.to_owned(), member.name().to_owned(), of, program];
            table.push(cells, Some(ops.id), false);
        }
    }
    table
}
