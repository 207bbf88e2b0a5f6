//! Features: each keeps its own state, takes its own messages, and asks the desk for what it shows.
//!
//! A feature changes only itself. It reads the rest of the session through the references that the list of features names for it
//! (`state/features.rs`), and returns [`Out`]s for everything else that must happen.

use crate::file::OpenFile;
use crate::out::Out;

/// A part of the session that exists once: it is about all files, or about the selected type.
pub(crate) trait Feature {
    /// Its messages.
    type Msg;
    /// References to the parts of the session that it reads.
    type Reads<'a>;

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message: asks for what is shown but missing, and drops answers about something that is no longer shown.
    fn reconcile(&mut self, _: Self::Reads<'_>) -> Vec<Out> {
        vec![]
    }
}

/// A part of the session that exists once for each open file.
pub(crate) trait FileFeature {
    /// Its messages.
    type Msg;
    /// References to the parts of the session that it reads.
    type Reads<'a>;

    /// Whether a file of this kind has the feature; other files do not get its messages.
    fn is_of(_: &OpenFile) -> bool {
        true
    }

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message, for the current file: asks for what is shown but missing.
    fn reconcile(&mut self, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;
}

/// The `Msg` of a feature without messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMsg {}
