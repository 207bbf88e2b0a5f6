//! A pasted verifier or loader log: what in it is an instruction, a source line or a relocation of the open program.

use std::collections::BTreeMap;

use bpf::LoadedFunction;
use wire::wire;

use super::Core;
use crate::program::Row;

/// A line of a log that leads somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLink {
    /// The line, from 0.
    pub line: usize,
    /// What it is about, in words.
    pub about: String,
    /// The relocation, by its place among all of the object.
    pub relocation: Option<usize>,
    /// The function, by its place, and the instruction's slot in it.
    pub function: Option<usize>,
    /// The instruction's slot in the function.
    pub slot: Option<u32>,
    /// The line is about the relocation rather than the instruction.
    pub is_relocation: bool,
}
wire!(struct LogLink { line, about, relocation, function, slot, is_relocation });

/// The most lines of a log that are read.
pub const MAX_LINES: usize = 100_000;

/// What the verifier says of the call that a poisoned instruction is.
const POISONED: [&str; 3] = ["unknown#195896080", "<invalid CO-RE relocation>", "failed to resolve CO-RE relocation"];

/// What libbpf says of relocations of the ELF file, which it counts by themselves (`bpf_object__relocate_data`).
const ELF: [&str; 4] = ["poisoning insn", "bad insn", "bad relo type", "can't create jump table"];

/// Whether a text looks like a log of libbpf or of the verifier.
pub fn is_log(text: &str) -> bool {
    let says = |line: &str| {
        line.contains("libbpf: ")
            || line.contains("prog '")
            || POISONED.iter().any(|p| line.contains(p))
            || instruction(line.trim_start()).is_some()
    };
    text.lines().take(500).any(says)
}

/// The number of an instruction that the verifier prints: `29: (85) call ...`; libbpf puts `29: <invalid ...>` in the place of a call or a
/// load that it could not make (`fixup_verifier_log`).
fn instruction(line: &str) -> Option<u32> {
    let (number, rest) = line.split_once(": ")?;
    (rest.starts_with('(') || rest.starts_with("<invalid ")).then(|| number.parse().ok())?
}

/// The instruction that another line is about: `7: R0=...` and `7: safe`; `from 25 to 312: R0=...`, where a branch goes on; `unreachable
/// insn 7`, `back-edge from insn 9 to 4`, and libbpf's `relo 1 at insn #7 can't be ...`.
fn mentioned(line: &str) -> Option<u32> {
    // A number, and what is behind it.
    let number = |text: &str| {
        let (digits, rest) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
        Some((digits.parse::<u32>().ok()?, rest.to_owned()))
    };
    if let Some((slot, rest)) = number(line) {
        return (rest.starts_with(": R") || rest == ": safe").then_some(slot);
    }
    if let Some((_, rest)) = line.strip_prefix("from ").and_then(number) {
        let (slot, rest) = number(rest.strip_prefix(" to ")?)?;
        return rest.starts_with([':', ' ']).then_some(slot);
    }
    let (before, rest) = line.split_once("insn ")?;
    if before.ends_with('_') {
        return None;
    }
    number(rest.strip_prefix('#').unwrap_or(rest)).map(|(slot, _)| slot)
}

/// Where a source line leads: the function, the slot of its first instruction, and the line in words.
type Place = (usize, u32, String);

/// A program of the log: the functions that are loaded one behind the other, and their source lines by place and by text.
struct Loaded {
    parts: Vec<LoadedFunction>,
    places: BTreeMap<(String, u32), Place>,
    texts: BTreeMap<String, Place>,
}

impl Loaded {
    fn new(core: &Core<'_>, program: usize) -> Loaded {
        let parts = core.program.object().load(core.program.all(), program).functions;
        let (mut places, mut texts) = (BTreeMap::new(), BTreeMap::new());
        for part in &parts {
            let mut before = Vec::new();
            for row in core.program.listing(part.function).rows {
                match row {
                    Row::Source(source) => before.push(source),
                    Row::Insn(insn) => {
                        for s in before.drain(..) {
                            let place = (part.function, insn.slot, format!("{}:{}", s.file, s.line));
                            texts.entry(s.text.trim().to_owned()).or_insert_with(|| place.clone());
                            places.entry((s.file, s.line)).or_insert(place);
                        }
                    }
                }
            }
        }
        Loaded { parts, places, texts }
    }

    /// The function, and the slot in it, of an instruction that the verifier counts.
    fn find(&self, slot: u32) -> Option<(usize, u32)> {
        let part = self.parts.iter().rev().find(|p| p.at <= slot)?;
        let slot = slot - part.at;
        (slot < part.slots).then_some((part.function, slot))
    }
}

