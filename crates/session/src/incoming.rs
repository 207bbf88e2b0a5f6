//! Modules that wait for their kernel, the bar of long work, and files that the browser stores.

use desk::{Amount, FileId, FileInput, Lane};
use model::words::{file_size, grouped};

/// A module whose kernel is not open.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The module.
    pub input: FileInput,
    /// Why the open files that can be a base do not fit the module; `None` if no such file is open.
    pub misfit: Option<String>,
}

/// Work that takes long enough to have a bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The page or a worker reads this file.
    File(FileId),
    /// The desk works on the question in this lane.
    Desk(Lane),
    /// The desk has not responded for 15 seconds.
    Silence,
}

/// The bar of long work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The work that it is about.
    pub work: Work,
    /// The name of the file, the files or the kernel that the work is about; or `The worker`.
    pub name: String,
    /// The current step: `unpacking xz`.
    pub what: String,
    /// How much of the step is done.
    pub amount: Amount,
}

impl Reading {
    /// The current step, and how much is done: `unpacking xz … 1.2 MB of 4.4 MB`.
    pub fn text(&self) -> String {
        let Amount { done, total, of } = &self.amount;
        match (self.work, *total) {
            (Work::Silence, _) => self.what.clone(),
            (_, 0) => format!("{} … ", self.what),
            (_, total) if of.is_empty() => format!("{} … {} of {}", self.what, file_size(*done), file_size(total)),
            (_, total) => format!("{} … {} of {} {of}", self.what, grouped(*done), grouped(total)),
        }
    }

    /// The label of the bar's button.
    pub fn button(&self) -> &'static str {
        if self.work == Work::Silence { "Restart it" } else { "Cancel" }
    }

    /// How much is done, in percent; none if the total is not known.
    pub fn percent(&self) -> Option<u32> {
        self.amount.percent()
    }
}

/// A file whose bytes this browser stores, either because the person asked for it, or so that a reload of this tab
/// opens it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// The file's SHA-256 in hex, by which links name the file.
    pub sha256: String,
    /// Its name.
    pub name: String,
    /// Whether it is stored only for reloads of this tab. It is then deleted when the file is closed, or some time
    /// after the tab was closed.
    pub for_tab: bool,
}

/// Why a reload of this tab loses a file that is open now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotKept {
    /// The browser lets this page store nothing: over plain http, in a private window, or by its settings.
    Refused,
    /// The browser could not store the file, usually because the file is larger than the storage that is left.
    NoRoom,
}

impl NotKept {
    /// The reason, in words.
    pub fn words(self) -> &'static str {
        match self {
            NotKept::Refused => "this browser gives the page no storage",
            NotKept::NoRoom => "this browser has no room for the file",
        }
    }
}
