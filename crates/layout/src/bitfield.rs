//! Bitfields: their storage units, and how a CO-RE program reads a bitfield.

use btf::Kind::*;
use btf::{Btf, Endian, Member, MemberBits};

/// Where a bitfield is stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bitfield {
    /// How many bits.
    pub bits: u32,
    /// The storage unit's first byte, from the start of the struct: the last multiple of the declared type's size at or
    /// before the field (pahole's `byte_offset`). In a packed struct the field may go on behind the unit: see
    /// [`Bitfield::crosses`].
    pub unit_offset: u32,
    /// The storage unit's size in bytes: that of the declared type.
    pub unit_size: u32,
    /// The field's first bit in the unit, numbered as in [`btf::BitOffset`] (pahole's `bitfield_offset`).
    pub bit_in_unit: u32,
    /// How a CO-RE program loads it. `None` in three cases: no aligned load of at most 8 bytes holds it; the size of
    /// its declared type is not 1, 2, 4 or 8 bytes (for 16 bytes, libbpf computes a load of 16 bytes, for which there
    /// is no instruction); it is old-style, and CO-RE does not treat it as a bitfield.
    pub load: Option<CoreLoad>,
    /// Whether its value is signed, because its INT or enum is.
    pub signed: bool,
    /// Whether it is encoded as before 2019: by an INT with an offset or with fewer bits than its size.
    pub old_style: bool,
}

impl Bitfield {
    /// Whether the field goes on behind its storage unit.
    pub fn crosses(&self) -> bool {
        u64::from(self.bit_in_unit) + u64::from(self.bits) > u64::from(self.unit_size) * 8
    }
}

/// How a CO-RE program reads a bitfield: load `byte_size` bytes at `byte_offset`, zero-extended to 64 bits; shift left
/// by `lshift`; shift right by `rshift`, arithmetically when `signed` (libbpf `bpf_core_calc_field_relo`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CoreLoad {
    /// From the start of the struct, in bytes.
    pub byte_offset: u32,
    /// 1, 2, 4 or 8.
    pub byte_size: u32,
    /// How many bits to shift left; depends on the BTF's byte order.
    pub lshift: u32,
    /// How many bits to shift right.
    pub rshift: u32,
    /// Whether the right shift is arithmetic.
    pub signed: bool,
}

impl CoreLoad {
    /// Converts the load from BTF of byte order `from` to the load of the same field in BTF of byte order `to`. The bit
    /// offset of the field is the same number in both, but counts from the least or from the most significant bit, so
    /// only the left shift differs.
    pub fn in_order(self, from: Endian, to: Endian) -> CoreLoad {
        if from == to {
            return self;
        }
        let unit = LoadUnit { byte_offset: self.byte_offset, byte_size: self.byte_size };
        let bits = 64u32.wrapping_sub(self.rshift);
        let within = match from {
            Endian::Little => 64u32.wrapping_sub(self.lshift).wrapping_sub(bits),
            Endian::Big => self.lshift.wrapping_sub(8u32.wrapping_sub(self.byte_size).wrapping_mul(8)),
        };
        let bit_offset = self.byte_offset.wrapping_mul(8).wrapping_add(within);
        CoreLoad { lshift: unit.lshift(bit_offset, bits, to), ..self }
    }
}

