//! A question to the desk, and its answer. An answer or failure for an older question is too late and is dropped. Until
//! the new answer arrives, the previous one can be shown. A feature that must not show it calls `forget` or
//! `forget_answer`, or asks by `want_anew`.

use std::rc::Rc;

use desk::Problem;

/// The last question, and the last answer or failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask<Q, A> {
    asked: Option<Q>,
    answer: Option<(Q, Rc<A>)>,
    problem: Option<String>,
    /// Whether the last question failed, and is to be sent again as soon as it is wanted.
    retry: bool,
}

impl<Q, A> Default for Ask<Q, A> {
    fn default() -> Self {
        Ask { asked: None, answer: None, problem: None, retry: false }
    }
}

impl<Q: Clone + PartialEq, A> Ask<Q, A> {
    /// Makes this the last question. Returns the question if it must be sent; none if it was the last question already.
    pub(crate) fn want(&mut self, question: Q) -> Option<Q> {
        (self.retry || self.asked.as_ref() != Some(&question)).then(|| self.again(question))
    }

    /// As [`want`](Ask::want), and drops the previous answer if the question must be sent.
    pub(crate) fn want_anew(&mut self, question: Q) -> Option<Q> {
        let wanted = self.want(question);
        self.answer.take_if(|_| wanted.is_some());
        wanted
    }

    /// Makes this the last question, even if it was the last question already. Returns the question, to be sent.
    pub(crate) fn again(&mut self, question: Q) -> Q {
        self.problem = None;
        self.retry = false;
        self.asked = Some(question.clone());
        question
    }

    /// Takes an answer. Returns whether it is for the last question; if it is not, changes nothing.
    pub(crate) fn take(&mut self, question: &Q, answer: A) -> bool {
        let is_it = self.asked.as_ref() == Some(question);
        if is_it {
            self.answer = Some((question.clone(), Rc::new(answer)));
            self.problem = None;
        }
        is_it
    }

    /// Takes a failure. Returns whether it is for the last question; if it is not, changes nothing.
    pub(crate) fn fail(&mut self, question: &Q, why: String) -> bool {
        let is_it = self.asked.as_ref() == Some(question);
        if is_it {
            self.problem = Some(why);
        }
        is_it
    }

    /// Takes an answer or a failure. Returns whether an answer to the last question was taken.
    pub(crate) fn receive(&mut self, question: &Q, result: Result<A, Problem>) -> bool {
        match result {
            Ok(answer) => self.take(question, answer),
            Err(problem) => {
                self.fail(question, problem.message);
                false
            }
        }
    }

    /// After a failure, lets the same question be asked again. For the time when no answer is shown: while a failure is
    /// shown, the question would be asked without end.
    pub(crate) fn forget_failure(&mut self) {
        self.retry |= self.problem.is_some();
    }

    /// Drops question, answer and problem.
    pub(crate) fn forget(&mut self) {
        *self = Ask::default();
    }

    /// Drops the previous answer, so that it is not shown while the next one is awaited.
    pub(crate) fn forget_answer(&mut self) {
        self.answer = None;
    }

    /// The last question.
    pub fn asked(&self) -> Option<&Q> {
        self.asked.as_ref()
    }

    /// The question that the last answer belongs to.
    pub fn answered(&self) -> Option<&Q> {
        self.answer.as_ref().map(|known| &known.0)
    }

    /// The last answer; it may belong to an older question.
    pub fn last(&self) -> Option<&Rc<A>> {
        self.answer.as_ref().map(|known| &known.1)
    }

    /// The answer to the last question.
    pub fn answer(&self) -> Option<&Rc<A>> {
        self.last().filter(|_| self.answered() == self.asked())
    }

    /// Why the last question has no answer.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether the question has no answer yet. False if it has one and was asked again.
    pub fn waits(&self) -> bool {
        self.asked.is_some() && self.problem.is_none() && self.answer().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Ask;

    #[test]
    fn late_answers_and_failures_change_nothing() {
        let mut ask = Ask::<u32, &str>::default();
        assert_eq!((ask.want(1), ask.want(1), ask.waits()), (Some(1), None, true));
        assert_eq!(ask.want(2), Some(2));
        assert!(!ask.take(&1, "one"));
        assert!(ask.waits() && ask.last().is_none());
        assert!(ask.take(&2, "two"));
        assert_eq!((ask.answer().map(|a| **a), ask.waits()), (Some("two"), false));
        // The previous answer stays until the next one comes, but it is not the answer to the new question.
        assert_eq!(ask.want(3), Some(3));
        assert_eq!((ask.last().map(|a| **a), ask.answer(), ask.answered()), (Some("two"), None, Some(&2)));
        assert!(!ask.fail(&2, "too late".into()) && ask.waits());
        assert!(ask.fail(&3, "no".into()));
        assert_eq!((ask.problem(), ask.waits()), (Some("no"), false));
        assert_eq!((ask.want(3), ask.want(2), ask.problem()), (None, Some(2), None));
        ask.forget();
        assert!(!ask.take(&2, "two") && ask.last().is_none());
    }

    #[test]
    fn what_failed_can_be_asked_again() {
        let mut ask = Ask::<u32, &str>::default();
        assert_eq!(ask.want(1), Some(1));
        ask.forget_failure();
        assert_eq!(ask.want(1), None, "it is awaited");
        assert!(ask.fail(&1, "no".into()));
        assert_eq!(ask.want(1), None);
        ask.forget_failure();
        assert_eq!(ask.want(1), Some(1));
        assert_eq!((ask.problem(), ask.waits()), (None, true));
    }
}
