//! Moving the focus.

use std::cell::RefCell;

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

/// Gives the focus to the first element that matches a selector. False when there is none, or it cannot have the focus.
pub fn on(selector: &str) -> bool {
    // `SvgElement` has `focus` as well, so the cast is only for the type.
    let found = document().query_selector(selector).ok().flatten().map(|e| e.unchecked_into::<HtmlElement>());
    found.is_some_and(|e| e.focus().is_ok())
}

/// Gives the focus to an element after the next drawing.
pub fn later(selector: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || {
        on(selector);
    })
    .forget();
}

/// Gives the focus to the selected tab of a tab list, after the next drawing, which may have made the tabs anew.
pub fn tab_later(list: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || tab(list)).forget();
}

/// The same, but only if the drawing took the focus away.
pub fn restore_tab(list: &'static str) {
    gloo::timers::callback::Timeout::new(0, move || {
        if !is_set() {
            tab(list);
        }
    })
    .forget();
}

/// Gives the focus to the selected tab of the tab list with this label.
fn tab(list: &str) {
    on(&format!("[role=tablist][aria-label='{list}'] [aria-selected=true]"));
}

/// Gives the focus to an input and selects its text.
pub fn select(selector: &str) {
    if on(selector)
        && let Some(input) = document().active_element().and_then(|e| e.dyn_into::<HtmlInputElement>().ok())
    {
        input.select();
    }
}

pub fn file_dialog() {
    if let Ok(Some(input)) = document().query_selector(".app > input[type=file]")
        && let Ok(input) = input.dyn_into::<HtmlElement>()
    {
        input.click();
    }
}

/// Gives the focus to the view after the next drawing. See [`view`].
pub fn view_later() {
    gloo::timers::callback::Timeout::new(0, view).forget();
}

/// Gives the focus to the view: its list, or else its first element that can have it, or else the search.
pub fn view() {
    // `#view[tabindex]` comes first: it takes the focus itself, and its list may be in a part that is closed.
    let _ =
        on("#view[tabindex]") || on("#view .rows") || on("#view [tabindex='0']") || on(".overview") || on("#search");
}

thread_local! {
    static KEPT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
    static RESCUED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Remembers the focused element for [`back_later`].
pub fn keep() {
    let now = document().active_element().map(|e| e.unchecked_into());
    KEPT.with(|kept| *kept.borrow_mut() = now);
}

/// Gives the focus back to the element of [`keep`], after the next drawing, or to the view if that element is gone.
pub fn back_later() {
    let kept = KEPT.with(RefCell::take);
    let kept = kept.filter(|e| e.is_connected() && e.tag_name() != "BODY");
    gloo::timers::callback::Timeout::new(0, move || match kept {
        // Another dialog opened in the place of the closed one, and keeps the focus.
        _ if document().query_selector("[role=dialog]").is_ok_and(|dialog| dialog.is_some()) => {}
        Some(element) if element.is_connected() && element.focus().is_ok() => {}
        _ => view_later(),
    })
    .forget();
}

/// Scrolls an element into view.
pub fn show(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view_with_bool(false);
    }
}

/// Whether something has the focus.
pub fn is_set() -> bool {
    document().active_element().is_some_and(|e| e.tag_name() != "BODY")
}

/// As [`rescue_later`], but 30 ms later, after the effects of the drawing: in one of them the scratch pad takes the focus.
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

/// Whether nothing has the focus, or only the element that [`rescue_last`] chose. A component that is drawn late may then take it.
pub fn is_free() -> bool {
    let now = document().active_element();
    let now = now.filter(|e| e.tag_name() != "BODY");
    now.is_none_or(|e| RESCUED.with(|rescued| rescued.borrow().as_ref().is_some_and(|r| **r == e)))
}

/// Gives the focus to the view after the next drawing, if the focused element is gone by then.
pub fn rescue_later() {
    gloo::timers::callback::Timeout::new(0, || {
        if !is_set() {
            // Directly, not by `view_later`: other code that asks for the focus after this drawing must come later and win.
            view();
        }
    })
    .forget();
}
