//! Getters of the session, for the views.

use desk::Problem;
use desk::archive::ArchiveView;

use crate::Session;
use crate::incoming::{Reading, Remembered, Waiting};
use crate::look::log::LogLook;
use crate::look::looks::Looks;
use crate::msg::{OfferedFile, Wanted};
use crate::recent::Recent;
use crate::settings::BytesPlace;

impl Session {
    /// Modules whose kernel is not open.
    pub fn waiting(&self) -> &[Waiting] {
        &self.intake.waiting
    }

    /// Problems that the person has not dismissed.
    pub fn problems(&self) -> &[Problem] {
        &self.intake.problems
    }

    /// The link that waits for its file.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.link.wanted()
    }

    /// The text of the status line.
    pub fn notice(&self) -> &str {
        &self.notice.text
    }

    /// A number that changes with each notice, also when its text stays the same.
    pub fn notice_turn(&self) -> u32 {
        self.notice.turn
    }

    /// Whether the page itself shows the outcome that the status line tells, so that only screen readers need the line.
    pub fn notice_is_for_readers(&self) -> bool {
        self.notice.is_for_readers
    }

    /// Where the bytes are shown: as the person set it, but never folded while a lesson is open and its step is about
    /// the current file.
    pub fn bytes_place(&self) -> BytesPlace {
        match self.settings().bytes_place() {
            BytesPlace::Folded if self.file().is_some_and(|file| self.lesson_marks(file.id).is_some()) => {
                BytesPlace::Half
            }
            place => place,
        }
    }

    /// Whether this text was copied last; its button then shows "copied".
    pub fn is_copied(&self, text: &str) -> bool {
        !text.is_empty() && self.copied == text
    }

    /// The features of each open file.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// The files whose bytes this browser stores.
    pub fn remembered(&self) -> &[Remembered] {
        self.recent.remembered()
    }

    /// The files that were open last, the latest first.
    pub fn recent(&self) -> &[Recent] {
        self.recent.list()
    }

    /// The bar of the long work that runs, if any.
    pub fn reading(&self) -> Option<&Reading> {
        self.intake.reading()
    }

    /// The archive of which the person must choose an entry.
    pub fn archive(&self) -> Option<&ArchiveView> {
        self.intake.queue.archive()
    }

    /// The files that the server of the page offers.
    pub fn offered(&self) -> &[OfferedFile] {
        &self.intake.offered
    }

    /// Whether the page is reading a file itself, so that the view will change in a moment. Unpacking in a worker does
    /// not count.
    pub fn is_reading(&self) -> bool {
        self.intake.queue.is_reading()
    }

    /// Whether the browser's file with this [key](crate::BrowserFile::key) may still be read.
    pub fn needs_browser_file(&self, key: u32) -> bool {
        self.intake.queue.needs(key)
    }

    /// Whether the address has `embed=1`: the page shows the view only, as in a frame of another page.
    pub fn embed(&self) -> bool {
        self.link.embed()
    }

    /// The log that was pasted while the current file is not a program.
    pub fn log_alone(&self) -> &LogLook {
        &self.log.look
    }
}
