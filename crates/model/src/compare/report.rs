//! The differences of two files as text, for terminals and files. (For JSON see crate `json`.)

use btf::{Btf, Budget, Stopped, TypeId};
use dump::{Limited, Sink, TokenKind};
use relate::{Change, ChangeEffect, Class, Comparison, Difference, Item, ItemKind, Only, difference};
use text::counted;

use super::{ChangedType, Used};
use crate::words::{offset_text, plain_name};

/// The effect on a CO-RE program if this type was removed, or (if not `removed`) added.
pub fn effect_of(only: &Only, removed: bool) -> ChangeEffect {
    if removed && !only.spare { ChangeEffect::Refused } else { ChangeEffect::Harmless }
}

/// A report of differences: the two files, and what to report.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The older file's name and types.
    pub old: (&'a str, &'a Btf),
    /// The newer file's name and types.
    pub new: (&'a str, &'a Btf),
    /// The mildest effect to report.
    pub least: ChangeEffect,
    /// The budget for comparing and writing.
    pub budget: &'a Budget,
    /// The parts that programs use. If set, differences in all other parts are left out.
    pub used: Option<&'a Used>,
}

impl Report<'_> {
    /// Leaves out differences that do not matter to the programs. In types that stay, changes that do not matter are
    /// not counted.
    ///
    /// # Errors
    /// The budget is spent; differences that were not checked by then stay in.
    pub fn keep_used(&self, found: &mut Comparison) -> Result<(), Stopped> {
        let Some(used) = self.used else { return Ok(()) };
        let (old, new) = (self.old.1, self.new.1);
        let none = TypeId::VOID;
        let mut stopped = Ok(());
        let mut of = |class, a: TypeId, b: TypeId, changes, effect| {
            let t = ChangedType { class, old: a, new: b, changes, effect };
            used.of_type(old, new, &t, self.budget).unwrap_or_else(|why| {
                stopped = Err(why);
                Some(t)
            })
        };
        found.changed.retain_mut(|c| match of(c.class, c.old, c.new, c.changes, c.effect) {
            Some(t) => {
                (c.changes, c.effect) = (t.changes, t.effect);
                true
            }
            None => false,
        });
        found.removed.retain(|o| of(o.class, o.id, none, 0, ChangeEffect::Harmless).is_some());
        found.added.retain(|o| of(o.class, none, o.id, 0, ChangeEffect::Harmless).is_some());
        stopped
    }

    /// Whether a change of a type is reported.
    pub fn is_asked_for(&self, of: TypeId, change: &Change) -> bool {
        let name = self.new.1.get(of).map(|t| t.name_bytes()).unwrap_or_default();
        change.effect >= self.least && self.used.is_none_or(|used| used.is_of_use(name, change))
    }

    /// Leaves out differences with a milder effect than `least`.
    pub fn sift(&self, found: &mut Comparison) {
        found.changed.retain(|c| c.effect >= self.least);
        found.removed.retain(|o| effect_of(o, true) >= self.least);
        found.added.retain(|o| effect_of(o, false) >= self.least);
    }

    /// Writes the report: one line for each type. With `details`, the differing parts are below it; with `counts`,
    /// the sums are at the end.
    ///
    /// # Errors
    /// The budget is spent; the text is then incomplete.
    pub fn text(&self, found: &Comparison, details: bool, counts: bool, out: &mut dyn Sink) -> Result<(), Stopped> {
        let out = &mut Limited::new(out, self.budget);
        for only in &found.removed {
            self.only("-", self.old.1, only, effect_of(only, true), out);
        }
        for only in &found.added {
            self.only("+", self.new.1, only, effect_of(only, false), out);
        }
        for c in &found.changed {
            if out.is_closed() {
                break;
            }
            put(out, "~ ");
            kind(c.class, out);
            out.token(TokenKind::TypeName(c.new), &bare_name(self.new.1, c.new));
            let d = difference(self.old.1, c.old, self.new.1, c.new, self.budget)?;
            if d.size.0 != d.size.1 {
                put(out, &format!("  {} -> {}", d.size.0, counted(d.size.1, "byte")));
            }
            put(out, &format!("  {}", counted(c.changes, "change")));
            out.token(TokenKind::Comment, &format!("  {}\n", c.effect.as_str()));
            if details {
                self.difference(c.new, &d, out);
            }
        }
        if counts {
            let [removed, added, changed] = [found.removed.len(), found.added.len(), found.changed.len()];
            put(out, &format!("{removed} removed, {added} added, {changed} changed, {} the same\n", found.same));
        }
        self.budget.check()
    }

    fn only(&self, sign: &str, btf: &Btf, only: &Only, effect: ChangeEffect, out: &mut dyn Sink) {
        put(out, sign);
        put(out, " ");
        kind(only.class, out);
        out.token(TokenKind::TypeName(only.id), &bare_name(btf, only.id));
        let spare = if only.spare { ", of several" } else { "" };
        out.token(TokenKind::Comment, &format!("  {}{spare}\n", effect.as_str()));
    }

    fn difference(&self, of: TypeId, d: &Difference, out: &mut dyn Sink) {
        if let Some((a, b)) =
            d.figures.filter(|(a, b)| (a.holes, a.hole_bytes, a.padding) != (b.holes, b.hole_bytes, b.padding))
        {
            let figures = |f: layout::Figures| {
                format!("{} of {}, padding {}", counted(f.holes, "hole"), counted(f.hole_bytes, "byte"), f.padding)
            };
            put(out, &format!("    {} -> {}\n", figures(a), figures(b)));
        }
        for change in d.changes.iter().filter(|c| self.is_asked_for(of, c)) {
            if out.is_closed() {
                break;
            }
            let label = if change.name().is_empty() { "(itself)" } else { change.name() };
            let old = change.old.as_ref().map(|a| item(self.old.1, a, change));
            let new = change.new.as_ref().map(|b| item(self.new.1, b, change));
            let (sign, parts) = match (old, new) {
                (Some(old), Some(new)) => ("~", format!("{old} -> {new}")),
                (Some(old), None) => ("-", old),
                (None, new) => ("+", new.unwrap_or_default()),
            };
            put(out, &format!("    {sign} {label}  {parts}"));
            out.token(TokenKind::Comment, &format!("  {}: {}\n", change.effect.as_str(), change.reason));
        }
    }
}

