//! Modules that add a name to their kernels, beside the kernels that have the name themselves.

use atlas::{BroughtKind, Error, KernelSet, ModulesFile, Ranges};
use btf::Kind;

use super::{Asked, History, alike};
use crate::words::{kind_name, many};

/// Adds to a history the modules that have the name. If no kernel has the name (`history` is none), the new history
/// has only these modules. Returns `history` unchanged for a field, and if no module is known to have the name.
///
/// # Errors
/// The file of names is damaged, or bytes of it cannot be read.
pub fn of_modules<M: Ranges>(
    names: &ModulesFile<M>,
    asked: &Asked,
    history: Option<History>,
) -> Result<Option<History>, Error> {
    let Asked::Name(kind, name) = asked else { return Ok(history) };
    let shown = history.as_ref().map(|history| history.kind);
    let wanted = |brought: BroughtKind| {
        let is = |wanted: Kind| brought.btf_kind().is_some_and(|is| alike(is, wanted));
        brought != BroughtKind::Enumerator && kind.is_none_or(is) && shown.is_none_or(|shown| shown.is_some_and(is))
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
        let kernels = within(&brought.kernels, called);
        lines.push(format!("module {module} brings it as {what} in {kernels}, of {of} whose modules are known"));
    }
    if lines.is_empty() {
        return Ok(history);
    }
    let struct_ops = all.iter().find(|b| b.kind == BroughtKind::StructOps);
    let kind = struct_ops.or(all.first()).and_then(|b| b.kind.btf_kind());
    let mut history = history.unwrap_or_else(|| History {
        title: format!("{} {name}", kind.map_or("", kind_name)),
        kind,
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
