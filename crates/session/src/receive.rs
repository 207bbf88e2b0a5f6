//! Routes each answer of the desk to the feature that asked.

use desk::{Answer, CANCELLED, Job, Problem, Question, each_question};

use crate::Session;

/// Receives the answer to a question. Implemented beside the feature that asks it.
pub(crate) trait Receives<Q: Question> {
    /// Takes the answer, or the problem if there is none.
    fn receive(&mut self, question: Q, result: Result<Q::Answer, Problem>);

    /// The person cancelled the question. By default this is a problem, which the feature shows in the place of the answer.
    fn cancelled(&mut self, question: Q) {
        self.receive(question, Err(Problem::new("", CANCELLED)));
    }
}

macro_rules! route {
    ($($question:ident)*) => {
        impl Session {
            /// Hands an answer to the feature that asked.
            pub(crate) fn route_answer(&mut self, job: Job, answer: Answer) {
                match (job, answer) {
                    $((Job::$question(question), Answer::$question(answer)) => self.receive(question, Ok(answer)),)*
                    // Page and worker are built together, so an answer always has the type of its question.
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
        }
    };
}

each_question!(route);
