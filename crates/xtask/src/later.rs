//! The second module of the page: the views that are not needed to open a file (`web/src/rare.rs`).

use std::path::Path;

/// The end of the module's file name.
const END: &str = "_later.wasm";

/// True if a file of the built page is the second module.
pub fn is_part(file: &Path) -> bool {
    file.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(END))
}
