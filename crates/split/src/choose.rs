//! Chooses the functions of the second module.

use std::collections::{HashMap, HashSet};

use walrus::ir::{Visitor, dfs_in_order};
use walrus::{ConstExpr, ElementItems, ElementKind, ExportItem, FunctionId, FunctionKind, Module, TableId};

/// The functions of the second module, and how the first one reaches them.
#[derive(Debug, Default)]
pub struct Chosen {
    /// All functions of the second module.
    pub functions: HashSet<FunctionId>,
    /// Those that the first module calls, exports or has in its table, in the order of their ids.
    pub entries: Vec<FunctionId>,
    /// The slots in the table of functions that hold them.
    pub slots: Vec<(u32, FunctionId)>,
}

/// The patterns of a list, one a line; `#` begins a comment. `*` matches any text, `^` the beginning; `!` keeps a
/// function in the first module although another line matches it.
pub fn patterns(list: &str) -> Vec<&str> {
    list.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).filter(|line| !line.is_empty()).collect()
}

/// Whether the patterns choose a name.
fn is_chosen(name: &str, patterns: &[&str]) -> bool {
    let name = &plain(name);
    let (stays, comes): (Vec<&str>, Vec<&str>) = patterns.iter().partition(|pattern| pattern.starts_with('!'));
    comes.iter().any(|pattern| has(name, pattern))
        && !stays.iter().any(|pattern| has(name, pattern.trim_start_matches('!')))
}

/// A name without the hashes of its crates: `web[3e0ed2f632f69160]::app` is `web::app`.
fn plain(name: &str) -> String {
    let mut parts = name.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']') {
            // Sixteen digits, without leading zeros.
            Some((hash, rest)) if (9..=16).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit()) => {
                plain.push_str(rest)
            }
            _ => {
                plain.push('[');
                plain.push_str(part);
            }
        }
    }
    plain
}

/// Whether a name contains the parts of a pattern, in order.
fn has(name: &str, pattern: &str) -> bool {
    if let Some(start) = pattern.strip_prefix('^') {
        return name.trim_start_matches(['<', '&']).starts_with(start);
    }
    pattern.split('*').try_fold(name, |rest, part| rest.split_once(part).map(|(_, after)| after)).is_some()
}

/// Patterns that match no function: theirs was renamed or removed.
pub fn unused<'p>(module: &Module, patterns: &[&'p str]) -> Vec<&'p str> {
    let names: Vec<String> =
        module.funcs.iter().filter_map(|function| Some(plain(function.name.as_deref()?))).collect();
    let is_unused = |pattern: &&&str| !names.iter().any(|name| has(name, pattern.trim_start_matches('!')));
    patterns.iter().filter(is_unused).copied().collect()
}

/// Chooses by name, then adds the functions that only chosen ones call.
pub fn choose(module: &Module, patterns: &[&str]) -> Chosen {
    let mut functions: HashSet<FunctionId> = module
        .funcs
        .iter()
        .filter(|function| matches!(function.kind, FunctionKind::Local(_)))
        .filter(|function| is_chosen(function.name.as_deref().unwrap_or_default(), patterns))
        .map(walrus::Function::id)
        .collect();
    let callers = callers(module);
    let slots = slots(module);
    let mut fixed: HashSet<FunctionId> = slots.iter().map(|(_, function)| *function).collect();
    fixed.extend(module.start);
    fixed.extend(module.exports.iter().filter_map(|export| match export.item {
        ExportItem::Function(function) => Some(function),
        _ => None,
    }));
    let may_move = |function: &walrus::Function| {
        matches!(function.kind, FunctionKind::Local(_)) && !fixed.contains(&function.id())
    };
    loop {
        let more: Vec<FunctionId> = module
            .funcs
            .iter()
            .filter(|function| !functions.contains(&function.id()) && may_move(function))
            .map(walrus::Function::id)
            .filter(|id| callers.get(id).is_some_and(|all| all.iter().all(|caller| functions.contains(caller))))
            .collect();
        if more.is_empty() {
            break;
        }
        functions.extend(more);
    }
    let is_entry = |id: &FunctionId| {
        fixed.contains(id) || callers.get(id).is_some_and(|all| all.iter().any(|caller| !functions.contains(caller)))
    };
    let mut entries: Vec<FunctionId> = functions.iter().copied().filter(is_entry).collect();
    entries.sort_by_key(|id| id.index());
    let slots = slots.into_iter().filter(|(_, function)| functions.contains(function)).collect();
    Chosen { functions, entries, slots }
}

/// The callers of each function.
fn callers(module: &Module) -> HashMap<FunctionId, Vec<FunctionId>> {
    let mut callers: HashMap<FunctionId, Vec<FunctionId>> = HashMap::new();
    for (caller, function) in module.funcs.iter_local() {
        let mut called = Called::default();
        dfs_in_order(&mut called, function, function.entry_block());
        for callee in called.0 {
            callers.entry(callee).or_default().push(caller);
        }
    }
    callers
}

#[derive(Default)]
struct Called(HashSet<FunctionId>);

impl<'i> Visitor<'i> for Called {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.0.insert(*function);
    }
}

/// The table of functions.
pub fn table(module: &Module) -> Option<TableId> {
    module.tables.main_function_table().ok().flatten()
}

/// The initial entries of the table of functions.
fn slots(module: &Module) -> Vec<(u32, FunctionId)> {
    let main = table(module);
    let mut slots = vec![];
    for element in module.elements.iter() {
        let ElementKind::Active { table, offset: ConstExpr::Value(walrus::ir::Value::I32(offset)) } = &element.kind
        else {
            continue;
        };
        if let ElementItems::Functions(functions) = &element.items
            && Some(*table) == main
        {
            slots.extend((offset.cast_unsigned()..).zip(functions.iter().copied()));
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_matched_without_hashes() {
        let name = "<web[3e0ed2f632f69160]::components::graph::Graph as yew[b98bc22c1cf7cd24]::Component>::view";
        assert_eq!(plain(name), "<web::components::graph::Graph as yew::Component>::view");
        assert!(
            is_chosen(name, &["web::components::graph"]) && !is_chosen(name, &["web::components::graph", "!>::view"])
        );
        assert!(is_chosen(name, &["graph::*::view"]) && !is_chosen(name, &["view*graph"]));
        assert!(is_chosen(name, &["^web::"]) && !is_chosen(name, &["^components::"]));
        assert_eq!(plain("session[e798ff474fb2c63]::state"), "session::state", "a hash that begins with a zero");
        assert_eq!(plain("<[u8] as wire::Wire>::get"), "<[u8] as wire::Wire>::get");
    }
}
