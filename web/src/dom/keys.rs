//! Keys, with the names that the table of commands uses.

use session::commands::FocusPlace;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, KeyboardEvent};

/// The name of a key: `Ctrl+K`, `Shift+D`, `/`, `ArrowLeft`. Cmd counts as Ctrl.
pub fn name(event: &KeyboardEvent) -> String {
    let key = event.key();
    let mut out = String::new();
    if event.ctrl_key() || event.meta_key() {
        out.push_str("Ctrl+");
    }
    if event.alt_key() {
        out.push_str("Alt+");
    }
    let letter = key.chars().count() == 1 && key.chars().all(|c| c.is_ascii_alphabetic());
    if letter && (event.shift_key() || !out.is_empty()) {
        if event.shift_key() {
            out.push_str("Shift+");
        }
        out.push_str(&key.to_ascii_uppercase());
    } else {
        out.push_str(&key);
    }
    out
}

/// Whether an element takes typed text. All inputs count except checkboxes and the file input, so a slider counts, too.
pub fn is_text(element: &Element) -> bool {
    match element.dyn_ref::<HtmlInputElement>() {
        Some(input) => !matches!(input.type_().as_str(), "checkbox" | "file"),
        None => element.tag_name() == "TEXTAREA",
    }
}

/// Whether the key is an ASCII character or an arrow, without Ctrl, Alt or Cmd.
pub fn is_plain(event: &KeyboardEvent) -> bool {
    let key = event.key();
    (key.len() == 1 || key.starts_with("Arrow")) && !event.ctrl_key() && !event.meta_key() && !event.alt_key()
}

/// The kind of element that has the focus.
pub fn place() -> FocusPlace {
    let Some(element) = gloo::utils::document().active_element() else { return FocusPlace::Elsewhere };
    if is_text(&element) {
        return FocusPlace::Input;
    }
    if element.closest(".hex").ok().flatten().is_some() {
        return FocusPlace::Bytes;
    }
    let list = "[role=listbox],[role=tree],[role=treegrid],.upper,pre.code,[role=tablist],[role=grid],.graph";
    let inside = |what: &str| element.closest(what).ok().flatten().is_some();
    if inside(list) {
        FocusPlace::List
    } else if gloo::utils::document().query_selector(".decked").ok().flatten().is_some()
        && !inside("button,a,summary,select,[role=dialog]")
    {
        FocusPlace::Deck
    } else {
        FocusPlace::Elsewhere
    }
}

/// How many rows Page Down moves: the attribute `data-page` of the focused list, or of the list that the focused
/// input filters.
pub fn page_of(event: &KeyboardEvent) -> i64 {
    let Some(at) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return 1 };
    let list = match at.get_attribute("aria-controls") {
        Some(id) => gloo::utils::document().get_element_by_id(&id),
        None => at.closest("[data-page]").ok().flatten(),
    };
    list.and_then(|list| list.get_attribute("data-page")?.parse().ok()).unwrap_or(1)
}

/// How many rows a key moves in a list with pages of `page` rows; none for other keys. `k` and `j` move only if
/// `single`, the setting for single letters, is on.
pub fn list_move(key: &str, page: i64, single: bool) -> Option<i64> {
    Some(match key {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        "j" if single => 1,
        "k" if single => -1,
        "PageDown" => page,
        "PageUp" => -page,
        "Home" => -i64::from(i32::MAX),
        "End" => i64::from(i32::MAX),
        _ => return None,
    })
}
