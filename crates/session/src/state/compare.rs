//! Compare: which two files are beside each other, and what the desk says of them.

use std::cmp::Ordering;

use btf::TypeId;
use desk::FileId;
use desk::Pair;
use desk::Problem;
use desk::{AskSides, Job};
use model::address::{Address, Role, Source};
use model::compare::Sides;
use model::path::Path;
use model::views::View;

use super::link::{is, source};
use super::{Effect, Msg, Session, Way};
use crate::age::by_age;
use crate::file::OpenFile;
use crate::look::compare::{CompareMsg, Partner};

impl Session {
    /// The current file and the one that it is compared with: as was chosen, or else the last of its kind that was opened beside it.
    /// The old one is the one of the older kernel, or that was opened first.
    pub fn pair(&self) -> Option<Pair> {
        let current = self.file()?;
        if self.compare.wanted.is_some() {
            return None;
        }
        let chosen = self.compare.pair.filter(|p| p.has(current.id) && self.file_of(p.other(current.id)).is_some());
        chosen.or_else(|| {
            let others = self.files.iter().filter(|f| f.id != current.id);
            let other = others.max_by_key(|f| (f.kind == current.kind, f.id))?.id;
            Some(self.by_age(current.id, other, current.id < other))
        })
    }

    /// Two files, the older one first; where nothing tells which that is, whether it is `a`.
    fn by_age(&self, a: FileId, b: FileId, a_first: bool) -> Pair {
        let pair = Pair { old: a, new: b };
        let order = self.file_of(a).zip(self.file_of(b)).map_or(Ordering::Equal, |(a, b)| by_age(a, b));
        if order.is_lt() || (order.is_eq() && a_first) { pair } else { pair.flipped() }
    }

    /// The file that the current one is compared with.
    pub fn compared_with(&self) -> Option<&OpenFile> {
        self.file_of(self.pair()?.other(self.current?))
    }

    pub(super) fn compare_msg(&mut self, msg: CompareMsg, effects: &mut Vec<Effect>) {
        let Some(current) = self.current else { return };
        match msg {
            CompareMsg::With(id) if id != current && self.file_of(id).is_some() => {
                self.compare.wanted = None;
                let was_old = self.pair().filter(|_| self.compare.pair.is_some()).map(|p| p.old == current);
                self.compare.pair = Some(self.by_age(current, id, was_old.unwrap_or(current < id)));
                self.show_address(Way::Push, effects);
            }
            CompareMsg::With(_) => {}
            CompareMsg::Flip => {
                self.compare.pair = self.pair().map(Pair::flipped);
                self.show_address(Way::Push, effects);
            }
            CompareMsg::ByPlace(on) => self.compare.by_place = on,
            CompareMsg::Sift(sift) => self.compare.sift(sift),
            CompareMsg::Step(delta) => {
                if let Some(i) = self.compare.step(delta) {
                    self.choose_part(i, effects);
                }
            }
            CompareMsg::Choose(i) => self.choose_part(i, effects),
            CompareMsg::Against(id) => {
                self.compare.against = self.selection().map(|s| (current, s.id, id));
            }
            CompareMsg::Visit(id) => {
                if let Some(other) = self.compared_with().map(|f| f.id) {
                    // The same two, seen from the other one.
                    self.compare.pair = self.pair();
                    self.current = Some(other);
                    self.apply(Msg::GoTo(id, Path::root(), Way::Push), effects);
                }
            }
        }
    }

    fn choose_part(&mut self, i: usize, effects: &mut Vec<Effect>) {
        self.compare.chosen = Some(i).filter(|&i| i < self.compare.len());
        let path = self.file().zip(self.selection()).and_then(|(f, s)| self.compare.path_at(&f.btf, s.id, i));
        if let Some(path) = path {
            self.select(path, effects);
        }
    }

