//! Compare: which two files are beside each other, and what the desk says of them.

use std::cmp::Ordering;
use std::rc::Rc;

use btf::{Btf, TypeId};
use desk::{AskSides, FileId, Pair, Problem};
use model::address::{Address, Role, Source};
use model::compare::{CompareRow, Name, Sides};
use model::path::{Path, from_names};
use model::views::View;
use relate::Effect;

use crate::age::by_age;
use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::look::atlas::AtlasMsg;
use crate::look::uses::Uses;
use crate::source::{is, source};
use crate::state::Out;
use crate::{Empty, History, LinkMsg, Msg, Session};

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
    /// What the open programs use: fields that they read, values and types that they ask for.
    Used,
}

impl Sift {
    /// All but that of programs, in the order of the chips.
    pub const ALL: [Sift; 5] = [
        Sift::All,
        Sift::Changed,
        Sift::Effect(Effect::Silent),
        Sift::Effect(Effect::Refused),
        Sift::Effect(Effect::Harmless),
    ];

    /// What the chip says.
    pub fn title(self) -> &'static str {
        match self {
            Sift::All => "all",
            Sift::Changed => "changed",
            Sift::Effect(effect) => effect.as_str(),
            Sift::Used => "used by programs",
        }
    }

    fn has(self, row: &CompareRow, uses: &dyn Fn(&CompareRow) -> bool) -> bool {
        match self {
            Sift::All => true,
            Sift::Used => uses(row),
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
    /// These two files are compared, and of the first one's type here with that type of the other one.
    Beside(Pair, Option<(FileId, TypeId, TypeId)>),
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
    against: Option<(FileId, TypeId, TypeId)>,
    ask: Ask<AskSides, Sides>,
    shown: Vec<u32>,
    /// The open programs, and what they use.
    uses: Uses,
    /// The name of the type that is compared, in the older file or else the newer one.
    name: String,
    revision: u64,
}

impl CompareLook {
    /// The comparison, once the desk made it. It stays until the next one of the same type is there.
    pub fn model(&self) -> Option<&Rc<Sides>> {
        self.ask.last()
    }

    /// Why there is none.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Why no row is shown, when none is. Of a type that only one file has, the model says so.
    pub fn empty(&self) -> Option<Empty<'_>> {
        match (self.problem(), self.model()) {
            (Some(why), _) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Comparing …")),
            (None, Some(sides)) if sides.old.is_none() || sides.new.is_none() || !self.is_empty() => None,
            (None, Some(_)) if self.sift == Sift::All => {
                Some(Empty::Nothing("These types have no parts and do not differ."))
            }
            (None, Some(_)) => Some(Empty::Nothing("No part matches.")),
        }
    }

    /// The current file and the one that it is compared with: as was chosen, or else the last of its kind that was opened beside it.
    /// The old one is the one of the older kernel, or that was opened first.
    pub(crate) fn pair_of(&self, session: &Session) -> Option<Pair> {
        let current = session.file()?;
        if self.wanted.is_some() {
            return None;
        }
        let is_open = |id| session.file_of(id).is_some();
        self.pair.filter(|p| p.has(current.id) && is_open(p.other(current.id))).or_else(|| {
            // The last one of several that are as good.
            let others = session.files().iter().filter(|f| f.id != current.id);
            let other = others.max_by_key(|f| f.kind == current.kind)?.id;
            Some(older_first(session, current.id, other, was_first(session, current.id, other)))
        })
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: CompareMsg, session: &Session) -> Vec<Out> {
        let Some(current) = session.current() else { return vec![] };
        match msg {
            CompareMsg::With(id) if id != current && session.file_of(id).is_some() => {
                self.wanted = None;
                let was_old = self.pair_of(session).filter(|_| self.pair.is_some()).map(|p| p.old == current);
                let first = was_old.unwrap_or(was_first(session, current, id));
                self.pair = Some(older_first(session, current, id, first));
                return vec![Out::Address(History::Push)];
            }
            CompareMsg::With(_) => {}
            CompareMsg::Flip => {
                self.pair = self.pair_of(session).map(Pair::flipped);
                return vec![Out::Address(History::Push)];
            }
            CompareMsg::ByPlace(on) => self.by_place = on,
            CompareMsg::Sift(sift) => self.sift(sift),
            CompareMsg::Step(delta) => return self.step(delta).map(|i| self.choose(i, session)).unwrap_or_default(),
            CompareMsg::Choose(i) => return self.choose(i, session),
            CompareMsg::Against(id) => self.against = session.selection().map(|s| (current, s.id, id)),
            CompareMsg::Visit(id) => {
                // The same two, seen from the other one.
                if let Some(pair) = self.pair_of(session) {
                    self.pair = Some(pair);
                    let go = Msg::GoTo(id, Path::root(), History::Push);
                    return vec![Out::LookAt(pair.other(current)), go.into()];
                }
            }
            CompareMsg::Beside(pair, against) => {
                self.wanted = None;
                self.pair = Some(pair);
                self.against = against;
            }
        }
        vec![]
    }

    fn choose(&mut self, i: usize, session: &Session) -> Vec<Out> {
        self.chosen = Some(i).filter(|&i| i < self.len());
        let path = session.file().zip(session.selection()).and_then(|(f, s)| self.path_at(&f.btf, s.id, i));
        path.map(|path| Msg::Select(path).into()).into_iter().collect()
    }

    /// Asks for the comparison that is shown, when it is not there. What was shown stays until then, when it is of the same type.
    pub(crate) fn reconcile(&mut self, session: &Session) -> Vec<Out> {
        if session.view() == View::Compare && self.uses.refresh(session) {
            if self.sift == Sift::Used && !self.uses.any() {
                self.sift = Sift::All;
            }
            self.narrow();
        }
        let here = session.file().zip(session.selection()).filter(|_| session.view() == View::Compare);
        let Some(((file, of), pair)) = here.map(|(f, s)| (f.id, s.id)).zip(self.pair_of(session)) else {
            return vec![];
        };
        let against = self.against.filter(|a| (a.0, a.1) == (file, of)).map(|a| a.2);
        let same = self.ask.asked().is_some_and(|a| (a.file, a.of) == (file, of));
        let Some(ask) = self.ask.want(AskSides { file, of, pair, against, by_place: self.by_place }) else {
            return vec![];
        };
        self.chosen = None;
        if !same {
            self.ask.forget_answer();
            self.shown.clear();
        }
        vec![Out::ask(ask)]
    }

    /// The desk's answer.
    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskSides, sides: Sides, session: &Session) {
        let Some(file) = session.file_of(ask.file) else { return };
        if !self.ask.take(ask, sides) {
            return;
        }
        let of = |name: &Option<Name>, file| Some((name.as_ref()?.id, session.file_of(file)?));
        let named = self.model().and_then(|m| of(&m.old, ask.pair.old).or_else(|| of(&m.new, ask.pair.new)));
        self.name = named.and_then(|(id, file)| file.btf.get(id)).map_or(String::new(), |t| t.name().to_owned());
        self.narrow();
        if let Some(path) = session.selection().map(|s| &s.path).filter(|path| !path.is_root()) {
            let is_it = |i: &usize| self.path_at(&file.btf, ask.of, *i).as_ref() == Some(path);
            self.chosen = (0..self.shown.len().min(MOST_SOUGHT)).find(is_it);
        }
    }

    /// The desk has none.
    #[inline(never)]
    pub(crate) fn failed(&mut self, ask: &AskSides, why: String) {
        self.ask.fail(ask, why);
    }

    /// The type that goes along in a link that carries what is shown.
    pub(crate) fn packed_beside(&self, session: &Session) -> Option<(FileId, TypeId)> {
        let (pair, current) = (self.pair_of(session)?, session.current()?);
        let model = self.model().filter(|_| session.view() == View::Compare)?;
        let there = if pair.new == current { &model.old } else { &model.new };
        Some((pair.other(current), there.as_ref()?.id))
    }

    /// What an address has of the comparison that is shown.
    pub(crate) fn source(&self, session: &Session) -> Option<(Role, Source)> {
        if let Some(wanted) = &self.wanted {
            return Some((wanted.role, wanted.source.clone()));
        }
        let pair = self.pair_of(session)?;
        let other = session.file_of(pair.other(session.current()?))?;
        Some((if pair.old == other.id { Role::Old } else { Role::Target }, source(other)))
    }

    /// Takes what an address says of a comparison of the file `of`.
    #[inline(never)]
    pub(crate) fn arrive(&mut self, address: &Address, of: FileId, session: &Session) -> Vec<Out> {
        self.wanted = None;
        let Some((role, source)) = address.partner().cloned() else { return vec![] };
        let mut out = Vec::new();
        if let Source::Data { text, name } = &source
            && !session.files().iter().any(|f| f.id != of && is(f, &source))
        {
            out.push(LinkMsg::Unpack(text.clone(), name.clone()).into());
        }
        if let Source::Atlas(name) = &source
            && !session.files().iter().any(|f| f.id != of && is(f, &source))
        {
            out.push(Msg::Atlas(AtlasMsg::TakeOut(name.clone())).into());
        }
        self.wanted = Some(Partner { role, source, of });
        for file in session.files() {
            self.settle(file.id, session);
        }
        if self.wanted.is_some() {
            // Compare asks for the file.
            out.push(Out::View(View::Compare));
        }
        out
    }

    /// Whether a file has the name of the one that a link compares with, and its digest is not known yet.
    pub(crate) fn may_be_partner(&self, id: FileId, session: &Session) -> bool {
        let wanted = self.wanted.as_ref().filter(|w| w.of != id);
        wanted.zip(session.file_of(id)).is_some_and(|(w, f)| f.digest.is_none() && is(f, &w.source))
    }

    /// A file that is open now, or whose digest is known now, may be the one that a link compares with: then the file that it is
    /// compared with.
    pub(crate) fn settle(&mut self, id: FileId, session: &Session) -> Option<FileId> {
        let wanted = self.wanted.as_ref().filter(|w| w.of != id)?;
        let sure = |f: &&OpenFile| f.digest.is_some() || !matches!(wanted.source, Source::Digest { .. });
        session.file_of(id).filter(sure).filter(|f| is(f, &wanted.source))?;
        session.file_of(wanted.of)?;
        let (of, role) = (wanted.of, wanted.role);
        let pair = Pair { old: of, new: id };
        self.pair = Some(if role == Role::Old { pair.flipped() } else { pair });
        self.wanted = None;
        Some(of)
    }

    /// A file was closed: what a link wanted to compare it with is not awaited any more.
    pub(crate) fn closed(&mut self, id: FileId) {
        self.wanted.take_if(|wanted| wanted.of == id);
    }

    /// A file was opened anew, as another one.
    pub(crate) fn replaced(&mut self, before: FileId, id: FileId) {
        if let Some(pair) = &mut self.pair {
            let now = |of: FileId| if of == before { id } else { of };
            (pair.old, pair.new) = (now(pair.old), now(pair.new));
        }
        if let Some(partner) = self.wanted.as_mut().filter(|p| p.of == before) {
            partner.of = id;
        }
    }

    fn sift(&mut self, sift: Sift) {
        self.sift = sift;
        self.chosen = None;
        self.narrow();
    }

    fn narrow(&mut self) {
        let rows = self.model().map(|m| m.rows.as_slice()).unwrap_or_default();
        self.shown =
            (0..).zip(rows).filter(|(_, row)| self.sift.has(row, &|row| self.is_used(row))).map(|(i, _)| i).collect();
        self.revision += 1;
    }

    /// How many rows a chip has.
    pub fn count(&self, sift: Sift) -> usize {
        self.model().map_or(0, |m| m.rows.iter().filter(|row| sift.has(row, &|row| self.is_used(row))).count())
    }

    /// Whether the open programs use a part.
    pub fn is_used(&self, row: &CompareRow) -> bool {
        let parts = [&row.old, &row.new].into_iter().flatten();
        parts.filter(|part| !part.hole).any(|part| self.uses.used().uses(&self.name, &part.name))
    }

    /// The chip of what the open programs use, as [`Sift::Used`] sifts; none without a program.
    pub fn used_title(&self, session: &Session) -> Option<String> {
        self.uses.title(session)
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
    pub fn row(&self, i: usize) -> Option<&CompareRow> {
        self.model()?.rows.get(*self.shown.get(i)? as usize)
    }

    /// Another number when other rows are shown.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The row that a move leads to.
    fn step(&self, delta: i64) -> Option<usize> {
        let last = self.shown.len().checked_sub(1)? as i64;
        let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
        Some(from.saturating_add(delta).clamp(0, last) as usize)
    }

    /// Where the part of a row is in the type `of` of the current file; none when only the other file has it.
    fn path_at(&self, btf: &Btf, of: TypeId, i: usize) -> Option<Path> {
        let asked = self.ask.asked()?;
        let row = self.row(i)?;
        let part = if asked.file == asked.pair.new { row.new.as_ref() } else { row.old.as_ref() }?;
        // Elements of arrays are not steps of a path.
        let names = part.name.replace("[]", "");
        from_names(btf, of, &names).filter(|path| !path.is_root() && !part.hole)
    }
}

/// Two files, the older one first; where nothing says which that is, whether it is `a`.
fn older_first(session: &Session, a: FileId, b: FileId, a_first: bool) -> Pair {
    let pair = Pair { old: a, new: b };
    let order = session.file_of(a).zip(session.file_of(b)).map_or(Ordering::Equal, |(a, b)| by_age(a, b));
    if order.is_lt() || (order.is_eq() && a_first) { pair } else { pair.flipped() }
}

/// Whether `a` was opened before `b`.
fn was_first(session: &Session, a: FileId, b: FileId) -> bool {
    let at = |id| session.files().iter().position(|f| f.id == id);
    at(a) < at(b)
}

/// Rows among which the one of the selected member is looked for.
const MOST_SOUGHT: usize = 2_000;

impl Hears<AskSides> for Session {
    fn heard(&mut self, ask: AskSides, said: Result<Box<Sides>, Problem>, _: &mut Vec<crate::Effect>) {
        match said {
            Ok(found) => self.with(|s| &mut s.compare, |c, s| c.answered(&ask, *found, s)),
            Err(problem) => self.compare.failed(&ask, problem.message),
        }
    }
}
