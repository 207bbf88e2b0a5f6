//! The light and the dark theme. The system's preference counts until the person chooses a theme.

use std::cell::Cell;

use gloo::events::EventListener;
use gloo::utils::{document, window};
use session::theme::Theme;
use web_sys::MediaQueryList;

use super::store;

const KEY: &str = "theme";

fn light_query() -> Option<MediaQueryList> {
    window().match_media("(prefers-color-scheme: light)").ok().flatten()
}

fn system_is_dark() -> bool {
    !light_query().is_some_and(|query| query.matches())
}

thread_local! {
    /// The theme that was chosen in this visit, in case the browser does not store it.
    static CHOSEN: Cell<Option<Theme>> = const { Cell::new(None) };
}

fn chosen() -> Theme {
    let kept = || store::get(KEY).map_or(Theme::System, |word| Theme::from_word(&word));
    CHOSEN.get().unwrap_or_else(kept)
}

/// Applies the chosen theme to the page.
pub fn apply() {
    let chosen = chosen();
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", if chosen.is_dark(system_is_dark()) { "dark" } else { "light" });
        let _ = root.set_attribute("data-chosen", chosen.word());
    }
}

/// Applies the theme again when the system's preference changes, and the light theme while printing. Ends when the
/// listeners are dropped.
pub fn follow() -> Vec<EventListener> {
    let light = |_: &web_sys::Event| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", "light");
        }
    };
    let system = light_query().map(|query| EventListener::new(&query, "change", |_| apply()));
    let print =
        [EventListener::new(&window(), "beforeprint", light), EventListener::new(&window(), "afterprint", |_| apply())];
    system.into_iter().chain(print).collect()
}

/// Whether the page is dark now.
pub fn is_dark() -> bool {
    document().document_element().and_then(|r| r.get_attribute("data-theme")).as_deref() != Some("light")
}

/// Switches to the next theme. Returns a sentence about it for the status line.
pub fn toggle() -> String {
    let next = chosen().next(system_is_dark());
    CHOSEN.set(Some(next));
    store::set(KEY, next.word());
    apply();
    next.said(system_is_dark())
}
