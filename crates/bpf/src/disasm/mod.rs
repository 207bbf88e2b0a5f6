//! Instructions as text, in the two usual notations.

mod kernel;
mod llvm;
#[cfg(test)]
mod tests;

pub use kernel::kernel;
pub use llvm::llvm;

use crate::insn::{Class, Insn};
use crate::token::Writer;

/// How instructions are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// As the kernel's verifier writes them into its log: `r1 = *(u64 *)(r6 +8)`.
    #[default]
    Kernel,
    /// As llvm-objdump does: `r1 = *(u64 *)(r6 + 0x8)`.
    Llvm,
}

impl Notation {
    /// Writes one instruction; `second` is the slot after it, which is used if `insn` is LDIMM64.
    pub fn write(self, insn: Insn, second: Option<Insn>, out: &mut dyn crate::AsmSink) {
        match self {
            Notation::Kernel => kernel(insn, second, out),
            Notation::Llvm => llvm(insn, second, out),
        }
    }

    /// One instruction as a string.
    pub fn text(self, insn: Insn, second: Option<Insn>) -> String {
        let mut text = String::new();
        self.write(insn, second, &mut text);
        text
    }
}

/// The operators of arithmetic by `code >> 4`, as both notations spell them; empty for other operations.
const ALU: [&str; 16] = ["+=", "-=", "*=", "/=", "|=", "&=", "<<=", ">>=", "", "%=", "^=", "=", "s>>=", "", "", ""];

/// The operators of conditional jumps by `code >> 4`, as both notations spell them; empty for other jumps.
const JUMPS: [&str; 16] = ["", "==", ">", ">=", "&", "!=", "s>", "s>=", "", "", "<", "<=", "s<", "s<=", "", ""];

/// The unsigned type of a memory access, by the size bits of the opcode.
fn access(insn: Insn) -> &'static str {
    ["u32", "u16", "u8", "u64"][usize::from(insn.code >> 3 & 3)]
}

/// The signed type of a memory access; none for 64 bits.
fn signed_access(insn: Insn) -> Option<&'static str> {
    ["s32", "s16", "s8"].get(usize::from(insn.code >> 3 & 3)).copied()
}

/// The mode bits of a load or store.
mod mode {
    pub(super) const IMM: u8 = 0x00;
    pub(super) const ABS: u8 = 0x20;
    pub(super) const IND: u8 = 0x40;
    pub(super) const MEM: u8 = 0x60;
    pub(super) const MEMSX: u8 = 0x80;
    pub(super) const ATOMIC: u8 = 0xc0;
}

fn mode_of(insn: Insn) -> u8 {
    insn.code & 0xe0
}

/// Whether the second operand is a register.
fn is_x(insn: Insn) -> bool {
    insn.code & 8 != 0
}

fn op(insn: Insn) -> u8 {
    insn.code & 0xf0
}

/// Whether arithmetic or a jump is on the lower halves of registers.
fn is_half(insn: Insn) -> bool {
    matches!(insn.class(), Class::Alu | Class::Jmp32)
}

/// The cast of a sign-extending move, by its offset.
fn movsx(insn: Insn) -> Option<&'static str> {
    Some(match insn.off {
        8 => "(s8)",
        16 => "(s16)",
        32 => "(s32)",
        _ => return None,
    })
}

/// The name of an atomic operation. The bit of `imm` for fetching does not count.
fn atomic_name(imm: i32) -> Option<&'static str> {
    Some(match imm & !1 {
        0x00 => "add",
        0x40 => "or",
        0x50 => "and",
        0xa0 => "xor",
        _ => return None,
    })
}

/// How a notation writes the parts in which the two notations differ.
struct Style {
    /// An immediate of arithmetic.
    number: fn(i32) -> String,
    /// The immediate that a jump compares with.
    compared: fn(i32) -> String,
    /// A jump's distance, in slots.
    distance: fn(i32) -> String,
    /// The sign between a register and an offset, and the offset.
    offset: fn(i16) -> (&'static str, String),
}

impl Style {
    /// `r1 +8`, `r1 + 0x8`.
    fn base(&self, insn: Insn, register: u8, to: &mut Writer<'_>) {
        let (sign, offset) = (self.offset)(insn.off);
        to.reg(false, register).punct(sign).number(&offset);
    }

