//! The grammar of declarations, over tokens whose brackets are known to be closed.
//!
//! It takes linear time: it looks ahead by at most two tokens, in initial values by one expression. It goes back only
//! to the start of a declaration or member that it then marks and skips. Its recursion is bounded: nested constructs
//! are either in brackets, whose depth `nest` limits, or counted.

mod attr;
mod declarator;
mod expr;
mod init;
mod params;
mod quoted;
mod specs;

use std::collections::HashSet;
use std::ops::Range;

use winnow::Parser;
use winnow::error::ParserError;
use winnow::stream::{Stateful, Stream, TokenSlice};
use winnow::token::any;

use crate::mark::Marks;
use crate::syntax::{Assert, Base, Declaration, Item, Name, Specs, Storage};
use crate::token::{Token, TokenKind};

pub(crate) use quoted::text_of;

/// The state of the parser.
#[derive(Debug, Default)]
pub(crate) struct State<'s> {
    /// The names of typedefs.
    types: HashSet<&'s str>,
    pub marks: Marks,
    /// The start of the last token that was consumed, and its end.
    start: u32,
    end: u32,
    /// True if the last token of an initial value was the `.` before a member's name.
    start_of_member: bool,
    /// True if the next initial value gives a variable its type (`__auto_type`).
    typed_init: bool,
}

pub(crate) type In<'t, 's> = Stateful<TokenSlice<'t, Token<'s>>, State<'s>>;
pub(crate) type Parsed<T> = Result<T, Fault>;

/// Why a declaration cannot be read, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub at: Range<u32>,
    pub message: String,
}

impl<'s> ParserError<In<'_, 's>> for Fault {
    type Inner = Fault;

    fn from_input(input: &In<'_, 's>) -> Fault {
        Fault { at: here(input), message: format!("{} is not expected here", found(input)) }
    }

    fn into_inner(self) -> Result<Fault, Fault> {
        Ok(self)
    }
}

/// Reads the declarations of `tokens` one after the other, so that a large header is never in memory as a whole tree.
#[derive(Debug)]
pub(crate) struct Items<'t, 's> {
    input: In<'t, 's>,
}

impl<'t, 's> Items<'t, 's> {
    /// `types`: the names of typedefs that are known already.
    pub fn new(tokens: &'t [Token<'s>], types: HashSet<&'s str>) -> Items<'t, 's> {
        let state = State { types, ..State::default() };
        Items { input: Stateful { input: TokenSlice::new(tokens), state } }
    }

    /// The next declaration; `None` at the end. Declarations that cannot be read are marked and left out.
    pub fn next(&mut self, marks: &mut Marks) -> Option<Item<'s>> {
        std::mem::swap(&mut self.input.state.marks, marks);
        let item = next_item(&mut self.input);
        std::mem::swap(&mut self.input.state.marks, marks);
        item
    }

    /// The names of typedefs that are known now.
    pub fn types(self) -> HashSet<&'s str> {
        self.input.state.types
    }
}

fn next_item<'s>(input: &mut In<'_, 's>) -> Option<Item<'s>> {
    while !input.input.is_empty() {
        if eat(input, ";") {
            continue;
        }
        let start = input.checkpoint();
        let left = input.input.eof_offset();
        let found = item(input);
        if let Err(fault) = &found {
            input.state.marks.error(fault.at.clone(), fault.message.clone());
            input.reset(&start);
            skip_declaration(input);
        }
        // If nothing was consumed, the next token is a `}` that a broken initial value left behind: it is skipped.
        if input.input.eof_offset() == left {
            next(input).ok();
        }
        if let Ok(item) = found {
            return Some(item);
        }
    }
    None
}

fn item<'s>(i: &mut In<'_, 's>) -> Parsed<Item<'s>> {
    if let Some(assert) = assert(i)? {
        return Ok(Item::Assert(assert));
    }
    let specs = specs::specs(i, specs::Outer::File)?;
    let mut names = Vec::new();
    if !ends_without_name(i, &specs) {
        loop {
            let name = declarator::named(i)?;
            if let (Storage::Typedef, Some(name)) = (specs.storage, &name.name) {
                i.state.types.insert(name.text);
            }
            let is_function = matches!(name.parts.first(), Some(crate::syntax::Part::Function(_)));
            names.push(name);
            if is_function && peek(i).is_some_and(|t| t.is("{")) {
                i.state.marks.note(here(i), "the body of a function is left out");
                skip_group(i);
                // In a definition, `()` means that there are no parameters.
                if let Some(crate::syntax::Part::Function(params)) =
                    names.last_mut().and_then(|name| name.parts.first_mut())
                {
                    params.variadic &= !params.list.is_empty();
                }
                return Ok(Item::Declaration(Declaration { specs, names, has_body: true }));
            }
            if eat(i, "=") {
                i.state.typed_init = matches!(specs.base, Base::Auto);
                let init = init::init(i);
                i.state.typed_init = false;
                let init = init?;
                if let Some(name) = names.last_mut() {
                    name.init = Some(init);
                }
            }
            if !eat(i, ",") {
                break;
            }
        }
    }
    end_of_line(i)?;
    Ok(Item::Declaration(Declaration { specs, names, has_body: false }))
}

