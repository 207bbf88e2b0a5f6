//! Following references: through qualifiers and typedefs, to sizes, to the pointer size.

use std::fmt;

use crate::blob::Btf;
use crate::ids::TypeId;
use crate::kind::Kind;
use crate::kind::Kind::*;
use crate::record::Type;

/// How many references are followed before a chain counts as endless (libbpf's `MAX_RESOLVE_DEPTH`).
pub const MAX_RESOLVE_STEPS: u32 = 32;

/// Why a chain of types has no end or no size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ResolveError {
    /// An id without a type.
    Missing(TypeId),
    /// The chain from this type does not end within [`MAX_RESOLVE_STEPS`] types.
    TooDeep(TypeId),
    /// The chain from this type ends at `void`, a forward declaration, a prototype or another kind without a size.
    Unsized(TypeId),
    /// The size of this type in bytes, or the number of elements of its arrays, does not fit in a `u32`.
    TooBig(TypeId),
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::Missing(id) => write!(f, "there is no type [{id}]"),
            ResolveError::TooDeep(id) => write!(f, "over {MAX_RESOLVE_STEPS} steps from [{id}]"),
            ResolveError::Unsized(id) => write!(f, "[{id}] has no size"),
            ResolveError::TooBig(id) => write!(f, "the size of [{id}] exceeds 32 bits"),
        }
    }
}

impl std::error::Error for ResolveError {}

impl Btf {
    /// The id behind qualifiers, type tags and, if `typedefs` is set, typedefs. If the chain is longer than
    /// [`MAX_RESOLVE_STEPS`] steps, the id after that many.
    fn skip(&self, id: TypeId, typedefs: bool) -> TypeId {
        let mut at = id;
        for _ in 0..MAX_RESOLVE_STEPS {
            match self.get(at) {
                Some(t) if t.kind().is_qualifier() || typedefs && t.kind() == Kind::Typedef => {
                    at = TypeId(t.size_or_type());
                }
                _ => break,
            }
        }
        at
    }

    /// The id behind qualifiers, type tags and typedefs (libbpf `skip_mods_and_typedefs`). Stops after
    /// [`MAX_RESOLVE_STEPS`] steps, so that a cycle ends, too.
    pub fn resolve(&self, id: TypeId) -> TypeId {
        self.skip(id, true)
    }

    /// The type behind qualifiers, type tags and typedefs; none for void and for a broken chain.
    pub fn resolved(&self, id: TypeId) -> Option<Type<'_>> {
        self.get(self.resolve(id))
    }

    /// The id behind qualifiers and type tags, typedefs kept.
    pub fn skip_qualifiers(&self, id: TypeId) -> TypeId {
        self.skip(id, false)
    }

    /// A type's size in bytes, as libbpf's `btf__resolve_size` computes it: through qualifiers, typedefs, arrays,
    /// variables and declaration tags, at most 32 types in all. A pointer counts [`Btf::pointer_size`] bytes.
    pub fn size_of(&self, id: TypeId) -> Result<u32, ResolveError> {
        let mut at = id;
        let mut count = 1u64;
        for _ in 0..MAX_RESOLVE_STEPS {
            if at.is_void() {
                return Err(ResolveError::Unsized(id));
            }
            let t = self.get(at).ok_or(ResolveError::Missing(at))?;
            let size = match t.kind() {
                Int | Struct | Union | Enum | Enum64 | Float | DataSec => t.size_or_type(),
                Ptr => self.pointer_size(),
                Typedef | Volatile | Const | Restrict | TypeTag | Var | DeclTag => {
                    at = TypeId(t.size_or_type());
                    continue;
                }
                Array => {
                    let array = t.array().ok_or(ResolveError::Unsized(id))?;
                    count = count.saturating_mul(u64::from(array.nelems));
                    if count > u64::from(u32::MAX) {
                        return Err(ResolveError::TooBig(id));
                    }
                    at = array.element;
                    continue;
                }
                Fwd | Func | FuncProto | LocParam | LocProto | LocSec | Unknown(_) => {
                    return Err(ResolveError::Unsized(id));
                }
            };
            return u32::try_from(count * u64::from(size)).map_err(|_| ResolveError::TooBig(id));
        }
        Err(ResolveError::TooDeep(id))
    }

    /// The size of a pointer in bytes: the one set by [`Btf::set_pointer_size`]; else the base's; else the size of the
    /// first INT that is spelt like a `long` (libbpf `determine_ptr_size`); else 8.
    pub fn pointer_size(&self) -> u32 {
        self.pointer_size
    }

    /// Sets the size of a pointer, where the file around the blob gives it: the ELF class, or 8 for a BPF program.
    /// Anything but 4 and 8 is ignored.
    pub fn set_pointer_size(&mut self, bytes: u32) {
        if matches!(bytes, 4 | 8) {
            self.pointer_size = bytes;
        }
    }

    /// The pointer size that the blob's own types imply, in bytes (libbpf `determine_ptr_size`): none when no INT of 4
    /// or 8 bytes is spelt like a `long`.
    pub fn guess_pointer_size(&self) -> Option<u32> {
        const LONGS: [&str; 11] = [
            "long",
            "long int",
            "int long",
            "unsigned long",
            "long unsigned",
            "unsigned long int",
            "unsigned int long",
            "long unsigned int",
            "long int unsigned",
            "int unsigned long",
            "int long unsigned",
        ];
        self.types()
            .filter(|t| t.kind() == Kind::Int && matches!(t.size_or_type(), 4 | 8))
            // The longest of these names have 17 bytes.
            .filter_map(|t| Some((t.btf().string_bytes_up_to(t.name_offset(), 17)?, t)))
            .find(|(name, _)| LONGS.iter().any(|long| long.as_bytes() == *name))
            .map(|(_, t)| t.size_or_type())
    }
}
