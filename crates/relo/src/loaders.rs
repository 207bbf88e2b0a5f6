//! Where other loaders than libbpf come to another result, for the relocation at hand.
//!
//! Learned from cilium/ebpf (`btf/core.go`), aya (`aya-obj/src/btf/relocation.rs`) and the kernel's own resolver for light skeletons
//! (`kernel/bpf/btf.c`, `bpf_core_apply`).

use btf::{Btf, Kind, TypeId};

use crate::ReloKind;
use crate::matches;
use crate::resolve::Outcome;
use crate::target::Target;
use crate::trace::Search;
use crate::types::essential_name;

/// cilium/ebpf cuts at the last three underscores, whatever stands around them (`newEssentialName`).
fn cilium_name(name: &[u8]) -> &[u8] {
    match name.windows(3).rposition(|w| w == b"___") {
        Some(at) if at > 0 => name.get(..at).unwrap_or(name),
        _ => name,
    }
}

/// aya cuts at the first three underscores (`flavorless_name`).
fn aya_name(name: &[u8]) -> &[u8] {
    match name.windows(3).position(|w| w == b"___") {
        Some(at) => name.get(..at).unwrap_or(name),
        None => name,
    }
}

/// How deep the kernel's resolver compares (`MAX_TYPES_MATCH_DEPTH`).
const KERNEL_DEPTH: u32 = 2;

/// Where other loaders differ, a sentence each; none where all agree.
pub fn notes(local: &Btf, root: TypeId, kind: Option<ReloKind>, target: &Target, outcome: &Outcome) -> Vec<String> {
    let mut out = Vec::new();
    let mut say = |text: String| out.push(text);
    let Some(t) = local.get(root) else { return Vec::new() };
    let name = t.name_bytes();
    let text = |n: &[u8]| btf::visible(n).into_owned();
    if cilium_name(name) != essential_name(name) {
        let (theirs, ours) = (text(cilium_name(name)), text(essential_name(name)));
        say(format!("cilium/ebpf cuts the flavour elsewhere: it looks for “{theirs}”, libbpf for “{ours}”."));
    }
    if aya_name(name) != essential_name(name) {
        let (theirs, ours) = (text(aya_name(name)), text(essential_name(name)));
        say(format!("aya cuts the flavour elsewhere: it looks for “{theirs}”, libbpf for “{ours}”."));
    }
    if kind == Some(ReloKind::TypeMatches) {
        say("aya and cilium/ebpf do not know type_matches (kind 12) and refuse the object.".to_owned());
    }
    let v = &outcome.values;
    if outcome.error.is_none() && outcome.matched().is_none() {
        if matches!(kind, Some(ReloKind::TypeIdTarget | ReloKind::TypeSize)) {
            say("cilium/ebpf poisons the instruction here, where libbpf writes 0.".to_owned());
        }
    } else if v.original_size != v.new_size && !v.bad_size_change {
        say("cilium/ebpf patches the offset only and leaves the access size as it is.".to_owned());
    }
    let is_other_enum = |id: TypeId, part: usize| {
        let kind = target.btf(part).and_then(|b| b.kind(id));
        kind.is_some_and(Kind::is_any_enum) && kind != Some(t.kind())
    };
    if outcome.tried.iter().any(|c| is_other_enum(c.candidate.id, c.candidate.part)) {
        say("aya and the kernel's own resolver compare kinds exactly: for them an enum of the other width is no candidate.".to_owned());
    }
    if outcome.tried.len() > 1 {
        say("cilium/ebpf takes the one type that serves most relocations of the program, where libbpf takes all that match.".to_owned());
    }
    if kind == Some(ReloKind::TypeMatches) {
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

#[cfg(test)]
mod tests {
    use super::{aya_name, cilium_name};

    #[test]
    fn flavours_are_cut_as_each_loader_does() {
        for (name, cilium, aya) in [
            ("a___b", "a", "a"),
            ("a___b___c", "a___b", "a"),
            ("a____b", "a_", "a"),
            ("a___", "a", "a"),
            ("___a", "___a", ""),
            ("plain", "plain", "plain"),
        ] {
            assert_eq!((cilium_name(name.as_bytes()), aya_name(name.as_bytes())), (cilium.as_bytes(), aya.as_bytes()));
        }
    }
}
