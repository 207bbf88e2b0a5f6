//! [`Need`]: one thing that a program needs of a kernel.

use bpf::Insn;

use crate::tags::Tag;
use release::Version;

btf::named! {
    /// The kind of need.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum NeedKind {
        /// libbpf opens the object, and finds no fault at load before it calls the kernel (crate `open`). Listed only
        /// if one of these fails.
        Open = "open";
        /// A type of map.
        Map = "map";
        /// A flag of a map.
        MapFlag = "mapflag";
        /// A kind in the object's own BTF, which old kernels cannot read.
        BtfKind = "btfkind";
        /// A kernel function.
        Kfunc = "kfunc";
        /// A variable of the kernel with a type.
        Ksym = "ksym";
        /// An address of the kernel without a type.
        Kallsyms = "kallsyms";
        /// A value of the kernel's configuration.
        Kconfig = "kconfig";
        /// A struct of callbacks, or a member of one.
        StructOps = "struct_ops";
        /// A section whose name does not give a program type.
        Section = "section";
        /// A type of program.
        ProgType = "progtype";
        /// A type of attachment.
        AttachType = "attachtype";
        /// The target that the program attaches to.
        Attach = "attach";
        /// The arguments of its target that the program reads.
        Args = "args";
        /// A helper function.
        Helper = "helper";
        /// A CO-RE relocation.
        Core = "core";
        /// Instructions that old kernels lack.
        Insn = "insn";
        /// The licence that a helper demands.
        License = "license";
        /// A feature that a tag, a member of a map's value, or the name of a section requests.
        Tag = "tag";
        /// The program's reads, writes and return values: no known rule makes a verifier refuse them
        /// ([`relo::followed`]).
        Access = "access";
    }
    /// All kinds, in the order of reports.
    pub const ALL;
    /// The word for the kind in reports and arguments: `"kfunc"`.
    pub fn as_str;
}

/// The details of a need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
    MapType(u32),
    MapFlag(&'static str),
    BtfKind(btf::Kind),
    /// libbpf opens the object with all its parts.
    Opens,
    /// libbpf's checks at load, which were not predicted for all programs.
    Unfinished,
    /// An index into libbpf's refusals at load before it calls the kernel.
    BeforeKernel(usize),
    /// The extern's index among the object's.
    Extern(usize),
    /// The indices of the struct_ops variable, and of its member; none for the struct itself.
    StructOps(usize, Option<usize>),
    Section,
    ProgType(String),
    AttachType(String),
    Attach,
    Args,
    Helper(u32),
    /// Indices of records.
    Core(Vec<usize>),
    Insn(Level),
    License(&'static str),
    Tag(Tag),
    Access,
}

/// A level of the instruction set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    Atomics,
    V4,
    MayGoto,
    Arena,
    SmallAtomics,
    Gotox,
}

impl Level {
    /// The level's name, and the first version of Linux with the level.
    pub(crate) fn what(self) -> (&'static str, Version) {
        match self {
            Level::Atomics => ("atomic operations that fetch", Version::new(5, 12)),
            Level::V4 => ("instructions of cpu v4", Version::new(6, 6)),
            Level::MayGoto => ("may_goto", Version::new(6, 9)),
            Level::Arena => ("addr_space_cast", Version::new(6, 9)),
            Level::SmallAtomics => ("load_acquire, store_release, atomics of 1 and 2 bytes", Version::new(6, 15)),
            Level::Gotox => ("gotox", Version::new(6, 19)),
        }
    }

    /// The level that an instruction belongs to (`Documentation/bpf/standardization/instruction-set.rst`); none for an
    /// instruction that no level here adds.
    pub(crate) fn of(insn: Insn) -> Option<Level> {
        let op = insn.code & 0xf0;
        match insn.code {
            0xc3 | 0xdb if matches!(insn.imm, 0x100 | 0x110) => Some(Level::SmallAtomics),
            0xc3 | 0xdb if insn.imm != 0 => Some(Level::Atomics),
            0xcb | 0xd3 => Some(Level::SmallAtomics),
            0xe5 => Some(Level::MayGoto),
            0x0d => Some(Level::Gotox),
            0x06 | 0xd7 | 0x81 | 0x89 | 0x91 => Some(Level::V4),
            0xbf if insn.off == 1 => Some(Level::Arena),
            0xbf | 0xbc if matches!(insn.off, 8 | 16 | 32) => Some(Level::V4),
            _ if matches!(insn.code & 7, 4 | 7) && matches!(op, 0x30 | 0x90) && insn.off == 1 => Some(Level::V4),
            _ => None,
        }
    }
}

/// One thing that a program needs of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The index of the program that needs it; none if the whole object does.
    pub program: Option<usize>,
    /// The kind of need.
    pub kind: NeedKind,
    /// Its name: `FUNC vfs_read`, `BPF_FUNC_ringbuf_output`, `byte_off [7] struct task_struct.pid (0:85)`.
    pub name: String,
    /// Whether the object can do without it (a weak symbol).
    pub weak: bool,
    /// The first version of Linux that has it, if known.
    pub since: Option<Version>,
    /// The instructions that need it, as slots of [`relo::reach::Code`]; empty if no instruction does.
    pub slots: Vec<u32>,
    pub(crate) ask: Ask,
}

impl Need {
    /// For a need of relocations, the indices of these among the object's relocations; else empty.
    pub fn relocations(&self) -> &[usize] {
        match &self.ask {
            Ask::Core(records) => records,
            _ => &[],
        }
    }
}
