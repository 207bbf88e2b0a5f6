//! The declarations in the braces of a struct as pieces of its source, so that they can be put in another order.
//!
//! A piece is a declaration up to its semicolon, with the comments above it and after it: `int a, b;` is one piece with
//! two members. A declaration without members (`u32 : 0;`, an assertion) belongs to the piece after it and moves with
//! it.

use std::ops::Range;

use btf::TypeId;

use crate::mark::Marks;
use crate::token::{self, Token, TokenKind};
use crate::{Declared, Part};

/// Why the members of a type cannot be put in another order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPieces {
    /// The members are not written between braces in the source: a macro makes them, or there are none.
    NotWritten,
    /// A line of the preprocessor is among the members. The place of such a line matters.
    Preprocessor,
    /// A semicolon is missing.
    Open,
}

impl NoPieces {
    /// The reason as a sentence without a full stop.
    pub fn message(self) -> &'static str {
        match self {
            NoPieces::NotWritten => "the members are not written between braces in the source",
            NoPieces::Preprocessor => "a line of the preprocessor is among the members",
            NoPieces::Open => "a semicolon is missing among the members",
        }
    }
}

/// A piece of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    range: Range<usize>,
    /// True if the piece ends with a `//` comment, so that the text behind it must begin on a new line.
    comment: bool,
    /// Its members, by index, with the first byte of each in the source.
    members: Vec<(u32, usize)>,
}

/// The declarations in the braces of a struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces<'s> {
    source: &'s str,
    /// Where the pieces begin, and whether a `//` comment stands right before them.
    start: (usize, bool),
    pieces: Vec<Piece>,
    /// Where the pieces end.
    end: usize,
}

