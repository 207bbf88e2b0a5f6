//! The root: owns the session, takes messages, and draws the panes.

mod effects;
mod kept;
mod listeners;
mod panes;
mod reading;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use desk::{Book, FileId, Outcome};
use gloo::events::EventListener;
use session::look::atlas::AtlasMsg;
use session::{Came, FilesMsg, LinkMsg, LogMsg, Msg, Overlay, SearchMsg, Session, SettingsMsg, ShareMsg, ValuesMsg};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use self::kept::{known_site, learnt, recent, settings};
use self::listeners::listeners;
use crate::components::alerts::alerts;
use crate::components::header::{embedded, header};
use crate::components::landing::landing;
use crate::components::splitter::{self, Splitter};
use crate::components::status::status;
use crate::components::tab_list::{Tab, tab_list};
use crate::ctx::{Ctx, Hover, HoverCtx};
use crate::dom::from_address::{Loaded, Loading};
use crate::dom::{address, atlas, clipboard, files, focus, marks, page, remember, theme};
use crate::rare::{Rare, fetch, is_coming, rare};
use crate::worker::{DeskLine, Opening, Said};

/// What the root takes.
pub enum AppMsg {
    /// For the session.
    Session(Msg),
    /// The mouse is over something else.
    Hover(Option<Hover>),
    /// What was left out of the first drawing of a file.
    Rest,
    /// Something is dragged over the window, or no more.
    Dragging(bool),
    /// Another pane, on a narrow screen.
    Pane(&'static str),
    /// Files were dropped or chosen.
    Files(Vec<File>),
    /// The module of rare views is there, or cannot be had.
    Rare,
    /// Text was pasted.
    Pasted(String),
    /// News of the file on its way from the web.
    Loaded(FileId, Loaded),
    /// The desk's worker said something, or died.
    Desk(Said),
}

/// The root.
pub struct App {
    session: Rc<RefCell<Session>>,
    revision: u64,
    /// The revision at which something else than the search changed: what does not show the list is not drawn again for a key.
    calm: u64,
    hover: Option<Hover>,
    dragging: bool,
    pane: &'static str,
    /// Files that the session may have read, by the key that it knows them by.
    held: HashMap<u32, File>,
    last_key: u32,
    /// The first file was opened, and only its list is drawn: the other panes come with the next frame.
    list_first: bool,
    /// What had the focus before is gone: the view gets it when it is there.
    rescue: bool,
    /// The worker that reads a file.
    opening: Option<Opening>,
    /// A file on its way from the web.
    loading: Option<Loading>,
    /// The worker that keeps files and takes jobs.
    desk: Book<DeskLine>,
    /// The list was not painted since a file was opened: the mark for it is still to be set.
    paint: bool,
    _listeners: Vec<EventListener>,
}

impl App {
    fn ctx(&self, ctx: &Context<Self>, revision: u64) -> Ctx {
        Ctx::new(Rc::clone(&self.session), revision, ctx.link().callback(AppMsg::Session))
    }

    /// Whether a file is being read or the desk has work: what is on the screen may be about to change. Tests wait for it.
    fn is_busy(&self) -> bool {
        self.desk.is_busy() || self.list_first || is_coming() || self.session.borrow().is_reading()
    }

