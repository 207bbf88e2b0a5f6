//! What a feature asks the session to do: it changes only itself, the session does the rest.

use btf::TypeId;
use desk::{FileId, FileInput, Job, Pair, Problem};
use lesson::Show;
use model::address::Address;
use model::focus::ByteFocus;
use model::path::Path;
use model::views::View;

use super::{Effect, History, Msg, Overlay, Screen, Session};
use crate::file::OpenFile;
use crate::link::LinkMsg;

/// An action that the session carries out after a feature changed itself, in order.
#[derive(Debug)]
pub(crate) enum Out {
    /// Have the browser do this.
    Effect(Effect),
    /// Ask the desk this, at the end of the message.
    Ask(Job),
    /// Handle this message, of another feature.
    Send(Msg),
    /// Make this file the current one.
    MakeCurrent(FileId),
    /// Make no file the current one.
    ClearCurrent,
    /// Show this screen of the current file.
    Screen(Screen),
    /// Choose this byte of the current file, or none.
    Byte(Option<ByteFocus>),
    /// Open this above the page.
    Overlay(Overlay),
    /// Show this problem, unless it is shown already.
    Problem(Problem),
    /// Show this view of the selected type, without changing the view that the person chose for all types.
    View(View),
    /// Select this type and member of the current file.
    Go(TypeId, Path, History),
    /// Select this member of the selected type.
    Select(Path),
    /// Show the place in the current file that a step of a lesson is about.
    Show(Show, History),
    /// Open this file, which was read.
    Open(Box<FileInput>),
    /// Close this file.
    Close(FileId),
    /// Set the digest of a file.
    Digest(FileId, String),
    /// Put this file in the place of another one, or add it.
    Put(Box<OpenFile>, Option<FileId>),
    /// Compare these two files.
    Compare(Pair),
    /// Copy a link with this fragment (first); show the second text when that is done.
    CopyLink(String, String),
    /// Show in this file what an address names.
    Link(Box<Address>, FileId),
    /// Write the address at the end of the message.
    Address(History),
}

impl Out {
    /// Ask the desk this question.
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
    /// Carries out what a feature returned.
    pub(crate) fn apply_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Effect(effect) => self.effects.push(effect),
                Out::Ask(job) => self.asks.push(job),
                Out::Send(msg) => self.apply(msg),
                Out::MakeCurrent(id) => self.make_current(Some(id)),
                Out::ClearCurrent => self.make_current(None),
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
                Out::Show(show, history) => self.show_lesson_place(show, history),
                Out::Open(input) => self.open(*input),
                Out::Close(id) => self.close(id),
                Out::Digest(id, digest) => self.digest_known(id, digest),
                Out::Put(file, old) => self.put(*file, old),
                Out::Compare(pair) => self.seen.pairing.choose(pair),
                Out::Link(address, id) => self.show(&address, id),
                Out::CopyLink(link, said) => self.copy_link(link, &said),
                Out::Address(history) => self.link.mark_changed(history),
            }
        }
    }
}
