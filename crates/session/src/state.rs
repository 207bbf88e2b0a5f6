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
mod read;
mod screen;

pub use go::{blob_of, focus_item, shown_blob};
pub use message::{Effect, History, Msg, Overlay, Pane};
pub(crate) use out::Out;
pub use problem::{Reading, Remembered, Waiting, Work};
pub use screen::Screen;

use std::rc::Rc;

use crate::file::OpenFile;
use crate::files::Files;
use crate::graph::GraphView;
use crate::intake::Intake;
use crate::learn::Learn;
use crate::link::Link;
use crate::look::atlas::AtlasLook;
use crate::look::changes::ChangesLook;
use crate::look::compare::CompareLook;
use crate::look::fields::FieldsLook;
use crate::look::fits::FitsLook;
use crate::look::kernel_lists::ListsLook;
use crate::look::listing::ListingLook;
use crate::look::log::LogLook;
use crate::look::log_alone::LogAlone;
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
use crate::settings::{Settings, SettingsMsg};
use desk::{FileId, Job};
use model::views::View;

/// The state of the page.
#[derive(Debug, Default)]
pub struct Session {
    /// The open files.
    pub(crate) files: Files,
    /// The file whose types are shown.
    pub(crate) current: Option<FileId>,
    /// What is read, waits for its kernel, or went wrong.
    pub(crate) intake: Intake,
    /// Links, and what the address bar has.
    pub(crate) link: Link,
    pub(crate) screen: Screen,
    /// The view of the selected type.
    pub(crate) view: View,
    /// What is shown above the page.
    pub(crate) overlay: Overlay,
    /// What the person set.
    pub(crate) settings: Settings,
    /// The last thing said in the status line.
    pub(crate) notice: String,
    /// The text that was copied last, as long as what it was copied from is shown.
    pub(crate) copied: String,
    /// The files that were open last, and those that the browser keeps.
    pub(crate) recent: RecentFiles,
    /// There is a desk ([`desk`]): searches that exceed a frame are left to it.
    pub(crate) has_desk: bool,
    /// The links that are offered.
    pub(crate) sharing: Sharing,
    /// The Used by view of the selected type, once it was shown.
    pub(crate) used_by: UsedBy,
    pub(crate) verdict: VerdictLook,
    /// A log that was pasted with no program open.
    pub(crate) log: LogAlone,
    /// What an access to the member in the Tree would be, once one was asked for.
    pub(crate) probed: Probed,
    /// The Compare view.
    pub(crate) compare: CompareLook,
    /// The Graph view.
    pub(crate) graph: GraphView,
    /// Everything that differs between two files.
    pub(crate) changes: ChangesLook,
    /// Fields in all open files.
    pub(crate) fields: FieldsLook,
    /// Atlases.
    pub(crate) atlas: AtlasLook,
    /// Paths from the selected type.
    pub(crate) paths: PathsLook,
    /// The lesson that is walked.
    pub(crate) learn: Learn,
    /// The scratch pad.
    pub(crate) pad: Pad,
    /// What the desk is asked at the end of the message.
    pub(crate) asks: Vec<Job>,
}

impl Session {
    fn file_mut(&mut self) -> Option<&mut OpenFile> {
        self.files.of_mut(self.current?)
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

    /// Asks the desk: each feature asks for what is shown and not there, and drops what belongs to something else that was shown. Nothing is
    /// asked elsewhere; what a message wants once (to print a file, to save a picture) waits for this.
    fn reconcile(&mut self, effects: &mut Vec<Effect>) {
        self.run(effects, |s| &mut s.intake, Intake::reconcile);
        self.run(effects, |s| &mut s.link, Link::reconcile);
        self.run(effects, |s| &mut s.pad, Pad::reconcile);
        self.run(effects, |s| &mut s.learn, Learn::reconcile);
        let search = self.file_mut().map(|file| file.look.list.reconcile(file.id));
        self.obey(search.unwrap_or_default(), effects);
        self.run(effects, |s| &mut s.used_by, UsedBy::reconcile);
        self.run(effects, |s| &mut s.verdict, VerdictLook::reconcile);
        self.run(effects, |s| &mut s.log, LogAlone::reconcile);
        if let Some(id) = self.current {
            self.run_in(id, effects, |f| &mut f.look.program, ProgramLook::reconcile);
            self.run_in(id, effects, |f| &mut f.look.log, LogLook::reconcile);
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
        self.run(effects, |s| &mut s.sharing, Sharing::reconcile);
        effects.extend(std::mem::take(&mut self.asks).into_iter().map(Effect::Ask));
    }

    pub(crate) fn apply(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
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
