//! Explains messages of the verifier, of the kernel's BTF parser and of libbpf: their meaning, the usual causes, and
//! what to change in the C of the program.
//!
//! [`table`] describes the messages, each with the wordings that kernels and libbpf have used for it; [`pattern`] finds
//! a wording in a line and extracts numbers and names; [`find`] combines the two. Messages that are not in the table
//! are not explained: nothing is guessed. The crate has no dependencies.
//!
//! Source of the wordings: `kernel/bpf/verifier.c`, `kernel/bpf/btf.c` and `tools/lib/bpf` of Linux 6.1, 6.12, 6.18 and
//! 7.2, and older ones where the table says so.
#![forbid(unsafe_code)]

mod entry;
mod pattern;
mod table;

use std::sync::OnceLock;

use entry::fill;
pub use entry::{Entry, Explained, Wording};
use pattern::{Pattern, starts};
pub use table::all;

/// The most bytes of a line that are searched. The kernel writes at most 1024 for a message
/// (`BPF_VERIFIER_TMP_LOG_SIZE`).
pub const LONGEST: usize = 4096;

/// The explanation of a line, if it is a message of the table. The line must not have a logger's prefix, but may have a
/// loader's words up to a colon (`load program: permission denied: R1 invalid mem access 'scalar'`).
pub fn find(line: &str) -> Option<Explained> {
    let line = line.get(..line.floor_char_boundary(LONGEST))?;
    starts(line).find_map(|start| {
        let text = line.get(start..)?;
        patterns().iter().find_map(|(entry, wording, pattern)| {
            let means = fill(wording.sentence(entry), &pattern.find(text)?);
            Some(Explained { entry, wording, means })
        })
    })
}

/// The entry of this name.
pub fn entry(id: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.id == id)
}

/// Every wording with its entry and its parsed pattern.
fn patterns() -> &'static [(&'static Entry, &'static Wording, Pattern)] {
    static ALL: OnceLock<Vec<(&'static Entry, &'static Wording, Pattern)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let wordings = all().flat_map(|entry| entry.wordings.iter().map(move |wording| (entry, wording)));
        wordings.map(|(entry, wording)| (entry, wording, Pattern::parse(wording.pattern))).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::patterns;

    #[test]
    fn sentences_use_only_holes_of_their_wordings() {
        for (entry, wording, pattern) in patterns() {
            let sentence = wording.sentence(entry);
            assert!(!sentence.is_empty(), "{}", entry.id);
            for name in sentence.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default()) {
                assert!(pattern.names().contains(&name), "{}: {{{name}}} of “{}”", entry.id, wording.pattern);
            }
        }
    }
}
