//! An entry of an ELF symbol table, of either class and byte order.

use btf::Endian;
use object::Endianness;
use object::elf::{Sym32, Sym64};
use object::pod::from_bytes;
use object::read::elf::Sym;

/// An entry of a symbol table as the file has it (System V ABI, `Elf32_Sym` and `Elf64_Sym`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ElfSymbol {
    /// Where its name lies in the string table, in bytes (`st_name`).
    pub name: u32,
    /// Its type, the low half of `st_info`: 1 is a variable, 2 a function.
    pub symbol_type: u8,
    /// The index of its section (`st_shndx`); values from 0xff00 on are not indices, and 0xffff stands for an
    /// index that does not fit into 16 bits.
    pub section: u16,
    /// `st_value`: in a relocatable file bytes from its section's start, else an address.
    pub value: u64,
    /// `st_size`, in bytes.
    pub size: u64,
}

impl ElfSymbol {
    /// Bytes of an entry: in a 64-bit file (`wide`) or in a 32-bit file.
    #[must_use]
    pub const fn len(wide: bool) -> usize {
        if wide { size_of::<Sym64<Endianness>>() } else { size_of::<Sym32<Endianness>>() }
    }

    /// Reads an entry from its bytes; none when there are fewer than [`ElfSymbol::len`].
    #[must_use]
    pub fn read(entry: &[u8], wide: bool, endian: Endian) -> Option<ElfSymbol> {
        let order = match endian {
            Endian::Little => Endianness::Little,
            Endian::Big => Endianness::Big,
        };
        match wide {
            true => from_bytes::<Sym64<Endianness>>(entry).ok().map(|(symbol, _)| of(symbol, order)),
            false => from_bytes::<Sym32<Endianness>>(entry).ok().map(|(symbol, _)| of(symbol, order)),
        }
    }
}

fn of<S: Sym<Endian = Endianness>>(symbol: &S, order: Endianness) -> ElfSymbol {
    ElfSymbol {
        name: symbol.st_name(order),
        symbol_type: symbol.st_type().0,
        section: symbol.st_shndx(order).0,
        value: symbol.st_value(order).into(),
        size: symbol.st_size(order).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry of each class, written by hand from the ABI's tables.
    #[test]
    fn both_classes_and_orders() {
        let wanted = ElfSymbol { name: 0x0102, symbol_type: 2, section: 5, value: 0x1122_3344, size: 0x55 };
        let narrow = [&[2, 1, 0, 0][..], &[0x44, 0x33, 0x22, 0x11], &[0x55, 0, 0, 0], &[0x12], &[0], &[5, 0]].concat();
        assert_eq!(narrow.len(), ElfSymbol::len(false));
        assert_eq!(ElfSymbol::read(&narrow, false, Endian::Little), Some(wanted));
        let wide = [
            &[0, 0, 1, 2][..],
            &[0x12],
            &[0],
            &[0, 5],
            &[0, 0, 0, 0, 0x11, 0x22, 0x33, 0x44],
            &[0, 0, 0, 0, 0, 0, 0, 0x55],
        ]
        .concat();
        assert_eq!(wide.len(), ElfSymbol::len(true));
        assert_eq!(ElfSymbol::read(&wide, true, Endian::Big), Some(wanted));
        assert_eq!(ElfSymbol::read(&wide[..23], true, Endian::Big), None);
    }
}
