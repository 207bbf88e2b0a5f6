//! Functions, maps and instructions of a BPF program object.

use model::program::{FunctionRow, Listing, ListingRow, MapRow, Program};
use serde::Serialize;

/// Functions and maps of an object.
#[derive(Serialize, Clone, Debug)]
pub struct ProgramOf {
    license: Option<String>,
    functions: Vec<Function>,
    maps: Vec<Map>,
}

/// A function of an object.
#[derive(Serialize, Clone, Debug)]
pub struct Function {
    name: String,
    section: String,
    /// `xdp`, `tracing, trace_fentry`, `subprogram`.
    kind: String,
    /// In C; null without BTF for it.
    prototype: Option<String>,
    /// The attach target.
    target: Option<String>,
    /// In bytes, from the start of its section.
    offset: u32,
    /// Length in slots of 8 bytes.
    slots: u32,
    source: Option<String>,
    /// The line of its first instruction; null without line info.
    line: Option<u32>,
}

#[derive(Serialize, Clone, Debug)]
struct Map {
    name: String,
    kind: String,
    key: Option<String>,
    /// Bytes.
    key_size: Option<u32>,
    value: Option<String>,
    /// Bytes.
    value_size: Option<u32>,
    max_entries: Option<u32>,
}

/// The functions and maps of a program.
pub fn program(program: &Program) -> ProgramOf {
    let data = program.data();
    let map = |m: MapRow| Map {
        name: m.name,
        kind: m.kind,
        key: m.key.map(|link| link.name),
        key_size: m.key_size,
        value: m.value.map(|link| link.name),
        value_size: m.value_size,
        max_entries: m.max_entries,
    };
    ProgramOf {
        license: data.license,
        functions: program.functions().into_iter().map(function).collect(),
        maps: data.maps.into_iter().map(map).collect(),
    }
}

fn function(row: FunctionRow) -> Function {
    let kind = row.kind();
    Function {
        line: row.source.as_ref().map(|_| row.line),
        name: row.name,
        section: row.section,
        kind,
        target: row.target,
        prototype: Some(row.prototype).filter(|text| !text.is_empty()),
        offset: row.start,
        slots: row.slots,
        source: row.source,
    }
}

/// A function with its instructions.
#[derive(Serialize, Clone, Debug)]
pub struct Code {
    #[serde(flatten)]
    function: Function,
    instructions: Vec<Instruction>,
}

#[derive(Serialize, Clone, Debug)]
struct Instruction {
    /// In slots from the start of the function, as in the verifier's log.
    slot: u32,
    /// In bytes, from the start of its section.
    offset: u32,
    code: u8,
    /// In the notation of the kernel's verifier.
    text: String,
    /// The slot that it jumps to.
    jump: Option<u32>,
    /// The meaning of its relocations.
    notes: Vec<String>,
    /// The source line that begins here: `file.c:42`.
    source: Option<String>,
}

/// A function with its instructions.
pub fn code(row: FunctionRow, listing: Listing) -> Code {
    let mut source = None;
    let mut instructions = Vec::new();
    for row in listing.rows {
        match row {
            ListingRow::Source(line) => source = Some(format!("{}:{}", line.file, line.line)),
            ListingRow::Insn(insn) => instructions.push(Instruction {
                slot: insn.slot,
                offset: insn.offset,
                code: insn.insn.code,
                text: insn.text(),
                jump: insn.jump,
                notes: insn.notes.iter().map(|note| note.text.clone()).collect(),
                source: source.take(),
            }),
        }
    }
    Code { function: function(row), instructions }
}
