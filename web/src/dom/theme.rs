//! Light and dark: from the system, until the person chooses.

use gloo::utils::{document, window};

use super::store;

const KEY: &str = "theme";

fn system_is_light() -> bool {
    window().match_media("(prefers-color-scheme: light)").ok().flatten().is_some_and(|m| m.matches())
}

fn chosen() -> Option<String> {
    store::get(KEY).filter(|t| t == "light" || t == "dark")
}

fn set(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Sets the theme that was chosen, or the system's.
pub fn apply() {
    let system = if system_is_light() { "light" } else { "dark" };
    set(chosen().as_deref().unwrap_or(system));
}

/// Whether the page is dark now.
pub fn is_dark() -> bool {
    document().document_element().and_then(|r| r.get_attribute("data-theme")).as_deref() != Some("light")
}

/// The other theme from now on.
pub fn toggle() -> &'static str {
    let theme = if is_dark() { "light" } else { "dark" };
    set(theme);
    store::set(KEY, theme);
    theme
}
