//! Listeners on the window: dropped and pasted files, the history, keys.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use session::commands::{Command, FocusPlace, lookup};
use session::{FilesMsg, Msg, SearchMsg};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, HtmlInputElement, KeyboardEvent};
use yew::html::Scope;
use yew::prelude::*;

use super::kept::settings;
use super::{App, AppMsg};
use crate::dom::{address, deck, files, focus, folders, keys, marks, panic, rescue, theme};

/// Installs the listeners. They are removed when the result is dropped.
pub(super) fn listeners(ctx: &Context<App>) -> Vec<EventListener> {
    let window = window();
    let prevent = EventListenerOptions::enable_prevent_default();
    let mut out = theme::follow();
    out.extend(rescue::follow());
    for name in ["dragenter", "dragover"] {
        let link = ctx.link().clone();
        out.push(EventListener::new_with_options(&window, name, prevent, move |e| {
            e.prevent_default();
            link.send_message(AppMsg::Dragging(true));
        }));
    }
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "dragleave", move |e| {
        // The event also comes when the pointer goes from one element to another. It has no related target only when
        // the pointer leaves the window.
        if e.dyn_ref::<DragEvent>().is_some_and(|e| e.related_target().is_none()) {
            link.send_message(AppMsg::Dragging(false));
        }
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new_with_options(&window, "drop", prevent, move |e| {
        e.prevent_default();
        marks::mark("btfscope:drop");
        link.send_message(AppMsg::Dragging(false));
        // An element with data-takes-bytes reads a dropped file as the bytes of a value, and has its own listener.
        let target = e.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|t| t.closest("[data-takes-bytes]").ok().flatten().is_some()) {
            return;
        }
        if let Some(data) = e.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) {
            given(&link, &data);
        }
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "paste", move |e| {
        let in_input = document().active_element().is_some_and(|a| keys::is_text(&a));
        let Some(data) = e.dyn_ref::<ClipboardEvent>().filter(|_| !in_input).and_then(|e| e.clipboard_data()) else {
            return;
        };
        given(&link, &data);
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "popstate", move |_| {
        link.send_message(AppMsg::Session(Msg::AddressChanged(address::current())));
        focus::rescue_later();
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "hashchange", move |_| {
        // The person typed another fragment, or went back or forward. The page's own changes (pushState) do not fire
        // this event.
        link.send_message(AppMsg::Session(Msg::AddressChanged(address::current())));
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "storage", move |_| {
        // Another tab with this page changed the stored list of recent files, or the progress.
        link.send_message(AppMsg::Session(super::recent()));
        link.send_message(AppMsg::Session(super::progress()));
    }));
    let send = ctx.link().callback(AppMsg::Session);
    out.push(EventListener::new_with_options(&document(), "keydown", prevent, move |e| {
        let Some(e) = e.dyn_ref::<KeyboardEvent>() else { return };
        if panic::panicked() || e.default_prevented() || e.is_composing() {
            return;
        }
        // If nothing, or only the pane as a whole, has the focus, a plain key would have no effect: the view gets the
        // focus first.
        let is_nowhere = !focus::is_set() || focus::is_on_pane();
        if keys::place() == FocusPlace::Elsewhere && is_nowhere && keys::is_plain(e) {
            focus::view();
        }
        let place = keys::place();
        let Some(command) = lookup(&keys::name(e), place, settings().single_keys) else { return };
        // While a dialog is open, nothing below it changes.
        if focus::in_dialog() && !ABOVE_DIALOGS.contains(&command) {
            return;
        }
        // Enter is left to the focused list, link or button. Escape in a search that is not empty empties it and closes
        // nothing.
        if command == Command::Follow || command == Command::Close && place == FocusPlace::Input && search_is_used() {
            return clear_search(e, &send);
        }
        e.prevent_default();
        // If a step is longer than the screen, the key first scrolls it to its end.
        if place == FocusPlace::Deck && deck::scrolls(&e.key()) {
            return;
        }
        send.emit(Msg::Command(command));
    }));
    out
}

/// The commands that act while a dialog is open: they close it, or open another one in its place.
const ABOVE_DIALOGS: [Command; 3] = [Command::Close, Command::GoTo, Command::Help];

/// Takes files, folders, a link or text that were dropped or pasted.
fn given(link: &Scope<App>, data: &DataTransfer) {
    if let Some(entries) = folders::entries(data) {
        return folders::read(entries, link.callback(AppMsg::Folder));
    }
    let files = data.files().map(|f| files::list(&f)).unwrap_or_default();
    if !files.is_empty() {
        return link.send_message(AppMsg::Files(files));
    }
    let get = |kind| data.get_data(kind).unwrap_or_default();
    let (links, text) = (get("text/uri-list"), get("text/plain"));
    let address = model::address::first_link(&links).or_else(|| model::address::web_address(&text));
    if let Some(address) = address {
        link.send_message(AppMsg::Session(Msg::Files(FilesMsg::AskUrl(address.into()))));
    } else if !text.trim().is_empty() {
        link.send_message(AppMsg::Pasted(text));
    }
}

fn search_is_used() -> bool {
    document()
        .active_element()
        .and_then(|e| e.dyn_into::<HtmlInputElement>().ok())
        .is_some_and(|i| i.id() == "search" && !i.value().is_empty())
}

/// Empties the search when the key is Escape.
fn clear_search(e: &KeyboardEvent, send: &Callback<Msg>) {
    if e.key() == "Escape" {
        e.prevent_default();
        send.emit(Msg::Search(SearchMsg::Query(String::new())));
    }
}