    /// Asks for the comparison that is shown, when it is not there.
    pub(super) fn ask_sides(&mut self, effects: &mut Vec<Effect>) {
        if self.view != View::Compare {
            return;
        }
        let Some((pair, file, of)) =
            self.pair().zip(self.current).zip(self.selection()).map(|((p, f), s)| (p, f, s.id))
        else {
            return;
        };
        let look = &mut self.compare;
        let against = look.against.filter(|a| (a.0, a.1) == (file, of)).map(|a| a.2);
        let request = AskSides { file, of, pair, against, by_place: look.by_place };
        if look.asked.as_ref() != Some(&request) {
            look.ask(request.clone());
            effects.push(Effect::Ask(Job::Sides(request)));
        }
    }

    pub(super) fn sides_read(&mut self, request: &AskSides, sides: Sides) {
        let Some(btf) = self.file_of(request.file).map(|f| f.btf.clone()) else { return };
        let path = self.selection().map(|s| s.path.clone()).unwrap_or_default();
        if self.compare.asked.as_ref() == Some(request) {
            self.compare.answered(sides, &btf, &path);
        }
    }

    pub(super) fn sides_unread(&mut self, problem: Problem) {
        self.compare.failed(problem.message);
    }

    /// The type that goes along in a link that carries what is shown.
    pub(super) fn packed_beside(&self) -> Option<(FileId, TypeId)> {
        let (pair, current) = (self.pair()?, self.current?);
        let model = self.compare.model().filter(|_| self.view == View::Compare)?;
        let there = if pair.new == current { &model.old } else { &model.new };
        Some((pair.other(current), there.as_ref()?.id))
    }

    /// What an address has of the comparison that is shown.
    pub(super) fn partner_source(&self) -> Option<(Role, Source)> {
        if self.view != View::Compare && !self.changes.shown {
            return None;
        }
        if let Some(wanted) = &self.compare.wanted {
            return Some((wanted.role, wanted.source.clone()));
        }
        let (pair, other) = (self.pair()?, self.compared_with()?);
        Some((if pair.old == other.id { Role::Old } else { Role::Target }, source(other)))
    }

    /// Takes what an address says of a comparison of the file `of`.
    pub(super) fn show_partner(&mut self, address: &Address, of: FileId, effects: &mut Vec<Effect>) {
        self.compare.wanted = None;
        self.changes.shown = address.changes;
        if address.view != View::Compare && !address.changes {
            return;
        }
        let partner = address.files.iter().find(|f| matches!(f.0, Role::Old | Role::Target));
        let Some((role, source)) = partner.cloned() else { return };
        if let Source::Data { text, name } = &source
            && !self.files.iter().any(|f| f.id != of && is(f, &source))
        {
            effects.push(Effect::Ask(Job::Unpack(text.clone(), name.clone())));
        }
        self.compare.wanted = Some(Partner { role, source, of });
        for id in self.files.iter().map(|f| f.id).collect::<Vec<_>>() {
            self.settle_partner(id);
        }
        if self.compare.wanted.is_some() {
            // Compare asks for the file.
            self.view = View::Compare;
        }
    }

    /// Whether a file has the name of the one that a link compares with, and its digest is not known yet.
    pub(super) fn may_be_partner(&self, id: FileId) -> bool {
        let wanted = self.compare.wanted.as_ref().filter(|w| w.of != id);
        wanted.zip(self.file_of(id)).is_some_and(|(w, f)| f.digest.is_none() && is(f, &w.source))
    }

    /// A file that is open now, or whose digest is known now, may be the one that a link compares with. Whether it is.
    pub(super) fn settle_partner(&mut self, id: FileId) -> bool {
        let Some(wanted) = self.compare.wanted.as_ref().filter(|w| w.of != id) else { return false };
        let sure = |f: &OpenFile| f.digest.is_some() || !matches!(wanted.source, Source::Digest { .. });
        if !self.file_of(id).is_some_and(|f| sure(f) && is(f, &wanted.source)) || self.file_of(wanted.of).is_none() {
            return false;
        }
        let (of, role) = (wanted.of, wanted.role);
        let pair = Pair { old: of, new: id };
        self.compare.pair = Some(if role == Role::Old { pair.flipped() } else { pair });
        self.compare.wanted = None;
        self.current = Some(of);
        true
    }
}
