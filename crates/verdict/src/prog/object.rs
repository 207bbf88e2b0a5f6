//! The programs of an object file, with the records that libbpf makes for them.

use bpf::{Function, Insn, LoadedInfo, Object, ProgramLoad};
use btf::{Endian, Ext, SubSectionKind};

use super::{INSN, Program, Records, Refusal, core_relo, func_info, line_info};

/// The section of functions that libbpf does not treat as programs.
const SUBPROGRAMS: &str = ".text";

/// A program, and the results for its records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The function's name.
    pub name: String,
    /// Its section.
    pub section: String,
    /// How many functions are loaded with it, itself included.
    pub functions: u32,
    /// The kernel's answer to func_info.
    pub func_info: Result<(), Refusal>,
    /// The kernel's answer to line_info.
    pub line_info: Result<(), Refusal>,
    /// The kernel's answer to core_relo, if a light skeleton passes it on; otherwise libbpf applies the relocations
    /// itself.
    pub core_relo: Result<(), Refusal>,
}

impl Checked {
    /// The kinds of records that are refused, and why.
    pub fn refusals(&self) -> impl Iterator<Item = (&'static str, &Refusal)> {
        let all = [("func_info", &self.func_info), ("line_info", &self.line_info), ("core_relo", &self.core_relo)];
        all.into_iter().filter_map(|(what, found)| Some((what, found.as_ref().err()?)))
    }
}

/// Checks the records of each program of an object: of each global function outside of `.text`. Empty without BTF.
pub fn programs(object: &Object) -> Vec<Checked> {
    let all = object.functions();
    let mut checked = Vec::new();
    for (index, function) in all.iter().enumerate().filter(|(_, function)| function.global) {
        let section = object.section(function.section).filter(|section| section.name != SUBPROGRAMS);
        let Some(section) = section else { continue };
        let load = object.load(&all, index);
        if let Some([func_info, line_info, core_relo]) = check(object, &all, &load) {
            checked.push(Checked {
                name: function.name.clone(),
                section: section.name.clone(),
                functions: load.functions.len() as u32,
                func_info,
                line_info,
                core_relo,
            });
        }
    }
    checked
}

fn check(object: &Object, all: &[Function], load: &ProgramLoad) -> Option<[Result<(), Refusal>; 3]> {
    let (btf, ext) = (object.btf()?, object.ext());
    let mut insns = Vec::new();
    for loaded in &load.functions {
        let function = all.get(loaded.function)?;
        let bytes = object.section_bytes(object.section(function.section)?);
        let len = loaded.slots.checked_mul(Insn::SIZE)?;
        insns.extend_from_slice(bytes.get(function.start as usize..function.start.checked_add(len)? as usize)?);
    }
    let starts: Vec<u32> = load.functions.iter().map(|loaded| loaded.at).collect();
    let program = Program { endian: object.endian(), insns: &insns, starts: &starts, btf };
    let funcs = ext.and_then(|ext| passed(ext, SubSectionKind::FuncInfo, &load.func_infos, object.endian()));
    let lines = ext.and_then(|ext| passed(ext, SubSectionKind::LineInfo, &load.line_infos, object.endian()));
    let func_info = func_info(&program, funcs.as_ref().map(|(bytes, size)| Records { bytes, size: *size }));
    let line_info = lines.as_ref().map_or(Ok(()), |(bytes, size)| line_info(&program, Records { bytes, size: *size }));
    let relos = relocations(object, all, load);
    let words = relos.iter().flat_map(|(_, words)| words).flat_map(|word| object.endian().bytes(*word));
    let relos: Vec<u8> = words.collect();
    let core_relo = core_relo(&program, Records { bytes: &relos, size: SubSectionKind::CoreRelo.min_record() });
    Some([func_info, line_info, core_relo])
}

/// The core_relo records of a program as a light skeleton passes them, each with the offset of its instruction in its
/// section of the file. A record has the words that libbpf knows, also if those in the file are longer; its offset
/// counts bytes from the program's start. The records are sorted by their offsets, and libbpf leaves out records of
/// bytes that no function has (`bpf_object__relocate_core`, `bpf_object__sort_relos`, `bpf_program_record_relos`).
pub fn relocations(object: &Object, all: &[Function], load: &ProgramLoad) -> Vec<(u32, [u32; 4])> {
    let (Some(btf), Some(ext)) = (object.btf(), object.ext()) else { return Vec::new() };
    let mut found = Vec::new();
    for (block, relo) in ext.core_relos() {
        let (section, at) = (btf.string(block.name_offset), relo.insn_offset.0);
        let passed = load.functions.iter().find_map(|loaded| {
            let function = all.get(loaded.function)?;
            let is_here = object.section(function.section).is_some_and(|s| Some(s.name.as_str()) == section);
            let inside = is_here && function.start <= at && at < function.end();
            inside.then(|| loaded.at.saturating_mul(INSN).saturating_add(at - function.start))
        });
        if let Some(passed) = passed {
            found.push((at, [passed, relo.type_id.0, relo.access.0, relo.kind]));
        }
    }
    found.sort_by_key(|(_, [passed, ..])| *passed);
    found
}

/// Adds a record of the file, with another first word.
fn add(bytes: &mut Vec<u8>, ext: &Ext, size: u32, start: u32, passed: u32, endian: Endian) -> Option<()> {
    let record = ext.bytes().get(start as usize..start.checked_add(size)? as usize)?;
    let offset = endian.bytes(passed);
    bytes.extend_from_slice(&offset);
    bytes.extend_from_slice(record.get(offset.len()..)?);
    Some(())
}

/// The records of a subsection as libbpf passes them to the kernel, and the size of one record in bytes. Only the
/// offsets differ from the file: they count instructions of the program. `None` if the file has no such subsection, or
/// does not have all bytes of a record.
pub fn passed(ext: &Ext, kind: SubSectionKind, infos: &[LoadedInfo], endian: Endian) -> Option<(Vec<u8>, u32)> {
    let size = ext.subsection(kind)?.record_size;
    let mut bytes = Vec::new();
    for info in infos {
        add(&mut bytes, ext, size, info.record.start, info.passed, endian)?;
    }
    Some((bytes, size))
}
