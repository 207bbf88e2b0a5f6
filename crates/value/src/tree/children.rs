//! The parts of a value.

use std::ops::Range;

use btf::{Kind, MemberIndex, Type, TypeId};

use super::{DEEPEST, Group, Node, Record, Shape, ValueStep};
use crate::bits::read_bits;
use crate::error::Trouble;
use crate::scalar::{Scalar, ScalarKind, kind_of};

/// The place of a part.
struct Place {
    step: ValueStep,
    type_id: TypeId,
    bit_offset: u64,
    /// Its width in bits, if it is a bitfield.
    bitfield: Option<u32>,
    /// True if it is the last part of its struct.
    last: bool,
}

impl<'a> Record<'a> {
    /// The parts of a value within a window of indices. Indices outside of the value are ignored.
    ///
    /// The cost depends on the window only: an array of 2^32 elements costs nothing until some of them are asked for.
    pub fn children(&self, node: &Node, window: Range<u64>) -> Vec<Node> {
        let Some(t) = self.target(node.type_id) else { return Vec::new() };
        let end = window.end.min(node.len());
        let window = window.start.min(end)..end;
        let (start, len) = (window.start, (window.end - window.start) as usize);
        let at = node.bit_offset;
        match t.kind() {
            Kind::Struct | Kind::Union => {
                let last = u64::from(t.vlen()).checked_sub(1);
                let is_struct = t.kind() == Kind::Struct;
                let part = |m: btf::Member<'_>| {
                    let bits = m.bits();
                    let place = Place {
                        step: ValueStep::Member(m.index),
                        type_id: m.type_id,
                        bit_offset: at.saturating_add(bits.offset.into()),
                        bitfield: bits.bitfield,
                        last: is_struct && last == Some(m.index.0.into()),
                    };
                    self.part(node, &place, m.name().to_owned())
                };
                t.members().from_index(start as u32).take(len).map(part).collect()
            }
            Kind::Array => {
                let Some(array) = t.array() else { return Vec::new() };
                let each = self.element_bits(array.element);
                let part = |i: u64| {
                    let bit_offset = at.saturating_add(i.saturating_mul(each));
                    let (step, type_id) = (ValueStep::Element(i), array.element);
                    let place = Place { step, type_id, bit_offset, bitfield: None, last: false };
                    self.part(node, &place, format!("[{i}]"))
                };
                window.map(part).collect()
            }
            Kind::DataSec => {
                let part = |v: btf::SecVar<'_>| {
                    let name = self.btf.get(v.type_id).map_or("", |t| t.name()).to_owned();
                    let bit_offset = at.saturating_add(u64::from(v.offset) * 8);
                    let (step, type_id) = (ValueStep::Var(v.index), v.type_id);
                    let place = Place { step, type_id, bit_offset, bitfield: None, last: false };
                    self.part(node, &place, name)
                };
                t.vars().from_index(start as u32).take(len).map(part).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The first part that contains a bit.
    pub(super) fn child_at_bit(&self, node: &Node, bit: u64) -> Option<Node> {
        let has = |n: &Node| n.bit_offset <= bit && bit < n.end();
        if let Some(array) = self.target(node.type_id)?.array() {
            let each = self.element_bits(array.element);
            let index = bit.checked_sub(node.bit_offset)?.checked_div(each)?;
            return self.children(node, index..index.saturating_add(1)).into_iter().find(has);
        }
        self.children(node, 0..node.len()).into_iter().find(has)
    }

    /// The type that determines the value: behind typedefs, qualifiers and tags; for a variable, its type.
    pub(crate) fn target(&self, id: TypeId) -> Option<Type<'a>> {
        let btf = self.btf;
        let t = btf.resolved(id)?;
        match t.kind() {
            Kind::Var => btf.resolved(t.type_ref()?),
            _ => Some(t),
        }
    }

    /// Bits from one element of an array to the next.
    pub(super) fn element_bits(&self, element: TypeId) -> u64 {
        u64::from(self.btf.size_of(element).unwrap_or(0)) * 8
    }

    fn part(&self, parent: &Node, place: &Place, name: String) -> Node {
        let mut path = Vec::with_capacity(parent.path.len() + 1);
        path.extend_from_slice(&parent.path);
        path.push(place.step);
        let bits = match place.bitfield {
            Some(bits) => Ok(u64::from(bits)),
            None => self.btf.size_of(place.type_id).map(|bytes| u64::from(bytes) * 8),
        };
        let mut node = Node {
            path,
            name,
            type_id: place.type_id,
            bit_offset: place.bit_offset,
            bits: bits.unwrap_or(0),
            bitfield: place.bitfield.is_some(),
            shape: Shape::Missing(Trouble::Deep),
        };
        node.shape = match bits {
            _ if node.path.len() > DEEPEST => Shape::Missing(Trouble::Deep),
            Err(e) => Shape::Missing(Trouble::Size(e)),
            Ok(_) => self.shape_of(&mut node, place.last),
        };
        node
    }

