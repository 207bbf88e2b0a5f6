//! The address bar and the browser's history.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use session::BrowserHistory;
use session::pace::{PAUSE, Pace};
use wasm_bindgen::JsValue;

use super::marks;

thread_local! {
    static PACE: RefCell<Pace> = RefCell::default();
    /// A fragment that waits to be written, and the timer that will write it: browsers limit how often a page may
    /// change its address.
    static WAITS: RefCell<Option<(String, Timeout)>> = const { RefCell::new(None) };
}

/// The fragment in the address bar, with its `#`. Drops a fragment that waits to be written, because the person has
/// gone to another address.
pub fn current() -> String {
    WAITS.take();
    window().location().hash().unwrap_or_default()
}

/// Writes the fragment into the address bar, at once or a little later. Nothing is loaded by that. An empty fragment
/// removes the `#`.
pub fn set(fragment: &str, step: BrowserHistory) {
    if step == BrowserHistory::Push {
        write_waiting();
    } else if !PACE.with_borrow_mut(|pace| pace.allows(marks::now())) {
        WAITS.with_borrow_mut(|waits| {
            let timer = waits.take().map_or_else(|| Timeout::new(PAUSE, write_waiting), |(_, timer)| timer);
            *waits = Some((fragment.to_owned(), timer));
        });
        return;
    }
    WAITS.take();
    write(fragment, step);
}

/// Writes the fragment that waits, if there is one.
fn write_waiting() {
    if let Some((fragment, _)) = WAITS.take() {
        write(&fragment, BrowserHistory::Replace);
    }
}

fn write(fragment: &str, step: BrowserHistory) {
    PACE.with_borrow_mut(Pace::count);
    let Ok(history) = window().history() else { return };
    let plain = window().location().pathname().unwrap_or_default();
    let url = if fragment.is_empty() { plain.as_str() } else { fragment };
    // A browser may refuse; the page also works if its address does not change.
    let _ = match step {
        BrowserHistory::Push => history.push_state_with_url(&JsValue::NULL, "", Some(url)),
        BrowserHistory::Replace => history.replace_state_with_url(&JsValue::NULL, "", Some(url)),
    };
}

/// Goes back in the browser's history.
pub fn back() {
    write_waiting();
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// Goes forward in the browser's history.
pub fn forward() {
    write_waiting();
    if let Ok(history) = window().history() {
        let _ = history.forward();
    }
}
