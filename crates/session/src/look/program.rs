//! Programs: what is picked, and what the desk says of it.

use model::kind::FileKind;
use std::rc::Rc;

use desk::{Problem, ReadFunction, ReadProgram};
use model::path::Path;
use model::program::{FunctionModel, FunctionRow, Goes, InsnRow, ListingRow, Overview};

use super::kernel_lists::ListsMsg;
use super::relocations::CoreMsg;
use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::list::step;
use crate::state::{FileFeature, Out, Seen};
use crate::{Empty, History, Msg, Screen, Session};

/// What is picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picked {
    /// A function, by its place, and an instruction of it, by its slot.
    Function(usize, Option<u32>),
    /// Maps and globals, and one of them by name.
    Data(Option<String>),
    /// Who calls what and uses which maps, as a graph.
    Calls,
}

/// What is looked at in a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramLook {
    /// What is picked.
    pub picked: Option<Picked>,
    /// What a link picks, until the lists are there.
    pub wanted: Option<String>,
    /// The loader's view is shown, not the code.
    pub as_loaded: bool,
    /// Words that all must be in a function's name, section, kind or source file to be listed; capitals do not count.
    pub filter: String,
    list: Ask<(), Overview>,
    function: Ask<usize, FunctionModel>,
}

/// What happens in Programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramMsg {
    /// Show programs instead of types, or types again.
    Show(bool),
    /// Pick a function, by its place.
    Function(usize),
    /// Move in the list of functions; behind them are maps and globals, and the graph of calls.
    ListStep(i64),
    /// Narrow the list of functions by words.
    Filter(String),
    /// Pick maps and globals.
    Data,
    /// Pick a function, an instruction of it, maps and globals or the graph.
    Pick(Picked),
    /// Pick an instruction of the function, by its slot.
    Slot(u32),
    /// Move from instruction to instruction.
    Step(i64),
    /// Show the loader's view, or the code.
    AsLoaded(bool),
    /// Follow a note.
    Go(Goes),
    /// Follow the jump or the first note of the picked instruction.
    Follow,
}

impl ProgramLook {
    /// The lists, once the desk made them.
    pub fn overview(&self) -> Option<&Rc<Overview>> {
        self.list.answer()
    }

    /// Why the lists, or the function that is picked, are not there.
    pub fn problem(&self) -> Option<&str> {
        self.list.problem().or(self.function.problem())
    }

