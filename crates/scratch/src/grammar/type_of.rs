//! The operand of `typeof`: a type or an expression.

use super::{In, Parsed, declarator, expr, need};
use crate::syntax::Base;

/// The operand of `typeof`, with its brackets.
pub(super) fn type_of<'s>(i: &mut In<'_, 's>) -> Parsed<Base<'s>> {
    need(i, "(", "after typeof")?;
    let base = match expr::type_name_next(i) {
        true => Base::TypeOf(Box::new(declarator::type_name(i)?)),
        false => Base::TypeOfExpr(Box::new(expr::expr(i)?)),
    };
    need(i, ")", "after the operand of typeof")?;
    Ok(base)
}
