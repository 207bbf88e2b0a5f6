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

/// Remembers it.
pub fn set(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("btfscope.{key}"), value);
    }
}
