//! `#pragma pack`: the largest alignment of members (clang, "Pragma pack"; GCC, "Structure-Layout Pragmas").

use crate::mark::Marks;
use crate::token::{Token, TokenKind};

/// The alignments, by the place in the source where they begin to hold.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    /// Places in bytes, ascending, with the alignment in bytes from there on.
    from: Vec<(u32, Option<u64>)>,
    /// The stack of `push`, with the names given.
    kept: Vec<(String, Option<u64>)>,
}

/// The deepest stack of `push`.
const MAX_KEPT: usize = 1000;

impl Packs {
    /// The largest alignment in bytes for members of a struct at this place; `None` if there is no limit.
    pub fn at(&self, place: u32) -> Option<u64> {
        let behind = self.from.partition_point(|(from, _)| *from <= place);
        self.from.get(behind.checked_sub(1)?)?.1
    }

    /// Reads the words behind `#pragma pack`.
    pub(super) fn take(&mut self, words: &[Token<'_>], line: &Token<'_>, marks: &mut Marks) {
        let inside: Option<Vec<&Token<'_>>> = match words {
            [open, inside @ .., close] if open.is("(") && close.is(")") => {
                Some(inside.iter().filter(|t| !t.is(",")).collect())
            }
            _ => None,
        };
        let Some(inside) = inside else {
            return marks.note(
                line.range(),
                "left out: #pragma pack takes brackets: pack(1), pack(push, 1), pack(pop), pack()",
            );
        };
        let now = self.from.last().and_then(|(_, pack)| *pack);
        let number = |t: &&Token<'_>| (t.kind == TokenKind::Number).then(|| t.text.parse::<u64>().ok()).flatten();
        let label = inside.iter().skip(1).find(|t| t.kind == TokenKind::Word).map(|t| t.text.to_owned());
        let given = inside.last().and_then(number);
        let is_known = given.is_none_or(|n| n == 0 || n.is_power_of_two() && n <= 16);
        let new = match inside.first().map(|t| t.text) {
            None => None,
            Some("push") if is_known && self.kept.len() < MAX_KEPT => {
                self.kept.push((label.unwrap_or_default(), now));
                given.map_or(now, |n| Some(n).filter(|n| *n > 0))
            }
            Some("pop") => {
                let at = match &label {
                    None => self.kept.len().checked_sub(1),
                    Some(label) => self.kept.iter().rposition(|(name, _)| name == label),
                };
                let Some(at) = at else {
                    return marks.note(line.range(), "there is no #pragma pack(push) for this");
                };
                let back = self.kept.get(at).and_then(|(_, pack)| *pack);
                self.kept.truncate(at);
                given.map_or(back, Some)
            }
            Some(_) if inside.len() == 1 && given.is_some() && is_known => given.filter(|n| *n > 0),
            Some(_) => {
                return marks.note(line.range(), "left out: #pragma pack takes 1, 2, 4, 8 or 16, push and pop");
            }
        };
        self.from.push((line.end, new));
    }
}
