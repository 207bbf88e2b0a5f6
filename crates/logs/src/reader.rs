//! Finds the targets of a log's lines in their program.

use std::collections::{BTreeMap, BTreeSet};

use crate::lines::{self, LogSource, insn};
use crate::link::{LinkOf, LogLink};
use crate::loaded::Loaded;
use crate::parts::Part;
use crate::{POISONED, align, between, fails};
use model::relocations::Core;

/// libbpf's messages on ELF relocations. libbpf numbers ELF relocations and CO-RE relocations separately
/// (`bpf_object__relocate_data`).
const ELF: [&str; 4] = ["poisoning insn", "bad insn", "bad relo type", "can't create jump table"];

/// The most instructions of all programs that are loaded for a log.
pub(crate) const MAX_LOADED: usize = 4_000_000;

/// Reads the parts of a log.
pub(crate) struct Reader<'c, 'p> {
    pub(crate) core: &'c Core<'p>,
    /// The functions by name.
    pub(crate) names: BTreeMap<&'c str, usize>,
    /// The functions by the first 15 characters of the name, which are all that the kernel stores.
    pub(crate) short: BTreeMap<&'c str, usize>,
    /// The program that the log is about, by its index among the functions.
    pub(crate) program: Option<usize>,
    pub(crate) loaded: BTreeMap<usize, Loaded>,
    /// How many more instructions may be loaded.
    pub(crate) left: usize,
    /// For how many parts of the log a program was searched.
    pub(crate) searched: usize,
    /// The relocations by section and libbpf's number.
    pub(crate) numbered: BTreeMap<(&'c str, u32), usize>,
    pub(crate) out: Vec<LogLink>,
    /// The last link to an instruction or a source line, by its index in `out`.
    pub(crate) last: Option<usize>,
    /// The last link that [`Reader::instruction`] added, by its index in `out`.
    pub(crate) last_insn: Option<usize>,
    /// The numbers of the instructions in this part of the log that do not match the program.
    pub(crate) others: BTreeSet<u32>,
    /// Whether any instruction of this part of the log matches the program; true for a part without instructions.
    pub(crate) fits: bool,
    /// For lines with a message of the table, whether they are about the instruction above.
    pub(crate) about_insn: BTreeMap<usize, bool>,
}

/// Whether a line belongs to the verifier's statistics, behind its verdict.
fn is_statistics(text: &str) -> bool {
    ["processed ", "verification time ", "stack depth "].iter().any(|words| text.starts_with(words))
}

/// The instruction that another line is about: `7: R0=...` and `7: safe`; `from 25 to 312: R0=...`, where a branch
/// continues; `unreachable insn 7`, `back-edge from insn 9 to 4`, and libbpf's `relo 1 at insn #7 can't be ...`.
fn mentioned(line: &str) -> Option<u32> {
    // A number, and the text behind it.
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

impl Reader<'_, '_> {
    /// Reads the lines about one program. Returns a remark if most of the instructions differ from the program's. The
    /// remark is worded for a program that the log names.
    pub(crate) fn part(&mut self, part: &Part<'_>) -> String {
        let Some(program) = self.program else { return String::new() };
        let numbers = match (part.is_dump, self.loaded(program)) {
            (true, Some(loaded)) => Some(align::align(loaded, &part.lines)),
            _ => None,
        };
        let doubt = if numbers.is_none() { self.compare(program, part) } else { String::new() };
        (self.last, self.last_insn) = (None, None);
        let mut lines = part.lines.iter().peekable();
        while let Some(&(line, text)) = lines.next() {
            // The verifier's verdict is its last line before the statistics (kernel/bpf/verifier.c,
            // `print_verification_stats`).
            let last = lines.peek().is_some_and(|(_, next)| is_statistics(next)) && !is_statistics(text);
            let verdict = last && insn(text).is_none() && !text.starts_with(';');
            let before = self.out.len();
            self.line(line, text, numbers.as_ref());
            // A line without a number is about the instruction above if the table of messages says so or, for a line
            // that is not in the table, if it is the verifier's verdict.
            if self.out.len() == before && self.about_insn.get(&line).copied().unwrap_or(verdict) {
                self.verdict(line);
            }
            let poisoned = POISONED.iter().any(|p| text.contains(p));
            for at in before..self.out.len() {
                let why = if poisoned { self.poisoned(at) } else { String::new() };
                if let Some(link) = self.out.get_mut(at) {
                    // A verdict that begins with a number is the state after an instruction, and not an error.
                    link.wrong = poisoned || fails(text) || verdict && !text.starts_with(|c: char| c.is_ascii_digit());
                    link.why = why;
                }
            }
        }
        doubt
    }

    /// Compares the instructions of a part of the log with the program's, and sets `others` and `fits`. Returns a
    /// remark if most of them differ.
    fn compare(&mut self, program: usize, part: &Part<'_>) -> String {
        let (mut others, mut agree, mut all) = (BTreeSet::new(), 0, 0);
        if let Some(loaded) = self.loaded(program) {
            for found in part.lines.iter().filter_map(|(_, text)| insn(text)) {
                all += 1;
                if loaded.agrees(&found) {
                    agree += 1;
                } else {
                    others.insert(found.slot);
                }
            }
        }
        (self.others, self.fits) = (others, agree > 0 || all == 0);
        if agree * 2 >= all {
            return String::new();
        }
        let name = self.core.program.all().get(program).map_or("", |f| f.name.as_str());
        format!("the log names {name}, but only {agree} of {all} instructions agree: it may be of another build")
    }

    /// Adds the link of one line, if it has a target. `numbers`: for a dump, the program's instructions by line,
    /// numbered as the verifier does.
    fn line(&mut self, line: usize, text: &str, numbers: Option<&BTreeMap<usize, u32>>) {
        let Some(program) = self.program else { return };
        let number = between(text, "relo #", ":").and_then(|n| n.parse::<u32>().ok());
        if let Some(n) = number.filter(|_| !ELF.iter().any(|what| text.contains(what))) {
            return self.relocation(line, program, n);
        }
        if let Some(source) = lines::source(text) {
            return self.source(line, program, &source);
        }
        if let Some(numbers) = numbers {
            if let Some(slot) = numbers.get(&line) {
                self.instruction(line, program, *slot);
            }
            return;
        }
        if let Some(found) = insn(text) {
            if self.loaded(program).is_some_and(|loaded| loaded.agrees(&found)) {
                return self.instruction(line, program, found.slot);
            }
            // The following lines are about an instruction that the program does not have.
            (self.last, self.last_insn) = (None, None);
            return;
        }
        if let Some(slot) = mentioned(text) {
            if self.fits && !self.others.contains(&slot) {
                self.instruction(line, program, slot);
            }
            return;
        }
        // A message about a poisoned relocation has no number. It is about the instruction above.
        let last = self.last.and_then(|at| self.out.get(at)).filter(|l| l.relocation.is_some());
        if let Some(last) = last.filter(|_| POISONED.iter().any(|p| text.contains(p))).cloned() {
            self.push(LogLink { line, about: "the poisoned relocation".to_owned(), of: LinkOf::Relocation, ..last });
        }
    }

    fn push(&mut self, link: LogLink) {
        if !link.is_relocation() && link.slot.is_some() {
            self.last = Some(self.out.len());
        }
        self.out.push(link);
    }

    /// Links the verifier's verdict to the last instruction that it printed.
    fn verdict(&mut self, line: usize) {
        let last = self.last_insn.and_then(|at| self.out.get(at)).cloned();
        if let Some(last) = last {
            self.push(LogLink { line, ..last });
        }
    }

    /// A sentence on the poisoned relocation of the link with this index.
    fn poisoned(&self, at: usize) -> String {
        let record = self.out.get(at).and_then(|link| self.core.program.records().get(link.relocation?));
        let Some((record, btf)) = record.zip(self.core.btf()) else { return String::new() };
        let root = dump::type_name(btf, record.type_id);
        let path = relo::Spec::parse(btf, record).map(|s| s.path(btf)).unwrap_or_default();
        format!("relocation #{} is poisoned: that kernel has no {root}{path} that fits", record.index)
    }

    fn relocation(&mut self, line: usize, program: usize, number: u32) {
        let section = self.core.program.all().get(program).and_then(|f| self.core.program.object().section(f.section));
        let found = section.and_then(|s| self.numbered.get(&(s.name.as_str(), number))).copied();
        let Some(relocation) = found else { return };
        let record = self.core.program.records().get(relocation);
        let (function, slot) = record.and_then(|r| self.core.function_of(r)).unzip();
        let about = format!("relocation #{number}");
        self.push(LogLink {
            about,
            relocation: Some(relocation),
            function,
            slot,
            of: LinkOf::Relocation,
            ..LogLink::at(line)
        });
    }

    fn instruction(&mut self, line: usize, program: usize, slot: u32) {
        let Some((function, at)) = self.loaded(program).and_then(|loaded| loaded.find(slot)) else { return };
        let relocation = self.core.program.core_at(function, at);
        let about = format!("instruction {slot}");
        self.last_insn = Some(self.out.len());
        self.push(LogLink {
            about,
            relocation,
            function: Some(function),
            slot: Some(at),
            of: LinkOf::Instruction,
            ..LogLink::at(line)
        });
    }

    /// Adds the link of a source line. The line is searched by file and line number if it has them, else by its text.
    fn source(&mut self, line: usize, program: usize, source: &LogSource<'_>) {
        let found = self.loaded(program).and_then(|loaded| loaded.source(source)).cloned();
        if let Some((function, slot, about)) = found {
            let (function, slot) = (Some(function), Some(slot));
            self.push(LogLink { about, function, slot, of: LinkOf::Source, ..LogLink::at(line) });
        }
    }

    /// A program as it is loaded; none if all loaded programs together would exceed [`MAX_LOADED`].
    pub(crate) fn loaded(&mut self, program: usize) -> Option<&Loaded> {
        let core = self.core;
        if !self.loaded.contains_key(&program) {
            let load = core.program.object().load(core.program.all(), program);
            self.left = self.left.checked_sub(load.slots() as usize)?;
            self.loaded.insert(program, Loaded::new(core, program));
        }
        self.loaded.get(&program)
    }
}
