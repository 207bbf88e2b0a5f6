//! The rules of the format for a record's words, each written once: the rules of libbpf's `btf_validate_type`, and of
//! the kernel's `btf_*_check_meta` as far as a reader depends on them. [`crate::scan`] finds out quickly whether a rule
//! is broken; [`crate::validate`] finds out which rule, and where. [`RecordFields`] says which words are type ids and
//! string offsets.

use crate::kind::Kind;
use crate::kind::Kind::*;
use crate::parts::Int;
use crate::schema::RecordFields;

/// The bits of the info word that hold `vlen`. `vlen` had 16 bits once, and the bits above them were 0, so both formats
/// are read alike.
pub(crate) const VLEN: u32 = 0x00ff_ffff;
/// The bit of the info word that is `kind_flag`.
pub(crate) const FLAG: u32 = 0x8000_0000;

/// Kind number, vlen and kind_flag of an info word.
pub(crate) fn split_info(info: u32) -> (u8, u32, bool) {
    ((info >> 24 & 0x7f) as u8, info & VLEN, info & FLAG != 0)
}

/// The largest linkage there is: extern.
const LAST_LINKAGE: u32 = 2;

/// The values that `vlen` of a kind may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vlen {
    /// Any: it counts items, or the kind is not known.
    Any,
    /// A function's linkage.
    Linkage,
    /// 0: there is nothing to count.
    Zero,
}

impl Vlen {
    pub(crate) fn of(kind: Kind) -> Vlen {
        match kind {
            Unknown(_) => Vlen::Any,
            Func => Vlen::Linkage,
            kind if RecordFields::of(kind).sizes().1 > 0 => Vlen::Any,
            _ => Vlen::Zero,
        }
    }

    fn most(self) -> u32 {
        match self {
            Vlen::Any => VLEN,
            Vlen::Linkage => LAST_LINKAGE,
            Vlen::Zero => 0,
        }
    }
}

/// Whether `kind_flag` of the kind means something.
pub(crate) fn may_have_flag(kind: Kind) -> bool {
    match kind {
        Struct | Union | Enum | Enum64 | Fwd | DeclTag | TypeTag => true,
        Unknown(_) => true,
        Int | Ptr | Array | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float
        | LocParam | LocProto | LocSec => false,
    }
}

/// The rules of `vlen` and `kind_flag` in one comparison, as (bits, most): an info word is sound when `info & bits` is
/// at most `most`.
pub(crate) fn info_limit(kind: Kind) -> (u32, u32) {
    match (Vlen::of(kind), may_have_flag(kind)) {
        // The flag is the topmost bit; where it may be set, the comparison leaves it out.
        (vlen, true) => (VLEN, vlen.most()),
        (vlen, false) => (VLEN | FLAG, vlen.most()),
    }
}

/// Whether a record of the kind may have this size. An enum of size 0 without values is a declaration, as clang
/// writes it.
#[inline(always)]
pub(crate) fn size_is_possible(kind: Kind, size: u32, vlen: u32) -> bool {
    match kind {
        Enum | Enum64 => matches!(size, 1 | 2 | 4 | 8) || (size, vlen) == (0, 0),
        Float => matches!(size, 2 | 4 | 8 | 12 | 16),
        Int => size <= 16,
        Ptr | Array | Struct | Union | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var
        | DataSec | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => true,
    }
}

/// The bits of an INT's encoding word that mean nothing.
const INT_UNUSED: u32 = 0xf000_ff00;

/// The most bits of an INT.
pub(crate) const MOST_INT_BITS: u32 = 128;

/// The rule that an INT's encoding word breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IntFault {
    /// These bits are set, but must be 0.
    Unused(u32),
    /// The INT has this many bits, more than 128.
    Wide(u32),
    /// The INT's bits do not lie within its size.
    Outside,
}

/// Whether an INT's encoding word makes sense: no unused bits, at most 128 bits, and all of them within its size.
#[inline(always)]
pub(crate) fn int_is_possible(int: &Int) -> bool {
    int_fault(int.raw, int.size).is_none()
}

/// The first fault of an INT's encoding word; none if it is valid.
#[inline(always)]
pub(crate) fn int_fault(raw: u32, size: u32) -> Option<IntFault> {
    let (offset, bits) = (raw >> 16 & 0xff, raw & 0xff);
    if raw & INT_UNUSED != 0 {
        Some(IntFault::Unused(raw & INT_UNUSED))
    } else if bits > MOST_INT_BITS {
        Some(IntFault::Wide(bits))
    } else if offset + bits > size.saturating_mul(8) {
        Some(IntFault::Outside)
    } else {
        None
    }
}

/// Whether a linkage of this number exists.
#[inline(always)]
pub(crate) fn linkage_is_possible(linkage: u32) -> bool {
    linkage <= LAST_LINKAGE
}

/// Whether the component of a declaration tag is -1 (the whole type) or may be an index.
#[inline(always)]
pub(crate) fn component_is_possible(component: i32) -> bool {
    component >= -1
}

/// Whether `end` lies within a type of `size` bytes. `end`, in bits, is the end of a bitfield, but the start of any
/// other member: the scan does not know the size of the member's type.
#[inline(always)]
pub(crate) fn member_fits(end: u64, size: u32) -> bool {
    end <= u64::from(size) * 8
}

/// Whether a variable that ends at byte `end` lies within a section of `size` bytes. In a section of size 0 every
/// variable fits, because a loader fills the size in later.
#[inline(always)]
pub(crate) fn var_fits(end: u64, size: u32) -> bool {
    size == 0 || end <= u64::from(size)
}

/// Whether a type of the kind only leads to another type: qualifiers and typedefs. A chain of these kinds must end (the
/// kernel's `env_stack_push`, libbpf's `btf__resolve_type`).
#[inline(always)]
pub(crate) fn is_chained(kind: Kind) -> bool {
    kind.is_qualifier() || kind == Kind::Typedef
}
