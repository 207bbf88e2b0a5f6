//! Values as a tree: each node has its bits, its type, and the number of its parts. Parts are made when a window of
//! them is asked for.

mod children;
mod record;
mod runs;

use btf::{MemberIndex, TypeId};

use crate::error::Trouble;
use crate::scalar::Scalar;

pub use record::Record;
pub use runs::Run;

/// The most levels of nested values. The deepest of the kernel's types has about 20.
pub(crate) const DEEPEST: usize = 64;

/// One step from a value to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ValueStep {
    /// A member of a struct or union.
    Member(MemberIndex),
    /// An element of an array.
    Element(u64),
    /// A variable of a section.
    Var(MemberIndex),
}

/// A value: its place, its type, and its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The steps from the record to the value.
    pub path: Vec<ValueStep>,
    /// The name of the member or variable, `[3]` for an element; empty for the record and for unnamed members.
    pub name: String,
    /// Its type, as the containing type's record has it.
    pub type_id: TypeId,
    /// Its first bit, from the first byte of the record, in the byte order's own numbering.
    pub bit_offset: u64,
    /// How many bits; for a flexible array, the bits of the existing elements.
    pub bits: u64,
    /// True if it is a bitfield.
    pub bitfield: bool,
    /// Its contents.
    pub shape: Shape,
}

impl Node {
    /// One past its last bit.
    pub fn end(&self) -> u64 {
        self.bit_offset.saturating_add(self.bits)
    }

    /// How many parts it has.
    pub fn len(&self) -> u64 {
        match self.shape {
            Shape::Group(_, len) => len,
            Shape::Scalar(_) | Shape::Missing(_) => 0,
        }
    }

    /// True if it has no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The contents of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A single value.
    Scalar(Scalar),
    /// Parts, and their number.
    Group(Group, u64),
    /// Nothing readable, with the reason.
    Missing(Trouble),
}

/// The kind of a value with parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Members one after the other.
    Struct,
    /// Members in the same bytes.
    Union,
    /// Elements.
    Array,
    /// Elements, as many as there are bytes for: an array without a length at the end of its struct.
    Flexible,
    /// The variables of a section.
    Section,
}
