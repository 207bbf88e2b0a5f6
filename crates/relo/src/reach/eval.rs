//! Arithmetic and comparisons on known values, as in instruction-set.rst.

use bpf::{Class, Insn};
use btf::Endian;

use super::value::Value;

/// The value in the destination after an instruction of class ALU or ALU64. `source` is the value of its source
/// register, or its immediate.
pub(crate) fn alu(insn: Insn, dst: Value, source: Value, order: Endian) -> Value {
    let wide = insn.class() == Class::Alu64;
    let op = insn.code & 0xf0;
    match (op, dst, source) {
        // Byte swaps have no second operand.
        (0xd0, Value::Const(a), _) => swapped(insn, a, order).map_or(Value::Any, Value::Const),
        (0xd0 | 0x80, Value::Unsure, _) => Value::Unsure,
        (0x80, Value::Const(a), _) => cut(a.wrapping_neg(), wide),
        (0x80 | 0xd0, ..) => Value::Any,
        (0xb0, _, source) => moved(insn, source, wide),
        (_, Value::Const(a), Value::Const(b)) => binary(op, insn.off, a, b, wide).map_or(Value::Any, |v| cut(v, wide)),
        // Any value AND 0 is 0, and so is any value times 0.
        (0x50 | 0x20, _, Value::Const(0)) | (0x50 | 0x20, Value::Const(0), _) => Value::Const(0),
        (0x00, pointer, Value::Const(by)) if wide => pointer.moved(by as i64).unwrap_or_else(|| sum_of(pointer)),
        (0x00, Value::Const(by), pointer) if wide => pointer.moved(by as i64).unwrap_or_else(|| sum_of(pointer)),
        (0x10, pointer, Value::Const(by)) if wide => {
            pointer.moved((by as i64).wrapping_neg()).unwrap_or_else(|| sum_of(pointer))
        }
        (_, Value::Unsure, _) | (_, _, Value::Unsure) => Value::Unsure,
        _ => Value::Any,
    }
}

/// The sum or difference of a number and this operand, which is not a known pointer.
fn sum_of(operand: Value) -> Value {
    if operand == Value::Unsure { Value::Unsure } else { Value::Any }
}

/// A result in the width of its class: 32 bits are extended by zeros.
fn cut(value: u64, wide: bool) -> Value {
    Value::Const(if wide { value } else { u64::from(value as u32) })
}

/// MOV, with sign extension where `off` is 8, 16 or 32.
fn moved(insn: Insn, source: Value, wide: bool) -> Value {
    match (source, insn.off) {
        (Value::Const(v), 8) => cut(v as i8 as i64 as u64, wide),
        (Value::Const(v), 16) => cut(v as i16 as i64 as u64, wide),
        (Value::Const(v), 32) => cut(v as i32 as i64 as u64, wide),
        (Value::Const(v), _) => cut(v, wide),
        (Value::Unsure, _) => Value::Unsure,
        (v, 0) if wide => v,
        _ => Value::Any,
    }
}

fn binary(op: u8, off: i16, a: u64, b: u64, wide: bool) -> Option<u64> {
    let signed = off == 1;
    let bits = if wide { 64 } else { 32 };
    let (a, b) = if wide { (a, b) } else { (u64::from(a as u32), u64::from(b as u32)) };
    let as_signed = |v: u64| if wide { v as i64 } else { i64::from(v as i32) };
    let shift = (b & (bits - 1)) as u32;
    Some(match op {
        0x00 => a.wrapping_add(b),
        0x10 => a.wrapping_sub(b),
        0x20 => a.wrapping_mul(b),
        0x30 if b == 0 => 0,
        0x30 if signed => as_signed(a).wrapping_div(as_signed(b)) as u64,
        0x30 => a / b,
        0x40 => a | b,
        0x50 => a & b,
        0x60 => a << shift,
        0x70 => a >> shift,
        0x90 if b == 0 => a,
        0x90 if signed => as_signed(a).wrapping_rem(as_signed(b)) as u64,
        0x90 => a % b,
        0xa0 => a ^ b,
        0xc0 => (as_signed(a) >> shift) as u64,
        _ => return None,
    })
}

/// Byte swaps: to a byte order (class ALU), or unconditional (class ALU64).
fn swapped(insn: Insn, v: u64, order: Endian) -> Option<u64> {
    let always = insn.class() == Class::Alu64;
    let to = if insn.code & 8 != 0 { Endian::Big } else { Endian::Little };
    let swap = always || to != order;
    Some(match (insn.imm, swap) {
        (16, true) => u64::from((v as u16).swap_bytes()),
        (16, false) => u64::from(v as u16),
        (32, true) => u64::from((v as u32).swap_bytes()),
        (32, false) => u64::from(v as u32),
        (64, true) => v.swap_bytes(),
        (64, false) => v,
        _ => return None,
    })
}

/// Where a conditional jump goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Branch {
    /// To its target.
    Taken,
    /// To the next instruction.
    Falls,
    /// To the target or the next instruction: the operands are not known.
    Either,
    /// To the target or the next instruction, depending on an unknown fact of the kernel.
    Unsure,
}

/// Where a conditional jump goes with these operands.
pub(crate) fn branch(insn: Insn, dst: Value, source: Value) -> Branch {
    let wide = insn.class() == Class::Jmp;
    let op = insn.code & 0xf0;
    let decided = match (dst, source) {
        (Value::Const(a), Value::Const(b)) => compare(op, a, b, wide),
        // The low half of a number that is not 0 may be 0.
        (Value::NonZero, Value::Const(0)) if wide => nonzero(op),
        (Value::Unsure, _) | (_, Value::Unsure) => return Branch::Unsure,
        _ => None,
    };
    match decided {
        Some(true) => Branch::Taken,
        Some(false) => Branch::Falls,
        None => Branch::Either,
    }
}

