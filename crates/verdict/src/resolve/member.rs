//! Members: whether each lies within its struct, by the rules for its type and for the encoding of its offset (the
//! `check_member` and `check_kflag_member` of each kind).

use btf::Kind;

use crate::blob::{Blob, Record};
use crate::check::Check;
use crate::rule::Rule;

/// The most bits that the kernel copies to print a bitfield.
const COPY_BITS: u32 = 128;

/// The most bits of a bitfield that is an enum. With kind_flag, also the width of an enum member that is no bitfield.
const ENUM_BITS: u32 = 32;

impl Check<'_> {
    /// Checks a member whose type is resolved.
    pub(super) fn member(&mut self, record: &Record, index: u32) {
        let [_, type_id, offset] = self.blob.item(record, index);
        let Some(own) = self.get(type_id) else { return };
        let found = match own.kind.is_modifier() {
            true => self.sized(type_id),
            false => Some((own, self.own_size(&own).unwrap_or_default())),
        };
        let (shown, rule) = match found {
            None => (type_id, Some(Rule::MemberType)),
            Some((of, size)) => (of.id, self.member_rule(record, &of, size, offset)),
        };
        if let Some(rule) = rule {
            self.say_type(record);
            self.member_fault(record, index, shown, rule, &[]);
        }
    }

    /// The rule that a member of this type and size breaks.
    fn member_rule(&self, record: &Record, of: &Record, size: u32, offset: u32) -> Option<Rule> {
        let (width, bits) = match record.flag {
            true => (offset >> 24, offset & 0x00ff_ffff),
            false => (0, offset),
        };
        match of.kind {
            Kind::Int => self.int_member(record, of, width, bits),
            Kind::Enum | Kind::Enum64 if record.flag => {
                if width == 0 && !bits.is_multiple_of(8) {
                    return Some(Rule::NotByteAligned);
                }
                if width > ENUM_BITS {
                    return Some(Rule::BitfieldSize);
                }
                let width = if width == 0 { ENUM_BITS } else { width };
                (bits.saturating_add(width).div_ceil(8) > record.third).then_some(Rule::MemberEnd)
            }
            _ if width != 0 => Some(Rule::BitfieldSize),
            Kind::Float => {
                let align = 8 * size.clamp(1, Blob::POINTER);
                match () {
                    () if !bits.is_multiple_of(align) => Some(Rule::FloatAlign),
                    () if u64::from(bits / 8) + u64::from(size) > record.third.into() => Some(Rule::MemberEnd),
                    () => None,
                }
            }
            _ if !bits.is_multiple_of(8) => Some(Rule::NotByteAligned),
            _ => (record.third.saturating_sub(bits / 8) < size).then_some(Rule::MemberEnd),
        }
    }

    fn int_member(&self, record: &Record, of: &Record, width: u32, bits: u32) -> Option<Rule> {
        let word = self.blob.field(of.word(0));
        let (int_offset, int_bits) = (word >> 16 & 0xff, word & 0xff);
        let (start, len) = if record.flag {
            match () {
                () if self.is_irregular_int(of) => return Some(Rule::BitfieldBase),
                () if width == 0 && !bits.is_multiple_of(8) => return Some(Rule::BitfieldStart),
                () if width > int_bits => return Some(Rule::BitfieldSize),
                () => (bits, if width == 0 { int_bits } else { width }),
            }
        } else {
            match bits.checked_add(int_offset) {
                Some(start) => (start, int_bits),
                None => return Some(Rule::OffsetOverflow),
            }
        };
        let copied = len + start % 8;
        match () {
            () if copied > COPY_BITS => Some(Rule::CopyBits),
            () if record.third < start / 8 + copied.div_ceil(8) => Some(Rule::MemberEnd),
            () => None,
        }
    }
}
