//! What stands in the brackets behind `typeof`: a type, or an expression that leads to something declared.

use super::{
    Fault, In, Parsed, declarator, eat, expr, here, name, need, next, peek, peek_second, since, skip_group, specs,
};
use crate::syntax::{Base, Operand, OperandRoot, OperandStep};
use crate::token::TokenKind;

/// The brackets behind `typeof`.
pub(super) fn type_of<'s>(i: &mut In<'_, 's>) -> Parsed<Base<'s>> {
    need(i, "(", "after typeof")?;
    let base = match expr::type_name_next(i) {
        true => Base::TypeOf(Box::new(declarator::type_name(i)?)),
        false => Base::TypeOfOperand(Box::new(operand(i)?)),
    };
    match eat(i, ")") {
        true => Ok(base),
        false => Err(not_taken(i)),
    }
}

fn not_taken(i: &In<'_, '_>) -> Fault {
    let message = "typeof takes a type here, or a name with *, &, ., -> and [ ], not another expression".to_owned();
    Fault { at: here(i), message }
}

/// A name, or brackets, with the stars and steps around it. Only brackets make it deep.
fn operand<'s>(i: &mut In<'_, 's>) -> Parsed<Operand<'s>> {
    let start = here(i).start;
    let (mut before, mut cast) = (Vec::new(), None);
    loop {
        let step = match peek(i) {
            Some(t) if t.is("*") => Some(OperandStep::Deref),
            Some(t) if t.is("&") => Some(OperandStep::AddressOf),
            Some(t) if t.is("(") && peek_second(i).is_some_and(|t| specs::begins_type(i, t)) => None,
            // The sign of a number that is cast.
            Some(t) if cast.is_some() && ["-", "+", "~", "!"].iter().any(|sign| t.is(sign)) => {
                next(i)?;
                continue;
            }
            _ => break,
        };
        next(i)?;
        match step {
            Some(step) if cast.is_none() => before.push(step),
            Some(_) => {}
            None => {
                let to = declarator::type_name(i)?;
                need(i, ")", "after the type")?;
                cast.get_or_insert(to);
            }
        }
    }
    let mut out = match peek(i) {
        Some(t) if t.is("(") => {
            next(i)?;
            let inner = operand(i)?;
            if !eat(i, ")") {
                return Err(not_taken(i));
            }
            Some(inner)
        }
        Some(t) if t.kind == TokenKind::Word && !specs::is_keyword(t.text) => {
            Some(Operand { root: OperandRoot::Name(name(i)?), steps: Vec::new() })
        }
        Some(t) if cast.is_some() && matches!(t.kind, TokenKind::Number | TokenKind::Char) => {
            next(i)?;
            None
        }
        _ => return Err(not_taken(i)),
    };
    while let Some(t) = peek(i) {
        let arrow = t.is("->");
        let mut steps = Vec::new();
        if t.is("[") {
            skip_group(i);
            steps.push(OperandStep::Deref);
        } else if arrow || t.is(".") {
            next(i)?;
            steps.extend(arrow.then_some(OperandStep::Deref));
            steps.push(OperandStep::Member(name(i)?));
        } else {
            break;
        }
        let range = since(i, start);
        if let Some(out) = &mut out {
            out.steps.extend(steps.into_iter().map(|step| (step, range.clone())));
        }
    }
    // A cast binds looser than the steps behind what it casts.
    let mut out = match (cast, out) {
        (Some(to), _) => Operand { root: OperandRoot::Cast(to), steps: Vec::new() },
        (None, Some(out)) => out,
        (None, None) => return Err(not_taken(i)),
    };
    let range = since(i, start);
    out.steps.extend(before.into_iter().rev().map(|step| (step, range.clone())));
    Ok(out)
}
