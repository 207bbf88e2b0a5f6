//! Divides a log into parts, each about one program.

use crate::Reader;
use crate::lines::{self, Listed, insn};

/// How many lines behind a function's name are searched for the first instruction of its listing.
const NEAR: usize = 40;

/// Lines of a log about one program.
#[derive(Default)]
pub(crate) struct Part<'t> {
    /// The program, if the log names it.
    pub(crate) named: Option<usize>,
    /// Whether it is a dump of a program from the kernel (`bpftool prog dump`).
    pub(crate) is_dump: bool,
    /// The lines with their numbers, without loggers' additions.
    pub(crate) lines: Vec<(usize, &'t str)>,
}

impl Reader<'_, '_> {
    /// The log in parts, each about one program; `lines` are without loggers' additions.
    pub(crate) fn parts<'t>(&self, lines: &[&'t str]) -> Vec<Part<'t>> {
        let mut parts: Vec<Part<'t>> = vec![Part::default()];
        let mut ended = false;
        for (at, &text) in lines.iter().enumerate() {
            let named = lines::named(text).and_then(|name| self.names.get(name)).copied();
            let header = match lines::listed(text) {
                Some(Listed::Whole(name)) => self.names.get(name),
                Some(Listed::Short(name)) => self.short.get(name),
                None => None,
            };
            let first = insn(text).is_some_and(|i| i.slot == 0 && i.code.is_some());
            let begin = match (named, header) {
                (Some(program), _) => {
                    (parts.last().and_then(|p| p.named) != Some(program)).then_some((Some(program), false))
                }
                // A called function is listed behind its program, with continuous numbers.
                (None, Some(&function)) => {
                    let goes_on = parts.last().is_some_and(|p| p.is_dump && p.named == Some(function));
                    let next = lines.iter().skip(at + 1).take(NEAR).find_map(|line| insn(line));
                    (!goes_on && next.is_none_or(|i| i.slot == 0)).then_some((Some(function), true))
                }
                // Behind the end of one program's log, the log of another may begin without a name.
                (None, None) if ended && (first || text.starts_with("func#0 ")) => Some((None, false)),
                _ => None,
            };
            if let Some((named, is_dump)) = begin {
                parts.push(Part { named, is_dump, lines: Vec::new() });
            }
            if begin.is_some() || named.is_some() {
                ended = false;
            }
            ended |= text.starts_with("processed ");
            if let Some(part) = parts.last_mut() {
                part.lines.push((at, text));
            }
        }
        // A part with only consecutive instructions from 0 on, and no other lines of the verifier, is a dump whose
        // first line was not copied.
        for part in &mut parts {
            part.is_dump = part.is_dump || is_listing(&part.lines);
        }
        parts
    }
}

/// Whether lines are consecutive instructions from slot 0 on, of at least four slots, as in a listing of a program. A
/// log of the verifier is different: it follows branches, and has other lines between the instructions.
fn is_listing(lines: &[(usize, &str)]) -> bool {
    let mut next: Option<u32> = None;
    for &(_, text) in lines {
        if text.is_empty() || text.starts_with(';') {
            continue;
        }
        let Some(found) = insn(text).filter(|i| i.code.is_some()) else { return false };
        // Only the verifier prints a state behind an instruction.
        if next.map_or(found.slot != 0, |next| found.slot != next) || text.contains(" ; ") {
            return false;
        }
        next = found.slot.checked_add(if found.code == Some(0x18) { 2 } else { 1 });
    }
    next.is_some_and(|n| n > 3)
}
