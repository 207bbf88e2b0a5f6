//! The screen Lists: the lists that a file has beside its types.

use crate::Session;
use crate::list::step;
pub use crate::msg::ListsMsg;
use crate::msg::{BrowserHistory, Effect, FilesMsg, Msg};
use crate::screen::Screen;
use crate::seen::Seen;
use std::rc::Rc;
use std::sync::Arc;

use btf::TypeId;
use desk::{AskLists, FileId, FileInput, MoveBase, Origin, Problem};
use model::kernel_lists::{Entry, Group, Listed, Table, row_at};
use model::kind::FileKind;
use model::path::Path;

use crate::ask::Ask;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::out::Out;
use crate::receive::Receives;

/// The hint while a distilled base is shown and no kernel is open.
pub const NO_KERNEL: &str = "Open a kernel beside this module to see what these types are there.";

/// The state of the lists of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListsLook {
    /// The text that rows must contain.
    pub text: String,
    /// The kernel that the person chose to match a distilled base with.
    pub kernel: Option<FileId>,
    /// The chosen row.
    pub row: Option<usize>,
    /// The index of the shown list.
    pub at: u32,
    ask: Ask<AskLists, Listed>,
    /// The name of the list that a link names, until the next answer has come; else empty.
    wanted: String,
    /// The row to choose in the list that a link names.
    wanted_row: Option<usize>,
    /// Which bytes of the rows are shown: an index of [`Table::marks`].
    mark: usize,
}

impl ListsLook {
    /// The last answer of the desk.
    pub fn listed(&self) -> Option<&Rc<Listed>> {
        self.ask.last()
    }

    /// The text shown instead of the lists, or of the rows of a list.
    pub fn placeholder(&self) -> &str {
        match (self.problem(), self.listed()) {
            (Some(why), _) => why,
            (None, None) => "Reading the lists …",
            (None, Some(listed)) if listed.entries.is_empty() => NOTHING,
            (None, Some(_)) => "Reading the list …",
        }
    }

    /// The text shown for a file that has no lists.
    pub fn empty_text(&self) -> &'static str {
        "This file has no lists besides its types."
    }

    /// Why the desk could not answer.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Shows a list and chooses a row of it, as soon as it is read.
    fn find(&mut self, name: &str, row: usize) -> Vec<Out> {
        if !self.text.is_empty() {
            self.text.clear();
            self.ask = Ask::default();
        }
        let out = self.apply_address(name);
        let here = self.table().is_some() && self.entry().is_some_and(|entry| entry.name == name);
        self.row = here.then_some(row);
        self.wanted_row = (!here).then_some(row);
        out.into_iter().chain([Out::Address(BrowserHistory::Push)]).collect()
    }

    /// Which bytes of the rows are shown: an index of [`Table::marks`].
    pub fn mark(&self) -> usize {
        self.table().map_or(0, |table| self.mark.min(table.marks.len().saturating_sub(1)))
    }

    /// The kernel with which a distilled base is matched: the chosen kernel, or else the kernel that was opened last.
    /// None for a file without a distilled base, and while no kernel is open.
    fn base_on(&self, file: &OpenFile, seen: &Seen) -> Option<FileId> {
        let bases = if file.distilled { seen.bases() } else { vec![] };
        self.kernel.filter(|id| bases.contains(id)).or(bases.first().copied())
    }

    fn pick(&mut self, at: u32, history: BrowserHistory) -> Vec<Out> {
        self.at = at;
        self.text.clear();
        self.row = None;
        // The list that a link named no longer matters.
        self.wanted.clear();
        self.wanted_row = None;
        vec![Out::Address(history)]
    }

    /// An answer arrived, with the names of all lists. If an address names a list, this list is found now, and its rows
    /// are asked for next.
    fn answered(&mut self) {
        let wanted = std::mem::take(&mut self.wanted);
        let at = self.listed().filter(|_| !wanted.is_empty()).and_then(|listed| listed.find(&wanted));
        self.at = at.unwrap_or(self.at);
        self.row = if self.table().is_some() { self.wanted_row.take() } else { None };
    }

    /// Shows the list that an address names.
    pub(crate) fn apply_address(&mut self, key: &str) -> Vec<Out> {
        match self.listed().and_then(|listed| listed.find(key)) {
            Some(at) => {
                if at != self.at {
                    self.text.clear();
                    self.row = None;
                }
                self.at = at;
                self.wanted.clear();
            }
            None => self.wanted = key.to_owned(),
        }
        vec![Out::Screen(Screen::Lists)]
    }

    /// The entry of the shown list.
    pub fn entry(&self) -> Option<&Entry> {
        self.listed()?.entries.get(self.at as usize)
    }

    /// The rows of the shown list, once they are read. After a change of the filter, these are the previous rows until
    /// the answer comes.
    pub fn table(&self) -> Option<&Table> {
        self.listed().filter(|listed| listed.at == self.at)?.table.as_ref()
    }

    /// The name of the list in an address.
    pub(crate) fn key(&self) -> String {
        match self.entry() {
            Some(entry) if entry.name.is_empty() => ".BTF_ids".to_owned(),
            Some(entry) => entry.name.clone(),
            None => self.wanted.clone(),
        }
    }

    /// The type that the chosen row leads to, and whether it is a type of the kernel.
    fn go(&self) -> Option<(TypeId, bool)> {
        let table = self.table()?;
        Some((table.rows.get(self.row?)?.go?, table.of_kernel))
    }

    /// Whether a distilled base is shown, which is matched with a kernel.
    pub fn is_base(&self) -> bool {
        self.entry().is_some_and(|entry| entry.group == Group::Base)
    }
}

