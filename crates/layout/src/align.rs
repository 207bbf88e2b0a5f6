//! Sizes and alignments of single types, by libbpf's rules and by pahole's.

use btf::Kind::*;
use btf::{Array, Btf, MAX_RESOLVE_STEPS, ResolveError, Type, TypeId};

use crate::error::LayoutError;
use crate::facts::Layouts;
use crate::model::Options;

/// A type's size in bytes, as libbpf's `btf__resolve_size` computes it: through qualifiers, typedefs and arrays. A
/// pointer has [`Btf::pointer_size`] bytes.
pub fn size_of(btf: &Btf, id: TypeId) -> Result<u32, ResolveError> {
    btf.size_of(id)
}

/// A type's alignment in bytes, as libbpf's `btf__align_of` computes it:
///
/// - INT, FLOAT, ENUM, ENUM64: the size, at most that of a pointer. So a 64-bit integer of a 32-bit kernel has 4 (right
///   for i386, but wrong for arm, where compilers align it to 8), and `__int128` has 8.
/// - PTR: its size. ARRAY: the alignment of its element. Typedefs, qualifiers and type tags: that of the type that they
///   stand for.
/// - STRUCT, UNION: the largest alignment of a member. But 1 when a member does not lie at a multiple of its own
///   alignment, or the size is not a multiple of the largest alignment, because then the type must be packed. libbpf
///   does not know old-style bitfields: a struct also counts as packed if such a bitfield does not lie at a multiple of
///   the alignment of its type.
///
/// A type of any other kind has no alignment, nor has an INT, FLOAT, ENUM or ENUM64 of size 0, nor a struct or union
/// with such a member. The result is then an error.
pub fn align_of(btf: &Btf, id: TypeId) -> Result<u32, LayoutError> {
    Layouts::new(btf, Options::default()).align_of(id)
}

/// A type's natural alignment in bytes, as pahole's `tag__natural_alignment` computes it. Like [`align_of`], but a
/// FLOAT, ENUM or ENUM64 has its size, and an INT the bytes that its bits need, even if a pointer is smaller (so
/// `__int128` has 16, and a 64-bit integer 8 also on i386). A packed struct has the largest alignment of its members,
/// and a type without alignment has 1.
pub fn natural_align_of(btf: &Btf, id: TypeId) -> u32 {
    Layouts::new(btf, Options::default()).natural_align_of(id)
}

/// The end of a chain of typedefs, qualifiers, type tags and arrays. Each type of the chain has the alignment of this
/// element, and a member of such a type embeds the element.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a> {
    /// The type; none for void, a missing type, or a chain of more than [`MAX_RESOLVE_STEPS`] steps.
    pub(crate) ty: Option<Type<'a>>,
    /// The outermost array on the way.
    pub(crate) array: Option<Array>,
}

/// Goes through typedefs, qualifiers, type tags and arrays.
pub(crate) fn element(btf: &Btf, id: TypeId) -> Element<'_> {
    let mut at = id;
    let mut outer = None;
    for _ in 0..=MAX_RESOLVE_STEPS {
        let Some(t) = btf.get(at) else { break };
        let kind = t.kind();
        if let Some(array) = t.array() {
            outer = outer.or(Some(array));
            at = array.element;
        } else if kind.is_modifier() {
            at = TypeId(t.size_or_type());
        } else {
            return Element { ty: Some(t), array: outer };
        }
    }
    Element { ty: None, array: outer }
}

/// The alignment of a type that is not a struct or union, by libbpf's rules.
pub(crate) fn scalar_align(btf: &Btf, t: &Type<'_>) -> Option<u32> {
    let pointer = btf.pointer_size();
    match t.kind() {
        // libbpf takes a size of 0 for an error too: its callers stop at `align <= 0`.
        Int | Float | Enum | Enum64 => Some(t.size_or_type().min(pointer)).filter(|&a| a > 0),
        Ptr => Some(pointer),
        Array | Struct | Union | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
        | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => None,
    }
}

/// The natural alignment of a type that is not a struct or union, by pahole's rules.
pub(crate) fn scalar_natural(btf: &Btf, t: &Type<'_>) -> u32 {
    let align = match t.kind() {
        Int => t.int().map_or(0, |i| u32::from(i.bits).div_ceil(8)),
        Float | Enum | Enum64 => t.size_or_type(),
        Ptr => btf.pointer_size(),
        Array | Struct | Union | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
        | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => 0,
    };
    align.max(1)
}
