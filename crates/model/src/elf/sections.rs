//! The section table of an ELF file as rows, with how btfscope uses each section.

use btf::FileRange;
use container::{ElfFacts, ElfSection, Format, Opened, Piece};
use wire::Wire;

/// The most rows. A file may have more sections than the 16-bit number in the ELF header can count.
const MOST_ROWS: usize = 1 << 16;

crate::made! {
    /// A section. The numbers are those in the table.
    #[derive(Clone, PartialEq, Eq, Debug, Wire)]
    pub struct SectionRow(section: &ElfSection, machine: u16, used_for: String) {
        /// Its index in the table, from 1.
        pub index: u32,
        /// Its name; bytes that are not UTF-8 are replaced.
        pub name: String = section.name.clone(),
        /// The name of `sh_type` without `SHT_`; the number for a type without a known name: `0x70000001`.
        pub type_name: String = type_name(section.section_type, machine),
        /// `sh_type`.
        pub type_number: u32 = section.section_type,
        /// The letters of `sh_flags`, as in readelf; unknown flags as a number.
        pub flags: String = flag_letters(section.flags),
        /// `sh_flags`.
        pub flag_bits: u64 = section.flags,
        /// `sh_addr`.
        pub address: u64,
        /// `sh_offset`, in bytes from the start of the file, or of its unpacked content.
        pub offset: u64,
        /// `sh_size`, in bytes.
        pub size: u64,
        /// `sh_link`: the index of another section; its meaning depends on the type.
        pub link: u32,
        /// `sh_info`: its meaning depends on the type; for relocations, the index of the section that they patch.
        pub info: u32,
        /// `sh_addralign`, in bytes.
        pub alignment: u64,
        /// `sh_entsize`: the size in bytes of an entry, if the section is a table.
        pub entry_size: u64,
        /// Its bytes in the file; empty if it has none there.
        pub bytes: FileRange = FileRange::new(section.file_range.start, section.file_range.end),
        /// How btfscope uses it, in words; may be empty.
        pub used_for: String = used_for,
    }
}

/// A section table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct SectionTable {
    /// The sections of the table; only the first 65,536 if there are more.
    pub rows: Vec<SectionRow>,
    /// How many there are, without the null section.
    pub total: u64,
}

/// The section table of a file; none if the file is no ELF file. For types that were made from debug information, the
/// table of the file with that information.
pub fn section_table(opened: &Opened) -> Option<SectionTable> {
    let elf = opened.of_elf()?;
    let uses = Uses { opened, elf };
    let row = |section| SectionRow::of(section, elf.machine, uses.of(section).unwrap_or_default());
    let rows = elf.sections.iter().take(MOST_ROWS).map(row);
    Some(SectionTable { rows: rows.collect(), total: elf.sections.len() as u64 })
}

/// The types and flags that the code below treats specially (gABI).
const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
const RELA: u32 = 4;
const NOTE: u32 = 7;
const NOBITS: u32 = 8;
const REL: u32 = 9;
const EXECUTABLE: u64 = 4;

