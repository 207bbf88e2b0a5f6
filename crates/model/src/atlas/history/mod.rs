//! The history of a type or a field on the kernels of an atlas: its shapes, which kernel has which shape, and the
//! steps from one shape to the next.

mod asked;
mod field_history;
mod modules;
mod presence;
mod prototype;
mod renames;
mod seen;
mod sides;
mod steps;
mod type_history;

use atlas::{Atlas, AtlasKernel, Error, Ranges};
use btf::Kind;
use text::{counted, csv_row};
use wire::Wire;

use crate::words::kind_name;

pub use asked::Asked;
pub use modules::of_modules;
pub use presence::{presence, presence_by_name};
pub use renames::{Followed, Place, places};
pub use seen::{KernelKind, Seen};
pub use sides::{Fact, Side, Sides};

/// The history of a type or a field.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct History {
    /// The question: `struct inode`, `inode.i_state`.
    pub title: String,
    /// The kind of the name; none for a field.
    pub kind: Option<Kind>,
    /// The name of the type, function or variable; for a field, of the type at the start of its path.
    pub name: String,
    /// For a field, the path from the type to it; else empty.
    pub member: String,
    /// A sentence that says on which kernels the type or field is ([`presence`]).
    pub headline: String,
    /// A sentence that names the series that the headline passes over because no kernel of them was asked
    /// ([`release::not_among`]); empty if there are none.
    pub not_among: String,
    /// The distinct shapes that it had, the oldest first.
    pub shapes: Vec<Shape>,
    /// The kernels that were asked, the oldest first. A kernel that is known from a header is left out if the header
    /// lacks the type or field.
    pub kernels: Vec<Seen>,
    /// The distinct versions of the kernels, as they are shown.
    pub versions: Vec<String>,
    /// The kinds of the kernels, each once, in ascending order.
    pub kinds: Vec<KernelKind>,
    /// The changes from one shape to the next, by architecture and flavour.
    pub steps: Vec<HistoryStep>,
    /// The comparisons of shapes to which the steps refer.
    pub comparisons: Vec<Comparison>,
    /// How many pairs of shapes were compared but have no step, because no changed part with a name was found: they
    /// differ in declaration tags, say, or in types without a name.
    pub same: u32,
    /// For a function: declaration tags that only some of the kernels with the same prototype have, one line each.
    pub tags: Vec<String>,
    /// For a field: pairs of names that are taken for names of the same member.
    pub followed: Vec<Followed>,
    /// For a field: whether only this name was asked for.
    pub is_split: bool,
    /// Questions for other kinds with the same name: `func hash`.
    pub others: Vec<String>,
    /// The modules that add the name to their kernels, in words; empty if not known.
    pub modules: Vec<String>,
    /// If no kernel has the field: fields with similar names.
    pub near: Vec<String>,
    /// The name of the atlas if several were asked; else empty.
    pub atlas: String,
    /// The histories in the other atlases that were asked.
    pub also: Vec<History>,
}

/// A distinct form that a type or field has on some kernels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Shape {
    /// The form in a few characters: `624 B`, `+88`.
    pub label: String,
    /// The form in one line.
    pub about: String,
    /// How many kernels have it.
    pub kernels: u32,
    /// Whether this shape stands for kernels without the type or field.
    pub absent: bool,
    /// The index of the first shape that looks the same in a strip: types of the same size, functions with the same
    /// prototype.
    pub like: u32,
    /// The text in a strip: for a struct its size in bytes (`624`), for an enum the number of its values, for a
    /// function or variable a letter (`B`), for a typedef its type. For a field, its offset in bytes (`+88`), with its
    /// name and its type where these tell shapes apart. Shapes that look the same have the same text.
    pub short: String,
    /// The member's name; empty for a type, and if the field is absent.
    pub name: String,
    /// Whether the member has another name than the one that the most kernels have.
    pub is_other_name: bool,
    /// The facts that [`Sides`] compares, with their values.
    pub facts: Vec<(Fact, String)>,
    /// For a function, its prototype in parts, each with true if the prototype before did not have this part. Empty if
    /// an earlier shape has the same prototype.
    pub parts: Vec<(String, bool)>,
}

