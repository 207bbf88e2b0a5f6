//! ELF relocations with their meaning: symbol, addend and value (llvm_reloc.rst of the kernel's documents).

use btf::FileRange;

use crate::elf::{ElfRelo, Section};
use crate::insn::Insn;
use crate::object::Object;
use crate::symbol::{Symbol, SymbolPlace, SymbolType};

/// The types of relocations that BPF objects have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReloKind {
    /// `R_BPF_NONE`.
    None,
    /// `R_BPF_64_64`: the immediate of LDIMM64.
    LdImm64,
    /// `R_BPF_64_ABS64`: 64 bits of data.
    Abs64,
    /// `R_BPF_64_ABS32`: 32 bits of data.
    Abs32,
    /// `R_BPF_64_NODYLD32`: 32 bits of `.BTF` and `.BTF.ext`. Loaders ignore it.
    NoDyld32,
    /// `R_BPF_64_32`: the immediate of a call.
    Call,
    /// Any other number.
    Other(u32),
}

impl ReloKind {
    /// The type with this number.
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

    /// The name that older GNU tools gave the type's number; none if they had no other name for it.
    pub fn older_name(self) -> Option<&'static str> {
        Some(match self {
            ReloKind::LdImm64 => "R_BPF_INSN_64",
            ReloKind::Abs64 => "R_BPF_INSN_32",
            ReloKind::Abs32 => "R_BPF_INSN_16",
            ReloKind::NoDyld32 => "R_BPF_INSN_DISP16",
            ReloKind::Call => "R_BPF_INSN_DISP32",
            ReloKind::Other(5) => "R_BPF_DATA_8_PCREL",
            ReloKind::Other(6) => "R_BPF_DATA_16_PCREL",
            ReloKind::Other(7) => "R_BPF_DATA_32_PCREL",
            ReloKind::Other(8) => "R_BPF_DATA_8",
            ReloKind::Other(9) => "R_BPF_DATA_16",
            ReloKind::Other(11) => "R_BPF_DATA_32",
            ReloKind::Other(12) => "R_BPF_DATA_64",
            ReloKind::Other(13) => "R_BPF_DATA_64_PCREL",
            ReloKind::None | ReloKind::Other(_) => return None,
        })
    }

    /// The type's name; `Unknown` for an unknown number, as in LLVM.
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

/// The form of the bytes that a relocation patches, which depends on its type and on the section: objects of LLVM
/// before 13 use `R_BPF_64_64` and `R_BPF_64_32` also for 64 and 32 bits of data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReloForm {
    /// Nothing.
    Nothing,
    /// The low 32 bits of the immediate of LDIMM64, 4 bytes behind the record's offset.
    LdImm64,
    /// The immediate of a call, 4 bytes behind the record's offset.
    Call,
    /// 64 bits of data.
    Data64,
    /// 32 bits of data.
    Data32,
    /// Unknown, like the relocation's type.
    Unknown,
}

impl ReloForm {
    /// The form of the bytes that a type of relocation patches in a section.
    pub fn of(kind: ReloKind, section: &Section) -> ReloForm {
        match kind {
            ReloKind::LdImm64 if section.is_code() => ReloForm::LdImm64,
            ReloKind::Call if section.is_code() => ReloForm::Call,
            ReloKind::LdImm64 | ReloKind::Abs64 => ReloForm::Data64,
            ReloKind::Call | ReloKind::Abs32 | ReloKind::NoDyld32 => ReloForm::Data32,
            ReloKind::None => ReloForm::Nothing,
            ReloKind::Other(_) => ReloForm::Unknown,
        }
    }

    /// How many bits are patched.
    pub fn bits(self) -> u32 {
        match self {
            ReloForm::Nothing | ReloForm::Unknown => 0,
            ReloForm::Data64 => 64,
            ReloForm::LdImm64 | ReloForm::Call | ReloForm::Data32 => 32,
        }
    }

