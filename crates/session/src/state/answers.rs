//! What the desk says.

use desk::{FileId, Outcome, Topic};

use super::{Effect, Session};
use crate::file::Look;

impl Session {
    pub(super) fn desk_said(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        match outcome {
            Outcome::Progress(lane, _, amount) if lane.topic == Topic::AskChanges => self.changes.progress(&amount),
            Outcome::Progress(lane, what, amount) => self.intake.progress(lane, what, amount),
            Outcome::Done(job, answer) => self.answered(*job, answer, effects),
            Outcome::Failed(job, problem) => self.unanswered(*job, problem, effects),
            Outcome::Cancelled(job) => self.answer_cancelled(*job, effects),
            Outcome::Slow(kind) => self.intake.desk_is_slow(kind),
            Outcome::Silent(silent) => self.intake.desk_is_silent(silent),
        }
    }

    /// Lets a feature of a file take something, when the file is still open.
    pub(crate) fn in_look(&mut self, id: FileId, take: impl FnOnce(&mut Look)) {
        if let Some(file) = self.files.of_mut(id) {
            take(&mut file.look);
        }
    }
}
