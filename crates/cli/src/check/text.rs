//! For people: a line a program and range, reasons below.

use dump::{Sink, TokenKind};
use needs::{Kernel, Load, Range, Release, fold};

use super::Checked;
use crate::out::{Out, out};

/// Reasons that are shown of a range.
const REASONS: usize = 3;

/// Prints all objects.
pub fn print(all: &[Checked], kernels: &[Kernel], out: &mut Out) {
    let releases: Vec<&Release> = kernels.iter().map(Kernel::release).collect();
    for (i, checked) in all.iter().enumerate() {
        if i > 0 {
            out!(out, "\n");
        }
        object(checked, &releases, out);
    }
}

fn object(checked: &Checked, releases: &[&Release], out: &mut Out) {
    out.token(TokenKind::Keyword, &checked.name);
    out!(out, "\n");
    for &p in &checked.shown {
        let Some(program) = checked.needs.programs().get(p) else { continue };
        let note = if program.autoload { "" } else { ", not loaded by itself" };
        for range in fold(releases, &checked.reports, p) {
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
            out!(out, " {} ({}{note}) on {}", program.name, program.section, kernels_of(&range, releases));
            out!(out, "; attach: {}\n", range.attach.as_str());
            reasons(checked, p, &range, out);
        }
    }
    let assumed: Vec<String> =
        checked.needs.assumptions().iter().map(|(sort, name)| format!("{sort} ({name})")).collect();
    if !assumed.is_empty() {
        out.token(TokenKind::Comment, &format!("  assumed: {}", assumed.join(", ")));
        out!(out, "\n");
    }
}

/// The kernels of a range: `a to b (10)`.
pub fn kernels_of(range: &Range, releases: &[&Release]) -> String {
    let name = |i: Option<&usize>| i.and_then(|&i| releases.get(i)).map_or("", |r| r.name.as_str());
    match range.kernels.len() {
        1 => name(range.kernels.first()).to_owned(),
        n => format!("{} to {} ({n})", name(range.kernels.first()), name(range.kernels.last())),
    }
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
