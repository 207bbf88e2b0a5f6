//! Progress, answers and failures that come from the desk.

use desk::{FileId, Outcome, Topic};

use super::{FileLook, Session};
use crate::file::OpenFile;

impl Session {
    pub(super) fn take_outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Progress(lane, _, amount) if lane.topic == Topic::AskChanges => self.changes.progress(&amount),
            Outcome::Progress(lane, what, amount) => self.intake.bars.progress(lane, &what, &amount),
            Outcome::Done(job, answer) => self.route_answer(*job, answer),
            Outcome::Failed(job, problem) => self.route_problem(*job, problem),
            Outcome::Cancelled(job) => self.route_cancelled(*job),
            Outcome::Slow(kind) => self.intake.bars.set_slow(kind),
            Outcome::Silent(silent) => self.intake.bars.set_silent(silent),
        }
    }

    /// The file that an answer is about, with its features; none if it was closed meanwhile.
    pub(crate) fn file_and_look(&mut self, id: FileId) -> Option<(&OpenFile, &mut FileLook)> {
        self.seen.files.of(id).zip(self.looks.of_mut(id))
    }
}
