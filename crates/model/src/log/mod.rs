//! A pasted log: of the verifier, of a loader around it, of BPF_BTF_LOAD, or a dump of a loaded program. What in it is an instruction, a
//! source line, a relocation or a type of the open program; which lines say what went wrong, and what that means.
//!
//! A log that names its program is read with that; of one that does not, the program is found (`taken`). All work is linear in the log
//! and in what is loaded for it. What messages mean is the table of crate `messages`.

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

use crate::relocations::Core;
use lines::insn;
use wrap::unwrapped;

pub use btf::LogType;
pub use errors::LogError;
pub use link::{LinkOf, LogLink};
use reader::{MAX_LOADED, Reader};
pub use text::decode;

/// The most lines of a log that are read.
pub const MAX_LINES: usize = 100_000;

/// What the verifier says of the call that a poisoned instruction is.
const POISONED: [&str; 3] = ["unknown#195896080", "<invalid CO-RE relocation>", "failed to resolve CO-RE relocation"];

/// Whether a text looks like a log of libbpf, of the verifier or of BPF_BTF_LOAD, has a message of theirs that is known, or looks like a
/// dump of a program by bpftool.
pub fn is_log(text: &str) -> bool {
    let says = |line: &str| line.contains("prog '") || line.contains("bpf_prog_");
    is_log_alone(text) || start(text).lines().take(500).any(says)
}

/// The start of a text, which is enough to tell what it is.
fn start(text: &str) -> Cow<'_, str> {
    let mut end = text.len().min(64 << 10);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text::cleaned(text.get(..end).unwrap_or(text))
}

/// Whether a text without its program looks like a log of libbpf, of the verifier or of BPF_BTF_LOAD, or has a message of theirs that is
/// known. Words that C has, too, are not enough.
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

/// A log that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LogReading {
    /// The lines that lead somewhere, in order.
    pub links: Vec<LogLink>,
    /// The lines that say what went wrong and are known, in order, with what they mean.
    pub errors: Vec<LogError>,
    /// The line that says first what went wrong, from 0; also of those that are not known.
    pub first: Option<usize>,
    /// Which programs were taken where the log does not say it, and how sure that is; each a sentence without capital and full stop.
    pub taken: Vec<String>,
    /// How much was found, and what was taken: a line for a person.
    pub said: String,
    /// The log's lines where they are not those of the text: it came in one line, with line breaks written out, or with escape sequences;
    /// else empty.
    pub lines: Vec<String>,
}

impl LogReading {
    /// What a line means, if it says what went wrong and is known.
    pub fn error_at(&self, line: usize) -> Option<&LogError> {
        let at = self.errors.binary_search_by_key(&line, |error| error.line).ok()?;
        self.errors.get(at)
    }
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

/// What the lines of a log mean, without a program: as [`read`] has it, with no line that leads somewhere.
pub fn explain(text: &str) -> LogReading {
    let cleaned = text::cleaned(text);
    let written: Vec<&str> = lines::lines(&cleaned).take(MAX_LINES).collect();
    let texts: Vec<&str> = written.iter().map(|line| unwrapped(line)).collect();
    let errors = errors::errors(&written, &texts, btf::read(None, &texts).1);
    let first = errors::first(&written, &errors, &[]);
    let said = match errors.len() {
        0 => "no line of it is a message that is known here".to_owned(),
        n => format!("{} of {} explained", n, crate::words::many(written.len() as u64, "line")),
    };
    let differs = matches!(cleaned, Cow::Owned(_)) || written.len() != text.lines().take(MAX_LINES).count();
    let lines = if differs { written.iter().map(|line| (*line).to_owned()).collect() } else { Vec::new() };
    LogReading { errors, first, said, lines, ..LogReading::default() }
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
        others: BTreeSet::new(),
        fits: true,
        about_insn: BTreeMap::new(),
    };
    let cleaned = text::cleaned(text);
    let written: Vec<&str> = lines::lines(&cleaned).take(MAX_LINES).collect();
    let mut reading = LogReading::default();
    let texts: Vec<&str> = written.iter().map(|line| unwrapped(line)).collect();
    let (of_types, refusals) = btf::read(Some(core), &texts);
    reading.errors = errors::errors(&written, &texts, refusals);
    reader.about_insn = reading.errors.iter().map(|e| (e.line, errors::is_of_insn(&e.id))).collect();
    for part in reader.parts(&texts) {
        let taken = part.named.is_none().then(|| reader.take(&part.lines, part.is_dump, selected, only));
        reader.program = part.named.or(taken.as_ref().and_then(|t| t.program));
        let before = reader.out.len();
        let doubt = reader.part(&part);
        let words = taken.map_or(doubt, |taken| taken.words);
        // Of a part without anything to say nothing is said.
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
    let count = written.len();
    if matches!(cleaned, Cow::Owned(_)) || count != text.lines().take(MAX_LINES).count() {
        reading.lines = written.iter().map(|line| (*line).to_owned()).collect();
    }
    reading.said = match reading.links.len() {
        0 => "No line leads to this program".to_owned(),
        n => format!("{n} of {count} lines lead into the program"),
    };
    for taken in &reading.taken {
        reading.said.push_str("; ");
        reading.said.push_str(taken);
    }
    if reading.links.is_empty() && reading.taken.is_empty() {
        reading.said.push_str(". Is it the log of another one?");
    }
    reading
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let rest = text.get(text.find(before)? + before.len()..)?;
    rest.get(..rest.find(after)?)
}
