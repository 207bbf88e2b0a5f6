//! Text output: one line for each program and each group of kernels with the same result, with the reasons below.

use dump::{Sink, TokenKind};
use needs::{Foreign, Load, Range};

use super::ranges::groups;
use super::{AskedKernel, Checked, outcome};
use crate::out::{Out, out};

/// The most reasons that are shown for a verdict.
const REASONS: usize = 3;

/// Prints all objects, and a line that sums them up.
pub fn print(all: &[Checked], kernels: &[AskedKernel], out: &mut Out) {
    for (i, checked) in all.iter().enumerate() {
        if i > 0 {
            out!(out, "\n");
        }
        object(checked, kernels, out);
    }
    out!(out, "\n{}\n", outcome::summary(all, kernels));
}

fn object(checked: &Checked, asked: &[AskedKernel], out: &mut Out) {
    out.token(TokenKind::Keyword, &checked.name);
    out!(out, "\n");
    if let Some(headline) = checked.headline(asked) {
        out!(out, "  {}\n", headline.text());
        if !headline.not_among.is_empty() {
            out!(out, "  {}\n", headline.not_among);
        }
    }
    if let Some(refusal) = checked.needs.opened().refusal.as_ref().filter(|_| checked.shown.is_empty()) {
        out!(out, "  ");
        out.token(TokenKind::Directive, Load::DoesNotOpen.as_str());
        out!(out, ": {}\n", refusal.why());
    }
    for &p in &checked.shown {
        let Some(program) = checked.needs.programs().get(p) else { continue };
        let note = if program.autoload { "" } else { ", not loaded by itself" };
        for group in groups(checked, asked, p) {
            let Some(range) = group.ranges.first() else { continue };
            if out.is_closed() {
                return;
            }
            let kind = match range.load {
                // A failure on a kernel that is not required is not coloured as a failure.
                _ if !group.required => TokenKind::Comment,
                Load::Unrelocated | Load::Fails | Load::DoesNotOpen => TokenKind::Directive,
                Load::CannotTell => TokenKind::Number,
                Load::Fallback => TokenKind::Name,
                Load::Loads => TokenKind::Comment,
            };
            out!(out, "  ");
            out.token(kind, &format!("{:<19}", group.says()));
            out!(out, " {} ({}{note}) on ", program.name, program.section);
            match group.kernels(asked).as_slice() {
                [one] if group.required => out!(out, "{one}; attach: {}\n", range.attach_words),
                [one] => out!(out, "{one}\n"),
                several => {
                    out!(out, "{} kernels; attach: {}\n", group.count(), range.attach_words);
                    for one in several {
                        out!(out, "      {one}\n");
                    }
                }
            }
            if group.required {
                reasons(checked, p, range, out);
            }
        }
    }
    let assumed: Vec<String> =
        checked.needs.assumptions().iter().map(|(what, name)| format!("{what} ({name})")).collect();
    if !assumed.is_empty() {
        out.token(TokenKind::Comment, &format!("  assumed: {}", assumed.join(", ")));
        out!(out, "\n");
    }
}

fn reasons(checked: &Checked, p: usize, range: &Range, out: &mut Out) {
    let Some(&kernel) = range.kernels.first() else { return };
    let Some(report) = checked.reports.get(kernel) else { return };
    if let Some(words) = report.foreign.and_then(Foreign::words) {
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
