//! What a feature wants of the others: it changes only itself, and the session does the rest.

use btf::TypeId;
use desk::{FileId, FileInput, Job, Pair, Problem};
use model::address::Address;
use model::focus::ByteFocus;
use model::lesson::Show;
use model::path::Path;
use model::views::View;

use super::{Effect, History, Msg, Overlay, Screen, Session};
use crate::file::OpenFile;
use crate::link::LinkMsg;

/// What a feature wants to happen after it changed itself, in order.
#[derive(Debug)]
pub(crate) enum Out {
    /// This, of the browser.
    Effect(Effect),
    /// This is asked of the desk, at the end of the message.
    Ask(Job),
    /// This message, of another feature.
    Send(Msg),
    /// Another file is looked at.
    LookAt(FileId),
    /// No file is looked at.
    LookAway,
    /// This is shown of the current file.
    Screen(Screen),
    /// This byte of the current file is chosen, or none.
    Byte(Option<ByteFocus>),
    /// This is shown above the page.
    Overlay(Overlay),
    /// This is wrong, if that was not said before.
    Problem(Problem),
    /// This view of the selected type is shown; it is not what the person chose for all types.
    View(View),
    /// This type and member of the current file is selected.
    Go(TypeId, Path, History),
    /// This member of the selected type is selected.
    Select(Path),
    /// What a step of a lesson shows is shown, of the current file.
    Show(Show, History),
    /// This file was read: it is opened.
    Open(Box<FileInput>),
    /// This file is closed.
    Close(FileId),
    /// The digest of a file is known.
    Digest(FileId, String),
    /// This file takes the place of another one, or joins the files.
    Put(Box<OpenFile>, Option<FileId>),
    /// These two files are compared.
    Compare(Pair),
    /// A link with this fragment is copied; this is said when it is done.
    CopyLink(String, String),
    /// What an address says is shown of this file.
    Link(Box<Address>, FileId),
    /// The address changes.
    Address(History),
}

impl Out {
    /// This is asked of the desk.
    pub(crate) fn ask(question: impl Into<Job>) -> Out {
        Out::Ask(question.into())
    }
}

impl From<Job> for Out {
    fn from(job: Job) -> Out {
        Out::Ask(job)
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

impl Session {
    /// Does what a feature wants.
    pub(crate) fn apply_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Effect(effect) => self.effects.push(effect),
                Out::Ask(job) => self.asks.push(job),
                Out::Send(msg) => self.apply(msg),
                Out::LookAt(id) => self.look_at(Some(id)),
                Out::LookAway => self.look_at(None),
                Out::Screen(screen) => self.show_screen(screen),
                Out::Byte(byte) => {
                    if let Some(file) = self.seen.file_mut() {
                        file.look.byte = byte;
                    }
                }
                Out::Overlay(overlay) => self.seen.overlay = overlay,
                Out::Problem(problem) => {
                    if !self.intake.problems.contains(&problem) {
                        self.intake.problems.push(problem);
                    }
                }
                Out::View(view) => self.seen.view = view,
                Out::Go(id, path, history) => self.go_to(id, path, history),
                Out::Select(path) => self.select(path),
                Out::Show(show, history) => self.show_me(show, history),
                Out::Open(input) => self.open(*input),
                Out::Close(id) => self.close(id),
                Out::Digest(id, digest) => self.digest_known(id, digest),
                Out::Put(file, old) => self.put(*file, old),
                Out::Compare(pair) => self.seen.pairing.choose(pair),
                Out::Link(address, id) => self.show(&address, id),
                Out::CopyLink(link, said) => self.copy_link(link, &said),
                Out::Address(history) => self.link.changes(history),
            }
        }
    }
}
