//! The messages that a session takes, and the effects that it asks of the browser.

use std::rc::Rc;
use std::sync::Arc;

use btf::TypeId;
use desk::FileId;
use desk::{Job, Lane, Outcome};
use model::focus::ByteFocus;
use model::path::Path;
use model::views::View;

use super::feature::each_feature;
use crate::commands::Command;
use crate::intake::{FilesMsg, Unpack};
use crate::look::changes::ChangesMsg;
use crate::look::fields::FieldsMsg;
use crate::look::fits::FitsMsg;
use crate::look::kernel_lists::ListsMsg;
use crate::look::picture::Shot;
use crate::look::program::ProgramMsg;
use crate::look::relocations::CoreMsg;
use crate::look::rows::RowsMsg;
use crate::look::search::SearchMsg;
use crate::look::verdict::VerdictMsg;
use crate::settings::SettingsMsg;

/// A dialog or panel above the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The help.
    Help,
    /// The command box.
    GoTo,
    /// The list of a file's problems.
    Problems,
    /// The field for an offset.
    Offset,
    /// The search for the member at an offset of a type.
    At,
    /// Links to the current view.
    Share,
    /// The kernels of the atlas.
    Atlas,
    /// The explained messages of a log whose program is not open.
    Log,
}

/// A pane of the page. A narrow screen shows one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pane {
    /// The list on the left: types (with the scratch pad above them), functions, relocations, changes ..
    List,
    /// The view of a type, a program or a list.
    View,
    /// Bytes and inspector.
    Bytes,
}

/// How a change of the address enters the browser's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum History {
    /// A step that Back undoes.
    Push,
    /// Replaces the current entry.
    Replace,
}

