//! The messages that a session takes, and the effects that it asks of the browser. These are data only. The messages
//! of a feature are here and not beside the feature, because other features send them, too.

mod atlas;
mod changes;
mod compare;
mod effect;
mod fields;
mod files;
mod fits;
mod graph;
mod learn;
mod link;
mod lists;
mod log;
mod pad;
mod paths;
mod place;
mod program;
mod recent;
mod relocations;
mod rows;
mod search;
mod settings;
mod share;
mod slide;
mod used_by;
mod values;
mod verdict;

use std::rc::Rc;

use btf::TypeId;
use desk::{FileId, Outcome};
use model::focus::ByteFocus;
use model::path::Path;
use model::views::View;

pub use self::search::SearchMsg;
pub use atlas::{AtlasMsg, ServerAtlas};
pub use changes::{ChangesMsg, ChangesOrder};
pub use compare::{CompareMsg, Sift};
pub use effect::Effect;
pub use fields::FieldsMsg;
pub use files::{BrowserFile, FilesMsg, OfferedFile, ReadResult, TypesFrom, Unpack};
pub use fits::{FitsFile, FitsMsg};
pub use graph::{Direction, GraphMsg, GraphSettings};
pub use learn::LearnMsg;
pub use link::{LinkMsg, Wanted};
pub use lists::ListsMsg;
pub use log::LogMsg;
pub use pad::{PadEdit, PadMsg, ScrubMsg};
pub use paths::PathsMsg;
pub use place::{BrowserHistory, Overlay, Pane, Shot};
pub use program::{Picked, ProgramMsg};
pub use recent::RecentMsg;
pub use relocations::CoreMsg;
pub use rows::RowsMsg;
pub use settings::SettingsMsg;
pub use share::ShareMsg;
pub use slide::SlideMsg;
pub use used_by::UsedByMsg;
pub use values::ValuesMsg;
pub use verdict::VerdictMsg;

use crate::commands::Command;

/// A message: a person did something, a result arrived, or a feature asks something of another feature.
#[derive(Clone, Debug)]
pub enum Msg {
    /// Opening, printing and closing files.
    Files(FilesMsg),
    /// Links, and the text of the address bar.
    Link(LinkMsg),
    /// The files that were open last, and those that the browser stores.
    Recent(RecentMsg),
    /// The scratch pad.
    Pad(PadMsg),
    /// Lessons.
    Learn(LearnMsg),
    /// The users of the selected type.
    UsedBy(UsedByMsg),
    /// The verdict: whether kernels accept the current file's BTF.
    Verdict(VerdictMsg),
    /// The Compare view.
    Compare(CompareMsg),
    /// The Graph view.
    Graph(GraphMsg),
    /// All differences between two files.
    Changes(ChangesMsg),
    /// Where given fields lie in all open files.
    Fields(FieldsMsg),
    /// Paths from the selected type to another one.
    Paths(PathsMsg),
    /// Atlases.
    Atlas(AtlasMsg),
    /// The Share dialog: the links that it offers.
    Share(ShareMsg),
    /// The functions, maps and globals of a program.
    Program(ProgramMsg),
    /// The log of a program.
    Log(LogMsg),
    /// The CO-RE relocations of a program.
    Core(CoreMsg),
    /// The slider: what a relocation becomes on the kernels of an atlas.
    Slide(SlideMsg),
    /// On which kernels a program loads.
    Fits(FitsMsg),
    /// The lists that a file has beside its types.
    Lists(ListsMsg),
    /// Values: pasted bytes, decoded as types of the file.
    Values(ValuesMsg),
    /// A message to the list of types and its search.
    Search(SearchMsg),
    /// A message to the member table or the tree.
    Rows(RowsMsg),
    /// A message to the settings.
    Settings(SettingsMsg),
    /// Progress, an answer or a failure from the desk. It is in an `Rc`, so that a clone of the message does not copy
    /// the answer.
    Desk(Rc<Outcome>),
    /// The fragment in the address bar changed: at the start, or by Back and Forward.
    AddressChanged(String),
    /// Go to a type and a member of it.
    GoTo(TypeId, Path, BrowserHistory),
    /// Go to a type of another file, in the Tree.
    Tree(FileId, TypeId, Path),
    /// Select a member of the current type.
    Select(Path),
    /// On a narrow screen, show this pane.
    See(Pane),
    /// A byte was chosen.
    Byte(ByteFocus),
    /// Select the type and member that own the chosen byte.
    ByteOwner,
    /// Show another view of the selected type.
    View(View),
    /// Save a picture of the view: PNG (true) or SVG, dark (true) or light.
    Picture(Shot, bool, bool),
    /// A command, by key or by the command box.
    Command(Command),
    /// Open a dialog or panel; close it if it is open.
    Overlay(Overlay),
    /// The page has a desk, so searches that take longer than a frame can go to it.
    HasDesk,
    /// Today's date, as `2026-11-21`.
    Today(String),
    /// Show a text in the status line.
    Notice(String),
    /// Copy the first text; show the second text in the status line when that is done.
    Copy(String, String),
    /// The first text was copied; show the second text in the status line.
    Copied(String, String),
    /// Save a file with this name (first) and this text (second).
    Download(String, String),
}

impl Msg {
    /// The pane that a narrow screen shows after this message: for example, the view after a choice in a list, or the
    /// list after a click on a tab. None if the pane stays.
    pub fn pane(&self) -> Option<Pane> {
        match self {
            Msg::Command(Command::Pad)
            | Msg::Pad(PadMsg::Bytes)
            | Msg::Program(ProgramMsg::Show(true))
            | Msg::Core(CoreMsg::Show)
            | Msg::Lists(ListsMsg::Show(true))
            | Msg::Changes(ChangesMsg::Show(true))
            | Msg::Verdict(VerdictMsg::Show(true)) => Some(Pane::List),
            // Enter in a list sends `Step(0)`.
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

    /// The same message, but about the file with this id. Only [`FilesMsg::Opened`] and [`FilesMsg::Failed`] change.
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
        assert_eq!(Msg::Pad(PadMsg::Bytes).pane(), Some(Pane::List));
        // A link in the overview leads to the pane that shows its target.
        assert_eq!(Msg::Core(CoreMsg::Show).pane(), Some(Pane::List));
        assert_eq!(Msg::Fits(FitsMsg::Show).pane(), Some(Pane::View));
        assert_eq!(Msg::Notice("n".into()).pane(), None);
    }
}
