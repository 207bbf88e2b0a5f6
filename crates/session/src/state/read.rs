//! What can be read of a session.

use desk::Problem;
use desk::archive::ArchiveView;
use model::address::Source;

use super::{Looks, Reading, Remembered, Session, Waiting};
use crate::link::Wanted;
use crate::look::log::LogLook;
use crate::recent::Recent;

impl Session {
    /// Modules whose kernel is not open.
    pub fn waiting(&self) -> &[Waiting] {
        &self.intake.waiting
    }

    /// What went wrong and was not dismissed.
    pub fn problems(&self) -> &[Problem] {
        &self.intake.problems
    }

    /// Files that were open before a reload and do not come by themselves.
    pub(crate) fn not_kept(&self) -> Vec<&Source> {
        self.link.not_kept(&self.recent)
    }

    /// A link whose file is not open.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.link.wanted()
    }

    /// The last thing said in the status line.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// Whether this text was copied last: its button says so.
    pub fn is_copied(&self, text: &str) -> bool {
        !text.is_empty() && self.copied == text
    }

    /// What is looked at in each open file.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// The files that this browser remembers.
    pub fn remembered(&self) -> &[Remembered] {
        self.recent.remembered()
    }

    /// The files that were open last, the latest first.
    pub fn recent(&self) -> &[Recent] {
        self.recent.list()
    }

    /// How far long work is, when there is some.
    pub fn reading(&self) -> Option<&Reading> {
        self.intake.reading()
    }

    /// An archive of which an entry is to be chosen.
    pub fn archive(&self) -> Option<&ArchiveView> {
        self.intake.queue().archive()
    }

    /// Whether the page reads a file: what is shown is about to change. What a worker unpacks has a bar meanwhile, with Cancel.
    pub fn is_reading(&self) -> bool {
        self.intake.queue().is_reading()
    }

    /// Whether the browser's file of this [key](crate::BrowserFile::key) may still be read.
    pub fn needs_browser_file(&self, key: u32) -> bool {
        self.intake.queue().needs(key)
    }

    /// How long the last search took, in milliseconds.
    pub fn search_ms(&self) -> f64 {
        self.file().map_or(0.0, |f| f.look.list.search_ms())
    }

    /// Only the view is shown, in a frame of another page.
    pub fn embed(&self) -> bool {
        self.link.embed()
    }

    /// What the address bar has.
    pub(crate) fn address_shown(&self) -> &str {
        self.link.shown()
    }

    /// A log whose program is not open.
    pub fn log_alone(&self) -> &LogLook {
        &self.log.look
    }
}
