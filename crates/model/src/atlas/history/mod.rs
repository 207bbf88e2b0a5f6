//! A type or a field over the kernels of an atlas: a lane for each architecture and flavour, versions to the right.

mod asked;
mod field_history;
mod lanes;
mod modules;
mod picture;
mod presence;
mod steps;
mod type_history;

use atlas::{Atlas, Error, Ranges};
use btf::Kind;
use text::{counted, csv_row};
use wire::Wire;

use crate::words::kind_name;

pub use asked::Asked;
pub use modules::of_modules;
pub use presence::{not_among, presence};

/// The history of a type or a field.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct History {
    /// The question: `struct inode`, `inode.i_state`.
    pub title: String,
    /// The kind; none of a field.
    pub kind: Option<Kind>,
    /// The type's name.
    pub name: String,
    /// For a field, the path from the type.
    pub member: String,
    /// On which kernels it is, in a sentence ([`presence`]).
    pub headline: String,
    /// The distinct shapes that it had, the oldest first.
    pub shapes: Vec<Shape>,
    /// The columns: versions, or runs of them: `6.1.170 … 6.1.192`.
    pub columns: Vec<String>,
    /// The lanes.
    pub lanes: Vec<Lane>,
    /// All kernels, the oldest first.
    pub kernels: Vec<Seen>,
    /// The changes from one shape to the next.
    pub steps: Vec<HistoryStep>,
    /// Questions for other kinds with the same name: `func hash`.
    pub others: Vec<String>,
    /// The modules that bring the name, in words, if known.
    pub modules: Vec<String>,
    /// If no kernel has the field: fields with names like it.
    pub near: Vec<String>,
    /// The atlas, if several were asked; else empty.
    pub atlas: String,
    /// The histories in the other atlases that were asked.
    pub also: Vec<History>,
}

/// The headline of a history over all kernels of its atlas; `form` is the word for a shape.
fn headline(kernels: &[atlas::AtlasKernel], history: &History, form: &str) -> String {
    let absent = |shape: u32| history.shapes.get(shape as usize).is_none_or(|shape| shape.absent);
    let has: Vec<Option<bool>> = history.kernels.iter().map(|seen| Some(!absent(seen.shape))).collect();
    presence(kernels, &has, history.shapes.iter().filter(|shape| !shape.absent).count(), form)
}

/// A form of a type or a field at some time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Shape {
    /// In a few characters: `624 B`, `+88`.
    pub label: String,
    /// In a line.
    pub about: String,
    /// How many kernels have it.
    pub kernels: u32,
    /// Whether it means that they do not have the type or field.
    pub absent: bool,
    /// The first shape that is drawn as this one in a strip: types of the same size, functions with the same prototype.
    pub like: u32,
    /// In a strip: `624` (bytes or values), `+88`, `B`. The same for all shapes that are drawn alike, different for all others.
    pub short: String,
}

/// Kernels of one architecture and flavour, or of several that agree.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Lane {
    /// `amd64, arm64 · amd64 cloud`.
    pub title: String,
    /// The shapes over the columns.
    pub runs: Vec<Run>,
}

/// Columns of a lane with the same shape.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Run {
    /// The first column.
    pub from: u32,
    /// One past the last column.
    pub to: u32,
    /// The shape; none if the atlas has no kernel there.
    pub shape: Option<u32>,
    /// The kernels, the oldest first, as indices into [`History::kernels`].
    pub kernels: Vec<u32>,
}

/// A kernel, and its shape.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Seen {
    /// Its name in addresses.
    pub name: String,
    /// The distribution.
    pub distribution: String,
    /// Its version.
    pub version: String,
    /// Its architecture.
    pub arch: String,
    /// Its flavour.
    pub flavour: String,
    /// The shape.
    pub shape: u32,
}

/// The changes from one shape to another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct HistoryStep {
    /// The shape that it is compared with.
    pub from: u32,
    /// The new one.
    pub to: u32,
    /// The last kernel with the old shape and the first with the new one: `6.1.192 → 6.12.94, amd64`.
    pub between: String,
    /// The changes.
    pub changes: Vec<StepChange>,
    /// How many more changes there are.
    pub more: u32,
}

/// How many changes of a step are shown.
const SHOWN: usize = 12;

impl HistoryStep {
    /// The changes that are shown.
    pub fn shown(&self) -> &[StepChange] {
        self.changes.get(..SHOWN).unwrap_or(&self.changes)
    }

