//! Differences between two files.

use btf::{Btf, Stopped};
use model::compare::report::{Report, bare_name, effect_of};
use relate::{Change, Comparison, Item, Only, difference};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// The differences of two files.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Differences<'a> {
    old: &'a str,
    new: &'a str,
    same: u32,
    removed: Vec<Lone>,
    added: Vec<Lone>,
    changed: Vec<Changed>,
}

made! {
    /// A type that only one of the files has.
    struct Lone(only: &Only, btf: &Btf, removed: bool) {
        kind: &'static str = only.class.as_str(),
        name: String = bare_name(btf, only.id),
        id: u32 = only.id.0,
        /// Whether the other file has other types of this name.
        others: bool = only.spare,
        effect: &'static str = effect_of(only, removed).word(),
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Changed {
    kind: &'static str,
    name: String,
    old_id: u32,
    new_id: u32,
    effect: &'static str,
    /// Its size in the old file, in bytes.
    old_size: u32,
    /// Its size in the new file, in bytes.
    new_size: u32,
    changes: Vec<Part>,
}

made! {
    /// A changed part of a type: a member, an enumerator, a parameter, or the type itself.
    struct Part(change: &Change, old: &Btf, new: &Btf) {
        name: String = change.name().to_owned(),
        change: String = change.words(),
        effect: &'static str = change.effect.word(),
        reason: &'static str,
        old: Option<Side> = change.old.as_ref().map(|item| Side::of(item, old)),
        new: Option<Side> = change.new.as_ref().map(|item| Side::of(item, new)),
    }
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

made! {
    /// The part as one of the files has it.
    struct Side(item: &Item, btf: &Btf) {
        name: String = item.name.clone(),
        bit_offset: Option<Count> = item.offset.map(Count),
        bitfield: Option<u32>,
        size: Option<u32>,
        value: Option<String> = item.value.map(|v| v.to_string()),
        r#type: Option<String> = item.value.is_none().then(|| dump::type_name(btf, item.type_id)),
    }
}

/// The differences in `found` as JSON. Of the changes to a type, only those that the report asks for are listed.
///
/// # Errors
/// The budget of the report is spent.
pub fn differences<'a>(report: &Report<'a>, found: &Comparison) -> Result<Differences<'a>, Stopped> {
    let (old, new) = (report.old.1, report.new.1);
    let changed = found.changed.iter().map(|c| {
        let d = difference(old, c.old, new, c.new, report.budget)?;
        let changes = d.changes.iter().filter(|part| report.is_asked_for(c.new, part));
        let changes: Result<Vec<Part>, Stopped> = changes
            .map(|c| {
                let part = Part::of(c, old, new);
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
        removed: found.removed.iter().map(|o| Lone::of(o, old, true)).collect(),
        added: found.added.iter().map(|o| Lone::of(o, new, false)).collect(),
        changed: changed.collect::<Result<_, _>>()?,
    })
}
