//! The trait by which an answer of the desk reaches the feature that asked.

use desk::{CANCELLED, Problem, Question};

/// Receives the answer to a question. The module of the feature that asks the question implements this trait for the
/// session.
pub(crate) trait Receives<Q: Question> {
    /// Takes the answer, or the problem if there is none.
    fn receive(&mut self, question: Q, result: Result<Q::Answer, Problem>);

    /// Called if the person cancelled the question. By default this counts as a problem, which the feature shows in
    /// place of the answer.
    fn cancelled(&mut self, question: Q) {
        self.receive(question, Err(Problem::new("", CANCELLED)));
    }

    /// Called if the question is given up because a file that it is about was closed. By default nothing happens: the
    /// feature asks about the files that are left, if its answer is shown.
    fn file_closed(&mut self, _: Q) {}
}
