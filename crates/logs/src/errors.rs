//! The error lines of a log with their explanations, and the line to look at first.

use messages::Explained;
use wire::Wire;

use crate::lines::{insn, source};
use crate::wrap::trimmed;
use crate::{LogLink, is_error};

/// An error line and its explanation. Its texts are from the table (crate `messages`); the meaning of a fault in BTF is
/// from the rules of crate `verdict`.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct LogError {
    /// The line, from 0.
    pub line: usize,
    /// The message's name in the table.
    pub id: String,
    /// Its meaning: a sentence, with the registers and numbers of the line.
    pub means: String,
    /// The usual causes, each a sentence.
    pub causes: Vec<String>,
    /// The remedies, most useful first, each a sentence.
    pub change: Vec<String>,
    /// The kernels or versions of libbpf with this wording; empty if it never changed.
    pub versions: String,
}

impl LogError {
    fn new(line: usize, found: &Explained) -> LogError {
        let versions = found.wording.versions.to_owned();
        LogError { versions, ..LogError::of(line, found.entry.id, found.means.clone()) }
    }

    /// An error with the causes and remedies of the table's entry `id`, and with `means` as its meaning.
    pub(crate) fn of(line: usize, id: &str, means: String) -> LogError {
        let entry = messages::entry(id);
        let texts = |of: fn(&messages::Entry) -> &'static [&'static str]| {
            entry.map(|entry| of(entry).iter().map(|text| (*text).to_owned()).collect()).unwrap_or_default()
        };
        LogError {
            line,
            id: id.to_owned(),
            means,
            causes: texts(|entry| entry.causes),
            change: texts(|entry| entry.change),
            versions: String::new(),
        }
    }
}

/// Whether a message is about the instruction that the log printed last.
pub(crate) fn is_of_insn(id: &str) -> bool {
    messages::entry(id).is_some_and(|entry| entry.at_insn)
}

/// A line with a weak wording (`is_weak` in crate `messages`) is not explained if a line that says more is at most this
/// many lines before it, or is the next line.
const NEAR: usize = 8;

/// The most lines that are explained.
const MOST: usize = 1000;

/// The explanation of a line, if it is a message of the table; `text` is the line without loggers' additions.
fn explained(line: &str, text: &str) -> Option<Explained> {
    // A source line holds the program's text, not a message. A line with an instruction has no message either, except
    // the last line of cilium/ebpf's error.
    if text.is_empty() || source(text).is_some() {
        return None;
    }
    if insn(text).is_some_and(|i| i.code.is_some()) && !line.contains("load program: ") {
        return None;
    }
    // A part of the message may look like a logger's prefix, so the whole line is looked up, too.
    let whole = || Some(trimmed(line)).filter(|line| *line != text);
    messages::find(text).or_else(|| messages::find(whole()?))
}

/// The errors of a log, in line order: those of BTF logs (`btf`), and the lines that are messages of the table. If a
/// line has both, the error of `btf` is kept. Weak lines near a line that says more are left out, and so is a message
/// that repeats the line before it.
pub(crate) fn errors(lines: &[&str], texts: &[&str], btf: Vec<LogError>) -> Vec<LogError> {
    let mut found: Vec<(LogError, bool)> = btf.into_iter().map(|error| (error, false)).collect();
    for (line, (written, text)) in lines.iter().zip(texts).enumerate() {
        if found.len() >= MOST {
            break;
        }
        if let Some(explained) = explained(written, text) {
            found.push((LogError::new(line, &explained), explained.wording.is_weak));
        }
    }
    found.sort_by_key(|(error, _)| error.line);
    found.dedup_by(|(b, _), (a, _)| a.line == b.line);
    let strong: Vec<usize> = found.iter().filter(|(_, weak)| !weak).map(|(error, _)| error.line).collect();
    let near = |line: usize| {
        let next = strong.partition_point(|&at| at < line);
        let before = next.checked_sub(1).and_then(|at| strong.get(at)).is_some_and(|&at| line - at <= NEAR);
        before || strong.get(next).is_some_and(|&at| at - line <= 1)
    };
    let mut out: Vec<LogError> = Vec::new();
    for (error, weak) in found {
        let again = out.last().is_some_and(|last| last.id == error.id && error.line - last.line <= 1);
        if !(weak && near(error.line) || again) {
            out.push(error);
        }
    }
    out
}

/// The line to look at first. This is the first error that is not about optional BTF, or the first wrong link whose
/// line says more than "failed to load", whichever comes first. If there is neither, it is the first error of any kind,
/// else the first wrong link, else the first line that reports a failure.
pub(crate) fn first(lines: &[&str], errors: &[LogError], links: &[LogLink]) -> Option<usize> {
    // libbpf continues without optional BTF.
    let optional = |line: usize| lines.get(line).is_some_and(|text| text.contains("BTF is optional"));
    let explained = errors.iter().map(|error| error.line).find(|&line| !optional(line));
    let says_less = |line: usize| {
        lines.get(line).is_some_and(|text| text.contains("failed to load") || text.contains("load failed"))
    };
    let wrong = links.iter().find(|link| link.wrong && !says_less(link.line)).map(|link| link.line);
    let any = || {
        errors.first().map(|error| error.line).or_else(|| links.iter().find(|link| link.wrong).map(|link| link.line))
    };
    explained.into_iter().chain(wrong).min().or_else(any).or_else(|| lines.iter().position(|line| is_error(line)))
}