    /// The line below them: that there are more, or why there is none.
    pub fn rest(&self) -> Option<String> {
        let more = u64::from(self.more) + self.changes.len().saturating_sub(SHOWN) as u64;
        match (more, self.changes.is_empty()) {
            (0, false) => None,
            (0, true) => Some(
                "the same members and sizes: what differs is a declaration tag or a type without a name".to_owned(),
            ),
            (more, _) => Some(format!("and {more} more: open both kernels and compare them")),
        }
    }
}

/// A change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct StepChange {
    /// The member, enumerator or parameter.
    pub name: String,
    /// The change: `moved 152 → 144`.
    pub what: String,
    /// Its effect on a CO-RE program.
    pub effect: String,
    /// Whether it breaks programs, or gives them wrong values.
    pub bad: bool,
}

/// Whether types of these kinds have one history: all enums have.
fn alike(a: Kind, b: Kind) -> bool {
    a == b || a.is_any_enum() && b.is_any_enum()
}

impl History {
    /// The kind's word, for addresses; empty of a field.
    pub fn kind_word(&self) -> &'static str {
        self.kind.map_or("", kind_name)
    }

    /// As a table: a line for each kernel.
    pub fn csv(&self) -> String {
        let mut out = "what,kernel,version,architecture,flavour,form,present,is\n".to_owned();
        for k in &self.kernels {
            let Some(shape) = self.shapes.get(k.shape as usize) else { continue };
            let form = (k.shape + 1).to_string();
            let present = if shape.absent { "no" } else { "yes" };
            let cells = [&self.title, &k.name, &k.version, &k.arch, &k.flavour, &form, present, &shape.about];
            out.push_str(&csv_row(cells));
        }
        out
    }

    /// Its title, with the atlas if there are several: `History of struct file in mine.atlas`.
    pub fn name(&self) -> String {
        match self.atlas.as_str() {
            "" => format!("History of {}", self.title),
            atlas => format!("History of {} in {atlas}", self.title),
        }
    }

    /// How many kernels have it, of how many.
    pub fn present(&self) -> (usize, usize) {
        let is = |k: &&Seen| self.shapes.get(k.shape as usize).is_some_and(|s| !s.absent);
        (self.kernels.iter().filter(is).count(), self.kernels.len())
    }

    /// How many kernels have it, and in how many shapes: `in 3 of 5 kernels, 2 forms`.
    pub fn summary(&self) -> String {
        match self.present() {
            (_, 0) => "No kernel has it itself.".to_owned(),
            (has, of) => format!("in {has} of {}, {}", counted(of, "kernel"), counted(self.forms(), "form")),
        }
    }

    /// The number of shapes, absence not counted.
    pub fn forms(&self) -> usize {
        self.shapes.iter().filter(|s| !s.absent).count()
    }

    /// The kernels of a run, in words: the first and the last.
    pub fn run_words(&self, run: &Run) -> String {
        let name = |k: Option<&u32>| k.and_then(|&k| self.kernels.get(k as usize)).map_or("", |k| &k.name);
        match run.kernels.len() {
            0 => "no kernel here".to_owned(),
            1 => name(run.kernels.first()).to_owned(),
            n => format!("{n} kernels, {} … {}", name(run.kernels.first()), name(run.kernels.last())),
        }
    }
}

/// The history of a type or a field. None when no kernel has the name.
///
/// # Errors
/// When a block is damaged or not at hand.
pub fn history<R: Ranges>(atlas: &Atlas<R>, asked: &Asked) -> Result<Option<History>, Error> {
    match asked {
        Asked::Name(kind, name) => type_history::of_name(atlas, *kind, name),
        Asked::Field(path) => field_history::of_field(atlas, path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_what_it_leaves_out() {
        let step = |changes: usize, more| HistoryStep {
            changes: vec![StepChange::default(); changes],
            more,
            ..HistoryStep::default()
        };
        let said = |step: HistoryStep| (step.shown().len(), step.rest());
        assert_eq!(said(step(12, 0)), (12, None));
        assert_eq!(said(step(14, 3)), (12, Some("and 5 more: open both kernels and compare them".to_owned())));
        let (shown, rest) = said(step(0, 0));
        assert!(shown == 0 && rest.is_some_and(|rest| rest.starts_with("the same members")));
    }
}
