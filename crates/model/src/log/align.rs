//! A dump of a loaded program beside the object: the kernel has put instructions in and taken others out, so numbers do not do. Both are
//! walked side by side, by source lines where there are some, and by the instructions' texts.

use std::collections::BTreeMap;

use super::lines::{insn, source, unwrapped};
use super::loaded::{Loaded, Token, same};

/// How far ahead is looked for the next instruction or source line.
const AHEAD: usize = 40;

/// How far without a second one that agrees.
const SURE: usize = 3;

/// Of lines of a dump, the instruction of the program: its number as the verifier counts.
pub(super) fn align(loaded: &Loaded, lines: &[(usize, &str)]) -> BTreeMap<usize, u32> {
    let mut found = BTreeMap::new();
    let tokens = &loaded.tokens;
    let mut at = 0;
    for (index, (line, text)) in lines.iter().enumerate() {
        let text = unwrapped(text);
        if let Some(source) = source(text) {
            let window = tokens.get(at..tokens.len().min(at + AHEAD)).unwrap_or_default();
            let ahead = window.iter().position(|t| matches!(t, Token::Source(text) if text == source.text));
            at += ahead.unwrap_or(0);
            continue;
        }
        let Some(theirs) = insn(text).filter(|i| i.code.is_some()) else { continue };
        let next = lines.get(index + 1..).unwrap_or_default().iter().find_map(|(_, text)| insn(text));
        let is = |token: &Token, code: Option<u8>, text: &str| matches!(token, Token::Insn(_, ours, of) if Some(*ours) == code && same(of, text));
        let window = tokens.get(at..tokens.len().min(at + AHEAD)).unwrap_or_default();
        let place = window.iter().enumerate().position(|(ahead, token)| {
            let behind = window.get(ahead + 1..window.len().min(ahead + 5)).unwrap_or_default();
            let second = || next.is_none_or(|n| behind.iter().any(|t| is(t, n.code, n.text)));
            is(token, theirs.code, theirs.text) && (ahead <= SURE || second())
        });
        if let Some(ahead) = place
            && let Some(Token::Insn(number, ..)) = tokens.get(at + ahead)
        {
            found.insert(*line, *number);
            at += ahead + 1;
        }
    }
    found
}
