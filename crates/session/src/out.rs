//! The actions that a feature asks for. A feature changes only itself; the session does everything else.

use btf::TypeId;
use desk::{FileId, FileInput, Job, Pair, Problem};
use lesson::Show;
use model::address::Address;
use model::focus::ByteFocus;
use model::path::Path;
use model::views::View;

use crate::file::OpenFile;
use crate::msg::{BrowserHistory, Effect, LinkMsg, Msg, Overlay};
use crate::screen::Screen;

/// An action that the session carries out after a feature has changed itself. Several are carried out in order.
#[derive(Debug)]
pub(crate) enum Out {
    /// Ask the browser to do this.
    Effect(Effect),
    /// Ask the desk this question, at the end of the message.
    Ask(Job),
    /// Handle this message, which may be for another feature.
    Send(Msg),
    /// Make this file the current one.
    MakeCurrent(FileId),
    /// From now on, no file is the current one.
    ClearCurrent,
    /// Show this screen of the current file.
    Screen(Screen),
    /// Choose this byte of the current file, or none.
    Byte(Option<ByteFocus>),
    /// Open this dialog or panel above the page.
    Overlay(Overlay),
    /// Show this problem, unless it is shown already.
    Problem(Problem),
    /// Show this view of the selected type. The view that the person chose for all types stays as it is.
    View(View),
    /// Select this type and member of the current file.
    Go(TypeId, Path, BrowserHistory),
    /// Select this member of the selected type.
    Select(Path),
    /// Show the place in the current file that a step of a lesson is about.
    Show(Show, BrowserHistory),
    /// Open this file, which was read.
    Open(Box<FileInput>),
    /// Close this file.
    Close(FileId),
    /// Set the digest of a file.
    Digest(FileId, String),
    /// Put this file in the place of the file with this id; without an id, or if that file is not open, add it.
    Put(Box<OpenFile>, Option<FileId>),
    /// Compare these two files.
    Compare(Pair),
    /// Copy a link with this fragment (first text); show the second text when that is done.
    CopyLink(String, String),
    /// Show in this file what the address names.
    Link(Box<Address>, FileId),
    /// Write the address at the end of the message.
    Address(BrowserHistory),
}

impl Out {
    /// Ask the desk this question.
    pub(crate) fn ask(question: impl Into<Job>) -> Out {
        Out::Ask(question.into())
    }
}

impl From<Msg> for Out {
    fn from(msg: Msg) -> Out {
        Out::Send(msg)
    }
}

impl From<LinkMsg> for Out {
    fn from(msg: LinkMsg) -> Out {
        Out::Send(Msg::Link(msg))
    }
}

impl From<Effect> for Out {
    fn from(effect: Effect) -> Out {
        Out::Effect(effect)
    }
}
