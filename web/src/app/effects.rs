//! Carries out the session's effects: the actions that only the browser can do.

use std::rc::Rc;

use desk::FileId;
use gloo::timers::callback::Timeout;
use session::look::picture::Shot;
use session::{Effect, FilesMsg, LearnMsg, LogMsg, Msg, PadMsg, Pane};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{App, AppMsg};
use crate::dom::from_address::{self, Loading};
use crate::dom::remember::Store;
use crate::dom::{
    address, clipboard, digest, download, files, focus, pad_edit, page, picture, remember, store, tab, theme,
};

/// The key of the person's settings in the browser's local storage.
pub(super) const SETTINGS: &str = "settings";
/// The key of the list of files that were open last.
pub(super) const RECENT: &str = "recent";
/// The key of the progress in the lessons.
pub(super) const PROGRESS: &str = "lessons";

/// The times, in milliseconds after a file was opened, at which the page runs a search without showing it, so that the
/// browser has compiled its code before the person presses the first key. The pauses give the browser time to compile.
const REHEARSALS: [u32; 3] = [300, 600, 900];

/// The CSS class of a pane.
pub(super) fn class(pane: Pane) -> &'static str {
    match pane {
        Pane::List => "left",
        Pane::View => "main",
        Pane::Bytes => "right",
    }
}

impl App {
    /// Carries out one effect.
    pub(super) fn apply(&mut self, ctx: &Context<Self>, effect: Effect) {
        match effect {
            Effect::Address(fragment, history) => address::set(&fragment, history),
            Effect::Copy(text, said) => copy(text.clone(), text, said, ctx.link().callback(AppMsg::Session)),
            Effect::Download(name, text) => download::save(&name, text.as_bytes()),
            Effect::Save(name, text) => download::save(&name, &text),
            Effect::SavePng(name, svg) => picture::save_png(name, &svg),
            Effect::Picture(png) => {
                ctx.link().send_message(AppMsg::Session(Msg::Picture(Shot::View, png, theme::is_dark())));
            }
            Effect::Ask(job) => {
                let outcomes = self.desk.ask(job, &*self.session.borrow());
                self.desk_said(ctx, outcomes);
            }
            Effect::CancelJob(kind) => {
                let outcomes = self.desk.cancel(kind, &*self.session.borrow());
                self.desk_said(ctx, outcomes);
            }
            Effect::Read(id, key) => self.read(ctx, id, key),
            Effect::Unpack(work) => self.unpack(ctx, work),
            Effect::EndUnpacking => self.opening = None,
            Effect::EndLoading => self.loading = None,
            Effect::LoadOffered(index) => {
                let chosen = self.offered.get(index).cloned();
                self.load_served(ctx, chosen.into_iter().collect());
            }
            Effect::LeaveDesk(id) => {
                let outcomes = self.desk.close(id);
                self.desk_said(ctx, outcomes);
            }
            Effect::RestartDesk => {
                let outcomes = self.desk.restart(&*self.session.borrow());
                self.desk_said(ctx, outcomes);
            }
            Effect::CopyLink(fragment, said) => {
                let link = format!("{}{fragment}", self.session.borrow().sharing().base());
                copy(link, fragment, said, ctx.link().callback(AppMsg::Session));
            }
            Effect::SaveSite(site) => {
                store::set("site", &site);
            }
            Effect::Digest(id) => {
                self.take(ctx, Msg::Today(page::today()));
                self.digest(ctx, id);
            }
            Effect::FileDialog => focus::file_dialog(),
            Effect::FocusSearch => {
                (self.pane, self.unlisted) = ("left", false);
                focus::soon(|| focus::select("#search, #askatlas"));
            }
            Effect::FocusBack => focus::back_later(),
            Effect::FocusView => {
                self.pane = "main";
                focus::view_later();
            }
            Effect::FocusInspector => {
                self.pane = "right";
                focus::later(focus::INSPECTOR);
            }
            Effect::NextPane => {
                self.pane = focus::next_pane();
                focus::pane_later(self.pane);
            }
            Effect::OpenExport => focus::press_later("[aria-haspopup=menu][popovertarget=export]"),
            Effect::ToggleList => {
                // In a narrower window, the list is a drawer or a pane of its own.
                match focus::is_wide() {
                    true => self.unlisted = !self.unlisted,
                    false => self.pane = if self.pane == "left" { "main" } else { "left" },
                }
                // The focus may have been in the list, which is hidden now.
                focus::rescue_later();
            }
            Effect::Pane(pane) => self.pane = class(pane),
            Effect::ToggleTheme => {
                let said = theme::toggle();
                self.take(ctx, Msg::Notice(said));
            }
            Effect::HistoryBack => address::back(),
            Effect::HistoryForward => address::forward(),
            Effect::SaveSettings(words) => {
                store::set(SETTINGS, &words);
            }
            Effect::Remember(id) => self.keep(ctx, id, Store::Remembered),
            Effect::KeepForTab(id) => self.keep(ctx, id, Store::Tab),
            Effect::LeaveTab(sha256) => {
                tab::store_log(&sha256, "");
                remember::forget(sha256, Store::Tab);
            }
            Effect::StoreLog(sha256, text) => {
                if !tab::store_log(&sha256, &text) {
                    self.take(ctx, Msg::Log(LogMsg::NotStored));
                }
            }
            Effect::ReadLog(sha256) => {
                if let Some(text) = tab::stored_log(&sha256) {
                    ctx.link().send_message(AppMsg::Session(Msg::Log(LogMsg::Stored(sha256, text))));
                }
            }
            Effect::LoadUrl(id, address) => {
                let say = ctx.link().callback(move |news| AppMsg::Loaded(id, news));
                self.loading = Loading::start(&address, say);
                if self.loading.is_none() {
                    let problem = from_address::failed(&address, "this browser makes no frame for it");
                    self.take(ctx, Msg::Files(FilesMsg::Failed(problem.about(id))));
                }
            }
            Effect::Forget(sha256) => remember::forget(sha256, Store::Remembered),
            Effect::SaveRecent(text) => {
                store::set(RECENT, &text);
            }
            Effect::SaveProgress(text) => {
                let saved = store::set(PROGRESS, &text);
                // The warning comes with the first failure, and goes when there is room again.
                let refused = self.session.borrow().learn().progress.refused;
                if saved == refused {
                    self.take(ctx, Msg::Learn(LearnMsg::Saved(saved)));
                }
            }
            Effect::OpenRemembered(files) => {
                let files = files.into_iter().map(|sha256| (self.new_file_id(), sha256)).collect();
                remember::open(files, ctx.link().callback(AppMsg::Session));
            }
            Effect::LoadSample(name) => {
                files::open_sample(self.new_file_id(), &name, ctx.link().callback(AppMsg::Session));
            }
            Effect::LoadLesson(name) => files::open_lesson(&name, ctx.link().callback(AppMsg::Session)),
            Effect::FocusLog => {
                self.pane = "main";
                focus::later(".logpane textarea, #log");
            }
            Effect::EditPad(edit) => {
                if let Some(text) = pad_edit::edit(&edit) {
                    self.take(ctx, Msg::Pad(PadMsg::Edit(text)));
                }
            }
            Effect::FocusSlide => {
                focus::later(".slide input[type=range]");
                focus::soon(|| focus::into_view(".slide"));
            }
            Effect::FocusLesson => focus::later("#learn h2"),
        }
    }