    /// The bytes that are patched, from the section's start, for a record with this offset. None if nothing is patched,
    /// or if the end exceeds 64 bits.
    pub fn place(self, offset: u64) -> Option<FileRange> {
        let skip = if matches!(self, ReloForm::LdImm64 | ReloForm::Call) { 4 } else { 0 };
        let bytes = u64::from(self.bits() / 8);
        let start = offset.checked_add(skip)?;
        (bytes > 0 && start.checked_add(bytes).is_some()).then(|| FileRange::at(start, bytes))
    }
}

/// The final target of a relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReloTarget {
    /// Index of the section; none when the symbol is extern or has no section.
    pub section: Option<u32>,
    /// In bytes from that section's start.
    pub offset: u64,
    /// Index of the record's symbol. If that symbol stands for a section: index of the function or variable that
    /// contains the offset; none if no such symbol contains it.
    pub symbol: Option<u32>,
    /// The target's distance in bytes from the start of that symbol; without a symbol, from the section's start.
    pub into: i64,
}

/// A relocation with its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Relo {
    /// The record.
    pub raw: ElfRelo,
    /// Its type.
    pub kind: ReloKind,
    /// The form of the patched bytes.
    pub form: ReloForm,
    /// The bytes to patch, in the file; none if they are missing, or nothing is patched.
    pub place: Option<FileRange>,
    /// A: the addend of a RELA record. For REL the value in the bytes at `place`, or (imm + 1) * 8 for a call; 0 if
    /// these bytes are missing.
    pub addend: i64,
    /// The value that a linker would write: S + A, or (S + A) / 8 - 1 for a call, where S is the symbol's value. None
    /// for externs and for a symbol index beyond the table; the null symbol counts as 0.
    pub value: Option<i64>,
    /// The target. None when the symbol index is beyond the table.
    pub target: Option<ReloTarget>,
}

impl Object {
    /// The meaning of a relocation that patches a section.
    pub fn relo(&self, section: &Section, raw: &ElfRelo) -> Relo {
        let kind = ReloKind::from_number(raw.relo_type);
        let form = ReloForm::of(kind, section);
        let place = form.place(raw.offset).filter(|at| at.end <= section.file_range.len());
        let place = place.map(|at| FileRange::at(section.file_range.start.saturating_add(at.start), at.len()));
        let addend = raw.addend.unwrap_or_else(|| place.map_or(0, |place| self.addend(form, place)));
        let symbol = self.symbol(raw.symbol);
        let target = symbol.map(|s| self.target(s, addend));
        let base = symbol.filter(|s| s.index == 0 || s.place != SymbolPlace::Undefined).map(|s| s.value as i64);
        let value = base.map(|s| {
            let value = s.wrapping_add(addend);
            if form == ReloForm::Call { value / i64::from(Insn::SIZE) - 1 } else { value }
        });
        Relo { raw: *raw, kind, form, place, addend, value, target }
    }

    /// All relocations that patch a section, by ascending offset.
    pub fn resolved_relos<'a>(&'a self, section: &'a Section) -> impl DoubleEndedIterator<Item = Relo> + 'a {
        self.relos(section).map(move |raw| self.relo(section, raw))
    }

    /// The addend that the bytes to patch hold; for a call in bytes, not slots.
    fn addend(&self, form: ReloForm, place: FileRange) -> i64 {
        let at = usize::try_from(place.start).ok();
        let bytes = at.and_then(|at| self.bytes().get(at..)).unwrap_or_default();
        let word = bytes.first_chunk::<4>().map_or(0, |word| i64::from(self.endian().u32(*word) as i32));
        match form {
            ReloForm::Call => word.saturating_add(1).saturating_mul(Insn::SIZE.into()),
            ReloForm::LdImm64 | ReloForm::Data32 => word,
            ReloForm::Data64 => self.endian().u64_at(bytes, 0).map_or(0, u64::cast_signed),
            ReloForm::Nothing | ReloForm::Unknown => 0,
        }
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

    /// The name of a target: that of its symbol, else of its section, with the distance from there if it is not 0:
    /// `counters+0x8`. `?` stands for a target without a name.
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
