//! Initial values: how many elements they give an array without a length, and whether all of it is zero. The values themselves are no types.

use super::{Fault, In, Parsed, eat, expr, found, here, next, peek, skip_group};
use crate::syntax::{Init, InitItem};
use crate::token::TokenKind;

/// What follows the `=` of a variable, up to the `,` or `;` behind it.
pub(super) fn init<'s>(i: &mut In<'_, 's>) -> Parsed<Init<'s>> {
    let mut init = Init { is_zero: true, text: None, items: None };
    if peek(i).is_none_or(|t| matches!(t.text, "," | ";")) {
        return Err(Fault { at: here(i), message: format!("{} where an initial value belongs", found(i)) });
    }
    if peek(i).is_some_and(|t| t.is("{")) {
        init.items = Some(items(i, &mut init.is_zero)?);
    } else {
        let mut length = 0usize;
        let mut is_text = false;
        while let Some(t) = peek(i).filter(|t| !t.is(",") && !t.is(";")) {
            is_text |= t.kind == TokenKind::Text;
            if t.kind == TokenKind::Text {
                length = length.saturating_add(text_bytes(t.text));
            }
            value(i, &mut init.is_zero)?;
        }
        init.text = is_text.then(|| u32::try_from(length).unwrap_or(u32::MAX));
    }
    Ok(init)
}

/// What is between braces.
fn items<'s>(i: &mut In<'_, 's>, is_zero: &mut bool) -> Parsed<Vec<InitItem<'s>>> {
    let mut out = Vec::new();
    next(i)?;
    while !eat(i, "}") {
        if peek(i).is_none() {
            break;
        }
        let mut item = InitItem::Next;
        if eat(i, "[") {
            let mut at = expr::expr(i)?;
            // `[a ... b]`: the last one counts.
            if eat(i, "...") {
                at = expr::expr(i)?;
            }
            eat(i, "]");
            item = InitItem::At(at);
        }
        while let Some(t) = peek(i).filter(|t| !t.is(",") && !t.is("}")) {
            // `.name` and `=` say where, not what.
            if t.is(".") {
                next(i)?;
                next(i)?;
            } else if t.is("[") {
                skip_group(i);
            } else {
                value(i, is_zero)?;
            }
        }
        out.push(item);
        if !eat(i, ",") && !peek(i).is_some_and(|t| t.is("}")) {
            break;
        }
    }
    Ok(out)
}

/// A piece of a value: a token, or all in brackets.
fn value(i: &mut In<'_, '_>, is_zero: &mut bool) -> Parsed<()> {
    let mut level = 0u32;
    while let Some(t) = peek(i) {
        match t.kind {
            TokenKind::Sign if matches!(t.text, "(" | "[" | "{") => level += 1,
            TokenKind::Sign if matches!(t.text, ")" | "]" | "}") => level = level.saturating_sub(1),
            // An address, whatever it is of.
            TokenKind::Sign => *is_zero &= t.text != "&",
            TokenKind::Number => *is_zero &= t.text.bytes().all(|b| !(b'1'..=b'9').contains(&b)),
            TokenKind::Char => *is_zero &= matches!(t.text, "'\\0'"),
            TokenKind::Text => *is_zero &= t.text == "\"\"",
            // The name of a member, or a type in a cast.
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

/// A word that a cast is made of.
fn is_cast(i: &In<'_, '_>, word: &str) -> bool {
    super::specs::is_keyword(word) || i.state.types.contains(word)
}

/// Bytes of a string without the zero at its end. An escape is one byte, but for those that name a character by its number in Unicode.
fn text_bytes(quoted: &str) -> usize {
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    let (mut bytes, mut rest) = (0usize, inside.chars().peekable());
    let digits = |rest: &mut std::iter::Peekable<std::str::Chars<'_>>, radix: u32, most: usize| {
        let mut value = 0u32;
        for _ in 0..most {
            let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix)) else { break };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            rest.next();
        }
        value
    };
    while let Some(c) = rest.next() {
        let escape = if c == '\\' { rest.next() } else { None };
        bytes = bytes.saturating_add(match escape {
            None => c.len_utf8(),
            Some('0'..='7') => {
                digits(&mut rest, 8, 2);
                1
            }
            Some('x') => {
                digits(&mut rest, 16, usize::MAX);
                1
            }
            Some(wide @ ('u' | 'U')) => {
                let value = digits(&mut rest, 16, if wide == 'u' { 4 } else { 8 });
                char::from_u32(value).map_or(1, char::len_utf8)
            }
            Some(_) => 1,
        });
    }
    bytes
}
