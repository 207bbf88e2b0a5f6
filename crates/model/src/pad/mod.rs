//! The scratch pad's targets, and the remarks on its source.

pub mod examples;
pub mod preview;

use std::ops::Range;

use btf::TypeId;
use wire::Wire;

/// The name of the pad's file.
pub const NAME: &str = "scratch.btf";

/// A target to compile for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct PadTarget {
    /// Whether `long` and pointers have 8 bytes; if not, 4.
    pub wide: bool,
    /// Whether the most significant byte comes first.
    pub big: bool,
}

impl Default for PadTarget {
    fn default() -> Self {
        PadTarget { wide: true, big: false }
    }
}

impl PadTarget {
    /// All targets.
    pub const ALL: [PadTarget; 4] = [
        PadTarget { wide: true, big: false },
        PadTarget { wide: true, big: true },
        PadTarget { wide: false, big: false },
        PadTarget { wide: false, big: true },
    ];

    /// Its word in addresses: `64le`.
    pub fn word(self) -> &'static str {
        match (self.wide, self.big) {
            (true, false) => "64le",
            (true, true) => "64be",
            (false, false) => "32le",
            (false, true) => "32be",
        }
    }

    /// The text of the choice.
    pub fn title(self) -> &'static str {
        match (self.wide, self.big) {
            (true, false) => "64-bit, little-endian",
            (true, true) => "64-bit, big-endian",
            (false, false) => "32-bit, little-endian",
            (false, true) => "32-bit, big-endian",
        }
    }

    /// The target of a word from an address.
    pub fn from_word(word: &str) -> Option<PadTarget> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }
}

/// A remark on the source.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PadMark {
    /// Whether the marked part is missing in the types; if not, nothing was lost.
    pub error: bool,
    /// The line of its start, from 1.
    pub line: u32,
    /// The column of its start, in characters from 1.
    pub column: u32,
    /// The place, in bytes of the source.
    pub range: Range<u32>,
    /// The remark.
    pub message: String,
}

/// The place where a type or an item of it is declared.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PadPlace {
    /// The type.
    pub id: TypeId,
    /// Its item (member, enumerator); none for the type itself.
    pub item: Option<u32>,
    /// Its line, from 1.
    pub line: u32,
}

/// The line of an offset in a text, in UTF-16 units as browsers count, from 1.
pub fn line_at(text: &str, units: u32) -> u32 {
    let (mut line, mut left) = (1, units);
    for c in text.chars() {
        let n = c.len_utf16() as u32;
        if left < n {
            break;
        }
        left -= n;
        line += u32::from(c == '\n');
    }
    line
}

/// Converts a range of bytes of a text to UTF-16 units, as browsers count.
pub fn units(text: &str, range: &Range<u32>) -> Range<u32> {
    let of = |end: u32| text.get(..end as usize).map_or(0, |before| before.encode_utf16().count() as u32);
    of(range.start)..of(range.end)
}
