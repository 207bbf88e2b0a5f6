//! The page's list of lessons. It repeats some facts of the lesson files, so that the page needs none of these files
//! for the list; a test compares both.

/// A lesson in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in addresses, which is the name of its file without `.md`.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its subject, in a sentence.
    pub about: &'static str,
    /// How many minutes it takes, roughly.
    pub minutes: u32,
}

const fn lesson(name: &'static str, minutes: u32, title: &'static str, about: &'static str) -> Entry {
    Entry { name, title, about, minutes }
}

/// A way through the lessons, for one kind of reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Track {
    /// Its title on the page.
    pub title: &'static str,
    /// The readers that it is for, and the lessons that it builds on.
    pub about: &'static str,
    /// The names of its lessons, in their order.
    pub lessons: &'static [&'static str],
}

/// The tracks. Joined, they give all lessons in order: nothing is used before it is taught.
pub const TRACKS: &[Track] = &[
    Track {
        title: "Layouts",
        about: "How types are written down, and how a struct lies in memory. Begin here.",
        lessons: &["why", "blob", "strings", "kinds", "holes", "reorganise", "bitfields", "kernel"],
    },
    Track {
        title: "CO-RE",
        about: "For those who write BPF programs: how one program runs on many kernels. Needs the first four lessons of Layouts; \
                the lessons on sizes and on every kind of relocation also need the lesson on bitfields.",
        lessons: &[
            "bpf", "tags", "ext", "core", "vmlinux", "maps", "sizes", "core2", "kfuncs", "logs", "clinic", "clinic2",
            "args", "fields",
        ],
    },
    Track {
        title: "Toolmakers",
        about: "For those who read or write BTF in tools of their own. Needs the first four lessons of Layouts; the lessons on ELF and calls \
                also need the lessons on .BTF.ext and maps.",
        lessons: &["split", "dedup", "verdict", "newer", "inline", "elf", "calls", "faults", "tailor", "langs"],
    },
];

