//! The state of the page, without a page: what is open and selected. [`Session::update`] takes a message and returns the
//! effects that only a browser can have; nothing here waits, draws or reads.

mod answers;
mod changes;
mod command;
mod compare;
mod find;
mod go;
mod graph;
mod learn;
mod link;
mod lists;
mod log;
mod message;
mod open;
mod pad;
mod picture;
mod problem;
mod program;
mod recent;
mod relocations;
mod settings;
mod share;

pub use go::{blob_of, focus_item, shown_blob};
pub use learn::{Learn, LearnMsg};
pub use log::{LogLook, LogMsg};
pub use message::{Effect, Msg, Overlay, Way};
pub use pad::PadMsg;
pub use problem::{Reading, Remembered, Waiting, Wanted};
pub use program::ProgramMsg;
pub use relocations::{CoreMsg, Probed};
pub use settings::Settings;
pub use share::{Offer, Sharing};

use std::collections::VecDeque;
use std::rc::Rc;

use crate::file::OpenFile;
use crate::graph::GraphView;
use crate::look::changes::ChangesLook;
use crate::look::compare::CompareLook;
use crate::look::fields::FieldsLook;
use crate::look::paths::PathsLook;
use crate::look::used_by::UsedBy;
use crate::pad::Pad;
use crate::recent::Recent;
use desk::archive::ArchiveView;
use desk::{FileId, Problem, THIS_LINK};
use model::address::Source;
use model::focus::Selection;
use model::path::Path;
use model::views::View;

/// The state of the page.
#[derive(Debug, Default)]
pub struct Session {
    /// The open files, in the order of their chips.
    pub files: Vec<OpenFile>,
    /// The file whose types are shown.
    pub current: Option<FileId>,
    /// Modules whose kernel is not open.
    pub waiting: Vec<Waiting>,
    /// What went wrong and was not dismissed.
    pub problems: Vec<Problem>,
    /// A link whose file is not open.
    pub wanted: Option<Wanted>,
    /// The view of the selected type.
    pub view: View,
    /// What is shown above the page.
    pub overlay: Overlay,
    /// What the person set.
    pub settings: Settings,
    /// The last thing said in the status line.
    pub notice: String,
    /// The files that this browser remembers.
    pub remembered: Vec<Remembered>,
    /// The files that were open last, the latest first.
    pub recent: Vec<Recent>,
    /// The date, as `2026-11-21`; the page tells it.
    pub today: String,
    /// The file that is being read, when it takes long enough to be told.
    pub reading: Option<Reading>,
    /// An archive of which an entry is to be chosen.
    pub archive: Option<ArchiveView>,
    /// How long the last search took, in milliseconds; the page measures it.
    pub search_ms: f64,
    /// There is a desk ([`desk`]): searches that exceed a frame are left to it.
    pub has_desk: bool,
    /// The links that are offered.
    pub sharing: Sharing,
    /// Only the view is shown, in a frame of another page.
    pub embed: bool,
    /// The Used by view of the selected type, once it was shown.
    pub used_by: Option<UsedBy>,
    /// What an access to the member in the Tree would be, once one was asked for.
    pub probed: Option<Probed>,
    /// The Compare view.
    pub compare: CompareLook,
    /// The Graph view.
    pub graph: GraphView,
    /// Everything that differs between two files.
    pub changes: ChangesLook,
    /// The dialog of fields.
    pub fields: FieldsLook,
    /// Paths from the selected type.
    pub paths: PathsLook,
    /// Types that a link carries and that are still to be opened: text and name.
    to_unpack: VecDeque<(String, String)>,
    /// The lesson that is walked.
    pub learn: Learn,
    /// The scratch pad.
    pub pad: Pad,
    pad_state: pad::PadState,
    next_id: u32,
    /// What the address bar has.
    shown: String,
}

impl Session {
    /// The file whose types are shown.
    pub fn file(&self) -> Option<&OpenFile> {
        self.file_of(self.current?)
    }

    /// An open file.
    pub fn file_of(&self, id: FileId) -> Option<&OpenFile> {
        self.files.iter().find(|f| f.id == id)
    }

    fn file_mut(&mut self) -> Option<&mut OpenFile> {
        let id = self.current?;
        self.files.iter_mut().find(|f| f.id == id)
    }

    /// The selected type and member of the current file.
    pub fn selection(&self) -> Option<&Selection> {
        self.file()?.look.selection.as_ref()
    }