impl<'s> Pieces<'s> {
    /// The pieces of a type that was compiled from this source. `declared`: [`crate::Compiled::declared`].
    ///
    /// # Errors
    /// When the members are not written in the source as pieces that could change places.
    pub fn new(source: &'s str, declared: &[Declared], id: TypeId) -> Result<Pieces<'s>, NoPieces> {
        let of_type = declared.iter().filter(|d| d.id == id);
        let mut members: Vec<(u32, usize)> = of_type
            .filter_map(|d| match d.part {
                Part::Member(index) => Some((index, d.range.start as usize)),
                Part::Whole | Part::Enumerator(_) => None,
            })
            .collect();
        members.sort_by_key(|(_, at)| *at);
        let (first, last) = members.first().zip(members.last()).ok_or(NoPieces::NotWritten)?;
        let tokens = token::tokens(source, 0, &mut Marks::new(0));
        let (open, close) = braces(&tokens, first.1).ok_or(NoPieces::NotWritten)?;
        let (start, end) = (tokens.get(open), tokens.get(close));
        let (start, end) =
            start.zip(end).map(|(s, e)| (s.end as usize, e.start as usize)).ok_or(NoPieces::NotWritten)?;
        if last.1 >= end {
            return Err(NoPieces::NotWritten);
        }
        let start = behind(source, start);
        let mut out = Pieces { source, start, pieces: Vec::new(), end: start.0 };
        let (mut level, mut piece, mut at, mut is_open) = (0u32, start.0, start.0, false);
        for t in tokens.get(open + 1..close).unwrap_or_default() {
            if t.kind == TokenKind::Line {
                return Err(NoPieces::Preprocessor);
            }
            is_open = true;
            level = level.saturating_add_signed(t.nesting());
            if t.is(";") && level == 0 {
                let (end, comment) = behind(source, t.end as usize);
                let has = |&&(_, place): &&(u32, usize)| (at..end).contains(&place);
                let found: Vec<(u32, usize)> = members.iter().filter(has).copied().collect();
                (at, is_open) = (end, false);
                if !found.is_empty() {
                    out.pieces.push(Piece { range: piece..end, comment, members: found });
                    (piece, out.end) = (end, end);
                }
            }
        }
        // The rest holds no members, but it may be a declaration without its semicolon.
        let all = out.pieces.iter().map(|p| p.members.len()).sum::<usize>() == members.len();
        if is_open || !all { Err(NoPieces::Open) } else { Ok(out) }
    }

    /// The members of each piece, by index, in the order of the source.
    pub fn members(&self) -> impl Iterator<Item = Vec<u32>> {
        self.pieces.iter().map(|p| p.members.iter().map(|(index, _)| *index).collect())
    }

    /// The source with the pieces in another order, and the place of a member's first byte in it. `order` names each
    /// piece once.
    pub fn in_order(&self, order: &[usize], member: u32) -> (String, Option<u32>) {
        let mut out = self.source.get(..self.start.0).unwrap_or_default().to_owned();
        let (mut comment, mut place) = (self.start.1, None);
        for piece in order.iter().filter_map(|&i| self.pieces.get(i)) {
            let text = self.source.get(piece.range.clone()).unwrap_or_default();
            append(&mut out, text, comment);
            if let Some((_, at)) = piece.members.iter().find(|(index, _)| *index == member) {
                let behind = piece.range.end - at;
                place = u32::try_from(out.len() - behind).ok();
            }
            comment = piece.comment;
        }
        append(&mut out, self.source.get(self.end..).unwrap_or_default(), comment);
        (out, place)
    }
}

/// Appends a text, on a new line if a `//` comment is before it.
fn append(out: &mut String, text: &str, comment: bool) {
    if comment && !text.starts_with(['\n', '\r']) {
        out.push('\n');
    }
    out.push_str(text);
}

/// The braces around a place: the indices of their tokens.
fn braces(tokens: &[Token<'_>], place: usize) -> Option<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = None;
    for (i, t) in tokens.iter().enumerate() {
        if found.is_none() && t.end as usize > place {
            found = Some(*open.last()?);
        }
        match t.text {
            "{" if t.kind == TokenKind::Sign => open.push(i),
            "}" if t.kind == TokenKind::Sign => {
                if found.is_some_and(|found| open.last() == Some(&found)) {
                    return found.map(|found| (found, i));
                }
                open.pop();
            }
            _ => {}
        }
    }
    None
}

/// Where the comment after a place in a line ends, and whether it ends with the line (`//`). If anything else follows,
/// the place itself is returned.
fn behind(source: &str, at: usize) -> (usize, bool) {
    let rest = source.get(at..).unwrap_or_default();
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let text = line.trim_start();
    let end = at + line.len();
    // A comment that ends in a backslash goes on in the next line, so it is not taken along.
    if text.starts_with("//") && !text.ends_with('\\') {
        return (end, true);
    }
    let inner = text.strip_prefix("/*").and_then(|text| text.split_once("*/"));
    match inner {
        Some((_, after)) if after.trim().is_empty() => (end - after.len(), false),
        _ => (at, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Target, compile};

    /// Puts the pieces of a struct into another order, and returns the source. The struct is the one with this member.
    fn ordered(source: &str, member: &str, order: &[usize]) -> Result<String, NoPieces> {
        let compiled = compile(source, Target::default());
        assert_eq!(compiled.marks, [], "{source}");
        let named = |d: &&Declared| {
            matches!(d.part, Part::Member(_)) && source[d.range.start as usize..d.range.end as usize] == *member
        };
        let id = compiled.declared.iter().find(named).map_or(TypeId(1), |d| d.id);
        let pieces = Pieces::new(source, &compiled.declared, id)?;
        let (text, place) = pieces.in_order(order, 0);
        let first = compiled.declared.iter().find(|d| d.id == id && d.part == Part::Member(0)).unwrap();
        let name = &source[first.range.start as usize..first.range.end as usize];
        let place = place.unwrap() as usize;
        assert_eq!(text[place..place + name.len()], *name, "{text}");
        assert_eq!(compile(&text, Target::default()).marks, [], "{text}");
        Ok(text)
    }

    #[test]
    fn declarations_change_places_with_their_comments() {
        let source =
            "struct s { // x\n\tchar a;\n\t/* of b */\n\tint b, c;\t// two\n\tu32 : 0;\n\tu8 d : 3; /* last */\n};\n";
        assert_eq!(
            ordered(source, "a", &[2, 1, 0]).as_deref(),
            Ok(
                "struct s { // x\n\tu32 : 0;\n\tu8 d : 3; /* last */\n\t/* of b */\n\tint b, c;\t// two\n\tchar a;\n};\n"
            )
        );
        // The same order gives the same text.
        assert_eq!(ordered(source, "a", &[0, 1, 2]).as_deref(), Ok(source));
    }

    #[test]
    fn a_comment_to_the_end_of_a_line_hides_nothing() {
        assert_eq!(
            ordered("struct s { int a; // one\n int b; };", "a", &[1, 0]).as_deref(),
            Ok("struct s {\n int b; int a; // one\n };")
        );
        assert_eq!(
            ordered("struct s { char a; int b; };", "a", &[1, 0]).as_deref(),
            Ok("struct s { int b; char a; };")
        );
    }

    #[test]
    fn members_of_members_stay_in_theirs() {
        let source = "struct s {\n\tstruct { char x; int y; } in;\n\tlong z;\n};";
        assert_eq!(
            ordered(source, "in", &[1, 0]).as_deref(),
            Ok("struct s {\n\tlong z;\n\tstruct { char x; int y; } in;\n};")
        );
        assert_eq!(
            ordered(source, "x", &[1, 0]).as_deref(),
            Ok("struct s {\n\tstruct { int y; char x; } in;\n\tlong z;\n};")
        );
        // An anonymous union is a member without a name.
        let source = "struct s { union { int a; long b; }; char c; };";
        assert_eq!(ordered(source, "c", &[1, 0]).as_deref(), Ok("struct s { char c; union { int a; long b; }; };"));
    }

    #[test]
    fn sources_without_pieces_are_refused() {
        let macros = "#define ALL { int a; int b; }\nstruct s ALL;";
        assert_eq!(ordered(macros, "-", &[1, 0]), Err(NoPieces::NotWritten));
        let line = "struct s {\n\tint a;\n#define X 1\n\tint b;\n};";
        assert_eq!(ordered(line, "a", &[1, 0]), Err(NoPieces::Preprocessor));
        assert_eq!(ordered("int x;", "-", &[]), Err(NoPieces::NotWritten));
        // Members of one macro move together. If the last semicolon is in the macro and not behind it, the end of the
        // declaration is not known.
        let many = "#define M int a; int b\nstruct s { M; char c; };";
        assert_eq!(ordered(many, "c", &[1, 0]).as_deref(), Ok("#define M int a; int b\nstruct s { char c; M; };"));
        let open = "#define M int a; int b;\nstruct s { char c; M };";
        assert_eq!(ordered(open, "c", &[0]), Err(NoPieces::Open));
    }
}
