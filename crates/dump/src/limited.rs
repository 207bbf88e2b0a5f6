//! A sink with a limit.

use btf::Budget;

use crate::token::{Sink, TokenKind};

/// Passes text on while a [`Budget`] has bytes for it, and is closed once the budget is spent. After printing,
/// [`Budget::check`] says whether output was dropped.
pub struct Limited<'a, S: Sink + ?Sized> {
    to: &'a mut S,
    budget: &'a Budget,
}

impl<'a, S: Sink + ?Sized> Limited<'a, S> {
    /// Passes output on to `to` as long as `budget` lasts.
    pub fn new(to: &'a mut S, budget: &'a Budget) -> Limited<'a, S> {
        Limited { to, budget }
    }
}

impl<S: Sink + ?Sized> Sink for Limited<'_, S> {
    fn token(&mut self, kind: TokenKind, text: &str) {
        if self.budget.bytes(text.len() as u64).is_ok() {
            self.to.token(kind, text);
        }
    }

    fn decimal(&mut self, kind: TokenKind, n: u64) {
        // A number has up to 20 digits, but always counts 8 bytes: to count its digits would take too long.
        if self.budget.bytes(8).is_ok() {
            self.to.decimal(kind, n);
        }
    }

    fn is_closed(&self) -> bool {
        self.budget.check().is_err() || self.to.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_ends_at_the_first_text_that_does_not_fit() {
        let (mut text, budget) = (String::new(), Budget::new(5));
        let mut sink = Limited::new(&mut text, &budget);
        for part in ["abc", "defg", "h"] {
            sink.token(TokenKind::Text, part);
        }
        assert!(sink.is_closed());
        assert_eq!(text, "abc", "\"h\" would fit, but it follows a text that is left out");
    }
}
