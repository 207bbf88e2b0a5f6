//! Moving the focus.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

/// Gives the focus to the first element that matches a selector. False if there is none, or if it cannot have the
/// focus.
pub fn on(selector: &str) -> bool {
    // An `SvgElement` has `focus`, too, so the cast is only for the type.
    let found = document().query_selector(selector).ok().flatten().map(|e| e.unchecked_into::<HtmlElement>());
    found.is_some_and(|e| e.focus().is_ok())
}

/// Calls `act` after the next drawing.
pub fn soon(act: impl FnOnce() + 'static) {
    Timeout::new(0, act).forget();
}

/// Gives the focus to an element after the next drawing.
pub fn later(selector: &'static str) {
    soon(move || {
        on(selector);
    });
}

/// Gives the focus to the selected tab of a tab list, after the next drawing, which may have made the tabs anew.
pub fn tab_later(list: &'static str) {
    soon(move || tab(list));
}

/// As [`tab_later`], but only if the drawing took the focus away.
pub fn restore_tab(list: &'static str) {
    soon(move || {
        if !is_set() {
            tab(list);
        }
    });
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
    soon(view);
}

/// Gives the focus to the view: to its list, or else to its first element that can have the focus. As long as the view
/// has no such element, its pane gets the focus. An input never gets it, because keys that were meant as commands would
/// become text.
pub fn view() {
    let _ = in_view() || on(PANE);
}

/// As [`view`], but never gives the focus to the pane. False if no element in the view can have the focus yet.
pub fn in_view() -> bool {
    // `#view[tabindex]` comes first: it takes the focus itself, and its list may be in a part that is folded.
    on("#view[tabindex]")
        || on("#view .rows")
        || on("#view [tabindex='0']")
        || on(".overview")
        || on("main [tabindex='0']")
}

/// The middle pane. It has the focus as long as none of its elements can have the focus.
const PANE: &str = "main[tabindex]";

/// The inspector, or what the right pane shows in its place.
pub const INSPECTOR: &str = ".right [tabindex='0']";

/// Whether the window has room for three panes (styles/narrow.css).
pub fn is_wide() -> bool {
    gloo::utils::window().match_media("(min-width: 1280px)").ok().flatten().is_some_and(|wide| wide.matches())
}

/// Whether the focus is in a dialog.
pub fn in_dialog() -> bool {
    document().active_element().is_some_and(|e| e.closest("[role=dialog]").ok().flatten().is_some())
}

/// Whether only the middle pane as a whole has the focus.
pub fn is_on_pane() -> bool {
    document().active_element().is_some_and(|e| e.matches(PANE).unwrap_or(false))
}

/// The panes in their order.
const PANES: [&str; 3] = ["left", "main", "right"];

/// The next pane of the page after the pane that has the focus; the first pane, if no pane has the focus.
pub fn next_pane() -> &'static str {
    let active = document().active_element();
    let holds = |pane: &str| active.as_ref().is_some_and(|e| e.closest(&format!(".{pane}")).ok().flatten().is_some());
    let at = PANES.iter().position(|pane| holds(pane)).map_or(0, |at| at + 1);
    // A hidden pane has no box. On a narrow screen all panes but one are hidden; a pane is shown when it gets the
    // focus.
    let narrow = on_screen(".paneTabs");
    let there = |pane: &str| on_screen(&format!(".{pane}.pane")) || narrow;
    let mut panes = PANES.into_iter().cycle().skip(at).take(PANES.len());
    panes.find(|pane| there(pane)).unwrap_or("main")
}

/// Whether an element that matches the selector is drawn.
fn on_screen(selector: &str) -> bool {
    document().query_selector(selector).ok().flatten().is_some_and(|e| e.get_bounding_client_rect().width() > 0.0)
}

/// Gives the focus to a pane after the next drawing.
pub fn pane_later(pane: &'static str) {
    match pane {
        "right" => later(INSPECTOR),
        "left" => soon(|| {
            let _ = on(".left .rows") || on(".left [tabindex='0']");
        }),
        _ => view_later(),
    }
}

/// Presses a button after the next drawing.
pub fn press_later(selector: &'static str) {
    soon(move || {
        if on(selector)
            && let Some(button) = document().active_element().and_then(|e| e.dyn_into::<HtmlElement>().ok())
        {
            button.click();
        }
    });
}

thread_local! {
    static KEPT: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
    static RESCUED: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Remembers the focused element for [`back_later`].
pub fn keep() {
    KEPT.set(document().active_element().map(|e| e.unchecked_into()));
}

/// Gives the focus back to the element of [`keep`] after the next drawing; to the view, if that element is gone.
pub fn back_later() {
    let kept = KEPT.take().filter(|e| e.is_connected() && e.tag_name() != "BODY");
    soon(move || match kept {
        // Another dialog was opened in place of the closed dialog, and keeps the focus.
        _ if document().query_selector("[role=dialog]").is_ok_and(|dialog| dialog.is_some()) => {}
        Some(element) if element.is_connected() && element.focus().is_ok() => {}
        _ => view_later(),
    });
}

/// Scrolls an element to the lower edge of the visible part.
pub fn show(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view_with_bool(false);
    }
}

/// Scrolls an element into view within the nearest element around it that matches `within`, by no more than is needed.
/// Nothing else is scrolled, not even boxes that hide their overflow.
pub fn into_view_of(selector: &str, within: &str) {
    let element = document().query_selector(selector).ok().flatten();
    let around = element.as_ref().and_then(|e| e.closest(within).ok().flatten());
    if let (Some(element), Some(around)) = (element, around) {
        let (at, room) = (element.get_bounding_client_rect(), around.get_bounding_client_rect());
        let by = if at.top() < room.top() { at.top() - room.top() } else { (at.bottom() - room.bottom()).max(0.0) };
        around.set_scroll_top(around.scroll_top() + by as i32);
    }
}

/// Scrolls an element into view, by no more than is needed.
pub fn into_view(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element_into_view(&element);
    }
}

/// As [`into_view`], for an element that is at hand.
pub fn element_into_view(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Whether something has the focus.
pub fn is_set() -> bool {
    document().active_element().is_some_and(|e| e.tag_name() != "BODY")
}

/// As [`rescue_later`], but 30 ms later, after the effects of the drawing: one of the effects gives the focus to the
/// scratch pad.
pub fn rescue_last() {
    Timeout::new(30, || {
        if !is_set() {
            view();
            RESCUED.set(document().active_element().map(|e| e.unchecked_into()));
        }
    })
    .forget();
}

/// Whether nothing has the focus, or only the element that [`rescue_last`] chose. A component that is drawn late may
/// then take the focus.
pub fn is_free() -> bool {
    let now = document().active_element().filter(|e| e.tag_name() != "BODY");
    now.is_none_or(|e| RESCUED.with_borrow(|rescued| rescued.as_ref().is_some_and(|r| **r == e)))
}

/// Gives the focus to the view after the next drawing, if the focused element is gone by then.
pub fn rescue_later() {
    soon(|| {
        if !is_set() {
            // Not `view_later`, which waits once more: code that asks for the focus after this drawing must run after
            // this call, so that it gets the focus.
            view();
        }
    });
}
