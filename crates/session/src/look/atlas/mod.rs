//! Atlases: the atlas that comes with the page, dropped atlases, and others on the page's server. This module has their
//! kernels, the search of names, and the history of a type or field. The desk is asked, and the page's atlas is
//! fetched, only after the person asked for something.

mod ask;
mod distributions;
mod glance;
mod kernels;
mod show;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use desk::{AskAtlas, FileId, Keep, KeptAtlas, NO_ATLAS, WhichKernel};
use model::address::{Address, Role, Source};
use model::atlas::{Board, DrawnHistory, History, NameRow, OnBoard, Sides};
use model::kind::FileKind;
use model::views::View;
use model::words::many;
use picture::Theme;
use read::Code;

pub use self::distributions::Distributions;
pub use self::glance::Glimpse;
use self::show::open;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::Feature;
use crate::file::OpenFile;
pub use crate::msg::{AtlasMsg, ServerAtlas};
use crate::msg::{BrowserHistory, Effect, LinkMsg, Msg, Overlay};
use crate::out::Out;
use crate::seen::Seen;

/// An atlas that was dropped, came as a sample, or is on the page's server in addition to the page's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Its id.
    pub id: FileId,
    /// Its file's name.
    pub name: String,
    /// Its description in the server's list: `4,120 kernels, 12 MB`; none for an atlas that is not in this list.
    pub about: Option<String>,
    bytes: KeptAtlas,
}

/// The state of the atlas panel and of History.
#[derive(Debug, Default)]
pub struct AtlasLook {
    /// The contents of the page's atlas: `297 kernels of Debian, 5.10 to 7.2`; none if the page has no atlas.
    pub own: Option<String>,
    /// The atlases that were dropped, came as samples, or are in the server's list.
    pub dropped: Vec<Dropped>,
    /// The atlas that is searched: one of `dropped`, or none for the page's atlas.
    pub atlas_id: Option<FileId>,
    /// Whether the other atlases are searched, too.
    all: bool,
    /// The atlas of the open lesson, which came as a sample.
    lesson: Option<FileId>,
    /// The text of the search.
    pub text: String,
    /// The row of the chosen name.
    pub chosen: Option<usize>,
    /// The type, path or function whose history the panel shows.
    about: Option<String>,
    /// Whether the list of names is hidden, because a history is shown.
    folded: bool,
    /// Whether the list of kernels is shown.
    pub listed: bool,
    /// The files that the person asked to find among the kernels of the atlas.
    identify: BTreeSet<FileId>,
    /// The question which kernel of the atlas the current file is, and its answer.
    pub which: Ask<AskAtlas, WhichKernel>,
    /// The BTF of a module whose kernel is not open. The person asked which kernels of the atlas it continues.
    waiting: Option<Arc<[u8]>>,
    /// The question about the module in `waiting`, and its answer.
    continued: Ask<AskAtlas, WhichKernel>,
    /// The words that a listed kernel must match.
    pub filter: String,
    /// The distributions of the atlas, and which of them are chosen.
    pub distributions: Distributions,
    glance: glance::Glance,
    names: Ask<AskAtlas, Vec<NameRow>>,
    /// The kernels of the atlas, and the question for them.
    pub board: Ask<AskAtlas, Board>,
    /// The history of the searched name, or of the selected type.
    past: Ask<AskAtlas, DrawnHistory>,
    /// The history of the selected field.
    field: Ask<AskAtlas, DrawnHistory>,
    /// Whether the history of the selected field covers its present name only.
    pub split: bool,
    /// The code that reads the selected field, or sees the arguments of the selected function, on all kernels.
    pub code: Ask<AskAtlas, Code>,
    /// Whether the inspector shows the code for all kernels, and not the code for the kernel that is open.
    pub reads_all: bool,
    /// The two kernels of a history that are shown beside each other: the index of the atlas whose history it is (0:
    /// the first), the kernel before (if any), and the kernel after.
    side: Option<(usize, Option<u32>, u32)>,
    /// The title of the history whose steps are all drawn. Of other histories, only the first steps are drawn.
    all_steps: Option<String>,
    /// The step of a history (from one kernel to the next) that a link names. It waits here until the history is there.
    linked_step: Option<String>,
    /// The question of the start page whose history is shown as soon as its answer is there.
    awaited: Option<String>,
    /// Kernels that must still be taken out of the atlas, because a link, a lesson or a sample names them.
    queue: VecDeque<String>,
    /// The kernel that is being taken out.
    pub taking: Option<String>,
}