fn put(out: &mut dyn Sink, text: &str) {
    out.token(TokenKind::Text, text);
}

fn kind(class: Class, out: &mut dyn Sink) {
    out.token(TokenKind::Keyword, class.as_str());
    put(out, " ");
}

/// The name of a type without its keyword; the keyword is [`Class::as_str`].
pub fn bare_name(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if !t.is_anonymous() => t.name().to_owned(),
        _ => plain_name(btf, id),
    }
}

/// The value, offset, type and size of a part that only one side has; of a part that both sides have, only the facts
/// that differ.
fn item(btf: &Btf, item: &Item, change: &Change) -> String {
    let alone = change.old.is_none() || change.new.is_none();
    let marks = change.marks;
    let mut words: Vec<String> = Vec::new();
    if marks.renamed {
        words.push(item.name.clone());
    }
    if let Some(value) = item.value.filter(|_| alone || marks.revalued) {
        words.push(value.to_string());
    }
    if let Some(offset) = item.offset.filter(|_| alone || marks.moved) {
        words.push(format!("@ {}", offset_text(offset, false)));
    } else if marks.moved {
        words.push(format!("at {}", item.index));
    }
    let has_type = item.value.is_none() && (!item.type_id.is_void() || item.kind == ItemKind::Return);
    if has_type && (alone || marks.retyped) {
        words.push(dump::type_name(btf, item.type_id));
    }
    match (item.bitfield, item.size) {
        (Some(bits), _) if alone || marks.resized => words.push(counted(bits, "bit")),
        (None, Some(size)) if alone || marks.resized => words.push(counted(size, "byte")),
        _ => {}
    }
    words.join(" ")
}
