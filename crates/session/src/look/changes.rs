//! Changes: the list of all types that differ between two files. This module has its filters and rows, and saves it.

use std::cmp::Reverse;
use std::rc::Rc;

use btf::Budget;
use desk::{Amount, AskChanges, Pair, Problem, SaveChanges, Topic};
use model::compare::ChangedType;
use model::compare::Changes;
use model::compare::Fate;
use model::compare::name_bytes;
use model::path::Path;
use model::views::View;
use model::words::many;
use relate::ChangeEffect;
use relate::Class;

use crate::Session;
use crate::ask::Ask;
use crate::feature::Feature;
use crate::incoming::{Reading, Work};
use crate::list::List;
use crate::look::uses::Uses;
use crate::msg::{BrowserHistory, CompareMsg, FilesMsg, Msg};
pub use crate::msg::{ChangesMsg, ChangesOrder};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// A group of chips above the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Facet {
    /// By fate: added, removed, changed.
    Fate,
    /// By class of type.
    Class,
    /// By effect on a program.
    Effect,
}

/// The state of the list.
#[derive(Debug, Default)]
pub struct ChangesLook {
    /// The fate that is shown; none for all.
    pub fate: Option<Fate>,
    /// The class that is shown; none for all.
    pub class: Option<Class>,
    /// The effect that is shown; none for all.
    pub effect: Option<ChangeEffect>,
    /// Progress of the comparison, in percent.
    pub progress: u32,
    /// The text that names must contain.
    pub text: String,
    ask: Ask<Pair, Changes>,
    /// The order of the list.
    pub order: ChangesOrder,
    /// Whether the list shows only changes of fields, values, types and functions that the open programs use.
    pub used: bool,
    /// The open programs, and the parts of kernels that they use.
    uses: Uses,
    /// For each type of the list, the type with only the changes that affect the open programs; none if no change
    /// affects them.
    used_changes: Vec<Option<ChangedType>>,
    /// How many rows the list has with `used` set, or would have while it is not set. The text and the chips narrow
    /// these rows, too.
    used_count: usize,
    list: List,
    /// The types that the text and `used` leave, before chips narrow them; the chips count these.
    named: Vec<u32>,
}

impl ChangesLook {
    /// The list, once the desk has made it.
    pub fn list(&self) -> Option<&Rc<Changes>> {
        self.ask.answer()
    }

    /// The two files of the list, once it is there.
    pub fn pair(&self) -> Option<Pair> {
        self.list().and(self.ask.answered()).copied()
    }

    /// Why there is no list.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Shows a type of the list in Compare: in the current file of the pair, or in the other file if only the other
    /// file has the type.
    fn choose(&mut self, i: usize, history: BrowserHistory, seen: &Seen) -> Vec<Out> {
        let Some((t, pair)) = self.row(i).zip(self.pair()) else { return vec![] };
        self.list.choose(i);
        let at_old = seen.current() == Some(pair.old);
        let (file, id) = match (at_old, t.old.is_void(), t.new.is_void()) {
            (true, false, _) | (false, false, true) => (pair.old, t.old),
            _ => (pair.new, t.new),
        };
        if seen.file_of(file).is_none() {
            return vec![];
        }
        let beside = if file == pair.old { t.new } else { t.old };
        // Several types may have the same name, so compare with the type that the list paired.
        let against = (!beside.is_void()).then_some((file, id, beside));
        vec![
            Out::MakeCurrent(file),
            Out::Screen(Screen::Changes),
            Msg::Compare(CompareMsg::Beside(pair, against)).into(),
            Out::View(View::Compare),
            Msg::GoTo(id, Path::root(), history).into(),
        ]
    }

    fn save(&self, json: bool, seen: &Seen) -> Vec<Out> {
        let files = self.pair().and_then(|p| Some((p, seen.file_of(p.old)?, seen.file_of(p.new)?)));
        let Some((pair, old, new)) = files else { return vec![] };
        let stem = |name: &str| name.strip_suffix(".btf").unwrap_or(name).to_owned();
        let end = if json { "json" } else { "txt" };
        let save_as = format!("{}-to-{}.{end}", stem(&old.name), stem(&new.name));
        let name = format!("{} and {}", old.name, new.name);
        let what = "writing their differences".to_owned();
        let bar = Reading { work: Work::Desk(Topic::Print.into()), name, what, amount: Amount::default() };
        vec![Msg::Files(FilesMsg::Reading(bar)).into(), Out::ask(SaveChanges { pair, json, save_as })]
    }

