//! ELF files made by hand: both classes and byte orders, sections of any type, valid or not.

use crate::blob::Order;

/// 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// ELFCLASS32.
    Elf32,
    /// ELFCLASS64.
    Elf64,
}

impl Class {
    /// Both classes, for tests that run in each.
    pub const BOTH: [Class; 2] = [Class::Elf32, Class::Elf64];
}

/// `SHT_PROGBITS`.
pub const PROGBITS: u32 = 1;
/// `SHT_SYMTAB`.
pub const SYMTAB: u32 = 2;
/// `SHT_STRTAB`.
pub const STRTAB: u32 = 3;
/// `SHT_RELA`.
pub const RELA: u32 = 4;
/// `SHT_NOBITS`: the section has no bytes in the file.
pub const NOBITS: u32 = 8;
/// `SHT_REL`.
pub const REL: u32 = 9;

/// A section.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// `sh_type`.
    pub kind: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_addr`.
    pub address: u64,
    /// Its bytes in the file.
    pub data: Vec<u8>,
    /// `sh_size`, if it differs from the length of the data: for a NOBITS section, or to be wrong.
    pub size: Option<u64>,
    /// `sh_offset`, if it differs from the data's place.
    pub offset: Option<u64>,
    /// `sh_link`.
    pub link: u32,
    /// `sh_info`.
    pub info: u32,
    /// `sh_entsize`.
    pub entry_size: u64,
    /// `sh_addralign`.
    pub align: u64,
}

impl Section {
    /// A PROGBITS section.
    pub fn new(name: &str, data: Vec<u8>) -> Section {
        Section {
            name: name.to_owned(),
            kind: PROGBITS,
            flags: 0,
            address: 0,
            data,
            size: None,
            offset: None,
            link: 0,
            info: 0,
            entry_size: 0,
            align: 1,
        }
    }

    /// A NOBITS section with a size but no bytes, as `objcopy --only-keep-debug` makes of `.BTF`.
    pub fn nobits(name: &str, size: u64) -> Section {
        Section { kind: NOBITS, size: Some(size), ..Section::new(name, Vec::new()) }
    }
}

/// An ELF file that is being written.
#[derive(Clone, Debug)]
pub struct Elf {
    /// 32 or 64 bits.
    pub class: Class,
    /// The byte order.
    pub order: Order,
    /// `e_type`: 1 relocatable, 2 executable.
    pub kind: u16,
    /// `e_machine`: 247 BPF, 62 x86-64, 22 s390.
    pub machine: u16,
    /// The sections after the null section. `.shstrtab` is appended automatically.
    pub sections: Vec<Section>,
}

struct Writer {
    class: Class,
    order: Order,
    bytes: Vec<u8>,
}

impl Writer {
    fn half(&mut self, value: u16) {
        self.bytes.extend_from_slice(&self.order.u16(value));
    }

    fn word(&mut self, value: u32) {
        self.bytes.extend_from_slice(&self.order.u32(value));
    }

    /// Writes an address, offset or size, in the width of the class.
    fn wide(&mut self, value: u64) {
        match self.class {
            Class::Elf32 => self.word(value as u32),
            Class::Elf64 => self.bytes.extend_from_slice(&self.order.u64(value)),
        }
    }
}

impl Elf {
    /// A relocatable file without sections.
    pub fn new(class: Class, order: Order, machine: u16) -> Elf {
        Elf { class, order, kind: 1, machine, sections: Vec::new() }
    }

    /// Adds a section.
    pub fn with(mut self, section: Section) -> Elf {
        self.sections.push(section);
        self
    }

    /// The file's bytes: header, the sections' data, section headers.
    pub fn build(&self) -> Vec<u8> {
        let (header_size, entry_size) = match self.class {
            Class::Elf32 => (52u16, 40u16),
            Class::Elf64 => (64, 64),
        };
        let mut names = vec![0];
        let mut named: Vec<(u32, Section)> = Vec::new();
        let strings = Section { kind: STRTAB, ..Section::new(".shstrtab", Vec::new()) };
        for section in self.sections.iter().chain([&strings]) {
            named.push((names.len() as u32, section.clone()));
            names.extend_from_slice(section.name.as_bytes());
            names.push(0);
        }
        if let Some((_, last)) = named.last_mut() {
            last.data = names;
        }
        let mut data = Vec::new();
        let mut offsets = Vec::new();
        for (_, section) in &named {
            data.resize(data.len().next_multiple_of(8), 0);
            offsets.push(section.offset.unwrap_or(u64::from(header_size) + data.len() as u64));
            data.extend_from_slice(&section.data);
        }
        data.resize(data.len().next_multiple_of(8), 0);
        // The header of a 32-bit file has 52 bytes, so the table is aligned only to 4. That is enough.
        let table_at = u64::from(header_size) + data.len() as u64;

        let mut w = Writer { class: self.class, order: self.order, bytes: Vec::new() };
        w.bytes.extend_from_slice(b"\x7fELF");
        w.bytes.push(if self.class == Class::Elf32 { 1 } else { 2 });
        w.bytes.push(if self.order == Order::Little { 1 } else { 2 });
        w.bytes.push(1);
        w.bytes.resize(16, 0);
        w.half(self.kind);
        w.half(self.machine);
        w.word(1);
        w.wide(0);
        w.wide(0);
        w.wide(table_at);
        w.word(0);
        w.half(header_size);
        w.half(0);
        w.half(0);
        w.half(entry_size);
        w.half(named.len() as u16 + 1);
        w.half(named.len() as u16);
        w.bytes.append(&mut data);
        w.bytes.resize(w.bytes.len() + usize::from(entry_size), 0);
        for ((name, section), offset) in named.iter().zip(offsets) {
            w.word(*name);
            w.word(section.kind);
            w.wide(section.flags);
            w.wide(section.address);
            w.wide(offset);
            w.wide(section.size.unwrap_or(section.data.len() as u64));
            w.word(section.link);
            w.word(section.info);
            w.wide(section.align);
            w.wide(section.entry_size);
        }
        w.bytes
    }
}
