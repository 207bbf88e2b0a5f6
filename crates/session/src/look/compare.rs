//! Compare: one type in two files, part by part.

use std::rc::Rc;

use btf::{Btf, TypeId};
use desk::{AskSides, FileId, Problem};
use model::compare::{CompareRow, Name, Sides};
use model::path::{Path, from_names};
use model::views::View;

use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::Feature;
use crate::list::List;
use crate::look::uses::Uses;
use crate::msg::{BrowserHistory, Msg};
pub use crate::msg::{CompareMsg, Sift};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The state of Compare.
#[derive(Debug, Default)]
pub struct CompareLook {
    /// Whether parts are aligned by offset instead of by name.
    pub by_place: bool,
    /// The filter of the rows: the filter that the person chose; else [`Sift::Changed`] if any row differs, or
    /// [`Sift::All`].
    pub sift: Sift,
    /// Whether the person chose the filter.
    sifted: bool,
    /// Two types that the person or the list of changes chose.
    against: Option<Against>,
    ask: Ask<AskSides, Sides>,
    list: List,
    /// The open programs, and the parts of kernels that they use.
    uses: Uses,
    /// The name of the compared type, in the older file if it is there, else in the newer one.
    name: String,
}

/// Two types that are compared, instead of types with the same name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Against {
    file: FileId,
    /// The type of `file`.
    of: TypeId,
    other: FileId,
    /// The type of `other`.
    with: TypeId,
}

impl CompareLook {
    /// The comparison, once the desk has made it. It stays until the next comparison of the same type arrives.
    pub fn model(&self) -> Option<&Rc<Sides>> {
        self.ask.last()
    }

    /// Why there is no comparison.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Why no row is shown; none if some are shown, or if the comparison says that only one file has the type.
    pub fn empty(&self) -> Option<Empty<'_>> {
        match (self.problem(), self.model()) {
            (Some(why), _) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Comparing …")),
            (None, Some(sides)) if sides.old.is_none() || sides.new.is_none() || !self.list.is_empty() => None,
            (None, Some(_)) if self.sift == Sift::All => {
                Some(Empty::Nothing("These types have no parts and do not differ."))
            }
            (None, Some(_)) => Some(Empty::Nothing("No row matches the filter.")),
        }
    }

    fn choose(&mut self, i: usize, seen: &Seen) -> Vec<Out> {
        self.list.choose(i);
        let path = seen.file().zip(seen.selection()).and_then(|(f, s)| self.path_at(&f.btf, s.id, i));
        path.map(|path| Msg::Select(path).into()).into_iter().collect()
    }

    /// A comparison arrived: filters its rows, and chooses the row of the selected member.
    fn answered(&mut self, ask: &AskSides, seen: &Seen) {
        let Some(file) = seen.file_of(ask.file) else { return };
        let of = |name: &Option<Name>, file| Some((name.as_ref()?.id, seen.file_of(file)?));
        let named = self.model().and_then(|m| of(&m.old, ask.pair.old).or_else(|| of(&m.new, ask.pair.new)));
        if !self.sifted {
            self.sift = Sift::Changed;
            if self.count(Sift::Changed) == 0 {
                self.sift = Sift::All;
            }
        }
        self.name = named.and_then(|(id, file)| file.btf.get(id)).map_or(String::new(), |t| t.name().to_owned());
        self.narrow();
        if let Some(path) = seen.selection().map(|s| &s.path).filter(|path| !path.is_root()) {
            let is_it = |i: &usize| self.path_at(&file.btf, ask.of, *i).as_ref() == Some(path);
            self.list.chosen = (0..self.list.len().min(MOST_SOUGHT)).find(is_it);
        }
    }

    /// The type of the other file that is compared, which a link must carry, too.
    pub(crate) fn packed_beside(&self, seen: &Seen) -> Option<(FileId, TypeId)> {
        let (pair, current) = (seen.pair()?, seen.current()?);
        let model = self.model().filter(|_| seen.view() == View::Compare)?;
        let there = if pair.new == current { &model.old } else { &model.new };
        Some((pair.other(current), there.as_ref()?.id))
    }

    fn narrow(&mut self) {
        let rows = self.model().map(|m| m.rows.as_slice()).unwrap_or_default();
        self.list.show(
            (0..).zip(rows).filter(|(_, row)| self.sift.has(row, &|row| self.is_used(row))).map(|(i, _)| i).collect(),
        );
    }

    /// How many rows a filter shows.
    pub fn count(&self, sift: Sift) -> usize {
        self.model().map_or(0, |m| m.rows.iter().filter(|row| sift.has(row, &|row| self.is_used(row))).count())
    }

    /// Whether the open programs use a part.
    pub fn is_used(&self, row: &CompareRow) -> bool {
        let parts = [&row.old, &row.new].into_iter().flatten();
        parts.filter(|part| !part.hole).any(|part| self.uses.used().uses(&self.name, &part.name))
    }

    /// The title of the chip of [`Sift::Used`]; none without a program.
    pub fn used_title(&self, seen: &Seen) -> Option<String> {
        self.uses.title(seen)
    }

    /// The shown rows.
    pub fn rows(&self) -> &List {
        &self.list
    }

    /// A shown row.
    pub fn row(&self, i: usize) -> Option<&CompareRow> {
        self.model()?.rows.get(self.list.at(i)?)
    }

    /// The member path of a row in the type `of` of the current file; none if only the other file has the part, or for
    /// a hole.
    fn path_at(&self, btf: &Btf, of: TypeId, i: usize) -> Option<Path> {
        let asked = self.ask.asked()?;
        let row = self.row(i)?;
        let part = if asked.file == asked.pair.new { row.new.as_ref() } else { row.old.as_ref() }?;
        // A path has no step for an element of an array.
        let names = part.name.replace("[]", "");
        from_names(btf, of, &names).filter(|path| !path.is_root() && !part.hole)
    }
}