    /// Why the lists, or the function that is picked, are not shown, when they are not.
    pub fn empty(&self) -> Option<Empty<'_>> {
        let reads = matches!(self.picked, Some(Picked::Function(..))) && self.row().is_some();
        match self.problem() {
            Some(why) => Some(Empty::Failed(why)),
            None if self.overview().is_none() => Some(Empty::Waits("Reading the program …")),
            None if reads && self.model().is_none() => Some(Empty::Waits("Reading the function …")),
            None => None,
        }
    }

    fn list_step(&mut self, delta: i64) -> Vec<Out> {
        let rows = self.listed();
        let count = rows.len();
        let at = match &self.picked {
            Some(Picked::Function(index, _)) => rows.iter().position(|row| row == index),
            Some(Picked::Data(_)) => Some(count),
            Some(Picked::Calls) => Some(count + 1),
            None => Some(0),
        };
        // One that is filtered away is left for the first that is not.
        let to = step(at, delta, count + 2).unwrap_or(0);
        let picked = match to.checked_sub(count) {
            None => Picked::Function(rows.get(to).copied().unwrap_or_default(), None),
            Some(0) => Picked::Data(None),
            Some(_) => Picked::Calls,
        };
        self.pick(picked, History::Replace)
    }

    fn pick_slot(&mut self, slot: u32, history: History) -> Vec<Out> {
        match self.picked {
            Some(Picked::Function(index, _)) => self.pick(Picked::Function(index, Some(slot)), history),
            _ => vec![],
        }
    }

    fn pick(&mut self, picked: Picked, history: History) -> Vec<Out> {
        self.picked = Some(picked);
        vec![Out::Byte(None), Out::Screen(Screen::Programs), Out::Address(history)]
    }

    fn go(&mut self, goes: Goes) -> Vec<Out> {
        match goes {
            Goes::Slot(slot) => self.pick_slot(slot, History::Push),
            Goes::Function(index) => self.pick(Picked::Function(index, None), History::Push),
            Goes::Data(name) => self.pick(Picked::Data(Some(name)), History::Push),
            Goes::Type(id) => vec![Msg::GoTo(id, Path::root(), History::Push).into()],
            Goes::Core(index) => vec![Msg::Core(CoreMsg::Pick(index)).into()],
            Goes::Relocation(section, place) => vec![Msg::Lists(ListsMsg::Find(section, place)).into()],
        }
    }

    /// The desk has listed what is in the program.
    fn answered(&mut self, file: &OpenFile) -> Vec<Out> {
        if self.picked.is_none() {
            let wanted = self.wanted.take().unwrap_or_default();
            self.picked = self.find(&wanted);
        }
        let problems = self.overview().map(|overview| overview.problems.as_slice()).unwrap_or_default();
        let message = |what: &String| format!("{what}. What can be read is shown.");
        problems.iter().map(|what| Out::Problem(Problem::new(&file.name, &message(what)).about(file.id))).collect()
    }

    /// Takes what an address says of a program.
    pub(crate) fn arrive(&mut self, key: &str) -> Vec<Out> {
        match self.find(key) {
            Some(picked) => self.picked = Some(picked),
            None => self.wanted = Some(key.to_owned()),
        }
        vec![Out::Screen(Screen::Programs)]
    }

    /// The function that is picked.
    pub fn row(&self) -> Option<&FunctionRow> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.overview()?.functions.get(*index),
            _ => None,
        }
    }

    /// The functions that are listed, by their places.
    pub fn listed(&self) -> Vec<usize> {
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_ascii_lowercase).collect();
        let rows = self.overview().map(|o| o.functions.as_slice()).unwrap_or_default();
        let fits = |row: &&FunctionRow| {
            let source = row.source.as_deref().unwrap_or_default();
            let text = format!("{} {} {} {source}", row.name, row.section, row.kind()).to_ascii_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        rows.iter().filter(fits).map(|row| row.index).collect()
    }

    /// The function that is picked, to read, once it is there.
    pub fn model(&self) -> Option<&Rc<FunctionModel>> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.function.last().filter(|f| f.index == *index),
            _ => None,
        }
    }

    /// The instruction that is picked: the first until another is.
    pub fn insn(&self) -> Option<&InsnRow> {
        match self.picked.as_ref()? {
            Picked::Function(_, slot) => self.model()?.listing.insn(slot.unwrap_or(0)),
            _ => None,
        }
    }

    /// The row of the listing that is picked.
    pub fn active(&self) -> Option<usize> {
        let slot = self.insn()?.slot;
        self.model()?.listing.row_of(slot)
    }

    /// The instruction so many rows from the picked one.
    pub fn step(&self, delta: i64) -> Option<u32> {
        let model = self.model()?;
        let slots: Vec<u32> = model
            .listing
            .rows
            .iter()
            .filter_map(|row| match row {
                ListingRow::Insn(insn) => Some(insn.slot),
                ListingRow::Source(_) => None,
            })
            .collect();
        let at = self.insn().and_then(|insn| slots.iter().position(|&s| s == insn.slot));
        slots.get(step(at, delta, slots.len())?).copied()
    }

    /// What is picked, as an address writes it: `fentry/vfs_read:on_read@12`, `.maps:events`.
    pub fn key(&self) -> String {
        let named = |row: &FunctionRow| format!("{}:{}", row.section, row.name);
        match (&self.picked, self.row()) {
            (Some(Picked::Calls), _) => ".calls:".to_owned(),
            (Some(Picked::Data(name)), _) => format!(".maps:{}", name.as_deref().unwrap_or_default()),
            (Some(Picked::Function(_, Some(slot))), Some(row)) => format!("{}@{slot}", named(row)),
            (Some(Picked::Function(..)), Some(row)) => named(row),
            _ => self.wanted.clone().unwrap_or_else(|| ":".to_owned()),
        }
    }

    /// What an address picks, of what is there; without one, the first program.
    pub fn find(&self, key: &str) -> Option<Picked> {
        let overview = self.overview()?;
        if key == ".calls:" {
            return Some(Picked::Calls);
        }
        if let Some(name) = key.strip_prefix(".maps:") {
            return Some(Picked::Data(Some(name.to_owned()).filter(|n| !n.is_empty())));
        }
        let (named, slot) = match key.rsplit_once('@') {
            Some((named, slot)) if slot.bytes().all(|b| b.is_ascii_digit()) => (named, slot.parse().ok()),
            _ => (key, None),
        };
        let (section, name) = named.rsplit_once(':').unwrap_or_default();
        let rows = &overview.functions;
        let exact = rows.iter().find(|r| r.section == section && r.name == name);
        if let Some(row) = exact {
            return Some(Picked::Function(row.index, slot));
        }
        let first = rows.iter().find(|r| r.is_program).or_else(|| rows.first())?;
        Some(Picked::Function(first.index, None))
    }
}

