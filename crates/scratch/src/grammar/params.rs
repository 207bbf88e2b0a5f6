//! Parameters.

use super::{Fault, In, Parsed, declarator, eat, here, need, peek, peek_second, specs};
use crate::syntax::Params;
use crate::token::TokenKind;

/// Reads parameters and the closing parenthesis; the opening one is read already.
pub(super) fn params<'s>(i: &mut In<'_, 's>) -> Parsed<Params<'s>> {
    let mut out = Params::default();
    if eat(i, ")") {
        // Before C23, `()` says nothing about the parameters; clang writes it as `...`.
        out.variadic = true;
        return Ok(out);
    }
    if peek(i).is_some_and(|t| t.is("void")) && peek_second(i).is_some_and(|t| t.is(")")) {
        need(i, "void", "")?;
        need(i, ")", "")?;
        return Ok(out);
    }
    loop {
        if eat(i, "...") {
            out.variadic = true;
            break;
        }
        if let Some(t) = peek(i)
            && t.kind == TokenKind::Word
            && !specs::begins_type(i, t)
            && peek_second(i).is_some_and(|t| t.is(",") || t.is(")"))
        {
            let message = format!("no type `{}` is known here: declare it above", t.text);
            return Err(Fault { at: here(i), message });
        }
        let specs = specs::specs(i, specs::Outer::Parameter)?;
        let declarator = declarator::any(i)?;
        out.list.push((specs, declarator));
        if !eat(i, ",") {
            break;
        }
    }
    need(i, ")", "or a `,` before the next parameter")?;
    Ok(out)
}
