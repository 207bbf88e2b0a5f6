//! A CO-RE relocation alone: an ELF object with one instruction, its relocation, its source line, and the types that it
//! needs.
//!
//! It is a normal object (`e_machine` BPF), which all readers of objects can read; a link carries its bytes, packed.

use std::collections::BTreeSet;

use btf::{Btf, Endian, TypeId};

use crate::minimal::{Options, Part, build};

/// A relocation to carry.
#[derive(Clone, Copy, Debug)]
pub struct Relocation<'a> {
    /// The types of its object.
    pub btf: &'a Btf,
    /// The root type, as the record has it.
    pub root: TypeId,
    /// The named structs and unions whose members are needed; `None` if all are. The others keep their sizes.
    pub keep: Option<&'a BTreeSet<TypeId>>,
    /// The relocation's kind (`enum bpf_core_relo_kind`).
    pub kind: u32,
    /// The access string.
    pub access: &'a [u8],
    /// The ELF section.
    pub section: &'a str,
    /// The function with the instruction.
    pub function: &'a str,
    /// The instruction's bytes: 8, or 16 for a 64-bit load.
    pub code: &'a [u8],
    /// The instruction's source line: file, text, `line_col` as the record has it (line << 10 | column).
    pub line: Option<(&'a [u8], &'a [u8], u32)>,
}

/// `exit`, which ends every program.
const EXIT: [u8; 8] = [0x95, 0, 0, 0, 0, 0, 0, 0];
/// `hdr_len` of `.BTF.ext` with CO-RE relocations (`struct btf_ext_header`).
const EXT_HEADER: u32 = 32;
/// The size in bytes of a line_info record, and of a core_relo record.
const RECORD: u32 = 16;

/// Writes integers of any size up to 8 bytes in a byte order.
struct Bytes {
    endian: Endian,
    out: Vec<u8>,
}

impl Bytes {
    fn new(endian: Endian) -> Bytes {
        Bytes { endian, out: Vec::new() }
    }

    fn put(&mut self, value: u64, bytes: usize) {
        let (little, big) = (value.to_le_bytes(), value.to_be_bytes());
        match self.endian {
            Endian::Little => self.out.extend(little.iter().take(bytes)),
            Endian::Big => self.out.extend(big.iter().skip(8 - bytes)),
        }
    }

    fn words(&mut self, words: &[u32]) {
        words.iter().for_each(|&w| self.put(w.into(), 4));
    }
}

/// Makes the object.
pub fn relocation(r: &Relocation<'_>) -> Vec<u8> {
    let endian = r.btf.endian();
    let options = Options { depth: 0, tags: false };
    let (file, text, place) = r.line.unwrap_or_default();
    let strings: [&[u8]; 4] = [&btf::unescaped(r.section), r.access, file, text];
    let (minimal, at) = build(&Part { btf: r.btf, roots: &[r.root], keep: r.keep }, &options, &strings);
    let root = minimal.roots.first().map_or(0, |id| id.0);
    let at = |i: usize| at.get(i).copied().unwrap_or_default();

    let mut ext = Bytes::new(endian);
    ext.put(btf::MAGIC.into(), 2);
    ext.put(1, 1);
    ext.put(0, 1);
    // A sub-section: the size of a record, and a block of one record.
    let lines = if r.line.is_some() { 4 + 8 + RECORD } else { 0 };
    ext.words(&[EXT_HEADER, 0, 0, 0, lines, lines, 4 + 8 + RECORD]);
    if r.line.is_some() {
        ext.words(&[RECORD, at(0), 1, 0, at(2), at(3), place]);
    }
    ext.words(&[RECORD, at(0), 1, 0, root, at(1), r.kind]);

    let mut code = r.code.to_vec();
    code.extend_from_slice(&EXIT);
    elf(endian, r.section, r.function, &code, &minimal.bytes, &ext.out)
}

const PROGBITS: u32 = 1;
const SYMTAB: u32 = 2;
const STRTAB: u32 = 3;
/// `SHF_ALLOC | SHF_EXECINSTR`.
const CODE: u64 = 6;
/// The index of the section with all names.
const NAMES: u32 = 5;

/// An ELF file (64 bits, `ET_REL`, `EM_BPF`) of a code section with one function, `.BTF` and `.BTF.ext`.
fn elf(endian: Endian, section: &str, function: &str, code: &[u8], btf: &[u8], ext: &[u8]) -> Vec<u8> {
    let mut names = vec![0u8];
    let mut name = |text: &str| {
        let text = btf::unescaped(text);
        let at = names.len() as u64;
        names.extend(text.iter().take_while(|b| **b != 0));
        names.push(0);
        at
    };
    let function = name(function);
    let titles = [section, ".BTF", ".BTF.ext", ".symtab", ".strtab"].map(&mut name);

    let mut symbols = Bytes::new(endian);
    symbols.out.resize(24, 0);
    // The fields of a symbol: name, info, other, section, value, size. The first symbol is empty; the second is a
    // global function in the first section.
    symbols.put(function, 4);
    for (value, bytes) in [(0x12, 1), (0, 1), (1, 2), (0, 8), (code.len() as u64, 8)] {
        symbols.put(value, bytes);
    }

    let parts: [(u32, u64, &[u8], u64); 5] = [
        (PROGBITS, CODE, code, 8),
        (PROGBITS, 0, btf, 4),
        (PROGBITS, 0, ext, 4),
        (SYMTAB, 0, &symbols.out, 8),
        (STRTAB, 0, &names, 1),
    ];
    let mut body: Vec<u8> = Vec::new();
    let mut headers = Bytes::new(endian);
    headers.out.resize(64, 0);
    for ((kind, flags, bytes, align), title) in parts.into_iter().zip(titles) {
        body.resize(body.len().next_multiple_of(8), 0);
        let is_symbols = kind == SYMTAB;
        headers.words(&[title as u32, kind]);
        for value in [flags, 0, 64 + body.len() as u64, bytes.len() as u64] {
            headers.put(value, 8);
        }
        // For the symbol table: the section with the symbols' names, and the index of the first global symbol.
        headers.words(if is_symbols { &[NAMES, 1] } else { &[0, 0] });
        headers.put(align, 8);
        headers.put(if is_symbols { 24 } else { 0 }, 8);
        body.extend_from_slice(bytes);
    }
    body.resize(body.len().next_multiple_of(8), 0);

    let mut out = Bytes::new(endian);
    let order = if endian == Endian::Little { 1 } else { 2 };
    out.out.extend_from_slice(&[0x7f, b'E', b'L', b'F', 2, order, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // ET_REL, EM_BPF, version, entry, program headers, section headers, flags, sizes and counts.
    for (value, bytes) in [
        (1, 2),
        (247, 2),
        (1, 4),
        (0, 8),
        (0, 8),
        (64 + body.len() as u64, 8),
        (0, 4),
        (64, 2),
        (0, 2),
        (0, 2),
        (64, 2),
        (6, 2),
        (NAMES.into(), 2),
    ] {
        out.put(value, bytes);
    }
    out.out.extend_from_slice(&body);
    out.out.extend_from_slice(&headers.out);
    out.out
}
