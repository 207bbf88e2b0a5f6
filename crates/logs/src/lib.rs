//! A pasted log: of the verifier, of a loader around it, of BPF_BTF_LOAD, or a dump of a loaded program. Finds the
//! instructions, source lines, relocations and types of the open program in it, and explains the error lines.
//!
//! A log that names its program is read with that program; otherwise the program is inferred (`taken`). All work is
//! linear in the log and in the programs loaded for it. Messages are explained by the table of crate `messages`.
#![forbid(unsafe_code)]

mod agree;
mod align;
mod btf;
mod errors;
mod lines;
mod link;
mod loaded;
mod parts;
mod reader;
mod taken;
mod text;
mod wrap;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use wire::Wire;

use lines::insn;
use model::relocations::Core;
use wrap::unwrapped;

pub use btf::LogType;
pub use errors::LogError;
pub use link::{LinkOf, LogLink};
use reader::{MAX_LOADED, Reader};
pub use text::decode;

/// The most lines of a log that are read.
pub const MAX_LINES: usize = 100_000;

/// The verifier's and libbpf's messages for the call that replaces a poisoned instruction.
const POISONED: [&str; 3] = ["unknown#195896080", "<invalid CO-RE relocation>", "failed to resolve CO-RE relocation"];

/// Whether a text looks like a log of libbpf, of the verifier or of BPF_BTF_LOAD, has a known message of one of these,
/// or looks like bpftool's dump of a program.
pub fn is_log(text: &str) -> bool {
    let says = |line: &str| line.contains("prog '") || line.contains("bpf_prog_");
    is_log_alone(text) || start(text).lines().take(500).any(says)
}

/// The start of a text, enough to recognise it.
fn start(text: &str) -> Cow<'_, str> {
    text::cleaned(text.get(..text.floor_char_boundary(64 << 10)).unwrap_or(text))
}

/// Whether a text whose program is not known is a log. This is stricter than [`is_log`]: a word that also occurs in C,
/// or the name of a function in a dump, is not enough.
pub fn is_log_alone(text: &str) -> bool {
    let text = start(text);
    let says = |line: &str| {
        line.contains("libbpf: ") || POISONED.iter().any(|p| line.contains(p)) || lines::insn(line).is_some() || {
            let line = unwrapped(line);
            btf::is_type(line)
                || line.starts_with("processed ") && line.contains(" insns ")
                || lines::insn(line).is_some()
        }
    };
    text.lines().take(500).any(says) || !explain(&text).errors.is_empty()
}

/// The result of reading a log.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LogReading {
    /// The lines with a target, in order.
    pub links: Vec<LogLink>,
    /// The error lines that are known, in order, with their explanations.
    pub errors: Vec<LogError>,
    /// The line to look at first, from 0; its error may be unknown.
    pub first: Option<usize>,
    /// How programs were inferred if the log does not name them, and how certain that is; for a program that the log
    /// names, a remark if most instructions differ. Each is a sentence without capital and full stop.
    pub taken: Vec<String>,
    /// A summary for a person.
    pub said: String,
    /// The log's lines, if they differ from the lines of the text because the text has escape sequences, unusual
    /// blanks, or line breaks written as the two characters `\n`; else empty.
    pub lines: Vec<String>,
}

impl LogReading {
    /// The explanation of a line, if it is a known error.
    pub fn error_at(&self, line: usize) -> Option<&LogError> {
        let at = self.errors.binary_search_by_key(&line, |error| error.line).ok()?;
        self.errors.get(at)
    }
}

/// Whether a line is libbpf's and reports a failure, or is an error of cilium/ebpf, which includes the verifier's last
/// lines.
fn fails(text: &str) -> bool {
    const SAYS: [&str; 4] = ["failed", "no matching targets found", "can't be", "too big"];
    text.starts_with("prog '") && SAYS.iter().any(|what| text.contains(what)) || text.contains(": load program: ")
}

/// Whether a line reports a failure. This includes the last lines of libbpf and bpftool, which name no program.
pub fn is_error(line: &str) -> bool {
    let text = unwrapped(line);
    fails(text) || ["failed to load ", "Error: failed "].iter().any(|words| text.starts_with(words))
}

