//! Types without ids: a record as words, in which texts and types are replaced by numbers of texts and of other nodes.
//!
//! | node | words |
//! |---|---|
//! | void | none |
//! | a record | its head ([`record_head`]), name, third word, and the other words in the order of the record |
//! | a reference to a name | [`REFERENCE`] and the kind, name, ordinal |
//! | a node with declaration tags | [`TAGGED`], node, then for each tag: component, text, `kind_flag` |
//!
//! [`btf::Kind::record_fields`] gives the meaning of each word of a record. Nodes refer only to earlier nodes, and to
//! named types by name, so there are no cycles.

use btf::Kind::*;
use btf::{FieldName, Kind, RecordFields};

/// The node of void, which has no words.
pub(crate) const VOID: u32 = 0;

/// In the low byte of a head, added to the kind's number: the node is a reference to a name.
pub(crate) const REFERENCE: u32 = 0x80;

/// The low byte of a head: the node is another node with its declaration tags.
pub(crate) const TAGGED: u32 = 0x40;

/// Words of a record before its items: head, name, third.
pub(crate) const FIXED: usize = 3;

const FLAG: u32 = 0x100;

/// The head of a record: kind, `kind_flag`, and for kinds without items their `vlen`.
pub(crate) fn record_head(kind: Kind, flag: bool, vlen: u32) -> u32 {
    u32::from(kind.number()) | if flag { FLAG } else { 0 } | vlen << 16
}

/// The largest `vlen` that a head can hold, for kinds without items.
pub(crate) const MAX_VLEN: u32 = 0xffff;

/// The kind of a record or of a reference; none for void and for a node with tags.
pub(crate) fn kind(words: &[u32]) -> Option<Kind> {
    let low = *words.first()? & 0xff;
    (low != TAGGED).then(|| Kind::from_number((low & 0x1f) as u8))
}

/// `kind_flag`.
pub(crate) fn flag(words: &[u32]) -> bool {
    words.first().is_some_and(|head| head & FLAG != 0)
}

/// `vlen` of a kind without items.
pub(crate) fn vlen(words: &[u32]) -> u32 {
    words.first().map_or(0, |head| head >> 16)
}

pub(crate) fn is_tagged(words: &[u32]) -> bool {
    words.first().is_some_and(|head| head & 0xff == TAGGED)
}

/// The words of a record without its declaration tags, and the words of the tags. `get` returns the words of a node.
pub(crate) fn untagged<'w>(words: &'w [u32], get: impl Fn(u32) -> &'w [u32]) -> (&'w [u32], &'w [u32]) {
    match words {
        [_, node, tags @ ..] if is_tagged(words) => (get(*node), tags),
        _ => (words, &[]),
    }
}

/// The bit offset and the bitfield size in bits (0 for none) that the third word of a member holds.
pub(crate) fn place(raw: u32, flag: bool) -> (u32, u8) {
    if flag { (raw & 0x00ff_ffff, (raw >> 24) as u8) } else { (raw, 0) }
}

/// The target of a reference: kind, name, ordinal.
pub(crate) fn reference(words: &[u32]) -> Option<(Kind, u32, u32)> {
    match *words {
        [head, name, ordinal] if head & REFERENCE != 0 => Some((Kind::from_number((head & 0x1f) as u8), name, ordinal)),
        _ => None,
    }
}

/// The words of a reference.
pub(crate) fn to_name(kind: Kind, name: u32, ordinal: u32) -> [u32; 3] {
    [REFERENCE | u32::from(kind.number()), name, ordinal]
}

/// The meaning of a node's word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Word {
    /// A plain number.
    Plain,
    /// The number of a text.
    Text,
    /// The number of a node.
    Node,
}

impl Word {
    pub(crate) fn of(field: FieldName) -> Word {
        match field {
            FieldName::NameOff => Word::Text,
            name if name.is_type_id() => Word::Node,
            _ => Word::Plain,
        }
    }
}

/// The meanings of a node's words, determined by the first.
#[derive(Clone, Copy)]
enum Shape {
    Reference,
    Tagged,
    Record(RecordFields),
}

impl Shape {
    fn of(words: &[u32]) -> Shape {
        match words.first().copied().unwrap_or(0) {
            head if head & REFERENCE != 0 => Shape::Reference,
            head if head & TAGGED != 0 => Shape::Tagged,
            _ => Shape::Record(kind(words).unwrap_or(Kind::Unknown(0)).record_fields()),
        }
    }

    /// The meaning of word `i`.
    fn word(&self, i: usize) -> Word {
        match self {
            Shape::Reference if i == 1 => Word::Text,
            Shape::Reference => Word::Plain,
            Shape::Tagged => match i {
                0 => Word::Plain,
                1 => Word::Node,
                i if i % 3 == 0 => Word::Text,
                _ => Word::Plain,
            },
            Shape::Record(fields) => match i {
                0 => Word::Plain,
                1 => Word::Text,
                2 => Word::of(fields.third),
                i => match (i - FIXED).checked_sub(fields.once.len()) {
                    None => fields.once.get(i - FIXED).map_or(Word::Plain, |f| Word::of(*f)),
                    Some(_) if fields.item.is_empty() => Word::Plain,
                    Some(i) => fields.item.get(i % fields.item.len()).map_or(Word::Plain, |f| Word::of(*f)),
                },
            },
        }
    }
}

/// The meaning of word `i` of a node.
pub(crate) fn word_at(words: &[u32], i: usize) -> Word {
    Shape::of(words).word(i)
}

/// Each word of a node with its meaning, in order.
pub(crate) fn words_of(words: &[u32]) -> impl Iterator<Item = (Word, u32)> + '_ {
    let shape = Shape::of(words);
    words.iter().enumerate().map(move |(i, &word)| (shape.word(i), word))
}

/// Whether types of this kind are referred to by name, if they have one.
pub(crate) fn is_named_kind(kind: Kind) -> bool {
    match kind {
        Int | Struct | Union | Enum | Fwd | Typedef | Func | Var | DataSec | Float | Enum64 => true,
        Ptr | Array | Volatile | Const | Restrict | FuncProto | DeclTag | TypeTag | LocParam | LocProto | LocSec
        | Unknown(_) => false,
    }
}