    fn forget_rows(&mut self) {
        self.ask.forget_answer();
        self.progress = 0;
        self.list.clear();
        self.named.clear();
    }

    /// Takes the desk's progress.
    pub(crate) fn progress(&mut self, amount: &Amount) {
        self.progress = amount.percent().unwrap_or(0);
    }

    /// Computes which changes of the list affect the open programs.
    fn find_used_changes(&mut self, seen: &Seen) {
        self.used &= self.uses.any();
        let files = self.pair().and_then(|p| Some((&seen.file_of(p.old)?.btf, &seen.file_of(p.new)?.btf)));
        let used_changes = files.zip(self.list()).filter(|_| self.uses.any()).map(|((old, new), list)| {
            let used = self.uses.used();
            let budget = Budget::of([&**old, &**new]);
            // If the budget runs out, all changes of the type count as affecting the programs.
            let one = |t: &ChangedType| used.of_type(old, new, t, &budget).unwrap_or(Some(*t));
            list.types.iter().map(one).collect()
        });
        self.used_changes = used_changes.unwrap_or_default();
    }

    /// The title of the chip "used by ..", and how many rows it shows; none without a program.
    pub fn used_chip(&self, seen: &Seen) -> Option<(String, usize)> {
        let title = self.uses.title(seen)?;
        Some((title, self.used_count))
    }

    /// Filters and sorts the rows.
    fn narrow(&mut self, seen: &Seen) {
        let files = self.pair().and_then(|p| Some((&seen.file_of(p.old)?.btf, &seen.file_of(p.new)?.btf)));
        let Some(((old, new), list)) = files.zip(self.list()) else { return };
        let wanted = self.text.trim().as_bytes();
        let named = |t: &ChangedType| {
            wanted.is_empty() || name_bytes(old, new, t).windows(wanted.len()).any(|w| w.eq_ignore_ascii_case(wanted))
        };
        let mut named: Vec<u32> = (0..).zip(&list.types).filter(|(_, t)| named(t)).map(|(i, _)| i).collect();
        let used_changes = |i: &u32| self.used_changes.get(*i as usize).copied().flatten();
        let used_count = named.iter().filter(|i| used_changes(i).is_some_and(|t| self.fits(&t, None))).count();
        if self.used {
            named.retain(|i| used_changes(i).is_some());
        }
        let of = |i: &u32| self.at(*i);
        let mut rows: Vec<u32> = named.iter().copied().filter(|i| of(i).is_some_and(|t| self.fits(&t, None))).collect();
        match self.order {
            ChangesOrder::Name => {}
            ChangesOrder::Effect | ChangesOrder::Users => {
                let columns = |id| seen.file_of(id).map(|f| f.look.list.columns());
                let sides = self.pair().and_then(|p| Some((columns(p.old)?, columns(p.new)?)));
                let count = |t: &ChangedType| match sides {
                    Some((old, _)) if t.new.is_void() => old.users_of(t.old),
                    Some((_, new)) => new.users_of(t.new),
                    None => 0,
                };
                // The worst effect first; among equal effects, the type with the most users.
                let effect = |t: &ChangedType| (self.order == ChangesOrder::Effect).then_some(t.effect);
                rows.sort_by_key(|i| Reverse(of(i).map(|t| (effect(&t), count(&t)))));
            }
        }
        self.list.show(rows);
        (self.named, self.used_count) = (named, used_count);
    }

    /// A type of the list. If `used` is set, it has only the changes that affect the open programs.
    fn at(&self, i: u32) -> Option<ChangedType> {
        match self.used {
            true => self.used_changes.get(i as usize).copied().flatten(),
            false => self.list()?.types.get(i as usize).copied(),
        }
    }

    /// Whether a type passes the chips. `but`: a group of chips that does not count.
    fn fits(&self, t: &ChangedType, but: Option<Facet>) -> bool {
        (but == Some(Facet::Fate) || self.fate.is_none_or(|f| f == t.fate()))
            && (but == Some(Facet::Class) || self.class.is_none_or(|c| c == t.class))
            && (but == Some(Facet::Effect) || self.effect.is_none_or(|e| e == t.effect))
    }

