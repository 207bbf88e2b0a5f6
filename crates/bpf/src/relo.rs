//! ELF relocations with what they mean: which symbol, which addend, what value (llvm_reloc.rst of the kernel's documents).

use crate::elf::{ElfRelo, Section, Symbol, SymbolPlace, SymbolType};
use crate::insn::Insn;
use crate::object::Object;

/// The types of relocations that BPF objects have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReloKind {
    /// `R_BPF_NONE`.
    None,
    /// `R_BPF_64_64`: the 64-bit immediate of LDIMM64.
    LdImm64,
    /// `R_BPF_64_ABS64`: 64 bits of data.
    Abs64,
    /// `R_BPF_64_ABS32`: 32 bits of data.
    Abs32,
    /// `R_BPF_64_NODYLD32`: 32 bits of `.BTF` and `.BTF.ext`, which loaders leave alone.
    NoDyld32,
    /// `R_BPF_64_32`: the immediate of a call.
    Call,
    /// Any other number.
    Other(u32),
}

impl ReloKind {
    /// The type of a number.
    pub fn from_number(n: u32) -> ReloKind {
        match n {
            0 => ReloKind::None,
            1 => ReloKind::LdImm64,
            2 => ReloKind::Abs64,
            3 => ReloKind::Abs32,
            4 => ReloKind::NoDyld32,
            10 => ReloKind::Call,
            other => ReloKind::Other(other),
        }
    }

    /// The type's name; `Unknown` for a number that has none, as LLVM has it.
    pub fn as_str(self) -> &'static str {
        match self {
            ReloKind::None => "R_BPF_NONE",
            ReloKind::LdImm64 => "R_BPF_64_64",
            ReloKind::Abs64 => "R_BPF_64_ABS64",
            ReloKind::Abs32 => "R_BPF_64_ABS32",
            ReloKind::NoDyld32 => "R_BPF_64_NODYLD32",
            ReloKind::Call => "R_BPF_64_32",
            ReloKind::Other(_) => "Unknown",
        }
    }
}

/// What a relocation refers to in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReloTarget {
    /// Index of the section; none when the symbol is extern or in no section.
    pub section: Option<u32>,
    /// In bytes from that section's start.
    pub offset: u64,
    /// Index of the function or variable that is meant: the record's own symbol, or the one that covers the offset when the record
    /// names a section. None when nothing does.
    pub symbol: Option<u32>,
    /// In bytes from that symbol's start, or from the section's when there is none.
    pub into: i64,
}

/// A relocation with what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relo {
    /// The record.
    pub raw: ElfRelo,
    /// Its type.
    pub kind: ReloKind,
    /// A: what was in place, as a distance in bytes. Of a call that is (imm + 1) * 8. 0 where the bytes are missing.
    pub addend: i64,
    /// What a linker would put in place: S + A, or (S + A) / 8 - 1 for a call. None for externs.
    pub value: Option<i64>,
    /// What is meant. None when the symbol index is beyond the table.
    pub target: Option<ReloTarget>,
}

impl Object {
    /// What a relocation of a section means.
    pub fn relo(&self, section: &Section, raw: &ElfRelo) -> Relo {
        let kind = ReloKind::from_number(raw.relo_type);
        let addend = raw.addend.unwrap_or_else(|| self.addend(section, kind, raw.offset));
        let symbol = self.symbol(raw.symbol);
        let target = symbol.map(|s| self.target(s, addend));
        let base = symbol.filter(|s| s.place != SymbolPlace::Undefined).map(|s| s.value as i64);
        let value = base.map(|s| {
            let value = s.wrapping_add(addend);
            if kind == ReloKind::Call { value / i64::from(Insn::SIZE) - 1 } else { value }
        });
        Relo { raw: *raw, kind, addend, value, target }
    }

    /// All relocations of a section, by rising offset.
    pub fn resolved_relos<'a>(&'a self, section: &'a Section) -> impl DoubleEndedIterator<Item = Relo> + 'a {
        self.relos(section).map(move |raw| self.relo(section, raw))
    }

    fn addend(&self, section: &Section, kind: ReloKind, offset: u64) -> i64 {
        let bytes = self.section_bytes(section);
        let word = |at: u64| {
            let bytes = bytes.get(usize::try_from(at).ok()?..)?.first_chunk::<4>()?;
            Some(self.endian().u32(*bytes))
        };
        let found = match kind {
            ReloKind::LdImm64 => word(offset.saturating_add(4)).map(|w| i64::from(w as i32)),
            ReloKind::Call => word(offset.saturating_add(4)).map(|w| (i64::from(w as i32) + 1) * i64::from(Insn::SIZE)),
            ReloKind::Abs64 => word(offset).zip(word(offset.saturating_add(4))).map(|(first, second)| {
                let (low, high) = match self.endian() {
                    btf::Endian::Little => (first, second),
                    btf::Endian::Big => (second, first),
                };
                (u64::from(high) << 32 | u64::from(low)) as i64
            }),
            ReloKind::Abs32 | ReloKind::NoDyld32 => word(offset).map(|w| i64::from(w as i32)),
            ReloKind::None | ReloKind::Other(_) => None,
        };
        found.unwrap_or(0)
    }

    fn target(&self, symbol: &Symbol, addend: i64) -> ReloTarget {
        let offset = symbol.value.wrapping_add(addend as u64);
        let section = match symbol.place {
            SymbolPlace::Section(index) => Some(index),
            SymbolPlace::Undefined | SymbolPlace::Special(_) => None,
        };
        if symbol.symbol_type != SymbolType::Section {
            return ReloTarget { section, offset, symbol: Some(symbol.index), into: addend };
        }
        match section.and_then(|index| self.symbol_at(index, offset)) {
            Some(real) => {
                let into = offset.wrapping_sub(real.value) as i64;
                ReloTarget { section, offset, symbol: Some(real.index), into }
            }
            None => ReloTarget { section, offset, symbol: None, into: offset as i64 },
        }
    }

    /// The name of what a relocation means: of the symbol that covers it, else the section's; with the distance into it when there
    /// is one: `counters+0x8`.
    pub fn target_name(&self, target: &ReloTarget) -> String {
        let section = || target.section.and_then(|index| self.section(index)).map(|s| s.name.as_str());
        let name = target.symbol.and_then(|index| self.symbol(index)).map(|s| s.name.as_str());
        let name = name.filter(|n| !n.is_empty()).or_else(section).unwrap_or("?");
        match target.into {
            0 => name.to_owned(),
            into if into < 0 => format!("{name}-{:#x}", into.unsigned_abs()),
            into => format!("{name}+{into:#x}"),
        }
    }
}
