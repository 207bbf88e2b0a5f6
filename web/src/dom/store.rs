//! Small things that this browser remembers: theme, widths, settings. As plain text: parsing anything more would cost the page
//! kilobytes.

use gloo::utils::window;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    // Browsers that are set to keep nothing have none, or refuse.
    window().local_storage().ok().flatten()
}

/// What is remembered under a name.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(&format!("btfscope.{key}")).ok()?
}

/// Whether this browser remembers anything at all.
pub fn is_there() -> bool {
    storage().is_some()
}

/// Remembers it. Whether the browser did: it may be set to keep nothing, or its store may be full.
pub fn set(key: &str, value: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("btfscope.{key}"), value).is_ok())
}
