//! What the build told the page: its meta elements.

use gloo::utils::document;

/// The content of a meta element.
pub fn told(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}