/// The names of section types (gABI, and the numbers that GNU and LLVM define).
const TYPES: [(u32, &str); 38] = [
    (0, "NULL"),
    (PROGBITS, "PROGBITS"),
    (SYMTAB, "SYMTAB"),
    (STRTAB, "STRTAB"),
    (RELA, "RELA"),
    (5, "HASH"),
    (6, "DYNAMIC"),
    (NOTE, "NOTE"),
    (NOBITS, "NOBITS"),
    (REL, "REL"),
    (10, "SHLIB"),
    (11, "DYNSYM"),
    (14, "INIT_ARRAY"),
    (15, "FINI_ARRAY"),
    (16, "PREINIT_ARRAY"),
    (17, "GROUP"),
    (18, "SYMTAB_SHNDX"),
    (19, "RELR"),
    (20, "CREL"),
    (0x4000_0014, "CREL"),
    (0x6fff_4c00, "LLVM_ODRTAB"),
    (0x6fff_4c01, "LLVM_LINKER_OPTIONS"),
    (0x6fff_4c03, "LLVM_ADDRSIG"),
    (0x6fff_4c04, "LLVM_DEPENDENT_LIBRARIES"),
    (0x6fff_4c05, "LLVM_SYMPART"),
    (0x6fff_4c06, "LLVM_PART_EHDR"),
    (0x6fff_4c07, "LLVM_PART_PHDR"),
    (0x6fff_4c09, "LLVM_CALL_GRAPH_PROFILE"),
    (0x6fff_4c0a, "LLVM_BB_ADDR_MAP"),
    (0x6fff_4c0b, "LLVM_OFFLOADING"),
    (0x6fff_4c0c, "LLVM_LTO"),
    (0x6fff_fff5, "GNU_ATTRIBUTES"),
    (0x6fff_fff6, "GNU_HASH"),
    (0x6fff_fff7, "GNU_LIBLIST"),
    (0x6fff_fff8, "CHECKSUM"),
    (0x6fff_fffd, "VERDEF"),
    (0x6fff_fffe, "VERNEED"),
    (0x6fff_ffff, "VERSYM"),
];

/// Machine-specific names, by `e_machine` (the processors' supplements).
const MACHINE_TYPES: [(u16, u32, &str); 6] = [
    (40, 0x7000_0001, "ARM_EXIDX"),
    (40, 0x7000_0003, "ARM_ATTRIBUTES"),
    (62, 0x7000_0001, "X86_64_UNWIND"),
    (183, 0x7000_0003, "AARCH64_ATTRIBUTES"),
    (243, 0x7000_0003, "RISCV_ATTRIBUTES"),
    (8, 0x7000_002a, "MIPS_ABIFLAGS"),
];

fn type_name(number: u32, machine: u16) -> String {
    let own = MACHINE_TYPES.iter().find(|(of, n, _)| (*of, *n) == (machine, number)).map(|(_, _, name)| *name);
    let known = own.or(TYPES.iter().find(|(n, _)| *n == number).map(|(_, name)| *name));
    known.map_or_else(|| format!("{number:#x}"), str::to_owned)
}

/// Flags and their letters, in the order of readelf.
const FLAGS: [(u64, char); 14] = [
    (1, 'W'),
    (2, 'A'),
    (EXECUTABLE, 'X'),
    (0x10, 'M'),
    (0x20, 'S'),
    (0x40, 'I'),
    (0x80, 'L'),
    (0x100, 'O'),
    (0x200, 'G'),
    (0x400, 'T'),
    (0x800, 'C'),
    (0x20_0000, 'R'),
    (0x100_0000, 'D'),
    (0x8000_0000, 'E'),
];

fn flag_letters(flags: u64) -> String {
    let mut letters: String = FLAGS.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, letter)| *letter).collect();
    let rest = FLAGS.iter().fold(flags, |rest, (bit, _)| rest & !bit);
    if rest != 0 {
        letters.push_str(&format!(" {rest:#x}"));
    }
    letters
}

/// Says how btfscope uses the sections of a file.
struct Uses<'a> {
    opened: &'a Opened,
    elf: &'a ElfFacts,
}

