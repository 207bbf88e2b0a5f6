//! The screen CO-RE: the relocations of a program, resolved on all open kernels.

use std::rc::Rc;

use desk::{AskCore, AskRelocation, FileId, Problem};
use model::focus::{BlobId, ByteFocus};
use model::relocations::{CoreList, CoreStep, Detail, Filter, matrix};

use super::core_walk::CoreWalk;
use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::list::step;
pub use crate::msg::CoreMsg;
use crate::msg::{BrowserHistory, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// The hint in the table while no kernel is open.
pub const NO_COLUMNS: &str = "Each open kernel is a column here. Drop a kernel onto the page to add one.";

/// The suffix of a relocation's key in an address that shows the matrix.
pub(crate) const MATRIX: &str = "*";

/// The state of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoreLook {
    /// The filter of the list.
    pub filter: Filter,
    /// The index of the picked relocation among all relocations.
    pub picked: Option<usize>,
    /// The chosen kernel, whose reason is shown.
    pub kernel: Option<FileId>,
    /// Whether the matrix of all relocations and kernels is shown instead of the picked relocation.
    pub matrix: bool,
    /// The relocation that a link names, until the list is there.
    pub wanted: Option<String>,
    /// The shown step by which the relocation is resolved.
    pub walk: CoreWalk,
    list: Ask<Vec<FileId>, CoreList>,
    detail: Ask<(usize, Vec<FileId>), Detail>,
}

impl CoreLook {
    /// The list, once the desk has made it. It stays until the list for other kernels arrives.
    pub fn list(&self) -> Option<&Rc<CoreList>> {
        self.list.last()
    }

    /// The kernels of the list's columns.
    pub fn columns(&self) -> &[FileId] {
        self.list.answered().map(Vec::as_slice).unwrap_or_default()
    }

    /// The kernels of the results in [`model`](Self::model), in the same order.
    pub fn targets(&self) -> &[FileId] {
        self.detail.answered().map(|asked| asked.1.as_slice()).unwrap_or_default()
    }

    /// Why the list or the picked relocation cannot be shown.
    pub fn problem(&self) -> Option<&str> {
        self.list.problem().or(self.detail.problem())
    }

