//! Everything that differs between two files: asked for, walked, saved.

use desk::Pair;
use desk::Problem;
use desk::{Job, SaveChanges, Sort};
use model::compare::Changes;
use model::path::Path;
use model::views::View;

use super::{Effect, Msg, Reading, Session, Way};
use crate::look::changes::ChangesMsg;

impl Session {
    /// Whether the list is shown, and not asked for by a link of which a file is missing.
    pub fn changes_shown(&self) -> bool {
        self.changes.shown && self.compare.wanted.is_none()
    }

    pub(super) fn changes_msg(&mut self, msg: ChangesMsg, effects: &mut Vec<Effect>) {
        let look = &mut self.changes;
        match msg {
            ChangesMsg::Show(on) => {
                look.shown = on;
                if on {
                    self.leave_programs(effects);
                }
                return self.show_address(Way::Push, effects);
            }
            ChangesMsg::Fate(fate) => look.fate = fate,
            ChangesMsg::Class(class) => look.class = class,
            ChangesMsg::Effect(effect) => look.effect = effect,
            ChangesMsg::Filter(text) => look.filter(text),
            ChangesMsg::Step(delta) => {
                if let Some(i) = look.step(delta) {
                    self.choose_change(i, Way::Replace, effects);
                }
                return;
            }
            ChangesMsg::Choose(i) => return self.choose_change(i, Way::Push, effects),
            ChangesMsg::Cancel => {
                look.shown = false;
                look.ask(None);
                effects.push(Effect::CancelJob(Sort::Changes));
                return self.show_address(Way::Push, effects);
            }
            ChangesMsg::Save(json) => return self.save_changes(json, effects),
        }
        let pair = self.changes.pair();
        let files = pair.and_then(|p| Some((self.file_of(p.old)?.btf.clone(), self.file_of(p.new)?.btf.clone())));
        if let Some((old, new)) = files {
            self.changes.narrow(&old, &new);
        }
    }

    /// Goes to a type that differs, beside its counterpart. What only the other file has is looked at there.
    fn choose_change(&mut self, i: usize, way: Way, effects: &mut Vec<Effect>) {
        let Some(t) = self.changes.row(i) else { return };
        let Some(pair) = self.changes.pair() else { return };
        self.changes.chosen = Some(i);
        let at_old = self.current == Some(pair.old);
        let (file, id) = match (at_old, t.old.is_void(), t.new.is_void()) {
            (true, false, _) | (false, false, true) => (pair.old, t.old),
            _ => (pair.new, t.new),
        };
        if self.file_of(file).is_none() {
            return;
        }
        self.current = Some(file);
        self.compare.wanted = None;
        self.compare.pair = Some(pair);
        let beside = if file == pair.old { t.new } else { t.old };
        // Several types may have one name: this one was compared with that one.
        self.compare.against = (!beside.is_void()).then_some((file, id, beside));
        self.view = View::Compare;
        self.apply(Msg::GoTo(id, Path::root(), way), effects);
    }

    fn save_changes(&mut self, json: bool, effects: &mut Vec<Effect>) {
        let Some(pair) = self.changes.pair() else { return };
        let (Some(old), Some(new)) = (self.file_of(pair.old), self.file_of(pair.new)) else { return };
        let stem = |name: &str| name.strip_suffix(".btf").unwrap_or(name).to_owned();
        let end = if json { "json" } else { "txt" };
        let save_as = format!("{}-to-{}.{end}", stem(&old.name), stem(&new.name));
        let name = format!("{} and {}", old.name, new.name);
        let what = "writing their differences".to_owned();
        self.reading = Some(Reading { name, what, done: 0, total: 0, job: Some(Sort::Print) });
        effects.push(Effect::Ask(Job::SaveChanges(SaveChanges { pair, json, save_as })));
    }

    /// Asks for the list that is shown, when it is not there.
    pub(super) fn ask_changes(&mut self, effects: &mut Vec<Effect>) {
        if !self.changes_shown() {
            return;
        }
        let Some(pair) = self.pair() else {
            self.changes.shown = false;
            return;
        };
        if self.changes.asked != Some(pair) {
            self.changes.ask(Some(pair));
            effects.push(Effect::Ask(Job::Changes(pair)));
        }
    }

    pub(super) fn changes_read(&mut self, pair: Pair, list: Changes) {
        let (Some(old), Some(new)) = (self.file_of(pair.old), self.file_of(pair.new)) else { return };
        let (old, new) = (old.btf.clone(), new.btf.clone());
        if self.changes.asked == Some(pair) {
            self.changes.answered(list, &old, &new);
        }
    }

    pub(super) fn changes_unread(&mut self, problem: Problem) {
        self.changes.problem = Some(problem.message);
    }
}
