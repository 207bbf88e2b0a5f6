//! What happens to a session, and what it asks of the browser.

use std::rc::Rc;
use std::sync::Arc;

use btf::TypeId;
use desk::Problem;
use desk::archive::ArchiveView;
use desk::{FileId, FileInput};
use desk::{Job, Outcome, Sort};
use model::focus::ByteFocus;
use model::path::Path;
use model::print::DumpFormat;
use model::search::Chip;
use model::views::View;

use super::learn::LearnMsg;
use super::log::LogMsg;
use super::pad::PadMsg;
use super::problem::{Reading, Remembered};
use super::program::ProgramMsg;
use super::relocations::CoreMsg;
use super::settings::Settings;
use crate::commands::Command;
use crate::graph::GraphMsg;
use crate::list::Step;
use crate::look::changes::ChangesMsg;
use crate::look::compare::CompareMsg;
use crate::look::fields::FieldsMsg;
use crate::look::lists::ListsMsg;
use crate::look::paths::PathsMsg;
use crate::look::used_by::UsedByMsg;
use crate::shot::Shot;

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
    /// The links to what is shown.
    Share,
    /// A pasted log.
    Log,
    /// Fields in all open files.
    Fields,
}

/// How a change of the address enters the browser's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A step that Back undoes.
    Push,
    /// No step of its own.
    Replace,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A file was read and BTF was found in it.
    Opened(Box<FileInput>),
    /// A file could not be opened.
    Failed(Problem),
    /// A problem was read and can go.
    Dismiss(usize),
    /// A module that waits for its kernel was given up.
    DropWaiting(usize),
    /// The desk said something. Shared, because messages are cloned, and to clone every model would be code that nobody needs.
    Desk(Rc<Outcome>),
    /// The digest of a file is known.
    Digest(FileId, String),
    /// Another file's chip was chosen.
    Switch(FileId),
    /// A file's chip was closed.
    Close(FileId),
    /// The address bar says this: at the start, or by Back and Forward.
    Arrive(String),
    /// The question for a link's file was closed.
    ForgetWanted,
    /// Text was typed into the search.
    Query(String),
    /// A kind's chip was chosen; none for all.
    Chip(Option<Chip>),
    /// The chip "+ derived" was switched.
    Derived(bool),
    /// Only the module's own types, or all.
    OwnOnly(bool),
    /// The type list moved.
    ListStep(Step),
    /// A row of the type list was chosen.
    ListChoose(usize),
    /// Go to a type.
    GoTo(TypeId, Path, Way),
    /// Select something of the current type.
    Select(Path),
    /// Open or close a row of the table.
    ToggleRow(Path),
    /// Open or close a node of the tree.
    ToggleNode(Path),
    /// The member table moved by rows.
    TableStep(i64),
    /// The tree moved by lines.
    TreeStep(i64),
    /// Right: open, or go to the first child.
    Enter,
    /// Left: close, or go to the parent.
    Leave,
    /// A byte was chosen.
    Byte(ByteFocus),
    /// What the chosen byte belongs to is to be selected everywhere.
    ByteOwner,
    /// Another view.
    View(View),
    /// Something in Programs.
    Program(ProgramMsg),
    /// Something happened in the Used by view.
    UsedBy(UsedByMsg),
    /// Something happened in the Graph view.
    Graph(GraphMsg),
    /// Save what is shown as a picture: as PNG or SVG, dark or light.
    Picture(Shot, bool, bool),
    /// Something in CO-RE.
    Core(CoreMsg),
    /// Something in the scratch pad.
    Pad(PadMsg),
    /// Something in Compare.
    Compare(CompareMsg),
    /// Something with a pasted log.
    Log(LogMsg),
    /// Something in the list of all that differs.
    Changes(ChangesMsg),
    /// Something in the dialog of fields.
    Fields(FieldsMsg),
    /// Something where paths are looked for.
    Paths(PathsMsg),
    /// Something among the lists of a file.
    Lists(ListsMsg),
    /// Something in Learn.
    Learn(LearnMsg),
    /// A command, by key or by the command box.
    Command(Command),
    /// Show or close something above the page.
    Overlay(Overlay),
    /// The settings that were remembered.
    Settings(Settings),
    /// The C view shows what the type needs, or not.
    CNeeds(bool),
    /// Say something in the status line.
    Notice(String),
    /// Copy text; say this when it is done.
    Copy(String, String),
    /// Save text as a file of this name.
    Download(String, String),
    /// Layout as pahole prints it, or as pictures.
    AsPahole(bool),
    /// Print the whole file, in the worker, and save it.
    DumpFile(FileId, DumpFormat),
    /// Load one of the page's samples.
    LoadSample(String),
    /// Ask whether to load the file at this address.
    AskUrl(String),
    /// Load the file at this address: a person said so.
    LoadUrl(String),
    /// The files that this browser remembers.
    Remembered(Vec<Remembered>),
    /// Remember a file in this browser.
    Remember(FileId),
    /// Forget a remembered file, by its digest.
    Forget(String),
    /// Open a remembered file, by its digest.
    OpenRemembered(String),
    /// The remembered file with this digest is not there any more.
    Lost(String),
    /// The files that were open last, as [`Effect::SaveRecent`] wrote them.
    Recent(String),
    /// Open a file again as it was left, by its digest.
    Reopen(String),
    /// Forget that a file was open, by its digest, and its contents; none for all.
    ForgetRecent(Option<String>),
    /// How far reading a file is; none when nothing is read.
    Reading(Option<Reading>),
    /// The person does not want to wait any longer.
    CancelReading,
    /// A file is an archive with these entries.
    Listed(ArchiveView),
    /// An entry of the archive was chosen.
    ChooseEntry(u32),
    /// No entry was chosen.
    CloseArchive,
    /// Pack the type over so many pointers for its link.
    ShareDepth(u32),
    /// Save the types of the link as a file.
    SaveShared,
    /// Where btfscope is published, as the person says.
    Site(String),
    /// Where btfscope is published, as this browser remembers.
    KnownSite(String),
    /// Show what a link says in the file that is open, though it is not the file the link was made from.
    ShowAnyway,
}