struct Reader<'c, 'p> {
    core: &'c Core<'p>,
    /// The program that the log is about, by its place among the functions.
    program: Option<usize>,
    loaded: BTreeMap<usize, Loaded>,
    out: Vec<LogLink>,
}

/// Reads a log. libbpf's lines name program and relocation (`prog 'p': relo #3: ...`), the verifier's count instructions of one program
/// (`29: (85) call unknown#195896080`): that which libbpf named last, or the only one. Source lines (`; x = 1; @ p.bpf.c:12`) lead to
/// their first instruction.
pub fn links(core: &Core<'_>, text: &str) -> Vec<LogLink> {
    let programs: Vec<usize> = core.program.functions().iter().filter(|f| f.is_program).map(|f| f.index).collect();
    let only = match programs.as_slice() {
        [one] => Some(*one),
        _ => (core.program.all().len() == 1).then_some(0),
    };
    let mut reader = Reader { core, program: only, loaded: BTreeMap::new(), out: Vec::new() };
    for (line, text) in text.lines().take(MAX_LINES).enumerate() {
        let text = text.trim_start();
        reader.line(line, text.strip_prefix("libbpf: ").unwrap_or(text));
    }
    reader.out
}

impl Reader<'_, '_> {
    fn line(&mut self, line: usize, text: &str) {
        if let Some(name) = between(text, "prog '", "'") {
            self.program = self.core.program.all().iter().position(|f| f.name == name).or(self.program);
        }
        let Some(program) = self.program else { return };
        let number = between(text, "relo #", ":").and_then(|n| n.parse::<u32>().ok());
        if let Some(n) = number.filter(|_| !ELF.iter().any(|what| text.contains(what))) {
            return self.relocation(line, program, n);
        }
        if let Some(slot) = instruction(text).or_else(|| mentioned(text)) {
            return self.instruction(line, program, slot);
        }
        if let Some(source) = text.strip_prefix("; ") {
            return self.source(line, program, source);
        }
        // The verifier's verdict has no number: it is about the instruction above.
        let last = self.out.iter().rev().find(|l| !l.is_relocation && l.slot.is_some());
        if let Some(last) =
            last.filter(|l| l.relocation.is_some() && POISONED.iter().any(|p| text.contains(p))).cloned()
        {
            self.out.push(LogLink { line, about: "the poisoned relocation".to_owned(), is_relocation: true, ..last });
        }
    }

    fn relocation(&mut self, line: usize, program: usize, number: u32) {
        let Some(relocation) = numbered(self.core, program, number) else { return };
        let record = self.core.program.records().get(relocation);
        let (function, slot) = record.and_then(|r| self.core.function_of(r)).unzip();
        let about = format!("relocation #{number}");
        self.out.push(LogLink { line, about, relocation: Some(relocation), function, slot, is_relocation: true });
    }

    fn instruction(&mut self, line: usize, program: usize, slot: u32) {
        let Some((function, at)) = self.loaded(program).find(slot) else { return };
        let relocation = self.core.program.core_at(function, at);
        let about = format!("instruction {slot}");
        let link = LogLink { line, about, relocation, function: Some(function), slot: Some(at), is_relocation: false };
        self.out.push(link);
    }

    /// A source line of the verifier: since 6.10 with its place, before with its text alone.
    fn source(&mut self, line: usize, program: usize, source: &str) {
        let (text, place) = match source.rsplit_once(" @ ") {
            Some((text, place)) => (text, place.rsplit_once(':')),
            None => (source, None),
        };
        let loaded = self.loaded(program);
        let found = match place.and_then(|(file, number)| Some((file.rsplit('/').next()?, number.parse::<u32>().ok()?)))
        {
            Some((file, number)) => loaded.places.get(&(file.to_owned(), number)),
            None => loaded.texts.get(text.trim()),
        };
        if let Some((function, slot, about)) = found.cloned() {
            let (function, slot) = (Some(function), Some(slot));
            self.out.push(LogLink { line, about, relocation: None, function, slot, is_relocation: false });
        }
    }

    fn loaded(&mut self, program: usize) -> &Loaded {
        let core = self.core;
        self.loaded.entry(program).or_insert_with(|| Loaded::new(core, program))
    }
}

/// The relocation of a section that libbpf numbers so: its place among all of the object.
fn numbered(core: &Core<'_>, function: usize, number: u32) -> Option<usize> {
    let section = core.program.object().section(core.program.all().get(function)?.section)?;
    core.program.records().iter().position(|r| r.index == number && r.section == section.name)
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.get(text.find(before)? + before.len()..)?;
    rest.get(..rest.find(after)?)
}
