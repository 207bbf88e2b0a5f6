//! Moves the focus to another element when the focused element is removed: otherwise the next Tab would begin at the
//! top of the page.

use std::cell::RefCell;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit};

use super::focus;

/// How long, in milliseconds, a rescue waits for other code to give the focus to an element: effects and timers run
/// after a drawing.
const PATIENCE: u32 = 60;

/// How many times the view is tried, because it may be drawn late.
const TRIES: u32 = 10;
/// The pause between two tries, in milliseconds.
const PAUSE: u32 = 200;

/// The elements that may get the focus within an element that contained the removed element. Text fields are not among
/// them, because keys that were meant as commands would become text.
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
    // If the element is still there, a click on the background took the focus away on purpose.
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

/// Gives the focus to an element near the removed element. Tries the elements that contained it and are still there,
/// the nearest first: in each of them, the first element that matches [`CHOICES`]. Stops at the middle pane and at the
/// element of the whole page; then the view gets the focus.
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

/// Gives the focus to the view as soon as an element in the view can have it. Stops if another element gets the focus
/// before, or after `left` more tries.
fn try_view(left: u32) {
    if focus::is_set() || focus::in_view() || left == 0 {
        return;
    }
    Timeout::new(PAUSE, move || try_view(left - 1)).forget();
}
