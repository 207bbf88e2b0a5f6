//! The text of the step in the presentation, which may be longer than the screen.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The letter sizes that are tried, in percent of the size for a short step. Smaller letters cannot be read in the
/// last row of a room.
const SIZES: [u32; 9] = [100, 95, 90, 85, 80, 75, 70, 65, 60];
/// The letter size for a step that does not fit at any of these sizes. It is scrolled anyway, so its letters need not
/// be small.
const SCROLLED: u32 = 80;
/// The custom property of the style sheet that has the size, as a factor.
const SIZE: &str = "--fit";

fn text() -> Option<Element> {
    gloo::utils::document().query_selector(".decked .ltext").ok().flatten()
}

/// How many pixels of the text are out of view. Browsers round, so a single pixel does not count.
fn beyond(text: &Element) -> i32 {
    (text.scroll_height() - text.client_height() - 1).max(0)
}

/// Makes the letters of the step as large as possible without any text out of view.
pub fn fit() {
    let Some(text) = text() else { return };
    let Some(style) = text.dyn_ref::<HtmlElement>().map(HtmlElement::style) else { return };
    for size in SIZES.into_iter().chain([SCROLLED]) {
        // If the style sheet lacks the property, the text has the usual size.
        let _ = style.set_property(SIZE, &format!("{}.{:02}", size / 100, size % 100));
        if beyond(&text) == 0 {
            return;
        }
    }
}

/// The part of the visible height by which a key scrolls the text, so that the last lines stay visible.
const PAGE: f64 = 0.8;

/// Scrolls the text of the step down for the space bar and Page Down, and up for Page Up. False if the key does not
/// scroll, or if there is nothing more to see in that direction; the key then goes to another step.
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
