//! Moving the focus.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};

/// Puts the focus on the first element that a selector finds, if it can have it.
pub fn on(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    found.is_some_and(|e| e.focus().is_ok())
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
    if let Ok(Some(input)) = document().query_selector("input[type=file]")
        && let Ok(input) = input.dyn_into::<HtmlElement>()
    {
        input.click();
    }
}

/// The list of the view that is shown, after the next drawing; where there is none, whatever of the view can have the focus.
pub fn view_later() {
    gloo::timers::callback::Timeout::new(0, || {
        let _ = on("#view .rows") || on("#view [tabindex='0']") || on(".overview") || on("#search");
    })
    .forget();
}
