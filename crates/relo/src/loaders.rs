//! How the kernel's own resolver, which light skeletons use, differs from libbpf's for one relocation.
//!
//! Rule: `bpf_core_apply` in kernel/bpf/btf.c. cilium/ebpf and Aya are not covered: they were not run.

use btf::{Btf, Kind, TypeId};

use crate::CoreKind;
use crate::matches;
use crate::resolve::Outcome;
use crate::target::Target;
use crate::trace::Search;

/// The most levels that the kernel's resolver compares (`MAX_TYPES_MATCH_DEPTH`).
const KERNEL_DEPTH: u32 = 2;

/// The differences between the kernel's own resolver and libbpf for an outcome, a sentence each; empty if there are
/// none.
pub fn notes(local: &Btf, root: TypeId, kind: Option<CoreKind>, target: &Target, outcome: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    let mut say = |text: String| out.push(text);
    let Some(t) = local.get(root) else { return Vec::new() };
    let is_other_enum = |id: TypeId, part: usize| {
        let kind = target.btf(part).and_then(|b| b.kind(id));
        kind.is_some_and(Kind::is_any_enum) && kind != Some(t.kind())
    };
    if outcome.tried.iter().any(|c| is_other_enum(c.candidate.id, c.candidate.part)) {
        say("The kernel's own resolver compares kinds exactly: for it an enum of the other width is no candidate."
            .to_owned());
    }
    if kind == Some(CoreKind::TypeMatches) {
        let deep = outcome.tried.iter().any(|c| {
            target.btf(c.candidate.part).is_some_and(|btf| {
                let mut search = Search::new(local, btf, false);
                matches::types(&mut search, root, c.candidate.id, false, KERNEL_DEPTH).is_err()
            })
        });
        if deep && outcome.error.is_none() {
            say("The kernel's own resolver stops at two levels of members and refuses this one.".to_owned());
        }
    }
    out
}
