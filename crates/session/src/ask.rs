//! A question to the desk and its answer, with one rule for answers and failures that come too late: what counts is what is said of the
//! question that was asked last.
//! Until that is there, the answer before can be shown; whoever must not show it forgets it when another thing is asked.

use std::rc::Rc;

use desk::Problem;

/// What was asked, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask<Q, A> {
    asked: Option<Q>,
    answer: Option<(Q, Rc<A>)>,
    problem: Option<String>,
}

impl<Q, A> Default for Ask<Q, A> {
    fn default() -> Self {
        Ask { asked: None, answer: None, problem: None }
    }
}

impl<Q: Clone + PartialEq, A> Ask<Q, A> {
    /// The answer to this is wanted. The question comes back when it is to be sent: not when it was the last one that was sent.
    pub(crate) fn want(&mut self, question: Q) -> Option<Q> {
        (self.asked.as_ref() != Some(&question)).then(|| self.again(question))
    }

    /// Asks, though it may have been asked before. The question comes back, to be sent.
    pub(crate) fn again(&mut self, question: Q) -> Q {
        self.problem = None;
        self.asked = Some(question.clone());
        question
    }

    /// Takes an answer. Whether it was waited for: one to another question came too late, and changes nothing.
    pub(crate) fn take(&mut self, question: &Q, answer: A) -> bool {
        let is_it = self.asked.as_ref() == Some(question);
        if is_it {
            self.answer = Some((question.clone(), Rc::new(answer)));
            self.problem = None;
        }
        is_it
    }

    /// There is no answer to this, and why. Whether it was waited for: a failure of another question came too late, and changes nothing.
    pub(crate) fn fail(&mut self, question: &Q, why: String) -> bool {
        let is_it = self.asked.as_ref() == Some(question);
        if is_it {
            self.problem = Some(why);
        }
        is_it
    }

    /// Takes what came of a question: an answer, or why there is none. Whether it was an answer, and waited for.
    pub(crate) fn hear(&mut self, question: &Q, said: Result<A, Problem>) -> bool {
        match said {
            Ok(answer) => self.take(question, answer),
            Err(problem) => {
                self.fail(question, problem.message);
                false
            }
        }
    }

    /// Nothing is asked, and nothing is known.
    pub(crate) fn forget(&mut self) {
        *self = Ask::default();
    }

    /// What is known is not to be shown any more.
    pub(crate) fn forget_answer(&mut self) {
        self.answer = None;
    }

    /// What was asked last.
    pub fn asked(&self) -> Option<&Q> {
        self.asked.as_ref()
    }

    /// What the last answer is an answer to.
    pub fn answered(&self) -> Option<&Q> {
        self.answer.as_ref().map(|known| &known.0)
    }

    /// The last answer. It may be to what was asked before.
    pub fn last(&self) -> Option<&Rc<A>> {
        self.answer.as_ref().map(|known| &known.1)
    }

    /// The answer to what was asked last.
    pub fn answer(&self) -> Option<&Rc<A>> {
        self.last().filter(|_| self.answered() == self.asked())
    }

    /// Why there is no answer to what was asked last.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether an answer will come.
    pub fn waits(&self) -> bool {
        self.asked.is_some() && self.problem.is_none() && self.answer().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Ask;

    #[test]
    fn an_answer_that_comes_too_late_changes_nothing() {
        let mut ask = Ask::<u32, &str>::default();
        assert_eq!((ask.want(1), ask.want(1), ask.waits()), (Some(1), None, true));
        assert_eq!(ask.want(2), Some(2));
        assert!(!ask.take(&1, "one"));
        assert!(ask.waits() && ask.last().is_none());
        assert!(ask.take(&2, "two"));
        assert_eq!((ask.answer().map(|a| **a), ask.waits()), (Some("two"), false));
        // The answer before stays until the next is there, and is not taken for it.
        assert_eq!(ask.want(3), Some(3));
        assert_eq!((ask.last().map(|a| **a), ask.answer(), ask.answered()), (Some("two"), None, Some(&2)));
        assert!(!ask.fail(&2, "too late".into()) && ask.waits());
        assert!(ask.fail(&3, "no".into()));
        assert_eq!((ask.problem(), ask.waits()), (Some("no"), false));
        assert_eq!((ask.want(3), ask.want(2), ask.problem()), (None, Some(2), None));
        ask.forget();
        assert!(!ask.take(&2, "two") && ask.last().is_none());
    }
}
