//! The result of opening a file.

use crate::FileRange;
use crate::elf_facts::ElfFacts;
use crate::error::OpenError;
use crate::id_symbols::IdSymbol;
use crate::image::ImageFacts;
use crate::piece::Piece;

/// How a file holds its BTF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// The file is a BTF blob.
    Raw,
    /// An ELF file with a section `.BTF`, or a BPF program without one ([`Opened::has_btf`]).
    Elf(ElfFacts),
    /// A kernel image, or a binary of another form, that was searched for BTF.
    Image(ImageFacts),
    /// The BTF was made from the debug information (DWARF) of this ELF file, which may have BTF of its own, too. Ranges
    /// count in the blob that was made.
    Dwarf(ElfFacts),
    /// The BTF was made of C declarations (crate `header`), for the machine of this name (`x86-64`, `arm64`); none if
    /// the machine is not known. Ranges count in the blob that was made.
    Header(Option<&'static str>),
}

/// A wrapping that was taken off to get at its content: compression, an archive, a dump.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layer {
    /// Its kind: a codec's name, the path of an entry, `a hex dump`.
    pub what: String,
    /// Where it lies in the output of the layer before, or, for the first layer, in the file; empty for the entries
    /// that [`crate::unpack_each`] took out.
    pub file_range: FileRange,
    /// How many bytes came out of it.
    pub len: u64,
}

btf::named! {
    /// The kind of thing that a file's BTF describes.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Role {
        /// A whole kernel.
        Kernel = "kernel";
        /// A kernel module: its BTF continues that of its kernel, or a distilled base.
        Module = "module";
        /// A BPF program object.
        Program = "program";
        /// A distilled base: the kernel types that a module built out of tree needs, without members.
        Base = "base";
        /// Anything else: a user space object, or BTF of unknown origin.
        Other = "other";
    }
    /// `"kernel"`, `"module"`, `"program"`, `"base"`, `"other"`.
    pub fn as_str;
}

/// The need for a base: the file's BTF continues a BTF that is not in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BaseNeed {
    /// How this is known, as a sentence without its full stop.
    pub why: String,
    /// The module's name, when the file has it.
    pub module_name: Option<String>,
    /// The kernel that the module was built for (`vermagic` of `.modinfo`, whole), when the file has it.
    pub vermagic: Option<String>,
}

/// An opened file: the bytes that matter, and the facts known about them. Nothing is decoded yet: [`btf::Btf::parse`]
/// and [`btf::Ext::parse`] do that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    /// The file's name.
    pub name: String,
    /// How many bytes the file has.
    pub file_len: u64,
    /// The layers that were taken off, outermost first; empty when the BTF was not wrapped.
    pub layers: Vec<Layer>,
    /// How the file, or the output of the last layer, holds its BTF.
    pub format: Format,
    /// Whether the BTF is that of a kernel, a module, a program, ..
    pub role: Role,
    /// The BTF.
    pub btf: Piece,
    /// `.BTF.ext`: functions, lines, CO-RE relocations.
    pub btf_ext: Option<Piece>,
    /// `.BTF.base`: the distilled base that [`Opened::btf`] continues.
    pub btf_base: Option<Piece>,
    /// `.BTF_ids`: lists and sets of type ids, in kernels and modules.
    pub btf_ids: Option<Piece>,
    /// The symbols of [`Opened::btf_ids`], by offset; none when the file has no symbol table that can be read.
    pub id_symbols: Option<Vec<IdSymbol>>,
    /// `.BTF.inline`: a split BTF on [`Opened::btf`] that says where inlined calls keep their arguments.
    pub btf_inline: Option<Piece>,
    /// Programs only: the whole file, because it has the instructions, symbols and relocations. None when the file has
    /// more than 64 MiB.
    pub program: Option<Piece>,
    /// The release of the kernel (`6.1.0-50-amd64`) that the file is or was built for, when the file has it.
    pub kernel_release: Option<String>,
    /// Set when the BTF continues a base that the file does not bring.
    pub needs_base: Option<BaseNeed>,
    /// A fault of a wrapping, such as a wrong checksum or a missing end: the content before the fault was opened.
    pub damage: Option<Box<OpenError>>,
    /// Notes for a person: sections that were ignored, bytes left out. Sentences without their full stop.
    pub notes: Vec<String>,
}

impl Opened {
    /// Whether the file has BTF. If not, which is possible only for a BPF program, [`Opened::btf`] is an empty BTF made
    /// in its place.
    pub fn has_btf(&self) -> bool {
        !self.btf.file_range.is_empty()
    }

    /// The facts of the ELF file that has the BTF; none if the BTF is not in an ELF file.
    pub fn elf(&self) -> Option<&ElfFacts> {
        match &self.format {
            Format::Elf(facts) => Some(facts),
            Format::Raw | Format::Image(_) | Format::Dwarf(_) | Format::Header(_) => None,
        }
    }

    /// The facts of the ELF file that has the BTF, or whose debug information it was made from.
    pub fn of_elf(&self) -> Option<&ElfFacts> {
        match &self.format {
            Format::Elf(facts) | Format::Dwarf(facts) => Some(facts),
            Format::Raw | Format::Image(_) | Format::Header(_) => None,
        }
    }

    /// The kind of ELF file in words ([`ElfFacts::what`]) when the role is only [`Role::Other`]; none otherwise.
    pub fn what(&self) -> Option<&'static str> {
        self.of_elf().filter(|_| self.role == Role::Other).map(ElfFacts::what)
    }

    /// Turns a blob made from the debug information of an ELF file into an opened file.
    #[must_use]
    pub fn made_from_dwarf(mut self, of: ElfFacts) -> Opened {
        // The types of modules, of a kernel's object files and of BPF programs look like a kernel's: they include many
        // types of the kernel, and all functions are written as static. But of all these only a kernel is linked.
        if self.role == Role::Kernel && !of.is_linked() {
            self.role = Role::Other;
        }
        self.format = Format::Dwarf(of);
        self
    }

    /// The name of the machine the file was made for, when the file gives it.
    pub fn machine(&self) -> Option<&str> {
        match &self.format {
            Format::Elf(facts) | Format::Dwarf(facts) => Some(&facts.machine_name),
            Format::Image(facts) => facts.machine,
            Format::Header(machine) => *machine,
            Format::Raw => None,
        }
    }

    /// The size of a pointer in bytes, when the file gives it: 8 for a BPF program, as in libbpf, else by the ELF
    /// class.
    pub fn pointer_size(&self) -> Option<u32> {
        self.of_elf().map(|facts| facts.pointer_size)
    }
}
