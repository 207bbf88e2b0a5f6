//! The root: owns the session, takes messages, and draws the panes.

mod effects;
mod listeners;
mod settings;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use desk::{Book, Job, Outcome};
use gloo::events::EventListener;
use session::look::changes::ChangesMsg;
use session::{CoreMsg, Effect, LogMsg, Msg, Overlay, ProgramMsg, Reading, Session};
use web_sys::{File, HtmlInputElement};
use yew::prelude::*;

use self::listeners::listeners;
use self::settings::load_settings;
use crate::components::alerts::alerts;
use crate::components::bytes_pane::BytesPane;
use crate::components::changes_list::changes_list;
use crate::components::core_list::core_list;
use crate::components::core_view::core_view;
use crate::components::detail::detail;
use crate::components::fields::fields;
use crate::components::goto::GoTo;
use crate::components::header::{embedded, header};
use crate::components::help::help;
use crate::components::insn_pane::insn_pane;
use crate::components::landing::landing;
use crate::components::learn::learn;
use crate::components::lists::{listed, lists};
use crate::components::log::log;
use crate::components::offset::Offset;
use crate::components::pad::Pad;
use crate::components::problems::problems;
use crate::components::program_view::program_view;
use crate::components::programs::programs;
use crate::components::reading::ArchiveList;
use crate::components::share::share;
use crate::components::splitter::Splitter;
use crate::components::status::status;
use crate::components::types::Types;
use crate::ctx::{Ctx, Hover, HoverCtx};
use crate::dom::from_address::{Loaded, Loading};
use crate::dom::{address, clipboard, files, focus, marks, page, remember, store, theme};
use crate::worker::{DeskLine, Opening, Said};

/// What the root takes.
pub enum AppMsg {
    /// For the session.
    Session(Msg),
    /// The mouse is over something else.
    Hover(Option<Hover>),
    /// Something is dragged over the window, or no more.
    Dragging(bool),
    /// Another pane, on a narrow screen.
    Pane(&'static str),
    /// Files were dropped or chosen.
    Files(Vec<File>),
    /// Text was pasted.
    Pasted(String),
    /// A file turned out to be long work: it goes to the worker.
    LongWork(File),
    /// What came of the file that was being read.
    Done(Msg),
    /// News of the file at this address.
    Loaded(String, Loaded),
    /// The desk is to do this.
    Ask(Job),
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
    /// Files that wait for their turn.
    queue: VecDeque<File>,
    /// A file is being read.
    busy: bool,
    /// The worker that reads it.
    opening: Option<Opening>,
    /// A file on its way from the web.
    loading: Option<Loading>,
    /// The name of the last one that came, and its address.
    loaded: Option<(String, String)>,
    /// The worker that keeps files and takes jobs.
    desk: Book<DeskLine>,
    /// The archive of which an entry is to be chosen.
    archive: Option<File>,
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
        self.desk.is_busy() || self.busy && self.archive.is_none()
    }

    fn take(&mut self, ctx: &Context<Self>, msg: Msg) {
        let timed = matches!(msg, Msg::Query(_));
        let opened = matches!(msg, Msg::Opened(_));
        // A step by nothing is Enter in a list.
        let chosen = matches!(
            msg,
            Msg::ListChoose(_)
                | Msg::GoTo(..)
                | Msg::Changes(ChangesMsg::Choose(_))
                | Msg::Core(CoreMsg::Pick(_) | CoreMsg::Step(0))
                | Msg::Program(ProgramMsg::Function(_) | ProgramMsg::Data | ProgramMsg::Go(_) | ProgramMsg::Step(0))
        );
        if matches!(msg, Msg::Command(session::commands::Command::Pad)) {
            self.pane = "left";
        }
        if opened {
            marks::mark("btfscope:read");
            // What was pressed on the start page goes with it: keys go on in what is opened.
            if focus::is_set() {
                focus::rescue_later();
            }
        }
        let start = marks::now();
        let effects = self.session.borrow_mut().update(msg);
        if opened {
            marks::mark("btfscope:opened");
        }
        if timed {
            self.session.borrow_mut().search_ms = marks::now() - start;
        }
        self.paint |= opened;
        if chosen {
            self.pane = "main";
        }
        for effect in effects {
            self.have(ctx, effect);
        }
        self.revision += 1;
        if !timed {
            self.calm = self.revision;
        }
    }