impl FileFeature for ListsLook {
    type Msg = ListsMsg;
    type Reads<'a> = &'a Seen;

    fn is_of(file: &OpenFile) -> bool {
        file.has_lists()
    }

    fn update(&mut self, msg: ListsMsg, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        let on = self.base_on(file, seen);
        match msg {
            ListsMsg::Show(shown) => {
                let screen = if shown { Screen::Lists } else { Screen::Types };
                return vec![Out::Screen(screen), Out::Address(BrowserHistory::Push)];
            }
            ListsMsg::Pick(at) => return self.pick(at, BrowserHistory::Push),
            ListsMsg::Step(delta) => {
                let entries = self.listed().map_or(0, |listed| listed.entries.len());
                let to = step(Some(self.at as usize), delta, entries).unwrap_or(0);
                return self.pick(to as u32, BrowserHistory::Replace);
            }
            ListsMsg::Filter(text) => self.text = text,
            ListsMsg::ShowNamed(name) => {
                return self.apply_address(&name).into_iter().chain([Out::Address(BrowserHistory::Replace)]).collect();
            }
            ListsMsg::Find(name, row) => return self.find(&name, row as usize),
            ListsMsg::Mark(mark) => self.mark = mark,
            ListsMsg::Byte(at) => {
                let row = self.table().and_then(|table| row_at(table, self.row, self.mark(), at));
                self.row = row.or(self.row);
            }
            ListsMsg::Row(row) => self.row = Some(row),
            ListsMsg::RowStep(delta) => {
                let rows = self.table().map_or(0, |table| table.rows.len());
                self.row = step(self.row, delta, rows).or(self.row);
            }
            ListsMsg::Open => {
                let Some((id, of_kernel)) = self.go() else { return vec![] };
                let kernel = on.filter(|_| of_kernel).map(Out::MakeCurrent);
                let go = [Msg::GoTo(id, Path::root(), BrowserHistory::Push).into(), Effect::FocusView.into()];
                return kernel.into_iter().chain(go).collect();
            }
            ListsMsg::Kernel(id) => self.kernel = Some(id),
            ListsMsg::Move => {
                let file = file.id;
                return on.map(|kernel| Out::ask(MoveBase { file, kernel })).into_iter().collect();
            }
            ListsMsg::Records => {
                let Some(bytes) = file.extras.inline.clone() else { return vec![] };
                let name = format!("{} .BTF.inline", file.name);
                let input = made_input(file, name, FileKind::Raw, bytes, file.id);
                return vec![Msg::Files(FilesMsg::Opened(Box::new(input))).into()];
            }
        }
        vec![]
    }

    /// Asks for the shown list while Lists is shown.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.lists().map(|f| f.id) != Some(file.id) {
            self.ask.forget_failure();
            return vec![];
        }
        let ask = AskLists { file: file.id, kernel: self.base_on(file, seen), at: self.at, text: self.text.clone() };
        self.ask.want(ask).map(Out::ask).into_iter().collect()
    }
}

impl Session {
    /// The hint while a distilled base is shown and no kernel is open.
    pub fn lists_hint(&self) -> Option<&'static str> {
        let lacks = self.looks[self.lists()?.id].lists.is_base() && self.bases().is_empty();
        lacks.then_some(NO_KERNEL)
    }

    /// The kernel that the distilled base of the current file is matched with.
    pub fn base_on(&self) -> Option<FileId> {
        let file = self.file()?;
        self.looks[file.id].lists.base_on(file, self)
    }
}

/// The input for a file that is made from an open one.
fn made_input(file: &OpenFile, name: String, kind: FileKind, btf: Arc<[u8]>, on: FileId) -> FileInput {
    FileInput {
        needs_base: true,
        arch: file.arch.clone(),
        version: file.version.clone(),
        pointer_size: Some(file.btf.pointer_size()),
        origin: Origin::Made { on },
        ..FileInput::new(name, kind, btf)
    }
}

/// The text for a kernel or module without lists.
const NOTHING: &str = "A kernel lists its tracepoints, LSM hooks, iterators and struct_ops. A vmlinux as an ELF file has .BTF_ids, the \
    sets of the kernel; since Linux 6.10, declaration tags mark kfuncs; a module built out of tree brings a distilled \
    base.";

impl Receives<AskLists> for Session {
    fn receive(&mut self, ask: AskLists, result: Result<Box<Listed>, Problem>) {
        if let Some((_, look)) = self.file_and_look(ask.file)
            && look.lists.ask.receive(&ask, result.map(|found| *found))
        {
            look.lists.answered();
            if self.current() == Some(ask.file) {
                self.link.mark_changed(BrowserHistory::Replace);
            }
        }
    }
}

impl Receives<MoveBase> for Session {
    fn receive(&mut self, ask: MoveBase, result: Result<Arc<[u8]>, Problem>) {
        match result {
            Ok(blob) => {
                let on = self.seen.file_of(ask.file).zip(self.seen.file_of(ask.kernel));
                if let Some((file, kernel)) = on {
                    let name = format!("{} on {}", file.name, kernel.name);
                    self.intake.settled(&file.name);
                    self.open(made_input(file, name, FileKind::Module, blob, kernel.id));
                }
            }
            Err(problem) => self.apply(Msg::Files(FilesMsg::Problem(problem))),
        }
    }
}