impl AtlasLook {
    /// The title of the panel: which atlas is searched.
    pub fn title(&self) -> String {
        let dropped = self.atlas_id.and_then(|id| self.dropped.iter().find(|atlas| atlas.id == id));
        match (dropped, &self.own) {
            (Some(dropped), _) => format!("Kernels of {}", dropped.name),
            (None, Some(own)) => format!("{own}, included"),
            (None, None) => "Kernels of the atlas".to_owned(),
        }
    }

    /// How many steps of a history are drawn.
    pub fn drawn_steps(&self, past: &History) -> usize {
        match self.all_steps.as_deref() == Some(&*past.title) {
            true => past.steps.len(),
            false => past.first_steps().min(past.steps.len()),
        }
    }

    /// Whether the person asked which kernel of the atlas this file is.
    pub fn is_identified(&self, file: FileId) -> bool {
        self.identify.contains(&file)
    }

    /// Whether the page offers to find out which kernel of the atlas a file is. False if there is no atlas, and for a
    /// module that continues an open kernel, a distilled base, a program without BTF, and a kernel from an atlas.
    pub fn may_identify(&self, file: &OpenFile) -> bool {
        self.any()
            && !file.no_btf
            && (file.distilled || !file.btf.is_split())
            && file.origin.atlas().is_none()
            && file.kind != FileKind::Base
    }

    /// The question which kernels of the atlas the module with the BTF `split` continues, and its answer; none if the
    /// person did not ask about this module.
    pub fn continued(&self, split: &Arc<[u8]>) -> Option<&Ask<AskAtlas, WhichKernel>> {
        Some(&self.continued).filter(|_| self.waiting.as_ref().is_some_and(|waiting| Arc::ptr_eq(waiting, split)))
    }

    /// Whether there is an atlas.
    pub fn any(&self) -> bool {
        self.own.is_some() || !self.dropped.is_empty()
    }

    /// Whether all atlases are searched, and there are several.
    pub fn asks_all(&self) -> bool {
        self.all && !self.also().is_empty()
    }

    /// The atlases that are searched in addition to [`atlas_id`](Self::atlas_id).
    pub(crate) fn also(&self) -> Vec<Option<FileId>> {
        let own = self.own.as_ref().map(|_| None);
        let all = own.into_iter().chain(self.dropped.iter().map(|atlas| Some(atlas.id)));
        all.filter(|atlas_id| self.all && *atlas_id != self.atlas_id).collect()
    }

    /// The names that begin with the typed text; empty while a history is shown, and for a text that is very short or
    /// is more than a name.
    pub fn names(&self) -> &[NameRow] {
        let shown = !self.folded && ask::begins_name(self.text.trim());
        self.names.last().filter(|_| shown).map(|rows| rows.as_slice()).unwrap_or_default()
    }

    /// Why names could not be found.
    pub fn names_problem(&self) -> Option<&str> {
        self.names.problem()
    }

    /// The kernels that are listed, the newest first.
    pub fn kernels(&self) -> Vec<OnBoard> {
        let found = self.board.answer().map(|board| board.find(&self.filter));
        found.unwrap_or_default().into_iter().cloned().collect()
    }

