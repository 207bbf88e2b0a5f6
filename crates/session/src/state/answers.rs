//! Hands progress, answers and failures of the desk to the feature that asked.

use desk::{Answer, FileId, Job, Outcome, Problem, Topic, each_question};

use crate::Session;
use crate::file::OpenFile;
use crate::look::looks::FileLook;
use crate::receive::Receives;

impl Session {
    pub(crate) fn take_outcome(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Progress(lane, _, amount) if lane.topic == Topic::AskChanges => self.changes.progress(&amount),
            Outcome::Progress(lane, what, amount) => self.intake.bars.progress(lane, &what, &amount),
            Outcome::Done(job, answer) => {
                // Problems without a name are about the desk itself. The desk has answered, so it works again.
                self.intake.settled("");
                self.route_answer(*job, answer);
            }
            Outcome::Failed(job, problem) => self.route_problem(*job, problem),
            Outcome::Cancelled(job) => self.route_cancelled(*job),
            Outcome::Closed(job) => self.route_closed(*job),
            Outcome::Slow(kind) => self.intake.bars.set_slow(kind),
            Outcome::Silent(silent) => self.intake.bars.set_silent(silent),
        }
    }

    /// The file that an answer is about, with its features; none if it has been closed.
    pub(crate) fn file_and_look(&mut self, id: FileId) -> Option<(&OpenFile, &mut FileLook)> {
        self.seen.files.of(id).zip(self.looks.of_mut(id))
    }
}

macro_rules! route {
    ($($question:ident)*) => {
        impl Session {
            /// Hands an answer to the feature that asked.
            pub(crate) fn route_answer(&mut self, job: Job, answer: Answer) {
                match (job, answer) {
                    $((Job::$question(question), Answer::$question(answer)) => self.receive(question, Ok(answer)),)*
                    // Page and worker are built together, so the answer always has the type that belongs to its
                    // question.
                    _ => {}
                }
            }

            /// Tells the feature that asked why there is no answer.
            pub(crate) fn route_problem(&mut self, job: Job, problem: Problem) {
                match job { $(Job::$question(question) => self.receive(question, Err(problem)),)* }
            }

            /// Tells the feature that asked that its question was cancelled.
            pub(crate) fn route_cancelled(&mut self, job: Job) {
                match job { $(Job::$question(question) => self.cancelled(question),)* }
            }

            /// Tells the feature that asked that its question is given up, because a file was closed.
            pub(crate) fn route_closed(&mut self, job: Job) {
                match job { $(Job::$question(question) => self.file_closed(question),)* }
            }
        }
    };
}

each_question!(route);
