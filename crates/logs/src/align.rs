//! Aligns a dump of a loaded program with the object. The kernel has inserted and removed instructions, so the numbers
//! of instructions differ. The dump and the object are walked in parallel, by source lines if there are some, and by
//! the instructions' texts.

use std::collections::BTreeMap;

use crate::agree::{Distances, agrees};
use crate::lines::{LogInsn, insn, source};
use crate::loaded::{Loaded, Token};

/// How far ahead to look for the next instruction or source line.
const AHEAD: usize = 40;

/// How far ahead a single match counts. A match further ahead counts only if the next instruction of the dump is found
/// soon after it.
const SURE: usize = 3;

/// For each line of a dump that is an instruction of the program: the instruction's number in the verifier's count.
pub(crate) fn align(loaded: &Loaded, lines: &[(usize, &str)]) -> BTreeMap<usize, u32> {
    let mut found = BTreeMap::new();
    let tokens = &loaded.tokens;
    let mut at = 0;
    for (index, &(line, text)) in lines.iter().enumerate() {
        if let Some(source) = source(text) {
            let window = tokens.get(at..tokens.len().min(at + AHEAD)).unwrap_or_default();
            let ahead = window.iter().position(|t| matches!(t, Token::Source(text) if text == source.text));
            at += ahead.unwrap_or(0);
            continue;
        }
        let Some(theirs) = insn(text).filter(|i| i.code.is_some()) else { continue };
        let next = lines.get(index + 1..).unwrap_or_default().iter().find_map(|(_, text)| insn(text));
        let is = |token: &Token, theirs: &LogInsn<'_>| matches!(token, Token::Insn(ours) if agrees(ours, theirs, Distances::Any));
        let window = tokens.get(at..tokens.len().min(at + AHEAD)).unwrap_or_default();
        let place = window.iter().enumerate().position(|(ahead, token)| {
            let behind = window.get(ahead + 1..window.len().min(ahead + 5)).unwrap_or_default();
            let second = || next.is_none_or(|n| behind.iter().any(|t| is(t, &n)));
            is(token, &theirs) && (ahead <= SURE || second())
        });
        if let Some(ahead) = place
            && let Some(Token::Insn(ours)) = tokens.get(at + ahead)
        {
            found.insert(line, ours.number);
            at += ahead + 1;
        }
    }
    found
}