    /// Why a history is not shown; none if it is shown. `field`: true for the history of the selected field, false for
    /// the history of the type.
    pub fn empty(&self, field: bool) -> Option<Empty<'_>> {
        let ask = self.ask_of(field);
        match (ask.problem(), ask.answer()) {
            (Some(why), _) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Asking the atlas …")),
            (None, Some(_)) => None,
        }
    }

    /// The message that gives an atlas of `dropped` to the desk.
    pub(crate) fn keep(&self, id: FileId) -> Option<Keep> {
        let atlas = self.dropped.iter().find(|atlas| atlas.id == id)?;
        Some(Keep { atlas: Some(atlas.bytes.clone()), ..Keep::new(id, atlas.name.clone()) })
    }

    /// The history in the view: of the selected member, or else of the type.
    pub fn in_view(&self) -> Option<&History> {
        self.history_at(self.field.asked().is_some(), 0)
    }

    /// The kernels of the history in the view that are shown beside each other, and which atlas's history it is.
    pub fn sides(&self) -> Option<(usize, Sides<'_>)> {
        let (which, before, after) = self.side?;
        let past = self.history_at(self.field.asked().is_some(), which)?;
        Some((which, past.sides(before, after)?))
    }

    /// Whether these kernels are shown beside each other.
    pub fn is_chosen(&self, which: usize, before: Option<u32>, after: u32) -> bool {
        self.side == Some((which, before, after))
    }

    /// Why the selected type has no history; none if its history was asked for.
    pub fn no_history(&self) -> Option<&'static str> {
        match (self.any(), self.past.asked().or(self.field.asked())) {
            (false, _) => Some(NO_ATLAS),
            (true, None) => Some("A type without a name has no history. See the type that contains it."),
            (true, Some(_)) => None,
        }
    }

    /// The question for a history, and its answer. `field`: as in [`history`](Self::history).
    pub fn ask_of(&self, field: bool) -> &Ask<AskAtlas, DrawnHistory> {
        if field { &self.field } else { &self.past }
    }

    /// The history of the selected field (`field`) or of the type, in the first atlas that was asked.
    pub fn history(&self, field: bool) -> Option<&History> {
        self.ask_of(field).answer().map(|drawn| &drawn.history)
    }

    fn ask_about(&mut self, text: String) {
        (self.about, self.folded) = (Some(text), true);
    }

    /// A history: of the selected field or of the type, from one of the atlases (0: the first).
    fn history_at(&self, field: bool, which: usize) -> Option<&History> {
        let past = self.history(field)?;
        match which.checked_sub(1) {
            None => Some(past),
            Some(at) => past.also.get(at),
        }
    }
}