/// The changes from one shape to another.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct HistoryStep {
    /// The shape before: an index into [`History::shapes`].
    pub from: u32,
    /// The shape after.
    pub to: u32,
    /// The architectures and flavours in which the step happens: `arm64`, `amd64, amd64 cloud`.
    pub lanes: String,
    /// The last version with the shape before and the first version with the shape after: `6.1.192 → 6.12.94`. If these
    /// versions are not the same for all architectures and flavours, the series of the two versions. For a difference
    /// between flavours, the series in which it occurs: `6.1 and 6.12`.
    pub between: String,
    /// Whether the step is a difference between flavours and not a change over time. Then the usual flavour has the
    /// shape before, and a special flavour of the same version has the shape after.
    pub is_configuration: bool,
    /// For each architecture and flavour, the last kernel before the step and the first kernel after it, as indices
    /// into [`History::kernels`]. For a difference between flavours, pairs of a kernel with the usual flavour and a
    /// kernel with the special flavour.
    pub pairs: Vec<(u32, u32)>,
    /// The changes: an index into [`History::comparisons`].
    pub comparison: u32,
}

/// The changes between two shapes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Comparison {
    /// The changes.
    pub changes: Vec<StepChange>,
    /// How many more changes there are than in `changes`.
    pub more: u32,
}

/// The most changes of a comparison that are shown.
const SHOWN: usize = 12;

/// The most rows of steps that a view draws at first. A type that changes often has thousands of rows, and drawing all
/// of them takes much longer than drawing the rest of the answer.
const FIRST_ROWS: usize = 60;

impl History {
    /// How many steps a view draws at first: as many as fit in [`FIRST_ROWS`] rows, and at least one.
    pub fn first_steps(&self) -> usize {
        let mut rows = 0;
        let fits = |step: &&HistoryStep| {
            let changes = self
                .comparison(step)
                .map_or(0, |changes| changes.shown().len() + usize::from(changes.rest().is_some()));
            rows += 1 + changes;
            rows <= FIRST_ROWS
        };
        self.steps.iter().take_while(fits).count().max(1)
    }

    /// The changes of a step; none only for a step of another history.
    pub fn comparison(&self, step: &HistoryStep) -> Option<&Comparison> {
        self.comparisons.get(step.comparison as usize)
    }
}

impl HistoryStep {
    /// Where and when the step happens, in words: `arm64, 7.0.13 → 7.1.3`. For a difference between flavours:
    /// `amd64 rt beside the usual kernel, on 6.1`.
    pub fn title(&self) -> String {
        match self.is_configuration {
            true => format!("{} beside the usual kernel, on {}", self.lanes, self.between),
            false => format!("{}, {}", self.lanes, self.between),
        }
    }
}

impl Comparison {
    /// The changes that are shown.
    pub fn shown(&self) -> &[StepChange] {
        self.changes.get(..SHOWN).unwrap_or(&self.changes)
    }

    /// The line below the changes: how many more there are, or why there are none.
    pub fn rest(&self) -> Option<String> {
        let more = u64::from(self.more) + self.changes.len().saturating_sub(SHOWN) as u64;
        match (more, self.changes.is_empty()) {
            (0, false) => None,
            (0, true) => Some(
                "all named parts are the same: the size, a declaration tag or a type without a name differs".to_owned(),
            ),
            (more, _) => Some(format!("and {more} more: open both kernels and compare them")),
        }
    }
}

/// A change of one part of a type.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct StepChange {
    /// The member, enumerator or parameter; in the history of a field, its path. Empty if the change is about the type
    /// as a whole.
    pub name: String,
    /// The change: `moved 152 → 144`.
    pub what: String,
    /// Its effect on a CO-RE program; empty if it is not known, and in the history of a field.
    pub effect: String,
    /// Whether the change breaks programs or gives them wrong values.
    pub bad: bool,
}