    /// Why neither the picked relocation nor the matrix is shown; none if one of them is shown.
    pub fn empty(&self) -> Option<Empty<'_>> {
        if let Some(why) = self.problem() {
            return Some(Empty::Failed(why));
        }
        let rows = self.list().map(|list| list.rows.len());
        match rows {
            Some(_) if self.matrix => None,
            Some(0) => Some(Empty::Nothing("This program has no CO-RE relocations.")),
            _ if self.model().is_none() => Some(Empty::Waits("Resolving the relocation …")),
            _ => None,
        }
    }

    /// Why the matrix or the list beside it shows no rows; none if rows are shown. `shown`: the number of rows that the
    /// filter leaves.
    pub fn no_rows(&self, shown: usize) -> Option<Empty<'_>> {
        if self.matrix && self.list().is_some_and(|list| list.heads.is_empty()) {
            return Some(Empty::Nothing(NO_COLUMNS));
        }
        (shown == 0).then_some(Empty::Nothing("No relocation matches."))
    }

    pub(crate) fn pick(&mut self, index: usize, history: BrowserHistory) -> Vec<Out> {
        if self.picked != Some(index) {
            // Another relocation begins at its first step.
            self.walk.step = self.walk.step.map(|_| 0);
        }
        self.picked = Some(index);
        let mut out = vec![Out::Screen(Screen::Relocations), Out::Address(history)];
        out.extend(self.show_record());
        out
    }

    /// The first byte of the picked relocation's record.
    fn record(&self) -> Option<ByteFocus> {
        let row = self.list().zip(self.picked).and_then(|(list, i)| list.rows.get(i));
        row.map(|r| ByteFocus { blob: BlobId::Ext, at: r.record.start })
    }

    fn read(&mut self, index: usize) -> Vec<Out> {
        self.matrix = false;
        self.pick(index, BrowserHistory::Push)
    }

    /// Shows the record of the picked relocation in the Bytes pane, if it is known.
    fn show_record(&self) -> Option<Out> {
        self.record().map(|at| Out::Byte(Some(at)))
    }

    /// The list arrived: picks the relocation that a link named.
    fn answered(&mut self) -> Option<Out> {
        if self.picked.is_none() {
            let wanted = self.wanted.take().unwrap_or_default();
            self.picked = self.find(&wanted);
        }
        self.show_record()
    }

    /// Picks the relocation that an address names.
    pub(crate) fn apply_address(&mut self, key: &str) -> Vec<Out> {
        let (key, walk) = CoreWalk::read(key);
        if !walk.on.is_empty() {
            self.kernel = None;
        }
        self.walk = walk;
        self.matrix = key.ends_with(MATRIX);
        match self.find(key) {
            Some(index) => self.picked = Some(index),
            None => self.wanted = Some(key.to_owned()),
        }
        let shown = Out::Screen(Screen::Relocations);
        std::iter::once(shown).chain(self.show_record()).collect()
    }

    /// The indices of the shown rows.
    pub fn shown_rows(&self) -> Vec<usize> {
        self.list().map(|list| list.shown(&self.filter)).unwrap_or_default()
    }

    /// The picked relocation in detail, once the desk has resolved it.
    pub fn model(&self) -> Option<&Rc<Detail>> {
        self.detail.last().filter(|d| Some(d.index) == self.picked)
    }

    /// The index, among the results, of the kernel whose reason is shown: the chosen kernel, or else the kernel that
    /// the address names, or else the first kernel on which the relocation fails or the program cannot load, or else
    /// the first kernel.
    pub fn explained(&self) -> Option<usize> {
        let results = &self.model()?.results;
        let chosen = self.kernel.and_then(|id| self.targets().iter().position(|&target| target == id));
        let failing = || results.iter().position(|r| r.verdict.is_failing() || !r.loads);
        let named = || results.iter().position(|r| r.name == self.walk.on);
        chosen.or_else(named).or_else(failing).or((!results.is_empty()).then_some(0))
    }

    /// The picked column of the matrix: the chosen kernel, or else the first.
    pub fn column(&self) -> usize {
        self.kernel.and_then(|id| self.columns().iter().position(|&column| column == id)).unwrap_or(0)
    }

    /// The picked relocation as an address writes it: section, `#`, and libbpf's number in that section. If the matrix
    /// is shown, `*` follows. If a step is shown, `~` and its number follow, counted from 1, and after them `@` and the
    /// name of the chosen kernel, or of the kernel that the address named, if there is one.
    pub fn key(&self) -> String {
        let row = self.list().zip(self.picked).and_then(|(list, i)| list.rows.get(i));
        let matrix = if self.matrix { MATRIX } else { "" };
        let chosen = self.kernel.and_then(|id| self.targets().iter().position(|&target| target == id));
        let chosen = chosen.and_then(|at| Some(self.model()?.results.get(at)?.name.as_str()));
        let step = CoreWalk::write(self.step_at(), chosen.unwrap_or(&self.walk.on));
        match row {
            Some(row) => format!("{}#{}{matrix}{step}", row.section, row.number),
            None => self.wanted.as_ref().map_or_else(|| "#".to_owned(), |wanted| format!("{wanted}{step}")),
        }
    }

    /// The index of the relocation that an address names; if there is no such relocation, of the first one. None until
    /// the list is there, and for a program without relocations.
    pub fn find(&self, key: &str) -> Option<usize> {
        let rows = &self.list()?.rows;
        let (section, number) = key.strip_suffix(MATRIX).unwrap_or(key).rsplit_once('#').unwrap_or_default();
        let number = number.parse::<u32>().ok();
        let exact = rows.iter().find(|r| r.section == section && Some(r.number) == number);
        exact.or(rows.first()).map(|r| r.index)
    }

    /// The steps on the kernel that is shown; empty while no kernel is open, or before the answer.
    pub fn steps(&self) -> &[CoreStep] {
        let why = self.explained().and_then(|at| self.model()?.why.get(at));
        why.map_or(&[], |why| &why.walk)
    }

    /// The shown step, counted from 0; none while the whole relocation is shown.
    pub fn step_at(&self) -> Option<usize> {
        let last = self.steps().len().checked_sub(1);
        self.walk.step.map(|step| last.map_or(step, |last| step.min(last)))
    }

    /// The part of the key that names the step, without the kernel: for a link that carries one kernel.
    pub(crate) fn step_key(&self) -> String {
        CoreWalk::write(self.step_at(), "")
    }
}

