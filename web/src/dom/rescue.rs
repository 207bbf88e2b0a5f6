//! Keeps the focus on the page when the focused element is removed: without it, the next Tab begins at the top again.

use std::cell::RefCell;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit};

use super::focus;

/// How long other code may take to give the focus away, in milliseconds: after a drawing, its effects and timers do so.
const PATIENCE: u32 = 60;

/// How often the view is tried, which may be drawn later, and the pause between, in milliseconds.
const TRIES: u32 = 10;
const PAUSE: u32 = 200;

/// Elements to try within the element around the removed one. No text fields: keys that were meant as commands would
/// become text in them.
const CHOICES: &str = "[tabindex='0'], button:not([disabled]):not([tabindex='-1']), a[href], select, summary";

thread_local! {
    /// The element that had the focus last, and the elements around it, the nearest first.
    static LAST: RefCell<Vec<Element>> = const { RefCell::new(Vec::new()) };
}

/// Follows the focus, and the removal of elements. The listeners are removed when they are dropped.
pub fn follow() -> Vec<EventListener> {
    let removed = Closure::<dyn Fn()>::new(|| {
        if !focus::is_set() && is_gone() {
            Timeout::new(PATIENCE, rescue).forget();
        }
    });
    if let Ok(observer) = MutationObserver::new(removed.as_ref().unchecked_ref()) {
        let options = MutationObserverInit::new();
        options.set_child_list(true);
        options.set_subtree(true);
        let _ = observer.observe_with_options(&document(), &options);
    }
    // The page never stops observing.
    removed.forget();
    let taken = EventListener::new(&document(), "focusin", |e| {
        let mut around = Vec::new();
        let mut next = e.target().and_then(|target| target.dyn_into::<Element>().ok());
        while let Some(element) = next {
            next = element.parent_element();
            around.push(element);
        }
        LAST.set(around);
    });
    // A click beside everything takes the focus away on purpose: the element is still there then.
    let left = EventListener::new(&document(), "focusout", |_| {
        focus::soon(|| {
            if !focus::is_set() && !is_gone() {
                LAST.take();
            }
        });
    });
    vec![taken, left]
}

/// Whether the element that had the focus last was removed from the page.
fn is_gone() -> bool {
    LAST.with_borrow(|last| last.first().is_some_and(|element| !element.is_connected()))
}

/// Gives the focus to the first element within the nearest element that is left around the removed one; to the view, if
/// none is nearer than a pane.
fn rescue() {
    if focus::is_set() || !is_gone() {
        return;
    }
    for element in LAST.take().iter().filter(|element| element.is_connected()) {
        if element.matches("main, #view, .app, body, html").unwrap_or(true) {
            break;
        }
        let inner = element.query_selector(CHOICES).ok().flatten();
        if inner.is_some_and(|inner| inner.unchecked_into::<HtmlElement>().focus().is_ok()) && focus::is_set() {
            return;
        }
    }
    try_view(TRIES);
}

/// Gives the focus to the view as soon as something in it can have it, unless it is taken meanwhile.
fn try_view(left: u32) {
    if focus::is_set() || focus::in_view() || left == 0 {
        return;
    }
    Timeout::new(PAUSE, move || try_view(left - 1)).forget();
}
