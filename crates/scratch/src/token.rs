//! Splits source text into tokens.

use std::ops::Range;

use winnow::combinator::{alt, delimited, not, opt, repeat};
use winnow::error::EmptyError;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, literal, none_of, one_of, take_until, take_while};
use winnow::{Parser, Result};

use crate::mark::Marks;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or keyword.
    Word,
    /// A number, with its suffix.
    Number,
    /// A character constant, with its quotes.
    Char,
    /// A string, with its quotes.
    Text,
    /// Anything else: operators and brackets.
    Sign,
    /// A line of the preprocessor, from its `#` on.
    Line,
}

/// A token of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token<'s> {
    pub kind: TokenKind,
    pub text: &'s str,
    /// Its place in the source, in bytes. Tokens from the body of a macro have the place where the macro is used.
    pub start: u32,
    pub end: u32,
    /// True if it is the first of its line.
    pub first: bool,
}

impl Token<'_> {
    pub fn range(&self) -> Range<u32> {
        self.start..self.end
    }

    /// 1 for an opening bracket, -1 for a closing one, else 0.
    pub fn nesting(&self) -> i32 {
        match self.text {
            "(" | "[" | "{" if self.kind == TokenKind::Sign => 1,
            ")" | "]" | "}" if self.kind == TokenKind::Sign => -1,
            _ => 0,
        }
    }

    /// True if it is this keyword or sign.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Sign) && self.text == text
    }
}

type Source<'s> = LocatingSlice<&'s str>;

/// Reads `source`, which begins at byte `base` of the whole source. Characters that C does not have are marked and left
/// out.
pub(crate) fn tokens<'s>(source: &'s str, base: u32, marks: &mut Marks) -> Vec<Token<'s>> {
    let (mut found, mut rest) = (Vec::new(), LocatingSlice::new(source));
    let mut first = true;
    loop {
        first |= skip_blank(&mut rest, base, marks);
        let start = rest.current_token_start();
        let Some((kind, text)) = (if first && rest.starts_with('#') { line(&mut rest) } else { token(&mut rest) })
        else {
            let Ok(stray) = any::<_, EmptyError>.parse_next(&mut rest) else { return found };
            let end = rest.current_token_start();
            let message = match stray {
                '"' | '\'' => "this quote is not closed on its line".to_owned(),
                _ => format!("`{}` is no character of C", stray.escape_debug()),
            };
            marks.error(base + start as u32..base + end as u32, message);
            continue;
        };
        let end = rest.current_token_start();
        found.push(Token { kind, text, start: base + start as u32, end: base + end as u32, first });
        first = false;
    }
}

/// Skips blanks and comments. Returns whether what follows is the first of its line: the blanks contain the end of a
/// line, or stand at the beginning of the text. The end of a line in a comment ends no line in C.
fn skip_blank(rest: &mut Source<'_>, base: u32, marks: &mut Marks) -> bool {
    let mut new_line = rest.current_token_start() == 0;
    loop {
        let start = rest.current_token_start();
        let blank = take_while::<_, _, EmptyError>(1.., |c: char| c.is_ascii_whitespace() || c == '\x0b');
        let Ok(Some(text)) = opt(alt((blank, joined, line_comment, comment))).parse_next(rest) else {
            if literal::<_, _, EmptyError>("/*").parse_next(rest).is_ok() {
                marks.error(base + start as u32..base + start as u32 + 2, "this comment is not closed");
                let _ = take_while::<_, _, EmptyError>(0.., |_| true).parse_next(rest);
            }
            return new_line;
        };
        new_line |= text.contains('\n') && !text.starts_with(['\\', '/']);
    }
}

/// A `\` and the end of its line: the next line belongs to the same line of C.
fn joined<'s>(rest: &mut Source<'s>) -> Result<&'s str, EmptyError> {
    ("\\", opt('\r'), '\n').take().parse_next(rest)
}

/// A `//` comment, without the end of its line. If the line ends in `\`, the comment goes on in the next one.
fn line_comment<'s>(rest: &mut Source<'s>) -> Result<&'s str, EmptyError> {
    let plain = take_while(1.., |c: char| !matches!(c, '\\' | '\r' | '\n')).void();
    let piece = alt((plain, joined.void(), one_of('\\').void()));
    ("//", repeat::<_, _, (), _, _>(0.., piece)).take().parse_next(rest)
}

/// A `/* */` comment that is closed.
fn comment<'s>(rest: &mut Source<'s>) -> Result<&'s str, EmptyError> {
    ("/*", take_until(0.., "*/"), "*/").take().parse_next(rest)
}

