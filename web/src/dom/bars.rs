//! Arrow keys between the buttons of a table or an axis: left and right within a row, up and down to the next row.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, NodeList};

/// Moves the focus between the buttons of a table or an axis: an arrow key moves it to the next button in the direction
/// of the arrow, Home and End to the first and last button of the row.
pub fn step(e: &KeyboardEvent) {
    if e.ctrl_key() || e.alt_key() || e.meta_key() {
        return;
    }
    let target = e.target().and_then(|t| t.dyn_into::<Element>().ok());
    let Some(from) = target.and_then(|t| t.closest("td > button, .axrow > button").ok().flatten()) else { return };
    let next = match e.key().as_str() {
        "ArrowRight" => beside(&from, 1),
        "ArrowLeft" => beside(&from, -1),
        "Home" => in_row(&from).and_then(|all| all.first().cloned()),
        "End" => in_row(&from).and_then(|all| all.last().cloned()),
        "ArrowDown" => below(&from, true),
        "ArrowUp" => below(&from, false),
        _ => return,
    };
    // The arrow key must not scroll the page, even at the edge, where no button follows.
    e.prevent_default();
    if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
        // The table is one stop of the Tab key: the button that had the focus last.
        for other in from.closest("table, .axis").ok().flatten().map(|t| buttons(&t)).unwrap_or_default() {
            let _ = other.set_attribute("tabindex", "-1");
        }
        let _ = next.set_attribute("tabindex", "0");
        let _ = next.focus();
    }
}

fn list(nodes: Result<NodeList, wasm_bindgen::JsValue>) -> Vec<Element> {
    let Ok(nodes) = nodes else { return Vec::new() };
    (0..nodes.length()).filter_map(|i| nodes.get(i)?.dyn_into().ok()).collect()
}

fn buttons(of: &Element) -> Vec<Element> {
    list(of.query_selector_all("button"))
}

fn in_row(from: &Element) -> Option<Vec<Element>> {
    from.closest("tr, .axrow").ok().flatten().map(|row| buttons(&row))
}

fn beside(from: &Element, by: isize) -> Option<Element> {
    let all = in_row(from)?;
    let at = all.iter().position(|b| b == from)?;
    all.get(at.checked_add_signed(by)?).cloned()
}

/// The button below `from`, or above it if not `down`. In the next row that has buttons, it is the button that covers
/// the middle of `from`, or else the button whose middle is nearest to that point.
fn below(from: &Element, down: bool) -> Option<Element> {
    let middle = |e: &Element| {
        let r = e.get_bounding_client_rect();
        r.left() + r.width() / 2.0
    };
    let at = middle(from);
    let mut row = from.closest("tr, .axrow").ok().flatten()?;
    loop {
        row = if down { row.next_element_sibling() } else { row.previous_element_sibling() }?;
        let far = |b: &Element| {
            let r = b.get_bounding_client_rect();
            if r.left() <= at && at <= r.right() { 0.0 } else { (middle(b) - at).abs() }
        };
        if let Some(near) = buttons(&row).into_iter().min_by(|a, b| far(a).total_cmp(&far(b))) {
            return Some(near);
        }
    }
}