    /// The contents of a node. Changes two kinds of nodes: a flexible array gets the bits of the elements that exist;
    /// an INT that has an offset and a width in its record gets this width, and moves by this offset. `last`: whether
    /// the node is the last member of a struct.
    pub(super) fn shape_of(&self, node: &mut Node, last: bool) -> Shape {
        let Some(t) = self.target(node.type_id) else {
            return Shape::Missing(Trouble::Size(btf::ResolveError::Missing(node.type_id)));
        };
        let group = |group, len: u64| Shape::Group(group, len);
        match t.kind() {
            Kind::Struct => group(Group::Struct, t.members().len() as u64),
            Kind::Union => group(Group::Union, t.members().len() as u64),
            Kind::DataSec => group(Group::Section, t.vars().len() as u64),
            Kind::Array => {
                let Some(array) = t.array() else { return group(Group::Array, 0) };
                if array.nelems > 0 || !last {
                    return group(Group::Array, array.nelems.into());
                }
                let each = self.element_bits(array.element);
                let left = (self.bytes.len() as u64).saturating_mul(8).saturating_sub(node.bit_offset);
                // Only an array at the end of the whole record may use the remaining bytes. If its struct is in the
                // middle, the bytes behind the struct belong to the next member.
                let len = if self.takes_the_rest(node) { left.checked_div(each).unwrap_or(0) } else { 0 };
                node.bits = len.saturating_mul(each);
                group(Group::Flexible, len)
            }
            _ => self.scalar(node, &t),
        }
    }

    /// True if a flexible array is at the end of the whole record, not only of its struct, so that it extends to the
    /// end of the bytes.
    fn takes_the_rest(&self, node: &Node) -> bool {
        let end = u64::from(self.size) * 8;
        // A struct may have padding behind the array's start, so the array may begin before the struct's end.
        node.bit_offset <= end && self.is_flexible() && self.is_last(&node.path)
    }

    /// True if each step of a path is to the last member of a struct, or to any member of a union.
    fn is_last(&self, path: &[ValueStep]) -> bool {
        let mut at = self.id;
        path.iter().all(|step| {
            let Some(t) = self.target(at) else { return false };
            let ValueStep::Member(MemberIndex(index)) = *step else { return false };
            match t.members().from_index(index).next() {
                Some(m) if index.saturating_add(1) == t.vlen() || t.kind() == Kind::Union => {
                    at = m.type_id;
                    true
                }
                _ => false,
            }
        })
    }

    fn scalar(&self, node: &mut Node, t: &Type<'_>) -> Shape {
        let Some(kind) = kind_of(self.btf, t.id(), self.long) else {
            return Shape::Missing(Trouble::Size(btf::ResolveError::Unsized(node.type_id)));
        };
        // An INT with an offset and a width in its record (an old-style bitfield). For a member, `Member::bits` has
        // applied both; here it is an element, a variable or the whole value.
        if let Some(int) = t.int().filter(|int| !node.bitfield && !int.is_regular() && int.bits > 0) {
            node.bit_offset = node.bit_offset.saturating_add(int.offset.into());
            node.bits = int.bits.into();
        }
        let wide = t.kind() == Kind::Float && !matches!(node.bits, 32 | 64 | 128);
        let Some(bits) = u32::try_from(node.bits).ok().filter(|&bits| bits > 0 && bits <= 128 && !wide) else {
            return Shape::Missing(Trouble::Width { kind: t.kind(), bits: node.bits });
        };
        // A bitfield of a character type is a number.
        let signed = t.int().is_some_and(|int| int.is_signed());
        let kind = match kind {
            ScalarKind::Char if bits != 8 && signed => ScalarKind::Signed,
            ScalarKind::Char if bits != 8 => ScalarKind::Unsigned,
            kind => kind,
        };
        match read_bits(self.bytes, node.bit_offset, bits, self.order) {
            Some(raw) => Shape::Scalar(Scalar { raw, bits, kind }),
            None => {
                let need = node.end().div_ceil(8);
                Shape::Missing(Trouble::Short { need, have: self.bytes.len() as u64 })
            }
        }
    }
}