    /// Takes a message.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.apply(msg, &mut effects);
        self.learn_on(&mut effects);
        self.ask_users(&mut effects);
        self.ask_core(&mut effects);
        self.ask_lists(&mut effects);
        self.ask_probe(&mut effects);
        self.ask_sides(&mut effects);
        self.ask_graph(&mut effects);
        self.ask_changes(&mut effects);
        self.ask_fields(&mut effects);
        self.leave_paths();
        effects
    }

    fn apply(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Opened(input) => {
                self.reading = None;
                self.open(*input, effects);
            }
            Msg::Failed(problem) => {
                self.reading = None;
                // A link that carries its types and cannot be read: there is no file to ask for.
                let is_it = |w: &mut Wanted| match w.address.main_file() {
                    Some(Source::Data { name, .. }) => problem.file == THIS_LINK || problem.file == *name,
                    Some(Source::Pad { .. }) => problem.file == THIS_LINK,
                    _ => false,
                };
                self.wanted.take_if(is_it);
                self.problems.retain(|p| p.file != problem.file);
                self.problems.push(problem);
            }
            Msg::Dismiss(i) => {
                if i < self.problems.len() {
                    self.problems.remove(i);
                }
            }
            Msg::DropWaiting(i) => {
                if i < self.waiting.len() {
                    self.waiting.remove(i);
                }
            }
            Msg::Digest(id, digest) => self.digest_known(id, digest, effects),
            Msg::Switch(id) => {
                if self.file_of(id).is_some() && self.current != Some(id) {
                    self.current = Some(id);
                    self.show_address(Way::Push, effects);
                }
            }
            Msg::Close(id) => self.close(id, effects),
            Msg::Arrive(fragment) => self.arrive(&fragment, effects),
            Msg::ForgetWanted => {
                self.wanted = None;
                self.show_address(Way::Replace, effects);
            }
            Msg::Query(text) => {
                self.search(effects, |list| list.search(&text));
                self.show_address(Way::Replace, effects);
            }
            Msg::Chip(chip) => self.search(effects, |list| list.choose_chip(chip)),
            Msg::Derived(on) => self.search(effects, |list| list.show_derived(on)),
            Msg::OwnOnly(on) => self.search(effects, |list| list.show_own(on)),
            Msg::Desk(outcome) => {
                // Nobody else has it.
                if let Some(outcome) = Rc::into_inner(outcome) {
                    self.desk_said(outcome, effects);
                }
            }
            Msg::ListStep(step) => {
                let id = self.file_mut().and_then(|file| file.look.list.step(step));
                if let Some(id) = id {
                    self.go_to(id, Path::root(), Way::Replace, effects);
                }
            }
            Msg::ListChoose(index) => {
                let id = self.file_mut().and_then(|file| file.look.list.choose(index));
                if let Some(id) = id {
                    self.go_to(id, Path::root(), Way::Push, effects);
                }
            }
            Msg::GoTo(id, path, way) => {
                if std::mem::take(&mut self.overlay) != Overlay::None {
                    effects.push(Effect::FocusView);
                }
                self.go_to(id, path, way, effects);
            }
            Msg::Select(path) => self.select(path, effects),
            Msg::ToggleRow(path) => {
                if let Some(file) = self.file_mut() {
                    file.look.table_open.toggle(&path);
                }
            }
            Msg::ToggleNode(path) => {
                if let Some(file) = self.file_mut() {
                    file.look.tree_open.toggle(&path);
                }
            }
            Msg::TableStep(delta) => {
                let next = self.file().and_then(|f| {
                    let table = f.table()?;
                    let from = f.look.selection.as_ref().and_then(|s| table.find(&s.path));
                    Some(table.rows.get(table.step(from, delta)?)?.path.clone())
                });
                if let Some(path) = next {
                    self.select(path, effects);
                }
            }
            Msg::TreeStep(delta) => {
                let next = self.file().and_then(|f| {
                    let tree = f.tree()?;
                    let path = &f.look.selection.as_ref()?.path;
                    let from = tree.iter().position(|n| n.path == *path).unwrap_or(0) as i64;
                    let last = tree.len().checked_sub(1)? as i64;
                    Some(tree.get(from.saturating_add(delta).clamp(0, last) as usize)?.path.clone())
                });
                if let Some(path) = next {
                    self.select(path, effects);
                }
            }
            Msg::Enter => self.enter(effects),
            Msg::Leave => self.leave(effects),
            Msg::Byte(focus) => {
                if let Some(file) = self.file_mut() {
                    file.look.byte = Some(focus);
                }
            }
            Msg::ByteOwner => self.select_byte_owner(effects),
            Msg::View(view) => {
                if let Some((root, member)) = self.relocation_member() {
                    self.view = view;
                    return self.go_to(root, member, Way::Push, effects);
                }
                self.leave_programs(effects);
                if self.view != view {
                    self.view = view;
                    self.settings.view = view;
                    effects.push(Effect::SaveSettings);
                    self.reveal();
                    self.show_address(Way::Push, effects);
                }
            }
            Msg::Program(msg) => self.program_msg(msg, effects),
            Msg::UsedBy(msg) => self.used_by_said(msg, effects),
            Msg::Picture(shot, png, dark) => self.ask_picture(shot, png, dark, effects),
            Msg::Graph(msg) => self.graph_said(msg, effects),
            Msg::Core(msg) => self.core_msg(msg, effects),
            Msg::Log(msg) => self.log_msg(msg, effects),
            Msg::Pad(msg) => self.pad_msg(msg, effects),
            Msg::Compare(msg) => self.compare_msg(msg, effects),
            Msg::Changes(msg) => self.changes_msg(msg, effects),
            Msg::Fields(msg) => self.fields_msg(msg, effects),
            Msg::Paths(msg) => self.paths_msg(msg, effects),
            Msg::Lists(msg) => self.lists_msg(msg, effects),
            Msg::Learn(msg) => self.learn_msg(msg, effects),
            Msg::Command(command) => self.command(command, effects),
            Msg::Overlay(overlay) => self.show_overlay(overlay, effects),
            Msg::Settings(settings) => {
                self.settings = settings;
                self.view = settings.view;
            }
            Msg::Remembered(list) => self.remembered = list,
            Msg::Remember(id) => {
                if let Some(file) = self.file_of(id).filter(|f| f.digest.is_some()) {
                    self.notice = format!("{} is remembered in this browser, on this computer only", file.name);
                    effects.push(Effect::Remember(id));
                }
            }
            Msg::Forget(sha256) => {
                self.remembered.retain(|r| r.sha256 != sha256);
                effects.push(Effect::Forget(sha256));
            }
            Msg::OpenRemembered(sha256) => effects.push(Effect::OpenRemembered(vec![sha256])),
            Msg::Lost(sha256) => self.lost(sha256, effects),
            Msg::Recent(text) => self.recent = crate::recent::read(&text),
            Msg::Reopen(sha256) => self.reopen(sha256, effects),
            Msg::ForgetRecent(sha256) => self.forget_recent(sha256.as_deref(), effects),
            Msg::CNeeds(on) => {
                self.settings.c_needs = on;
                effects.push(Effect::SaveSettings);
            }
            Msg::Notice(text) => self.notice = text,
            Msg::Copy(text, said) => effects.push(Effect::Copy(text, said)),
            Msg::Download(name, text) => {
                self.notice = format!("Saved {name}");
                effects.push(Effect::Download(name, text));
            }
            Msg::AsPahole(on) => {
                self.settings.as_pahole = on;
                effects.push(Effect::SaveSettings);
                effects.push(Effect::FocusBack);
            }
            Msg::DumpFile(id, format) => self.print_file(id, format, effects),
            Msg::LoadSample(name) => effects.push(Effect::LoadSample(name)),
            Msg::AskUrl(address) => self.ask_url(address),
            Msg::LoadUrl(address) => self.load_url(address, effects),
            Msg::Reading(reading) => self.reading = reading,
            Msg::CancelReading => match self.reading.take() {
                Some(Reading { job: Some(sort), what, name, .. }) => {
                    self.notice = format!("{name}: {what} was cancelled");
                    effects.push(Effect::CancelJob(sort));
                }
                reading => {
                    if let Some(reading) = reading {
                        self.notice = format!("{} was not opened", reading.name);
                    }
                    effects.push(Effect::CancelReading);
                }
            },
            Msg::Listed(archive) => {
                self.reading = None;
                self.archive = Some(archive);
            }
            Msg::ChooseEntry(index) => {
                self.archive = None;
                effects.push(Effect::OpenEntry(index));
            }
            Msg::CloseArchive => {
                self.archive = None;
                effects.push(Effect::CancelReading);
            }
            Msg::ShareDepth(depth) => self.share_depth(depth, effects),
            Msg::SaveShared => self.save_shared(effects),
            Msg::Site(site) => self.set_site(&site, effects),
            Msg::KnownSite(site) => self.sharing.site = site,
            Msg::ShowAnyway => {
                if let (Some(id), Some(wanted)) = (self.current, self.wanted.take()) {
                    self.show(&wanted.address, id, effects);
                }
            }
        }
    }
}
