//! What is looked at in Changes.

use std::rc::Rc;

use btf::Btf;
use desk::Pair;
use model::compare::ChangedType;
use model::compare::Changes;
use model::compare::Fate;
use model::compare::name_bytes;
use relate::Class;
use relate::Effect;

/// What happens in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangesMsg {
    /// Show it instead of the types, or the types again.
    Show(bool),
    /// Only what became this of, or all.
    Fate(Option<Fate>),
    /// Only types of this class, or all.
    Class(Option<Class>),
    /// Only what has this effect, or all.
    Effect(Option<Effect>),
    /// Only what has this in its name.
    Filter(String),
    /// The list moved by rows.
    Step(i64),
    /// A row was chosen.
    Choose(usize),
    /// Break the comparison off.
    Cancel,
    /// Save the differences in full: as JSON, or as text.
    Save(bool),
}

/// What is looked at in the list.
#[derive(Debug, Default)]
pub struct ChangesLook {
    /// It is shown, not the list of types.
    pub shown: bool,
    /// Only what became this.
    pub fate: Option<Fate>,
    /// Only this class.
    pub class: Option<Class>,
    /// Only this effect.
    pub effect: Option<Effect>,
    /// The row that is chosen, among those that are shown.
    pub chosen: Option<usize>,
    /// How far the comparison is: of 100.
    pub progress: u32,
    /// Why there is no list.
    pub problem: Option<String>,
    /// What was asked for.
    pub(crate) asked: Option<Pair>,
    text: String,
    list: Option<Rc<Changes>>,
    rows: Vec<u32>,
    revision: u64,
}

impl ChangesLook {
    /// The list, once the desk made it.
    pub fn list(&self) -> Option<&Rc<Changes>> {
        self.list.as_ref()
    }

    /// The files of the list, once it is there.
    pub fn pair(&self) -> Option<Pair> {
        self.asked.filter(|_| self.list.is_some())
    }

    /// The desk is asked for another list.
    pub(crate) fn ask(&mut self, pair: Option<Pair>) {
        self.asked = pair;
        self.list = None;
        self.problem = None;
        self.progress = 0;
        self.chosen = None;
        self.rows.clear();
    }

    /// The desk's answer.
    pub(crate) fn answered(&mut self, list: Changes, old: &Btf, new: &Btf) {
        self.list = Some(Rc::new(list));
        self.narrow(old, new);
    }

    /// What the names must have in them.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn filter(&mut self, text: String) {
        self.text = text;
    }

    /// Shows what fits. `old` and `new` are the files of the list.
    pub(crate) fn narrow(&mut self, old: &Btf, new: &Btf) {
        let Some(list) = &self.list else { return };
        let wanted = self.text.trim().as_bytes();
        let fits = |t: &ChangedType| {
            self.fate.is_none_or(|f| f == t.fate())
                && self.class.is_none_or(|c| c == t.class)
                && self.effect.is_none_or(|e| e == t.effect)
                && (wanted.is_empty()
                    || name_bytes(old, new, t).windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted)))
        };
        self.rows = (0..).zip(&list.types).filter(|(_, t)| fits(t)).map(|(i, _)| i).collect();
        self.chosen = None;
        self.revision += 1;
    }

    /// How many types of the whole list are so.
    pub fn count(&self, is: impl Fn(&ChangedType) -> bool) -> usize {
        self.list.as_ref().map_or(0, |list| list.types.iter().filter(|t| is(t)).count())
    }

    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none is shown.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row that is shown.
    pub fn row(&self, i: usize) -> Option<ChangedType> {
        self.list.as_ref()?.types.get(*self.rows.get(i)? as usize).copied()
    }

    /// Another number when other rows are shown.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The row that a move leads to.
    pub(crate) fn step(&self, delta: i64) -> Option<usize> {
        let last = self.rows.len().checked_sub(1)? as i64;
        let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
        Some(from.saturating_add(delta).clamp(0, last) as usize)
    }
}