    /// `*(u64 *)(r1 +8)`.
    fn address(&self, insn: Insn, register: u8, ty: &str, to: &mut Writer<'_>) {
        to.punct("*(").ty(ty).punct(" *)(");
        self.base(insn, register, to);
        to.punct(")");
    }

    /// `((u64 *)(r1 +8)`: the opening parenthesis and the first argument of a function.
    fn argument(&self, insn: Insn, register: u8, to: &mut Writer<'_>) {
        to.punct("((").ty(access(insn)).punct(" *)(");
        self.base(insn, register, to);
        to.punct(")");
    }

    /// `r1 += r2`, `w1 = (s8)w2`, `r1 += 8`.
    fn arithmetic(&self, insn: Insn, name: &str, to: &mut Writer<'_>) {
        let half = is_half(insn);
        to.reg(half, insn.dst).punct(" ").punct(name).punct(" ");
        if is_x(insn) {
            if let Some(cast) = movsx(insn).filter(|_| op(insn) == 0xb0) {
                to.ty(cast);
            }
            to.reg(half, insn.src);
        } else {
            to.number(&(self.number)(insn.imm));
        }
    }

    /// `r1 = addr_space_cast(r2, 0, 1)`.
    fn cast(&self, insn: Insn, to: &mut Writer<'_>) {
        let (to_space, from_space) = (insn.imm >> 16 & 0xffff, insn.imm & 0xffff);
        to.reg(false, insn.dst).punct(" = ").word("addr_space_cast").punct("(").reg(false, insn.src).punct(", ");
        to.number(&(self.number)(to_space)).punct(", ").number(&(self.number)(from_space)).punct(")");
    }

    /// `if r1 == 0x0 goto pc+3`.
    fn branch(&self, insn: Insn, name: &str, to: &mut Writer<'_>) {
        let half = is_half(insn);
        to.word("if").punct(" ").reg(half, insn.dst).punct(" ").punct(name).punct(" ");
        if is_x(insn) {
            to.reg(half, insn.src);
        } else {
            to.number(&(self.compared)(insn.imm));
        }
        to.punct(" ");
        self.go("goto", insn.off.into(), to);
    }

    /// `goto pc+3`.
    fn go(&self, word: &str, slots: i32, to: &mut Writer<'_>) {
        to.word(word).punct(" ").target(&(self.distance)(slots));
    }

    /// `r0 = *(u32 *)skb[`: a load from a packet, up to the opening bracket.
    fn packet(insn: Insn, to: &mut Writer<'_>) {
        to.reg(false, 0).punct(" = *(").ty(access(insn)).punct(" *)").word("skb").punct("[");
    }

    /// A load from memory. With `narrow`, the destination is written as the lower half of a register (`w1`), unless the
    /// load extends the sign.
    fn load(&self, insn: Insn, narrow: bool, to: &mut Writer<'_>) -> Option<()> {
        let (half, ty) = match mode_of(insn) {
            mode::MEM => (narrow, access(insn)),
            mode::MEMSX => (false, signed_access(insn)?),
            _ => return None,
        };
        to.reg(half, insn.dst).punct(" = ");
        self.address(insn, insn.src, ty, to);
        Some(())
    }
}

/// The kind of value that LDIMM64 loads, by its `src` (the kernel's `BPF_PSEUDO_...`). None for a plain number, an
/// unknown `src`, or another instruction.
pub fn ldimm64_form(insn: Insn) -> Option<&'static str> {
    if !insn.is_ldimm64() {
        return None;
    }
    Some(match insn.src {
        1 => "map by file descriptor",
        2 => "address in a map's value, by file descriptor",
        3 => "kernel variable by BTF id",
        4 => "address of a function",
        5 => "map by index",
        6 => "address in a map's value, by index",
        _ => return None,
    })
}
