//! `diff`: what changed between two BTFs, and what that means to a CO-RE program.

use std::ops::ControlFlow;
use std::path::PathBuf;

use btf::{Btf, TypeId};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use dump::{Sink, TokenKind};
use relate::{
    Change, Class, CompareOptions, Comparison, Difference, Effect, Item, Only, compare, counterpart, difference,
};

use crate::args::flag;
use crate::fail::Failure;
use crate::json::Json;
use crate::open::{Input, Which};
use crate::out::{Out, out};
use crate::types::called;
use crate::users::{bytes, name};

/// The effects by the words that can be typed.
const EFFECTS: [&str; 3] = ["harmless", "guard", "breaks"];

fn word(effect: Effect) -> &'static str {
    EFFECTS.get(effect as usize).copied().unwrap_or_default()
}

/// Runs the command: status 1 when anything differs.
///
/// # Errors
/// When a file cannot be opened, or neither has a type that was named.
pub fn run(args: &ArgMatches, out: &mut Out) -> Result<u8, Failure> {
    let path = |name: &str| args.get_one::<PathBuf>(name).map(PathBuf::as_path);
    let open = |file, base| Which::of(path(file).unwrap_or(std::path::Path::new("-")), path(base)).open();
    let (old, new) = (open("old", "old-base")?, open("new", "new-base")?);
    let status = old.warn().max(new.warn());
    let least = args.get_one::<String>("at-least").and_then(|w| EFFECTS.iter().position(|e| e == w)).unwrap_or(0);
    let shown = Shown {
        old: &old,
        new: &new,
        least: Effect::ALL.get(least).copied().unwrap_or_default(),
        details: args.get_flag("details"),
        json: args.get_flag("json"),
    };
    let named: Vec<&str> = args.get_many::<String>("type").into_iter().flatten().map(String::as_str).collect();
    let found = if named.is_empty() {
        let options = CompareOptions { own_only: old.btf.is_split() && new.btf.is_split() };
        compare(&old.btf, &new.btf, &options, &mut |_, _| ControlFlow::Continue(())).unwrap_or_default()
    } else {
        some(&old, &new, &named)?
    };
    let differs = shown.print(found, !named.is_empty(), out);
    Ok(if status != 0 { status } else { u8::from(differs) })
}

/// The comparison of the types that were named.
fn some(old: &Input, new: &Input, named: &[&str]) -> Result<Comparison, Failure> {
    let mut found = Comparison::default();
    let class = |btf: &Btf, id| btf.get(id).and_then(|t| Class::of(&t));
    for spec in named {
        let (olds, news) = (called(old, spec), called(new, spec));
        let (olds, news) = match (olds, news) {
            (Err(e), Err(_)) => return Err(e),
            (olds, news) => (olds.unwrap_or_default(), news.unwrap_or_default()),
        };
        let mut met = Vec::new();
        for &b in &news {
            let Some(class) = class(&new.btf, b) else { continue };
            match counterpart(&new.btf, b, &old.btf) {
                Some(a) if !met.contains(&a) => {
                    met.push(a);
                    let d = difference(&old.btf, a, &new.btf, b);
                    if d.changes.is_empty() {
                        found.same += 1;
                        continue;
                    }
                    let changes = d.changes.len() as u32;
                    found.changed.push(relate::Changed { class, old: a, new: b, changes, effect: d.effect });
                }
                spare => found.added.push(Only { class, id: b, spare: spare.is_some() }),
            }
        }
        for &a in olds.iter().filter(|a| !met.contains(a)) {
            let Some(class) = class(&old.btf, a) else { continue };
            found.removed.push(Only { class, id: a, spare: !met.is_empty() });
        }
    }
    Ok(found)
}

struct Shown<'a> {
    old: &'a Input,
    new: &'a Input,
    least: Effect,
    details: bool,
    json: bool,
}

/// What it means that a type is gone, or new.
fn effect_of(only: &Only, removed: bool) -> Effect {
    if removed && !only.spare { Effect::Guard } else { Effect::Harmless }
}

