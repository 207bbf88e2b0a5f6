//! [`Record`]: a type, and the bytes that it reads.

use btf::{Btf, Endian, Kind, TypeId};

use super::{Node, Shape, ValueStep};
use crate::error::ValueError;
use crate::float::LongDouble;

/// A type, and bytes to read by it. It is small and cheap to copy; making one reads none of the bytes.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub(crate) btf: &'a Btf,
    pub(crate) id: TypeId,
    pub(crate) bytes: &'a [u8],
    pub(crate) order: Endian,
    pub(crate) long: LongDouble,
    pub(crate) size: u32,
}

impl<'a> Record<'a> {
    /// Bytes of a type, in the byte order of its BTF. There may be more or fewer bytes than the type has (see
    /// [`Record::count`]).
    ///
    /// # Errors
    /// The type has no size ([`Btf::size_of`]), or is a declaration tag.
    pub fn new(btf: &'a Btf, id: TypeId, bytes: &'a [u8]) -> Result<Record<'a>, ValueError> {
        let size = btf.size_of(id).map_err(ValueError::Size)?;
        if let Some(t) = btf.resolved(id).filter(|t| t.kind() == Kind::DeclTag) {
            return Err(ValueError::Kind(id, t.kind()));
        }
        let order = btf.endian();
        Ok(Record { btf, id, bytes, order, long: LongDouble::likely(order), size })
    }

    /// The same bytes in another byte order.
    #[must_use]
    pub fn in_order(self, order: Endian) -> Record<'a> {
        Record { order, long: LongDouble::likely(order), ..self }
    }

    /// The same record, with another format for floating-point numbers of 16 bytes.
    #[must_use]
    pub fn with_long_double(self, long: LongDouble) -> Record<'a> {
        Record { long, ..self }
    }

    /// The BTF.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }

    /// The type.
    pub fn type_id(&self) -> TypeId {
        self.id
    }

    /// The bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The byte order in which the bytes are read.
    pub fn order(&self) -> Endian {
        self.order
    }

    /// The size of the type in bytes.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// True if the type ends in an array without a length, which extends to the end of the bytes.
    pub fn is_flexible(&self) -> bool {
        let mut at = self.id;
        for _ in 0..super::DEEPEST {
            let Some(t) = self.btf.resolved(at) else { return false };
            match t.kind() {
                Kind::Array => return t.array().is_some_and(|a| a.nelems == 0) && at != self.id,
                Kind::Struct | Kind::Union => match t.members().from_index(t.vlen().saturating_sub(1)).next() {
                    Some(last) => at = last.type_id,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// How many consecutive records there are; the last may be cut off. Always 1 for a type without bytes, and for a
    /// type that extends to the end of the bytes.
    pub fn count(&self) -> u64 {
        if self.size == 0 || self.is_flexible() {
            return 1;
        }
        (self.bytes.len() as u64).div_ceil(u64::from(self.size)).max(1)
    }

    /// The record at an index among several; its offsets count from its own first byte. None if there is no such
    /// record.
    pub fn nth(&self, index: u64) -> Option<Record<'a>> {
        if index >= self.count() {
            return None;
        }
        let start = usize::try_from(index.checked_mul(u64::from(self.size))?).ok()?;
        let rest = self.bytes.get(start..)?;
        let len = if self.count() == 1 { rest.len() } else { rest.len().min(self.size as usize) };
        Some(Record { bytes: rest.get(..len)?, ..*self })
    }

    /// The whole value.
    pub fn root(&self) -> Node {
        let bits = u64::from(self.size) * 8;
        let name = self.btf.resolved(self.id).filter(|t| t.kind() == Kind::Var).map_or("", |t| t.name()).to_owned();
        let mut node = Node {
            path: Vec::new(),
            name,
            type_id: self.id,
            bit_offset: 0,
            bits,
            bitfield: false,
            shape: Shape::Missing(crate::error::Trouble::Deep),
        };
        node.shape = self.shape_of(&mut node, false);
        node
    }

    /// The value at a path. None if there is no such part.
    pub fn find(&self, path: &[ValueStep]) -> Option<Node> {
        let mut at = self.root();
        for step in path {
            let index = match *step {
                ValueStep::Member(i) | ValueStep::Var(i) => u64::from(i.0),
                ValueStep::Element(i) => i,
            };
            at = self
                .children(&at, index..index.saturating_add(1))
                .into_iter()
                .next()
                .filter(|n| n.path.last() == Some(step))?;
        }
        Some(at)
    }

    /// The innermost value at a bit, counted from the first byte of the record; in a union, the first member that has
    /// the bit. None in padding.
    pub fn at_bit(&self, bit: u64) -> Option<Node> {
        let mut at =
            Some(self.root()).filter(|n| n.bit_offset <= bit && bit < n.end().max(self.bytes.len() as u64 * 8))?;
        loop {
            if at.is_empty() {
                return Some(at).filter(|n| n.bit_offset <= bit && bit < n.end());
            }
            at = self.child_at_bit(&at, bit)?;
        }
    }
}
