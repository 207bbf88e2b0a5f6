//! The trait by which an answer of the desk reaches the feature that asked.

use desk::{CANCELLED, Problem, Question};

/// Receives the answer to a question. Implemented beside the feature that asks it.
pub(crate) trait Receives<Q: Question> {
    /// Takes the answer, or the problem if there is none.
    fn receive(&mut self, question: Q, result: Result<Q::Answer, Problem>);

    /// The person cancelled the question. By default this is a problem, which the feature shows in the place of the answer.
    fn cancelled(&mut self, question: Q) {
        self.receive(question, Err(Problem::new("", CANCELLED)));
    }
}
