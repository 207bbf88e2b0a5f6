//! The text of the presentation's step, which may be longer than the screen.

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
    let Some(text) = gloo::utils::document().query_selector(".decked .ltext").ok().flatten() else { return false };
    let rest = if on { text.scroll_height() - text.client_height() - text.scroll_top() } else { text.scroll_top() };
    // Browsers round: a single pixel is not text.
    if rest <= 1 {
        return false;
    }
    let by = (f64::from(text.client_height()) * PAGE) as i32;
    text.set_scroll_top(text.scroll_top() + if on { by.min(rest) } else { -by.min(rest) });
    true
}