    /// How many rows a click on a chip of this group would show. `is` says whether the chip lets a type through. The
    /// text and the chips of the other groups narrow the rows, too.
    pub fn count(&self, group: Facet, is: impl Fn(&ChangedType) -> bool) -> usize {
        let named = self.named.iter().filter_map(|&i| self.at(i));
        named.filter(|t| self.fits(t, Some(group)) && is(t)).count()
    }

    /// The shown rows.
    pub fn rows(&self) -> &List {
        &self.list
    }

    /// The type of a shown row.
    pub fn row(&self, i: usize) -> Option<ChangedType> {
        self.at(u32::try_from(self.list.at(i)?).ok()?)
    }

    /// The name of a type in the list: its name in the newer file, or else in the older file.
    pub fn name(&self, t: ChangedType, seen: &Seen) -> String {
        let Some(pair) = self.pair() else { return String::new() };
        let (file, id) = if t.new.is_void() { (pair.old, t.old) } else { (pair.new, t.new) };
        seen.file_of(file).map(|f| f.look.list.columns().name(id)).unwrap_or_default()
    }

    /// Why no row is shown.
    pub fn empty_text(&self) -> &'static str {
        match self.list().is_some_and(|list| list.types.is_empty()) {
            true => "These files do not differ.",
            false => "No changed type matches.",
        }
    }

    /// The line above the list: which files are compared, and how many types are the same.
    pub fn about(&self, seen: &Seen) -> String {
        let Some((list, pair)) = self.list().zip(self.pair()) else { return String::new() };
        let name = |id| seen.file_of(id).map(|f| f.name.as_str()).unwrap_or_default();
        format!("{} → {}: {} are the same", name(pair.old), name(pair.new), many(list.same.into(), "type"))
    }
}

impl Feature for ChangesLook {
    type Msg = ChangesMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: ChangesMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            ChangesMsg::Show(on) => {
                let screen = if on { Screen::Changes } else { Screen::Types };
                return vec![Out::Screen(screen), Out::Address(BrowserHistory::Push)];
            }
            ChangesMsg::OfProgram => {
                self.used = true;
                self.uses.refresh(seen);
                self.find_used_changes(seen);
                self.narrow(seen);
                let between = seen.oldest_and_newest_kernel();
                let pair = between.into_iter().flat_map(|pair| [Out::MakeCurrent(pair.new), Out::Compare(pair)]);
                return pair.chain([Out::Screen(Screen::Changes), Out::Address(BrowserHistory::Push)]).collect();
            }
            ChangesMsg::Fate(fate) => self.fate = fate,
            ChangesMsg::Class(class) => self.class = class,
            ChangesMsg::Effect(effect) => self.effect = effect,
            ChangesMsg::Order(order) => self.order = order,
            ChangesMsg::Used(on) => self.used = on,
            ChangesMsg::Filter(text) => self.text = text,
            ChangesMsg::Step(delta) => {
                let to = self.list.step(delta);
                return to.map(|i| self.choose(i, BrowserHistory::Replace, seen)).unwrap_or_default();
            }
            ChangesMsg::Choose(i) => return self.choose(i, BrowserHistory::Push, seen),
            ChangesMsg::Cancel => {
                self.ask.forget();
                self.forget_rows();
                let cancel = crate::Effect::CancelJob(Topic::AskChanges.into());
                return vec![Out::Screen(Screen::Types), cancel.into(), Out::Address(BrowserHistory::Push)];
            }
            ChangesMsg::Save(json) => return self.save(json, seen),
        }
        self.narrow(seen);
        vec![]
    }

    /// Asks for the list while it is shown.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        if seen.screen() != Screen::Changes {
            self.ask.forget_failure();
            return vec![];
        }
        let Some(pair) = seen.pair() else { return vec![Out::Screen(Screen::Types)] };
        if self.uses.refresh(seen) {
            self.find_used_changes(seen);
            self.narrow(seen);
        }
        let Some(pair) = self.ask.want(pair) else { return vec![] };
        self.forget_rows();
        vec![Out::ask(AskChanges { pair })]
    }
}

impl Receives<AskChanges> for Session {
    fn receive(&mut self, ask: AskChanges, result: Result<Changes, Problem>) {
        let changes = &mut self.changes;
        if changes.ask.receive(&ask.pair, result) {
            changes.uses.refresh(&self.seen);
            changes.find_used_changes(&self.seen);
            changes.narrow(&self.seen);
        }
    }
}
