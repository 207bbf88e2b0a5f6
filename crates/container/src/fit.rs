//! Whether a split BTF can stand on a base: a module may have been dropped beside the kernel of another build.

use std::sync::Arc;

use btf::Kind::*;
use btf::{BlobRange, Btf, Kind, StringOffset, TypeId};

use crate::references::{Target, references};
use crate::role::words_for;

/// Why a split BTF does not fit on a base.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct Misfit {
    /// Why it does not fit.
    pub kind: MisfitKind,
    /// The bytes of the split BTF that show it.
    pub range: BlobRange,
}

/// Why a split BTF does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MisfitKind {
    /// The split BTF's header cannot be read.
    #[error("{0}")]
    Unreadable(btf::Error),
    /// The split BTF and its base differ in byte order.
    #[error("the byte orders differ")]
    ByteOrder,
    /// A type id that is neither in the split BTF nor in its base.
    #[error("{from} refers to type [{id}], but the largest is [{max}]")]
    NoType {
        /// The type that refers to it, in words.
        from: String,
        /// The id.
        id: u32,
        /// The largest id of the split BTF and its base.
        max: u32,
    },
    /// A string offset that is neither in the split BTF's strings nor in its base's.
    #[error("{from} has a name at {offset:#x}, the strings end at {end:#x}")]
    NoString {
        /// The type that has the name, in words.
        from: String,
        /// The offset.
        offset: u32,
        /// Where the split BTF's strings, which follow its base's, end.
        end: u32,
    },
    /// More than a quarter of the names begin in the middle of a string.
    #[error("{count} of {of} names begin inside a string, as “{example}” at {offset:#x}")]
    CutNames {
        /// How many names begin inside a string.
        count: u32,
        /// How many names there are.
        of: u32,
        /// The text of the first such name, at most 40 characters.
        example: String,
        /// The offset of the example.
        offset: u32,
    },
    /// A function prototype that no type refers to. Compilers write a prototype only for a function or a pointer that
    /// refers to it.
    #[error("nothing refers to {what}")]
    Unused {
        /// The prototype, in words.
        what: String,
    },
    /// A reference to a type whose kind is not allowed there.
    #[error("{from} refers to [{id}], which is {to} and should be {expected}")]
    WrongKind {
        /// The type that refers to it, in words.
        from: String,
        /// The type with the id `id`, in words.
        to: String,
        /// The id to which the reference leads.
        id: u32,
        /// The kinds that are allowed there, in words.
        expected: &'static str,
    },
}

/// Whether a split BTF plausibly continues `base`: all its type ids and string offsets exist in the split BTF or in
/// `base`, at least three quarters of the names begin where a string begins, and types refer to types of the right
/// kinds. A base of another build should fail one of these checks, because ids and strings of two builds differ. A
/// nearly empty split BTF may pass them all.
///
/// Linear in the split BTF, whatever the size of the base.
///
/// # Errors
/// The first misfit.
pub fn fits_base(split: &[u8], base: &Arc<Btf>) -> Result<(), Misfit> {
    let misfit = |kind, range| Err(Misfit { kind, range });
    let btf = match Btf::parse(split, Some(Arc::clone(base))) {
        Ok(btf) => btf,
        Err(error) => {
            let range = error.range;
            return misfit(MisfitKind::Unreadable(error), range);
        }
    };
    if btf.endian() != base.endian() {
        return misfit(MisfitKind::ByteOrder, BlobRange::at(0, 2));
    }
    let (max, end) = (btf.type_cnt().saturating_sub(1), btf.strings_end());
    let (mut names, mut cut) = (0u32, 0u32);
    let mut example = None;
    for t in btf.types() {
        let from = || words_for(&btf, t.id());
        for reference in references(&btf, &t) {
            match reference.target {
                Target::Name(0) => {}
                Target::Name(offset) if offset >= end => {
                    return misfit(MisfitKind::NoString { from: from(), offset, end }, reference.range);
                }
                Target::Name(offset) => {
                    names = names.saturating_add(1);
                    if !begins_string(&btf, offset) {
                        cut = cut.saturating_add(1);
                        example.get_or_insert((offset, reference.range));
                    }
                }
                Target::Type(id) if id > max => {
                    return misfit(MisfitKind::NoType { from: from(), id, max }, reference.range);
                }
                Target::Type(id) => {
                    if let Some(expected) = wrong_kind(t.kind(), btf.kind(TypeId(id))) {
                        let to = words_for(&btf, TypeId(id));
                        return misfit(MisfitKind::WrongKind { from: from(), to, id, expected }, reference.range);
                    }
                }
            }
        }
    }
    // A linker may let a short name share the end of a longer name, so that a few names begin inside a string. With a
    // wrong base, many names do.
    match example {
        Some((offset, range)) if cut > names / 4 => {
            let example = btf.string(StringOffset(offset)).unwrap_or_default().chars().take(40).collect();
            misfit(MisfitKind::CutNames { count: cut, of: names, example, offset }, range)
        }
        _ => Ok(()),
    }
}

fn begins_string(btf: &Btf, offset: u32) -> bool {
    let Some((holder, at)) = btf.locate_string(StringOffset(offset)) else { return false };
    let start = holder.section(btf::SectionKind::Strings).start;
    at == start || at.checked_sub(1).and_then(|before| holder.bytes().get(before as usize)) == Some(&0)
}

/// The kind that `to` should be, because a type of kind `from` refers to it; none when its kind is right (kernel,
/// `btf_func_check`, `btf_datasec_resolve`).
pub(crate) fn wrong_kind(from: Kind, to: Option<Kind>) -> Option<&'static str> {
    let is_proto = to == Some(Kind::FuncProto);
    let is_declaration = to.is_some_and(Kind::is_declaration);
    match from {
        Func => (!is_proto).then_some("a function prototype"),
        DataSec => (to != Some(Kind::Var) && to != Some(Kind::Func)).then_some("a variable"),
        Var => is_proto.then_some("a type that has a value"),
        FuncProto | Struct | Union | Array if is_proto => Some("a type that has a value"),
        FuncProto | Struct | Union | Array | Ptr | Typedef => {
            is_declaration.then_some("a type, not a function, variable or tag")
        }
        Int | Enum | Fwd | Volatile | Const | Restrict | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto
        | LocSec | Unknown(_) => None,
    }
}
