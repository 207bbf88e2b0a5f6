//! Relocations of debug sections: the plain ones, "symbol + addend" in four or eight bytes. Others do not matter here.
//! The numbers are those of each machine's ELF supplement.

use object::elf::SHT_RELA;

use super::{Elf, machine};
use crate::error::Error;

/// A value to write into a section.
#[derive(Clone, Copy, Debug)]
struct Relocation {
    offset: u64,
    value: u64,
    /// Bytes: 4 or 8.
    size: u8,
    /// Whether the value that the section already has at `offset` is added (SHT_REL).
    adds: bool,
}

/// The relocations of a section, by offset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Relocations {
    list: Vec<Relocation>,
    big: bool,
}

impl Relocations {
    /// Writes the values into bytes of the section, which begin at its offset `start`.
    pub(crate) fn apply(&self, start: u64, bytes: &mut [u8]) {
        let end = start.saturating_add(bytes.len() as u64);
        let from = self.list.partition_point(|r| r.offset < start);
        for r in self.list.get(from..).unwrap_or_default().iter().take_while(|r| r.offset < end) {
            let at = (r.offset - start) as usize;
            if r.size == 8 {
                put::<8>(bytes, at, r, self.big);
            } else {
                put::<4>(bytes, at, r, self.big);
            }
        }
    }
}

fn put<const N: usize>(bytes: &mut [u8], at: usize, r: &Relocation, big: bool) {
    let Some(place) = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()) else { return };
    let mut wide = [0; 8];
    let addend = if !r.adds {
        0
    } else if big {
        wide[8 - N..].copy_from_slice(place);
        u64::from_be_bytes(wide)
    } else {
        wide[..N].copy_from_slice(place);
        u64::from_le_bytes(wide)
    };
    let value = r.value.wrapping_add(addend);
    if big {
        place.copy_from_slice(&value.to_be_bytes()[8 - N..]);
    } else {
        place.copy_from_slice(&value.to_le_bytes()[..N]);
    }
}

/// The bytes that a relocation of this type writes; none for one that is not "symbol + addend".
fn size_of_type(machine: u16, number: u32) -> Option<u8> {
    match (machine, number) {
        (machine::X86_64, 1) | (machine::AARCH64, 257) | (machine::S390, 22) | (machine::PPC64, 38) => Some(8),
        (machine::RISCV | machine::LOONGARCH | machine::BPF, 2) | (machine::MIPS, 18) => Some(8),
        (machine::SPARCV9, 32 | 54) => Some(8),
        (machine::X86_64, 10 | 11) | (machine::AARCH64, 258) | (machine::S390, 4) => Some(4),
        (machine::I386 | machine::PPC | machine::PPC64 | machine::RISCV | machine::LOONGARCH, 1) => Some(4),
        (machine::ARM | machine::MIPS, 2) | (machine::BPF, 3 | 4) | (machine::SPARCV9, 3 | 23) => Some(4),
        _ => None,
    }
}

impl Elf<'_> {
    /// The relocations to apply to a section; none if the file is not relocatable.
    pub(crate) fn relocations(&mut self, of: usize) -> Result<Relocations, Error> {
        let mut all = Relocations { list: Vec::new(), big: self.endian == btf::Endian::Big };
        if !self.relocatable {
            return Ok(all);
        }
        for table in self.tables.get(&(of as u32)).cloned().unwrap_or_default() {
            let Some(section) = self.sections.get(table as usize) else { continue };
            let (link, explicit, range) = (section.link, section.section_type == SHT_RELA.0, section.range);
            let symbols = self.symbols(link as usize)?;
            let bytes = self.read_table(range)?;
            let word = if self.wide { 8 } else { 4 };
            for entry in bytes.chunks_exact(if explicit { 3 * word } else { 2 * word }) {
                let field = |i: usize| self.word(entry.get(i * word..).unwrap_or_default());
                let (offset, info) = (field(0), field(1));
                let (symbol, number) = match (self.wide, self.machine) {
                    // Little-endian 64-bit MIPS has the symbol first and the type in the last byte.
                    (true, machine::MIPS) if !all.big => (info as u32, (info >> 56) as u32),
                    (true, _) => ((info >> 32) as u32, info as u32),
                    (false, _) => (info as u32 >> 8, info as u32 & 0xff),
                };
                let Some(size) = size_of_type(self.machine, number) else { continue };
                let addend = if explicit { field(2) } else { 0 };
                let value = symbols.value(symbol).wrapping_add(addend);
                all.list.push(Relocation { offset, value, size, adds: !explicit });
            }
        }
        if !all.list.is_sorted_by_key(|r| r.offset) {
            all.list.sort_by_key(|r| r.offset);
        }
        Ok(all)
    }

    /// A word of the file's class at the start of some bytes.
    pub(crate) fn word(&self, bytes: &[u8]) -> u64 {
        let low = |bytes: &[u8]| bytes.first_chunk().map_or(0, |b| u64::from(self.endian.u32(*b)));
        let first = low(bytes);
        if !self.wide {
            return first;
        }
        let second = low(bytes.get(4..).unwrap_or_default());
        if self.endian == btf::Endian::Little { second << 32 | first } else { first << 32 | second }
    }
}
