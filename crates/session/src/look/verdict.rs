//! The screen Verdict: whether kernels accept the current file's BTF, and the faults that they find.

use std::rc::Rc;

use desk::{AskVerdict, Problem};
use model::focus::ByteFocus;
use model::overview::WITHOUT_BTF;
use model::path::Path;
use model::verdict::{FaultRow, Ruling};

use crate::Session;
use crate::ask::Ask;
use crate::empty::Empty;
use crate::feature::Feature;
use crate::list::step;
pub use crate::msg::VerdictMsg;
use crate::msg::{BrowserHistory, Effect, Msg, Overlay};
use crate::out::Out;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// The state of the screen.
#[derive(Debug, Default)]
pub struct VerdictLook {
    /// The chosen fault.
    pub chosen: Option<usize>,
    /// The kernel whose faults are shown: its index, with the newest kernel first.
    at: u32,
    ask: Ask<AskVerdict, Ruling>,
}

impl VerdictLook {
    /// The verdict on the current file, once it is there. After another kernel was chosen, the verdict has the faults
    /// for the previous kernel until the answer comes.
    pub fn ruling(&self, seen: &Seen) -> Option<&Rc<Ruling>> {
        self.ask.last().filter(|_| self.ask.answered().map(|ask| ask.file) == seen.current())
    }

    /// Why there is no verdict: the question failed, or the file has no BTF.
    pub fn problem(&self, seen: &Seen) -> Option<&str> {
        match seen.file().is_some_and(|file| file.no_btf) {
            true => Some(WITHOUT_BTF),
            false => self.ask.problem(),
        }
    }

    /// The verdict in one line, or why there is none; if it was not asked for yet, the question.
    pub fn line(&self, seen: &Seen) -> String {
        let why = || self.problem(seen).unwrap_or("Verdict: would a kernel accept this BTF?").to_owned();
        self.ruling(seen).and_then(|ruling| ruling.line()).unwrap_or_else(why)
    }

    /// Why no fault is shown; none if faults are shown.
    pub fn empty(&self, seen: &Seen) -> Option<Empty<'_>> {
        match (self.ruling(seen), self.problem(seen)) {
            (Some(ruling), _) => ruling.faults.is_empty().then_some(Empty::Nothing("This kernel finds no fault.")),
            (None, Some(WITHOUT_BTF)) => Some(Empty::Nothing(WITHOUT_BTF)),
            (None, Some(why)) => Some(Empty::Failed(why)),
            (None, None) => Some(Empty::Waits("Asking the kernels …")),
        }
    }

    /// Goes to the type and the bytes of a fault.
    fn choose(&mut self, at: usize, history: BrowserHistory, seen: &Seen) -> Vec<Out> {
        let Some(fault) = self.ruling(seen).and_then(|ruling| ruling.faults.get(at)).cloned() else { return vec![] };
        self.chosen = Some(at);
        let FaultRow { id, item, blob, range, .. } = fault;
        let path = item.map_or(Path::root(), |item| Path::root().child(item));
        let go = id.map(|id| Msg::GoTo(id, path, history).into());
        let byte = blob.map(|blob| Out::Byte(Some(ByteFocus { blob, at: range.start })));
        go.into_iter().chain(byte).collect()
    }
}

impl Feature for VerdictLook {
    type Msg = VerdictMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: VerdictMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            VerdictMsg::Show(on) => {
                let screen = if on { Screen::Verdict } else { Screen::Types };
                return vec![Out::Overlay(Overlay::None), Out::Screen(screen), Out::Address(BrowserHistory::Push)];
            }
            VerdictMsg::Kernel(at) => {
                self.at = at;
                self.chosen = None;
            }
            VerdictMsg::Step(delta) => {
                let faults = self.ruling(seen).map_or(0, |ruling| ruling.faults.len());
                let to = step(self.chosen, delta, faults);
                return to.map(|to| self.choose(to, BrowserHistory::Replace, seen)).unwrap_or_default();
            }
            VerdictMsg::See(pane) => return vec![Effect::Pane(pane).into()],
            VerdictMsg::Choose(at) => return self.choose(at, BrowserHistory::Push, seen),
        }
        vec![]
    }

    /// Asks for the verdict while it is shown: on its screen, or beside the scratch pad.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let Some(file) = seen.file() else { return vec![] };
        // A file without BTF has an empty blob, which no kernel ever gets.
        if seen.screen() != Screen::Verdict && seen.pad_file().is_none() || file.no_btf {
            self.ask.forget_failure();
            return vec![];
        }
        if self.ask.asked().is_none_or(|ask| ask.file != file.id) {
            self.chosen = None;
        }
        self.ask.want(AskVerdict { file: file.id, at: self.at }).map(Out::ask).into_iter().collect()
    }
}

impl Receives<AskVerdict> for Session {
    fn receive(&mut self, ask: AskVerdict, result: Result<Box<Ruling>, Problem>) {
        self.verdict.ask.receive(&ask, result.map(|found| *found));
    }
}
