//! What is said of bytes, and how strongly they are set off.

use btf::{BlobRange, Btf, StringOffset};

use super::focus::Highlights;
use super::rows::Run;
use crate::focus::{BlobId, ByteFocus};

/// How strongly bytes are set off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Of the selected record.
    Record,
    /// Of the selected member, enumerator, parameter or variable.
    Item,
    /// Of the selected field.
    Field,
}

impl Mark {
    /// The CSS class of the bytes (`static/styles/bytes.css`).
    pub fn css(self) -> &'static str {
        match self {
            Mark::Record => "rec",
            Mark::Item => "item",
            Mark::Field => "strong",
        }
    }
}

impl Highlights {
    /// How bytes of a field are set off: by the narrowest that has all of them.
    pub fn mark(&self, bytes: BlobRange) -> Option<Mark> {
        [(self.field, Mark::Field), (self.item, Mark::Item), (self.record, Mark::Record)]
            .into_iter()
            .find(|(range, _)| covers(*range, bytes))
            .map(|(_, mark)| mark)
    }
}

/// Whether a range that is not empty has all these bytes.
pub fn covers(range: Option<BlobRange>, bytes: BlobRange) -> bool {
    range.is_some_and(|range| !range.is_empty() && range.covers(bytes))
}

impl Run {
    /// What a screen reader says of some of its bytes: `offset: f0 03`.
    pub fn say(&self, bytes: &[u8]) -> String {
        format!("{}: {}", self.class.label(), hex(bytes).trim_end())
    }

    /// What it says of the one byte that is active: `offset, byte 2 of 4: 03`. `nth` counts from 0.
    pub fn say_byte(&self, bytes: &[u8], nth: usize) -> String {
        let byte = bytes.get(nth).copied().unwrap_or_default();
        format!("{}, byte {} of {}: {byte:02x}", self.class.label(), nth + 1, bytes.len())
    }
}

/// Bytes as hexadecimal digits with a blank behind each byte: `f0 03 `.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15), ' ']).collect()
}

impl BlobId {
    /// What it is called: `.BTF`, `.BTF of the base`, `.BTF.ext`.
    pub fn title(self) -> &'static str {
        match self {
            BlobId::Own => ".BTF",
            BlobId::Base(_) => ".BTF of the base",
            BlobId::Ext => ".BTF.ext",
        }
    }
}

/// The blob and the byte where a string of `btf` is: its own, or one of a base. None when no blob has it.
pub fn string_place(btf: &Btf, offset: StringOffset) -> Option<ByteFocus> {
    let (holder, at) = btf.locate_string(offset)?;
    let mut blob = BlobId::Own;
    let mut one = btf;
    let mut number = 0;
    while !std::ptr::eq(one, holder) {
        one = one.base()?;
        number += 1;
        blob = BlobId::Base(number);
    }
    Some(ByteFocus { blob, at })
}
