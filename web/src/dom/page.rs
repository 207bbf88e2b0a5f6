//! What the build wrote into the page: its meta elements; and the date.

use gloo::utils::document;

/// The date here: the Swedish way to write it is `2026-11-21`.
pub fn today() -> String {
    js_sys::Date::new_0().to_locale_date_string("sv", &wasm_bindgen::JsValue::UNDEFINED).into()
}

/// The content of a meta element.
pub fn told(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}
