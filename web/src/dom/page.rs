//! What the build wrote into the page: its meta elements; and the date.

use gloo::utils::{document, window};

/// The date here: the Swedish way to write it is `2026-11-21`.
pub fn today() -> String {
    js_sys::Date::new_0().to_locale_date_string("sv", &wasm_bindgen::JsValue::UNDEFINED).into()
}

/// The content of a meta element.
pub fn meta(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

/// Whether the person loaded the page anew, in place of coming to it by a link or an address.
pub fn is_reload() -> bool {
    let entry = window().performance().map(|p| p.get_entries_by_type("navigation").get(0));
    entry
        .and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok()?.as_string())
        .is_some_and(|t| t == "reload")
}
