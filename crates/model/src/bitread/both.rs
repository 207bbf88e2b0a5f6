//! The same read in both byte orders, from a value or from bytes, and where each bit is while it moves.

use btf::Endian;
use layout::CoreLoad;
use text::counted;
use value::{Form, read_as};

use super::{Bit, ReadStep, register, result, steps_of};

/// The memory that is read, given as a value of the field or as bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// The field holds this value, and the bits beside it are ones.
    Value(i128),
    /// The loaded bytes, as they follow each other in memory.
    Bytes(Vec<u8>),
}

/// The read in one byte order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// The byte order.
    pub endian: Endian,
    /// The load and the shifts.
    pub load: CoreLoad,
    /// The loaded bytes, as they follow each other in memory.
    pub memory: Vec<u8>,
    /// The register after each step.
    pub steps: Vec<ReadStep>,
    /// The value that the program gets.
    pub value: i128,
}

impl Side {
    /// The loaded bytes in hex: `ff fb`.
    pub fn memory_text(&self) -> String {
        crate::bytes::hex(&self.memory).trim_end().to_owned()
    }
}

/// The read in both byte orders, the file's order first. `load`: the load in the file's byte order, which is `endian`.
/// `at`: the byte offset of the load from the pointer.
pub fn both(load: &CoreLoad, at: u64, endian: Endian, given: &Given) -> [Side; 2] {
    let other = match endian {
        Endian::Little => Endian::Big,
        Endian::Big => Endian::Little,
    };
    [endian, other].map(|order| side(load.in_order(endian, order), at, order, given))
}

fn side(load: CoreLoad, at: u64, endian: Endian, given: &Given) -> Side {
    let size = load.byte_size.min(8) as usize;
    let memory: Vec<u8> = match given {
        Given::Value(value) => {
            let mut bytes: Vec<u8> = register(&load, *value).to_le_bytes().into_iter().take(size).collect();
            if endian == Endian::Big {
                bytes.reverse();
            }
            bytes
        }
        Given::Bytes(bytes) => bytes.iter().copied().chain(std::iter::repeat(0)).take(size).collect(),
    };
    let number = |n: u64, byte: &u8| n << 8 | u64::from(*byte);
    let loaded = match endian {
        Endian::Little => memory.iter().rev().fold(0, number),
        Endian::Big => memory.iter().fold(0, number),
    };
    let steps = steps_of(&load, at, loaded, endian);
    let value = steps.last().map_or(0, |last| result(&load, last.value));
    Side { endian, load, memory, steps, value }
}

/// Parses the loaded bytes as a person typed them: in hex, with or without spaces.
///
/// # Errors
/// A sentence: the text is not hex, or not as many bytes as are loaded.
pub fn read_bytes(load: &CoreLoad, text: &str) -> Result<Vec<u8>, String> {
    let found = read_as(Form::Hex, text.trim().as_bytes(), Endian::Little).map_err(|e| e.to_string())?.bytes;
    match found.len() == load.byte_size as usize {
        true => Ok(found),
        false => Err(format!("the load takes {}, not {}", counted(load.byte_size, "byte"), found.len())),
    }
}

/// A bit on its way through the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovingBit {
    /// The bit.
    pub bit: Bit,
    /// Its number in the register. A number below 0 or above 63 is outside: the bit has fallen out or has not come in
    /// yet.
    pub place: i32,
}