impl Shown<'_> {
    fn print(&self, mut found: Comparison, details: bool, out: &mut Out) -> bool {
        let differs = !found.is_same();
        found.changed.retain(|c| c.effect >= self.least);
        found.removed.retain(|o| effect_of(o, true) >= self.least);
        found.added.retain(|o| effect_of(o, false) >= self.least);
        if self.json {
            self.write(&found, out);
            return differs;
        }
        for only in &found.removed {
            self.only("-", &self.old.btf, only, effect_of(only, true), out);
        }
        for only in &found.added {
            self.only("+", &self.new.btf, only, effect_of(only, false), out);
        }
        for c in &found.changed {
            if out.is_closed() {
                break;
            }
            out!(out, "~ ");
            self.kind(c.class, out);
            out.token(TokenKind::TypeName(c.new), self.name(&self.new.btf, c.new).as_str());
            let d = difference(&self.old.btf, c.old, &self.new.btf, c.new);
            if d.size.0 != d.size.1 {
                out!(out, "  {} -> {} bytes", d.size.0, d.size.1);
            }
            let parts = if c.changes == 1 { "change" } else { "changes" };
            out!(out, "  {} {parts}", c.changes);
            out.token(TokenKind::Comment, &format!("  {}\n", c.effect.as_str()));
            if details || self.details {
                self.difference(&d, out);
            }
        }
        if !details {
            let counts = [found.removed.len(), found.added.len(), found.changed.len()];
            out!(out, "{} removed, {} added, {} changed, {} the same\n", counts[0], counts[1], counts[2], found.same);
        }
        differs
    }

    /// A name without the keyword that [`Shown::kind`] writes.
    fn name(&self, btf: &Btf, id: TypeId) -> String {
        match btf.get(id) {
            Some(t) if !t.is_anonymous() => t.name().to_owned(),
            _ => name(btf, id),
        }
    }

    fn kind(&self, class: Class, out: &mut Out) {
        out.token(TokenKind::Keyword, class.as_str());
        out!(out, " ");
    }

    fn only(&self, sign: &str, btf: &Btf, only: &Only, effect: Effect, out: &mut Out) {
        out!(out, "{sign} ");
        self.kind(only.class, out);
        out.token(TokenKind::TypeName(only.id), &self.name(btf, only.id));
        let spare = if only.spare { ", of several" } else { "" };
        out.token(TokenKind::Comment, &format!("  {}{spare}\n", effect.as_str()));
    }

    fn difference(&self, d: &Difference, out: &mut Out) {
        if let Some((a, b)) =
            d.figures.filter(|(a, b)| (a.holes, a.hole_bytes, a.padding) != (b.holes, b.hole_bytes, b.padding))
        {
            let figures =
                |f: layout::Figures| format!("{} holes of {} bytes, padding {}", f.holes, f.hole_bytes, f.padding);
            out!(out, "    {} -> {}\n", figures(a), figures(b));
        }
        for change in d.changes.iter().filter(|c| c.effect >= self.least) {
            let sign = match (&change.old, &change.new) {
                (None, _) => "+",
                (_, None) => "-",
                _ => "~",
            };
            let label = if change.name().is_empty() { "(itself)" } else { change.name() };
            out!(out, "    {sign} {label}");
            match (&change.old, &change.new) {
                (Some(a), Some(b)) => {
                    let (a, b) = (self.item(&self.old.btf, a, change), self.item(&self.new.btf, b, change));
                    out!(out, "  {a} -> {b}");
                }
                (Some(a), None) => out!(out, "  {}", self.item(&self.old.btf, a, change)),
                (None, Some(b)) => out!(out, "  {}", self.item(&self.new.btf, b, change)),
                (None, None) => {}
            }
            out.token(TokenKind::Comment, &format!("  {}: {}\n", change.effect.as_str(), change.reason));
        }
    }

    /// What of a part is worth telling: of a pair, what differs.
    fn item(&self, btf: &Btf, item: &Item, change: &Change) -> String {
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
            words.push(format!("@ {}", bytes(offset)));
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

    fn write(&self, found: &Comparison, out: &mut Out) {
        let only = |json: &mut Json<'_>, key: &str, btf: &Btf, all: &[Only], removed| {
            json.list(key, |list| {
                for o in all {
                    list.item(|row| {
                        row.text("kind", o.class.as_str());
                        row.text("name", &self.name(btf, o.id));
                        row.number("id", o.id.0);
                        row.flag("others", o.spare);
                        row.text("effect", word(effect_of(o, removed)));
                    });
                }
            });
        };
        Json::object(out, |json| {
            json.text("old", &self.old.name);
            json.text("new", &self.new.name);
            json.number("same", found.same);
            only(json, "removed", &self.old.btf, &found.removed, true);
            only(json, "added", &self.new.btf, &found.added, false);
            json.list("changed", |list| {
                for c in &found.changed {
                    if list.is_closed() {
                        break;
                    }
                    let d = difference(&self.old.btf, c.old, &self.new.btf, c.new);
                    list.item(|row| {
                        row.text("kind", c.class.as_str());
                        row.text("name", &self.name(&self.new.btf, c.new));
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
        side(row, "old", &self.old.btf, &change.old);
        side(row, "new", &self.new.btf, &change.new);
    }
}

/// What can be typed.
pub fn command() -> Command {
    let file = |name: &'static str, value: &'static str| {
        Arg::new(name).value_name(value).required(true).value_parser(value_parser!(PathBuf))
    };
    let base = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new("diff")
        .about("Tell what changed between two BTFs, and what that means to a CO-RE program")
        .arg(file("old", "OLD").help("The one that programs were made for; - is standard input"))
        .arg(file("new", "NEW").help("The one that they are to run on"))
        .arg(Arg::new("type").value_name("TYPE").num_args(0..).help("Only these types, in full"))
        .arg(
            Arg::new("at-least")
                .long("at-least")
                .value_name("EFFECT")
                .default_value("harmless")
                .value_parser(PossibleValuesParser::new(EFFECTS))
                .help("Only what has at least this effect"),
        )
        .arg(flag("details").help("Every changed type in full"))
        .arg(base("old-base", "The BTF that OLD continues: the kernel of a module"))
        .arg(base("new-base", "The BTF that NEW continues"))
        .arg(flag("json").help("As JSON: {old, new, same, removed, added, changed: [{kind, name, effect, changes}]}"))
        .after_help(
            "Types are compared by name and structure; ids do not matter. Anonymous members are compared in
place. What a change means to a program that was made for OLD and runs on NEW:

  harmless  nothing, or libbpf adjusts it when the program is loaded
  guard     not found: the program is not loaded, unless it asks first (bpf_core_field_exists)
  breaks    nothing notices, and the program gets something else

Exit status: 0 when nothing differs, 1 when something does, 2 on bad use and unreadable files.

Examples:
  btfscope diff vmlinux-6.1 vmlinux-6.12
  btfscope diff vmlinux-6.1 vmlinux-6.12 task_struct 'union bpf_attr'
  btfscope diff vmlinux-6.1 vmlinux-6.12 --at-least breaks --json",
        )
}
