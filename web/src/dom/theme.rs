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

/// The other theme from now on.
pub fn toggle() -> &'static str {
    let light = document().document_element().and_then(|r| r.get_attribute("data-theme")).as_deref() == Some("light");
    let theme = if light { "dark" } else { "light" };
    set(theme);
    store::set(KEY, theme);
    theme
}
