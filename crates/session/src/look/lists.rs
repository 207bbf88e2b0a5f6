//! What is looked at among the lists of a file.

use std::rc::Rc;

use btf::TypeId;
use desk::AskLists;
use desk::FileId;
use model::lists::{Entry, Group, Listed, Table};

/// What is looked at among the lists of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListsLook {
    /// They are shown in place of the types.
    pub shown: bool,
    /// What the rows must have in them.
    pub text: String,
    /// The kernel that a distilled base is looked at on, when one was chosen.
    pub kernel: Option<FileId>,
    /// The row that is chosen.
    pub row: Option<usize>,
    /// What the desk said last.
    pub listed: Option<Rc<Listed>>,
    /// Why the desk has no answer.
    pub problem: Option<String>,
    pub(crate) at: u32,
    pub(crate) asked: Option<AskLists>,
    /// The list that a link names.
    pub(crate) wanted: String,
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
    /// Look at a distilled base on this kernel.
    Kernel(FileId),
    /// Move the module onto the kernel.
    Move,
    /// Open the records of `.BTF.inline` beside the file.
    Records,
}

impl ListsLook {
    /// The list that is picked.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The entry of the list that is picked.
    pub fn entry(&self) -> Option<&Entry> {
        self.listed.as_ref()?.entries.get(self.at as usize)
    }

    /// Its rows, when they are those of the picked list; while the filter changes, the last ones.
    pub fn table(&self) -> Option<&Table> {
        self.listed.as_ref().filter(|listed| listed.at == self.at)?.table.as_ref()
    }

    /// What addresses call the list.
    pub(crate) fn key(&self) -> String {
        match self.entry() {
            Some(entry) if entry.name.is_empty() => ".BTF_ids".to_owned(),
            Some(entry) => entry.name.clone(),
            None => self.wanted.clone(),
        }
    }

    /// The list that an address means.
    pub(crate) fn want(&mut self, key: &str) {
        self.wanted = key.to_owned();
        if let Some(at) = self.listed.as_ref().and_then(|listed| listed.find(key)) {
            self.at = at;
        }
    }

    /// Takes the desk's answer to `asked`; whether another list is to be asked for, which the address named.
    pub(crate) fn take(&mut self, asked: &AskLists, listed: Listed) {
        if self.asked.as_ref() != Some(asked) {
            return;
        }
        let wanted = std::mem::take(&mut self.wanted);
        if let Some(at) = listed.find(&wanted).filter(|_| !wanted.is_empty()) {
            self.at = at;
        }
        self.listed = Some(Rc::new(listed));
        self.row = None;
    }

    /// The type of the chosen row, and whether it is the kernel's.
    pub(crate) fn go(&self) -> Option<(TypeId, bool)> {
        let table = self.table()?;
        Some((table.rows.get(self.row?)?.go?, table.of_kernel))
    }

    /// Whether the kernels matter: a distilled base is shown.
    pub fn is_base(&self) -> bool {
        self.entry().is_some_and(|entry| entry.group == Group::Base)
    }
}