    fn desk_said(&mut self, ctx: &Context<Self>, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            self.take(ctx, Msg::Desk(outcome.into()));
        }
    }

    /// Reads the next file that waits. One after the other: a module may come before its kernel, but two unpackings at once would
    /// take twice the memory.
    fn next_file(&mut self, ctx: &Context<Self>) {
        if self.busy {
            return;
        }
        if let Some(file) = self.queue.pop_front() {
            self.busy = true;
            let (done, long) = (ctx.link().callback(AppMsg::Done), ctx.link().callback(AppMsg::LongWork));
            files::open(file, done, long);
        }
    }

    fn long_work(&mut self, ctx: &Context<Self>, file: File, entry: Option<u32>) {
        let name = file.name();
        let (say, done) = (ctx.link().callback(AppMsg::Session), ctx.link().callback(AppMsg::Done));
        let send = Callback::from(move |msg: Msg| match msg {
            Msg::Reading(_) => say.emit(msg),
            msg => done.emit(msg),
        });
        self.archive = Some(file.clone());
        self.opening = Opening::new(file, entry, send);
        let first = Reading { name: name.clone(), what: "starting".into(), done: 0, total: 0, job: None };
        match self.opening {
            Some(_) => self.take(ctx, Msg::Reading(Some(first))),
            None => ctx.link().send_message(AppMsg::Done(Msg::Failed(files::no_worker(&name)))),
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
            queue: VecDeque::new(),
            busy: false,
            opening: None,
            loading: None,
            loaded: None,
            desk: Book::new(DeskLine::new(ctx.link().callback(AppMsg::Desk))),
            archive: None,
            paint: false,
            _listeners: listeners(ctx),
        };
        app.session.borrow_mut().has_desk = true;
        app.take(ctx, Msg::Settings(load_settings()));
        app.take(ctx, Msg::KnownSite(known_site()));
        app.take(ctx, recent());
        app.take(ctx, Msg::Arrive(address::current()));
        remember::list(ctx.link().callback(AppMsg::Session));
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
            AppMsg::Dragging(on) => {
                let other = self.dragging != on;
                self.dragging = on;
                return other;
            }
            AppMsg::Pane(pane) => self.pane = pane,
            AppMsg::Files(files) => {
                self.queue.extend(files);
                self.next_file(ctx);
            }
            AppMsg::Pasted(text) => {
                let is_log = self.session.borrow().takes_log(&text);
                match files::pasted(&text) {
                    _ if is_log => self.take(ctx, Msg::Log(LogMsg::Text(text))),
                    Some(file) => {
                        self.queue.push_back(file);
                        self.next_file(ctx);
                    }
                    None => return false,
                }
            }
            AppMsg::Ask(job) => self.have(ctx, Effect::Ask(job)),
            AppMsg::Desk(said) => {
                let session = Rc::clone(&self.session);
                let outcomes = match said {
                    Ok(message) => self.desk.take(message, &*session.borrow()),
                    Err(why) => self.desk.died(&why, &*session.borrow()),
                };
                self.desk_said(ctx, outcomes);
            }
            AppMsg::LongWork(file) => self.long_work(ctx, file, None),
            AppMsg::Loaded(address, news) => self.loaded(ctx, address, news),
            AppMsg::Done(mut msg) => {
                if let (Msg::Opened(input), Some((name, address))) = (&mut msg, &self.loaded)
                    && input.name == *name
                {
                    input.url = Some(address.clone());
                }
                // A worker's memory is given back as soon as it is done.
                self.opening = None;
                if !matches!(msg, Msg::Listed(_)) {
                    self.archive = None;
                    self.busy = false;
                }
                self.take(ctx, msg);
                self.next_file(ctx);
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let (c, calm) = (self.ctx(ctx, self.revision), self.ctx(ctx, self.calm));
        let session = self.session.borrow();
        let hover = HoverCtx { over: self.hover, set: ctx.link().callback(AppMsg::Hover) };
        let open = session.file().is_some();
        let program = session.program().is_some();
        let core = session.core().is_some();
        let listing = session.lists().is_some();
        // Of maps and globals, the bytes are those of their types.
        let insn = session.program().is_some_and(|f| f.look.byte.is_none() && f.look.program.row().is_some());
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
        let pane_tabs = [("left", if pad { "Source" } else { "Types" }), ("main", "Type"), ("right", "Bytes")]
            .into_iter()
            .map(|(pane, name)| {
                html! {
                    <button class="tab" role="tab" aria-selected={(self.pane == pane).to_string()}
                        onclick={ctx.link().callback(move |_| AppMsg::Pane(pane))}>{ name }</button>
                }
            });
        let overlay = match session.overlay {
            Overlay::None => html! {},
            Overlay::Help => help(&c),
            Overlay::GoTo if open => html! { <GoTo ctx={c.clone()}/> },
            Overlay::Problems if open => problems(&c),
            Overlay::Offset if open => html! { <Offset ctx={c.clone()}/> },
            Overlay::Share if open => share(&c),
            Overlay::Log if open => log(&c),
            Overlay::Fields if open => fields(&c),
            _ => html! {},
        };
        html! {
            <div class={classes!("app", (!open).then_some("wide"), session.learn.shown.then_some("learning"), session.embed.then_some("embed"), pad.then_some("padded"))} data-pane={self.pane} data-busy={self.is_busy().then_some("yes")}>
                if session.embed { { embedded(&c) } } else { { header(&c) } }
                { alerts(&c) }
                <div class="paneTabs" role="tablist" aria-label="Panes">{ for pane_tabs }</div>
                if session.learn.shown { <section class="learn pane" id="learn" role="region" aria-label="Learn">{ learn(&c) }<Splitter var="--learn" label="Width of the lesson" width=320/></section> }
                if open {
                    <aside class="left pane" aria-label="Types of the file">if core { { core_list(&c) } } else if listing { { lists(&c) } } else if program { { programs(&c) } } else if session.changes_shown() { { changes_list(&c) } } else {
                        if pad { <Pad ctx={c.clone()}/> }
                        <Types ctx={c.clone()}/>
                    }
                    if pad { <Splitter key="pad" var="--pad" label="Width of the scratch pad" width=440/> }
                    else { <Splitter key="left" var="--left" label="Width of the type list" width=290/> }
                    </aside>
                    <main class="main pane">{ if core { core_view(&calm) } else if listing { listed(&calm) } else if program { program_view(&calm, &hover) } else { detail(&calm, &hover) } }</main>
                    <section class="right pane" aria-label="Bytes and inspector">if insn { { insn_pane(&calm) } } else { <BytesPane ctx={calm} hover={hover}/> }<Splitter var="--right" label="Width of the bytes" width=372 right=true/></section>
                } else {
                    { landing(&c) }
                }
                { status(&c) }
                { overlay }
                <input type="file" multiple=true class="sr" aria-label="Open file" tabindex="-1" onchange={pick}/>
                if session.archive.is_some() { <ArchiveList ctx={c.clone()}/> }
                if self.dragging { <div class="dropping">{ "Drop it: the file stays on this computer" }</div> }
            </div>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        if std::mem::take(&mut self.paint) {
            marks::mark("btfscope:drawn");
            marks::mark_painted("btfscope:list");
            // With many files the chip of the new one may be beyond the edge.
            focus::show(".chips .on");
        }
    }
}

/// The files that were open last, as the browser has them.
fn recent() -> Msg {
    Msg::Recent(store::get(effects::RECENT).unwrap_or_default())
}

/// Where links point to that are made here: what a person said, or, on a computer of one's own, where the page is published.
fn known_site() -> String {
    let published = || clipboard::is_local().then(|| page::told("btfscope-site")).flatten();
    store::get("site").or_else(published).unwrap_or_default()
}