impl Uses<'_> {
    fn of(&self, section: &ElfSection) -> Option<String> {
        let (opened, name) = (self.opened, section.name.as_str());
        let is = |piece: &Option<Piece>| piece.as_ref().is_some_and(|p| p.file_range == section.file_range);
        let has_bytes = !section.file_range.is_empty();
        let is_dwarf = matches!(opened.format, Format::Dwarf(_));
        let said = match name {
            _ if has_bytes && !is_dwarf && opened.btf.file_range == section.file_range => "the types",
            ".BTF.ext" if is(&opened.btf_ext) => "functions, source lines and CO-RE relocations",
            ".BTF.base" if is(&opened.btf_base) => "the distilled base of the types",
            ".BTF_ids" if is(&opened.btf_ids) => "lists and sets of type ids",
            ".BTF.inline" if is(&opened.btf_inline) => "where inlined calls keep their arguments",
            ".modinfo" if self.elf.modinfo.is_some() => "the module's name, release and dependencies",
            ".gnu.linkonce.this_module" => "tells that it is a module",
            ".note.gnu.build-id" if self.elf.build_id.is_some() => "the build id",
            ".shstrtab" => "the names of sections",
            _ => return self.of_type(section),
        };
        Some(said.to_owned())
    }

    /// The use of a section that follows from its type: for a program, or for debug information.
    fn of_type(&self, section: &ElfSection) -> Option<String> {
        let elf = self.elf;
        let is_program = self.opened.program.is_some();
        let is_debug = |name: &str| name.starts_with(".debug_") || name.starts_with(".zdebug_");
        if is_debug(&section.name) && elf.has_dwarf() {
            let made = matches!(self.opened.format, Format::Dwarf(_));
            let said = if made {
                "debug information, which the types were made of"
            } else {
                "debug information, for `encode`"
            };
            return Some(said.to_owned());
        }
        let at = |index: u32| elf.sections.iter().find(|s| s.index == index);
        match section.section_type {
            REL | RELA => {
                let target = at(section.info)?;
                let used = is_program || is_debug(&target.name) && elf.has_dwarf();
                used.then(|| format!("ELF relocations of {}", target.name))
            }
            SYMTAB if is_program => Some("symbols: functions, variables and maps".to_owned()),
            SYMTAB if self.opened.id_symbols.is_some() => Some("symbols, which name the lists of .BTF_ids".to_owned()),
            SYMTAB if elf.has_dwarf() => Some("symbols: addresses of variables, for `encode`".to_owned()),
            STRTAB => {
                let named = elf.sections.iter().find(|s| s.section_type == SYMTAB && s.link == section.index)?;
                self.of_type(named).map(|_| "the names of symbols".to_owned())
            }
            PROGBITS | NOBITS if is_program => of_program(section).map(str::to_owned),
            _ => None,
        }
    }
}

/// The use of a section of a BPF object, by the names that libbpf knows (`bpf_object__elf_collect`).
fn of_program(section: &ElfSection) -> Option<&'static str> {
    let name = section.name.as_str();
    let is = |of: &str| name.strip_prefix(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    Some(match name {
        "license" => "the licence of the programs",
        "version" => "the kernel version that old programs name",
        ".maps" => "declared maps",
        "maps" => "maps in the old form",
        ".text" => "functions that programs call",
        _ if section.flags & EXECUTABLE != 0 => "programs",
        ".struct_ops" | ".struct_ops.link" | "?.struct_ops" | "?.struct_ops.link" => {
            "struct_ops: structs that programs implement"
        }
        _ if is(".rodata") => "variables that programs only read: a map",
        _ if is(".data") || is(".bss") => "variables: a map",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{flag_letters, type_name};

    /// `X86_64_UNWIND`, `GNU_HASH` and the letters of known flags are those that readelf 2.40 prints. It has no name
    /// for `LLVM_ADDRSIG`, and prints unknown numbers in another form.
    #[test]
    fn types_and_flags_have_readelfs_names() {
        assert_eq!(
            (type_name(0x7000_0001, 62).as_str(), type_name(0x7000_0001, 3).as_str()),
            ("X86_64_UNWIND", "0x70000001")
        );
        assert_eq!(
            (type_name(0x6fff_4c03, 247).as_str(), type_name(0x6fff_fff6, 62).as_str()),
            ("LLVM_ADDRSIG", "GNU_HASH")
        );
        assert_eq!(
            (flag_letters(6), flag_letters(0x30), flag_letters(0x8000_0000)),
            ("AX".into(), "MS".into(), "E".into())
        );
        assert_eq!(flag_letters(0x1000_0002), "A 0x10000000");
    }
}
