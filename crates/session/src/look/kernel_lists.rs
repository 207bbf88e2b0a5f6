//! The lists of a file: what is picked, and what the desk says of it.

use crate::FilesMsg;
use crate::list::step;
use std::rc::Rc;
use std::sync::Arc;

use btf::TypeId;
use desk::{AskLists, FileId, FileInput, MoveBase, Origin, Problem};
use model::kernel_lists::{Entry, Group, Listed, Table, row_at};
use model::kind::FileKind;
use model::path::Path;

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::state::{FileFeature, Out, Seen};
use crate::{Effect, History, Msg, Screen, Session};

/// What to do to see the types of a distilled base in a kernel, when none is open.
pub const NO_KERNEL: &str = "Open a kernel beside this module to see what these types are there.";

/// What is looked at among the lists of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListsLook {
    /// What the rows must have in them.
    pub text: String,
    /// The kernel that a distilled base is looked at on, when one was chosen.
    pub kernel: Option<FileId>,
    /// The row that is chosen.
    pub row: Option<usize>,
    at: u32,
    ask: Ask<AskLists, Listed>,
    /// The list that a link names.
    wanted: String,
    /// The row that is to be chosen of it.
    wanted_row: Option<usize>,
    /// Which bytes of the rows are shown, by their place in [`Table::marks`].
    mark: usize,
}

/// What happens among the lists of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ListsMsg {
    /// Show them, or types again.
    Show(bool),
    /// Pick a list.
    Pick(u32),
    /// Move from list to list.
    Step(i64),
    /// Show the rows that have this in them.
    Filter(String),
    /// Choose a row.
    Row(usize),
    /// Move from row to row.
    RowStep(i64),
    /// Go to the type of the chosen row.
    Open,
    /// Show a list by its name, and a row of it.
    Find(String, u32),
    /// Show a list by its name, as a step of a lesson does: no step of the history.
    Arrive(String),
    /// Show these bytes of the rows.
    Mark(usize),
    /// Choose the row that has this byte of the file.
    Byte(u64),
    /// Look at a distilled base on this kernel.
    Kernel(FileId),
    /// Move the module onto the kernel.
    Move,
    /// Open the records of `.BTF.inline` beside the file.
    Records,
}

impl ListsLook {
    /// What the desk said last.
    pub fn listed(&self) -> Option<&Rc<Listed>> {
        self.ask.last()
    }

    /// What is said in place of the lists and of the rows of one, while there are none.
    pub fn said(&self) -> &str {
        match (self.problem(), self.listed()) {
            (Some(why), _) => why,
            (None, None) => "Reading the lists …",
            (None, Some(listed)) if listed.entries.is_empty() => NOTHING,
            (None, Some(_)) => "Reading the list …",
        }
    }

