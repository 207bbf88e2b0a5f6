//! Checks brackets, so that the later layers can rely on closed brackets and on a bounded depth.

use std::ops::Range;

use crate::token::{Token, TokenKind};

/// How deep brackets may nest.
const MAX_DEPTH: usize = 48;

/// Checks that each bracket is closed by its own kind, and that no more than [`MAX_DEPTH`] are open at once.
///
/// # Errors
///
/// The place of a bracket that breaks a rule, and the message about it.
pub(crate) fn check(tokens: &[Token<'_>]) -> Result<(), (Range<u32>, String)> {
    let mut open: Vec<&Token<'_>> = Vec::new();
    for t in tokens.iter().filter(|t| t.kind == TokenKind::Sign) {
        let opener = match t.text {
            "(" | "[" | "{" => {
                open.push(t);
                if open.len() > MAX_DEPTH {
                    return Err((t.range(), format!("more than {MAX_DEPTH} brackets in each other")));
                }
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            _ => continue,
        };
        match open.pop() {
            None => return Err((t.range(), format!("this `{}` closes nothing", t.text))),
            Some(o) if o.text != opener => {
                return Err((o.range(), format!("this `{}` is not closed before the `{}` further on", o.text, t.text)));
            }
            Some(_) => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some(o) => Err((o.range(), format!("this `{}` is not closed", o.text))),
    }
}