    fn take(&mut self, ctx: &Context<Self>, msg: Msg) {
        let timed = matches!(msg, Msg::Search(SearchMsg::Query(_)));
        let of_search = timed || matches!(msg, Msg::Search(SearchMsg::Took(_)));
        let opened = matches!(msg, Msg::Files(FilesMsg::Opened(_) | FilesMsg::Read(_, Came::Opened(_))));
        let of_files = matches!(msg, Msg::Files(_));
        let pane = msg.pane();
        let mut rescue = false;
        if opened {
            marks::mark("btfscope:read");
            // What was pressed on the start page goes with it: keys go on in what is opened.
            rescue = focus::is_set();
        }
        let start = marks::now();
        let had_file = self.session.borrow().file().is_some();
        let effects = self.session.borrow_mut().update(msg);
        self.list_first |= opened && !had_file && self.session.borrow().file().is_some();
        if rescue && !self.list_first {
            focus::rescue_later();
        }
        self.rescue |= rescue && self.list_first;
        if opened {
            marks::mark("btfscope:opened");
        }
        let took = marks::now() - start;
        self.paint |= opened;
        if let Some(pane) = pane {
            self.pane = effects::class(pane);
        }
        for effect in effects {
            self.have(ctx, effect);
        }
        if of_files {
            let session = self.session.borrow();
            self.held.retain(|&key, _| session.needs_browser_file(key));
        }
        self.revision += 1;
        if !of_search {
            self.calm = self.revision;
        }
        if timed {
            self.take(ctx, Msg::Search(SearchMsg::Took(took)));
        }
    }

    fn desk_said(&mut self, ctx: &Context<Self>, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            self.take(ctx, Msg::Desk(outcome.into()));
        }
    }
}