/// The storage unit of `member`, if `member` is a bitfield. `bits` has its offset and width; `size` is the size of its
/// declared type in bytes, if known.
pub(crate) fn bitfield(btf: &Btf, member: &Member<'_>, bits: MemberBits, size: Option<u32>) -> Option<Bitfield> {
    let width = bits.bitfield?;
    let signed = btf.resolved(member.type_id).is_some_and(|t| match t.kind() {
        Int => t.int().is_some_and(|i| i.is_signed()),
        Enum | Enum64 => t.is_signed_enum(),
        Ptr | Array | Struct | Union | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var
        | DataSec | Float | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => false,
    });
    let old_style = !member.kind_flag;
    let (unit_offset, unit_size) = match size {
        Some(size) if (1..=MAX_UNIT).contains(&size) => (bits.offset / 8 / size * size, size),
        // The declared type has no usable size, which happens only in a damaged blob: the unit is then the bytes that
        // hold the field.
        _ => {
            let end = u64::from(bits.offset) + u64::from(width);
            (bits.offset / 8, u32::try_from(end.div_ceil(8)).unwrap_or(u32::MAX) - bits.offset / 8)
        }
    };
    let load = size.filter(|_| !old_style).and_then(|size| core_load(btf.endian(), bits.offset, width, size, signed));
    Some(Bitfield {
        bits: width,
        unit_offset,
        unit_size,
        // This fits in 32 bits: the unit starts at most MAX_UNIT bytes before the field.
        bit_in_unit: (u64::from(bits.offset) - u64::from(unit_offset) * 8) as u32,
        load,
        signed,
        old_style,
    })
}

/// The largest type that a bitfield can be declared with, in bytes.
const MAX_UNIT: u32 = 16;

/// The load of a bitfield at bit `offset`, `bits` wide, declared with a type of `size` bytes.
fn core_load(endian: Endian, offset: u32, bits: u32, size: u32, signed: bool) -> Option<CoreLoad> {
    if !matches!(size, 1 | 2 | 4 | 8) || bits > 64 {
        return None;
    }
    let unit = LoadUnit::of_bitfield(offset, bits, size).ok()?;
    let LoadUnit { byte_offset, byte_size } = unit;
    Some(CoreLoad { byte_offset, byte_size, lshift: unit.lshift(offset, bits, endian), rshift: 64 - bits, signed })
}

/// The bytes to load to read a field, as libbpf's `bpf_core_calc_field_relo` computes them: in 32-bit arithmetic, with
/// the same overflows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoadUnit {
    /// From the start of the struct, in bytes.
    pub byte_offset: u32,
    /// In bytes.
    pub byte_size: u32,
}

/// Why there is no [`LoadUnit`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoUnit {
    /// The declared type has no bytes.
    Empty,
    /// The bitfield does not lie in one aligned unit of up to 8 bytes, or of its declared type's size if that is
    /// larger.
    Wide,
}

impl LoadUnit {
    /// The smallest aligned unit, at least as large as the declared type of `size` bytes, that holds a whole bitfield:
    /// `bits` bits, from bit `bit_offset` of the struct.
    ///
    /// # Errors
    /// When the type has no bytes, or when no such unit of up to 8 bytes (or of `size`, if larger) holds the bitfield.
    pub fn of_bitfield(bit_offset: u32, bits: u32, size: u32) -> Result<LoadUnit, NoUnit> {
        let mut byte_size = size;
        loop {
            let units = (bit_offset / 8).checked_div(byte_size).ok_or(NoUnit::Empty)?;
            let byte_offset = units.wrapping_mul(byte_size);
            let end = bit_offset.wrapping_add(bits).wrapping_sub(byte_offset.wrapping_mul(8));
            if end <= byte_size.wrapping_mul(8) {
                return Ok(LoadUnit { byte_offset, byte_size });
            }
            if byte_size >= 8 {
                return Err(NoUnit::Wide);
            }
            byte_size *= 2;
        }
    }

    /// How many bits to shift the loaded unit left, to drop the bits above a bitfield: `bits` bits, from bit
    /// `bit_offset` of the struct.
    pub fn lshift(&self, bit_offset: u32, bits: u32, endian: Endian) -> u32 {
        let within = bit_offset.wrapping_sub(self.byte_offset.wrapping_mul(8));
        match endian {
            Endian::Little => 64u32.wrapping_sub(within.wrapping_add(bits)),
            Endian::Big => 8u32.wrapping_sub(self.byte_size).wrapping_mul(8).wrapping_add(within),
        }
    }
}