impl Feature for AtlasLook {
    type Msg = AtlasMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: AtlasMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            AtlasMsg::OnBoard(text) => self.own = Some(text),
            AtlasMsg::First(answer) => {
                if self.text.is_empty() {
                    self.text.clone_from(&answer.question);
                }
                self.glance.first = Some(*answer);
            }
            AtlasMsg::Dropped(id, name, bytes) => {
                let said = format!("Opened {name}: its kernels are listed");
                let bytes = KeptAtlas::Bytes(bytes);
                self.dropped.retain(|atlas| atlas.bytes != bytes);
                self.dropped.push(Dropped { id, name, about: None, bytes });
                self.atlas_id = Some(id);
                self.listed = true;
                let mut out = vec![Msg::Notice(said).into()];
                out.push(match seen.file() {
                    Some(_) => Out::Overlay(Overlay::Atlas),
                    None => Effect::FocusSearch.into(),
                });
                out.push(LinkMsg::AtlasCame.into());
                return out;
            }
            AtlasMsg::Sample(id, name, bytes) => return self.take_sample(id, name, bytes),
            AtlasMsg::Lesson(name) => self.lesson_began(name.as_deref()),
            AtlasMsg::OnServer(atlases) => {
                self.dropped.retain(|atlas| atlas.about.is_none());
                for ServerAtlas { address, name, bytes, kernels } in atlases {
                    let id = seen.new_file_id();
                    let about = Some(format!("{}, {:.1} MB", many(kernels.into(), "kernel"), bytes as f64 / 1e6));
                    self.dropped.push(Dropped { id, name, about, bytes: KeptAtlas::Served(address) });
                }
            }
            AtlasMsg::Choose(atlas_id) => (self.atlas_id, self.all) = (atlas_id, false),
            AtlasMsg::All => self.all = true,
            AtlasMsg::Distribution(name) => self.distributions.toggle(name),
            AtlasMsg::AllDistributions => self.distributions.all(),
            AtlasMsg::Close(id) => {
                self.dropped.retain(|atlas| atlas.id != id);
                self.atlas_id.take_if(|atlas_id| *atlas_id == id);
                return vec![Effect::LeaveDesk(id).into()];
            }
            AtlasMsg::Text(text) => {
                self.text = text;
                self.chosen = None;
                (self.folded, self.glance.whole) = (false, false);
            }
            AtlasMsg::Example(text) => {
                self.text = text;
                self.chosen = None;
                (self.folded, self.glance.whole) = (true, true);
            }
            AtlasMsg::Selected => self.glance.used = true,
            AtlasMsg::History => return self.show_history(self.shown_question()),
            AtlasMsg::Kernels => {
                self.listed = true;
                return vec![Out::Overlay(Overlay::Atlas)];
            }
            AtlasMsg::Step(delta) => {
                self.folded = false;
                let last = self.names().len().checked_sub(1);
                let from = self.chosen.map_or(-1, |at| at as i64);
                self.chosen =
                    last.and_then(|last| usize::try_from(from.saturating_add(delta)).ok().map(|at| at.min(last)));
            }
            AtlasMsg::Enter => {
                let chosen = self.chosen.and_then(|at| self.names().get(at)).map(NameRow::question);
                let start = seen.file().is_none();
                let typed = if start { self.shown_question() } else { self.text.trim().to_owned() };
                let text = chosen.unwrap_or(typed);
                match start {
                    _ if text.is_empty() => {}
                    true => return self.show_history(text),
                    false => self.ask_about(text),
                }
            }
            AtlasMsg::About(text) => self.ask_about(text),
            AtlasMsg::HistoryAt(id, path) => {
                return vec![Out::View(View::History), Msg::GoTo(id, path, BrowserHistory::Push).into()];
            }
            AtlasMsg::HistoryOf(text) => {
                self.text.clone_from(&text);
                self.chosen = None;
                self.ask_about(text);
                return vec![Out::Overlay(Overlay::Atlas)];
            }
            AtlasMsg::List(on) => {
                self.listed = on;
                self.board.forget_failure();
            }
            AtlasMsg::Identify => self.identify.extend(seen.current()),
            AtlasMsg::Continued(split) => self.waiting = Some(split),
            AtlasMsg::Filter(text) => self.filter = text,
            AtlasMsg::Open(name) => {
                let view = seen.view();
                return open(Address { files: vec![(Role::Main, Source::Atlas(name))], view, ..Address::default() });
            }
            AtlasMsg::OpenAt(name, field) => {
                let Some(past) = self.history(field) else { return vec![] };
                return open(Address {
                    files: vec![(Role::Main, Source::Atlas(name))],
                    type_name: past.name.clone(),
                    kind: past.kind_word().to_owned(),
                    member: past.member.clone(),
                    view: View::History,
                    ..Address::default()
                });
            }
            AtlasMsg::Side(which, before, after) => {
                self.side = Some((which, before, after));
                return vec![Out::Address(BrowserHistory::Replace)];
            }
            AtlasMsg::Split(split) => self.split = split,
            AtlasMsg::ReadsAll(all) => self.reads_all = all,
            AtlasMsg::AllSteps(title) => self.all_steps = Some(title),
            AtlasMsg::Compare(older, newer) => {
                let Some(past) = self.in_view() else { return vec![] };
                return open(Address {
                    files: vec![(Role::Main, Source::Atlas(newer)), (Role::Old, Source::Atlas(older))],
                    type_name: past.name.clone(),
                    kind: past.kind_word().to_owned(),
                    member: past.member.clone(),
                    view: View::Compare,
                    ..Address::default()
                });
            }
            AtlasMsg::TakeOut(name) => return self.take_out(name),
            AtlasMsg::Cancelled => return self.cancelled(),
            AtlasMsg::Save(field, which) => {
                if let Some(past) = self.history_at(field, which) {
                    return vec![Msg::Download(format!("{}.csv", file_stem(past)), past.csv()).into()];
                }
            }
            AtlasMsg::Picture(field, which, png, dark) => {
                let Some(past) = self.history_at(field, which) else { return vec![] };
                let theme = if dark { Theme::Dark } else { Theme::Light };
                let (has, of) = past.present();
                let svg: Arc<[u8]> =
                    past.svg(theme, &format!("in {has} of {of} kernels · btfscope")).into_bytes().into();
                let name = format!("{}.{}", file_stem(past), if png { "png" } else { "svg" });
                let said = Msg::Notice(format!("Saved {name}"));
                let save = if png { Effect::SavePng(name, svg) } else { Effect::Save(name, svg) };
                return vec![said.into(), save.into()];
            }
        }
        vec![]
    }

    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let out = self.ask_what_is_shown(seen);
        if self.linked_step.is_some() {
            self.choose_step();
        }
        out
    }
}

/// The name of the file into which a history is saved, without its extension.
fn file_stem(past: &History) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let atlas = if past.atlas.is_empty() { String::new() } else { format!("_{}", past.atlas) };
    format!("history_{}{atlas}", past.title).chars().map(plain).collect()
}
