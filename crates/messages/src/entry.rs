//! The entries of the table, and the explanation of a line.

use crate::pattern::Holes;

/// A message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in JSON and in tests.
    pub id: &'static str,
    /// Whether it is about the instruction that the log printed last; otherwise it is about the whole program, the
    /// object, or an instruction that the message names by its number.
    pub at_insn: bool,
    /// The wordings that it has had.
    pub wordings: &'static [Wording],
    /// Its meaning: a sentence, with `{name}` for the holes of the wordings.
    pub means: &'static str,
    /// The usual causes, each a sentence.
    pub causes: &'static [&'static str],
    /// The remedies, most useful first, each a sentence.
    pub change: &'static [&'static str],
}

/// A text that kernels or libbpf have used for a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The text, with `{name:kind}` for its variable parts; the kinds are those of [`crate::pattern`].
    pub pattern: &'static str,
    /// The versions with this text; empty if all known versions have it.
    pub versions: &'static str,
    /// The sentence for this wording, if it says more or less than the others; else empty.
    pub says: &'static str,
    /// Whether a line near this one usually says more. If such a line is there, this one is not explained.
    pub is_weak: bool,
}

impl Wording {
    /// A wording of all versions.
    pub(crate) const fn new(pattern: &'static str) -> Wording {
        Wording { pattern, versions: "", says: "", is_weak: false }
    }

    /// Limits it to these versions.
    pub(crate) const fn of(self, versions: &'static str) -> Wording {
        Wording { versions, ..self }
    }

    /// Gives it a sentence of its own.
    pub(crate) const fn says(self, says: &'static str) -> Wording {
        Wording { says, ..self }
    }

    /// Marks it as a wording that usually stands near a line that says more.
    pub(crate) const fn weak(self) -> Wording {
        Wording { is_weak: true, ..self }
    }

    /// The sentence for this wording of an entry.
    pub fn sentence(&self, entry: &Entry) -> &'static str {
        if self.says.is_empty() { entry.means } else { self.says }
    }
}

/// The explanation of a line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The message.
    pub entry: &'static Entry,
    /// The wording of this line.
    pub wording: &'static Wording,
    /// Its meaning, with the registers, numbers and names of the line.
    pub means: String,
}

/// A sentence with its holes filled in from a line.
pub(crate) fn fill(sentence: &str, holes: &Holes<'_>) -> String {
    let mut out = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = behind.split_once('}') else {
            rest = behind;
            continue;
        };
        out.push_str(holes.get(name).unwrap_or_default());
        rest = after;
    }
    out.push_str(rest);
    out
}
