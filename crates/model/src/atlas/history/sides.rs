//! The two sides of a step, beside each other.

use wire::Wire;

use super::{Comparison, History, Seen, StepChange};

btf::named! {
    /// A property of a shape, which is compared with the same property of another shape.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Wire)]
    pub enum Fact {
        /// The member's name.
        Name = "Name", "renamed";
        /// The member's type; in the history of a typedef, the type that the typedef names.
        Type = "Type", "retyped";
        /// The offset in bytes, from the start of the path's first type or of the struct in [`Fact::In`]; for a
        /// bitfield, with the bit: `12:3`.
        Offset = "Offset", "moved";
        /// The struct behind the last pointer of the path, from which the offset counts; only for paths with a pointer.
        In = "In", "moved";
        /// The width of a bitfield in bits.
        Bits = "Bits", "resized";
        /// The size in bytes.
        Bytes = "Bytes", "resized";
        /// The number of members.
        Members = "Members", "other members";
        /// The number of enumerators.
        Values = "Values", "other values";
    }
    /// The term for it, for tables.
    pub fn term;
    /// The word for a difference in this property: `renamed`.
    fn change;
}

/// A kernel of a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side<'h> {
    /// Its name in addresses.
    pub name: &'h str,
    /// Its version.
    pub version: &'h str,
    /// Its architecture.
    pub arch: &'h str,
    /// Its flavour.
    pub flavour: &'h str,
}

/// Two kernels of a history beside each other, or one alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides<'h> {
    /// The kernel before; none if one kernel is shown alone.
    pub before: Option<Side<'h>>,
    /// The kernel after, or the kernel that is shown alone.
    pub after: Side<'h>,
    /// The differences in words: `renamed, moved`; empty if there are none, or if one kernel is shown alone.
    pub change: String,
    /// For each property: its term, its value before and after (empty if that side lacks it), and whether the values
    /// differ.
    pub rows: Vec<(&'static str, String, String, bool)>,
    /// The first changes of members, enumerators or parameters; empty for a field.
    pub changes: &'h [StepChange],
    /// Whether only one of the two sides has the type or field.
    pub is_one_sided: bool,
    /// Whether a program compiled for one side is refused on the other; none if the facts do not tell.
    pub is_refused: Option<bool>,
}

impl History {
    fn side<'h>(&'h self, seen: &'h Seen) -> Side<'h> {
        let kind = self.kind_of(seen);
        Side {
            name: &seen.name,
            version: self.version(seen),
            arch: kind.map_or("", |kind| &kind.arch),
            flavour: kind.map_or("", |kind| &kind.flavour),
        }
    }

    /// Two kernels beside each other, by their indices in [`History::kernels`]. Without `before`, or if the history has
    /// no such kernel, `after` is shown alone. None if there is no kernel `after`.
    pub fn sides(&self, before: Option<u32>, after: u32) -> Option<Sides<'_>> {
        let kernel = |at: u32| self.kernels.get(at as usize);
        let (old, new) = (before.and_then(kernel), kernel(after)?);
        let (a, b) = (old.and_then(|old| self.shape_of(old)), self.shape_of(new)?);
        let mut facts: Vec<Fact> = a.iter().flat_map(|a| &a.facts).chain(&b.facts).map(|fact| fact.0).collect();
        facts.sort_unstable();
        facts.dedup();
        let value = |facts: &[(Fact, String)], wanted: Fact| {
            facts.iter().find(|fact| fact.0 == wanted).map(|fact| fact.1.clone()).unwrap_or_default()
        };
        let row = |fact: &Fact| {
            let (was, is) = (a.map_or_else(String::new, |a| value(&a.facts, *fact)), value(&b.facts, *fact));
            let differs = a.is_some() && was != is;
            (fact.term(), was, is, differs)
        };
        let rows: Vec<_> = facts.iter().map(row).collect();
        let changed = |wanted: Fact| facts.iter().zip(&rows).any(|(fact, row)| *fact == wanted && row.3);
        let mut words: Vec<&str> = Vec::new();
        match (a.map(|a| a.absent), b.absent) {
            (Some(true), false) => words.push("added"),
            (Some(false), true) => words.push("removed"),
            _ => words.extend(facts.iter().zip(&rows).filter(|(_, row)| row.3).map(|(fact, _)| fact.change())),
        }
        words.dedup();
        let is_same = |wanted: u32, seen: &Seen| wanted == seen.shape || wanted == self.told_apart(seen.shape);
        let step = old.and_then(|old| self.steps.iter().find(|s| is_same(s.from, old) && is_same(s.to, new)));
        let changes = step.and_then(|step| self.comparison(step));
        // CO-RE finds a member by its name, wherever it is. These facts do not tell whether a program is refused for
        // another type or size.
        let is_refused = match a {
            Some(a) if self.kind.is_none() && a.absent != b.absent || changed(Fact::Name) => Some(true),
            Some(a) if self.kind.is_none() && !a.absent && words == ["moved"] => Some(false),
            _ => None,
        };
        Some(Sides {
            before: old.map(|old| self.side(old)),
            after: self.side(new),
            change: words.join(", "),
            rows,
            changes: changes.filter(|_| self.kind.is_some()).map(Comparison::shown).unwrap_or_default(),
            is_one_sided: a.is_some_and(|a| a.absent != b.absent),
            is_refused,
        })
    }
}
