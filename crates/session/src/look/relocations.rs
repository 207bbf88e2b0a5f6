//! CO-RE: which relocation is picked, and what the desk says of all of them.

use model::kind::FileKind;
use std::rc::Rc;

use desk::{AskCore, AskRelocation, FileId, Problem};
use model::focus::{BlobId, ByteFocus};
use model::relocations::{CoreList, Detail, Filter, Sift, matrix};

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::list::step;
use crate::state::{FileFeature, Out, Seen};
use crate::{Empty, History, Msg, Screen, Session};

/// Said where kernels would be columns, and none is open.
pub const NO_COLUMNS: &str = "Each open kernel is a column here. Drop a kernel onto the page to add one.";

/// What an address of the matrix has behind the relocation.
pub(crate) const MATRIX: &str = "*";

/// What is looked at in CO-RE.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoreLook {
    /// Which relocations are shown.
    pub filter: Filter,
    /// The relocation that is picked, by its place among all.
    pub picked: Option<usize>,
    /// The kernel whose reason is shown.
    pub kernel: Option<FileId>,
    /// All relocations on all kernels are shown, not the one that is picked.
    pub matrix: bool,
    /// What a link picks, until the list is there.
    pub wanted: Option<String>,
    list: Ask<Vec<FileId>, CoreList>,
    detail: Ask<(usize, Vec<FileId>), Detail>,
}

/// What happens in CO-RE.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoreMsg {
    /// Show the relocations.
    Show,
    /// Choose a chip.
    Sift(Sift),
    /// Narrow the list by words.
    Filter(String),
    /// Move in the list.
    Step(i64),
    /// Pick a relocation, by its place among all.
    Pick(usize),
    /// Pick a relocation, and show it alone, not in the matrix.
    Read(usize),
    /// Show the reason on this kernel.
    Kernel(FileId),
    /// Show all relocations on all kernels, or the one that is picked.
    Matrix(bool),
    /// Move between the kernels of the matrix.
    Column(i64),
    /// Show a relocation, by its place, on a kernel.
    Cell(usize, FileId),
    /// Save the matrix of relocations and kernels: as JSON, or as CSV.
    Save(bool),
}

impl CoreLook {
    /// The list, once the desk made it; it stays until that for other kernels is there.
    pub fn list(&self) -> Option<&Rc<CoreList>> {
        self.list.last()
    }

    /// The kernels of its columns.
    pub fn columns(&self) -> &[FileId] {
        self.list.answered().map(Vec::as_slice).unwrap_or_default()
    }

    /// The kernels of the results of the relocation that was read last.
    pub fn targets(&self) -> &[FileId] {
        self.detail.answered().map(|asked| asked.1.as_slice()).unwrap_or_default()
    }

    /// Why the list, or the relocation that is picked, is not there.
    pub fn problem(&self) -> Option<&str> {
        self.list.problem().or(self.detail.problem())
    }

    /// Why neither the relocation that is picked nor the matrix is shown, when it is not.
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