/// All bits that are in the register at some step, each at its place at step `step`.
pub fn moving(load: &CoreLoad, steps: &[ReadStep], step: usize) -> Vec<MovingBit> {
    let (left, right) = (load.lshift.min(64) as i32, load.rshift.min(64) as i32);
    let mut out: Vec<MovingBit> = Vec::new();
    for bit in steps.iter().flat_map(|step| &step.bits) {
        if out.iter().any(|known| known.bit.source == bit.source) {
            continue;
        }
        let source = bit.source as i32;
        let place = match (bit.source, step) {
            (..64, 0) => source,
            // A bit that fell out at the top stays out.
            (..64, 2..) if source + left < 64 => source + left - right,
            (..64, _) => source + left,
            (64..128, 0) => source - 64 - left,
            (64..128, 1) => source - 64,
            (64..128, _) => source - 64 - right,
            (_, 0 | 1) => 63 - (source - 128) + right,
            _ => 63 - (source - 128),
        };
        out.push(MovingBit { bit: *bit, place });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitread::STEPS;

    /// `u16 syn : 1` at bit 105 of a struct. The left shift is 54 in little-endian memory (64 - 9 - 1) and 57 in
    /// big-endian memory (48 + 9).
    const SYN: CoreLoad = CoreLoad { byte_offset: 12, byte_size: 2, lshift: 54, rshift: 63, signed: false };

    #[test]
    fn the_other_byte_order_differs_in_the_left_shift_and_in_memory() {
        let [little, big] = both(&SYN, 12, Endian::Little, &Given::Value(0));
        assert_eq!((little.load.lshift, big.load.lshift), (54, 57));
        assert_eq!(big.load, CoreLoad { lshift: 57, ..SYN });
        // Bit 9 is bit 1 of the second byte. In little-endian memory it is counted from the byte's least significant
        // bit, in big-endian memory from its most significant bit.
        assert_eq!((little.memory_text().as_str(), big.memory_text().as_str()), ("ff fd", "ff bf"));
        assert_eq!((little.steps[0].value, big.steps[0].value), (0xfdff, 0xffbf));
        assert_eq!((little.value, big.value), (0, 0));
        // The same result, if the file has the other byte order.
        let [first, second] = both(&big.load, 12, Endian::Big, &Given::Value(0));
        assert_eq!((first, second), (big, little));
    }

    #[test]
    fn the_same_bytes_are_two_values() {
        let load = CoreLoad { byte_offset: 0, byte_size: 4, lshift: 36, rshift: 52, signed: false };
        // The 12 bits from bit 16 of a u32 are in bytes 2 and 3. In little-endian memory they are 0x0f34 & 0xfff =
        // 0xf34, in big-endian memory 0x340f >> 4 = 0x340.
        let bytes = read_bytes(&load, "00 00 34 0f").expect("four bytes");
        let [little, big] = both(&load, 0, Endian::Little, &Given::Bytes(bytes));
        assert_eq!((little.value, big.value), (0xf34, 0x340));
        assert_eq!((little.steps[0].value, big.steps[0].value), (0x0f34_0000, 0x340f));
        assert_eq!(little.memory_text(), "00 00 34 0f");
    }

    #[test]
    fn bytes_are_as_many_as_the_load_takes() {
        assert_eq!(read_bytes(&SYN, "0xff,0x02"), Ok(vec![0xff, 2]));
        assert_eq!(read_bytes(&SYN, "fffb"), Ok(vec![0xff, 0xfb]));
        assert_eq!(read_bytes(&SYN, "ff"), Err("the load takes 2 bytes, not 1".to_owned()));
        assert!(read_bytes(&SYN, "zz zz").is_err());
    }

    #[test]
    fn moving_bits_are_where_the_register_has_them() {
        for (lshift, rshift, signed) in [(0, 0, false), (54, 63, false), (36, 52, true), (60, 62, true), (0, 32, true)]
        {
            for endian in [Endian::Little, Endian::Big] {
                let load = CoreLoad { byte_offset: 0, byte_size: 8, lshift, rshift, signed };
                let value = super::super::example(&load);
                let [side, _] = both(&load, 0, endian, &Given::Value(value));
                assert_eq!(side.value, value);
                for (step, shown) in side.steps.iter().enumerate() {
                    let all = moving(&load, &side.steps, step);
                    let mut inside: Vec<Bit> = all
                        .iter()
                        .filter(|m| (0..64).contains(&m.place))
                        .map(|m| Bit { at: m.place as u32, ..m.bit })
                        .collect();
                    inside.sort_by_key(|bit| std::cmp::Reverse(bit.at));
                    assert_eq!(inside, shown.bits, "{load:?} step {step}");
                }
                assert_eq!(side.steps.len(), STEPS);
            }
        }
    }
}