impl FileFeature for ProgramLook {
    type Msg = ProgramMsg;
    type Reads<'a> = &'a Seen;

    fn is_of(file: &OpenFile) -> bool {
        file.kind == FileKind::Program
    }

    fn update(&mut self, msg: ProgramMsg, _: &OpenFile, _: &Seen) -> Vec<Out> {
        match msg {
            ProgramMsg::Show(true) => {
                // The byte is not that of the relocation that was read before.
                return vec![Out::Byte(None), Out::Screen(Screen::Programs), Out::Address(History::Push)];
            }
            ProgramMsg::Show(false) => return vec![Out::Screen(Screen::Types), Out::Address(History::Push)],
            ProgramMsg::Function(index) => return self.pick(Picked::Function(index, None), History::Push),
            ProgramMsg::Data => return self.pick(Picked::Data(None), History::Push),
            ProgramMsg::Pick(picked) => return self.pick(picked, History::Push),
            ProgramMsg::Filter(text) => self.filter = text,
            ProgramMsg::ListStep(delta) => return self.list_step(delta),
            ProgramMsg::Slot(slot) => return self.pick_slot(slot, History::Replace),
            ProgramMsg::Step(delta) => {
                return self.step(delta).map(|slot| self.pick_slot(slot, History::Replace)).unwrap_or_default();
            }
            ProgramMsg::AsLoaded(on) => self.as_loaded = on,
            ProgramMsg::Go(goes) => return self.go(goes),
            ProgramMsg::Follow => {
                let insn = self.insn();
                let jump = insn.and_then(|insn| insn.jump).map(Goes::Slot);
                let note =
                    insn.and_then(|insn| insn.notes.iter().find_map(|n| n.type_id.map(Goes::Type).or(n.goes.clone())));
                return jump.or(note).map(|goes| self.go(goes)).unwrap_or_default();
            }
        }
        vec![]
    }

    /// Asks for what is shown of the program and not there.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.program().map(|f| f.id) != Some(file.id) {
            return vec![];
        }
        let mut out: Vec<Out> =
            self.list.want(()).map(|()| Out::ask(ReadProgram { file: file.id })).into_iter().collect();
        if let (Some(_), Some(Picked::Function(index, _))) = (self.overview(), &self.picked) {
            let wanted = self.function.want(*index);
            out.extend(wanted.map(|index| Out::ask(ReadFunction { file: file.id, index })));
        }
        out
    }
}

impl Hears<ReadProgram> for Session {
    fn heard(&mut self, ask: ReadProgram, said: Result<Box<Overview>, Problem>) {
        if let Some((file, look)) = self.in_file(ask.file)
            && look.program.list.hear(&(), said.map(|found| *found))
        {
            let out = look.program.answered(file);
            self.apply_out(out);
            if self.current() == Some(ask.file) {
                self.link.changes(History::Replace);
            }
        }
    }
}

impl Hears<ReadFunction> for Session {
    fn heard(&mut self, ask: ReadFunction, said: Result<Box<FunctionModel>, Problem>) {
        if let Some((_, look)) = self.in_file(ask.file) {
            look.program.function.hear(&ask.index, said.map(|found| *found));
        }
    }
}
