//! The text of the presentation's step, which may be longer than the screen.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The sizes of letters that are tried, in percent of those of a short step. Smaller ones cannot be read in the last row of a room.
const SIZES: [u32; 9] = [100, 95, 90, 85, 80, 75, 70, 65, 60];
/// The size for a step that does not fit even so. It is scrolled anyway, so that it need not be small.
const SCROLLED: u32 = 80;
/// The property of the style sheet with the size, as a factor.
const SIZE: &str = "--fit";

fn text() -> Option<Element> {
    gloo::utils::document().query_selector(".decked .ltext").ok().flatten()
}

/// How many pixels of the text are out of sight. Browsers round: a single pixel is not text.
fn beyond(text: &Element) -> i32 {
    (text.scroll_height() - text.client_height() - 1).max(0)
}

/// Makes the letters of the step as large as they can be without any of it out of sight.
pub fn fit() {
    let Some(text) = text() else { return };
    let Some(style) = text.dyn_ref::<HtmlElement>().map(HtmlElement::style) else { return };
    for size in SIZES.into_iter().chain([SCROLLED]) {
        // A style sheet without the property shows the usual size.
        let _ = style.set_property(SIZE, &format!("{}.{:02}", size / 100, size % 100));
        if beyond(&text) == 0 {
            return;
        }
    }
}

/// The part of its height by which a key scrolls the text: the last lines stay in sight.
const PAGE: f64 = 0.8;

/// Scrolls the text of the step on for the space bar and Page Down, and back for Page Up. False if the key does not scroll, or
/// there is nothing more to see that way: then it turns the step.
pub fn scrolls(key: &str) -> bool {
    let on = match key {
        " " | "PageDown" => true,
        "PageUp" => false,
        _ => return false,
    };
    let Some(text) = text() else { return false };
    let rest = if on { beyond(&text) - text.scroll_top() } else { text.scroll_top() };
    if rest <= 0 {
        return false;
    }
    let by = (f64::from(text.client_height()) * PAGE) as i32;
    text.set_scroll_top(text.scroll_top() + if on { by.min(rest) } else { -by.min(rest) });
    true
}
