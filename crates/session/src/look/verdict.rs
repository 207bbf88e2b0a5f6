//! The kernel's verdict: what kernels say of the current file, asked for when it is shown, walked fault by fault.

use std::rc::Rc;

use desk::{AskVerdict, Problem};
use model::focus::ByteFocus;
use model::overview::WITHOUT_BTF;
use model::path::Path;
use model::verdict::{FaultRow, Ruling};

use crate::ask::Ask;
use crate::hear::Hears;
use crate::state::Out;
use crate::{Effect, Empty, History, Msg, Overlay, Pane, Screen, Session};

/// What happens where the verdict is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerdictMsg {
    /// Show it instead of the types, or the types again.
    Show(bool),
    /// The faults that another kernel finds: its place, newest first.
    Kernel(u32),
    /// The list moved by rows.
    Step(i64),
    /// A fault was chosen.
    Choose(usize),
    /// On a narrow screen, show the type or the bytes of the chosen fault.
    See(Pane),
}

/// What is looked at of the verdict.
#[derive(Debug, Default)]
pub struct VerdictLook {
    /// The fault that is chosen.
    pub chosen: Option<usize>,
    /// The place of the kernel, newest first.
    at: u32,
    ask: Ask<AskVerdict, Ruling>,
}

impl VerdictLook {
    /// The verdict of the file that is shown, once it is there. Of another kernel than the one that was chosen last while that is judged.
    pub fn ruling(&self, session: &Session) -> Option<&Rc<Ruling>> {
        self.ask.last().filter(|_| self.ask.answered().map(|ask| ask.file) == session.current())
    }

    /// Why there is none: a file without BTF is not judged.
    pub fn problem(&self, session: &Session) -> Option<&str> {
        match session.file().is_some_and(|file| file.bare) {
            true => Some(WITHOUT_BTF),
            false => self.ask.problem(),
        }
    }

    /// The verdict in a line, or why there is none; before it was asked for, the question.
    pub fn line(&self, session: &Session) -> String {
        let why = || self.problem(session).unwrap_or("Verdict: would a kernel accept this BTF?").to_owned();
        self.ruling(session).and_then(|ruling| ruling.line()).unwrap_or_else(why)
    }

    /// Why no fault is shown, when none is.
    pub fn empty(&self, session: &Session) -> Option<Empty<'_>> {
        match (self.ruling(session), self.problem(session)) {
            (Some(ruling), _) => ruling.faults.is_empty().then_some(Empty::Nothing("This kernel finds no fault.")),
            (None, Some(WITHOUT_BTF)) => Some(Empty::Nothing(WITHOUT_BTF)),
            (None, Some(why)) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Asking the kernels …")),
        }
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: VerdictMsg, session: &Session) -> Vec<Out> {
        match msg {
            VerdictMsg::Show(on) => {
                let screen = if on { Screen::Verdict } else { Screen::Types };
                return vec![Out::Overlay(Overlay::None), Out::Screen(screen), Out::Address(History::Push)];
            }
            VerdictMsg::Kernel(at) => {
                self.at = at;
                self.chosen = None;
            }
            VerdictMsg::Step(delta) => {
                let last = self.ruling(session).and_then(|ruling| ruling.faults.len().checked_sub(1));
                if let Some(last) = last {
                    let from = self.chosen.map_or(-delta.signum(), |at| at as i64);
                    let to = from.saturating_add(delta).clamp(0, last as i64) as usize;
                    return self.choose(to, History::Replace, session);
                }
            }
            VerdictMsg::See(pane) => return vec![Effect::Pane(pane).into()],
            VerdictMsg::Choose(at) => return self.choose(at, History::Push, session),
        }
        vec![]
    }

    /// Goes to the type and the bytes of a fault.
    fn choose(&mut self, at: usize, history: History, session: &Session) -> Vec<Out> {
        let Some(fault) = self.ruling(session).and_then(|ruling| ruling.faults.get(at)).cloned() else { return vec![] };
        self.chosen = Some(at);
        let FaultRow { id, item, blob, range, .. } = fault;
        let path = item.map_or(Path::root(), |item| Path::root().child(item));
        let go = id.map(|id| Msg::GoTo(id, path, history).into());
        let byte = blob.map(|blob| Out::Byte(Some(ByteFocus { blob, at: range.start })));
        go.into_iter().chain(byte).collect()
    }

    /// Asks for it where it is shown: as a list, beside the scratch pad, and in the overview of a file that is not large.
    pub(crate) fn reconcile(&mut self, session: &Session) -> Vec<Out> {
        let Some(file) = session.file() else { return vec![] };
        if session.screen() != Screen::Verdict && session.pad_file().is_none() {
            return vec![];
        }
        // Its BTF of no types was made up: no kernel is given it.
        if file.bare {
            return vec![];
        }
        if self.ask.asked().is_none_or(|ask| ask.file != file.id) {
            self.chosen = None;
        }
        self.ask.want(AskVerdict { file: file.id, at: self.at }).map(Out::ask).into_iter().collect()
    }

    /// The desk's answer.
    #[inline(never)]
    pub(crate) fn answered(&mut self, ask: &AskVerdict, ruling: Ruling) {
        self.ask.take(ask, ruling);
    }

    /// The desk has none.
    #[inline(never)]
    pub(crate) fn failed(&mut self, ask: &AskVerdict, why: String) {
        self.ask.fail(ask, why);
    }
}

impl Hears<AskVerdict> for Session {
    fn heard(&mut self, ask: AskVerdict, said: Result<Box<Ruling>, Problem>, _: &mut Vec<Effect>) {
        match said {
            Ok(found) => self.verdict.answered(&ask, *found),
            Err(problem) => self.verdict.failed(&ask, problem.message),
        }
    }
}