/// Explains the error lines of a log when no program is open. This is as [`read`], but no line has a target.
pub fn explain(text: &str) -> LogReading {
    let cleaned = text::cleaned(text);
    let written: Vec<&str> = lines::lines(&cleaned).take(MAX_LINES).collect();
    let texts: Vec<&str> = written.iter().map(|line| unwrapped(line)).collect();
    let errors = errors::errors(&written, &texts, btf::read(None, &texts).1);
    let first = errors::first(&written, &errors, &[]);
    let said = match errors.len() {
        0 => "no line of the log is a known message".to_owned(),
        n => format!("{} of {} explained", n, model::words::many(written.len() as u64, "line")),
    };
    let lines = other_lines(text, matches!(cleaned, Cow::Owned(_)), &written);
    LogReading { errors, first, said, lines, ..LogReading::default() }
}

/// The lines `written` of the cleaned text ([`LogReading::lines`]); none if they are the lines of the text.
/// `is_changed`: whether the cleaned text differs from the text.
fn other_lines(text: &str, is_changed: bool, written: &[&str]) -> Vec<String> {
    let differ = is_changed || written.len() != text.lines().take(MAX_LINES).count();
    if differ { written.iter().map(|line| (*line).to_owned()).collect() } else { Vec::new() }
}

/// Reads a log. libbpf's lines name program and relocation (`prog 'p': relo #3: ...`). The verifier's lines number the
/// instructions of one program (`29: (85) call unknown#195896080`): the program that was named last, or `selected`, or
/// the program that fits. Source lines (`; x = 1; @ p.bpf.c:12`) lead to their first instruction. In a dump of a loaded
/// program (`bpftool prog dump`) instructions are found by their texts, because the kernel renumbers them.
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
        numbered: records.map(|(place, r)| ((&*r.section, r.index), place)).collect(),
        out: Vec::new(),
        last: None,
        last_insn: None,
        others: BTreeSet::new(),
        fits: true,
        about_insn: BTreeMap::new(),
    };
    let cleaned = text::cleaned(text);
    let written: Vec<&str> = lines::lines(&cleaned).take(MAX_LINES).collect();
    let mut reading = LogReading::default();
    let texts: Vec<&str> = written.iter().map(|line| unwrapped(line)).collect();
    let mut is_named = false;
    let (of_types, refusals) = btf::read(Some(core), &texts);
    reading.errors = errors::errors(&written, &texts, refusals);
    reader.about_insn = reading.errors.iter().map(|e| (e.line, errors::is_of_insn(&e.id))).collect();
    for part in reader.parts(&texts) {
        let taken = part.named.is_none().then(|| reader.take(&part.lines, part.is_dump, selected, only));
        is_named |= part.named.is_some();
        reader.program = part.named.or(taken.as_ref().and_then(|t| t.program));
        let before = reader.out.len();
        let doubt = reader.part(&part);
        let words = taken.map_or(doubt, |taken| taken.words);
        // Nothing is said about a part that has no instructions and no line with a target.
        let says = part.lines.iter().any(|(_, text)| insn(text).is_some_and(|i| i.code.is_some()));
        let new = !words.is_empty() && !reading.taken.contains(&words) && (says || reader.out.len() > before);
        if new && reading.taken.len() < 20 {
            reading.taken.push(words);
        }
    }
    reading.links = reader.out;
    let led: BTreeSet<usize> = reading.links.iter().map(|link| link.line).collect();
    reading.links.extend(of_types.into_iter().filter(|link| !led.contains(&link.line)));
    reading.links.sort_by_key(|link| link.line);
    let explained: BTreeSet<usize> = reading.errors.iter().map(|error| error.line).collect();
    reading.links.iter_mut().filter(|link| explained.contains(&link.line)).for_each(|link| link.wrong = true);
    reading.first = errors::first(&written, &reading.errors, &reading.links);
    reading.lines = other_lines(text, matches!(cleaned, Cow::Owned(_)), &written);
    reading.said = match reading.links.len() {
        0 if is_named => "No line is about an instruction".to_owned(),
        0 => "No line leads to this program".to_owned(),
        n => format!("{n} of {} lines lead into the program", written.len()),
    };
    for taken in &reading.taken {
        reading.said.push_str("; ");
        reading.said.push_str(taken);
    }
    // The log of an accepted program names it, and may have no instruction.
    if reading.links.is_empty() && reading.taken.is_empty() && !is_named {
        reading.said.push_str(". Is it the log of another one?");
    }
    reading
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.get(text.find(before)? + before.len()..)?;
    rest.get(..rest.find(after)?)
}
