//! Prints relocations and their results as text.

use dump::{Sink, TokenKind};
use model::relocations::{OnKernel, headline};
use needs::other_register;
use relo::reach::Reached;
use relo::{Outcome, Record, ReloVerdict};
use text::counted;

use super::{Answer, Answers, Program, cannot_load, shown, unresolved};
use crate::out::{Out, out};

/// The path as libbpf prints it, or the problem of the record.
fn spec(program: &Program<'_>, record: &Record, outcome: &Outcome) -> String {
    match &outcome.local {
        Ok(spec) => spec.text(program.btf),
        Err(problem) => format!("<{}> [{}] {problem}", record.kind_str(), record.type_id),
    }
}

/// The verdict in words. If the program cannot load, the words are `no load` for each relocation.
fn verdict(t: &Answers, a: &Answer) -> &'static str {
    if t.loads { a.verdict().as_str() } else { "no load" }
}

fn place(record: &Record) -> String {
    format!("{}+{:#x}", record.section, record.insn_offset.0)
}

/// Prints the access paths.
pub fn local(program: &Program<'_>, out: &mut Out) {
    for record in &program.records {
        out.token(TokenKind::Comment, &format!("{:<32}", place(record)));
        out!(out, " {}\n", spec(program, record, &unresolved(program, record)));
    }
}

/// Sums up on which kernels relocations keep the program from loading, as the page does above its list.
pub fn headline_of(program: &Program<'_>, targets: &[Answers]) -> String {
    if let Some(why) = &program.not_applied {
        return why.clone();
    }
    let on = |t: &Answers| {
        let failing = program.records.iter().zip(&t.all).filter(|(_, a)| a.fails());
        let other = |a: &Answer| other_register(program.btf, &t.kernel, &a.outcome).is_some();
        OnKernel {
            name: t.name.clone(),
            loads: t.loads && !failing.clone().any(|(_, a)| other(a)),
            failing: failing.map(|(record, _)| (record.section.to_string(), record.index)).collect(),
            unknown: t.all.iter().filter(|a| a.is_unknown()).count(),
        }
    };
    let one_section = program.records.windows(2).all(|pair| pair[0].section == pair[1].section);
    headline(&targets.iter().map(on).collect::<Vec<_>>(), one_section)
}

/// The verdicts in the counts above a target's relocations, in order.
const COUNTED: [ReloVerdict; 6] = [
    ReloVerdict::Same,
    ReloVerdict::Changed,
    ReloVerdict::Absent,
    ReloVerdict::Poisoned,
    ReloVerdict::CannotTell,
    ReloVerdict::Refused,
];

/// Prints each target with its relocations.
pub fn print(program: &Program<'_>, targets: &[Answers], out: &mut Out) {
    for (i, t) in targets.iter().enumerate() {
        if i > 0 {
            out!(out, "\n");
        }
        out.token(TokenKind::Keyword, &format!("{} on {}", program.name, t.name));
        if !t.loads {
            out!(out, ": {}\n", cannot_load(program, t));
        } else {
            out!(out, ": {}", counted(t.all.len(), "relocation"));
        }
        for verdict in COUNTED {
            match t.all.iter().filter(|a| t.loads && a.verdict() == verdict).count() {
                0 => {}
                n => out!(out, ", {n} {}", verdict.as_str()),
            }
            if verdict == ReloVerdict::Poisoned && t.loads && t.all.iter().any(|a| a.fails_where_reached()) {
                let is_reached = |a: &&Answer| a.fails_where_reached() && a.is_reached();
                out!(out, " ({} reached)", t.all.iter().filter(is_reached).count());
            }
        }
        if t.loads {
            out!(out, "\n");
        }
        for (record, a) in shown(program, t) {
            if out.is_closed() {
                return;
            }
            one(program, t, record, a, out);
        }
    }
}

fn one(program: &Program<'_>, t: &Answers, record: &Record, a: &Answer, out: &mut Out) {
    let v = &a.outcome.values;
    out.token(TokenKind::Keyword, &format!("  {:<9}", verdict(t, a)));
    // `cannot tell` is wider than the column of verdicts.
    if verdict(t, a).len() >= 9 {
        out!(out, " ");
    }
    out.token(TokenKind::Comment, &format!("{} ", place(record)));
    out!(out, "{}", spec(program, record, &a.outcome));
    if a.verdict() == ReloVerdict::CannotTell {
        out!(out, "\n            {}\n", a.standing.words().unwrap_or_default());
        if let Some(reaching) = a.reaching.as_ref().filter(|r| r.reached == Reached::Never) {
            out!(out, "            {}\n", reaching.words);
        }
        return;
    }
    if !a.verdict().is_failing() {
        out!(out, ": {} -> {}", v.original, v.new);
        if v.original_size != v.new_size && !v.bad_size_change {
            out!(out, ", {} -> {}", counted(v.original_size, "byte"), v.new_size);
        }
        if let Some(words) = a.standing.words() {
            out!(out, "; {words}");
        }
        out!(out, "\n");
        return;
    }
    let why = relo::explain(program.btf, record.type_id, t.kernel.target(), &a.outcome, a.patched.as_ref());
    out!(out, "\n            {}\n", why.headline);
    if let Some(reaching) = &a.reaching {
        out!(out, "            {}\n", reaching.words);
    }
    for detail in &why.details {
        out!(out, "            {detail}\n");
    }
    if let Some(words) = other_register(program.btf, &t.kernel, &a.outcome) {
        // The path is a register of another architecture, so no similar path is suggested.
        out!(out, "            {words}\n");
        return;
    }
    for s in relate::suggestions(program.btf, t.kernel.target(), &why) {
        out!(out, "            near: {} ({})\n", s.path, s.near.words());
    }
}
