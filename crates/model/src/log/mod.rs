//! A pasted log: of the verifier, of a loader around it, or a dump of a loaded program. What in it is an instruction, a source line or
//! a relocation of the open program.
//!
//! A log that names its program is read with that; of one that does not, the program is found (`taken`). All work is linear in the log
//! and in what is loaded for it.

mod align;
mod lines;
mod loaded;
mod parts;
mod taken;

use std::collections::BTreeMap;

use wire::wire;

use crate::relocations::Core;
use lines::{LogSource, insn, unwrapped};
use loaded::Loaded;
use parts::Part;

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
    /// The line says what went wrong.
    pub wrong: bool,
    /// What it means, where that can be said; else empty.
    pub why: String,
}
wire!(struct LogLink { line, about, relocation, function, slot, is_relocation, wrong, why });

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
            || line.contains("bpf_prog_")
            || lines::insn(line).is_some()
    };
    text.lines().take(500).any(says)
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

/// A log that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogReading {
    /// The lines that lead somewhere, in order.
    pub links: Vec<LogLink>,
    /// Which programs were taken where the log does not say it, and how sure that is; each a sentence without capital and full stop.
    pub taken: Vec<String>,
    /// How much was found, and what was taken: a line for a person.
    pub said: String,
    /// The log's lines where it came in one, with line breaks written out; else empty.
    pub lines: Vec<String>,
}
wire!(struct LogReading { links, taken, said, lines });

struct Reader<'c, 'p> {
    core: &'c Core<'p>,
    /// The functions by name, and by the part of it that the kernel keeps.
    names: BTreeMap<&'c str, usize>,
    short: BTreeMap<&'c str, usize>,
    /// The program that the log is about, by its place among the functions.
    program: Option<usize>,
    loaded: BTreeMap<usize, Loaded>,
    /// Instructions that may still be loaded.
    left: usize,
    /// For how many parts of the log a program was looked for.
    searched: usize,
    /// The relocations by section and libbpf's number.
    numbered: BTreeMap<(&'c str, u32), usize>,
    out: Vec<LogLink>,
    /// The last link to an instruction or a source line, and the last to an instruction.
    last: Option<usize>,
    last_insn: Option<usize>,
}

/// The most instructions of all programs of a log.
const MAX_LOADED: usize = 4_000_000;

/// Whether a line is of the verifier's statistics, behind its verdict.
fn is_statistics(text: &str) -> bool {
    ["processed ", "verification time ", "stack depth "].iter().any(|words| text.starts_with(words))
}

/// Whether a line of libbpf says that something failed, or is an error of cilium/ebpf, which has the verifier's last lines in it.
fn fails(text: &str) -> bool {
    const SAYS: [&str; 4] = ["failed", "no matching targets found", "can't be", "too big"];
    text.starts_with("prog '") && SAYS.iter().any(|what| text.contains(what)) || text.contains(": load program: ")
}

/// Whether a line says that something failed, whatever it is about: of libbpf's or bpftool's last lines no program is known.
pub fn is_error(line: &str) -> bool {
    let text = unwrapped(line);
    fails(text) || ["failed to load ", "Error: failed "].iter().any(|words| text.starts_with(words))
}

/// Reads a log, as [`read`] does, with no program selected.
pub fn links(core: &Core<'_>, text: &str) -> Vec<LogLink> {
    read(core, text, None).links
}

/// Reads a log. libbpf's lines name program and relocation (`prog 'p': relo #3: ...`), the verifier's count instructions of one program
/// (`29: (85) call unknown#195896080`): that which was named last, or `selected`, or the one that fits. Source lines
/// (`; x = 1; @ p.bpf.c:12`) lead to their first instruction. Of a dump of a loaded program (`bpftool prog dump`) the instructions are
/// found by their texts: the kernel counts them anew.
pub fn read(core: &Core<'_>, text: &str, selected: Option<usize>) -> LogReading {
    let programs: Vec<usize> = core.program.functions().iter().filter(|f| f.is_program).map(|f| f.index).collect();
    let only = match programs.as_slice() {
        [one] => Some(*one),
        _ => (core.program.all().len() == 1).then_some(0),
    };
    let all = core.program.all();
    let names = all.iter().enumerate().rev().map(|(i, f)| (f.name.as_str(), i)).collect();
    let short = |name: &str| name.char_indices().nth(15).map_or(name.len(), |(at, _)| at);
    let short = all.iter().enumerate().rev().filter_map(|(i, f)| Some((f.name.get(..short(&f.name))?, i))).collect();
    let records = core.program.records().iter().enumerate().rev();
    let mut reader = Reader {
        core,
        names,
        short,
        program: None,
        loaded: BTreeMap::new(),
        left: MAX_LOADED,
        searched: 0,
        numbered: records.map(|(place, r)| ((r.section.as_str(), r.index), place)).collect(),
        out: Vec::new(),
        last: None,
        last_insn: None,
    };
    let written: Vec<&str> = lines::lines(text).take(MAX_LINES).collect();
    let mut reading = LogReading::default();
    for part in reader.parts(&written) {
        let taken = part.named.is_none().then(|| reader.take(&part.lines, part.is_dump, selected, only));
        reader.program = part.named.or(taken.as_ref().and_then(|t| t.program));
        reader.part(&part);
        let words = taken.map(|taken| taken.words).filter(|words| !words.is_empty());
        // Of a part without anything to say nothing is said.
        let said = words.filter(|words| {
            !reading.taken.contains(words) && (part.lines.len() > 1 || reader.out.len() > reading.links.len())
        });
        if reading.taken.len() < 20 {
            reading.taken.extend(said);
        }
    }
    reading.links = reader.out;
    let count = written.len();
    if count != text.lines().take(MAX_LINES).count() {
        reading.lines = written.into_iter().map(str::to_owned).collect();
    }
    reading.said = match reading.links.len() {
        0 => "No line leads to this program. Is it the log of another one?".to_owned(),
        n => format!("{n} of {count} lines lead into the program"),
    };
    for taken in &reading.taken {
        reading.said.push_str("; ");
        reading.said.push_str(taken);
    }
    reading
}

impl Reader<'_, '_> {
    /// Reads the lines about one program.
    fn part(&mut self, part: &Part<'_>) {
        let Some(program) = self.program else { return };
        let numbers = match (part.is_dump, self.loaded(program)) {
            (true, Some(loaded)) => Some(align::align(loaded, &part.lines)),
            _ => None,
        };
        let mut lines = part.lines.iter().peekable();
        while let Some(&(line, text)) = lines.next() {
            let text = unwrapped(text);
            // The verifier's verdict is its last line before the statistics (kernel/bpf/verifier.c, `print_verification_stats`).
            let last = lines.peek().is_some_and(|(_, next)| is_statistics(unwrapped(next))) && !is_statistics(text);
            let verdict = last && insn(text).is_none() && !text.starts_with(';');
            let before = self.out.len();
            self.line(line, text, numbers.as_ref());
            if verdict && self.out.len() == before {
                self.verdict(line);
            }
            let poisoned = POISONED.iter().any(|p| text.contains(p));
            for at in before..self.out.len() {
                let why = if poisoned { self.poisoned(at) } else { String::new() };
                if let Some(link) = self.out.get_mut(at) {
                    // A state after an instruction is no verdict.
                    link.wrong = poisoned || fails(text) || verdict && !text.starts_with(|c: char| c.is_ascii_digit());
                    link.why = why;
                }
            }
        }
    }