/// True if a declaration ends behind its specifiers. A struct with a missing semicolon also ends when something new
/// begins on the next line.
fn ends_without_name(i: &In<'_, '_>, specs: &Specs<'_>) -> bool {
    let has_body = match &specs.base {
        Base::Record(record) => record.members.is_some(),
        Base::Enum(item) => item.values.is_some(),
        _ => false,
    };
    let begins = |t: &Token<'_>| specs::begins_type(i, t) || matches!(t.text, "typedef" | "extern" | "static");
    peek(i).is_none_or(|t| t.is(";") || (has_body && t.first && begins(t)))
}

/// `_Static_assert(value, "says");`
fn assert<'s>(i: &mut In<'_, 's>) -> Parsed<Option<Assert<'s>>> {
    if !eat(i, "_Static_assert") && !eat(i, "static_assert") {
        return Ok(None);
    }
    need(i, "(", "after static_assert")?;
    let value = expr::expr(i)?;
    let says = after(i, ",", text)?;
    need(i, ")", "at the end of static_assert")?;
    end_of_line(i)?;
    Ok(Some(Assert { value, says }))
}

/// The next token.
fn peek<'t, 's>(i: &In<'t, 's>) -> Option<&'t Token<'s>> {
    i.input.peek_token()
}

/// The token after the next.
fn peek_second<'t, 's>(i: &In<'t, 's>) -> Option<&'t Token<'s>> {
    i.input.iter_offsets().nth(1).map(|(_, t)| t)
}

/// The place of the next token, or the end of the source.
fn here(i: &In<'_, '_>) -> Range<u32> {
    peek(i).map_or(i.state.end..i.state.end, Token::range)
}

/// The next token, as messages name it.
fn found(i: &In<'_, '_>) -> String {
    peek(i).map_or("the end".to_owned(), |t| format!("`{}`", t.text))
}

/// From `start` to the end of the last consumed token.
fn since(i: &In<'_, '_>, start: u32) -> Range<u32> {
    start.min(i.state.end)..i.state.end
}

fn next<'t, 's>(i: &mut In<'t, 's>) -> Parsed<&'t Token<'s>> {
    let token = any.parse_next(i)?;
    (i.state.start, i.state.end) = (token.start, token.end);
    Ok(token)
}

/// Consumes the next token if it is `text`.
fn eat(i: &mut In<'_, '_>, text: &'static str) -> bool {
    peek(i).is_some_and(|t| t.is(text)) && next(i).is_ok()
}

/// Consumes `text`. `place` says in the message where it belongs.
fn need(i: &mut In<'_, '_>, text: &'static str, place: &str) -> Parsed<()> {
    match eat(i, text) {
        true => Ok(()),
        false => Err(Fault { at: here(i), message: format!("{} where `{text}` belongs: {place}", found(i)) }),
    }
}

/// Consumes `sign` and reads what follows it, if `sign` is next.
fn after<'t, 's, T>(
    i: &mut In<'t, 's>,
    sign: &'static str,
    read: impl FnOnce(&mut In<'t, 's>) -> Parsed<T>,
) -> Parsed<Option<T>> {
    if eat(i, sign) { read(i).map(Some) } else { Ok(None) }
}

/// Consumes the semicolon. If it is missing at the end of a line, this is marked and reading goes on.
fn end_of_line(i: &mut In<'_, '_>) -> Parsed<()> {
    if eat(i, ";") {
        return Ok(());
    }
    if peek(i).is_none_or(|t| t.first || t.is("}")) {
        let last = i.state.start..i.state.end;
        i.state.marks.error(last, "a `;` is missing after this");
        return Ok(());
    }
    Err(Fault { at: here(i), message: format!("{} where `;` or `,` belongs", found(i)) })
}

fn name<'s>(i: &mut In<'_, 's>) -> Parsed<Name<'s>> {
    match peek(i) {
        Some(t) if t.kind == TokenKind::Word && !specs::is_keyword(t.text) => {
            next(i)?;
            Ok(Name { text: t.text, range: t.range() })
        }
        _ => Err(Fault { at: here(i), message: format!("{} where a name belongs", found(i)) }),
    }
}

/// Adjacent strings, joined.
fn text(i: &mut In<'_, '_>) -> Parsed<String> {
    let mut all: Option<String> = None;
    while let Some(t) = peek(i).filter(|t| t.kind == TokenKind::Text) {
        next(i)?;
        all.get_or_insert_default().push_str(&text_of(t.text));
    }
    all.ok_or_else(|| Fault { at: here(i), message: format!("{} where a string belongs", found(i)) })
}

/// Skips a token, or everything in the brackets that it opens.
fn skip_group(i: &mut In<'_, '_>) {
    let mut level = 0u32;
    while let Ok(t) = next(i) {
        level = level.saturating_add_signed(t.nesting());
        if level == 0 {
            return;
        }
    }
}

/// Skips a broken declaration: to a semicolon, to the end of the enclosing brackets, or to the line after a closing
/// brace.
fn skip_declaration(i: &mut In<'_, '_>) {
    let mut braces = false;
    while let Some(t) = peek(i) {
        if t.is("}") || (braces && t.first && t.kind == TokenKind::Word) {
            return;
        }
        braces = t.is("{");
        let end = t.is(";");
        skip_group(i);
        if end {
            return;
        }
    }
}
