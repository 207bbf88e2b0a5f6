//! Numbers: INT, FLOAT and enums as types of whole bytes; and the qualifiers of a type.

use btf::Kind::*;
use btf::{Btf, Kind, MAX_RESOLVE_STEPS, Type, TypeId};

/// A number of 1, 2, 4, 8 or 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scalar {
    /// Bytes.
    pub(crate) size: u32,
    /// Whether an integer has a sign.
    pub(crate) signed: bool,
    /// Whether it is a floating-point number, of 4 or 8 bytes.
    pub(crate) float: bool,
}

impl Scalar {
    /// Its name in Rust and Zig.
    pub(crate) fn name(self) -> &'static str {
        match (self.float, self.signed, self.size) {
            (true, _, 4) => "f32",
            (true, ..) => "f64",
            (_, false, 1) => "u8",
            (_, true, 1) => "i8",
            (_, false, 2) => "u16",
            (_, true, 2) => "i16",
            (_, false, 4) => "u32",
            (_, true, 4) => "i32",
            (_, false, 8) => "u64",
            (_, true, 8) => "i64",
            (_, false, _) => "u128",
            (_, true, _) => "i128",
        }
    }
}

/// Whether a type has the qualifier `const`.
pub(crate) fn is_const(btf: &Btf, id: TypeId) -> bool {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        match btf.get(at) {
            Some(t) if t.kind() == Kind::Const => return true,
            Some(t) if t.kind().is_qualifier() => at = TypeId(t.size_or_type()),
            _ => return false,
        }
    }
    false
}

/// The number behind typedefs and qualifiers; none if the type is not a number, or has a size that languages do not
/// have (`long double` of 12 bytes). Enums count as numbers, too.
pub(crate) fn scalar(btf: &Btf, id: TypeId) -> Option<Scalar> {
    let t = btf.resolved(id)?;
    let size = t.size_or_type();
    let whole = matches!(size, 1 | 2 | 4 | 8 | 16);
    match t.kind() {
        Int if whole => Some(Scalar { size, signed: t.int().is_some_and(|i| i.is_signed()), float: false }),
        Float if matches!(size, 4 | 8) => Some(Scalar { size, signed: true, float: true }),
        Enum | Enum64 if whole && size < 16 => Some(Scalar { size, signed: t.is_signed_enum(), float: false }),
        Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto
        | Var | DataSec | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => None,
    }
}

/// The value of an enumerator in an enum of `size` bytes (1, 2, 4 or 8): cut to that size, as a C compiler does.
pub(crate) fn enumerator(raw: u64, wide: bool, size: u32, signed: bool) -> i128 {
    let value = match (wide, signed) {
        (false, true) => i64::from(raw as u32 as i32) as u64,
        _ => raw,
    };
    let shift = 64 - 8 * size.clamp(1, 8);
    match signed {
        true => i128::from((value << shift) as i64 >> shift),
        false => i128::from(value << shift >> shift),
    }
}

/// How a type for which the plan has no declaration is written where it is used.
pub(crate) enum Used {
    /// As the type that it is a typedef of.
    As(TypeId),
    /// As a pointer.
    Pointer,
    /// As an array of this many elements of this type.
    Array(TypeId, u32),
    /// As a number, or as bytes.
    Value,
}

/// How a type without qualifiers is written, in any of the languages.
pub(crate) fn used(t: &Type<'_>) -> Used {
    match t.kind() {
        Typedef => Used::As(TypeId(t.size_or_type())),
        Ptr => Used::Pointer,
        Array => t.array().map_or(Used::Array(TypeId::VOID, 0), |a| Used::Array(a.element, a.nelems)),
        Int | Struct | Union | Enum | Enum64 | Fwd | Volatile | Const | Restrict | TypeTag | Func | FuncProto | Var
        | DataSec | Float | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => Used::Value,
    }
}

#[cfg(test)]
mod tests {
    use super::enumerator;

    #[test]
    fn values_fit_their_size() {
        assert_eq!(enumerator(0xffff_ffff, false, 4, true), -1);
        assert_eq!(enumerator(0xffff_ffff, false, 4, false), 4_294_967_295);
        assert_eq!(enumerator(0xffff_ffff, false, 1, false), 255);
        assert_eq!(enumerator(0xffff_fffe, false, 8, true), -2);
        assert_eq!(enumerator(u64::MAX, true, 8, true), -1);
        assert_eq!(enumerator(u64::MAX, true, 8, false), i128::from(u64::MAX));
    }
}
