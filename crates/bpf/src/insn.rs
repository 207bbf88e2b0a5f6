//! [`Insn`]: one instruction, by its fields.

use btf::Endian;

btf::named! {
    /// The class of an instruction: the low three bits of its code.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Class {
        /// Loads of immediates, and the old packet loads.
        Ld = "LD";
        /// Loads from memory into a register.
        Ldx = "LDX";
        /// Stores of an immediate.
        St = "ST";
        /// Stores of a register, and atomics.
        Stx = "STX";
        /// 32-bit arithmetic.
        Alu = "ALU";
        /// Jumps that compare 64 bits, calls, exit.
        Jmp = "JMP";
        /// Jumps that compare 32 bits.
        Jmp32 = "JMP32";
        /// 64-bit arithmetic.
        Alu64 = "ALU64";
    }
    /// The class's name in the instruction set's document: `"LDX"`, `"ALU64"`.
    pub fn as_str;
}

/// One slot of 8 bytes (`struct bpf_insn`). LDIMM64 takes two of them: the second holds the immediate's high half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Insn {
    /// The opcode: class, source or size, operation or mode.
    pub code: u8,
    /// The destination register, 0..=15 (registers from 11 on do not exist).
    pub dst: u8,
    /// The source register; for calls and LDIMM64, the kind of the immediate.
    pub src: u8,
    /// A jump's distance in slots, or a memory access's offset in bytes. In arithmetic, a variant of the operation:
    /// signed division, a move with sign extension.
    pub off: i16,
    /// The immediate.
    pub imm: i32,
}

impl Insn {
    /// Bytes of a slot.
    pub const SIZE: u32 = 8;
    /// The code of a load of a 64-bit immediate (`BPF_LD | BPF_DW | BPF_IMM`), the one instruction of two slots.
    pub const LDIMM64: u8 = 0x18;

    /// Reads a slot in the object's byte order. The byte order also decides which half of the second byte is `dst`: the
    /// low one in little-endian objects, the high one in big-endian ones (instruction-set.rst, "Instruction encoding").
    pub fn decode(bytes: [u8; 8], endian: Endian) -> Insn {
        let [code, regs, off0, off1, imm @ ..] = bytes;
        let (low, high) = (regs & 0xf, regs >> 4);
        let (dst, src, off) = match endian {
            Endian::Little => (low, high, i16::from_le_bytes([off0, off1])),
            Endian::Big => (high, low, i16::from_be_bytes([off0, off1])),
        };
        Insn { code, dst, src, off, imm: endian.u32(imm) as i32 }
    }

    /// The slot's bytes in a byte order; `dst` and `src` are cut to four bits.
    pub fn encode(self, endian: Endian) -> [u8; 8] {
        let (dst, src) = (self.dst & 0xf, self.src & 0xf);
        let (regs, off, imm) = match endian {
            Endian::Little => (src << 4 | dst, self.off.to_le_bytes(), self.imm.to_le_bytes()),
            Endian::Big => (dst << 4 | src, self.off.to_be_bytes(), self.imm.to_be_bytes()),
        };
        [self.code, regs, off[0], off[1], imm[0], imm[1], imm[2], imm[3]]
    }

    /// The class.
    pub fn class(self) -> Class {
        match self.code & 7 {
            0 => Class::Ld,
            1 => Class::Ldx,
            2 => Class::St,
            3 => Class::Stx,
            4 => Class::Alu,
            5 => Class::Jmp,
            6 => Class::Jmp32,
            _ => Class::Alu64,
        }
    }

    /// Whether this is the first slot of a load of a 64-bit immediate.
    pub fn is_ldimm64(self) -> bool {
        self.code == Insn::LDIMM64
    }

    /// The value of a load of a 64-bit immediate, from both slots.
    pub fn imm64(self, second: Insn) -> u64 {
        u64::from(second.imm as u32) << 32 | u64::from(self.imm as u32)
    }

    /// Bytes that an LD, LDX, ST or STX accesses: 1, 2, 4 or 8. None for other classes.
    pub fn access_size(self) -> Option<u32> {
        if self.code & 7 > 3 {
            return None;
        }
        Some(match self.code & 0x18 {
            0x00 => 4,
            0x08 => 2,
            0x10 => 1,
            _ => 8,
        })
    }

    /// Whether a function may end with this instruction: `exit`, `goto` or `gotol` (the verifier's `check_subprogs`).
    pub fn ends_function(self) -> bool {
        const EXIT: u8 = 0x95;
        const GOTO: u8 = 0x05;
        const GOTO_LONG: u8 = 0x06;
        matches!(self.code, EXIT | GOTO | GOTO_LONG)
    }

    /// Whether this calls a helper, a subprogram or a kernel function.
    pub fn is_call(self) -> bool {
        self.code == 0x85
    }

    /// The distance of a jump, in slots from the slot behind this one. None for `gotox`, whose target is in a register,
    /// and for all instructions that are no jumps, calls and `exit` among them.
    pub fn jump(self) -> Option<i64> {
        let op = self.code & 0xf0;
        match (self.class(), op) {
            // call, exit
            (Class::Jmp, 0x80 | 0x90) | (Class::Jmp32, 0x80 | 0x90) => None,
            // gotol
            (Class::Jmp32, 0x00) => Some(i64::from(self.imm)),
            // gotox
            (Class::Jmp, 0x00) if self.code & 8 != 0 => None,
            (Class::Jmp | Class::Jmp32, 0x00..=0xe0) => Some(i64::from(self.off)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_change_places_with_the_byte_order() {
        // clang: r1 = *(u64 *)(r6 + 0x8), for both byte orders.
        let want = Insn { code: 0x79, dst: 1, src: 6, off: 8, imm: 0 };
        let little = [0x79, 0x61, 8, 0, 0, 0, 0, 0];
        let big = [0x79, 0x16, 0, 8, 0, 0, 0, 0];
        assert_eq!(Insn::decode(little, Endian::Little), want);
        assert_eq!(Insn::decode(big, Endian::Big), want);
        assert_eq!((want.encode(Endian::Little), want.encode(Endian::Big)), (little, big));
        assert_eq!((want.class(), want.access_size()), (Class::Ldx, Some(8)));
    }

    #[test]
    fn every_slot_survives_both_ways() {
        for seed in 0..=255u8 {
            let bytes = [seed, seed.wrapping_mul(7), 0xff, seed, 0x80, 1, seed.wrapping_add(3), 0x7f];
            for endian in [Endian::Little, Endian::Big] {
                assert_eq!(Insn::decode(bytes, endian).encode(endian), bytes);
            }
        }
    }

    #[test]
    fn immediates_of_64_bits_are_low_half_first() {
        let first = Insn { code: Insn::LDIMM64, imm: -2, ..Insn::default() };
        let second = Insn { imm: 1, ..Insn::default() };
        assert!(first.is_ldimm64());
        assert_eq!(first.imm64(second), 0x1_ffff_fffe);
    }

    #[test]
    fn jumps_are_distinguished_from_calls() {
        let jump = |code, off, imm| Insn { code, off, imm, ..Insn::default() }.jump();
        assert_eq!(jump(0x05, -3, 9), Some(-3));
        assert_eq!(jump(0x06, -3, 70_000), Some(70_000));
        assert_eq!(jump(0x15, 4, 0), Some(4));
        assert_eq!(jump(0xe5, 4, 0), Some(4));
        for code in [0x85, 0x95, 0x0d, 0x07, 0x61, 0xf5] {
            assert_eq!(jump(code, 4, 0), None, "{code:#x}");
        }
    }
}
