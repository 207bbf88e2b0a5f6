//! What can be read of a session.

use desk::archive::ArchiveView;
use desk::{FileId, Pair, Problem};
use model::address::Source;
use model::focus::Selection;
use model::views::View;

use super::{Overlay, Reading, Remembered, Session, Waiting};
use crate::file::OpenFile;
use crate::graph::GraphView;
use crate::learn::Learn;
use crate::link::Wanted;
use crate::look::atlas::AtlasLook;
use crate::look::changes::ChangesLook;
use crate::look::compare::CompareLook;
use crate::look::fields::FieldsLook;
use crate::look::log::LogLook;
use crate::look::paths_between::PathsLook;
use crate::look::probe::Probed;
use crate::look::share::Sharing;
use crate::look::used_by::UsedBy;
use crate::look::verdict::VerdictLook;
use crate::pad::Pad;
use crate::recent::Recent;
use crate::settings::Settings;

impl Session {
    /// The file whose types are shown.
    pub fn file(&self) -> Option<&OpenFile> {
        self.file_of(self.current?)
    }

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
        self.link.not_kept(self)
    }

    /// A link whose file is not open.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.link.wanted()
    }

    /// What the person set.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The last thing said in the status line.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// Whether this text was copied last: its button says so.
    pub fn is_copied(&self, text: &str) -> bool {
        !text.is_empty() && self.copied == text
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

    /// The links that are offered.
    pub fn sharing(&self) -> &Sharing {
        &self.sharing
    }

    /// The Used by view.
    pub fn used_by(&self) -> &UsedBy {
        &self.used_by
    }

    /// The kernel's verdict.
    pub fn verdict(&self) -> &VerdictLook {
        &self.verdict
    }

    /// What an access to the member in the Tree would be.
    pub fn probed(&self) -> &Probed {
        &self.probed
    }

    /// The Compare view.
    pub fn compare(&self) -> &CompareLook {
        &self.compare
    }

    /// The Graph view.
    pub fn graph(&self) -> &GraphView {
        &self.graph
    }

    /// Everything that differs between two files.
    pub fn changes(&self) -> &ChangesLook {
        &self.changes
    }

    /// Fields in all open files.
    pub fn fields(&self) -> &FieldsLook {
        &self.fields
    }

    /// Atlases.
    pub fn atlas(&self) -> &AtlasLook {
        &self.atlas
    }

    /// Paths from the selected type.
    pub fn paths(&self) -> &PathsLook {
        &self.paths
    }

    /// The lesson that is walked.
    pub fn learn(&self) -> &Learn {
        &self.learn
    }

    /// The date, as `2026-11-21`; empty before the page has said it.
    pub fn today(&self) -> &str {
        self.recent.today()
    }

    /// Whether this sample is on its way for a link, or for what a reload brings back.
    pub(crate) fn awaits_sample(&self, name: &str) -> bool {
        self.link.awaits_sample(name)
    }

    /// The scratch pad.
    pub fn pad(&self) -> &Pad {
        &self.pad
    }

    /// The file whose types are shown, by its id.
    pub fn current(&self) -> Option<FileId> {
        self.current
    }

    /// The view of the selected type.
    pub fn view(&self) -> View {
        self.view
    }

    /// What the address bar has.
    pub(crate) fn address_shown(&self) -> &str {
        self.link.shown()
    }

    /// The current file and the one that it is compared with.
    pub fn pair(&self) -> Option<Pair> {
        self.compare.pair_of(self)
    }

    /// The file that the current one is compared with.
    pub fn compared_with(&self) -> Option<&OpenFile> {
        self.file_of(self.pair()?.other(self.current?))
    }

    /// The open files, in the order of their chips.
    pub fn files(&self) -> &[OpenFile] {
        self.files.all()
    }

    /// A log whose program is not open.
    pub fn log_alone(&self) -> &LogLook {
        &self.log.look
    }

    /// What is shown above the page.
    pub fn overlay(&self) -> Overlay {
        self.overlay
    }

    /// An open file.
    pub fn file_of(&self, id: FileId) -> Option<&OpenFile> {
        self.files.of(id)
    }

    /// What a file that is read from now on is known by. Nothing that is shown changes by it.
    pub fn new_file_id(&self) -> FileId {
        self.files.new_id()
    }

    /// Whether the selected type is shown as an assembler listing.
    pub fn shows_listing(&self) -> bool {
        self.view == View::Record && self.settings.as_asm
    }

    /// The selected type and member of the current file.
    pub fn selection(&self) -> Option<&Selection> {
        self.file()?.look.selection.as_ref()
    }
}
