//! Paths in messages and tables.

use std::fmt::Display;
use std::path::Path;

use crate::fail::Failure;

/// A path as one line of text: file names may contain line feeds and control characters, which are escaped
/// ([`btf::visible`]).
pub trait AsText {
    /// The text for people to read. To open the file, use the path itself.
    fn as_text(&self) -> String;

    /// The failure of a command at this file, with status 2. The message names the file and says why.
    fn bad(&self, why: impl Display) -> Failure {
        Failure::Bad(format!("{}: {why}", self.as_text()))
    }
}

impl AsText for Path {
    fn as_text(&self) -> String {
        btf::visible(self.as_os_str().as_encoded_bytes()).into_owned()
    }
}