/// All lessons, in their order.
pub const LESSONS: &[Entry] = &[
    lesson(
        "why",
        7,
        "Why BTF, and where it comes from",
        "What the kernel needs types for, who makes them, and who reads them.",
    ),
    lesson(
        "blob",
        8,
        "A blob, byte by byte",
        "The header, the sections, and one record read by hand, in both byte orders.",
    ),
    lesson(
        "strings",
        6,
        "Strings and ids",
        "How records find their names and each other, and why one stored name can serve several times.",
    ),
    lesson(
        "kinds",
        11,
        "Every kind, one by one",
        "The nineteen kinds of records that every reader knows, with what each of them holds.",
    ),
    lesson(
        "holes",
        8,
        "Holes, padding, cache lines",
        "Why a struct is larger than its members, and what you can do about it.",
    ),
    lesson(
        "reorganise",
        10,
        "Reorganising a struct",
        "From holes to a smaller struct, and then to one that does not make two processors wait for each other.",
    ),
    lesson(
        "bitfields",
        10,
        "Bitfields, three times",
        "Three ways to record a bitfield, and what the byte order does to them.",
    ),
    lesson(
        "kernel",
        12,
        "A first look at a real kernel",
        "Finding a type among thousands, seeing who uses it and what it leads to, in a part of a kernel.",
    ),
    lesson(
        "bpf",
        10,
        "BPF in one page",
        "Program, map, helper, verifier, BTF and CO-RE, each shown once, on one small program that Linux loads.",
    ),
    lesson(
        "tags",
        7,
        "Pointers, const and tags",
        "Chains of records between a member and what it points to, and what tags add to them.",
    ),
    lesson(
        "ext",
        8,
        ".BTF.ext and source lines",
        "How a BPF program's instructions find their functions, their source lines and their relocations.",
    ),
    lesson(
        "core",
        17,
        "CO-RE, from source to patched instruction",
        "How a program that knows one struct finds its members in another, and what happens when they are missing.",
    ),
    lesson(
        "vmlinux",
        10,
        "vmlinux.h, BPF_CORE_READ and the attribute",
        "How source code gets the kernel's types, which reads become relocations, and which silently do not.",
    ),
    lesson(
        "maps",
        10,
        "Maps, globals and externs",
        "How a program declares maps, variables and what it wants from the kernel, all as types in BTF.",
    ),
    lesson(
        "sizes",
        12,
        "When sizes and bitfields change",
        "Which changes to a member a loader can follow, which make the load fail, and which go unnoticed.",
    ),
    lesson(
        "core2",
        15,
        "CO-RE II: every kind of relocation",
        "All 13 kinds, arrays and anonymous members, flavours, existing against matching types, and ambiguity.",
    ),
    lesson(
        "kfuncs",
        14,
        "kfuncs, hooks and struct_ops",
        "How a program calls, traces and replaces functions of the kernel, and which types each of these needs.",
    ),
    lesson(
        "logs",
        12,
        "Reading a loader's log",
        "What libbpf and the verifier print when a program does not load, and how to trace each line back to a type.",
    ),
    lesson(
        "clinic",
        20,
        "Log clinic: memory",
        "Five programs that the verifier refuses for how they use memory: find the line, say the cause, choose a fix, see what the kernel says.",
    ),
    lesson(
        "clinic2",
        20,
        "Log clinic: rules",
        "Five programs that break a rule of their type, their license, a helper, the kernel's types or the verifier's limits: find, say, fix.",
    ),
    lesson(
        "args",
        12,
        "What the verifier knows of arguments",
        "The same argument is a number in one type of program and a typed pointer in another, and some functions want a pointer that is trusted.",
    ),
    lesson(
        "fields",
        10,
        "Reading a field on every kernel",
        "One field, its names and sizes over the years, the code that reads all of them, and how far one can trust it.",
    ),
    lesson(
        "split",
        8,
        "Split BTF and the distilled base",
        "How a module's types continue the kernel's, and what a module built elsewhere brings with it.",
    ),
    lesson(
        "dedup",
        11,
        "Deduplication",
        "How the types of thousands of source files become one set, and why a type can remain twice.",
    ),
    lesson(
        "verdict",
        15,
        "What the kernel checks",
        "How the kernel judges a BTF, what errno and log say, and how to fix what it refuses.",
    ),
    lesson(
        "newer",
        7,
        "What changed in 2026",
        "The header of 32 bytes, the layout section, and wider fields in the info word.",
    ),
    lesson(
        "inline",
        9,
        "Inlined functions",
        "Where the calls of an inlined function went, and where its arguments are (kinds 20 to 22).",
    ),
    lesson(
        "elf",
        10,
        "ELF relocations by hand",
        "What a linker or loader writes into instructions and data, computed from the symbol's value and what is already there.",
    ),
    lesson(
        "calls",
        9,
        "From the file into the kernel and back",
        "Which bpf() calls a loader makes with BTF, and how a tool gets it back.",
    ),
    lesson(
        "faults",
        25,
        "Find the fault",
        "Twenty small blobs, each with one byte that breaks a rule. Read them as a decoder does.",
    ),
    lesson(
        "tailor",
        10,
        "BTF for kernels that have none",
        "How a program takes the types with it that it needs, cut from those of the kernel.",
    ),
    lesson(
        "langs",
        10,
        "C++ and Rust types in BTF",
        "What compilers write of classes, references, templates, enums with data and generics, what is lost, and what the kernel refuses.",
    ),
];

/// The final project of the course, `docs/project.md`. It stands below the tracks and is not among [`LESSONS`]: it is
/// about a kernel that the student brings.
pub const PROJECT: &Entry = &lesson(
    "project",
    60,
    "Project: your own kernel",
    "Ten tasks on the kernel that you run, from its types to a declaration that reads a field on it. The page checks all but the last.",
);

/// The lesson of this name, or the project.
pub fn entry(name: &str) -> Option<&'static Entry> {
    LESSONS.iter().chain([PROJECT]).find(|e| e.name == name)
}
