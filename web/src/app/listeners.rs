//! Listeners on the window: dropped and pasted files, the history, keys.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use session::commands::{Command, FocusPlace, lookup};
use session::{FilesMsg, Msg, SearchMsg};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DragEvent, HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::kept::settings;
use super::{App, AppMsg};
use crate::dom::{address, files, focus, keys, marks, panic, theme};

/// Installs the listeners. They are removed when the result is dropped.
pub(super) fn listeners(ctx: &Context<App>) -> Vec<EventListener> {
    let window = window();
    let prevent = EventListenerOptions::enable_prevent_default();
    let mut out = theme::follow();
    for name in ["dragenter", "dragover"] {
        let link = ctx.link().clone();
        out.push(EventListener::new_with_options(&window, name, prevent, move |e| {
            e.prevent_default();
            link.send_message(AppMsg::Dragging(true));
        }));
    }
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "dragleave", move |e| {
        // The event also comes when the pointer goes from one element to another; only outside the window there is no related
        // target.
        if e.dyn_ref::<DragEvent>().is_some_and(|e| e.related_target().is_none()) {
            link.send_message(AppMsg::Dragging(false));
        }
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new_with_options(&window, "drop", prevent, move |e| {
        e.prevent_default();
        marks::mark("btfscope:drop");
        link.send_message(AppMsg::Dragging(false));
        // This element reads a dropped file as the bytes of a value, and has its own listener.
        let target = e.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|t| t.closest("[data-takes-bytes]").ok().flatten().is_some()) {
            return;
        }
        let files = e.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer).and_then(|d| d.files());
        if let Some(files) = files {
            link.send_message(AppMsg::Files(files::list(&files)));
        }
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "paste", move |e| {
        let in_input = document().active_element().is_some_and(|a| keys::is_text(&a));
        let Some(data) = e.dyn_ref::<ClipboardEvent>().filter(|_| !in_input).and_then(|e| e.clipboard_data()) else {
            return;
        };
        let files = data.files().map(|f| files::list(&f)).unwrap_or_default();
        let text = data.get_data("text/plain").unwrap_or_default();
        if let Some(address) = model::address::web_address(&text) {
            return link.send_message(AppMsg::Session(Msg::Files(FilesMsg::AskUrl(address.into()))));
        }
        if files.is_empty() && !text.trim().is_empty() {
            return link.send_message(AppMsg::Pasted(text));
        }
        link.send_message(AppMsg::Files(files));
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "popstate", move |_| {
        link.send_message(AppMsg::Session(Msg::AddressChanged(address::current())));
        focus::rescue_later();
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "hashchange", move |_| {
        // A fragment was typed into the address bar. The page's own changes (pushState) do not fire this event.
        link.send_message(AppMsg::Session(Msg::AddressChanged(address::current())));
    }));
    let link = ctx.link().clone();
    out.push(EventListener::new(&window, "storage", move |_| {
        // Another tab with this page changed the stored list of files or the progress.
        link.send_message(AppMsg::Session(super::recent()));
        link.send_message(AppMsg::Session(super::progress()));
    }));
    let send = ctx.link().callback(AppMsg::Session);
    out.push(EventListener::new_with_options(&document(), "keydown", prevent, move |e| {
        let Some(e) = e.dyn_ref::<KeyboardEvent>() else { return };
        if panic::panicked() || e.default_prevented() || e.is_composing() {
            return;
        }
        // Nothing has the focus, so the key would be lost: give the focus to the view first.
        if keys::place() == FocusPlace::Elsewhere && !focus::is_set() && keys::is_plain(e) {
            focus::view();
        }
        let place = keys::place();
        let Some(command) = lookup(&keys::name(e), place, settings().single_keys) else { return };
        // The focused list, link or button handles Enter itself.
        if command == Command::Follow || command == Command::Close && place == FocusPlace::Input && search_is_used() {
            return clear_search(e, &send);
        }
        e.prevent_default();
        send.emit(Msg::Command(command));
    }));
    out
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
