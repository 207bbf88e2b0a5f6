//! What the table has of a message, and what comes out for a line.

use crate::pattern::Holes;

/// A message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in JSON and in tests.
    pub id: &'static str,
    /// It is about the instruction that the log printed last; else about the whole program, the object, or a number that it has.
    pub at_insn: bool,
    /// The wordings that it has had.
    pub wordings: &'static [Wording],
    /// What it means: a sentence, with `{name}` for what the wordings have under this name.
    pub means: &'static str,
    /// What usually leads to it, each a sentence.
    pub causes: &'static [&'static str],
    /// What to change, most useful first, each a sentence.
    pub change: &'static [&'static str],
}

/// A text that kernels or libbpf have had for a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wording {
    /// The text, with `{name:kind}` for what differs; the kinds are those of [`crate::pattern`].
    pub pattern: &'static str,
    /// Which versions say it so; empty where all that are known do.
    pub versions: &'static str,
    /// The sentence, where this wording says more or less than the others.
    pub says: &'static str,
    /// Another line, just before it, says more: then this one is not explained again.
    pub is_weak: bool,
}

impl Wording {
    /// A wording of all versions.
    pub(crate) const fn new(pattern: &'static str) -> Wording {
        Wording { pattern, versions: "", says: "", is_weak: false }
    }

    /// Of these versions only.
    pub(crate) const fn of(self, versions: &'static str) -> Wording {
        Wording { versions, ..self }
    }

    /// With a sentence of its own.
    pub(crate) const fn says(self, says: &'static str) -> Wording {
        Wording { says, ..self }
    }

    /// It stands behind a line that says more.
    pub(crate) const fn weak(self) -> Wording {
        Wording { is_weak: true, ..self }
    }

    /// The sentence for this wording of an entry.
    pub fn sentence(&self, entry: &Entry) -> &'static str {
        if self.says.is_empty() { entry.means } else { self.says }
    }
}

/// What a line of a log means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The message.
    pub entry: &'static Entry,
    /// How this line has it.
    pub wording: &'static Wording,
    /// What it means, with the registers, numbers and names of the line.
    pub means: String,
}

impl Explained {
    pub(crate) fn new(entry: &'static Entry, wording: &'static Wording, holes: &Holes<'_>) -> Explained {
        Explained { entry, wording, means: fill(wording.sentence(entry), holes) }
    }
}

/// A sentence with what a line has in the places of its names.
fn fill(sentence: &str, holes: &Holes<'_>) -> String {
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
