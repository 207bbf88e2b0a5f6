//! How nodes are written in the forms of a block: one number each, which is a node that was written before or begins a new one.

use btf::Kind;

/// Void.
pub(crate) const VOID: u32 = 0;
/// From here on by the kind's number: a record of that kind, without `kind_flag`.
pub(crate) const RECORD: u32 = 0;
/// As [`RECORD`], with `kind_flag`.
pub(crate) const RECORD_FLAG: u32 = 32;
/// A node and its tags.
pub(crate) const TAGGED: u32 = 64;
/// From here on by the kind's number: a reference to a name of that kind, ordinal 0.
pub(crate) const NAME: u32 = 64;
/// A reference with its kind and ordinal.
pub(crate) const NAME_ORDINAL: u32 = 96;
/// A record word by word.
pub(crate) const WORDS: u32 = 97;
/// From here on: nodes that were written before.
pub(crate) const KNOWN: u32 = 98;

/// Texts: a new one, or from [`TEXT_KNOWN`] on one that was used before.
pub(crate) const TEXT_NEW: u32 = 0;
pub(crate) const TEXT_KNOWN: u32 = 1;

/// The first byte of a form: `kind_flag`, tags, word by word, as edits of an earlier form.
pub(crate) const FORM_FLAG: u8 = 1;
pub(crate) const FORM_TAGGED: u8 = 2;
pub(crate) const FORM_WORDS: u8 = 4;
pub(crate) const FORM_EDITS: u8 = 8;

/// How many forms back the one may be that a form is written as edits of.
pub(crate) const BASES: usize = 8;

/// How many words the forms of a block may have for each of its bytes, beside [`SPARE_WORDS`].
pub(crate) const WORDS_A_BYTE: usize = 16;
pub(crate) const SPARE_WORDS: usize = 1 << 16;

/// What the third word and the words of a record of a kind are when they are written in short.
pub(crate) fn has_short(kind: Kind) -> bool {
    !matches!(kind, Kind::DeclTag | Kind::LocParam | Kind::LocProto | Kind::LocSec | Kind::Unknown(_))
}
