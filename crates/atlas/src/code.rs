//! The codes of nodes in the forms of a block: each is a number, which refers to void, to a name or to an earlier node,
//! or begins a new node.

use btf::Kind;
use btf::Kind::*;

/// The code of void, node 0.
pub(crate) const VOID: u32 = 0;
/// Added to the number of a kind, which is at least 1: the code of a record without `kind_flag`.
pub(crate) const RECORD: u32 = 0;
/// As [`RECORD`], with `kind_flag`.
pub(crate) const RECORD_FLAG: u32 = 32;
/// A node with tags.
pub(crate) const TAGGED: u32 = 64;
/// Added to the number of a kind, which is at least 1: the code of a reference to a name with ordinal 0.
pub(crate) const NAME: u32 = 64;
/// A reference to a name; its kind and its ordinal follow the code.
pub(crate) const NAME_ORDINAL: u32 = 96;
/// A record word by word.
pub(crate) const WORDS: u32 = 97;
/// The first of the codes of earlier nodes.
pub(crate) const KNOWN: u32 = 98;

/// The code of a new text; codes from [`TEXT_KNOWN`] on stand for texts used before.
pub(crate) const TEXT_NEW: u32 = 0;
pub(crate) const TEXT_KNOWN: u32 = 1;

/// Flags in the first byte of a form: it has `kind_flag`; it has tags; it is written word by word; it is written as
/// edits of an earlier form.
pub(crate) const FORM_FLAG: u8 = 1;
pub(crate) const FORM_TAGGED: u8 = 2;
pub(crate) const FORM_WORDS: u8 = 4;
pub(crate) const FORM_EDITS: u8 = 8;

/// A form that is written as edits of an earlier form of its name refers to one of the last forms before it: at most
/// this many forms back.
pub(crate) const BASES: usize = 8;

/// The most words that the forms of a block may have: [`SPARE_WORDS`], and this many for each byte of the unpacked
/// part.
pub(crate) const WORDS_A_BYTE: usize = 16;
pub(crate) const SPARE_WORDS: usize = 1 << 16;

/// Whether records of a kind have a short notation.
pub(crate) fn has_short(kind: Kind) -> bool {
    match kind {
        DeclTag | LocParam | LocProto | LocSec | Unknown(_) => false,
        Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto
        | Var | DataSec | Float | TypeTag | Enum64 => true,
    }
}
