//! Moving the focus.

use std::cell::RefCell;

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

/// Puts the focus on the first element that a selector finds, if it can have it.
pub fn on(selector: &str) -> bool {
    // An SVG is not an HTML element, but can have the focus as one.
    let found = document().query_selector(selector).ok().flatten().map(|e| e.unchecked_into::<HtmlElement>());
    found.is_some_and(|e| e.focus().is_ok())
}

/// Puts the focus on `to` when it is inside of what `from` finds.
pub fn from(from: &str, to: &str) {
    let inside = document().active_element().is_some_and(|e| e.closest(from).ok().flatten().is_some());
    if inside {
        on(to);
    }
}

/// Puts the focus there after the next drawing.
pub fn later(selector: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || {
        on(selector);
    })
    .forget();
}

/// The selected tab of the list of tabs with this name, after the next drawing: that may have made the tabs anew.
pub fn tab_later(list: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || tab(list)).forget();
}

/// As [`tab_later`], if that drawing took the focus away.
pub fn tab_kept(list: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || {
        if !is_set() {
            tab(list);
        }
    })
    .forget();
}

/// The selected tab of the list of tabs with this name.
fn tab(list: &str) {
    on(&format!("[role=tablist][aria-label='{list}'] [aria-selected=true]"));
}

/// Puts the focus on an input and selects its text.
pub fn select(selector: &str) {
    if on(selector)
        && let Some(input) = document().active_element().and_then(|e| e.dyn_into::<HtmlInputElement>().ok())
    {
        input.select();
    }
}

/// Opens the file dialog.
pub fn file_dialog() {
    if let Ok(Some(input)) = document().query_selector(".app > input[type=file]")
        && let Ok(input) = input.dyn_into::<HtmlElement>()
    {
        input.click();
    }
}

/// The list of the view that is shown, after the next drawing; where there is none, whatever of the view can have the focus.
pub fn view_later() {
    gloo::timers::callback::Timeout::new(0, view).forget();
}

/// The same at once.
pub fn view() {
    // A view that takes the focus itself before what a closed part of it may hide.
    let _ =
        on("#view[tabindex]") || on("#view .rows") || on("#view [tabindex='0']") || on(".overview") || on("#search");
}

thread_local! {
    static KEPT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
    static RESCUED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Keeps what has the focus for [`back_later`].
pub fn keep() {
    let now = document().active_element().map(|e| e.unchecked_into());
    KEPT.with(|kept| *kept.borrow_mut() = now);
}

/// What had the focus at [`keep`], after the next drawing; the view when that is gone.
pub fn back_later() {
    let kept = KEPT.with(RefCell::take);
    let kept = kept.filter(|e| e.is_connected() && e.tag_name() != "BODY");
    gloo::timers::callback::Timeout::new(0, move || match kept {
        // Something else opened in the place of what closed: the focus is its.
        _ if document().query_selector("[role=dialog]").is_ok_and(|dialog| dialog.is_some()) => {}
        Some(element) if element.is_connected() && element.focus().is_ok() => {}
        _ => view_later(),
    })
    .forget();
}

/// Scrolls an element into sight.
pub fn show(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view_with_bool(false);
    }
}

/// Whether something has the focus.
pub fn is_set() -> bool {
    document().active_element().is_some_and(|e| e.tag_name() != "BODY")
}

/// As [`rescue_later`], after effects of the drawing have run, too: the scratch pad takes the focus in one.
pub fn rescue_last() {
    gloo::timers::callback::Timeout::new(30, || {
        if !is_set() {
            view();
            let now = document().active_element().map(|e| e.unchecked_into());
            RESCUED.with(|rescued| *rescued.borrow_mut() = now);
        }
    })
    .forget();
}

/// Whether nothing has the focus, or only what [`rescue_last`] gave it to: a slow drawing comes after that.
pub fn is_free() -> bool {
    let now = document().active_element();
    let now = now.filter(|e| e.tag_name() != "BODY");
    now.is_none_or(|e| RESCUED.with(|rescued| rescued.borrow().as_ref().is_some_and(|r| **r == e)))
}

/// The view, after the next drawing, if what had the focus is gone by then.
pub fn rescue_later() {
    gloo::timers::callback::Timeout::new(0, || {
        if !is_set() {
            // At once: whatever else asks for the focus after this drawing goes before.
            view();
        }
    })
    .forget();
}
