//! The sentences about a field's code: the comment above it, and the limits.

use std::collections::BTreeSet;

use model::atlas::{Followed, presence_by_name};
use release::joined;

use crate::check::Checked;
use crate::form::{Form, Leaf, Mark};
use crate::kernels::Asked;
use crate::text::Returns;
use crate::{Code, Unreadable};

/// Why no code can read the field on some kernels, and these kernels.
pub(crate) type NoWay = (Unreadable, Vec<u32>);

/// The sentences about the kernels that the code cannot read, and about fields that are pointers or bytes.
pub(crate) fn limits(forms: &[Form], asked: &Asked<'_>, unreadable: &[NoWay]) -> Vec<String> {
    let mut lines = Vec::new();
    for (why, kernels) in unreadable {
        lines.push(format!("On {}: {why}.", asked.words(kernels)));
    }
    let pointers = forms.iter().filter(|form| form.way.leaf == Leaf::Pointer);
    let types: BTreeSet<&String> = pointers.flat_map(|form| &form.types).collect();
    if types.len() > 1 {
        let types: Vec<String> = types.into_iter().cloned().collect();
        lines.push(format!("The pointer is one of {}: CO-RE does not compare pointers' targets.", joined(&types)));
    }
    let bytes = forms.iter().filter(|form| Returns::of(form) == Returns::Bytes && form.types.len() > 1);
    for form in bytes {
        let types: Vec<String> = form.types.iter().cloned().collect();
        lines.push(format!("The bytes are one of {}; the name alone does not tell which.", joined(&types)));
    }
    for (mark, by) in [(Mark::User, "bpf_probe_read_user (__user)"), (Mark::PerCpu, "bpf_per_cpu_ptr (__percpu)")] {
        if forms.iter().any(|form| form.marks.contains(&mark)) {
            lines.push(format!("The pointer is followed with {by}."));
        }
    }
    let is_pointer = forms.iter().any(|form| form.way.leaf == Leaf::Pointer || form.way.hops.len() > 1);
    let small: Vec<u32> = asked
        .chosen
        .iter()
        .copied()
        .filter(|k| asked.all.get(*k as usize).is_some_and(|k| k.pointer_size < 8))
        .collect();
    if is_pointer && !small.is_empty() {
        lines.push(format!("Pointers have 4 bytes on {}, and BPF_CORE_READ reads 8.", asked.words(&small)));
    }
    lines
}

/// The sentence about kernels on which the proof failed. `with_pointers`: whether forms follow pointers, so that guards
/// by types were tried, too.
pub(crate) fn not_told_apart(checked: &Checked, asked: &Asked<'_>, with_pointers: bool) -> String {
    let words = asked.words(&checked.wrong);
    match (checked.wrong == checked.refused, checked.refused.is_empty()) {
        (true, _) => format!("Refused on {words}: a read that stands without a guard has no field there."),
        (_, true) if with_pointers => {
            format!("Not read right on {words}: neither names nor types tell its form from another one's.")
        }
        (_, true) => format!("Not read right on {words}: names do not tell its form from another one's."),
        _ => format!("Refused or not read right on {words}: without a guard, a form is taken for granted."),
    }
}

/// The comment above the code.
pub(crate) fn comment(code: &Code, forms: &[Form], followed: &[Followed], asked: &Asked<'_>) -> String {
    let series: Vec<_> = asked.chosen.iter().map(|k| asked.series(*k)).collect();
    let name = |k: &u32| forms.iter().find(|form| form.kernels.binary_search(k).is_ok()).map(|form| form.name.as_str());
    let of_kernels: Vec<Option<&str>> = asked.chosen.iter().map(name).collect();
    let has: Vec<bool> = of_kernels.iter().map(Option::is_some).collect();
    let by_name: Vec<&str> = of_kernels.iter().map(|name| name.unwrap_or_default()).collect();
    let presence = presence_by_name(&series, &has, &by_name);
    let mut presence = presence.chars();
    let first = presence.next().map(|first| first.to_ascii_lowercase()).unwrap_or_default();
    let mut lines = vec![format!("{}, {first}{}", code.title, presence.as_str())];
    let used = |f: &&Followed| by_name.contains(&f.name.as_str()) && by_name.contains(&f.other.as_str());
    lines.extend(followed.iter().filter(used).map(Followed::words));
    lines.extend(code.said().map(str::to_owned));
    crate::comment(lines.iter().map(String::as_str))
}
