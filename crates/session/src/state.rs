//! The state of the page, without a page: what is open and selected. [`Session::update`] takes a message and returns the
//! effects that only a browser can have; nothing here waits, draws or reads.

mod address;
mod answers;
mod command;
mod go;
mod in_file;
mod message;
mod once;
mod open;
mod out;
mod problem;
mod screen;

pub use go::{blob_of, focus_item, shown_blob};
pub use message::{Effect, History, Msg, Overlay, Pane};
pub(crate) use out::Out;
pub use problem::{Reading, Remembered, Waiting, Work};
pub use screen::Screen;

use std::cell::Cell;
use std::rc::Rc;

use crate::file::OpenFile;
use crate::graph::GraphView;
use crate::intake::Intake;
use crate::learn::Learn;
use crate::link::{Link, Wanted};
use crate::look::atlas::AtlasLook;
use crate::look::changes::ChangesLook;
use crate::look::compare::CompareLook;
use crate::look::fields::FieldsLook;
use crate::look::fits::FitsLook;
use crate::look::kernel_lists::ListsLook;
use crate::look::listing::ListingLook;
use crate::look::paths_between::PathsLook;
use crate::look::picture;
use crate::look::probe::Probed;
use crate::look::program::ProgramLook;
use crate::look::recent::RecentFiles;
use crate::look::relocations::CoreLook;
use crate::look::share::Sharing;
use crate::look::used_by::UsedBy;
use crate::look::values::ValuesLook;
use crate::look::verdict::VerdictLook;
use crate::pad::Pad;
use crate::recent::Recent;
use crate::settings::{Settings, SettingsMsg};
use desk::archive::ArchiveView;
use desk::{FileId, Pair, Problem};
use model::address::Source;
use model::focus::Selection;
use model::from_dwarf::is_missing;
use model::views::View;

