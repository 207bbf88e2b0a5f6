//! How a CO-RE program reads a bitfield, step by step: the 64 bits of the register after the load, after the shift to
//! the left and after the shift to the right (`BPF_CORE_READ_BITFIELD` in libbpf's bpf_core_read.h).

mod both;

use btf::Endian;
use layout::CoreLoad;

pub use both::{Given, MovingBit, Side, both, moving, read_bytes};

/// The number of steps: load, left, right.
pub const STEPS: usize = 3;

/// The origin of a bit of the register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOf {
    /// A bit of the field.
    Field,
    /// A bit that is loaded with the field: of another member, or of none.
    Beside,
    /// A zero from the load or a shift.
    Zero,
    /// A copy of the field's sign.
    Sign,
}

/// A bit of the register. Its `source` stays the same in all steps, so that people can follow the bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bit {
    /// Its position after the load, 0 for the least significant bit; 64 and more for a bit that a shift brought in.
    pub source: u32,
    /// Its position now, 0 for the least significant bit.
    pub at: u32,
    /// Its value.
    pub set: bool,
    /// Its origin.
    pub of: BitOf,
}

/// The register after a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadStep {
    /// The instruction, in the verifier's notation.
    pub instruction: String,
    /// Its effect, in words.
    pub words: String,
    /// 64 bits, the most significant one first.
    pub bits: Vec<Bit>,
    /// The value of the register.
    pub value: u64,
}

/// The position of the field's lowest bit in the loaded register, and the number of its bits.
fn place(load: &CoreLoad) -> (u32, u32) {
    let bits = 64u32.saturating_sub(load.rshift);
    (64u32.saturating_sub(load.lshift).saturating_sub(bits), bits)
}

/// The least and the greatest value that the field can hold.
pub fn range(load: &CoreLoad) -> (i128, i128) {
    let bits = place(load).1;
    match load.signed {
        true => (-(1i128 << (bits.max(1) - 1)), (1i128 << (bits.max(1) - 1)) - 1),
        false => (0, (1i128 << bits) - 1),
    }
}

/// The range of values that fit: `-4 to 3 fit`.
pub fn range_words(load: &CoreLoad) -> String {
    let (least, greatest) = range(load);
    format!("{least} to {greatest} fit")
}

/// The value that is shown first. It has both ones and zeros if the field has more than one bit, and is negative if
/// the field is signed.
pub fn example(load: &CoreLoad) -> i128 {
    let (least, greatest) = range(load);
    if load.signed { least.saturating_add(least.abs() / 3) } else { greatest - greatest / 3 }
}

/// The steps of reading a field that holds `value`. The bits of other members are all ones, to show how they
/// disappear. `at`: the byte offset of the load from the pointer.
pub fn steps(load: &CoreLoad, at: u64, value: i128, endian: Endian) -> Vec<ReadStep> {
    steps_of(load, at, register(load, value), endian)
}

/// The register after the load of a field that holds `value`, with ones beside it.
fn register(load: &CoreLoad, value: i128) -> u64 {
    let (low, width) = place(load);
    let ones = |bits: u32| 1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1);
    let field = ones(width).checked_shl(low).unwrap_or(0);
    // Two's complement: the field has the low bits of a negative value.
    let value = (value as u64).checked_shl(low).unwrap_or(0) & field;
    ones(load.byte_size.saturating_mul(8)) & !field | value
}

