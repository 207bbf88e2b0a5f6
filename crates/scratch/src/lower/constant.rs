//! Values of expressions.

use super::{Known, Lower};
use crate::grammar::text_of;
use crate::syntax::{Basic, Designator, Expr, ExprKind};
use crate::types::{Id, Shape};
use crate::value::{Value, wrap};

impl<'s> Lower<'s> {
    /// The value of an expression. An expression without one is marked.
    pub(super) fn constant(&mut self, e: &Expr<'s>) -> Known<Value> {
        let target = self.types.target;
        match &e.kind {
            ExprKind::Literal(text) => match Value::literal(text, target) {
                Ok(value) => Ok(value),
                Err(message) => self.error(&e.range, message),
            },
            ExprKind::Char(text) => match text_of(text).chars().next() {
                // A plain char is signed on our targets.
                Some(c) if u32::from(c) < 256 => Ok(Value::int(wrap(i128::from(u32::from(c)), 8, true))),
                _ => self.error(&e.range, format!("`{text}` is not a character constant")),
            },
            ExprKind::Name(name) => match self.constants.get(name.text) {
                Some(value) => Ok(*value),
                None => self.error(&e.range, format!("`{}` is not a number that is known here", name.text)),
            },
            ExprKind::Unary("*" | "&", _)
            | ExprKind::Binary(",", ..)
            | ExprKind::Text(_)
            | ExprKind::Member(..)
            | ExprKind::Index(_)
            | ExprKind::Call(_)
            | ExprKind::Compound(_) => self.error(&e.range, "only numbers known at compile time are taken here"),
            ExprKind::Unary(sign, of) => Ok(self.constant(of)?.unary(sign)),
            ExprKind::Binary(sign, a, b) => {
                let left = self.constant(a)?;
                // The right side is computed only if the left one does not decide.
                match *sign {
                    "&&" if !left.is_true() => return Ok(Value::int(0)),
                    "||" if left.is_true() => return Ok(Value::int(1)),
                    _ => {}
                }
                let right = self.constant(b)?;
                if matches!(*sign, "&&" | "||") {
                    return Ok(Value::int(right.is_true().into()));
                }
                match left.binary(sign, right) {
                    Ok(value) => Ok(value),
                    Err(message) => self.error(&e.range, message),
                }
            }
            ExprKind::Choice(test, yes, no) => {
                let chosen = if self.constant(test)?.is_true() { yes } else { no };
                self.constant(chosen)
            }
            ExprKind::Cast(to, of) => {
                let value = match whole_part(of) {
                    Some(value) => Value::new(value, 64, true),
                    None => self.constant(of)?,
                };
                let id = self.type_name(to)?;
                if matches!(self.types.shape(self.types.plain(id)), Shape::Basic(Basic::Bool)) {
                    return Ok(Value::int(value.is_true().into()));
                }
                match self.types.integer(id) {
                    // A value of fewer bits than an int is promoted to an int.
                    Some((bits, signed)) if bits < 32 => Ok(Value::int(wrap(value.value, bits, signed))),
                    Some((bits, signed)) => Ok(Value::new(value.value, bits.min(64), signed)),
                    None => self.error(&e.range, "only casts to integers are taken here"),
                }
            }
            ExprKind::SizeOf(name) => {
                let id = self.type_name(name)?;
                self.size_of(e, id)
            }
            ExprKind::SizeOfExpr(of) => {
                self.no_bitfield(of, "sizeof")?;
                let id = self.type_of(of)?;
                self.size_of(e, id)
            }
            ExprKind::AlignOf(name) => {
                let id = self.type_name(name)?;
                self.align_of(e, id)
            }
            ExprKind::AlignOfExpr(of) => {
                self.no_bitfield(of, "_Alignof")?;
                let id = self.type_of(of)?;
                self.align_of(e, id)
            }
            ExprKind::OffsetOf(name, steps) => self.offset_of(name, steps),
        }
    }

    fn size_of(&mut self, e: &Expr<'s>, id: Id) -> Known<Value> {
        let target = self.types.target;
        // GNU C: the size of void and of functions is 1.
        if matches!(self.types.shape(self.types.plain(id)), Shape::Basic(Basic::Void) | Shape::Proto(_)) {
            return Ok(Value::size(1, target));
        }
        match self.types.size(id) {
            Some(size) if !self.is_flexible(id) => Ok(Value::size(size, target)),
            _ => {
                let what = self.without_size(id);
                self.error(&e.range, format!("{what} has no size"))
            }
        }
    }

    fn align_of(&mut self, e: &Expr<'s>, id: Id) -> Known<Value> {
        match self.types.size(id) {
            Some(_) => Ok(Value::size(self.types.align(id), self.types.target)),
            None => {
                let what = self.without_size(id);
                self.error(&e.range, format!("{what} has no alignment"))
            }
        }
    }

    fn offset_of(&mut self, name: &crate::syntax::TypeName<'s>, steps: &[Designator<'s>]) -> Known<Value> {
        let mut id = self.type_name(name)?;
        let mut bits = 0u64;
        for step in steps {
            match step {
                Designator::Member(name) => {
                    let Some((at, of, width)) = self.find_member(id, name.text, 0) else {
                        return self.error(&name.range, format!("this type has no member `{}`", name.text));
                    };
                    if width.is_some() {
                        return self
                            .error(&name.range, format!("`{}` is a bitfield: it has no offset in bytes", name.text));
                    }
                    bits = bits.saturating_add(at);
                    id = of;
                }
                Designator::Index(index) => {
                    let value = self.constant(index)?.value;
                    let Shape::Array(of, _) = *self.types.shape(self.types.plain(id)) else {
                        return self.error(&index.range, "only arrays have elements");
                    };
                    let size = self.types.size(of).unwrap_or(0);
                    let Ok(value) = u64::try_from(value) else {
                        return self.error(&index.range, "an element before the first");
                    };
                    bits = bits.saturating_add(value.saturating_mul(size).saturating_mul(8));
                    id = of;
                }
            }
        }
        Ok(Value::size(bits / 8, self.types.target))
    }

    /// A member's offset in bits, its type, and the width in bits if it is a bitfield. Searches anonymous members, too.
    pub(super) fn find_member(&self, id: Id, name: &str, depth: u32) -> Option<(u64, Id, Option<u32>)> {
        let Shape::Record(i) = *self.types.shape(self.types.plain(id)) else { return None };
        let body = self.types.records.get(i as usize)?.body.as_ref()?;
        if let Some(m) = body.members.iter().find(|m| m.name == name) {
            return Some((m.bit_offset, m.of, m.width));
        }
        let mut inside = body.members.iter().filter(|m| m.name.is_empty() && depth < 64);
        inside.find_map(|m| self.find_member(m.of, name, depth + 1).map(|(at, of, w)| (at + m.bit_offset, of, w)))
    }
}

/// The integer part of a floating-point number, for a cast to an integer.
fn whole_part(e: &Expr<'_>) -> Option<i128> {
    let ExprKind::Literal(text) = e.kind else { return None };
    let number = text.trim_end_matches(['f', 'F', 'l', 'L']);
    let is_whole = !number.contains(['.', 'e', 'E']) || number.starts_with("0x") || number.starts_with("0X");
    let value = number.parse::<f64>().ok().filter(|_| !is_whole)?;
    (value.abs() < i64::MAX as f64).then_some(value as i128)
}
