//! Paths as messages and tables have them.

use std::path::Path;

/// A path as text of one line: a file's name may have line feeds and commands to a terminal in it, as any name may ([`btf::visible`]).
pub trait AsText {
    /// The text. It is to be read: what opens a file takes the path itself.
    fn as_text(&self) -> String;
}

impl AsText for Path {
    fn as_text(&self) -> String {
        btf::visible(self.as_os_str().as_encoded_bytes()).into_owned()
    }
}
