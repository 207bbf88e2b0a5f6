//! The differences of two files as text and as JSON, for terminals and files.

use btf::{Btf, TypeId};
use dump::{Sink, TokenKind};
use relate::{Change, Class, Comparison, Difference, Effect, Item, Only, difference};

use crate::json::Json;
use crate::words::{plain_name, point_offset};

/// The effects in one word each.
pub const EFFECT_WORDS: [&str; 3] = ["harmless", "guard", "breaks"];

fn word(effect: Effect) -> &'static str {
    EFFECT_WORDS.get(effect as usize).copied().unwrap_or_default()
}

/// What it means that a type is gone, or new.
pub fn effect_of(only: &Only, removed: bool) -> Effect {
    if removed && !only.spare { Effect::Guard } else { Effect::Harmless }
}

/// Writes differences.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The older file's name and types.
    pub old: (&'a str, &'a Btf),
    /// The newer file's name and types.
    pub new: (&'a str, &'a Btf),
    /// What has less effect is left out.
    pub least: Effect,
}

impl Report<'_> {
    /// Leaves out what has less effect than is asked for.
    pub fn sift(&self, found: &mut Comparison) {
        found.changed.retain(|c| c.effect >= self.least);
        found.removed.retain(|o| effect_of(o, true) >= self.least);
        found.added.retain(|o| effect_of(o, false) >= self.least);
    }

    /// Writes text: a line a type, with `details` below it the parts that differ; with `counts` the sums at the end.
    pub fn text(&self, found: &Comparison, details: bool, counts: bool, out: &mut dyn Sink) {
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
            out.token(TokenKind::TypeName(c.new), &name(self.new.1, c.new));
            let d = difference(self.old.1, c.old, self.new.1, c.new);
            if d.size.0 != d.size.1 {
                put(out, &format!("  {} -> {} bytes", d.size.0, d.size.1));
            }
            let parts = if c.changes == 1 { "change" } else { "changes" };
            put(out, &format!("  {} {parts}", c.changes));
            out.token(TokenKind::Comment, &format!("  {}\n", c.effect.as_str()));
            if details {
                self.difference(&d, out);
            }
        }
        if counts {
            let [removed, added, changed] = [found.removed.len(), found.added.len(), found.changed.len()];
            put(out, &format!("{removed} removed, {added} added, {changed} changed, {} the same\n", found.same));
        }
    }

    fn only(&self, sign: &str, btf: &Btf, only: &Only, effect: Effect, out: &mut dyn Sink) {
        put(out, sign);
        put(out, " ");
        kind(only.class, out);
        out.token(TokenKind::TypeName(only.id), &name(btf, only.id));
        let spare = if only.spare { ", of several" } else { "" };
        out.token(TokenKind::Comment, &format!("  {}{spare}\n", effect.as_str()));
    }

    fn difference(&self, d: &Difference, out: &mut dyn Sink) {
        if let Some((a, b)) =
            d.figures.filter(|(a, b)| (a.holes, a.hole_bytes, a.padding) != (b.holes, b.hole_bytes, b.padding))
        {
            let figures =
                |f: layout::Figures| format!("{} holes of {} bytes, padding {}", f.holes, f.hole_bytes, f.padding);
            put(out, &format!("    {} -> {}\n", figures(a), figures(b)));
        }
        for change in d.changes.iter().filter(|c| c.effect >= self.least) {
            let sign = match (&change.old, &change.new) {
                (None, _) => "+",
                (_, None) => "-",
                _ => "~",
            };
            let label = if change.name().is_empty() { "(itself)" } else { change.name() };
            let parts = match (&change.old, &change.new) {
                (Some(a), Some(b)) => format!("{} -> {}", item(self.old.1, a, change), item(self.new.1, b, change)),
                (Some(a), None) => item(self.old.1, a, change),
                (None, Some(b)) => item(self.new.1, b, change),
                (None, None) => String::new(),
            };
            put(out, &format!("    {sign} {label}  {parts}"));
            out.token(TokenKind::Comment, &format!("  {}: {}\n", change.effect.as_str(), change.reason));
        }
    }

    /// Writes JSON: `{old, new, same, removed, added, changed: [{kind, name, effect, changes}]}`.
    pub fn json(&self, found: &Comparison, out: &mut dyn Sink) {
        let only = |json: &mut Json<'_>, key: &str, btf: &Btf, all: &[Only], removed| {
            json.list(key, |list| {
                for o in all {
                    list.item(|row| {
                        row.text("kind", o.class.as_str());
                        row.text("name", &name(btf, o.id));
                        row.number("id", o.id.0);
                        row.flag("others", o.spare);
                        row.text("effect", word(effect_of(o, removed)));
                    });
                }
            });
        };
        Json::object(out, |json| {
            json.text("old", self.old.0);
            json.text("new", self.new.0);
            json.number("same", found.same);
            only(json, "removed", self.old.1, &found.removed, true);
            only(json, "added", self.new.1, &found.added, false);
            json.list("changed", |list| {
                for c in &found.changed {
                    if list.is_closed() {
                        break;
                    }
                    let d = difference(self.old.1, c.old, self.new.1, c.new);
                    list.item(|row| {
                        row.text("kind", c.class.as_str());
                        row.text("name", &name(self.new.1, c.new));
                        row.number("old_id", c.old.0);
                        row.number("new_id", c.new.0);
                        row.text("effect", word(c.effect));
                        row.number("old_size", d.size.0);
                        row.number("new_size", d.size.1);
                        row.list("changes", |changes| {
                            for change in d.changes.iter().filter(|c| c.effect >= self.least) {
                                changes.item(|row| self.change(change, row));
                            }
                        });
                    });
                }
            });
        });
    }

    fn change(&self, change: &Change, row: &mut Json<'_>) {
        row.text("name", change.name());
        row.text("change", &change.words());
        row.text("effect", word(change.effect));
        row.text("reason", change.reason);
        let side = |row: &mut Json<'_>, key: &str, btf: &Btf, item: &Option<Item>| match item {
            None => row.null(key),
            Some(item) => row.group(key, |row| {
                row.text("name", &item.name);
                row.maybe_number("bit_offset", item.offset);
                row.maybe_number("bitfield", item.bitfield);
                row.maybe_number("size", item.size);
                row.maybe_text("value", item.value.map(|v| v.to_string()).as_deref());
                row.maybe_text("type", item.value.is_none().then(|| dump::type_name(btf, item.type_id)).as_deref());
            }),
        };
        side(row, "old", self.old.1, &change.old);
        side(row, "new", self.new.1, &change.new);
    }
}

fn put(out: &mut dyn Sink, text: &str) {
    out.token(TokenKind::Text, text);
}

fn kind(class: Class, out: &mut dyn Sink) {
    out.token(TokenKind::Keyword, class.as_str());
    put(out, " ");
}

/// A name without the keyword that [`kind`] writes.
fn name(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if !t.is_anonymous() => t.name().to_owned(),
        _ => plain_name(btf, id),
    }
}

/// What of a part is worth telling: of a pair, what differs.
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
        words.push(format!("@ {}", point_offset(offset)));
    } else if marks.moved {
        words.push(format!("at {}", item.index));
    }
    let has_type = item.value.is_none() && (!item.type_id.is_void() || item.name == "return");
    if has_type && (alone || marks.retyped) {
        words.push(dump::type_name(btf, item.type_id));
    }
    match (item.bitfield, item.size) {
        (Some(bits), _) if alone || marks.resized => words.push(format!("{bits} bits")),
        (None, Some(size)) if alone || marks.resized => words.push(format!("{size} bytes")),
        _ => {}
    }
    words.join(" ")
}
