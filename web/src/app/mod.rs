//! The root component: owns the session, passes messages to it, carries out its effects, and draws the panes.

mod effects;
mod kept;
mod listeners;
mod panes;
mod reading;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use desk::{Book, FileId, Outcome, Problem};
use gloo::events::EventListener;
use session::look::atlas::AtlasMsg;
use session::{
    FilesMsg, LinkMsg, LogMsg, Msg, Overlay, ReadResult, SearchMsg, Session, SettingsMsg, ShareMsg, ValuesMsg,
};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use self::kept::{known_site, progress, recent, settings};
use self::listeners::listeners;
use crate::components::alerts::alerts;
use crate::components::header::{embedded, header};
use crate::components::landing::landing;
use crate::components::splitter::{self, Splitter};
use crate::components::status::status;
use crate::components::tab_list::{Tab, tab_list};
use crate::ctx::{Ctx, Hover, HoverCtx};
use crate::dom::folders::Found;
use crate::dom::from_address::{Loaded, Loading};
use crate::dom::served::Served;
use crate::dom::{address, atlas, busy, clipboard, files, focus, marks, page, remember, theme};
use crate::rare::{Rare, fetch, is_coming, rare};
use crate::worker::{DeskLine, Said, Started};

/// Messages of the root.
pub enum AppMsg {
    /// A message for the session.
    Session(Msg),
    /// The mouse moved onto another item, or off all of them.
    Hover(Option<Hover>),
    /// Draw the panes that the first drawing of a file left out.
    OtherPanes,
    /// A drag over the window began or ended.
    Dragging(bool),
    /// Show another pane, on a narrow screen.
    Pane(&'static str),
    /// Files were dropped or chosen.
    Files(Vec<File>),
    /// The module of rare views was loaded, or could not be loaded.
    Rare,
    /// Files of the server were loaded; the problems say why others were not.
    Served(Vec<File>, Vec<Problem>),
    /// Folders were dropped, and read.
    Folder(Found),
    /// Text was pasted.
    Pasted(String),
    /// Progress or outcome of loading a file from the web.
    Loaded(FileId, Loaded),
    /// A message of the desk's worker, or the reason why the worker died.
    Desk(Said),
}

/// The root component.
pub struct App {
    session: Rc<RefCell<Session>>,
    revision: u64,
    /// The files that the server offers; the session knows them by their index.
    offered: Vec<Served>,
    /// The last revision at which anything except the search changed. Panes beside the list are drawn again only when
    /// this number changes, so that a key in the search does not draw them.
    panes_revision: u64,
    hover: Option<Hover>,
    dragging: bool,
    pane: &'static str,
    /// Whether the person hid the list on the left.
    unlisted: bool,
    /// Files that the session may still want to be read, by their keys in the session.
    held: HashMap<u32, File>,
    last_key: u32,
    /// Whether the first file was opened just now. Only its list is drawn at first; the other panes follow in the
    /// next frame.
    list_first: bool,
    /// Whether an element had the focus when the first file was opened. The drawing may remove this element; then the
    /// view gets the focus when it is drawn.
    rescue: bool,
    /// The worker that opens a file.
    opening: Option<Started>,
    /// The file that is being loaded from the web.
    loading: Option<Loading>,
    /// The worker that keeps files and answers questions.
    desk: Book<DeskLine>,
    /// Whether a file was opened whose list is not painted yet. When the list is painted, a performance mark is set.
    unpainted: bool,
    _listeners: Vec<EventListener>,
}

impl App {
    fn ctx(&self, ctx: &Context<Self>, revision: u64) -> Ctx {
        Ctx::new(Rc::clone(&self.session), revision, ctx.link().callback(AppMsg::Session))
    }

    /// Whether the screen may still change: a file is being read, the desk works, or panes or rare views are still to
    /// come. Tests wait until it is false.
    fn is_busy(&self) -> bool {
        self.desk.is_busy() || self.list_first || is_coming() || self.session.borrow().is_reading()
    }