/// The steps of reading a field from a register that holds `loaded` after the load.
fn steps_of(load: &CoreLoad, at: u64, loaded: u64, endian: Endian) -> Vec<ReadStep> {
    let (low, width) = place(load);
    let size = load.byte_size.saturating_mul(8);
    let mut bits: Vec<Bit> = (0..64)
        .rev()
        .map(|bit| {
            let of = match bit {
                _ if (low..low.saturating_add(width)).contains(&bit) => BitOf::Field,
                _ if bit < size => BitOf::Beside,
                _ => BitOf::Zero,
            };
            Bit { source: bit, at: bit, set: loaded >> bit & 1 == 1, of }
        })
        .collect();
    let order = match endian {
        Endian::Little => "the first byte is the lowest",
        Endian::Big => "the first byte is the highest",
    };
    let rest = if size < 64 { "; the rest of the register is zero" } else { "" };
    let mut out = vec![ReadStep {
        instruction: format!("r1 = *(u{size} *)(r1 +{at})"),
        words: format!("{size} bits are loaded, {order}{rest}"),
        value: number(&bits),
        bits: bits.clone(),
    }];
    bits = shifted(&bits, load.lshift, |i| Bit { source: 64 + i, at: i, set: false, of: BitOf::Zero });
    out.push(ReadStep {
        instruction: format!("r1 <<= {}", load.lshift),
        words: "the bits above the field fall out at the top".to_string(),
        value: number(&bits),
        bits: bits.clone(),
    });
    let sign = load.signed && bits.first().is_some_and(|b| b.set);
    let fill = if load.signed { BitOf::Sign } else { BitOf::Zero };
    let keep = 64 - load.rshift.min(64);
    let mut right: Vec<Bit> =
        (0..load.rshift.min(64)).map(|i| Bit { source: 128 + i, at: 63 - i, set: sign, of: fill }).collect();
    right.extend(bits.iter().take(keep as usize).enumerate().map(|(i, b)| Bit { at: keep - 1 - i as u32, ..*b }));
    out.push(ReadStep {
        instruction: format!("r1 {}>>= {}", if load.signed { "s" } else { "" }, load.rshift),
        words: match load.signed {
            true => "the bits below the field fall out; copies of its sign come in at the top".to_string(),
            false => "the bits below the field fall out; zeros come in at the top".to_string(),
        },
        value: number(&right),
        bits: right,
    });
    out
}

/// The bits moved up by `by`, with new bits at the lower end.
fn shifted(bits: &[Bit], by: u32, new: impl Fn(u32) -> Bit) -> Vec<Bit> {
    let by = by.min(64);
    let kept = bits.iter().skip(by as usize).map(|b| Bit { at: b.at + by, ..*b });
    kept.chain((0..by).rev().map(new)).collect()
}

fn number(bits: &[Bit]) -> u64 {
    bits.iter().fold(0, |n, b| (n << 1) | u64::from(b.set))
}

/// The value that was read, as the program sees it.
pub fn result(load: &CoreLoad, value: u64) -> i128 {
    if load.signed { i128::from(value as i64) } else { i128::from(value) }
}

/// The text for step `at`; the last step's text has the value.
pub fn said(load: &CoreLoad, steps: &[ReadStep], at: usize) -> String {
    match steps.get(at) {
        Some(last) if at + 1 == STEPS => format!("{}: the value is {}", last.words, result(load, last.value)),
        Some(step) => step.words.clone(),
        None => String::new(),
    }
}

/// The text for step `at` in the file's byte order. If several bytes are loaded, the first step's text also says how
/// the other byte order loads them. If the two byte orders give different values, the last step's text has both values.
pub fn said_of_both(own: &Side, other: &Side, at: usize) -> String {
    let mut text = said(&own.load, &own.steps, at);
    if at == 0 && own.load.byte_size > 1 {
        let place = match other.endian {
            Endian::Little => "lowest",
            Endian::Big => "highest",
        };
        text += &format!("; in the other byte order the first byte is the {place}");
    }
    if at + 1 == STEPS && own.value != other.value {
        text += &format!("; in the other byte order the same bytes are {}", other.value);
    }
    text
}

