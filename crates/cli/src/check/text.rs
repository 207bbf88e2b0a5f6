//! For people: a line a program and range, reasons below.

use dump::{Sink, TokenKind};
use needs::{Load, Range, Release, fold};

use super::{Asked, Checked};
use crate::out::{Out, out};

/// Reasons that are shown of a range.
const REASONS: usize = 3;

/// Prints all objects.
pub fn print(all: &[Checked], kernels: &[Asked], out: &mut Out) {
    let releases: Vec<&Release> = kernels.iter().map(|k| &k.release).collect();
    for (i, checked) in all.iter().enumerate() {
        if i > 0 {
            out!(out, "\n");
        }
        object(checked, kernels, &releases, out);
    }
}

fn object(checked: &Checked, asked: &[Asked], releases: &[&Release], out: &mut Out) {
    out.token(TokenKind::Keyword, &checked.name);
    out!(out, "\n");
    for &p in &checked.shown {
        let Some(program) = checked.needs.programs().get(p) else { continue };
        let note = if program.autoload { "" } else { ", not loaded by itself" };
        for ranges in alike(checked, fold(releases, &checked.reports, p)) {
            let Some(range) = ranges.first() else { continue };
            if out.is_closed() {
                return;
            }
            let kind = match range.load {
                Load::Fails => TokenKind::Directive,
                Load::CannotTell => TokenKind::Number,
                Load::Fallback => TokenKind::Name,
                Load::Loads => TokenKind::Comment,
            };
            out!(out, "  ");
            out.token(kind, &format!("{:<19}", range.load.as_str()));
            out!(out, " {} ({}{note}) on ", program.name, program.section);
            let said: Vec<String> = ranges.iter().map(|r| kernels_of(r, asked)).collect();
            match said.as_slice() {
                [one] => out!(out, "{one}; attach: {}\n", range.attach.as_str()),
                several => {
                    let all: usize = ranges.iter().map(|r| r.kernels.len()).sum();
                    out!(out, "{all} kernels; attach: {}\n", range.attach.as_str());
                    for one in several {
                        out!(out, "      {one}\n");
                    }
                }
            }
            reasons(checked, p, range, out);
        }
    }
    let assumed: Vec<String> =
        checked.needs.assumptions().iter().map(|(what, name)| format!("{what} ({name})")).collect();
    if !assumed.is_empty() {
        out.token(TokenKind::Comment, &format!("  assumed: {}", assumed.join(", ")));
        out!(out, "\n");
    }
}

/// Ranges of equal verdict and reason together, the worst first.
fn alike(checked: &Checked, ranges: Vec<Range>) -> Vec<Vec<Range>> {
    let key = |r: &Range| {
        let report = r.kernels.first().and_then(|&k| checked.reports.get(k));
        let answer = report.and_then(|report| report.answers.get(r.reason?));
        (r.load, r.attach, r.reason, answer.map(|a| a.found.as_str()))
    };
    let mut all: Vec<Vec<Range>> = Vec::new();
    for range in ranges {
        match all.iter_mut().find(|known| known.first().is_some_and(|first| key(first) == key(&range))) {
            Some(known) => known.push(range),
            None => all.push(vec![range]),
        }
    }
    all.sort_by_key(|ranges| std::cmp::Reverse(ranges.first().map(|r| r.load)));
    all
}

/// The kernels of a range: `a to b (10)`; and whether the exit status counts none of them.
pub fn kernels_of(range: &Range, asked: &[Asked]) -> String {
    let name = |i: Option<&usize>| i.and_then(|&i| asked.get(i)).map_or("", |k| k.release.name.as_str());
    let names = match range.kernels.len() {
        1 => name(range.kernels.first()).to_owned(),
        n => format!("{} to {} ({n})", name(range.kernels.first()), name(range.kernels.last())),
    };
    if is_required(range, asked) { names } else { format!("{names}, not required") }
}

/// Whether the exit status counts a kernel of the range.
pub fn is_required(range: &Range, asked: &[Asked]) -> bool {
    range.kernels.iter().any(|&i| asked.get(i).is_some_and(|k| k.required))
}

fn reasons(checked: &Checked, p: usize, range: &Range, out: &mut Out) {
    let Some(&kernel) = range.kernels.first() else { return };
    let Some(report) = checked.reports.get(kernel) else { return };
    if let Some(words) = report.foreign {
        out!(out, "      {words}\n");
        return;
    }
    let Some(verdict) = report.programs.get(p) else { return };
    for reason in verdict.reasons.iter().take(REASONS) {
        let said = checked.said(kernel, reason.need);
        out!(out, "      {}", said.what());
        let words = reason.words.as_deref().or(said.words);
        if let Some(why) = said.why {
            out!(out, ": {why}");
        }
        out!(out, "\n");
        if let Some(words) = words {
            out.token(TokenKind::Comment, &format!("        {words}"));
            out!(out, "\n");
        }
        if let Some(way) = said.way_out.filter(|_| reason.load > Load::Fallback) {
            out!(out, "        way out: {way}\n");
        }
    }
    if verdict.reasons.len() > REASONS {
        out!(out, "      and {} more\n", verdict.reasons.len() - REASONS);
    }
}
