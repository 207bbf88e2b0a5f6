//! Choosing a fix of a program: the page shows the changed function and its log, and says whether the kernel accepts
//! the changed program and whether the fix is right.

use lesson::{Fix, Goal, ReadyFix, Show};

use super::Learn;
use crate::msg::{BrowserHistory, LogMsg, Msg};
use crate::out::Out;

impl Learn {
    /// Whether the fix with this index was chosen since the step was entered, and whether it is shown now.
    pub fn chosen(&self, at: usize) -> (bool, bool) {
        (self.chosen.contains(&at), self.chosen.last() == Some(&at))
    }

    /// The fix that is shown, with the kernel's verdict.
    pub fn shown_fix(&self) -> Option<(&Fix, &ReadyFix)> {
        let at = *self.chosen.last()?;
        Some((self.step()?.plan.fixes.get(at)?, self.ready()?.fixes.get(at)?))
    }

    /// Chooses a fix. If one of the step's fixes does not fit the files, none can be chosen.
    pub(super) fn fix(&mut self, at: usize) -> Vec<Out> {
        if self.ready().is_none_or(|ready| ready.goal != Some(Goal::Fix)) {
            return vec![];
        }
        let fix = self.step().and_then(|step| step.plan.fixes.get(at)).cloned();
        let ready = self.ready().and_then(|ready| ready.fixes.get(at)).cloned();
        let (Some(fix), Some(ready)) = (fix, ready) else { return vec![] };
        self.chosen.retain(|chosen| *chosen != at);
        self.chosen.push(at);
        self.log_due = false;
        if let Some(mark) = self.marks.steps.get_mut(self.at).filter(|mark| !mark.done) {
            mark.tries = mark.tries.saturating_add(1);
        }
        if fix.is_right() {
            self.task_done("The kernel accepts it.");
        } else {
            let said = match ready.is_accepted {
                true => "The kernel accepts it, but the program does not do what it should.",
                false => "The kernel refuses it.",
            };
            self.message = Some((false, said.to_owned()));
            self.progress.put(&self.marks);
        }
        let mut out: Vec<Out> = self.file(ready.file).map(Out::MakeCurrent).into_iter().collect();
        out.push(Out::Show(Show::Function(ready.function), BrowserHistory::Replace));
        out.push(Msg::Log(LogMsg::OfLesson(fix.log.text, false)).into());
        out
    }

    /// The first fix that is right.
    pub(super) fn right_fix(&self) -> Option<usize> {
        self.step()?.plan.fixes.iter().position(Fix::is_right)
    }
}
