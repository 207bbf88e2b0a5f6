//! Features: each keeps its own state, takes its own messages, and asks the desk for what it shows.
//!
//! A feature changes only itself. It reads other parts of the session through references; the list of features
//! (`state/features.rs`) says which parts each feature reads. For everything else that must happen, it returns
//! [`Out`]s.

use model::kind::FileKind;

use crate::file::OpenFile;
use crate::out::Out;

/// A part of the session that exists once, not once for each file.
pub(crate) trait Feature {
    /// Its messages.
    type Msg;
    /// References to the parts of the session that it reads.
    type Reads<'a>;

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message. Asks the desk for everything that is shown and not known yet, and drops answers
    /// about things that are no longer shown.
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

    /// Whether only programs have the feature.
    const OF_PROGRAMS: bool = false;

    /// Whether a file has the feature. If the current file does not have it, its messages are dropped.
    fn is_of(file: &OpenFile) -> bool {
        !Self::OF_PROGRAMS || file.kind == FileKind::Program
    }

    /// Handles a message.
    fn update(&mut self, msg: Self::Msg, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;

    /// Called after every message, for the current file. Asks the desk for everything that is shown and not known yet.
    fn reconcile(&mut self, file: &OpenFile, reads: Self::Reads<'_>) -> Vec<Out>;
}

/// The `Msg` of a feature without messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMsg {}
