//! Programs: lists, and functions to read.

use bpf::{AsmKind, Insn};
use container::FileRange;

use super::wire::wire;
use super::{Answer, Desk, Held, problem};
use crate::file::FileId;
use crate::program::{
    Data, FunctionModel, FunctionRow, GlobalRow, GlobalSection, Goes, InsnRow, Listing, LoadModel, LoadPart, LoadRow,
    MapRow, Note, NoteKind, Overview, Program, Row, SourceRow, TypeLink,
};
use crate::session::Problem;

/// Read a function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadFunction {
    /// Which program.
    pub file: FileId,
    /// Its place among the functions.
    pub index: usize,
}
wire!(struct ReadFunction { file, index });
wire!(struct FileRange { start, end });
wire!(struct Insn { code, dst, src, off, imm });
wire!(
    enum AsmKind {
        Keyword,
        Register,
        Number,
        Type,
        Function,
        Target,
        Punct,
        Unknown,
    }
);
wire!(struct FunctionRow {
    index, name, section, kind, target, is_program, slots, start, source, line, core_relos, type_id,
});
wire!(struct Overview { functions, data, problems });
wire!(struct Data { license, maps, sections });
wire!(struct MapRow { name, kind, key, key_size, value, value_size, max_entries, more, problems, type_id });
wire!(struct TypeLink { id, name });
wire!(struct GlobalSection { name, type_id, about, size, size_in_file, variables });
wire!(struct GlobalRow { name, of, offset, offset_in_file, size, value, bytes, linkage });
wire!(struct FunctionModel { index, listing, load });
wire!(struct Listing { rows });
wire!(
    enum Row {
        Source(row),
        Insn(row),
    }
);
wire!(struct SourceRow { file, path, line, column, text, record });
wire!(struct InsnRow { slot, offset, bytes, insn, pieces, jump, is_target, notes });
wire!(struct Note { kind, text, link, goes, type_id, record });
wire!(
    enum NoteKind {
        Elf,
        Core,
        Plain,
    }
);
wire!(
    enum Goes {
        Slot(slot),
        Function(index),
        Type(id),
        Data(name),
        Core(index),
    }
);
wire!(struct LoadModel { functions, func_infos, line_infos, demands });
wire!(struct LoadPart { name, at, slots });
wire!(struct LoadRow { function, in_file, passed, record });

pub(super) fn program(file: &Held) -> Result<&Program, Box<Problem>> {
    let made = file.program.get_or_init(|| {
        let bytes = file.object.clone()?;
        Program::open(bytes, Some(file.btf.clone()), file.ext.clone()).ok()
    });
    made.as_ref().ok_or_else(|| Box::new(problem(&file.name, "The program in this file cannot be read.")))
}

/// The lists.
pub(super) fn overview(desk: &Desk, id: FileId) -> Result<Answer, Box<Problem>> {
    let program = program(desk.file(id)?)?;
    let problems = program.object().problems().iter().map(ToString::to_string).collect();
    Ok(Answer::Program(id, Box::new(Overview { functions: program.functions(), data: program.data(), problems })))
}

/// A function.
pub(super) fn function(desk: &Desk, request: &ReadFunction) -> Result<Answer, Box<Problem>> {
    let program = program(desk.file(request.file)?)?;
    let (index, listing, load) = (request.index, program.listing(request.index), program.load(request.index));
    Ok(Answer::Function(request.file, Box::new(FunctionModel { index, listing, load })))
}