    /// `numbers`: of a dump, the verifier's numbers of lines.
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
        if let Some(slot) = insn(text).map(|i| i.slot).or_else(|| mentioned(text)) {
            return self.instruction(line, program, slot);
        }
        // The verifier's verdict has no number: it is about the instruction above.
        let last = self.last.and_then(|at| self.out.get(at)).filter(|l| l.relocation.is_some());
        if let Some(last) = last.filter(|_| POISONED.iter().any(|p| text.contains(p))).cloned() {
            self.push(LogLink { line, about: "the poisoned relocation".to_owned(), is_relocation: true, ..last });
        }
    }

    fn push(&mut self, link: LogLink) {
        let at = self.out.len();
        if !link.is_relocation && link.slot.is_some() {
            self.last = Some(at);
            if link.about.starts_with("instruction ") {
                self.last_insn = Some(at);
            }
        }
        self.out.push(link);
    }

    /// The verifier's verdict on the last instruction that it printed.
    fn verdict(&mut self, line: usize) {
        let last = self.last_insn.and_then(|at| self.out.get(at)).cloned();
        if let Some(last) = last {
            self.push(LogLink { line, ..last });
        }
    }

    /// Which relocation was poisoned, of the link at this place.
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
            line,
            about,
            relocation: Some(relocation),
            function,
            slot,
            is_relocation: true,
            wrong: false,
            why: String::new(),
        });
    }

    fn instruction(&mut self, line: usize, program: usize, slot: u32) {
        let Some((function, at)) = self.loaded(program).and_then(|loaded| loaded.find(slot)) else { return };
        let relocation = self.core.program.core_at(function, at);
        let about = format!("instruction {slot}");
        let link = LogLink {
            line,
            about,
            relocation,
            function: Some(function),
            slot: Some(at),
            is_relocation: false,
            wrong: false,
            why: String::new(),
        };
        self.push(link);
    }

    /// A source line: by its place where it has one, else by its text.
    fn source(&mut self, line: usize, program: usize, source: &LogSource<'_>) {
        let found = self.loaded(program).and_then(|loaded| loaded.source(source)).cloned();
        if let Some((function, slot, about)) = found {
            let (function, slot) = (Some(function), Some(slot));
            self.push(LogLink {
                line,
                about,
                relocation: None,
                function,
                slot,
                is_relocation: false,
                wrong: false,
                why: String::new(),
            });
        }
    }

    /// A program as it is loaded; none when that would be too much.
    fn loaded(&mut self, program: usize) -> Option<&Loaded> {
        let core = self.core;
        if !self.loaded.contains_key(&program) {
            let load = core.program.object().load(core.program.all(), program);
            self.left = self.left.checked_sub(load.slots() as usize)?;
            self.loaded.insert(program, Loaded::new(core, program));
        }
        self.loaded.get(&program)
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.get(text.find(before)? + before.len()..)?;
    rest.get(..rest.find(after)?)
}
