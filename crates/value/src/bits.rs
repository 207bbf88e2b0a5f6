//! Bits of a record, in either byte order.

use btf::Endian;

/// The byte of a bit, and its significance there (0 for the least). `bit` is in the order's own numbering.
fn place(bit: u64, order: Endian) -> Option<(usize, u32)> {
    let byte = usize::try_from(bit / 8).ok()?;
    let within = (bit % 8) as u32;
    Some(match order {
        Endian::Little => (byte, within),
        Endian::Big => (byte, 7 - within),
    })
}

/// The power of two that the `i`th of `bits` bits stands for, as an exponent. The bits are counted in order of their
/// offsets.
fn weight(i: u32, bits: u32, order: Endian) -> u32 {
    match order {
        Endian::Little => i,
        Endian::Big => bits - 1 - i,
    }
}

/// The number in `bits` bits (at most 128) from bit `offset` on, in the order's own numbering. None if `bits` is more
/// than 128, or if not all of the bits exist.
///
/// In little-endian order the bit of the lowest offset is the least significant one, in big-endian order the most
/// significant one. So a bitfield can be read without its storage unit (`btf_dump_get_bitfield_value` and
/// `btf_dumper_bitfield` do the same with shifts).
pub fn read_bits(bytes: &[u8], offset: u64, bits: u32, order: Endian) -> Option<u128> {
    let end = offset.checked_add(u64::from(bits))?;
    if bits > 128 || end > (bytes.len() as u64).checked_mul(8)? {
        return None;
    }
    if offset.is_multiple_of(8) && bits.is_multiple_of(8) {
        let from = usize::try_from(offset / 8).ok()?;
        let part = bytes.get(from..usize::try_from(end / 8).ok()?)?;
        let add = |sum: u128, &byte: &u8| sum << 8 | u128::from(byte);
        return Some(match order {
            Endian::Little => part.iter().rev().fold(0, add),
            Endian::Big => part.iter().fold(0, add),
        });
    }
    let mut value = 0;
    for i in 0..bits {
        let (byte, within) = place(offset + u64::from(i), order)?;
        let bit = u128::from(bytes.get(byte)? >> within & 1);
        value |= bit << weight(i, bits, order);
    }
    Some(value)
}

/// Writes a number into `bits` bits (at most 128) from bit `offset` on, numbered as for [`read_bits`]; higher bits of
/// the number are ignored. False, with nothing changed, if `bits` is more than 128, or if not all of the bits exist.
pub fn write_bits(bytes: &mut [u8], offset: u64, bits: u32, order: Endian, value: u128) -> bool {
    if read_bits(bytes, offset, bits, order).is_none() {
        return false;
    }
    for i in 0..bits {
        let Some((byte, within)) = place(offset + u64::from(i), order) else { return false };
        let Some(byte) = bytes.get_mut(byte) else { return false };
        let bit = (value >> weight(i, bits, order) & 1) as u8;
        *byte = *byte & !(1 << within) | bit << within;
    }
    true
}

/// Flips one bit, numbered as for [`read_bits`]. False, with nothing changed, if there is no such bit.
pub fn flip_bit(bytes: &mut [u8], bit: u64, order: Endian) -> bool {
    let old = read_bits(bytes, bit, 1, order);
    old.is_some_and(|old| write_bits(bytes, bit, 1, order, old ^ 1))
}

/// The number `raw` of `bits` bits, read in two's complement.
pub(crate) fn signed(raw: u128, bits: u32) -> i128 {
    match bits {
        0 => 0,
        1..=127 => {
            let shift = 128 - bits;
            (raw << shift) as i128 >> shift
        }
        _ => raw as i128,
    }
}

#[cfg(test)]
mod tests {
    use btf::Endian::{Big, Little};

    use super::{read_bits, signed, write_bits};

    /// `struct { unsigned a:3, b:5, c:12; }` with a = 5, b = 18, c = 0xabc, as gcc lays it out for x86-64 and s390x.
    #[test]
    fn bitfields_of_both_orders() {
        // Little: a in the low bits of byte 0: 0b10010_101, then c from bit 8: 0xabc.
        let little = [0b1001_0101, 0xbc, 0x0a];
        assert_eq!(read_bits(&little, 0, 3, Little), Some(5));
        assert_eq!(read_bits(&little, 3, 5, Little), Some(18));
        assert_eq!(read_bits(&little, 8, 12, Little), Some(0xabc));
        // Big: a in the high bits of byte 0: 0b101_10010, then c's high byte first.
        let big = [0b1011_0010, 0xab, 0xc0];
        assert_eq!(read_bits(&big, 0, 3, Big), Some(5));
        assert_eq!(read_bits(&big, 3, 5, Big), Some(18));
        assert_eq!(read_bits(&big, 8, 12, Big), Some(0xabc));
    }

    #[test]
    fn written_bits_are_read_back() {
        for order in [Little, Big] {
            for offset in 0..24 {
                for bits in 0..=128u32 {
                    let before = [0xa5u8; 20];
                    let mut bytes = before;
                    let value = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210u128;
                    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
                    assert!(write_bits(&mut bytes, offset, bits, order, value));
                    assert_eq!(read_bits(&bytes, offset, bits, order), Some(value & mask));
                    // Nothing else has changed.
                    let old = read_bits(&before, offset, bits, order).expect("bits");
                    assert!(write_bits(&mut bytes, offset, bits, order, old));
                    assert_eq!(bytes, before);
                }
            }
        }
        assert_eq!(read_bits(&[0; 4], 1, 32, Little), None);
        assert_eq!(read_bits(&[0; 4], u64::MAX, 1, Little), None);
        assert!(!write_bits(&mut [0; 4], 31, 2, Big, 3));
    }

    #[test]
    fn signs() {
        assert_eq!(
            [signed(7, 3), signed(3, 3), signed(0xff, 8), signed(u128::MAX, 128), signed(9, 0)],
            [-1, 3, -1, -1, 0]
        );
    }
}
