//! The page's meta elements, which the build writes; the date; how the person came to the page.

use gloo::utils::{document, window};
use web_sys::Url;

/// The local date as `2026-11-21`; the Swedish locale writes dates in this form.
pub fn today() -> String {
    js_sys::Date::new_0().to_locale_date_string("sv", &wasm_bindgen::JsValue::UNDEFINED).into()
}

/// The content of a meta element, if it is there.
pub fn meta(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

/// An address relative to the page, as an absolute address.
pub fn absolute(address: &str) -> Option<String> {
    Some(Url::new_with_base(address, &document().base_uri().ok()??).ok()?.href())
}

/// Whether the page was opened by a reload, by Back or Forward, or as a duplicated tab (which browsers report as one of
/// these), and not by a link or an address. If so, the page is shown again as it was.
pub fn comes_back() -> bool {
    let entry = window().performance().map(|p| p.get_entries_by_type("navigation").get(0));
    entry
        .and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok()?.as_string())
        .is_some_and(|t| t == "reload" || t == "back_forward")
}