/// A number as a person types it: decimal, or hexadecimal with `0x`.
pub fn read_value(text: &str) -> Option<i128> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with(['+', '-'])),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits 2 and 3 of a byte. In little-endian memory the shifts are 64 - 2 - 2 and 64 - 2, as libbpf's
    /// `bpf_core_calc_field_relo` computes them.
    const TWO_BITS: CoreLoad = CoreLoad { byte_offset: 126, byte_size: 1, lshift: 60, rshift: 62, signed: false };

    /// The field fills its two bytes, so the shifts are by 48 in both byte orders. The bytes 01 02 are 0x0201 (513) in
    /// little-endian memory and 0x0102 (258) in big-endian memory.
    #[test]
    fn the_last_step_has_the_values_of_both_byte_orders() {
        let load = CoreLoad { byte_offset: 0, byte_size: 2, lshift: 48, rshift: 48, signed: false };
        let [own, other] = both(&load, 0, Endian::Little, &Given::Bytes(vec![1, 2]));
        let text = said_of_both(&own, &other, STEPS - 1);
        assert!(text.ends_with("the value is 513; in the other byte order the same bytes are 258"), "{text}");
        assert!(said_of_both(&own, &other, 0).ends_with("in the other byte order the first byte is the highest"));
        assert!(!said_of_both(&own, &other, 1).contains("other byte order"));
        let [own, other] = both(&load, 0, Endian::Little, &Given::Value(5));
        assert!(said_of_both(&own, &other, STEPS - 1).ends_with("the value is 5"));
    }

    #[test]
    fn numbers_are_decimal_or_hexadecimal() {
        let read = [" 16 ", "0x10", "-4", "0X1f"].map(read_value);
        assert_eq!(read, [Some(16), Some(16), Some(-4), Some(31)]);
        assert_eq!(["", "0x", "0x-1", "0x+1", "1e3", "ten"].map(read_value), [None; 6]);
    }

    #[test]
    fn after_the_last_step_only_the_field_is_left() {
        let steps = steps(&TWO_BITS, 126, 2, Endian::Little);
        assert_eq!(steps.len(), STEPS);
        assert_eq!(steps[0].instruction, "r1 = *(u8 *)(r1 +126)");
        assert_eq!(steps[0].value, 0b1111_1011);
        assert_eq!((steps[1].instruction.as_str(), steps[1].value), ("r1 <<= 60", 0b1011 << 60));
        assert_eq!((steps[2].instruction.as_str(), steps[2].value), ("r1 >>= 62", 2));
        assert_eq!(said(&TWO_BITS, &steps, 1), steps[1].words);
        assert_eq!(said(&TWO_BITS, &steps, 2), format!("{}: the value is 2", steps[2].words));
        for step in &steps {
            assert_eq!(step.bits.len(), 64);
            assert!(step.bits.iter().enumerate().all(|(i, b)| b.at == 63 - i as u32));
            assert_eq!(step.bits.iter().filter(|b| b.of == BitOf::Field).count(), 2);
        }
    }

    #[test]
    fn a_signed_field_keeps_its_sign() {
        let load = CoreLoad { byte_offset: 4, byte_size: 4, lshift: 40, rshift: 59, signed: true };
        assert_eq!(range(&load), (-16, 15));
        for value in [-16, -1, 0, 7, 15] {
            let steps = steps(&load, 4, value, Endian::Big);
            assert_eq!(steps[2].instruction, "r1 s>>= 59");
            assert_eq!(result(&load, steps[2].value), value);
        }
        assert!(example(&load) < 0);
    }

    #[test]
    fn every_value_of_every_width_comes_out_as_it_went_in() {
        for width in 1..=64u32 {
            for lshift in [0, (64 - width) / 2, 64 - width] {
                for signed in [false, true] {
                    let load = CoreLoad { byte_offset: 0, byte_size: 8, lshift, rshift: 64 - width, signed };
                    let (least, greatest) = range(&load);
                    for value in [least, greatest, example(&load), 0] {
                        let steps = steps(&load, 0, value, Endian::Little);
                        assert_eq!(result(&load, steps[2].value), value, "{load:?}");
                    }
                }
            }
        }
    }
}