impl Component for App {
    type Message = AppMsg;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        theme::apply();
        let mut app = App {
            session: Rc::default(),
            revision: 0,
            calm: 0,
            hover: None,
            dragging: false,
            pane: "main",
            held: HashMap::new(),
            last_key: 0,
            list_first: false,
            rescue: false,
            opening: None,
            loading: None,
            desk: Book::new(DeskLine::new(ctx.link().callback(AppMsg::Desk))),
            paint: false,
            _listeners: listeners(ctx),
        };
        app.take(ctx, Msg::HasDesk);
        app.take(ctx, Msg::Settings(SettingsMsg::Loaded(settings())));
        app.take(ctx, Msg::Share(ShareMsg::KnownSite(known_site())));
        app.take(ctx, Msg::Share(ShareMsg::Here(clipboard::link(""))));
        if let Some(board) = atlas::on_board() {
            app.take(ctx, Msg::Atlas(AtlasMsg::OnBoard(board)));
        }
        app.take(ctx, recent());
        app.take(ctx, Msg::Today(page::today()));
        app.take(ctx, learnt());
        app.take(ctx, Msg::Arrive(address::current()));
        if page::is_reload() {
            app.take(ctx, Msg::Link(LinkMsg::Reloaded));
        }
        remember::list(ctx.link().callback(AppMsg::Session));
        let redraw = ctx.link().callback(|()| AppMsg::Rare);
        marks::after_paint(move || fetch(redraw));
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: AppMsg) -> bool {
        match msg {
            AppMsg::Session(msg) => self.take(ctx, msg),
            AppMsg::Hover(over) => {
                let other = self.hover != over;
                self.hover = over;
                return other;
            }
            AppMsg::Rest => {
                self.list_first = false;
                if std::mem::take(&mut self.rescue) {
                    focus::rescue_later();
                }
            }
            AppMsg::Dragging(on) => {
                let other = self.dragging != on;
                self.dragging = on;
                return other;
            }
            AppMsg::Pane(pane) => self.pane = pane,
            AppMsg::Files(files) => self.give(ctx, files),
            AppMsg::Pasted(text) => {
                let is_log = self.session.borrow().takes_log(&text);
                let is_value = self.session.borrow().takes_values(&text);
                match files::pasted(&text) {
                    _ if is_value => self.take(ctx, Msg::Values(ValuesMsg::Pasted(text))),
                    _ if is_log => self.take(ctx, Msg::Log(LogMsg::Text(text))),
                    Some(file) => self.give(ctx, vec![file]),
                    None => return false,
                }
            }
            AppMsg::Desk(said) => {
                if focus::is_set() {
                    // What says that the desk is at work may have the focus; the answer takes its place.
                    focus::rescue_last();
                }
                let session = Rc::clone(&self.session);
                let outcomes = match said {
                    Ok(message) => self.desk.take(message, &*session.borrow()),
                    Err(why) => self.desk.died(&why, &*session.borrow()),
                };
                self.desk_said(ctx, outcomes);
            }
            AppMsg::Loaded(id, news) => self.loaded(ctx, id, news),
            AppMsg::Rare => {
                self.revision += 1;
                self.calm = self.revision;
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (c, calm) = (self.ctx(ctx, self.revision), self.ctx(ctx, self.calm));
        let session = self.session.borrow();
        let hover = HoverCtx { over: self.hover, set: ctx.link().callback(AppMsg::Hover) };
        let open = session.file().is_some();
        let fits = session.fits().is_some();
        let pick = {
            let send = ctx.link().callback(AppMsg::Files);
            Callback::from(move |e: Event| {
                let input = e.target_unchecked_into::<HtmlInputElement>();
                marks::mark("btfscope:drop");
                if let Some(list) = input.files() {
                    send.emit(files::list(&list));
                }
                // The same file can be chosen again.
                input.set_value("");
            })
        };
        let pad = session.pad_file().is_some();
        let [left, view, right] = session.pane_names();
        let pane_tabs = [("left", left), ("main", view), ("right", right)]
            .map(|(pane, name)| Tab::new(name, self.pane == pane, ctx.link().callback(move |_| AppMsg::Pane(pane))));
        let show = |view| rare(view, &c, &hover);
        let overlay = match session.overlay() {
            Overlay::None => html! {},
            Overlay::Help => show(Rare::Help),
            Overlay::Atlas => show(Rare::Atlas),
            Overlay::Log => show(Rare::LogAlone),
            Overlay::GoTo if open => show(Rare::GoTo),
            Overlay::Problems if open => show(Rare::Problems),
            Overlay::Offset if open => show(Rare::Offset),
            Overlay::At if open => show(Rare::AtOffset),
            Overlay::Share if open => show(Rare::Share),
            _ => html! {},
        };
        let (main, right) =
            if self.list_first || !open { Default::default() } else { panes::beside_list(&calm, &hover) };
        html! {
            <div class={panes::shape(&session)} data-pane={self.pane} data-busy={self.is_busy().then_some("yes")}>
                if session.embed() { { embedded(&c) } } else { { header(&c) } }
                { alerts(&c) }
                { tab_list("paneTabs", "Panes", pane_tabs.into()) }
                if session.learn().shown { <section class="learn pane" id="learn" role="region" aria-label="Learn">{ show(Rare::Learn) }<Splitter var="--learn" label="Width of the lesson" width=320/></section> }
                if open {
                    <aside class="left pane" aria-label="Types of the file">{ panes::list(&c, &hover) }
                    if pad { <Splitter key="pad" var="--pad" label="Width of the scratch pad" width=440/> }
                    else { <Splitter key="left" var="--left" label="Width of the type list" width={splitter::LIST}/> }
                    </aside>
                    if self.list_first {
                        <main class="main pane"></main><section class="right pane"></section>
                    } else {
                        <main class="main pane">{ main }</main>
                        <section class="right pane" aria-label={if fits { "Answer" } else { "Bytes and inspector" }}>{ right }<Splitter var="--right" label="Width of the bytes" width={splitter::BYTES} right=true/></section>
                    }
                } else {
                    { landing(&c) }
                }
                { status(&c) }
                { overlay }
                <input type="file" multiple=true class="sr" aria-label="Open file" tabindex="-1" onchange={pick}/>
                if session.archive().is_some() { { show(Rare::Archive) } }
                if self.dragging { <div class="dropping">{ "Drop it: the file stays on this computer" }</div> }
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        if std::mem::take(&mut self.paint) {
            marks::mark("btfscope:drawn");
            marks::mark_painted("btfscope:list");
            if self.list_first {
                let link = ctx.link().clone();
                marks::after_paint(move || link.send_message(AppMsg::Rest));
            }
            // With many files the chip of the new one may be beyond the edge.
            focus::show(".chips .on");
        }
    }
}