macro_rules! define {
    (
        page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* }
        file { $($(#[$look_doc:meta])* $look:ident: $look_type:ty, reads $look_reads:tt $(<- $look_variant:ident($look_msg:ty))?;)* }
    ) => {
        /// An event: a person did something, or a result arrived.
        /// A message to the list of types and its search.
        #[derive(Clone, Debug)]
        pub enum Msg {
            $($(#[doc = concat!("Something with `", stringify!($field), "`.")] $variant($msg),)?)*
            $($(#[doc = concat!("Something with `", stringify!($look), "` of the current file.")] $look_variant($look_msg),)?)*
            /// A message to the list of types and its search.
            Search(SearchMsg),
            /// A message to the member table or the tree.
            Rows(RowsMsg),
            /// A message to the settings.
            Settings(SettingsMsg),
            /// Progress, an answer or a failure from the desk. In an `Rc` because messages are `Clone` and models need not be.
            Desk(Rc<Outcome>),
            /// The fragment of the address bar changed: at the start, or by Back and Forward.
            AddressChanged(String),
            /// Go to a type and a member of it.
            GoTo(TypeId, Path, History),
            /// Go to a type of another file, in the Tree.
            Tree(FileId, TypeId, Path),
            /// Select a member of the current type.
            Select(Path),
            /// A byte was chosen.
            Byte(ByteFocus),
            /// Select the type and member that own the chosen byte.
            ByteOwner,
            /// Show another view of the selected type.
            View(View),
            /// Save what is shown as a picture: PNG (true) or SVG, dark (true) or light.
            Picture(Shot, bool, bool),
            /// A command, by key or by the command box.
            Command(Command),
            /// Open a dialog or panel; close it if it is open.
            Overlay(Overlay),
            /// The desk's worker runs: searches that take longer than a frame are left to it.
            HasDesk,
            /// Today's date, as `2026-11-21`.
            Today(String),
            /// Show a text in the status line.
            Notice(String),
            /// Copy a text (first); show the second text in the status line when that is done.
            Copy(String, String),
            /// A text (first) was copied; show the second text in the status line.
            Copied(String, String),
            /// Save a file of this name (first) with this text (second).
            Download(String, String),
        }
    };
}

each_feature!(define);

impl Msg {
    /// The pane that a narrow screen switches to after this message: the view after a choice in a list, the list after a tab. None where
    /// the pane stays.
    pub fn pane(&self) -> Option<Pane> {
        match self {
            Msg::Command(Command::Pad)
            | Msg::Program(ProgramMsg::Show(true))
            | Msg::Core(CoreMsg::Show)
            | Msg::Lists(ListsMsg::Show(true))
            | Msg::Changes(ChangesMsg::Show(true))
            | Msg::Verdict(VerdictMsg::Show(true)) => Some(Pane::List),
            // `Step(0)` is sent by Enter in a list.
            Msg::Search(SearchMsg::Choose(_))
            | Msg::GoTo(..)
            | Msg::Changes(ChangesMsg::Choose(_))
            | Msg::Core(CoreMsg::Pick(_) | CoreMsg::Step(0))
            | Msg::Fits(FitsMsg::Row(_))
            | Msg::Program(ProgramMsg::Function(_) | ProgramMsg::Data | ProgramMsg::Go(_) | ProgramMsg::Step(0)) => {
                Some(Pane::View)
            }
            // Fits and Fields have their tables in the view.
            Msg::Fits(FitsMsg::Show) | Msg::Fields(FieldsMsg::Show) => Some(Pane::View),
            Msg::Fits(FitsMsg::Cell(..)) => Some(Pane::Bytes),
            _ => None,
        }
    }

    /// The same message, with the id of the file that was read.
    pub fn about(self, id: FileId) -> Msg {
        match self {
            Msg::Files(FilesMsg::Opened(mut input)) => {
                input.id = Some(id);
                Msg::Files(FilesMsg::Opened(input))
            }
            Msg::Files(FilesMsg::Failed(problem)) => Msg::Files(FilesMsg::Failed(problem.about(id))),
            other => other,
        }
    }
}

/// Something that only the browser can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Set the address bar.
    Address(String, History),
    /// Copy a text (first); show the second text when that is done.
    Copy(String, String),
    /// Save a file of this name (first) with this text (second).
    Download(String, String),
    /// Save a file of this name with these bytes (UTF-8 text).
    Save(String, Arc<[u8]>),
    /// Make a PNG of an SVG file and save it under this name.
    SavePng(String, Arc<[u8]>),
    /// Ask the desk; its answer comes as [`Msg::Desk`].
    Ask(Job),
    /// Cancel the desk's work in this lane.
    CancelJob(Lane),
    /// A file was closed: the desk can drop it.
    LeaveDesk(FileId),
    /// The desk does not respond: end its worker, and start another one when there is a question.
    RestartDesk,
    /// Copy the page's address with this fragment (first); show the second text when that is done.
    CopyLink(String, String),
    /// Compute the SHA-256 of this file, after the next paint.
    Digest(FileId),
    /// Show the file dialog.
    FileDialog,
    /// Focus the search field; on the start page, the search of the atlas.
    FocusSearch,
    /// Put the focus back to where it was before something opened above the page.
    FocusBack,
    /// Focus the view.
    FocusView,
    /// On a narrow screen, show this pane, without moving the focus.
    Pane(Pane),
    /// Send back [`Msg::Picture`] with the page's theme: PNG (true) or SVG.
    Picture(bool),
    /// Switch to the next theme.
    ToggleTheme,
    /// Go back in the browser's history.
    HistoryBack,
    /// Go forward in the browser's history.
    HistoryForward,
    /// Store the settings, as these words.
    SaveSettings(String),
    /// Read the browser's file of this [key](crate::BrowserFile::key) by ranges; send the result as [`FilesMsg::Read`].
    Read(FileId, u32),
    /// Start a worker that unpacks or searches files; send its result as [`FilesMsg::Read`].
    Unpack(Unpack),
    /// End that worker: it is done, or the person cancelled it.
    EndUnpacking,
    /// Load a sample of the page, or a file of a lesson.
    LoadSample(String),
    /// Load the file at this address on the web; it gets this id.
    LoadUrl(FileId, String),
    /// Cancel that loading.
    EndLoading,
    /// Read the page's lesson of this name; its text comes as [`LearnMsg::Text`].
    LoadLesson(String),
    /// Store the progress in the lessons.
    SaveProgress(String),
    /// Focus the field for the log, below the program.
    FocusLog,
    /// Focus the step of the lesson.
    FocusLesson,
    /// Store the address at which btfscope is published.
    SaveSite(String),
    /// Store a file's bytes in this browser.
    Remember(FileId),
    /// Delete the stored bytes with this digest.
    Forget(String),
    /// Read the stored bytes with these digests and open them, one after the other.
    OpenRemembered(Vec<String>),
    /// Store the list of recent files.
    SaveRecent(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_bring_the_view_and_steps_leave_the_list() {
        assert_eq!(Msg::Search(SearchMsg::Choose(3)).pane(), Some(Pane::View));
        assert_eq!(Msg::Core(CoreMsg::Step(0)).pane(), Some(Pane::View));
        assert_eq!(Msg::Core(CoreMsg::Step(1)).pane(), None);
        assert_eq!(Msg::Program(ProgramMsg::Step(-1)).pane(), None);
        assert_eq!(Msg::Command(Command::Pad).pane(), Some(Pane::List));
        // Links of the overview lead to what they name.
        assert_eq!(Msg::Core(CoreMsg::Show).pane(), Some(Pane::List));
        assert_eq!(Msg::Fits(FitsMsg::Show).pane(), Some(Pane::View));
        assert_eq!(Msg::Notice("n".into()).pane(), None);
    }
}
