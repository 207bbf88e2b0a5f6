//! Modules that bring a name, in addition to the kernels that have it themselves.

use atlas::{BroughtKind, Error, KernelSet, Modules, Ranges};
use btf::Kind;

use super::{Asked, History};
use crate::words::many;

/// Adds to a history the modules that bring the name. If no kernel has it, the history has only these; none if no
/// module has it either, for fields, and for kinds not known of modules.
///
/// # Errors
/// When the file of names is damaged, or bytes of it are not at hand.
pub fn of_modules<M: Ranges>(
    names: &Modules<M>,
    asked: &Asked,
    history: Option<History>,
) -> Result<Option<History>, Error> {
    let Asked::Name(kind, name) = asked else { return Ok(history) };
    let shown = history.as_ref().map(|history| history.kind.as_str());
    let wanted = |brought: BroughtKind| match brought {
        BroughtKind::StructOps | BroughtKind::Struct => {
            kind.is_none_or(|k| k == Kind::Struct) && shown.is_none_or(|k| k == "struct")
        }
        BroughtKind::Union => kind.is_none_or(|k| k == Kind::Union) && shown.is_none_or(|k| k == "union"),
        BroughtKind::Enum => kind.is_none_or(|k| k == Kind::Enum) && shown.is_none_or(|k| k == "enum"),
        BroughtKind::Typedef => kind.is_none_or(|k| k == Kind::Typedef) && shown.is_none_or(|k| k == "typedef"),
        BroughtKind::Variable => kind.is_none_or(|k| k == Kind::Var) && shown.is_none_or(|k| k == "var"),
        // Not the name of a type.
        BroughtKind::Enumerator => false,
        _ => kind.is_none_or(|k| k == Kind::Func) && shown.is_none_or(|k| k == "func"),
    };
    let all: Vec<_> = names.with(name.as_bytes())?.into_iter().filter(|b| wanted(b.kind)).collect();
    let called = names.kernel_names();
    let (all_known, types_known) =
        (names.kernels().len(), names.with_types()?.into_iter().filter(|known| *known).count());
    let mut lines = Vec::new();
    for brought in &all {
        let module = btf::visible(&brought.module);
        let what = match brought.kind {
            BroughtKind::StructOps => "a struct_ops type",
            BroughtKind::Kfunc => "a kfunc",
            BroughtKind::Func => "a function",
            BroughtKind::Struct => "a struct",
            BroughtKind::Union => "a union",
            BroughtKind::Enum => "an enum",
            BroughtKind::Enumerator => "a value of an enum",
            BroughtKind::Typedef => "a typedef",
            BroughtKind::Variable => "a variable",
        };
        let known = if BroughtKind::TYPES.contains(&brought.kind) { types_known } else { all_known };
        let of = many(known as u64, "kernel");
        let kernels = within(&brought.kernels, &called);
        lines.push(format!("module {module} brings it as {what} in {kernels}, of {of} whose modules are known"));
    }
    if lines.is_empty() {
        return Ok(history);
    }
    let word = match all.first().map(|b| b.kind) {
        _ if all.iter().any(|b| b.kind == BroughtKind::StructOps) => "struct",
        Some(BroughtKind::Struct) => "struct",
        Some(BroughtKind::Union) => "union",
        Some(BroughtKind::Enum) => "enum",
        Some(BroughtKind::Typedef) => "typedef",
        Some(BroughtKind::Variable) => "var",
        _ => "func",
    };
    let mut history = history.unwrap_or_else(|| History {
        title: format!("{word} {name}"),
        kind: word.to_owned(),
        name: name.clone(),
        ..History::default()
    });
    history.modules = lines;
    Ok(Some(history))
}

/// Kernels in words: their number, the first and the last.
fn within(set: &KernelSet, called: &[String]) -> String {
    let names: Vec<&str> = set.iter().filter_map(|k| called.get(k as usize)).map(String::as_str).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [first, .., last] => format!("{} ({first} … {last})", many(names.len() as u64, "kernel")),
    }
}
