//! The browser's local storage, for small values: theme, widths, settings. Values are plain text, because a parser
//! would add kilobytes to the page.

use gloo::utils::window;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    // The browser may have local storage switched off.
    window().local_storage().ok().flatten()
}

/// The value under a key; `None` if it is not set.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(&format!("btfscope.{key}")).ok()?
}

/// Whether this browser has local storage.
pub fn is_there() -> bool {
    storage().is_some()
}

/// Stores a value. False if the browser refuses: it may be set to store nothing, or its storage may be full.
pub fn set(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("btfscope.{key}"), value).is_ok())
}
