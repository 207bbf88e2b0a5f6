//! Paths in messages and tables.

use std::path::Path;

/// A path as one line of text: file names may contain line feeds and control characters, which are escaped
/// ([`btf::visible`]).
pub trait AsText {
    /// The text for people to read. To open the file, use the path itself.
    fn as_text(&self) -> String;
}

impl AsText for Path {
    fn as_text(&self) -> String {
        btf::visible(self.as_os_str().as_encoded_bytes()).into_owned()
    }
}