impl Feature for CompareLook {
    type Msg = CompareMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: CompareMsg, seen: &Seen) -> Vec<Out> {
        let Some(current) = seen.current() else { return vec![] };
        match msg {
            CompareMsg::With(id) if id != current && seen.file_of(id).is_some() => {
                let pair = seen.pairing.pair_with(id, current, seen);
                return vec![Out::Compare(pair), Out::Address(BrowserHistory::Push)];
            }
            CompareMsg::With(_) => {}
            CompareMsg::Flip => {
                let flipped = seen.pair().map(|pair| Out::Compare(pair.flipped()));
                return flipped.into_iter().chain([Out::Address(BrowserHistory::Push)]).collect();
            }
            CompareMsg::ByPlace(on) => self.by_place = on,
            CompareMsg::Sift(sift) => {
                (self.sift, self.sifted) = (sift, true);
                self.narrow();
            }
            CompareMsg::Step(delta) => return self.list.step(delta).map(|i| self.choose(i, seen)).unwrap_or_default(),
            CompareMsg::Choose(i) => return self.choose(i, seen),
            CompareMsg::Against(with) => {
                let of = seen.selection().zip(seen.pair());
                self.against =
                    of.map(|(s, pair)| Against { file: current, of: s.id, other: pair.other(current), with });
            }
            CompareMsg::Visit(id) => {
                // The same pair, with the other file as the current one.
                if let Some(pair) = seen.pair() {
                    let go = Msg::GoTo(id, Path::root(), BrowserHistory::Push);
                    return vec![Out::Compare(pair), Out::MakeCurrent(pair.other(current)), go.into()];
                }
            }
            CompareMsg::Beside(pair, against) => {
                self.against = against.map(|(file, of, with)| Against { file, of, other: pair.other(file), with });
                return vec![Out::Compare(pair)];
            }
        }
        vec![]
    }

    /// Asks for the comparison while it is shown. The previous comparison stays until the answer, if it is of the
    /// same type.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        if seen.view() == View::Compare && self.uses.refresh(seen) {
            if self.sift == Sift::Used && !self.uses.any() {
                self.sift = Sift::All;
            }
            self.narrow();
        }
        let here = seen.file().zip(seen.selection()).filter(|_| seen.view() == View::Compare);
        let Some(((file, of), pair)) = here.map(|(f, s)| (f.id, s.id)).zip(seen.pair()) else {
            return vec![];
        };
        let is_of_these = |a: &Against| (a.file, a.of, a.other) == (file, of, pair.other(file));
        let against = self.against.filter(is_of_these).map(|a| a.with);
        let same = self.ask.asked().is_some_and(|a| (a.file, a.of) == (file, of));
        let Some(ask) = self.ask.want(AskSides { file, of, pair, against, by_place: self.by_place }) else {
            return vec![];
        };
        self.list.chosen = None;
        if !same {
            self.ask.forget_answer();
            self.list.clear();
        }
        vec![Out::ask(ask)]
    }
}

/// How many rows are searched for the selected member, at most.
const MOST_SOUGHT: usize = 2_000;

impl Receives<AskSides> for Session {
    fn receive(&mut self, ask: AskSides, result: Result<Box<Sides>, Problem>) {
        if self.compare.ask.receive(&ask, result.map(|found| *found)) {
            self.compare.answered(&ask, &self.seen);
        }
    }
}

impl Sift {
    /// Whether a row passes the filter. `uses` says whether the open programs use the row.
    fn has(self, row: &CompareRow, uses: &dyn Fn(&CompareRow) -> bool) -> bool {
        match self {
            Sift::All => true,
            Sift::Used => uses(row),
            Sift::Changed => row.effect.is_some(),
            Sift::Effect(effect) => row.effect == Some(effect),
        }
    }
}
