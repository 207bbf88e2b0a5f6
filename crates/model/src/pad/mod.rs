//! The scratch pad's targets, the remarks on its source, and the moves of its members.

pub mod examples;
pub mod gutter;
pub mod hex;
pub mod preview;
pub mod written;

use std::ops::Range;

use btf::TypeId;
use wire::Wire;

/// The name of the pad's file.
pub const NAME: &str = "scratch.btf";

/// A target to compile for, or the choice to write the bytes of a blob.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct PadTarget {
    /// Whether `long` and pointers have 8 bytes and not 4.
    pub wide: bool,
    /// Whether the most significant byte comes first.
    pub big: bool,
    /// Whether the source is not C but the bytes of a blob ([`hex`]), whose magic number says the byte order.
    pub bytes: bool,
}

impl Default for PadTarget {
    fn default() -> Self {
        PadTarget::C[0]
    }
}

impl PadTarget {
    /// The machines for which C is compiled; the first one is the default.
    const C: [PadTarget; 4] = [
        PadTarget { wide: true, big: false, bytes: false },
        PadTarget { wide: true, big: true, bytes: false },
        PadTarget { wide: false, big: false, bytes: false },
        PadTarget { wide: false, big: true, bytes: false },
    ];

    /// The source is not C but the bytes of a blob.
    pub const BYTES: PadTarget = PadTarget { wide: true, big: false, bytes: true };

    /// All targets.
    pub const ALL: [PadTarget; 5] = [Self::C[0], Self::C[1], Self::C[2], Self::C[3], Self::BYTES];

    /// Its word in addresses, and the text in the menu.
    fn texts(self) -> (&'static str, &'static str) {
        match (self.wide, self.big) {
            _ if self.bytes => ("hex", "Bytes"),
            (true, false) => ("64le", "64-bit, little-endian"),
            (true, true) => ("64be", "64-bit, big-endian"),
            (false, false) => ("32le", "32-bit, little-endian"),
            (false, true) => ("32be", "32-bit, big-endian"),
        }
    }

    /// Its word in addresses: `64le`.
    pub fn word(self) -> &'static str {
        self.texts().0
    }

    /// The text in the menu.
    pub fn title(self) -> &'static str {
        self.texts().1
    }

    /// The target with this word.
    pub fn from_word(word: &str) -> Option<PadTarget> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }
}

/// A remark on the source.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct PadMark {
    /// Whether the marked part is missing in the compiled types; if not, the remark is only a note.
    pub error: bool,
    /// The line of its start, from 1.
    pub line: u32,
    /// The column of its start: characters, from 1.
    pub column: u32,
    /// The marked range, in bytes of the source.
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

/// Another order for the members of a struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub enum PadOrder {
    /// Moves a member (by its index) by this many declarations; -1 is one up.
    By(TypeId, u32, i32),
    /// Moves a member (the first index) to the place of another member (the second index).
    To(TypeId, u32, u32),
    /// The order with the fewest bytes that can be found.
    Smallest(TypeId),
}

/// The line, from 1, at an offset in a text. The offset is in UTF-16 units, in which browsers count.
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

/// Converts a range of bytes in a text to UTF-16 units, in which browsers count.
pub fn units(text: &str, range: &Range<u32>) -> Range<u32> {
    let of = |end: u32| text.get(..end as usize).map_or(0, |before| before.encode_utf16().count() as u32);
    of(range.start)..of(range.end)
}

/// The one place where two texts differ: the range of bytes in the old text, and what the new text has there. None if
/// they are equal.
pub fn changed<'t>(old: &str, new: &'t str) -> Option<(Range<u32>, &'t str)> {
    let before: usize = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(before..)?, new.get(before..)?);
    let pairs = old_rest.chars().rev().zip(new_rest.chars().rev());
    let behind: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let text = new_rest.get(..new_rest.len() - behind)?;
    let end = old.len() - behind;
    (old != new).then_some((u32::try_from(before).ok()?..u32::try_from(end).ok()?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_differs() {
        assert_eq!(changed("int a; int b;", "int b; int a;"), Some((4..12, "b; int a")));
        assert_eq!(changed("aé", "aéé"), Some((3..3, "é")));
        assert_eq!(changed("aa", "a"), Some((1..2, "")));
        assert_eq!(changed("same", "same"), None);
    }
}