    /// Why there are no rows of the matrix, or of the list beside it, when there are none of these `shown`.
    pub fn no_rows(&self, shown: usize) -> Option<Empty<'_>> {
        if self.matrix && self.list().is_some_and(|list| list.heads.is_empty()) {
            return Some(Empty::Nothing(NO_COLUMNS));
        }
        (shown == 0).then_some(Empty::Nothing("No relocation matches."))
    }

    pub(crate) fn pick(&mut self, index: usize, history: History) -> Vec<Out> {
        self.picked = Some(index);
        let mut out = vec![Out::Screen(Screen::Relocations), Out::Address(history)];
        out.extend(self.show_record());
        out
    }

    /// The record of the relocation that is picked.
    fn record(&self) -> Option<ByteFocus> {
        let row = self.list().zip(self.picked).and_then(|(list, i)| list.rows.get(i));
        row.map(|r| ByteFocus { blob: BlobId::Ext, at: r.record.start })
    }

    fn read(&mut self, index: usize) -> Vec<Out> {
        self.matrix = false;
        self.pick(index, History::Push)
    }

    /// Shows it in the Bytes, when it is known.
    fn show_record(&self) -> Option<Out> {
        self.record().map(|at| Out::Byte(Some(at)))
    }

    /// The desk has resolved the relocations.
    fn answered(&mut self) -> Option<Out> {
        if self.picked.is_none() {
            let wanted = self.wanted.take().unwrap_or_default();
            self.picked = self.find(&wanted);
        }
        self.show_record()
    }

    /// Takes what an address says of a relocation.
    pub(crate) fn arrive(&mut self, key: &str) -> Vec<Out> {
        self.matrix = key.ends_with(MATRIX);
        match self.find(key) {
            Some(index) => self.picked = Some(index),
            None => self.wanted = Some(key.to_owned()),
        }
        let shown = Out::Screen(Screen::Relocations);
        std::iter::once(shown).chain(self.show_record()).collect()
    }

    /// The places in the list that are shown.
    pub fn shown_rows(&self) -> Vec<usize> {
        self.list().map(|list| list.shown(&self.filter)).unwrap_or_default()
    }

    /// The relocation that is picked, to read, once it is there.
    pub fn model(&self) -> Option<&Rc<Detail>> {
        self.detail.last().filter(|d| Some(d.index) == self.picked)
    }

    /// Which of the kernels is shown: the chosen one, or the first on which the relocation fails, or else the first.
    pub fn explained(&self) -> Option<usize> {
        let results = &self.model()?.results;
        let chosen = self.kernel.and_then(|id| self.targets().iter().position(|&target| target == id));
        let failing = || results.iter().position(|r| r.verdict.is_failing() || !r.loads);
        chosen.or_else(failing).or((!results.is_empty()).then_some(0))
    }

    /// The column of the matrix that is picked: the kernel that was chosen, or else the first.
    pub fn column(&self) -> usize {
        self.kernel.and_then(|id| self.columns().iter().position(|&column| column == id)).unwrap_or(0)
    }

    /// What is picked, as an address writes it: section, `#`, libbpf's number of the relocation in it, and `*` for the matrix.
    pub fn key(&self) -> String {
        let row = self.list().zip(self.picked).and_then(|(list, i)| list.rows.get(i));
        let matrix = if self.matrix { MATRIX } else { "" };
        match row {
            Some(row) => format!("{}#{}{matrix}", row.section, row.number),
            None => self.wanted.clone().unwrap_or_else(|| "#".to_owned()),
        }
    }

    /// What an address picks; the first relocation when there is no such.
    pub fn find(&self, key: &str) -> Option<usize> {
        let rows = &self.list()?.rows;
        let (section, number) = key.strip_suffix(MATRIX).unwrap_or(key).rsplit_once('#').unwrap_or_default();
        let number = number.parse::<u32>().ok();
        let exact = rows.iter().find(|r| r.section == section && Some(r.number) == number);
        exact.or(rows.first()).map(|r| r.index)
    }
}

impl FileFeature for CoreLook {
    type Msg = CoreMsg;
    type Reads<'a> = &'a Seen;

    fn is_of(file: &OpenFile) -> bool {
        file.kind == FileKind::Program
    }

    fn update(&mut self, msg: CoreMsg, file: &OpenFile, _: &Seen) -> Vec<Out> {
        match msg {
            CoreMsg::Show => {
                return vec![Out::Byte(self.record()), Out::Screen(Screen::Relocations), Out::Address(History::Push)];
            }
            CoreMsg::Sift(sift) => self.filter.sift = sift,
            CoreMsg::Filter(text) => self.filter.text = text,
            CoreMsg::Step(delta) => {
                let rows = self.shown_rows();
                let at = rows.iter().position(|&row| Some(row) == self.picked);
                let to = step(at, delta, rows.len()).and_then(|to| rows.get(to).copied());
                return to.map(|row| self.pick(row, History::Replace)).unwrap_or_default();
            }
            CoreMsg::Pick(index) => return self.pick(index, History::Push),
            CoreMsg::Read(index) => return self.read(index),
            CoreMsg::Kernel(id) => self.kernel = Some(id),
            CoreMsg::Matrix(on) => {
                self.matrix = on;
                return vec![Out::Address(History::Push)];
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

    /// Asks for what is shown and not there, or was made for other kernels.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.core().map(|f| f.id) != Some(file.id) {
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

impl Hears<AskCore> for Session {
    fn heard(&mut self, ask: AskCore, said: Result<Box<CoreList>, Problem>) {
        if let Some((_, look)) = self.in_file(ask.file)
            && look.core.list.hear(&ask.kernels, said.map(|found| *found))
        {
            let record = look.core.answered();
            if self.core().is_some_and(|file| file.id == ask.file) {
                self.apply_out(record.into_iter().chain([Out::Address(History::Replace)]).collect());
            }
        }
    }
}

impl Hears<AskRelocation> for Session {
    fn heard(&mut self, ask: AskRelocation, said: Result<Box<Detail>, Problem>) {
        if let Some((_, look)) = self.in_file(ask.on.file) {
            look.core.detail.hear(&(ask.index, ask.on.kernels), said.map(|found| *found));
        }
    }
}
