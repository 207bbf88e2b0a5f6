//! Words and numbers, as the inspector writes them.

use btf::Kind::*;
use btf::{BitOffset, Btf, Endian, Kind, TypeId};
use text::counted;

use crate::words::{kind_word, plain_text};

/// [`plain_text`] in quotes, with escapes for characters that cannot be printed.
pub fn quoted(bytes: &[u8]) -> String {
    format!("{:?}", plain_text(bytes))
}

pub(crate) fn bytes(n: u32) -> String {
    counted(n, "byte")
}

/// Some bytes in hexadecimal, at most sixteen.
pub(crate) fn hex_bytes(bytes: &[u8]) -> String {
    let shown = bytes.get(..16).unwrap_or(bytes);
    let mut text = shown.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ");
    if shown.len() < bytes.len() {
        text.push_str(" …");
    }
    text
}

/// `bits 31–24`, `bit 31`.
pub(crate) fn bits(high: u32, low: u32) -> String {
    if high == low { format!("bit {high}") } else { format!("bits {high}–{low}") }
}

/// `byte 126`, or `126:2` (byte and bit, as in Layout) when the bit within the byte matters.
pub(crate) fn place_of_bit(offset: BitOffset, bitfield: bool, endian: Endian) -> String {
    let (byte, bit) = (offset.0 / 8, offset.0 % 8);
    match (bitfield || bit != 0, endian) {
        (false, _) => format!("byte {byte}"),
        (true, Endian::Little) => format!("{byte}:{bit}"),
        // In big-endian BTF bits count the other way round, so the text says so.
        (true, Endian::Big) => format!("{byte}:{bit} (bit 0 is the most significant)"),
    }
}

/// The word for an item of a kind.
pub(crate) fn item_word(kind: Kind) -> &'static str {
    match kind {
        Struct | Union => "member",
        Enum | Enum64 => "enumerator",
        FuncProto | LocProto => "parameter",
        DataSec => "variable",
        LocParam => "value",
        LocSec => "site",
        // The items of an unknown kind may be anything; the other kinds here have no items.
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag | TypeTag
        | Unknown(_) => "item",
    }
}

/// The word for a kind: `STRUCT`; `kind 25` for an unknown kind.
pub(crate) fn record_kind(kind: Kind) -> String {
    match kind {
        Unknown(n) => format!("kind {n}"),
        kind => kind.as_str().to_owned(),
    }
}

/// A type in a few words, from its record only: `struct sk_buff`, `anonymous union [12]`, `PTR [13]`.
pub fn type_label(btf: &Btf, id: TypeId) -> String {
    if id.is_void() {
        return "void".to_owned();
    }
    let Some(t) = btf.get(id) else { return format!("missing type [{id}]") };
    let name = plain_text(t.name_bytes());
    let word = match t.kind() {
        Func => "function",
        Var => "variable",
        Struct | Union | Enum | Enum64 | Fwd | Typedef | DataSec => kind_word(&t),
        Int | Float if !name.is_empty() => return name,
        // An INT or FLOAT without a name; or a kind whose `name_off` is not the type's own name. For an unknown kind
        // `name_off` may be no name at all.
        kind => return format!("{} [{id}]", record_kind(kind)),
    };
    if name.is_empty() { format!("anonymous {word} [{id}]") } else { format!("{word} {name}") }
}
