//! Differences between two files.

use btf::{Btf, Stopped};
use model::compare::report::{Report, bare_name, effect_of};
use relate::{Change, Comparison, Item, Only, difference};
use serde::Serialize;

use crate::Count;

/// The differences of two files.
#[derive(Serialize, Clone, Debug)]
pub struct Differences<'a> {
    old: &'a str,
    new: &'a str,
    same: u32,
    removed: Vec<Lone>,
    added: Vec<Lone>,
    changed: Vec<Changed>,
}

/// A type that only one of the files has.
#[derive(Serialize, Clone, Debug)]
struct Lone {
    kind: &'static str,
    name: String,
    id: u32,
    /// Whether the other file has other types of this name.
    others: bool,
    effect: &'static str,
}

#[derive(Serialize, Clone, Debug)]
struct Changed {
    kind: &'static str,
    name: String,
    old_id: u32,
    new_id: u32,
    effect: &'static str,
    /// Bytes.
    old_size: u32,
    /// Bytes.
    new_size: u32,
    changes: Vec<Part>,
}

/// A changed part of a type: a member, an enumerator, a parameter, or the type itself.
#[derive(Serialize, Clone, Debug)]
struct Part {
    name: String,
    change: String,
    effect: &'static str,
    reason: &'static str,
    old: Option<Side>,
    new: Option<Side>,
}

impl Part {
    /// Its approximate length as JSON, in bytes.
    fn len(&self) -> u64 {
        let side = |side: &Option<Side>| {
            side.as_ref().map_or(4, |s| 150 + s.name.len() + s.r#type.as_ref().map_or(4, String::len))
        };
        (150 + self.name.len() + self.change.len() + self.reason.len() + side(&self.old) + side(&self.new)) as u64
    }
}

/// The part as one of the files has it.
#[derive(Serialize, Clone, Debug)]
struct Side {
    name: String,
    bit_offset: Option<Count>,
    bitfield: Option<u32>,
    size: Option<u32>,
    value: Option<String>,
    r#type: Option<String>,
}

/// The differences with at least the effect that the report asks for.
///
/// # Errors
/// When the report's budget is spent.
pub fn differences<'a>(report: &Report<'a>, found: &Comparison) -> Result<Differences<'a>, Stopped> {
    let (old, new) = (report.old.1, report.new.1);
    let changed = found.changed.iter().map(|c| {
        let d = difference(old, c.old, new, c.new, report.budget)?;
        let changes = d.changes.iter().filter(|part| report.is_asked_for(c.new, part));
        let changes: Result<Vec<Part>, Stopped> = changes
            .map(|c| {
                let part = part(old, new, c);
                report.budget.bytes(part.len())?;
                Ok(part)
            })
            .collect();
        Ok(Changed {
            kind: c.class.as_str(),
            name: bare_name(new, c.new),
            old_id: c.old.0,
            new_id: c.new.0,
            effect: c.effect.word(),
            old_size: d.size.0,
            new_size: d.size.1,
            changes: changes?,
        })
    });
    Ok(Differences {
        old: report.old.0,
        new: report.new.0,
        same: found.same,
        removed: found.removed.iter().map(|o| lone(old, o, true)).collect(),
        added: found.added.iter().map(|o| lone(new, o, false)).collect(),
        changed: changed.collect::<Result<_, _>>()?,
    })
}

fn lone(btf: &Btf, only: &Only, removed: bool) -> Lone {
    Lone {
        kind: only.class.as_str(),
        name: bare_name(btf, only.id),
        id: only.id.0,
        others: only.spare,
        effect: effect_of(only, removed).word(),
    }
}

fn part(old: &Btf, new: &Btf, change: &Change) -> Part {
    Part {
        name: change.name().to_owned(),
        change: change.words(),
        effect: change.effect.word(),
        reason: change.reason,
        old: change.old.as_ref().map(|item| side(old, item)),
        new: change.new.as_ref().map(|item| side(new, item)),
    }
}

fn side(btf: &Btf, item: &Item) -> Side {
    Side {
        name: item.name.clone(),
        bit_offset: item.offset.map(Count),
        bitfield: item.bitfield,
        size: item.size,
        value: item.value.map(|v| v.to_string()),
        r#type: item.value.is_none().then(|| dump::type_name(btf, item.type_id)),
    }
}
