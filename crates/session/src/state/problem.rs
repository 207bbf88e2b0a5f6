//! What the page says of files that are not (yet) open: problems, modules without their kernel.

use desk::{Amount, FileId, FileInput, Lane};
use model::words::{file_size, grouped};

/// A module whose kernel is not open.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The module.
    pub input: FileInput,
    /// Why each of the open kernels does not fit, when there are any.
    pub misfit: Option<String>,
}

/// Work that takes long enough to have a bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// A file is read.
    File(FileId),
    /// The desk works.
    Desk(Lane),
    /// The desk gives no sign.
    Silence,
}

/// How far long work is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Which work.
    pub work: Work,
    /// The file's name.
    pub name: String,
    /// What is done: `unpacking xz`.
    pub what: String,
    /// How much of it is done.
    pub amount: Amount,
}

impl Reading {
    /// What is done, and how far it is.
    pub fn text(&self) -> String {
        let Amount { done, total, of } = &self.amount;
        match (self.work, *total) {
            (Work::Silence, _) => self.what.clone(),
            (_, 0) => format!("{} … ", self.what),
            (_, total) if of.is_empty() => format!("{} … {} of {}", self.what, file_size(*done), file_size(total)),
            (_, total) => format!("{} … {} of {} {of}", self.what, grouped(*done), grouped(total)),
        }
    }

    /// What is written on the button that ends it.
    pub fn button(&self) -> &'static str {
        if self.work == Work::Silence { "Restart it" } else { "Cancel" }
    }

    /// How much of it is done, in percent, where that is known.
    pub fn percent(&self) -> Option<u32> {
        self.amount.percent()
    }
}

/// A file whose bytes this browser keeps, because the person asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Its digest: what links know it by.
    pub sha256: String,
    /// Its name.
    pub name: String,
}