/// A line of the preprocessor, with the comments in it, which may extend over several lines. It ends before a comment
/// that is not closed.
fn line<'s>(rest: &mut Source<'s>) -> Option<(TokenKind, &'s str)> {
    let other = (not("/*"), none_of('\n')).void();
    let comments = alt((comment.void(), line_comment.void()));
    let piece = alt((joined.void(), comments, quoted_in_line('"'), quoted_in_line('\''), other));
    let text: Result<&str, EmptyError> = repeat::<_, _, (), _, _>(0.., piece).take().parse_next(rest);
    text.ok().filter(|text| !text.is_empty()).map(|text| (TokenKind::Line, text))
}

/// A string or character constant in a line of the preprocessor: no comment begins in it. One that is not closed takes
/// the rest of the line, as in GCC and Clang.
fn quoted_in_line<'s>(quote: char) -> impl Parser<Source<'s>, (), EmptyError> {
    let piece = alt((joined.void(), ('\\', none_of('\n')).void(), none_of([quote, '\\', '\n']).void()));
    (quote, repeat::<_, _, (), _, _>(0.., piece), opt(quote)).void()
}

fn token<'s>(rest: &mut Source<'s>) -> Option<(TokenKind, &'s str)> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii();
    let word = (one_of(move |c: char| letter(c) && !c.is_ascii_digit()), take_while(0.., letter)).take();
    // A sign behind the `e` of an exponent belongs to the number (C17, 6.4.8).
    let signed = (one_of(['e', 'E', 'p', 'P']), one_of(['+', '-'])).void();
    let digit = alt((signed, one_of(move |c: char| letter(c) || c == '.').void()));
    let number = (one_of(|c: char| c.is_ascii_digit()), repeat::<_, _, (), _, _>(0.., digit)).take();
    let found: Result<_, EmptyError> = opt(alt((
        word.map(|text| (TokenKind::Word, text)),
        number.map(|text| (TokenKind::Number, text)),
        quoted('"').map(|text| (TokenKind::Text, text)),
        quoted('\'').map(|text| (TokenKind::Char, text)),
        sign.map(|text| (TokenKind::Sign, text)),
    )))
    .parse_next(rest);
    found.ok().flatten()
}

fn quoted<'s>(quote: char) -> impl Parser<Source<'s>, &'s str, EmptyError> {
    let piece = alt((('\\', none_of('\n')).void(), none_of([quote, '\\', '\n']).void()));
    delimited(quote, repeat::<_, _, (), _, _>(0.., piece), quote).take()
}

fn sign<'s>(rest: &mut Source<'s>) -> Result<&'s str, EmptyError> {
    let long = alt(("...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"));
    let short = one_of(|c| "{}[]();,:?=.+-*/%&|^~!<>#".contains(c)).take();
    alt((long, "->", "##", short)).parse_next(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> (Vec<&str>, usize) {
        let mut marks = Marks::new(100);
        let texts = tokens(source, 0, &mut marks).iter().map(|t| t.text).collect();
        (texts, marks.finish(source, None, Vec::new()).marks.len())
    }

    #[test]
    fn tokens_of_c() {
        assert_eq!(read("int a[0x1fUL<<2]; // x\n"), (vec!["int", "a", "[", "0x1fUL", "<<", "2", "]", ";"], 0));
        assert_eq!(read("a/* b\n */c 'x' \"s\\\"t\" ..."), (vec!["a", "c", "'x'", "\"s\\\"t\"", "..."], 0));
        assert_eq!(read("#define A \\\n 1\nA #"), (vec!["#define A \\\n 1", "A", "#"], 0));
        assert_eq!(read(""), (vec![], 0));
    }

    #[test]
    fn comments_go_on_in_the_next_line() {
        assert_eq!(read("int a; // b \\\n int c;\nint d;"), (vec!["int", "a", ";", "int", "d", ";"], 0));
        assert_eq!(read("// b \\\r\n int c;\r\nint d;"), (vec!["int", "d", ";"], 0));
        let define = "#define A 1 /* b\n int x; */ 2";
        assert_eq!(read(&format!("{define}\nint y;")), (vec![define, "int", "y", ";"], 0));
        // The line behind the comment is no line of its own.
        assert_eq!(read("int a; /*\n*/ #b"), (vec!["int", "a", ";", "#", "b"], 0));
        // The text of a comment begins no comment, and neither does that of a string; a quote that is not closed ends
        // with its line.
        for line in ["#define A 1 // '/*", "#define A \"/*\"", "#define A '\"' \"\\\"/*\"", "#error don't /* b"] {
            assert_eq!(read(&format!("{line}\ny /* */")), (vec![line, "y"], 0));
        }
        // A comment that is not closed takes all that follows, here too.
        assert_eq!(read("#define A 1 /* b\nint y;"), (vec!["#define A 1 "], 1));
    }

    #[test]
    fn text_that_is_not_c_is_marked() {
        assert_eq!(read("int `x;").1, 1);
        assert_eq!(read("int x; /* int y;"), (vec!["int", "x", ";"], 1));
        assert_eq!(read("'ab\nint \"").1, 2);
    }
}
