//! Compare: which two files are beside each other, and what the desk says of them.

use std::rc::Rc;

use btf::{Btf, TypeId};
use desk::{AskSides, FileId, Pair, Problem};
use model::compare::{CompareRow, Name, Sides};
use model::path::{Path, from_names};
use model::views::View;
use relate::Effect;

use crate::ask::Ask;
use crate::hear::Hears;
use crate::list::List;
use crate::look::uses::Uses;
use crate::state::{Feature, Out, Seen};
use crate::{Empty, History, Msg, Session};

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

/// What is looked at in Compare.
#[derive(Debug, Default)]
pub struct CompareLook {
    /// Parts that are at the same place stand side by side, not those of the same name.
    pub by_place: bool,
    /// Which rows are shown.
    pub sift: Sift,
    /// The type of the other file that was chosen in place of the namesake.
    against: Option<(FileId, TypeId, TypeId)>,
    ask: Ask<AskSides, Sides>,
    list: List,
    /// The open programs, and what they use.
    uses: Uses,
    /// The name of the type that is compared, in the older file or else the newer one.
    name: String,
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
            (None, Some(sides)) if sides.old.is_none() || sides.new.is_none() || !self.list.is_empty() => None,
            (None, Some(_)) if self.sift == Sift::All => {
                Some(Empty::Nothing("These types have no parts and do not differ."))
            }
            (None, Some(_)) => Some(Empty::Nothing("No part matches.")),
        }
    }

    fn choose(&mut self, i: usize, seen: &Seen) -> Vec<Out> {
        self.list.choose(i);
        let path = seen.file().zip(seen.selection()).and_then(|(f, s)| self.path_at(&f.btf, s.id, i));
        path.map(|path| Msg::Select(path).into()).into_iter().collect()
    }

    /// The desk's answer.
    fn answered(&mut self, ask: &AskSides, seen: &Seen) {
        let Some(file) = seen.file_of(ask.file) else { return };
        let of = |name: &Option<Name>, file| Some((name.as_ref()?.id, seen.file_of(file)?));
        let named = self.model().and_then(|m| of(&m.old, ask.pair.old).or_else(|| of(&m.new, ask.pair.new)));
        self.name = named.and_then(|(id, file)| file.btf.get(id)).map_or(String::new(), |t| t.name().to_owned());
        self.narrow();
        if let Some(path) = seen.selection().map(|s| &s.path).filter(|path| !path.is_root()) {
            let is_it = |i: &usize| self.path_at(&file.btf, ask.of, *i).as_ref() == Some(path);
            self.list.chosen = (0..self.list.len().min(MOST_SOUGHT)).find(is_it);
        }
    }

    /// The type that goes along in a link that carries what is shown.
    pub(crate) fn packed_beside(&self, seen: &Seen) -> Option<(FileId, TypeId)> {
        let (pair, current) = (seen.pair()?, seen.current()?);
        let model = self.model().filter(|_| seen.view() == View::Compare)?;
        let there = if pair.new == current { &model.old } else { &model.new };
        Some((pair.other(current), there.as_ref()?.id))
    }

    fn sift(&mut self, sift: Sift) {
        self.sift = sift;
        self.narrow();
    }

    fn narrow(&mut self) {
        let rows = self.model().map(|m| m.rows.as_slice()).unwrap_or_default();
        self.list.show(
            (0..).zip(rows).filter(|(_, row)| self.sift.has(row, &|row| self.is_used(row))).map(|(i, _)| i).collect(),
        );
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
    pub fn used_title(&self, seen: &Seen) -> Option<String> {
        self.uses.title(seen)
    }

    /// Which rows are shown.
    pub fn rows(&self) -> &List {
        &self.list
    }

    /// A row that is shown.
    pub fn row(&self, i: usize) -> Option<&CompareRow> {
        self.model()?.rows.get(self.list.at(i)?)
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

impl Feature for CompareLook {
    type Msg = CompareMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: CompareMsg, seen: &Seen) -> Vec<Out> {
        let Some(current) = seen.current() else { return vec![] };
        match msg {
            CompareMsg::With(id) if id != current && seen.file_of(id).is_some() => {
                let pair = seen.pairing.with(id, current, seen);
                return vec![Out::Compare(pair), Out::Address(History::Push)];
            }
            CompareMsg::With(_) => {}
            CompareMsg::Flip => {
                let flipped = seen.pair().map(|pair| Out::Compare(pair.flipped()));
                return flipped.into_iter().chain([Out::Address(History::Push)]).collect();
            }
            CompareMsg::ByPlace(on) => self.by_place = on,
            CompareMsg::Sift(sift) => self.sift(sift),
            CompareMsg::Step(delta) => return self.list.step(delta).map(|i| self.choose(i, seen)).unwrap_or_default(),
            CompareMsg::Choose(i) => return self.choose(i, seen),
            CompareMsg::Against(id) => self.against = seen.selection().map(|s| (current, s.id, id)),
            CompareMsg::Visit(id) => {
                // The same two, seen from the other one.
                if let Some(pair) = seen.pair() {
                    let go = Msg::GoTo(id, Path::root(), History::Push);
                    return vec![Out::Compare(pair), Out::LookAt(pair.other(current)), go.into()];
                }
            }
            CompareMsg::Beside(pair, against) => {
                self.against = against;
                return vec![Out::Compare(pair)];
            }
        }
        vec![]
    }

    /// Asks for the comparison that is shown, when it is not there. What was shown stays until then, when it is of the same type.
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
        let against = self.against.filter(|a| (a.0, a.1) == (file, of)).map(|a| a.2);
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

/// Rows among which the one of the selected member is looked for.
const MOST_SOUGHT: usize = 2_000;

impl Hears<AskSides> for Session {
    fn heard(&mut self, ask: AskSides, said: Result<Box<Sides>, Problem>) {
        if self.compare.ask.hear(&ask, said.map(|found| *found)) {
            self.compare.answered(&ask, &self.seen);
        }
    }
}
