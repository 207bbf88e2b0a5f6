//! Program objects with one fault each, like files that were cut off or written by a faulty tool.

use btf::{CoreRelo, Ext};

use crate::fixture;

/// A broken object.
#[derive(Debug)]
pub struct Broken {
    /// A name for the file that says what is broken.
    pub name: &'static str,
    /// The file.
    pub bytes: Vec<u8>,
    /// A part of the expected problem of the file; empty when only a relocation has a problem.
    pub file_says: &'static str,
    /// A part of the expected problem of the first relocation; empty when that is sound, or cannot be read.
    pub relocation_says: &'static str,
}

/// Offsets of parts of the object, in bytes of the file.
struct Places {
    /// The header of `.BTF.ext`.
    ext: usize,
    /// The first core_relo record.
    record: usize,
    /// The section header of `.BTF.ext`, and that of the section with the first relocation.
    headers: [usize; 2],
    /// The code of the section with the first relocation: offset and length.
    code: (usize, usize),
}

fn places(file: &[u8]) -> Places {
    let u64_at = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes")) as usize;
    let u16_at = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let header = |index: usize| u64_at(0x28) + 64 * index;
    let names = u64_at(header(u16_at(0x3e)) + 24);
    let named = |name: &str| {
        let is = |&h: &usize| {
            let at = names + u32::from_le_bytes(file[h..h + 4].try_into().expect("four bytes")) as usize;
            file[at..].starts_with(name.as_bytes()) && file[at + name.len()] == 0
        };
        (0..u16_at(0x3c)).map(header).find(is).unwrap_or_else(|| panic!("no section {name}"))
    };
    let (ext, code) = (named(".BTF.ext"), named("raw_tp/moves"));
    let at = u64_at(ext + 24);
    let parsed = Ext::parse(&file[at..at + u64_at(ext + 32)]).expect("a .BTF.ext");
    let first = parsed.core_relos().next().map(|(_, CoreRelo { range, .. })| range.start as usize);
    Places {
        ext: at,
        record: at + first.expect("a relocation"),
        headers: [ext, code],
        code: (u64_at(code + 24), u64_at(code + 32)),
    }
}

/// Copies of the little-endian fixture that has relocations of every kind. Each copy has one fault. The fixture's first
/// relocation is in `raw_tp/moves`.
///
/// # Panics
/// When the fixture is missing or different.
pub fn all() -> Vec<Broken> {
    const MISSING: &str = "There is no instruction at this offset";
    let whole = fixture::read("relo.clang.bpfel.o");
    let p = places(&whole);
    let (from, len) = p.code;
    let word = |name, at: usize, value: u32, file_says, relocation_says| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        Broken { name, bytes, file_says, relocation_says }
    };
    let mut unknown = whole.clone();
    (from..from + len).step_by(8).for_each(|at| unknown[at] = 0xff);
    vec![
        word("insn-far.o", p.record, 0x7fff_fff8, "", MISSING),
        word("insn-odd.o", p.record, 3, "", MISSING),
        word("type-far.o", p.record + 4, 0x00ff_ffff, "", "[16777215] leads to no type"),
        word("access-far.o", p.record + 8, 0x00ff_ffff, "", "there is no access string"),
        word("kind-unknown.o", p.record + 12, 77, "", "77 is no kind of CO-RE relocation"),
        Broken {
            name: "code-unknown.o",
            bytes: unknown,
            file_says: "",
            relocation_says: "The instruction takes a register, not an immediate",
        },
        // The head of a block is eight bytes: the section's name and the number of records. The size of a record stands
        // before the first head.
        word("ext-count.o", p.record - 4, u32::MAX, ".BTF.ext", ""),
        word("ext-record-size.o", p.record - 12, 3, ".BTF.ext", ""),
        word("ext-length.o", p.ext + 28, 0x7fff_ffff, ".BTF.ext", ""),
        word("ext-cut.o", p.headers[0] + 32, 3000, ".BTF.ext", ""),
        word("code-cut.o", p.headers[1] + 32, 12, "function moves ends at", ""),
        word("code-far.o", p.headers[1] + 24, 0x7fff_0000, "section raw_tp/moves", MISSING),
    ]
}
