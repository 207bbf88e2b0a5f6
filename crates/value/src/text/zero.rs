//! The values that libbpf leaves out (`btf_dump_type_data_check_zero`).

use btf::{Kind, TypeId};

use super::data::Dumper;
use super::{Bits, Fail};
use crate::tree::DEEPEST;

impl Dumper<'_, '_> {
    /// True if a value is not printed because it is zero.
    ///
    /// For a struct libbpf checks only the first member, because it compares the result `-ENODATA` with `ENODATA`. An
    /// array of bytes counts as zero when its first byte is zero.
    pub(super) fn is_zero(&self, id: TypeId, at: u64, bits: Bits, nested: usize) -> Result<bool, Fail> {
        let element_of_shown = self.is_array_member && !self.is_array_char;
        if self.emit_zeroes() || self.depth == 0 || element_of_shown {
            return Ok(false);
        }
        if nested > DEEPEST {
            return Err(Fail::NoEnd);
        }
        let Some(t) = self.btf.resolved(id) else { return Ok(false) };
        match t.kind() {
            Kind::Int if bits.1 > 0 => Ok(self.bitfield(&t, at, bits)? == 0),
            Kind::Int | Kind::Float | Kind::Ptr => {
                let size = if t.kind() == Kind::Ptr { self.btf.pointer_size() } else { t.size_or_type() };
                if !(1..=16).contains(&size) {
                    return Err(Fail::Invalid);
                }
                Ok((0..u64::from(size)).all(|i| self.byte(at.saturating_add(i)) == 0))
            }
            Kind::Array => {
                let Some(array) = t.array() else { return Ok(false) };
                let each = u64::from(self.btf.size_of(array.element).unwrap_or(0));
                let is_int = self.btf.resolved(array.element).is_some_and(|t| t.kind() == Kind::Int);
                if array.nelems > 0 && is_int && each == 1 && self.byte(at) == 0 {
                    return Ok(true);
                }
                for i in 0..u64::from(array.nelems) {
                    let from = at.saturating_add(i * each);
                    if !self.is_zero(array.element, from, (bits.0, 0), nested + 1)? {
                        return Ok(false);
                    }
                    // All further elements are equal to this one.
                    if each == 0 || from >= self.bytes.len() as u64 {
                        break;
                    }
                }
                Ok(true)
            }
            Kind::Struct | Kind::Union => match t.members().next() {
                None => Ok(true),
                Some(m) => {
                    let offset = m.bit_offset();
                    let bits = ((offset % 8) as u8, m.bitfield_size() as u8);
                    self.is_zero(m.type_id, at.saturating_add((offset / 8).into()), bits, nested + 1)
                }
            },
            Kind::Enum | Kind::Enum64 => Ok(self.enumerated(&t, id, at)? == 0),
            _ => Ok(false),
        }
    }
}
