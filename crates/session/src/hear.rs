//! Answers of the desk, each for the feature that asked.

use desk::{Answer, CANCELLED, Job, Problem, Question, each_question};

use crate::Session;

/// Hears the answer to a question: implemented beside the feature that asks it.
pub(crate) trait Hears<Q: Question> {
    /// What came of it, or why nothing did.
    fn heard(&mut self, question: Q, said: Result<Q::Answer, Problem>);

    /// A person cancelled it, which the page has said. The place of the answer says so, too.
    fn cancelled(&mut self, question: Q) {
        self.heard(question, Err(Problem::new("", CANCELLED)));
    }
}

macro_rules! lead {
    ($($question:ident)*) => {
        impl Session {
            /// Leads an answer to the feature that asked.
            pub(crate) fn answered(&mut self, job: Job, answer: Answer) {
                match (job, answer) {
                    $((Job::$question(question), Answer::$question(answer)) => self.heard(question, Ok(answer)),)*
                    // Page and worker are of one build: no answer is another question's.
                    _ => {}
                }
            }

            /// Says to the feature that asked why there is no answer.
            pub(crate) fn unanswered(&mut self, job: Job, problem: Problem) {
                match job { $(Job::$question(question) => self.heard(question, Err(problem)),)* }
            }

            /// Says to the feature that asked that its question was cancelled.
            pub(crate) fn answer_cancelled(&mut self, job: Job) {
                match job { $(Job::$question(question) => self.cancelled(question),)* }
            }
        }
    };
}

each_question!(lead);