/// Whether types of these two kinds have one history together: they are of the same kind, or both are enums (ENUM or
/// ENUM64).
fn alike(a: Kind, b: Kind) -> bool {
    a == b || a.is_any_enum() && b.is_any_enum()
}

impl History {
    /// The word for the kind, for addresses; empty for a field.
    pub fn kind_word(&self) -> &'static str {
        self.kind.map_or("", kind_name)
    }

    /// The history as CSV: a line of titles, and a line for each kernel.
    pub fn csv(&self) -> String {
        let mut out = "what,kernel,version,architecture,flavour,form,present,is\n".to_owned();
        for k in &self.kernels {
            let Some(shape) = self.shapes.get(k.shape as usize) else { continue };
            let form = (k.shape + 1).to_string();
            let present = if shape.absent { "no" } else { "yes" };
            let (version, kind) = (self.version(k), self.kind_of(k));
            let (arch, flavour) = kind.map_or(("", ""), |kind| (kind.arch.as_str(), kind.flavour.as_str()));
            let cells = [&self.title, &k.name, version, arch, flavour, &form, present, &shape.about];
            out.push_str(&csv_row(cells));
        }
        out
    }

    /// The title, with the atlas if there are several: `History of struct file in mine.atlas`.
    pub fn name(&self) -> String {
        match self.atlas.as_str() {
            "" => format!("History of {}", self.title),
            atlas => format!("History of {} in {atlas}", self.title),
        }
    }

    /// How many kernels have the type or field, and in how many shapes: `in 3 of 5 kernels, 2 forms`.
    pub fn summary(&self) -> String {
        match self.present() {
            (_, 0) if self.shapes.is_empty() => "Only modules have it.".to_owned(),
            (_, 0) => "No kernel that was asked is known to have it.".to_owned(),
            (has, of) => format!("in {has} of {}, {}", counted(of, "kernel"), counted(self.forms(), "form")),
        }
    }

    /// The number of shapes that the kernels have; absence does not count as one.
    pub fn forms(&self) -> usize {
        self.shapes.iter().filter(|s| !s.absent && s.kernels > 0).count()
    }

    /// Adds the steps between the shapes ([`steps::steps`]). `all`: whether flavours are compared at all versions, or
    /// only at the newest one.
    fn with_steps(mut self, all: bool, changes: impl FnMut(usize, usize) -> Vec<StepChange>) -> History {
        (self.steps, self.comparisons, self.same) = steps::steps(&self, all, changes);
        self
    }
}

/// The history of a type or a field. None if no kernel has the name or, for a field, the type at the start of its path.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn history<R: Ranges>(atlas: &Atlas<R>, asked: &Asked) -> Result<Option<History>, Error> {
    history_among(atlas, asked, &|_| true)
}

/// As [`history`], on the kernels for which `keep` is true. None only where [`history`] gives none.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn history_among<R: Ranges>(
    atlas: &Atlas<R>,
    asked: &Asked,
    keep: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Option<History>, Error> {
    match asked {
        Asked::Name(kind, name) => type_history::of_name(atlas, *kind, name, keep),
        Asked::Field(path) => field_history::of_field(atlas, path, true, keep),
        Asked::Only(path) => field_history::of_field(atlas, path, false, keep),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_says_what_it_leaves_out() {
        let of = |changes: usize, more| Comparison { changes: vec![StepChange::default(); changes], more };
        let said = |changes: Comparison| (changes.shown().len(), changes.rest());
        assert_eq!(said(of(12, 0)), (12, None));
        assert_eq!(said(of(14, 3)), (12, Some("and 5 more: open both kernels and compare them".to_owned())));
        let (shown, rest) = said(of(0, 0));
        assert!(shown == 0 && rest.is_some_and(|rest| rest.starts_with("all named parts")));
    }
}
