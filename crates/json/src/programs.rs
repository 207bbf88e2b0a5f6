//! Functions, maps and instructions of a BPF program object.

use model::program::{FunctionRow, ListingRow, MapRow, Program};
use serde::Serialize;

use crate::made::made;

/// Functions and maps of an object.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ProgramOf {
    license: Option<String>,
    functions: Vec<Function>,
    maps: Vec<Map>,
}

made! {
    /// A function of an object.
    pub struct Function(row: FunctionRow) with {
            let (kind, line) = (row.kind(), row.source.as_ref().map(|_| row.line));
    } {
        name: String,
        section: String,
        /// `xdp`, `tracing, trace_fentry`, `subprogram`.
        kind: String = kind,
        /// Its declaration in C; null if the BTF does not have the function.
        prototype: Option<String> = Some(row.prototype).filter(|text| !text.is_empty()),
        /// The target to attach to.
        target: Option<String>,
        /// Bytes from the start of its section.
        offset: u32 = row.start,
        /// Its length in slots of 8 bytes.
        slots: u32,
        source: Option<String>,
        /// The line of its first instruction; null without line info.
        line: Option<u32> = line,
    }

    struct Map(m: MapRow) {
        name: String,
        kind: String,
        key: Option<String> = m.key.map(|link| link.name),
        /// The size of a key in bytes.
        key_size: Option<u32>,
        value: Option<String> = m.value.map(|link| link.name),
        /// The size of a value in bytes.
        value_size: Option<u32>,
        max_entries: Option<u32>,
    }
}

/// The functions and maps of a program.
pub fn program(program: &Program) -> ProgramOf {
    let data = program.data();
    ProgramOf {
        license: data.license,
        functions: program.functions().into_iter().map(Function::of).collect(),
        maps: data.maps.into_iter().map(Map::of).collect(),
    }
}

/// A function with its instructions.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Code {
    #[serde(flatten)]
    function: Function,
    instructions: Vec<Instruction>,
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Instruction {
    /// Slots from the start of the function, as in the verifier's log.
    slot: u32,
    /// Bytes from the start of the section.
    offset: u32,
    code: u8,
    /// In the notation of the kernel's verifier.
    text: String,
    /// The slot that it jumps to, from the start of the function.
    jump: Option<u32>,
    /// The meanings of its relocations.
    notes: Vec<String>,
    /// The source line, if one begins at this instruction: `file.c:42`.
    source: Option<String>,
}

/// A function of a program with its instructions.
pub fn code(program: &Program, row: FunctionRow) -> Code {
    let mut source = None;
    let mut instructions = Vec::new();
    for row in program.listing(row.index).rows {
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
    Code { function: Function::of(row), instructions }
}
