//! The facts that an ELF file gives about itself.

use btf::Endian;
use object::elf::{ET_DYN, ET_EXEC, ET_REL, FileType};

use crate::FileRange;

/// The machine number of BPF (`EM_BPF`).
pub(crate) const EM_BPF: u16 = 247;

/// The facts that an ELF file gives about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ElfFacts {
    /// 32 or 64.
    pub class_bits: u32,
    /// The byte order of the file.
    pub endian: Endian,
    /// `e_machine`.
    pub machine: u16,
    /// The machine's usual name: `x86-64`, `s390x`, `bpf`; `machine 0x1234` for one that is not known.
    pub machine_name: String,
    /// `e_type`: 1 relocatable, 2 executable, 3 shared, 4 core.
    pub file_type: u16,
    /// The size of a pointer in bytes: 8 for BPF, else 8 or 4 by the class.
    pub pointer_size: u32,
    /// The sections, without the null section, in file order.
    pub sections: Vec<ElfSection>,
    /// The identity of the build (`NT_GNU_BUILD_ID`) in hex digits, when there is one.
    pub build_id: Option<String>,
    /// The compiler: the first string of `.comment`, or the compiler in a kernel's banner; at most 160 bytes of it.
    pub compiler: Option<String>,
    /// The contents of `.modinfo`, a section of modules; none when the file has no such section.
    pub modinfo: Option<ModInfo>,
    /// Programs only: the number of CO-RE relocations in `.BTF.ext`; none when there is no such section, or when it
    /// cannot be read.
    pub core_relos: Option<u32>,
}

impl ElfFacts {
    /// Whether the file is linked: an executable or a library, but no BPF program. Kernel modules are not linked: they
    /// are object files.
    pub fn is_linked(&self) -> bool {
        self.machine != EM_BPF && matches!(FileType(self.file_type), ET_EXEC | ET_DYN)
    }

    /// The kind of file in words (`BPF program`), by its machine, sections and `e_type`.
    pub fn what(&self) -> &'static str {
        // Every module has a section with its `struct module`.
        let is_module = || self.sections.iter().any(|section| section.name == ".gnu.linkonce.this_module");
        match FileType(self.file_type) {
            _ if self.machine == EM_BPF => "BPF program",
            ET_REL if is_module() => "module",
            ET_REL => "object file",
            ET_EXEC => "executable",
            // Position-independent: `e_type` does not distinguish programs from libraries.
            ET_DYN => "executable or library",
            _ => "ELF file",
        }
    }
}

/// A section of an ELF file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ElfSection {
    /// Its index in the section table, from 1.
    pub index: u32,
    /// Its name as text, with escapes for bytes that are not UTF-8 ([`btf::visible`]).
    pub name: String,
    /// `sh_type`.
    pub section_type: u32,
    /// `sh_flags`.
    pub flags: u64,
    /// `sh_addr`: its address in memory; 0 in files that are not linked yet.
    pub address: u64,
    /// `sh_offset`: where its bytes begin in the file; set even if it has no bytes there.
    pub offset: u64,
    /// `sh_entsize`: bytes of an entry, if the section consists of entries of one size; else 0.
    pub entry_size: u64,
    /// `sh_addralign`: its address is a multiple of this; 0 and 1 allow any address.
    pub alignment: u64,
    /// `sh_link`: for a symbol table, the index of the section with the names.
    pub link: u32,
    /// `sh_info`: for a table of relocations, the index of the section that it relocates.
    pub info: u32,
    /// `sh_size`, in bytes; may be more than 0 for a section without bytes in the file.
    pub size: u64,
    /// Its bytes in the file, as the table says; empty when it has none there (`SHT_NOBITS`).
    pub file_range: FileRange,
}

/// The contents of a kernel module's `.modinfo`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ModInfo {
    /// `name=`.
    pub name: Option<String>,
    /// `vermagic=`: the kernel's release, then options that must be those of the kernel.
    pub vermagic: Option<String>,
    /// `depends=`: names of the modules that this one uses.
    pub depends: Vec<String>,
}

impl ModInfo {
    /// Reads the section: strings `key=value`, each ended by a NUL (kernel, `include/linux/moduleparam.h`).
    pub(crate) fn parse(bytes: &[u8]) -> ModInfo {
        let mut info = ModInfo::default();
        for entry in bytes.split(|&b| b == 0) {
            let text = String::from_utf8_lossy(entry);
            match text.split_once('=') {
                Some(("name", value)) => info.name = Some(value.to_owned()),
                Some(("vermagic", value)) => info.vermagic = Some(value.to_owned()),
                Some(("depends", value)) => {
                    info.depends = value.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
                }
                _ => {}
            }
        }
        info
    }

    /// The kernel's release: the first word of `vermagic`.
    pub fn release(&self) -> Option<&str> {
        self.vermagic.as_deref()?.split_ascii_whitespace().next()
    }
}

/// The usual name of a machine by `e_machine` (System V ABI). Only BPF and the machines that Linux runs or ran on have
/// names here.
pub(crate) fn machine_name(machine: u16, class_bits: u32, endian: Endian) -> String {
    let big = endian == Endian::Big;
    let name = match machine {
        2 => "sparc",
        3 => "i386",
        4 => "m68k",
        8 if class_bits == 64 && !big => "mips64el",
        8 if class_bits == 64 => "mips64",
        8 if !big => "mipsel",
        8 => "mips",
        15 => "parisc",
        20 => "powerpc",
        21 if !big => "ppc64le",
        21 => "ppc64",
        22 if class_bits == 64 => "s390x",
        22 => "s390",
        40 if big => "armeb",
        40 => "arm",
        42 => "sh",
        43 => "sparc64",
        50 => "ia64",
        62 if class_bits == 64 => "x86-64",
        62 => "x32",
        92 => "openrisc",
        93 => "arc",
        94 => "xtensa",
        183 if big => "arm64 big-endian",
        183 => "arm64",
        195 => "arc v2",
        243 if class_bits == 64 => "riscv64",
        243 => "riscv32",
        247 => "bpf",
        252 => "csky",
        258 if class_bits == 64 => "loongarch64",
        258 => "loongarch32",
        other => return format!("machine {other:#x}"),
    };
    name.to_owned()
}
