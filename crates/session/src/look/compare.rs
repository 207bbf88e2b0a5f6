//! What a person looks at in Compare.

use std::rc::Rc;

use btf::{Btf, TypeId};
use desk::AskSides;
use desk::FileId;
use desk::Pair;
use model::address::{Role, Source};
use model::compare::{Row, Sides};
use model::path::{Path, from_names};
use relate::Effect;

/// Which rows are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sift {
    /// All parts.
    #[default]
    All,
    /// What differs.
    Changed,
    /// What differs with this effect.
    Effect(Effect),
}

impl Sift {
    /// All, in the order of the chips.
    pub const ALL: [Sift; 5] = [
        Sift::All,
        Sift::Changed,
        Sift::Effect(Effect::Breaks),
        Sift::Effect(Effect::Guard),
        Sift::Effect(Effect::Harmless),
    ];

    /// What the chip says.
    pub fn title(self) -> &'static str {
        match self {
            Sift::All => "all",
            Sift::Changed => "changed",
            Sift::Effect(effect) => effect.as_str(),
        }
    }

    fn has(self, row: &Row) -> bool {
        match self {
            Sift::All => true,
            Sift::Changed => row.effect.is_some(),
            Sift::Effect(effect) => row.effect == Some(effect),
        }
    }
}

/// What happens in Compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompareMsg {
    /// Compare with this file.
    With(FileId),
    /// The newer one is the older one.
    Flip,
    /// Align by place, or by name.
    ByPlace(bool),
    /// Choose a chip.
    Sift(Sift),
    /// Move in the rows.
    Step(i64),
    /// Choose a row.
    Choose(usize),
    /// Compare with this type of the other file.
    Against(TypeId),
    /// Go to this type of the other file, and compare it with the current one.
    Visit(TypeId),
}

/// A file that a link compares with and that is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partner {
    /// Whether it is the older one or the newer one.
    pub role: Role,
    /// Which file.
    pub source: Source,
    /// The file that it is compared with.
    pub of: FileId,
}

/// What is looked at in Compare.
#[derive(Debug, Default)]
pub struct CompareLook {
    /// The files that were chosen to be compared.
    pub pair: Option<Pair>,
    /// Parts that are at the same place stand side by side, not those of the same name.
    pub by_place: bool,
    /// Which rows are shown.
    pub sift: Sift,
    /// The row that is chosen, among those that are shown.
    pub chosen: Option<usize>,
    /// A file that a link compares with and that is not open.
    pub wanted: Option<Partner>,
    /// The type of the other file that was chosen in place of the namesake.
    pub(crate) against: Option<(FileId, TypeId, TypeId)>,
    pub(crate) asked: Option<AskSides>,
    model: Option<Rc<Sides>>,
    problem: Option<String>,
    shown: Vec<u32>,
    revision: u64,
}

impl CompareLook {
    /// The comparison, once the desk made it.
    pub fn model(&self) -> Option<&Rc<Sides>> {
        self.model.as_ref()
    }

    /// Why there is none.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Another comparison is asked for. What was shown stays until it is there, when it is of the same type.
    pub(crate) fn ask(&mut self, request: AskSides) {
        let same = self.asked.as_ref().is_some_and(|a| (a.file, a.of) == (request.file, request.of));
        if !same {
            self.model = None;
            self.shown.clear();
        }
        self.problem = None;
        self.chosen = None;
        self.asked = Some(request);
    }

    /// The desk's answer; `path` is what is selected of the type.
    pub(crate) fn answered(&mut self, sides: Sides, btf: &Btf, path: &Path) {
        self.model = Some(Rc::new(sides));
        self.narrow();
        if let Some(of) = self.asked.as_ref().map(|a| a.of).filter(|_| !path.is_root()) {
            self.chosen =
                (0..self.shown.len().min(MOST_SOUGHT)).find(|&i| self.path_at(btf, of, i).as_ref() == Some(path));
        }
    }

    /// The desk has none.
    pub(crate) fn failed(&mut self, why: String) {
        self.problem = Some(why);
    }

    pub(crate) fn sift(&mut self, sift: Sift) {
        self.sift = sift;
        self.chosen = None;
        self.narrow();
    }

    fn narrow(&mut self) {
        let rows = self.model.as_ref().map(|m| m.rows.as_slice()).unwrap_or_default();
        self.shown = (0..).zip(rows).filter(|(_, row)| self.sift.has(row)).map(|(i, _)| i).collect();
        self.revision += 1;
    }

    /// How many rows a chip has.
    pub fn count(&self, sift: Sift) -> usize {
        self.model.as_ref().map_or(0, |m| m.rows.iter().filter(|row| sift.has(row)).count())
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether none is shown.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// A row that is shown.
    pub fn row(&self, i: usize) -> Option<&Row> {
        self.model.as_ref()?.rows.get(*self.shown.get(i)? as usize)
    }

    /// Another number when other rows are shown.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The row that a move leads to.
    pub(crate) fn step(&self, delta: i64) -> Option<usize> {
        let last = self.shown.len().checked_sub(1)? as i64;
        let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
        Some(from.saturating_add(delta).clamp(0, last) as usize)
    }

    /// Where the part of a row is in the type `of` of the current file; none when only the other file has it.
    pub(crate) fn path_at(&self, btf: &Btf, of: TypeId, i: usize) -> Option<Path> {
        let asked = self.asked.as_ref()?;
        let row = self.row(i)?;
        let part = if asked.file == asked.pair.new { row.new.as_ref() } else { row.old.as_ref() }?;
        // Elements of arrays are no steps of a path.
        let names = part.name.replace("[]", "");
        from_names(btf, of, &names).filter(|path| !path.is_root() && !part.hole)
    }
}

/// Rows among which the one of the selected member is looked for.
const MOST_SOUGHT: usize = 2_000;