/// The state of the page.
#[derive(Debug, Default)]
pub struct Session {
    /// The open files, in the order of their chips.
    files: Vec<OpenFile>,
    /// The file whose types are shown.
    current: Option<FileId>,
    /// What is read, waits for its kernel, or went wrong.
    intake: Intake,
    /// Links, and what the address bar has.
    link: Link,
    screen: Screen,
    /// The view of the selected type.
    view: View,
    /// What is shown above the page.
    overlay: Overlay,
    /// What the person set.
    settings: Settings,
    /// The last thing said in the status line.
    notice: String,
    /// The text that was copied last, as long as what it was copied from is shown.
    copied: String,
    /// The files that were open last, and those that the browser keeps.
    recent: RecentFiles,
    /// There is a desk ([`desk`]): searches that exceed a frame are left to it.
    has_desk: bool,
    /// The links that are offered.
    sharing: Sharing,
    /// The Used by view of the selected type, once it was shown.
    used_by: UsedBy,
    verdict: VerdictLook,
    /// What an access to the member in the Tree would be, once one was asked for.
    probed: Probed,
    /// The Compare view.
    compare: CompareLook,
    /// The Graph view.
    graph: GraphView,
    /// Everything that differs between two files.
    changes: ChangesLook,
    /// Fields in all open files.
    fields: FieldsLook,
    /// Atlases.
    atlas: AtlasLook,
    /// Paths from the selected type.
    paths: PathsLook,
    /// The lesson that is walked.
    learn: Learn,
    /// The scratch pad.
    pad: Pad,
    /// The last id that was given to a file.
    last_id: Cell<u32>,
}

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
        self.intake.archive()
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
        &self.files
    }

    /// What is shown above the page.
    pub fn overlay(&self) -> Overlay {
        self.overlay
    }

    /// An open file.
    pub fn file_of(&self, id: FileId) -> Option<&OpenFile> {
        self.files.iter().find(|f| f.id == id)
    }

    /// The file whose types are made of its debug information, or are to be, and that needs the file of this name for it: open, or refused
    /// for that.
    pub fn wants_beside(&self, name: &str) -> Option<FileId> {
        let opened = self.files.iter().find(|file| {
            let made = file.from_dwarf.as_ref().filter(|_| file.given != name);
            made.is_some_and(|made| is_missing(&made.missing, &file.given, name))
        });
        let refused = || self.problems().iter().find(|p| p.file != name && is_missing(&p.wants, &p.file, name));
        opened.map(|file| file.id).or_else(|| refused()?.of)
    }

    /// What a file that is read from now on is known by. Nothing that is shown changes by it.
    pub fn new_file_id(&self) -> FileId {
        self.last_id.set(self.last_id.get() + 1);
        FileId(self.last_id.get())
    }

    fn file_mut(&mut self) -> Option<&mut OpenFile> {
        let id = self.current?;
        self.files.iter_mut().find(|f| f.id == id)
    }

    /// Whether the selected type is shown as an assembler listing.
    pub fn shows_listing(&self) -> bool {
        self.view == View::Record && self.settings.as_asm
    }

    /// The selected type and member of the current file.
    pub fn selection(&self) -> Option<&Selection> {
        self.file()?.look.selection.as_ref()
    }

    /// Takes a message.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.apply(msg, &mut effects);
        self.reconcile(&mut effects);
        self.write_address(&mut effects);
        debug_assert!(once::is_once(&effects), "an address or a job twice: {effects:?}");
        effects
    }

    /// Asks the desk for what is shown and not there, and drops what belongs to something else that was shown.
    fn reconcile(&mut self, effects: &mut Vec<Effect>) {
        self.run(effects, |s| &mut s.learn, Learn::reconcile);
        let search = self.file_mut().map(|file| file.look.list.reconcile(file.id));
        self.obey(search.unwrap_or_default(), effects);
        self.run(effects, |s| &mut s.used_by, UsedBy::reconcile);
        self.run(effects, |s| &mut s.verdict, VerdictLook::reconcile);
        if let Some(id) = self.current {
            self.run_in(id, effects, |f| &mut f.look.program, ProgramLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.core, CoreLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.fits, FitsLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.lists, ListsLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.values, ValuesLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.listing, ListingLook::reconcile);
        }
        self.run(effects, |s| &mut s.probed, Probed::reconcile);
        self.run(effects, |s| &mut s.compare, CompareLook::reconcile);
        self.run(effects, |s| &mut s.graph, GraphView::reconcile);
        self.run(effects, |s| &mut s.changes, ChangesLook::reconcile);
        self.run(effects, |s| &mut s.fields, FieldsLook::reconcile);
        self.run(effects, |s| &mut s.paths, PathsLook::reconcile);
        self.run(effects, |s| &mut s.atlas, AtlasLook::reconcile);
    }

    fn apply(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Files(msg) => self.run(effects, |s| &mut s.intake, |i, s| i.update(msg, s)),
            Msg::Search(msg) => self.search_msg(msg, effects),
            Msg::Rows(msg) => self.rows_msg(msg, effects),
            Msg::Recent(msg) => self.run(effects, |s| &mut s.recent, |r, s| r.update(msg, s)),
            Msg::Settings(msg) => self.run(effects, |s| &mut s.settings, |set, _| set.update(msg)),
            Msg::Arrive(fragment) => self.run(effects, |s| &mut s.link, |l, s| l.arrive(fragment, s)),
            Msg::Link(msg) => self.run(effects, |s| &mut s.link, |l, s| l.update(msg, s)),
            Msg::Desk(outcome) => {
                // Nobody else has it.
                if let Some(outcome) = Rc::into_inner(outcome) {
                    self.desk_said(outcome, effects);
                }
            }
            Msg::GoTo(id, path, history) => {
                if std::mem::take(&mut self.overlay) != Overlay::None {
                    effects.push(Effect::FocusView);
                }
                self.go_to(id, path, history);
            }
            Msg::Select(path) => self.select(path),
            Msg::Byte(focus) => {
                if let Some(file) = self.file_mut() {
                    file.look.byte = Some(focus);
                }
            }
            Msg::ByteOwner => self.select_byte_owner(),
            Msg::View(view) => {
                if let Some((root, member)) = self.relocation_member() {
                    self.view = view;
                    return self.go_to(root, member, History::Push);
                }
                self.leave_programs();
                if self.view != view {
                    self.view = view;
                    self.apply(Msg::Settings(SettingsMsg::View(view)), effects);
                    self.reveal();
                    self.link.changes(History::Push);
                }
            }
            Msg::Program(msg) => self.program_msg(msg, effects),
            Msg::UsedBy(msg) => self.run(effects, |s| &mut s.used_by, |u, s| u.update(msg, s)),
            Msg::Verdict(msg) => self.run(effects, |s| &mut s.verdict, |v, s| v.update(msg, s)),
            Msg::Picture(shot, png, dark) => self.obey(picture::ask(self, shot, png, dark), effects),
            Msg::Graph(msg) => self.run(effects, |s| &mut s.graph, |g, s| g.update(msg, s)),
            Msg::Core(msg) => self.core_msg(msg, effects),
            Msg::Fits(msg) => self.fits_msg(msg, effects),
            Msg::Log(msg) => self.log_msg(msg, effects),
            Msg::Pad(msg) => self.run(effects, |s| &mut s.pad, |p, s| p.update(msg, s)),
            Msg::Compare(msg) => self.run(effects, |s| &mut s.compare, |c, s| c.update(msg, s)),
            Msg::Changes(msg) => self.run(effects, |s| &mut s.changes, |c, s| c.update(msg, s)),
            Msg::Fields(msg) => self.run(effects, |s| &mut s.fields, |f, s| f.update(msg, s)),
            Msg::Paths(msg) => self.run(effects, |s| &mut s.paths, |f, s| f.update(msg, s)),
            Msg::Atlas(msg) => self.run(effects, |s| &mut s.atlas, |a, s| a.update(msg, s)),
            Msg::Lists(msg) => self.lists_msg(msg, effects),
            Msg::Values(msg) => self.values_msg(msg, effects),
            Msg::Learn(msg) => self.run(effects, |s| &mut s.learn, |l, s| l.update(msg, s)),
            Msg::Command(command) => self.command(command, effects),
            Msg::Overlay(overlay) => self.show_overlay(overlay, effects),
            Msg::Notice(text) => self.notice = text,
            Msg::Copied(text, said) => (self.copied, self.notice) = (text, said),
            Msg::HasDesk => self.has_desk = true,
            Msg::Today(date) => self.recent.set_date(date),
            Msg::Copy(text, said) => effects.push(Effect::Copy(text, said)),
            Msg::Download(name, text) => {
                self.notice = format!("Saved {name}");
                effects.push(Effect::Download(name, text));
            }
            Msg::Share(msg) => self.run(effects, |s| &mut s.sharing, |f, s| f.update(msg, s)),
        }
    }
}
