//! The address bar and the browser's history.

use gloo::utils::window;
use session::History;
use wasm_bindgen::JsValue;

/// The fragment that the address bar has, with its `#`.
pub fn current() -> String {
    window().location().hash().unwrap_or_default()
}

/// Sets the fragment without loading anything. An empty one is the plain page.
pub fn set(fragment: &str, step: History) {
    let Ok(history) = window().history() else { return };
    let plain = window().location().pathname().unwrap_or_default();
    let url = if fragment.is_empty() { plain.as_str() } else { fragment };
    // Browsers refuse more than some hundred changes a minute: the page works without.
    let _ = match step {
        History::Push => history.push_state_with_url(&JsValue::NULL, "", Some(url)),
        History::Replace => history.replace_state_with_url(&JsValue::NULL, "", Some(url)),
    };
}

/// The browser's Back.
pub fn back() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// The browser's Forward.
pub fn forward() {
    if let Ok(history) = window().history() {
        let _ = history.forward();
    }
}