impl FileFeature for CoreLook {
    type Msg = CoreMsg;
    type Reads<'a> = &'a Seen;
    const OF_PROGRAMS: bool = true;

    fn update(&mut self, msg: CoreMsg, file: &OpenFile, _: &Seen) -> Vec<Out> {
        match msg {
            CoreMsg::Show => {
                return vec![
                    Out::Byte(self.record()),
                    Out::Screen(Screen::Relocations),
                    Out::Address(BrowserHistory::Push),
                ];
            }
            CoreMsg::Sift(sift) => self.filter.sift = sift,
            CoreMsg::Filter(text) => self.filter.text = text,
            CoreMsg::Step(delta) => {
                let rows = self.shown_rows();
                let at = rows.iter().position(|&row| Some(row) == self.picked);
                let to = step(at, delta, rows.len()).and_then(|to| rows.get(to).copied());
                return to.map(|row| self.pick(row, BrowserHistory::Replace)).unwrap_or_default();
            }
            CoreMsg::Pick(index) => return self.pick(index, BrowserHistory::Push),
            CoreMsg::Read(index) => return self.read(index),
            CoreMsg::Kernel(id) => {
                self.kernel = Some(id);
                self.walk.on.clear();
                // The address names the kernel only while a step is shown.
                return self.walk.step.map(|_| Out::Address(BrowserHistory::Replace)).into_iter().collect();
            }
            CoreMsg::Walk(step) => {
                let other = self.matrix || self.walk.step.is_some() != step.is_some();
                self.matrix = false;
                self.walk.step = step;
                let history = if other { BrowserHistory::Push } else { BrowserHistory::Replace };
                return vec![Out::Address(history)];
            }
            CoreMsg::WalkBy(delta) => {
                let at = self.step_at();
                self.walk.step = at.and_then(|_| step(at, delta, self.steps().len())).or(at);
                return vec![Out::Address(BrowserHistory::Replace)];
            }
            CoreMsg::Matrix(on) => {
                self.matrix = on;
                self.walk.step = None;
                return vec![Out::Address(BrowserHistory::Push)];
            }
            CoreMsg::Column(delta) => {
                let to = step(Some(self.column()), delta, self.columns().len());
                self.kernel = to.and_then(|to| self.columns().get(to).copied()).or(self.kernel);
            }
            CoreMsg::Cell(index, kernel) => {
                self.kernel = Some(kernel);
                return self.read(index);
            }
            CoreMsg::Save(json) => {
                let Some(list) = self.list() else { return vec![] };
                let stem = file.name.strip_suffix(".o").unwrap_or(&file.name);
                let (end, text) = if json { ("json", matrix::json(list)) } else { ("csv", matrix::csv(list)) };
                return vec![Msg::Download(format!("{stem}.core.{end}"), text).into()];
            }
        }
        vec![]
    }

    /// Asks for the list and the picked relocation while they are shown, and again when other kernels are open.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.core().map(|f| f.id) != Some(file.id) {
            self.list.forget_failure();
            self.detail.forget_failure();
            return vec![];
        }
        let kernels = seen.kernels();
        let mut out = Vec::new();
        let list = self.list.want(kernels.clone());
        out.extend(list.map(|kernels| Out::ask(AskCore { file: file.id, kernels })));
        if let Some(index) = self.picked.filter(|_| self.list().is_some()) {
            let detail = self.detail.want((index, kernels));
            out.extend(
                detail
                    .map(|(index, kernels)| Out::ask(AskRelocation { on: AskCore { file: file.id, kernels }, index })),
            );
        }
        out
    }
}

impl Receives<AskCore> for Session {
    fn receive(&mut self, ask: AskCore, result: Result<Box<CoreList>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file)
            && look.core.list.receive(&ask.kernels, result.map(|found| *found))
        {
            let record = look.core.answered();
            if self.core().is_some_and(|file| file.id == ask.file) {
                self.apply_out(record.into_iter().chain([Out::Address(BrowserHistory::Replace)]).collect());
            }
        }
    }
}

impl Receives<AskRelocation> for Session {
    fn receive(&mut self, ask: AskRelocation, result: Result<Box<Detail>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.on.file) {
            look.core.detail.receive(&(ask.index, ask.on.kernels), result.map(|found| *found));
        }
    }
}
