//! Atlases: the one that the page comes with and those that were dropped. Their kernels, names that are asked for, and the history of a
//! type or a field. Nothing is asked of the desk, and so nothing is fetched, before a person asks for something.

mod ask;
mod kernels;

use std::collections::VecDeque;
use std::sync::Arc;

use desk::{AskAtlas, FileId, Keep, NO_ATLAS};
use model::address::{Address, Role, Source};
use model::atlas::{Board, History as Past, NameRow, OnBoard};
use model::extras::Extras;
use model::kind::FileKind;
use model::views::View;
use picture::Theme;

use crate::ask::Ask;
use crate::state::{Feature, Out, Seen};
use crate::{Effect, Empty, LinkMsg, Msg, Overlay};

/// What happens with atlases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtlasMsg {
    /// The page comes with an atlas: what is on board, as `297 kernels of Debian, 5.10 to 7.2`.
    OnBoard(String),
    /// An atlas was dropped: its name and its bytes.
    Dropped(FileId, String, Arc<[u8]>),
    /// Ask this atlas: one that was dropped, or that of the page.
    Shelf(Option<FileId>),
    /// Ask all atlases.
    All,
    /// A dropped atlas is not needed any more.
    Close(FileId),
    /// A type, a path or a function is typed.
    Text(String),
    /// Move in the names that were found.
    Step(i64),
    /// Ask for the history of the chosen name, or of what was typed.
    Enter,
    /// Ask for the history of this.
    About(String),
    /// Show the list of kernels, or hide it.
    List(bool),
    /// Only kernels with these words.
    Filter(String),
    /// Open a kernel.
    Open(String),
    /// Open a kernel at the type whose history is shown; that of the selected field or not.
    OpenAt(String, bool),
    /// Take a kernel out, for a link that names it.
    TakeOut(String),
    /// The person does not want to wait for a kernel any longer.
    Cancelled,
    /// Save a history as a table: that of the selected field or not, and which of those of several atlases.
    Save(bool, usize),
    /// Save a history as a picture: that of the selected field or not, which of those of several atlases; as PNG or SVG, dark or light.
    Picture(bool, usize, bool, bool),
}

/// An atlas that was dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Which.
    pub id: FileId,
    /// Its file's name.
    pub name: String,
    bytes: Arc<[u8]>,
}

/// What is looked at in atlases.
#[derive(Debug, Default)]
pub struct AtlasLook {
    /// What the page comes with.
    own: Option<String>,
    dropped: Vec<Dropped>,
    /// The atlas that is asked.
    shelf: Option<FileId>,
    /// The others are asked, too.
    all: bool,
    text: String,
    chosen: Option<usize>,
    /// What the panel shows the history of.
    about: Option<String>,
    /// The list of names is out of the way of what was asked for.
    folded: bool,
    listed: bool,
    filter: String,
    names: Ask<AskAtlas, Vec<NameRow>>,
    board: Ask<AskAtlas, Board>,
    past: Ask<AskAtlas, Past>,
    field: Ask<AskAtlas, Past>,
    /// Kernels that links name and that are still to be taken out.
    queue: VecDeque<String>,
    /// The one that is taken out now.
    taking: Option<String>,
}

impl AtlasLook {
    /// What the page comes with: `297 kernels of Debian, 5.10 to 7.2`.
    pub fn own(&self) -> Option<&str> {
        self.own.as_deref()
    }

    /// What stands above it: whose kernels are asked.
    pub fn title(&self) -> String {
        let dropped = self.shelf.and_then(|id| self.dropped.iter().find(|atlas| atlas.id == id));
        match (dropped, &self.own) {
            (Some(dropped), _) => format!("Kernels of {}", dropped.name),
            (None, Some(own)) => format!("{own}, included"),
            (None, None) => "Kernels of the atlas".to_owned(),
        }
    }

    /// Whether there is an atlas.
    pub fn any(&self) -> bool {
        self.own.is_some() || !self.dropped.is_empty()
    }

    /// The atlases that were dropped.
    pub fn dropped(&self) -> &[Dropped] {
        &self.dropped
    }

    /// The atlas that is asked: one that was dropped, or that of the page.
    pub fn shelf(&self) -> Option<FileId> {
        self.shelf
    }

    /// Whether all atlases are asked.
    pub fn asks_all(&self) -> bool {
        self.all && !self.also().is_empty()
    }

    /// The other atlases, when all are asked.
    pub(crate) fn also(&self) -> Vec<Option<FileId>> {
        let own = self.own.as_ref().map(|_| None);
        let all = own.into_iter().chain(self.dropped.iter().map(|atlas| Some(atlas.id)));
        all.filter(|shelf| self.all && *shelf != self.shelf).collect()
    }

    /// What is typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that begin with what is typed; none beside the history of one, nor for a path.
    pub fn names(&self) -> &[NameRow] {
        let shown = !self.folded && ask::begins_name(self.text.trim());
        self.names.last().filter(|_| shown).map(|rows| rows.as_slice()).unwrap_or_default()
    }

