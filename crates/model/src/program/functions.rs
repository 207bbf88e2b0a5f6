//! The list of functions.

use bpf::{Insn, Section};
use btf::{DeclTags, TypeId};
use wire::Wire;

use super::{Program, base_name};
use crate::tags::tagged_prototype;

/// A function in the list.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FunctionRow {
    /// Its index among the functions of the program.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Its section.
    pub section: String,
    /// The type of program: `tracing`; empty for a subprogram, and if the section's name does not give it.
    pub program_type: String,
    /// The attach type: `trace_fentry`; empty if it adds nothing to the program type.
    pub attach_type: String,
    /// The kernel function, tracepoint or other target in the section's name; none if the name has no target.
    pub target: Option<String>,
    /// Whether it is a program, which the kernel calls; if not, it is a subprogram.
    pub is_program: bool,
    /// Its length in slots of 8 bytes, which the kernel's log and bpftool number.
    pub slots: u32,
    /// How many instructions it has: the load of a 64-bit constant takes two slots.
    pub instructions: u32,
    /// Where it starts in its section, in bytes.
    pub start: u32,
    /// The source file, without its folders.
    pub source: Option<String>,
    /// The line of its first instruction, from 1; 0 if not known.
    pub line: u32,
    /// How many CO-RE relocations it has.
    pub core_relos: u32,
    /// Its FUNC.
    pub type_id: Option<TypeId>,
    /// Its prototype in C, with the tags of its parameters: `int on_connect(unsigned long long *ctx)`. May be empty.
    pub prototype: String,
}

impl FunctionRow {
    /// Its kind in one word: the program type ([`FunctionRow::type_word`]); for a tracing program, the first word of
    /// its section (`fentry`, `fexit`, `iter`); `function` for a subprogram.
    pub fn badge(&self) -> &str {
        let written = self.section.trim_start_matches('?').split(['/', '.']).next().unwrap_or_default();
        match (self.is_program, self.program_type.as_str()) {
            (false, _) => "function",
            (true, "tracing") if !written.is_empty() => written,
            (true, _) => self.type_word(),
        }
    }

    /// Its program type; `program` if its section does not name a type; or `subprogram`.
    pub fn type_word(&self) -> &str {
        match (self.is_program, self.program_type.as_str()) {
            (false, _) => "subprogram",
            (true, "") => "program",
            (true, program_type) => program_type,
        }
    }

    /// Type and attach type in words: `tracing, trace_fentry`; `program`; `subprogram`.
    pub fn kind(&self) -> String {
        match self.attach_type.as_str() {
            "" => self.type_word().to_owned(),
            attach_type => format!("{}, {attach_type}", self.type_word()),
        }
    }
}

impl Program {
    /// The functions, by section and offset.
    pub fn functions(&self) -> Vec<FunctionRow> {
        let mut rows = Vec::new();
        let (mut lines, mut before) = ((0, Vec::new()), Vec::new());
        let tags = self.object.btf().map(|btf| DeclTags::new(btf)).unwrap_or_default();
        for (index, f) in self.functions.iter().enumerate() {
            let Some(section) = self.object.section(f.section) else { continue };
            if lines.0 != section.index {
                lines = (section.index, self.object.lines(section));
                before = self.instructions_before(section);
            }
            let first = lines.1.partition_point(|l| l.offset < f.start);
            let first = lines.1.get(first).filter(|l| l.offset < f.end());
            // Symbols may overlap, so the instructions are not counted for each function.
            let count = |slot: u32| before.get(slot as usize).or(before.last()).copied().unwrap_or_default();
            let slot = f.start / Insn::SIZE;
            // libbpf takes every function in a section with a known name for a program, but no function in .text.
            let known = bpf::program_type(&section.name).filter(|_| section.name != ".text");
            let (program_type, attach_type) = known.as_ref().map_or(("", ""), |t| (t.name, t.attach_type));
            let attach_type = if attach_type == program_type { "" } else { attach_type };
            rows.push(FunctionRow {
                index,
                name: f.name.clone(),
                section: section.name.clone(),
                program_type: program_type.to_owned(),
                attach_type: attach_type.to_owned(),
                target: known.and_then(|t| t.target).map(str::to_owned),
                is_program: section.name != ".text" && (known.is_some() || f.global),
                slots: f.slots(),
                instructions: count(slot.saturating_add(f.slots())).saturating_sub(count(slot)),
                start: f.start,
                source: first.map(|l| base_name(l.file).to_owned()).filter(|name| !name.is_empty()),
                line: first.map_or(0, |l| l.line),
                core_relos: self.core_in(&section.name, f.start, f.end()).len() as u32,
                type_id: f.type_id,
                prototype: match (f.type_id, self.object.btf()) {
                    (Some(id), Some(btf)) if btf.kind(id) == Some(btf::Kind::Func) => tagged_prototype(btf, &tags, id),
                    _ => String::new(),
                },
            });
        }
        rows
    }

    /// For each slot of a section, and for the end of its code, how many instructions begin before it.
    fn instructions_before(&self, section: &Section) -> Vec<u32> {
        let (mut counts, mut count, mut is_second) = (vec![0], 0u32, false);
        for insn in self.object.insns(section) {
            count += u32::from(!is_second);
            is_second = !is_second && insn.is_ldimm64();
            counts.push(count);
        }
        counts
    }
}
