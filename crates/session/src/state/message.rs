//! What happens to a session, and what it asks of the browser.

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

/// What is shown above the page.
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
    /// What is at an offset of a type.
    At,
    /// The links to what is shown.
    Share,
    /// Kernels of the atlas.
    Atlas,
    /// What the messages of a log mean whose program is not open.
    Log,
}

/// A pane of the page. A narrow screen shows one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pane {
    /// The list: of types, with the scratch pad above it, or of what else the file is looked at by.
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
    /// No step of its own.
    Replace,
}

macro_rules! define {
    (
        page { $($(#[$doc:meta])* $vis:ident $field:ident: $type:ty, reads $reads:tt $(<- $variant:ident($msg:ty))?;)* }
        file { $($(#[$look_doc:meta])* $look:ident: $look_type:ty, reads $look_reads:tt $(<- $look_variant:ident($look_msg:ty))?;)* }
    ) => {
        /// What happened.
        #[derive(Clone, Debug)]
        pub enum Msg {
            $($(#[doc = concat!("Something with `", stringify!($field), "`.")] $variant($msg),)?)*
            $($(#[doc = concat!("Something with `", stringify!($look), "` of the current file.")] $look_variant($look_msg),)?)*
            /// Something in the list of types and its search.
            Search(SearchMsg),
            /// Something in the member table or the tree.
            Rows(RowsMsg),
            /// The person set something.
            Settings(SettingsMsg),
            /// The desk said something. Shared, because messages are cloned, and to clone every model would be code that nobody needs.
            Desk(Rc<Outcome>),
            /// The address bar says this: at the start, or by Back and Forward.
            Arrive(String),
            /// Go to a type.
            GoTo(TypeId, Path, History),
            /// Go to a type of another file, in the Tree.
            Tree(FileId, TypeId, Path),
            /// Select something of the current type.
            Select(Path),
            /// A byte was chosen.
            Byte(ByteFocus),
            /// What the chosen byte belongs to is to be selected everywhere.
            ByteOwner,
            /// Another view.
            View(View),
            /// Save what is shown as a picture: as PNG or SVG, dark or light.
            Picture(Shot, bool, bool),
            /// A command, by key or by the command box.
            Command(Command),
            /// Show or close something above the page.
            Overlay(Overlay),
            /// There is a desk: searches that exceed a frame are left to it.
            HasDesk,
            /// The date, as `2026-11-21`.
            Today(String),
            /// Say something in the status line.
            Notice(String),
            /// Copy text; say this when it is done.
            Copy(String, String),
            /// This text was copied; say that.
            Copied(String, String),
            /// Save text as a file of this name.
            Download(String, String),
        }
    };
}

each_feature!(define);

impl Msg {
    /// The pane that this brings on a narrow screen: what is chosen in a list is seen in the view, the scratch pad stands above the list. None
    /// where the pane stays.
    pub fn pane(&self) -> Option<Pane> {
        match self {
            Msg::Command(Command::Pad)
            | Msg::Program(ProgramMsg::Show(true))
            | Msg::Core(CoreMsg::Show)
            | Msg::Lists(ListsMsg::Show(true))
            | Msg::Changes(ChangesMsg::Show(true))
            | Msg::Verdict(VerdictMsg::Show(true)) => Some(Pane::List),
            // A step by nothing is Enter in a list.
            Msg::Search(SearchMsg::Choose(_))
            | Msg::GoTo(..)
            | Msg::Changes(ChangesMsg::Choose(_))
            | Msg::Core(CoreMsg::Pick(_) | CoreMsg::Step(0))
            | Msg::Fits(FitsMsg::Row(_))
            | Msg::Program(ProgramMsg::Function(_) | ProgramMsg::Data | ProgramMsg::Go(_) | ProgramMsg::Step(0)) => {
                Some(Pane::View)
            }
            // The tables of these are in the view.
            Msg::Fits(FitsMsg::Show) | Msg::Fields(FieldsMsg::Show) => Some(Pane::View),
            Msg::Fits(FitsMsg::Cell(..)) => Some(Pane::Bytes),
            _ => None,
        }
    }

    /// What came of reading a file, with what the file is known by.
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

/// What only the browser can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Set the address bar.
    Address(String, History),
    /// Copy text; say this when it is done.
    Copy(String, String),
    /// Save text as a file of this name.
    Download(String, String),
    /// Save text, in UTF-8, as a file of this name.
    Save(String, Arc<[u8]>),
    /// Make a PNG of an SVG file and save it under this name.
    SavePng(String, Arc<[u8]>),
    /// Ask the desk; what it says comes as [`Msg::Desk`].
    Ask(Job),
    /// Break off the desk's work of this kind.
    CancelJob(Lane),
    /// A file was closed: the desk has no need of it any more.
    LeaveDesk(FileId),
    /// The desk gives no sign: end it, and start another when there is something to do.
    RestartDesk,
    /// Copy the page's address with this fragment; say this when it is done.
    CopyLink(String, String),
    /// Compute the digest of these bytes, after the next paint.
    Digest(FileId),
    /// Show the file dialog.
    FileDialog,
    /// Put the focus on the search, on the start page on the question to the atlas.
    FocusSearch,
    /// Put the focus back to where it was, after something above the page closed.
    FocusBack,
    /// Put the focus into the view.
    FocusView,
    /// On a narrow screen, show this pane. The focus stays.
    Pane(Pane),
    /// Say [`Msg::Picture`] in the theme of the page: as PNG or SVG.
    Picture(bool),
    /// Light or dark.
    ToggleTheme,
    /// The browser's Back.
    HistoryBack,
    /// The browser's Forward.
    HistoryForward,
    /// Remember the settings, as these words.
    SaveSettings(String),
    /// Read the browser's file of this [key](crate::BrowserFile::key) by ranges, and say what came of it as [`FilesMsg::Read`].
    Read(FileId, u32),
    /// Have a worker of its own read files of the browser's, and say what came of it as [`FilesMsg::Read`].
    Unpack(Unpack),
    /// End that worker: it is done, or nobody waits for it any more.
    EndUnpacking,
    /// Load a sample, or a lesson's.
    LoadSample(String),
    /// Load the file at this address on the web, to be known as this.
    LoadUrl(FileId, String),
    /// End the loading of that.
    EndLoading,
    /// Read the page's lesson of this name; it comes as [`LearnMsg::Text`].
    LoadLesson(String),
    /// Keep what was done of the lessons.
    SaveProgress(String),
    /// Put the focus into the log below the program.
    FocusLog,
    /// Put the focus on the lesson's step.
    FocusLesson,
    /// Remember where btfscope is published.
    SaveSite(String),
    /// Keep a file's bytes in this browser.
    Remember(FileId),
    /// Delete the bytes with this digest.
    Forget(String),
    /// Read the kept bytes with these digests and open them, one after the other.
    OpenRemembered(Vec<String>),
    /// Keep the list of the files that were open last.
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
        // The ways from the overview lead to what they name.
        assert_eq!(Msg::Core(CoreMsg::Show).pane(), Some(Pane::List));
        assert_eq!(Msg::Fits(FitsMsg::Show).pane(), Some(Pane::View));
        assert_eq!(Msg::Notice("n".into()).pane(), None);
    }
}