    /// Stores a file's bytes.
    fn keep(&self, ctx: &Context<Self>, id: FileId, store: Store) {
        let session = self.session.borrow();
        let Some((file, sha256)) = session.file_of(id).and_then(|f| Some((f, f.digest.clone()?))) else { return };
        let send = ctx.link().callback(AppMsg::Session);
        remember::keep(sha256, &file.given_name, file.digest_of.clone(), file.from_dwarf.as_deref(), store, send);
    }

    /// Does the work that can wait until the list is on the screen: computes the digest and the columns that the first
    /// search needs, and rehearses a search ([`REHEARSALS`]).
    fn digest(&self, ctx: &Context<Self>, id: FileId) {
        let session = Rc::clone(&self.session);
        let send = ctx.link().callback(AppMsg::Session);
        Timeout::new(120, move || {
            let session = session.borrow();
            let Some(file) = session.file_of(id) else { return };
            digest::sha256(&file.digest_of, move |sha256| {
                send.emit(Msg::Files(match sha256 {
                    Some(sha256) => FilesMsg::Digest(id, sha256),
                    None => FilesMsg::AskDigest(id),
                }));
            });
            file.look.list.columns().prepare();
        })
        .forget();
        for pause in REHEARSALS {
            let session = Rc::clone(&self.session);
            Timeout::new(pause, move || {
                let session = session.borrow();
                let list = session.file_of(id).map(|file| &file.look.list);
                if let Some(list) = list.filter(|list| list.text().is_empty()) {
                    list.columns().rehearse();
                }
            })
            .forget();
        }
    }
}

/// Copies `text` and reports the outcome. `known`: the text by which the session knows what was copied.
fn copy(text: String, known: String, said: String, say: Callback<Msg>) {
    spawn_local(async move {
        let done = clipboard::copy(&text).await;
        say.emit(match done {
            true => Msg::Copied(known, said),
            false => Msg::Notice("The browser did not allow the page to copy.".into()),
        });
    });
}
