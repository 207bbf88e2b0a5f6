//! Substitutes arguments into a macro's body, and applies the operators `#` and `##` (C17, 6.10.3).

use super::{Macro, Macros};
use crate::mark::Marks;
use crate::token::{Token, TokenKind, tokens};

/// The most bytes of one text that `#` or `##` makes.
const MAX_TEXT: usize = 4096;

impl<'s> Macros<'s> {
    /// The body of a macro with `args` for its parameters, at the place of its use.
    pub(super) fn substituted(
        &self,
        of: &Macro<'s>,
        params: &[&'s str],
        args: &[&[Token<'s>]],
        at: &Token<'s>,
        open: &mut Vec<&'s str>,
        marks: &mut Marks,
    ) -> Vec<Token<'s>> {
        let param = |t: Option<&Token<'s>>| {
            let t = t.filter(|t| t.kind == TokenKind::Word)?;
            params.iter().position(|p| *p == t.text)
        };
        let arg = |i: usize| args.get(i).copied().unwrap_or_default();
        let mut parts: Vec<Part<'s>> = Vec::new();
        let mut i = 0;
        while let Some(t) = of.body.get(i) {
            let (before, after) = (i.checked_sub(1).and_then(|i| of.body.get(i)), of.body.get(i + 1));
            let behind_comma = i.checked_sub(2).and_then(|i| of.body.get(i)).is_some_and(|t| t.is(","));
            i += 1;
            if t.is("#")
                && let Some(of) = param(after)
            {
                parts.push(Part::Tokens(vec![self.quoted(arg(of), at, marks)]));
                i += 1;
                continue;
            }
            if t.is("##") {
                parts.push(Part::Paste);
                continue;
            }
            let Some(of_param) = param(Some(t)) else {
                parts.push(Part::Tokens(vec![*t]));
                continue;
            };
            let arg = arg(of_param);
            let behind_paste = before.is_some_and(|t| t.is("##"));
            let mut is_pasted = behind_paste || after.is_some_and(|t| t.is("##"));
            // GNU: `, ## __VA_ARGS__` leaves out the comma if there are no arguments; otherwise it pastes nothing.
            let is_rest = of.variadic && of_param + 1 == params.len();
            if is_rest && behind_comma && behind_paste {
                parts.pop();
                if arg.is_empty() {
                    parts.pop();
                    continue;
                }
                is_pasted = false;
            }
            parts.push(Part::Tokens(match is_pasted {
                true => arg.to_vec(),
                false => self.expanded(arg, open, marks),
            }));
        }
        self.joined(parts, at, marks)
    }

    /// The body of a macro without parameters.
    pub(super) fn pasted(&self, body: &[Token<'s>], at: &Token<'s>, marks: &mut Marks) -> Vec<Token<'s>> {
        let part = |t: &Token<'s>| if t.is("##") { Part::Paste } else { Part::Tokens(vec![*t]) };
        self.joined(body.iter().map(part).collect(), at, marks)
    }

    /// An argument with its macros expanded.
    fn expanded(&self, arg: &[Token<'s>], open: &mut Vec<&'s str>, marks: &mut Marks) -> Vec<Token<'s>> {
        let (mut out, mut at) = (Vec::new(), 0);
        while at < arg.len() && !self.is_spent() {
            at += self.put(arg.get(at..).unwrap_or_default(), open, &mut out, marks);
        }
        out
    }

    fn joined(&self, parts: Vec<Part<'s>>, at: &Token<'s>, marks: &mut Marks) -> Vec<Token<'s>> {
        let mut out: Vec<Token<'s>> = Vec::new();
        let mut parts = parts.into_iter().peekable();
        let mut start = 0;
        while let Some(part) = parts.next() {
            match part {
                Part::Tokens(list) => {
                    start = out.len();
                    out.extend(list);
                }
                Part::Paste => {
                    let Some(Part::Tokens(right)) = parts.next_if(|p| matches!(p, Part::Tokens(_))) else { continue };
                    // If one side is empty, the other stays.
                    let left = if out.len() > start { out.pop() } else { None };
                    let mut right = right.into_iter();
                    let first = right.next();
                    match (left, first) {
                        (Some(left), Some(first)) => out.push(self.one(left, first, at, marks)),
                        (left, first) => out.extend(left.or(first)),
                    }
                    out.extend(right);
                    start = start.min(out.len());
                }
            }
        }
        out
    }

    /// Joins two tokens into one.
    fn one(&self, left: Token<'s>, right: Token<'s>, at: &Token<'s>, marks: &mut Marks) -> Token<'s> {
        let text = format!("{}{}", left.text, right.text);
        if text.len() > MAX_TEXT {
            marks.error(at.range(), "`##` makes a word that is too long here");
            return left;
        }
        let text: &'s str = self.texts.alloc_str(&text);
        match tokens(text, 0, &mut Marks::default()).as_slice() {
            [one] if one.kind != TokenKind::Line => Token { start: at.start, end: at.end, first: left.first, ..*one },
            _ => {
                let shown: String = text.chars().take(40).collect();
                marks.error(
                    at.range(),
                    format!("`##` makes `{}` here, which is no word or sign of C", shown.escape_debug()),
                );
                left
            }
        }
    }

    /// The tokens of an argument as a string, as they are written.
    fn quoted(&self, arg: &[Token<'s>], at: &Token<'s>, marks: &mut Marks) -> Token<'s> {
        let mut text = String::from("\"");
        let mut end = None;
        for t in arg {
            if end.is_some_and(|end| end < t.start) {
                text.push(' ');
            }
            end = Some(t.end);
            for c in t.text.chars() {
                if matches!(t.kind, TokenKind::Text | TokenKind::Char) && matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            if text.len() > MAX_TEXT {
                marks.error(at.range(), "`#` makes a string that is too long here");
                break;
            }
        }
        text.push('"');
        Token { kind: TokenKind::Text, text: self.texts.alloc_str(&text), start: at.start, end: at.end, first: false }
    }
}

/// A part of a macro's body.
enum Part<'s> {
    Tokens(Vec<Token<'s>>),
    /// `##`
    Paste,
}
