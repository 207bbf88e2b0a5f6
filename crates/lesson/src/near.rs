//! Words that people type for a result, an errno or a kind when another word is right, and the replies to them.

use btf::Kind;
use model::words::kind_name;
use relo::ReloVerdict;

use crate::answer::Near;

/// Words that name the cause of a result instead of the result.
const CAUSES: [&str; 13] = [
    "missing",
    "not found",
    "not there",
    "gone",
    "removed",
    "renamed",
    "moved",
    "ambiguous",
    "ambiguity",
    "mismatch",
    "changed",
    "different",
    "incompatible",
];

pub(crate) fn near(word: &str, why: &str) -> Near {
    Near { word: word.to_owned(), why: why.to_owned() }
}

/// The words near the result of a relocation, from libbpf's rules (`bpf_core_calc_relo`, `bpf_core_patch_insn`).
pub(crate) fn of_result(right: ReloVerdict) -> Vec<Near> {
    if right == ReloVerdict::CannotTell {
        return Vec::new();
    }
    let has_value = matches!(right, ReloVerdict::Absent | ReloVerdict::Same | ReloVerdict::Changed);
    let mut out: Vec<Near> =
        CAUSES.iter().map(|word| near(word, "That says why. What becomes of the relocation?")).collect();
    if has_value {
        out.push(near("poisoned", "An instruction is poisoned if there is no value for it. Here there is one."));
    } else {
        out.push(near("absent", "Absent would be a value, 0. Here there is no value to write."));
        out.push(near("0", "0 would be a value. Here there is none to write."));
    }
    match right {
        ReloVerdict::Poisoned => {
            out.push(near("never reached", "Nothing before it keeps the verifier from coming to it."));
            out.push(near("refused", "That would be the whole object. libbpf gives up one instruction only."));
        }
        ReloVerdict::Refused => {
            out.push(near("poisoned", "It is worse: not one instruction, but the whole object."));
            out.push(near("never reached", "It does not matter whether the verifier would come to it."));
        }
        _ => {}
    }
    out
}

/// The words near an errno: other errnos that a kernel returns for BTF.
pub(crate) fn of_errno(right: &str) -> Vec<Near> {
    let names = ["EINVAL", "EEXIST", "E2BIG", "ENOMEM", "ENOTSUPP", "ENOENT", "EFAULT", "EPERM", "ERANGE", "EBUSY"];
    let others = names.iter().filter(|name| **name != right);
    others.map(|name| near(&name.to_lowercase(), "The kernel returns another one here.")).collect()
}

/// The words near a kind's number: the names of the kind.
pub(crate) fn of_kind_number(right: Kind) -> Vec<Near> {
    let why = "That is its name. What is its number?";
    vec![near(&right.as_str().to_lowercase().replace('_', " "), why), near(kind_name(right), why)]
}

/// The words near a kind: other kinds, and the number of the right kind.
pub(crate) fn of_kind(right: Kind) -> Vec<Near> {
    let mut out = vec![near(&right.number().to_string(), "That is the number of the right kind. Give its name.")];
    for kind in (1..=22).map(Kind::from_number).filter(|kind| *kind != right && kind_name(*kind) != kind_name(right)) {
        let why = format!("That is kind {}, and this record has another. The info word says it.", kind.number());
        out.push(near(kind_name(kind), &why));
        let other = kind.as_str().to_lowercase().replace('_', " ");
        if other != kind_name(kind) {
            out.push(near(&other, &why));
        }
    }
    out
}