    /// Why there are none.
    pub fn names_problem(&self) -> Option<&str> {
        self.names.problem()
    }

    /// The chosen one of the names.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// The kernels, once the desk listed them.
    pub fn board(&self) -> &Ask<AskAtlas, Board> {
        &self.board
    }

    /// Whether the list of kernels is shown.
    pub fn listed(&self) -> bool {
        self.listed
    }

    /// Only kernels with these words are listed.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The kernels that are listed, the newest first.
    pub fn kernels(&self) -> Vec<OnBoard> {
        let found = self.board.answer().map(|board| board.find(&self.filter));
        found.unwrap_or_default().into_iter().cloned().collect()
    }

    /// The history of what was asked, or of the selected type.
    pub fn past(&self) -> &Ask<AskAtlas, Past> {
        &self.past
    }

    /// The history of the selected field.
    pub fn field(&self) -> &Ask<AskAtlas, Past> {
        &self.field
    }

    /// Why a history is not shown, when it is not: that of the selected field, or of a type or what was asked.
    pub fn empty(&self, field: bool) -> Option<Empty<'_>> {
        let ask = if field { &self.field } else { &self.past };
        match (ask.problem(), ask.answer()) {
            (Some(why), _) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Asking the atlas …")),
            (None, Some(_)) => None,
        }
    }

    /// The kernel that is taken out now.
    pub fn taking(&self) -> Option<&str> {
        self.taking.as_deref()
    }

    /// A dropped atlas for the desk.
    pub(crate) fn keep(&self, id: FileId) -> Option<Keep> {
        let atlas = self.dropped.iter().find(|atlas| atlas.id == id)?;
        Some(Keep {
            id,
            name: atlas.name.clone(),
            kind: FileKind::Raw,
            base: None,
            blobs: Vec::new(),
            ext: None,
            object: None,
            pointer_size: 8,
            extras: Extras::default(),
            distilled: false,
            atlas: Some(Arc::clone(&atlas.bytes)),
        })
    }

    /// Why the selected type has no history.
    pub fn no_history(&self) -> Option<&'static str> {
        match (self.any(), self.past().asked()) {
            (false, _) => Some(NO_ATLAS),
            (true, None) => Some("A type without a name has no history. See the type that contains it."),
            (true, Some(_)) => None,
        }
    }

    fn ask_about(&mut self, text: String) {
        (self.about, self.folded) = (Some(text), true);
    }

    /// A history that is shown: of the selected field or not, and which of those of several atlases.
    fn history_at(&self, field: bool, which: usize) -> Option<&Past> {
        let past = if field { self.field.answer() } else { self.past.answer() }?;
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
            AtlasMsg::Dropped(id, name, bytes) => {
                let said = format!("Opened {name}: its kernels are listed");
                self.dropped.retain(|atlas| atlas.bytes != bytes);
                self.dropped.push(Dropped { id, name, bytes });
                self.shelf = Some(id);
                self.listed = true;
                let mut out = vec![Msg::Notice(said).into()];
                out.push(match seen.file() {
                    Some(_) => Out::Overlay(Overlay::Atlas),
                    None => Effect::FocusSearch.into(),
                });
                out.push(LinkMsg::AtlasCame.into());
                return out;
            }
            AtlasMsg::Shelf(shelf) => (self.shelf, self.all) = (shelf, false),
            AtlasMsg::All => self.all = true,
            AtlasMsg::Close(id) => {
                self.dropped.retain(|atlas| atlas.id != id);
                self.shelf.take_if(|shelf| *shelf == id);
                return vec![Effect::LeaveDesk(id).into()];
            }
            AtlasMsg::Text(text) => {
                self.text = text;
                self.chosen = None;
                self.folded = false;
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
                let text = chosen.unwrap_or_else(|| self.text.trim().to_owned());
                if !text.is_empty() {
                    self.ask_about(text);
                }
            }
            AtlasMsg::About(text) => self.ask_about(text),
            AtlasMsg::List(on) => self.listed = on,
            AtlasMsg::Filter(text) => self.filter = text,
            AtlasMsg::Open(name) => {
                let view = seen.view();
                return open(Address { files: vec![(Role::Main, Source::Atlas(name))], view, ..Address::default() });
            }
            AtlasMsg::OpenAt(name, field) => {
                let past = if field { self.field.answer() } else { self.past.answer() };
                let Some(past) = past else { return vec![] };
                return open(Address {
                    files: vec![(Role::Main, Source::Atlas(name))],
                    type_name: past.name.clone(),
                    kind: past.kind_word().to_owned(),
                    member: past.member.clone(),
                    view: View::History,
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
        self.ask_what_is_shown(seen)
    }
}

/// What a file with a history is called.
fn file_stem(past: &Past) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let atlas = if past.atlas.is_empty() { String::new() } else { format!("_{}", past.atlas) };
    format!("history_{}{atlas}", past.title).chars().map(plain).collect()
}

/// Goes to an address, as a link does.
fn open(address: Address) -> Vec<Out> {
    vec![LinkMsg::Follow(address.to_fragment()).into()]
}
