//! The types of a source, with their sizes.

use std::collections::HashMap;
use std::ops::Range;

use crate::syntax::Basic;
use crate::target::Target;

/// A type of the source. Equal types have the same id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Id(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    Basic(Basic),
    /// The type that BTF needs for array indexes.
    IndexInt,
    Ptr(Id),
    /// Elements and their count; `None` for `[]`.
    Array(Id, Option<u32>),
    /// A SIMD vector; clang writes it as an array.
    Vector(Id, u32),
    Const(Id),
    Volatile(Id),
    Restrict(Id),
    TypeTag(Id, String),
    /// Index in [`Types::typedefs`].
    Typedef(u32),
    /// Index in [`Types::records`].
    Record(u32),
    /// Index in [`Types::enums`].
    Enum(u32),
    Proto(Proto),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Proto {
    pub returns: Id,
    /// Names and types. Only the prototypes of named functions have names.
    pub params: Vec<(String, Id)>,
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Typedef {
    pub name: String,
    pub of: Id,
    /// The alignment in bytes that its attribute asks for.
    pub align: Option<u64>,
    pub tags: Vec<String>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub name: String,
    pub of: Id,
    /// From the start of the struct.
    pub bit_offset: u64,
    /// In bits; `None` for members that are not bitfields.
    pub width: Option<u32>,
    pub tags: Vec<String>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub is_union: bool,
    pub name: String,
    /// `None` when it is only declared.
    pub body: Option<Body>,
    pub tags: Vec<String>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub members: Vec<Member>,
    /// In bytes.
    pub size: u64,
    /// In bytes.
    pub align: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub name: String,
    /// `None` when it is only declared.
    pub values: Option<Vec<(String, i128, Place)>>,
    /// In bytes.
    pub size: u32,
    pub signed: bool,
    pub tags: Vec<String>,
    pub place: Place,
}

/// Where something is declared, in bytes of the source; `None` for the prelude.
pub(crate) type Place = Option<Range<u32>>;

/// The types of a source.
#[derive(Debug, Default)]
pub(crate) struct Types {
    pub target: Target,
    shapes: Vec<Shape>,
    known: HashMap<Shape, Id>,
    pub typedefs: Vec<Typedef>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
}

/// BTF has 32 bits for a size.
pub(crate) const MAX_SIZE: u64 = u32::MAX as u64;
/// The longest chain of typedefs, qualifiers or arrays that is followed. Kernels have chains of six; a longer limit
/// makes a hostile header take minutes.
const MAX_CHAIN: usize = 512;

impl Types {
    pub fn new(target: Target) -> Types {
        Types { target, ..Types::default() }
    }

    pub fn add(&mut self, shape: Shape) -> Id {
        if let Some(&id) = self.known.get(&shape) {
            return id;
        }
        let id = Id(self.shapes.len() as u32);
        self.shapes.push(shape.clone());
        self.known.insert(shape, id);
        id
    }

    pub fn shape(&self, id: Id) -> &Shape {
        const VOID: &Shape = &Shape::Basic(Basic::Void);
        self.shapes.get(id.0 as usize).unwrap_or(VOID)
    }

    /// The type without qualifiers, tags and typedefs.
    pub fn plain(&self, mut id: Id) -> Id {
        for _ in 0..MAX_CHAIN {
            match self.shape(id) {
                Shape::Const(of) | Shape::Volatile(of) | Shape::Restrict(of) | Shape::TypeTag(of, _) => id = *of,
                Shape::Typedef(i) => match self.typedefs.get(*i as usize) {
                    Some(typedef) => id = typedef.of,
                    None => return id,
                },
                _ => return id,
            }
        }
        id
    }

    /// Size of a basic type in bytes; `None` for void.
    pub fn basic_size(&self, basic: Basic) -> Option<u64> {
        Some(match basic {
            Basic::Void => return None,
            Basic::Bool | Basic::Char | Basic::SignedChar | Basic::UnsignedChar => 1,
            Basic::Short | Basic::UnsignedShort | Basic::Float16 => 2,
            Basic::Int | Basic::Unsigned | Basic::Float => 4,
            Basic::Long | Basic::UnsignedLong => self.target.word().into(),
            // On BPF and 32-bit Arm `long double` is a double.
            Basic::LongLong | Basic::UnsignedLongLong | Basic::Double | Basic::LongDouble => 8,
            Basic::Int128 | Basic::UnsignedInt128 => 16,
        })
    }

    /// Size of a type in bytes; `None` for void, functions and types that are only declared.
    pub fn size(&self, id: Id) -> Option<u64> {
        let (mut id, mut times) = (id, 1u64);
        for _ in 0..MAX_CHAIN {
            id = self.plain(id);
            let one = match self.shape(id) {
                Shape::Basic(basic) => self.basic_size(*basic)?,
                Shape::IndexInt => 4,
                Shape::Ptr(_) => self.target.word().into(),
                Shape::Array(of, count) => {
                    times = times.saturating_mul(count.unwrap_or(0).into());
                    id = *of;
                    continue;
                }
                // clang rounds the size of a vector up to a power of two (`ASTContext::getTypeInfoImpl`).
                Shape::Vector(of, count) => {
                    self.size(*of)?.saturating_mul((*count).into()).checked_next_power_of_two().unwrap_or(MAX_SIZE)
                }
                Shape::Record(i) => self.records.get(*i as usize)?.body.as_ref()?.size,
                Shape::Enum(i) => self.enums.get(*i as usize).filter(|e| e.values.is_some())?.size.into(),
                _ => return None,
            };
            return Some(one.saturating_mul(times));
        }
        None
    }

    /// The alignment of a type in bytes.
    pub fn align(&self, id: Id) -> u64 {
        let mut id = id;
        for _ in 0..MAX_CHAIN {
            id = match self.shape(id) {
                Shape::Const(of) | Shape::Volatile(of) | Shape::Restrict(of) | Shape::TypeTag(of, _) => *of,
                Shape::Array(of, _) => *of,
                Shape::Typedef(i) => match self.typedefs.get(*i as usize) {
                    Some(Typedef { align: Some(align), .. }) => return *align,
                    Some(typedef) => typedef.of,
                    None => return 1,
                },
                Shape::Record(i) => {
                    return self.records.get(*i as usize).and_then(|r| r.body.as_ref()).map_or(1, |b| b.align);
                }
                _ => return self.size(id).unwrap_or(1).max(1),
            };
        }
        1
    }

    /// Width in bits and signedness of an integer type or enum.
    pub fn integer(&self, id: Id) -> Option<(u32, bool)> {
        let id = self.plain(id);
        let signed = match self.shape(id) {
            Shape::Basic(basic) => match basic {
                Basic::Void | Basic::Float16 | Basic::Float | Basic::Double | Basic::LongDouble => return None,
                Basic::Char | Basic::SignedChar | Basic::Short | Basic::Int => true,
                Basic::Long | Basic::LongLong | Basic::Int128 => true,
                _ => false,
            },
            Shape::Enum(i) => self.enums.get(*i as usize)?.signed,
            _ => return None,
        };
        Some((self.size(id)? as u32 * 8, signed))
    }
}