    /// What is said where the lists would be, of a file without any; [`ListsLook::said`] is what others have.
    pub fn empty_text(&self) -> &'static str {
        "This file has no lists besides its types."
    }

    /// Why the desk has no answer.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    /// Shows a list, and a row of it, as soon as it is there.
    fn find(&mut self, name: &str, row: usize) -> Vec<Out> {
        if !self.text.is_empty() {
            self.text.clear();
            self.ask = Ask::default();
        }
        let out = self.arrive(name);
        let here = self.table().is_some() && self.entry().is_some_and(|entry| entry.name == name);
        self.row = here.then_some(row);
        self.wanted_row = (!here).then_some(row);
        out.into_iter().chain([Out::Address(History::Push)]).collect()
    }

    /// Which bytes of the rows are shown.
    pub fn mark(&self) -> usize {
        self.table().map_or(0, |table| self.mark.min(table.marks.len().saturating_sub(1)))
    }

    /// The kernel that was chosen to look at a distilled base on, or else the last one that was opened.
    fn base_on(&self, file: &OpenFile, seen: &Seen) -> Option<FileId> {
        let bases = if file.distilled { seen.bases() } else { vec![] };
        self.kernel.filter(|id| bases.contains(id)).or(bases.first().copied())
    }

    fn pick(&mut self, at: u32, history: History) -> Vec<Out> {
        self.at = at;
        self.text.clear();
        self.row = None;
        vec![Out::Address(history)]
    }

    /// The desk's answer. The address may have named another list, which is asked for then.
    fn answered(&mut self) {
        let wanted = std::mem::take(&mut self.wanted);
        let at = self.listed().filter(|_| !wanted.is_empty()).and_then(|listed| listed.find(&wanted));
        self.at = at.unwrap_or(self.at);
        self.row = if self.table().is_some() { self.wanted_row.take() } else { None };
    }

    /// Takes what an address says of a list.
    pub(crate) fn arrive(&mut self, key: &str) -> Vec<Out> {
        self.wanted = key.to_owned();
        if let Some(at) = self.listed().and_then(|listed| listed.find(key)) {
            self.at = at;
        }
        vec![Out::Screen(Screen::Lists)]
    }

    /// The list that is picked.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The entry of the list that is picked.
    pub fn entry(&self) -> Option<&Entry> {
        self.listed()?.entries.get(self.at as usize)
    }

    /// Its rows, when they are those of the picked list; while the filter changes, the last ones.
    pub fn table(&self) -> Option<&Table> {
        self.listed().filter(|listed| listed.at == self.at)?.table.as_ref()
    }

    /// What addresses call the list.
    pub(crate) fn key(&self) -> String {
        match self.entry() {
            Some(entry) if entry.name.is_empty() => ".BTF_ids".to_owned(),
            Some(entry) => entry.name.clone(),
            None => self.wanted.clone(),
        }
    }

    /// The type of the chosen row, and whether it is the kernel's.
    fn go(&self) -> Option<(TypeId, bool)> {
        let table = self.table()?;
        Some((table.rows.get(self.row?)?.go?, table.of_kernel))
    }

    /// Whether the kernels matter: a distilled base is shown.
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
                return vec![Out::Screen(screen), Out::Address(History::Push)];
            }
            ListsMsg::Pick(at) => return self.pick(at, History::Push),
            ListsMsg::Step(delta) => {
                let entries = self.listed().map_or(0, |listed| listed.entries.len());
                let to = step(Some(self.at as usize), delta, entries).unwrap_or(0);
                return self.pick(to as u32, History::Replace);
            }
            ListsMsg::Filter(text) => self.text = text,
            ListsMsg::Arrive(name) => {
                return self.arrive(&name).into_iter().chain([Out::Address(History::Replace)]).collect();
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
                let kernel = on.filter(|_| of_kernel).map(Out::LookAt);
                let go = [Msg::GoTo(id, Path::root(), History::Push).into(), Effect::FocusView.into()];
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
                let input = beside(file, name, FileKind::Raw, bytes, file.id);
                return vec![Msg::Files(FilesMsg::Opened(Box::new(input))).into()];
            }
        }
        vec![]
    }

    /// Asks for what is shown and not there.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        if seen.lists().map(|f| f.id) != Some(file.id) {
            return vec![];
        }
        let ask = AskLists { file: file.id, kernel: self.base_on(file, seen), at: self.at, text: self.text.clone() };
        self.ask.want(ask).map(Out::ask).into_iter().collect()
    }
}

impl Session {
    /// What to do for more: a distilled base is shown, and no kernel is open.
    pub fn lists_hint(&self) -> Option<&'static str> {
        let lacks = self.looks[self.lists()?.id].lists.is_base() && self.bases().is_empty();
        lacks.then_some(NO_KERNEL)
    }

    /// The kernel that the distilled base of the current file is looked at on.
    pub fn base_on(&self) -> Option<FileId> {
        let file = self.file()?;
        self.looks[file.id].lists.base_on(file, self)
    }
}

/// What was made of an open file, to be opened beside it.
fn beside(file: &OpenFile, name: String, kind: FileKind, btf: Arc<[u8]>, on: FileId) -> FileInput {
    FileInput {
        needs_base: true,
        arch: file.arch.clone(),
        version: file.version.clone(),
        pointer_size: Some(file.btf.pointer_size()),
        origin: Origin::Made { on },
        ..FileInput::new(name, kind, btf)
    }
}

/// What a file without lists could have.
const NOTHING: &str = "A kernel lists its tracepoints, LSM hooks, iterators and struct_ops. A vmlinux as an ELF file has .BTF_ids, the \
    sets of the kernel; since Linux 6.10 tags mark kfuncs; a module built out of tree brings a distilled base.";

impl Hears<AskLists> for Session {
    fn heard(&mut self, ask: AskLists, said: Result<Box<Listed>, Problem>) {
        if let Some((_, look)) = self.in_file(ask.file)
            && look.lists.ask.hear(&ask, said.map(|found| *found))
        {
            look.lists.answered();
            if self.current() == Some(ask.file) {
                self.link.changes(History::Replace);
            }
        }
    }
}

impl Hears<MoveBase> for Session {
    fn heard(&mut self, ask: MoveBase, said: Result<Arc<[u8]>, Problem>) {
        match said {
            Ok(blob) => {
                let on = self.seen.file_of(ask.file).zip(self.seen.file_of(ask.kernel));
                if let Some((file, kernel)) = on {
                    let name = format!("{} on {}", file.name, kernel.name);
                    self.open(beside(file, name, FileKind::Module, blob, kernel.id));
                }
            }
            Err(problem) => self.apply(Msg::Files(FilesMsg::Failed(problem))),
        }
    }
}
