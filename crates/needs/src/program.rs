//! [`Program`]: a program of an object, by its section.

use std::collections::BTreeMap;

use bpf::{Function, FunctionSource, Object, program_type};
use relo::reach::Code;

use crate::attach::Lookup;

/// A program of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program's name, which is the name of its function.
    pub name: String,
    /// Its section's name.
    pub section: String,
    /// The program type, as libbpf names it; none if the section's name does not give it.
    pub program_type: Option<&'static str>,
    /// The expected attach type; empty if there is none.
    pub attach_type: &'static str,
    /// Its target, from the section's name.
    pub target: Option<String>,
    /// Whether it may sleep.
    pub sleepable: bool,
    /// Whether libbpf loads it by default.
    pub autoload: bool,
    /// Where its target is looked up.
    pub lookup: Lookup,
    /// The section's kind: `fentry` of `fentry/vfs_read`.
    pub section_kind: &'static str,
    /// Its function, followed by the functions that are loaded with it: indices into the functions of the needs.
    pub functions: Vec<usize>,
    /// The functions among these that the kernel calls directly.
    pub(crate) entries: Vec<usize>,
    /// The other functions among these that are global for the verifier.
    pub(crate) globals: Vec<usize>,
}

impl Program {
    /// Whether one of its functions has the instruction in this slot.
    pub(crate) fn has(&self, code: &Code, slot: u32) -> bool {
        self.functions.iter().any(|&f| code.slots_of(f).contains(&slot))
    }
}

/// Whether a function is global for the verifier: func_info has its type, and libbpf does not make that static, which it
/// does for hidden symbols.
fn is_global(functions: &[Function], function: usize) -> bool {
    functions.get(function).is_some_and(|f| f.global && f.type_id.is_some())
}

/// The most programs of an object.
const MAX_PROGRAMS: usize = 1 << 12;
/// The most slots of all programs of an object together. A subprogram counts once for each program that calls it.
const MAX_SLOTS: u64 = 1 << 23;

/// The programs of an object: the functions that have a symbol, of all executable sections except `.text`. Also returns
/// the first function that is left out, if the programs reach a limit.
pub(crate) fn programs(object: &Object, functions: &[Function], code: &Code) -> (Vec<Program>, Option<usize>) {
    let callbacks = exception_callbacks(object, functions);
    let mut all = Vec::new();
    let mut left = MAX_SLOTS;
    for (i, f) in functions.iter().enumerate() {
        let Some(section) = object.section(f.section).filter(|s| s.name != ".text") else { continue };
        if f.source != FunctionSource::Symbol {
            continue;
        }
        let found = program_type(&section.name);
        let mut entries = vec![i];
        let mut with = code.with_callees(i);
        for &callback in f.type_id.and_then(|id| callbacks.get(&id)).into_iter().flatten() {
            entries.push(callback);
            let more = code.with_callees(callback);
            with.extend(more.into_iter().filter(|m| !with.contains(m)).collect::<Vec<_>>());
        }
        let slots: u64 = with.iter().map(|&f| code.slots_of(f).len() as u64).sum();
        // A walk needs a few bytes for each slot of the object.
        let cost = slots.saturating_add(u64::from(code.len()) / 64);
        if all.len() >= MAX_PROGRAMS || cost > left {
            return (all, Some(i));
        }
        left -= cost;
        all.push(Program {
            name: f.name.clone(),
            section: section.name.clone(),
            program_type: found.map(|t| t.name),
            attach_type: found.map_or("", |t| t.attach_type),
            target: found.and_then(|t| t.target).map(str::to_owned),
            sleepable: found.is_some_and(|t| t.sleepable),
            autoload: found.is_none_or(|t| t.autoload),
            lookup: found.map_or(Lookup::None, |t| Lookup::of(&t)),
            section_kind: found.map_or("", |t| t.section),
            globals: with.iter().copied().filter(|f| !entries.contains(f) && is_global(functions, *f)).collect(),
            functions: with,
            entries,
        });
    }
    (all, None)
}

/// The functions that a program's tags name as its exception callback, by the program's FUNC.
fn exception_callbacks(object: &Object, functions: &[Function]) -> BTreeMap<btf::TypeId, Vec<usize>> {
    let mut all: BTreeMap<btf::TypeId, Vec<usize>> = BTreeMap::new();
    let Some(btf) = object.btf() else { return all };
    for tag in btf.types().filter(|t| t.kind() == btf::Kind::DeclTag) {
        let Some(name) = tag.name().strip_prefix("exception_callback:") else { continue };
        let function = functions.iter().position(|f| f.name == name);
        if let (Some(of), Some(function)) = (tag.type_ref(), function) {
            all.entry(of).or_default().push(function);
        }
    }
    all
}

/// The programs among `shown` that count for the answer on an object, by index: all of them if the person named them,
/// or else those that the loader loads by itself.
pub fn counted(programs: &[Program], shown: &[usize], named: bool) -> Vec<usize> {
    let counts = |p: &usize| named || programs.get(*p).is_some_and(|program| program.autoload);
    shown.iter().copied().filter(counts).collect()
}
