//! Values as a tree: each node has its bits, its type, and how many parts it has. Parts are made when a window of them is asked for.

mod children;
mod record;
mod runs;

use btf::{MemberIndex, TypeId};

use crate::error::Trouble;
use crate::scalar::Scalar;

pub use record::Record;
pub use runs::Run;

/// How deep values are nested at most. The deepest of the kernel's types has about 20 levels.
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

/// A value: where it is, what it is, and whether it has parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The steps from the record to it.
    pub path: Vec<ValueStep>,
    /// The name of the member or variable, `[3]` for an element, empty for the record and for what has no name.
    pub name: String,
    /// Its type, as the record of the type that holds it has it.
    pub type_id: TypeId,
    /// Its first bit, from the first byte of the record, in the byte order's own numbering.
    pub bit_offset: u64,
    /// How many bits; of a flexible array, those of the elements that are there.
    pub bits: u64,
    /// Whether it is a bitfield.
    pub bitfield: bool,
    /// What it holds.
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

    /// Whether it has no parts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What a node holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One value.
    Scalar(Scalar),
    /// Parts, and how many.
    Group(Group, u64),
    /// Nothing that could be read, and why.
    Missing(Trouble),
}

/// What has parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Group {
    /// Members one after the other.
    Struct,
    /// Members in the same bytes: each reads them its own way.
    Union,
    /// Elements.
    Array,
    /// Elements, as many as there are bytes for: an array without a length at the end of its struct.
    Flexible,
    /// The variables of a section.
    Section,
}
