//! Where an inlined call keeps an argument: the meaning of a LOC_PARAM (UAPI `linux/btf.h` of September 2026, `struct
//! btf_loc_param`).

use crate::kind::Kind;
use crate::record::Type;

/// Flags of a LOC_PARAM (`enum btf_loc_param_flags`).
mod flag {
    pub(super) const SIGNED: u32 = 1;
    pub(super) const CONST: u32 = 2;
    pub(super) const ADDR: u32 = 4;
    pub(super) const REG: u32 = 8;
    pub(super) const DEREF: u32 = 0x10;
    pub(super) const OFFSET: u32 = 0x20;
}

/// A register of a LOC_PARAM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Register {
    /// The number that the machine's debug information gives the register (`DW_OP_reg0` is 0).
    Numbered(u32),
    /// The frame base of the function (`BTF_LOC_PARAM_FBREG`, 0xffffffff).
    FrameBase,
}

impl Register {
    fn from_word(word: u32) -> Register {
        if word == u32::MAX { Register::FrameBase } else { Register::Numbered(word) }
    }
}

/// Where an inlined call keeps an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// The value itself.
    Constant {
        /// Its bits; a signed value of 32 bits is sign-extended to 64.
        value: u64,
        /// Whether it is a signed number.
        signed: bool,
    },
    /// The value is an address, relative to the base of the kernel or module.
    Address(u64),
    /// The value is in a register, or in memory at the address in the register.
    Register {
        /// The register.
        register: Register,
        /// Whether the value is in memory, at the address in the register.
        dereferenced: bool,
    },
    /// The value is in two registers; the first of the pair holds its first word.
    Pair(Register, Register),
    /// The value is a register plus an offset, or in memory at that address.
    Offset {
        /// The register.
        register: Register,
        /// Bytes that are added to it.
        offset: i64,
        /// Whether the value is in memory, at the sum.
        dereferenced: bool,
    },
}

impl Location {
    /// The location that a LOC_PARAM describes. `None` for another kind, and for flags or a number of words that the
    /// format does not define.
    pub fn of(t: &Type<'_>) -> Option<Location> {
        if t.kind() != Kind::LocParam {
            return None;
        }
        let flags = t.loc_flags()?;
        let mut words = t.words();
        let first = words.next()?;
        let (second, third) = (words.next(), words.next());
        if words.next().is_some() {
            return None;
        }
        let signed = flags & flag::SIGNED != 0;
        let dereferenced = flags & flag::DEREF != 0;
        let wide = |high: u32| u64::from(high) << 32 | u64::from(first);
        const REG_OFFSET: u32 = flag::REG | flag::OFFSET;
        const REG_DEREF: u32 = flag::REG | flag::DEREF;
        const REG_DEREF_OFFSET: u32 = REG_DEREF | flag::OFFSET;
        const ADDRESS: u32 = flag::ADDR | flag::CONST;
        match (flags & !flag::SIGNED, second, third) {
            (flag::CONST, None, None) => {
                let value = if signed { i64::from(first.cast_signed()).cast_unsigned() } else { first.into() };
                Some(Location::Constant { value, signed })
            }
            (flag::CONST, Some(high), None) => Some(Location::Constant { value: wide(high), signed }),
            (ADDRESS, Some(high), None) => Some(Location::Address(wide(high))),
            (flag::REG | REG_DEREF, None, None) => {
                Some(Location::Register { register: Register::from_word(first), dereferenced })
            }
            (flag::REG, Some(second), None) => {
                Some(Location::Pair(Register::from_word(first), Register::from_word(second)))
            }
            (REG_OFFSET | REG_DEREF_OFFSET, Some(low), high) => {
                let offset = match high {
                    None => i64::from(low.cast_signed()),
                    Some(high) => (u64::from(high) << 32 | u64::from(low)).cast_signed(),
                };
                Some(Location::Offset { register: Register::from_word(first), offset, dereferenced })
            }
            _ => None,
        }
    }
}
