//! Initial values: their braces, designators and strings, and whether they are zero throughout. Only the values whose
//! type matters are read as expressions.

use winnow::stream::Stream;

use super::quoted::text_bytes;
use super::{Fault, In, Parsed, eat, expr, found, here, name, need, next, peek, since};
use crate::syntax::{Designator, Expr, Init, InitItem, InitValue};
use crate::token::TokenKind;

/// Reads the initial value behind the `=` of a variable, up to the next `,` or `;`.
pub(super) fn init<'s>(i: &mut In<'_, 's>) -> Parsed<Init<'s>> {
    let start = here(i).start;
    if peek(i).is_none_or(|t| matches!(t.text, "," | ";")) {
        return Err(Fault { at: here(i), message: format!("{} where an initial value belongs", found(i)) });
    }
    let mut is_zero = true;
    let value = init_value(i, &mut is_zero)?;
    Ok(Init { is_zero, value, range: since(i, start) })
}

/// Reads a value with or without braces, up to the next `,`, `;` or `}`.
fn init_value<'s>(i: &mut In<'_, 's>, is_zero: &mut bool) -> Parsed<InitValue<'s>> {
    if peek(i).is_some_and(|t| t.is("{")) {
        return Ok(InitValue::Braces(items(i, is_zero)?));
    }
    let of = typed(i);
    let (mut length, mut is_text) = (0usize, false);
    while let Some(t) = peek(i).filter(|t| !t.is(",") && !t.is(";") && !t.is("}")) {
        is_text |= t.kind == TokenKind::Text;
        if t.kind == TokenKind::Text {
            length = length.saturating_add(text_bytes(t.text));
        }
        value(i, is_zero)?;
    }
    Ok(match is_text && of.is_none() {
        true => InitValue::Text(u32::try_from(length).unwrap_or(u32::MAX)),
        false => InitValue::Other(of),
    })
}

/// Looks ahead at the next expression if its type may matter: if it begins with a name or a bracket, or if
/// `__auto_type` needs its type. Consumes nothing.
fn typed<'s>(i: &mut In<'_, 's>) -> Option<Expr<'s>> {
    let t = peek(i)?;
    if !(i.state.typed_init || t.kind == TokenKind::Word || t.is("(")) {
        return None;
    }
    let (before, start, end) = (i.checkpoint(), i.state.start, i.state.end);
    let of = expr::expr(i);
    let ends = peek(i).is_none_or(|t| matches!(t.text, "," | ";" | "}"));
    i.reset(&before);
    (i.state.start, i.state.end) = (start, end);
    of.ok().filter(|_| ends)
}

/// The items between braces.
fn items<'s>(i: &mut In<'_, 's>, is_zero: &mut bool) -> Parsed<Vec<InitItem<'s>>> {
    let mut out = Vec::new();
    next(i)?;
    while !eat(i, "}") {
        if peek(i).is_none() {
            break;
        }
        let designators = designators(i)?;
        let value = init_value(i, is_zero)?;
        out.push(InitItem { designators, value });
        if !eat(i, ",") && !peek(i).is_some_and(|t| t.is("}")) {
            break;
        }
    }
    Ok(out)
}

/// `.member[2] =`, `[1 ... 3] =`, and GNU's old `member:`.
fn designators<'s>(i: &mut In<'_, 's>) -> Parsed<Vec<Designator<'s>>> {
    let mut out = Vec::new();
    loop {
        if eat(i, ".") {
            out.push(Designator::Member(name(i)?));
        } else if eat(i, "[") {
            let mut at = expr::expr(i)?;
            // `[a ... b]`: the last index counts.
            if eat(i, "...") {
                at = expr::expr(i)?;
            }
            need(i, "]", "after the index")?;
            out.push(Designator::Index(at));
        } else {
            break;
        }
    }
    if out.is_empty()
        && peek(i).is_some_and(|t| t.kind == TokenKind::Word)
        && super::peek_second(i).is_some_and(|t| t.is(":"))
    {
        out.push(Designator::Member(name(i)?));
        need(i, ":", "")?;
    } else if !out.is_empty() {
        eat(i, "=");
    }
    Ok(out)
}

/// Reads a token, or everything in brackets.
fn value(i: &mut In<'_, '_>, is_zero: &mut bool) -> Parsed<()> {
    let mut level = 0u32;
    while let Some(t) = peek(i) {
        level = level.saturating_add_signed(t.nesting());
        match t.kind {
            // An address is never zero.
            TokenKind::Sign => *is_zero &= t.text != "&",
            TokenKind::Number => *is_zero &= t.text.bytes().all(|b| !(b'1'..=b'9').contains(&b)),
            TokenKind::Char => *is_zero &= matches!(t.text, "'\\0'"),
            TokenKind::Text => *is_zero &= t.text == "\"\"",
            // The name of a member, and a type in a cast, do not make the value nonzero.
            TokenKind::Word => *is_zero &= i.state.start_of_member || is_cast(i, t.text),
            TokenKind::Line => {}
        }
        i.state.start_of_member = t.is(".");
        next(i)?;
        if level == 0 {
            return Ok(());
        }
    }
    Ok(())
}

/// True if a word can be part of a cast.
fn is_cast(i: &In<'_, '_>, word: &str) -> bool {
    super::specs::is_keyword(word) || i.state.types.contains(word)
}
