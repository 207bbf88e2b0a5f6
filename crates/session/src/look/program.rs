//! The screen Programs: functions, instructions, maps and globals of a BPF object.

use std::rc::Rc;

use desk::{Problem, ReadFunction, ReadProgram};
use model::address::NO_ITEM;
use model::path::Path;
use model::program::{FunctionModel, FunctionRow, Goes, InsnRow, ListingRow, Overview};

use crate::Session;
use crate::ask::Ask;
use crate::commands::Command;
use crate::empty::Empty;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::list::step;
use crate::msg::{BrowserHistory, CoreMsg, ListsMsg, Msg};
pub use crate::msg::{Picked, ProgramMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// The state of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramLook {
    /// The picked item.
    pub picked: Option<Picked>,
    /// The item that a link names, until the program is read.
    pub wanted: Option<String>,
    /// The verdict that was chosen in the overview: the index of its lane, which is a program, and the index of its run
    /// of kernels in the lane. While it is none, the overview shows the newest failure or, without a failure, the
    /// newest run of the first program.
    pub verdict: Option<(usize, usize)>,
    /// Whether a kernel that is opened next is meant for this program, so that the program stays the current file.
    pub wants_kernel: bool,
    /// Whether the function is shown as libbpf loads it.
    pub as_loaded: bool,
    /// Words that must all occur in the name, section, kind or source file of a listed function; case does not count.
    pub filter: String,
    list: Ask<(), Overview>,
    function: Ask<usize, FunctionModel>,
}

impl ProgramLook {
    /// The lists of the program, once the desk has read them.
    pub fn overview(&self) -> Option<&Rc<Overview>> {
        self.list.answer()
    }

    /// Why the lists or the picked function cannot be shown.
    pub fn problem(&self) -> Option<&str> {
        let is_function = matches!(self.picked, Some(Picked::Function(..)));
        self.list.problem().or_else(|| self.function.problem().filter(|_| is_function))
    }

    /// Why the lists or the picked function are not shown; none if they are shown.
    pub fn empty(&self) -> Option<Empty<'_>> {
        let reads = matches!(self.picked, Some(Picked::Function(..))) && self.row().is_some();
        match self.problem() {
            Some(why) => Some(Empty::Failed(why)),
            None if self.overview().is_none() => Some(Empty::Waits("Reading the program …")),
            None if reads && self.model().is_none() => Some(Empty::Waits("Reading the function …")),
            None => None,
        }
    }

    /// Whether the overview is picked, or nothing is picked and no link names an item.
    pub fn is_overview(&self) -> bool {
        match self.picked {
            Some(Picked::Overview) => true,
            None => self.wanted.as_deref().is_none_or(|wanted| wanted == NO_ITEM || wanted.is_empty()),
            Some(_) => false,
        }
    }

    fn list_step(&mut self, delta: i64) -> Vec<Out> {
        let rows = self.listed();
        let count = rows.len();
        let at = match &self.picked {
            Some(Picked::Function(index, _)) => Some(rows.iter().position(|row| row == index).map_or(0, |at| at + 1)),
            Some(Picked::Data(_)) => Some(count + 1),
            Some(Picked::Calls) => Some(count + 2),
            Some(Picked::Overview) | None => Some(0),
        };
        // If the filter hides the picked function, the move starts at the overview, above the first listed function.
        let to = step(at, delta, count + 3).unwrap_or(0);
        let picked = match (to, to.checked_sub(count + 1)) {
            (0, _) => Picked::Overview,
            (at, None) => Picked::Function(rows.get(at - 1).copied().unwrap_or_default(), None),
            (_, Some(0)) => Picked::Data(None),
            (_, Some(_)) => Picked::Calls,
        };
        self.pick(picked, BrowserHistory::Replace)
    }

    fn pick_slot(&mut self, slot: u32, history: BrowserHistory) -> Vec<Out> {
        match self.picked {
            Some(Picked::Function(index, _)) => self.pick(Picked::Function(index, Some(slot)), history),
            _ => vec![],
        }
    }

    fn pick(&mut self, picked: Picked, history: BrowserHistory) -> Vec<Out> {
        self.picked = Some(picked);
        vec![Out::Byte(None), Out::Screen(Screen::Programs), Out::Address(history)]
    }

    fn go(&mut self, goes: Goes) -> Vec<Out> {
        match goes {
            Goes::Slot(slot) => self.pick_slot(slot, BrowserHistory::Push),
            Goes::Function(index) => self.pick(Picked::Function(index, None), BrowserHistory::Push),
            Goes::Data(name) => self.pick(Picked::Data(Some(name)), BrowserHistory::Push),
            Goes::Type(id) => vec![Msg::GoTo(id, Path::root(), BrowserHistory::Push).into()],
            Goes::Core(index) => vec![Msg::Core(CoreMsg::Pick(index)).into()],
            Goes::Relocation(section, place) => vec![Msg::Lists(ListsMsg::Find(section, place)).into()],
        }
    }

    /// The lists arrived: picks the item that a link named, and shows the problems of the program.
    fn answered(&mut self, file: &OpenFile) -> Vec<Out> {
        if self.picked.is_none() {
            let wanted = self.wanted.take().unwrap_or_default();
            self.picked = self.find(&wanted);
        }
        let problems = self.overview().map(|overview| overview.problems.as_slice()).unwrap_or_default();
        let message = |what: &String| format!("{what}. The part that can be read is shown.");
        problems.iter().map(|what| Out::Problem(Problem::new(&file.name, &message(what)).about(file.id))).collect()
    }

    /// Picks the item that an address names.
    pub(crate) fn apply_address(&mut self, key: &str) -> Vec<Out> {
        match self.find(key) {
            Some(picked) => self.picked = Some(picked),
            None => self.wanted = Some(key.to_owned()),
        }
        vec![Out::Screen(Screen::Programs)]
    }

    /// The row of the picked function.
    pub fn row(&self) -> Option<&FunctionRow> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.overview()?.functions.get(*index),
            _ => None,
        }
    }

    /// The indices of the listed functions.
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

    /// The instructions of the picked function, once they are read.
    pub fn model(&self) -> Option<&Rc<FunctionModel>> {
        match self.picked.as_ref()? {
            Picked::Function(index, _) => self.function.last().filter(|f| f.index == *index),
            _ => None,
        }
    }

    /// The picked instruction; the first one by default.
    pub fn insn(&self) -> Option<&InsnRow> {
        match self.picked.as_ref()? {
            Picked::Function(_, slot) => self.model()?.listing.insn(slot.unwrap_or(0)),
            _ => None,
        }
    }

    /// The row of the picked instruction in the listing.
    pub fn active(&self) -> Option<usize> {
        let slot = self.insn()?.slot;
        self.model()?.listing.row_of(slot)
    }

    /// The slot of the instruction `delta` instructions after the picked one.
    pub fn step(&self, delta: i64) -> Option<u32> {
        let model = self.model()?;
        let slot = |row: &ListingRow| if let ListingRow::Insn(insn) = row { Some(insn.slot) } else { None };
        let slots: Vec<u32> = model.listing.rows.iter().filter_map(slot).collect();
        let at = self.insn().and_then(|insn| slots.iter().position(|&s| s == insn.slot));
        slots.get(step(at, delta, slots.len())?).copied()
    }

    /// The picked item as an address writes it: `fentry/vfs_read:on_read@12`, `.maps:events`.
    pub fn key(&self) -> String {
        let named = |row: &FunctionRow| format!("{}:{}", row.section, row.name);
        match (&self.picked, self.row()) {
            (Some(Picked::Calls), _) => ".calls:".to_owned(),
            (Some(Picked::Data(name)), _) => format!(".maps:{}", name.as_deref().unwrap_or_default()),
            (Some(Picked::Function(_, Some(slot))), Some(row)) => format!("{}@{slot}", named(row)),
            (Some(Picked::Function(..)), Some(row)) => named(row),
            (Some(Picked::Overview), _) => NO_ITEM.to_owned(),
            _ => self.wanted.clone().unwrap_or_else(|| NO_ITEM.to_owned()),
        }
    }

    /// The item that an address names. If it names a function that does not exist, the first program, or else the first
    /// function, or else the overview. If the address names nothing, the overview. None until the program is read.
    pub fn find(&self, key: &str) -> Option<Picked> {
        let overview = self.overview()?;
        if key.is_empty() || key == NO_ITEM {
            return Some(Picked::Overview);
        }
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
        let first = rows.iter().find(|r| r.is_program).or_else(|| rows.first());
        Some(first.map_or(Picked::Overview, |first| Picked::Function(first.index, None)))
    }
}