    fn take(&mut self, ctx: &Context<Self>, msg: Msg) {
        let timed = matches!(msg, Msg::Search(SearchMsg::Query(_)));
        let of_search = timed || matches!(msg, Msg::Search(SearchMsg::Took(_)));
        let opened = matches!(msg, Msg::Files(FilesMsg::Opened(_) | FilesMsg::Read(_, ReadResult::Opened(_))));
        let of_files = matches!(msg, Msg::Files(_));
        let pane = msg.pane();
        let mut rescue = false;
        if opened {
            marks::mark("btfscope:read");
            // The pressed button of the start page is removed, so the view gets the focus and thus the next keys.
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
        self.unpainted |= opened;
        if let Some(pane) = pane {
            self.pane = effects::class(pane);
        }
        for effect in effects {
            self.apply(ctx, effect);
        }
        if of_files {
            let session = self.session.borrow();
            self.held.retain(|&key, _| session.needs_browser_file(key));
        }
        self.revision += 1;
        if !of_search {
            self.panes_revision = self.revision;
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
            panes_revision: 0,
            hover: None,
            dragging: false,
            pane: "main",
            unlisted: false,
            held: HashMap::new(),
            offered: Vec::new(),
            last_key: 0,
            list_first: false,
            rescue: false,
            opening: None,
            loading: None,
            desk: Book::new(DeskLine::new(ctx.link().callback(AppMsg::Desk))),
            unpainted: false,
            _listeners: listeners(ctx),
        };
        app.take(ctx, Msg::HasDesk);
        app.take(ctx, Msg::Settings(SettingsMsg::Loaded(settings())));
        app.take(ctx, Msg::Share(ShareMsg::KnownSite(known_site())));
        app.take(ctx, Msg::Share(ShareMsg::Here(clipboard::link(""))));
        if let Some(board) = atlas::on_board() {
            app.take(ctx, Msg::Atlas(AtlasMsg::OnBoard(board)));
        }
        if let Some(first) = atlas::first() {
            app.take(ctx, Msg::Atlas(AtlasMsg::First(Box::new(first))));
        }
        let came = ctx.link().callback(|atlases| AppMsg::Session(Msg::Atlas(AtlasMsg::OnServer(atlases))));
        busy::spawn(async move {
            let atlases = atlas::on_server().await;
            if !atlases.is_empty() {
                came.emit(atlases);
            }
        });
        app.take(ctx, recent());
        app.take(ctx, Msg::Today(page::today()));
        app.take(ctx, progress());
        app.take(ctx, Msg::AddressChanged(address::current()));
        if page::comes_back() {
            app.take(ctx, Msg::Link(LinkMsg::Reloaded));
        }
        app.take_served(ctx);
        remember::start(ctx.link().callback(AppMsg::Session));
        let redraw = ctx.link().callback(|()| AppMsg::Rare);
        marks::after_paint(move || fetch(redraw));
        app
    }

    fn update(&mut self, ctx: &Context<Self>, msg: AppMsg) -> bool {
        match msg {
            AppMsg::Session(msg) => self.take(ctx, msg),
            AppMsg::Hover(over) => return std::mem::replace(&mut self.hover, over) != over,
            AppMsg::OtherPanes => {
                self.list_first = false;
                if std::mem::take(&mut self.rescue) {
                    focus::rescue_later();
                }
            }
            AppMsg::Dragging(on) => return std::mem::replace(&mut self.dragging, on) != on,
            AppMsg::Pane(pane) => self.pane = pane,
            AppMsg::Files(files) => self.give(ctx, files),
            AppMsg::Served(files, problems) => {
                for problem in problems {
                    self.take(ctx, Msg::Files(FilesMsg::Problem(problem)));
                }
                self.give(ctx, files);
            }
            AppMsg::Folder(found) => self.give_folder(ctx, found),
            AppMsg::Pasted(text) => {
                let is_log = self.session.borrow().takes_log(&text);
                let is_value = self.session.borrow().takes_values(&text);
                let elsewhere = self.session.borrow().values_elsewhere(&text);
                match (elsewhere, files::pasted(&text)) {
                    _ if is_value => self.take(ctx, Msg::Values(ValuesMsg::Pasted(text))),
                    (Some(problem), _) => self.take(ctx, Msg::Files(FilesMsg::Problem(problem))),
                    _ if is_log => self.take(ctx, Msg::Log(LogMsg::Text(text))),
                    (None, Some(file)) => self.give(ctx, vec![file]),
                    (None, None) => return false,
                }
            }
            AppMsg::Desk(said) => {
                if focus::is_set() {
                    // The focus may be in the bar that says that the desk works, and the answer removes this bar.
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
                self.panes_revision = self.revision;
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (c, beside) = (self.ctx(ctx, self.revision), self.ctx(ctx, self.panes_revision));
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
                // Without this, choosing the same file again would cause no change event.
                input.set_value("");
            })
        };
        let pad = session.pad_file().is_some();
        let [left, view, right] = session.pane_names();
        let pane_tabs = [("left", left), ("main", view), ("right", right)]
            .map(|(pane, name)| Tab::new(name, self.pane == pane, ctx.link().callback(move |_| AppMsg::Pane(pane))));
        let to = if self.pane == "left" { "main" } else { "left" };
        let list = ctx.link().callback(move |_| AppMsg::Pane(to));
        let show = |view| rare(view, &c, &hover);
        let overlay = match session.overlay() {
            Overlay::None => html! {},
            Overlay::Help => show(Rare::Help),
            Overlay::Atlas => show(Rare::Atlas),
            Overlay::Offered => show(Rare::Offered),
            Overlay::Log => show(Rare::LogAlone),
            Overlay::GoTo if open => show(Rare::GoTo),
            Overlay::Problems if open => show(Rare::Problems),
            Overlay::Offset if open => show(Rare::Offset),
            Overlay::At if open => show(Rare::AtOffset),
            Overlay::Share if open => show(Rare::Share),
            _ => html! {},
        };
        let (main, right) =
            if self.list_first || !open { Default::default() } else { panes::beside_list(&beside, &hover) };
        html! {
            <div class={classes!(panes::shape(&session), self.unlisted.then_some("unlisted"))} data-pane={self.pane} data-covered={panes::covered(&session)} data-busy={self.is_busy().then_some("yes")}>
                if session.embed() { { embedded(&c) } } else { { header(&c, list) } }
                { alerts(&c) }
                { tab_list("paneTabs", "Panes", pane_tabs.into()) }
                if session.learn().shown { <section class="learn pane" id="learn" role="region" aria-label="Learn">{ show(Rare::Learn) }<Splitter var="--learn" label="Width of the lesson" width=320/></section> }
                if open {
                    <aside class="left pane" aria-label="Types of the file">{ panes::list(&c, &hover) }
                    if pad { <Splitter key="pad" var="--pad" label="Width of the scratch pad" width=440/> }
                    else { <Splitter key="left" var="--left" label="Width of the type list" width={splitter::LIST}/> }
                    </aside>
                    if self.list_first {
                        <main class="main pane" tabindex="-1"></main><section class="right pane"></section>
                    } else {
                        <main class="main pane" tabindex="-1">{ main }</main>
                        <section class="right pane" aria-label={if fits { "Answer" } else { "Inspector and bytes" }}>{ right }<Splitter var="--right" label="Width of the inspector" width={splitter::INSPECTOR} right=true/></section>
                    }
                } else {
                    { landing(&c) }
                }
                { status(&c) }
                { overlay }
                <input type="file" multiple=true class="sr" aria-label="Open file" aria-hidden="true" tabindex="-1" onchange={pick}/>
                if session.archive().is_some() { { show(Rare::Archive) } }
                if self.dragging { <div class="dropping">{ "Drop it: the file stays on this computer" }</div> }
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        if std::mem::take(&mut self.unpainted) {
            marks::mark("btfscope:drawn");
            marks::mark_painted("btfscope:list");
            if self.list_first {
                let link = ctx.link().clone();
                marks::after_paint(move || link.send_message(AppMsg::OtherPanes));
            }
            // If many files are open, the chip of the new file may be out of view.
            focus::show(".chips .on");
        }
    }
}
