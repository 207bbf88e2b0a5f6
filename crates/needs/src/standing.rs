//! [`Standing`]: a relocation's result on a kernel, taking its modules into account.

use std::collections::BTreeSet;

use btf::Btf;
use relo::{Fate, Outcome, Patched, ReloVerdict};

use crate::kernel::Kernel;
use crate::nowhere::{Beyond, Nowhere, in_module, may_be_in_module, root_of};
use crate::registers::elsewhere;

/// A relocation's result on a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The result: [`ReloVerdict::CannotTell`] if a module may have the type that the kernel lacks. Whether a verifier
    /// gets to the instruction is not considered ([`crate::reaching`]).
    pub verdict: ReloVerdict,
    /// Why the result is not known, as a sentence without its full stop; none if it is known.
    pub why: Option<String>,
    /// The module that has the type: the result holds only when it, or another module with the type, is loaded.
    pub module: Option<String>,
    /// How many other modules have it.
    pub other_modules: usize,
}

impl Standing {
    /// A text for people: why the result is not known, or which module has to be loaded.
    pub fn words(&self) -> Option<String> {
        self.why.clone().or_else(|| self.module.as_deref().map(|module| in_module(module, self.other_modules)))
    }
}

/// A relocation's result on a kernel, from its outcome and patch on that kernel. libbpf looks for the root type in
/// vmlinux and, if vmlinux has no type of that name, in every module (`bpf_core_find_cands`).
pub fn standing(
    object: &Btf,
    kernel: &Kernel,
    nowhere: &Nowhere,
    outcome: &Outcome,
    patched: Option<&Patched>,
) -> Standing {
    let verdict = ReloVerdict::of(outcome, patched);
    let beyond = beyond(object, kernel, nowhere, outcome);
    let other_modules = other_modules(Some(object), kernel, outcome);
    match unknown_words(object, kernel, beyond, outcome).filter(|_| is_open(verdict)) {
        Some(why) => {
            let module = if let Beyond::Module(module) = beyond { Some(module.to_owned()) } else { None };
            Standing { verdict: ReloVerdict::CannotTell, why: Some(why), module, other_modules }
        }
        None => {
            let module = outcome.matched().and_then(|tried| kernel.module_of(tried.candidate.part));
            Standing { verdict, why: None, module: module.map(str::to_owned), other_modules }
        }
    }
}

/// Why a relocation fails on a kernel of another architecture: it asks for a register that only other architectures
/// have. A sentence without its full stop; none if the kernel's architecture has it, if it is not a known register, or
/// if the architecture is not known.
pub fn other_register(object: &Btf, kernel: &Kernel, outcome: &Outcome) -> Option<String> {
    let spec = outcome.local.as_ref().ok()?;
    elsewhere(object, spec, kernel.arch()?).map(|register| register.because())
}

/// Whether the verdict may change if a module brings a candidate: a relocation without a candidate has one of these
/// verdicts.
pub(crate) fn is_open(verdict: ReloVerdict) -> bool {
    matches!(verdict, ReloVerdict::Absent | ReloVerdict::Poisoned | ReloVerdict::Unreached)
}

/// Why a relocation's result is not known: its type is, or may be, in a module whose types are not known.
pub(crate) fn unknown_words(object: &Btf, kernel: &Kernel, beyond: Beyond<'_>, outcome: &Outcome) -> Option<String> {
    let others = other_modules(Some(object), kernel, outcome);
    match beyond {
        Beyond::Unknown => Some(may_be_in_module(&root(object, outcome)?.0)),
        Beyond::Module(module) if is_there(object, beyond, outcome) => Some(in_module(module, others)),
        Beyond::Module(module) => Some(format!("{}; its members are not known", in_module(module, others))),
        Beyond::Nothing | Beyond::Nowhere | Beyond::TooOld => None,
    }
}

/// How many other modules have the type that a relocation asks for (if only names are known, its root type), besides
/// the one named in the answer.
pub(crate) fn other_modules(object: Option<&Btf>, kernel: &Kernel, outcome: &Outcome) -> usize {
    if outcome.matched().is_some() {
        let parts = outcome.tried.iter().filter(|tried| tried.fate == Fate::Match).map(|tried| tried.candidate.part);
        return parts.collect::<BTreeSet<_>>().len().saturating_sub(1);
    }
    object.and_then(|object| root(object, outcome)).map_or(0, |(name, kind)| kernel.other_modules(&name, kind))
}

/// The name and kind of the type that a relocation begins at, if a module may have it.
fn root(object: &Btf, outcome: &Outcome) -> Option<(String, btf::Kind)> {
    root_of(object, outcome.local.as_ref().ok()?.root)
}

/// Whether a relocation only asks whether a struct, union or enum exists, and a module has one of that name. The name
/// is enough, because types of these kinds are compatible whatever their members (`bpf_core_types_are_compat`).
pub(crate) fn is_there(object: &Btf, beyond: Beyond<'_>, outcome: &Outcome) -> bool {
    // A typedef's name is not enough: its target has to be compatible, too.
    let is_named = |id| object.get(id).is_some_and(|t| t.kind() != btf::Kind::Typedef);
    let asks = |spec: &relo::Spec| spec.kind == relo::CoreKind::TypeExists && is_named(spec.root);
    matches!(beyond, Beyond::Module(_)) && outcome.local.as_ref().is_ok_and(asks)
}

/// Whether modules have a relocation's root type, if the BTF of the kernel and of given modules lacks it.
pub(crate) fn beyond<'a>(object: &Btf, kernel: &'a Kernel, nowhere: &Nowhere, outcome: &Outcome) -> Beyond<'a> {
    let spec = match &outcome.local {
        Ok(spec) if outcome.tried.is_empty() && outcome.error.is_none() => spec,
        _ => return Beyond::Nothing,
    };
    // No module has the registers of another architecture.
    if kernel.arch().is_some_and(|arch| elsewhere(object, spec, arch).is_some()) {
        return Beyond::Nothing;
    }
    root_of(object, spec.root).map_or(Beyond::Nothing, |(name, kind)| nowhere.beyond(kernel, &name, kind))
}
