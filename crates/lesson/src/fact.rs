//! Numbers and words in a step's text that must agree with the file.

use crate::LessonLog;
use crate::expr::Expr;
use crate::fix::refused;
use crate::given::Given;

/// `12 = length member 0 of struct point`: the value in the text, and the question with that answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    value: String,
    expr: Expr,
}

impl Fact {
    /// Parses a fact.
    pub(crate) fn parse(text: &str) -> Result<Fact, String> {
        let (value, expr) = text
            .split_once(" = ")
            .ok_or_else(|| format!("{text:?}: write VALUE = QUESTION, such as 24 = value hdr_len of header"))?;
        Ok(Fact { value: value.trim().into(), expr: Expr::parse(expr)? })
    }

    /// Checks that the files, or the step's log, give the value in the text.
    pub(crate) fn check(&self, given: &Given<'_>, log: Option<&LessonLog>) -> Result<(), String> {
        let expected = match &self.expr {
            Expr::Log(what) => refused(log)?.answer(*what)?,
            expr => expr.ask(given)?,
        };
        match expected.is(&self.value) {
            true => Ok(()),
            false => Err(format!("the text says {}, but the answer is {}", self.value, expected.text)),
        }
    }
}