/// What only the browser can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Set the address bar.
    Address(String, Way),
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
    /// Break off the desk's work of this sort.
    CancelJob(Sort),
    /// A file was closed: the desk has no need of it any more.
    LeaveDesk(FileId),
    /// Copy the page's address with this fragment; say this when it is done.
    CopyLink(String, String),
    /// Compute the digest of these bytes, after the next paint.
    Digest(FileId),
    /// Show the file dialog.
    FileDialog,
    /// Put the focus on the search.
    FocusSearch,
    /// Put the focus back to where it was, after something above the page closed.
    FocusBack,
    /// Put the focus into the view.
    FocusView,
    /// Say [`Msg::Picture`] in the theme of the page: as PNG or SVG.
    Picture(bool),
    /// Light or dark.
    ToggleTheme,
    /// The browser's Back.
    HistoryBack,
    /// The browser's Forward.
    HistoryForward,
    /// Remember the settings.
    SaveSettings,
    /// Load a sample, or a lesson's.
    LoadSample(String),
    /// Load the file at this address on the web.
    LoadUrl(String),
    /// Read the page's lesson of this name; it comes as [`LearnMsg::Text`].
    LoadLesson(String),
    /// Put the focus on the lesson's step.
    FocusLesson,
    /// Remember where btfscope is published.
    SaveSite(String),
    /// End what is being read, and what waits to be.
    CancelReading,
    /// Open an entry of the archive that was listed.
    OpenEntry(u32),
    /// Keep a file's bytes in this browser.
    Remember(FileId),
    /// Delete the bytes with this digest.
    Forget(String),
    /// Read the kept bytes with these digests and open them, one after the other.
    OpenRemembered(Vec<String>),
    /// Keep the list of the files that were open last.
    SaveRecent(String),
}