impl FileFeature for ProgramLook {
    type Msg = ProgramMsg;
    type Reads<'a> = &'a Seen;
    const OF_PROGRAMS: bool = true;

    fn update(&mut self, msg: ProgramMsg, _: &OpenFile, _: &Seen) -> Vec<Out> {
        self.wants_kernel = msg == ProgramMsg::CheckKernel;
        match msg {
            ProgramMsg::Overview => return self.pick(Picked::Overview, BrowserHistory::Push),
            ProgramMsg::Verdict(lane, run) => self.verdict = Some((lane, run)),
            ProgramMsg::CheckKernel => return vec![Msg::Command(Command::Open).into()],
            ProgramMsg::Show(true) => {
                // A byte that is still chosen belongs to a relocation that was shown before.
                return vec![Out::Byte(None), Out::Screen(Screen::Programs), Out::Address(BrowserHistory::Push)];
            }
            ProgramMsg::Show(false) => return vec![Out::Screen(Screen::Types), Out::Address(BrowserHistory::Push)],
            ProgramMsg::Function(index) => return self.pick(Picked::Function(index, None), BrowserHistory::Push),
            ProgramMsg::Data => return self.pick(Picked::Data(None), BrowserHistory::Push),
            ProgramMsg::Pick(picked) => return self.pick(picked, BrowserHistory::Push),
            ProgramMsg::Filter(text) => self.filter = text,
            ProgramMsg::ListStep(delta) => return self.list_step(delta),
            ProgramMsg::Slot(slot) => return self.pick_slot(slot, BrowserHistory::Replace),
            ProgramMsg::Step(delta) => {
                return self.step(delta).map(|slot| self.pick_slot(slot, BrowserHistory::Replace)).unwrap_or_default();
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

    /// Asks for the lists and the picked function while programs or the overview are shown.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.program().or(seen.overview_of_program()).map(|f| f.id) != Some(file.id) {
            self.list.forget_failure();
            self.function.forget_failure();
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

impl Receives<ReadProgram> for Session {
    fn receive(&mut self, ask: ReadProgram, result: Result<Box<Overview>, Problem>) {
        if let Some((file, look)) = self.file_and_look(ask.file)
            && look.program.list.receive(&(), result.map(|found| *found))
        {
            let out = look.program.answered(file);
            self.apply_out(out);
            if self.current() == Some(ask.file) {
                self.link.mark_changed(BrowserHistory::Replace);
            }
        }
    }
}

impl Receives<ReadFunction> for Session {
    fn receive(&mut self, ask: ReadFunction, result: Result<Box<FunctionModel>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file) {
            look.program.function.receive(&ask.index, result.map(|found| *found));
        }
    }
}