/// The result of comparing 0 with a number that is only known not to be 0. None if the result is not known.
fn nonzero(op: u8) -> Option<bool> {
    match op {
        // JEQ, JLE; JNE, JGT
        0x10 | 0xb0 => Some(false),
        0x50 | 0x20 => Some(true),
        _ => None,
    }
}

fn compare(op: u8, a: u64, b: u64, wide: bool) -> Option<bool> {
    let (a, b) = if wide { (a, b) } else { (u64::from(a as u32), u64::from(b as u32)) };
    let (sa, sb) = if wide { (a as i64, b as i64) } else { (i64::from(a as i32), i64::from(b as i32)) };
    Some(match op {
        0x10 => a == b,
        0x20 => a > b,
        0x30 => a >= b,
        0x40 => a & b != 0,
        0x50 => a != b,
        0x60 => sa > sb,
        0x70 => sa >= sb,
        0xa0 => a < b,
        0xb0 => a <= b,
        0xc0 => sa < sb,
        0xd0 => sa <= sb,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insn(code: u8, off: i16, imm: i32) -> Insn {
        Insn { code, off, imm, ..Insn::default() }
    }

    #[test]
    fn arithmetic_is_that_of_the_machine() {
        let run = |code, off, a, b| alu(insn(code, off, 0), Value::Const(a), Value::Const(b), Endian::Little);
        let is = |v: u64| Value::Const(v);
        assert_eq!(run(0x07, 0, u64::MAX, 1), is(0));
        // 32 bits are extended by zeros.
        assert_eq!(run(0x04, 0, 0xffff_ffff, 2), is(1));
        assert_eq!(run(0x17, 0, 0, 1), is(u64::MAX));
        assert_eq!(run(0x14, 0, 0, 1), is(0xffff_ffff));
        // Division by zero is 0, and its remainder the number.
        assert_eq!((run(0x37, 0, 9, 0), run(0x97, 0, 9, 0)), (is(0), is(9)));
        assert_eq!(run(0x37, 1, (-7i64) as u64, 2), is((-3i64) as u64));
        assert_eq!(run(0x37, 1, i64::MIN as u64, u64::MAX), is(i64::MIN as u64));
        assert_eq!(run(0x94, 1, 0xffff_fff9, 2), is(0xffff_ffff));
        // Shifts take the low bits of their count only.
        assert_eq!((run(0x67, 0, 1, 65), run(0x64, 0, 1, 33)), (is(2), is(2)));
        assert_eq!((run(0xc7, 0, u64::MAX << 8, 8), run(0xc4, 0, 0x8000_0000, 31)), (is(u64::MAX), is(0xffff_ffff)));
        // movsx
        assert_eq!((run(0xbf, 8, 0, 0x80), run(0xbc, 8, 0, 0x80)), (is(u64::MAX - 0x7f), is(0xffff_ff80)));
        assert_eq!(alu(insn(0x57, 0, 0), Value::Any, Value::Const(0), Endian::Little), Value::Const(0));
        assert_eq!(alu(insn(0x0f, 0, 0), Value::Context(8), Value::Const(8), Endian::Little), Value::Context(16));
        assert_eq!(alu(insn(0x0c, 0, 0), Value::Context(8), Value::Const(8), Endian::Little), Value::Any);
    }

    #[test]
    fn bytes_are_swapped_as_the_order_asks() {
        let run = |code, imm, order| alu(insn(code, 0, imm), Value::Const(0x1122_3344_5566_7788), Value::Any, order);
        assert_eq!(run(0xdc, 16, Endian::Little), Value::Const(0x8877));
        assert_eq!(run(0xdc, 16, Endian::Big), Value::Const(0x7788));
        assert_eq!(run(0xd4, 32, Endian::Big), Value::Const(0x8877_6655));
        assert_eq!(run(0xd7, 64, Endian::Big), Value::Const(0x8877_6655_4433_2211));
        assert_eq!(run(0xdc, 24, Endian::Big), Value::Any);
    }

    #[test]
    fn jumps_of_32_bits_see_the_low_half() {
        let high = Value::Const(1 << 32);
        let zero = Value::Const(0);
        assert_eq!(
            (branch(insn(0x15, 0, 0), high, zero), branch(insn(0x16, 0, 0), high, zero)),
            (Branch::Falls, Branch::Taken)
        );
        let minus = Value::Const(0xffff_ffff);
        assert_eq!(
            (branch(insn(0xc5, 0, 0), minus, zero), branch(insn(0xc6, 0, 0), minus, zero)),
            (Branch::Falls, Branch::Taken)
        );
        assert_eq!(branch(insn(0x15, 0, 0), Value::NonZero, zero), Branch::Falls);
        assert_eq!(branch(insn(0x16, 0, 0), Value::NonZero, zero), Branch::Either);
        assert_eq!(branch(insn(0x45, 0, 0), Value::Const(6), Value::Const(1)), Branch::Falls);
        assert_eq!(branch(insn(0x55, 0, 0), Value::Unsure, zero), Branch::Unsure);
        assert_eq!(branch(insn(0xe5, 0, 0), Value::Const(0), zero), Branch::Either);
    }
}
