//! Types of expressions (C17, 6.3.1.8, 6.5), for `typeof`, `sizeof` and `__auto_type`.

use super::{Known, Lower, Named};
use crate::syntax::{Basic, Expr, ExprKind, Name, Quals};
use crate::types::{Id, Proto, Shape};
use crate::value::Value;

impl<'s> Lower<'s> {
    /// The type of an expression. Arrays and functions stay as they are; [`Self::value_type`] turns them into pointers.
    pub(super) fn type_of(&mut self, e: &Expr<'s>) -> Known<Id> {
        Ok(match &e.kind {
            ExprKind::Literal(text) => self.literal_type(e, text)?,
            ExprKind::Char(_) => self.basic(Basic::Int),
            ExprKind::Text(bytes) => {
                let char = self.basic(Basic::Char);
                self.types.add(Shape::Array(char, Some(bytes.saturating_add(1))))
            }
            ExprKind::Name(name) => self.named(name)?,
            ExprKind::Unary("*", of) => {
                let of = self.type_of(of)?;
                self.led_to(of, e)?
            }
            ExprKind::Unary("&", of) => {
                if let ExprKind::Member(_, name) = &of.kind
                    && self.is_bitfield(of)?
                {
                    return self.error(&name.range, format!("`{}` is a bitfield: it has no address", name.text));
                }
                let of = self.type_of(of)?;
                self.types.add(Shape::Ptr(of))
            }
            ExprKind::Unary("!", of) => {
                self.type_of(of)?;
                self.basic(Basic::Int)
            }
            ExprKind::Unary(sign, of) => {
                let id = self.value_type(of)?;
                match self.promoted(id, of) {
                    Some(id) => id,
                    None => return self.error(&e.range, format!("`{sign}` takes a number")),
                }
            }
            ExprKind::Binary(sign, a, b) => self.binary_type(e, sign, a, b)?,
            ExprKind::Choice(test, yes, no) => {
                self.type_of(test)?;
                self.choice_type(e, yes, no)?
            }
            ExprKind::Cast(to, of) => {
                let id = self.type_name(to)?;
                self.type_of(of)?;
                self.unqualified(id)
            }
            ExprKind::Compound(to) => self.type_name(to)?,
            ExprKind::SizeOf(_)
            | ExprKind::AlignOf(_)
            | ExprKind::SizeOfExpr(_)
            | ExprKind::AlignOfExpr(_)
            | ExprKind::OffsetOf(..) => {
                self.constant(e)?;
                self.basic(if self.types.target.word() == 8 { Basic::UnsignedLong } else { Basic::Unsigned })
            }
            ExprKind::Member(of, name) => {
                let of = self.type_of(of)?;
                match self.find_member(of, name.text, 0) {
                    Some((_, member, _)) => self.as_qualified_as(member, of),
                    None => return self.error(&name.range, format!("this type has no member `{}`", name.text)),
                }
            }
            ExprKind::Index(of) => {
                let of = self.type_of(of)?;
                self.led_to(of, e)?
            }
            ExprKind::Call(of) => {
                let id = self.type_of(of)?;
                let id = match *self.types.shape(self.types.plain(id)) {
                    Shape::Ptr(to) => to,
                    _ => id,
                };
                let Shape::Proto(proto) = self.types.shape(self.types.plain(id)) else {
                    return self.error(&e.range, "only functions can be called");
                };
                let returns = proto.returns;
                self.unqualified(returns)
            }
        })
    }

    /// The type of an expression, without marking errors.
    pub(super) fn quiet_type_of(&mut self, e: &Expr<'s>) -> Option<Id> {
        let marks = self.marks.clone();
        let found = self.type_of(e).ok();
        self.marks = marks;
        found
    }

    /// The type of an expression as a value: arrays and functions become pointers, and qualifiers go.
    pub(super) fn value_type(&mut self, e: &Expr<'s>) -> Known<Id> {
        let id = self.type_of(e)?;
        Ok(match *self.types.shape(self.types.plain(id)) {
            Shape::Array(element, _) => {
                let element = self.as_qualified_as(element, id);
                self.types.add(Shape::Ptr(element))
            }
            Shape::Proto(_) => self.types.add(Shape::Ptr(id)),
            _ => self.unqualified(id),
        })
    }

    /// The type that `*`, `->` and `[ ]` give for an operand of type `id`.
    fn led_to(&mut self, id: Id, e: &Expr<'s>) -> Known<Id> {
        Ok(match *self.types.shape(self.types.plain(id)) {
            Shape::Ptr(to) => to,
            Shape::Array(element, _) => self.as_qualified_as(element, id),
            Shape::Vector(element, _) => element,
            // Dereferencing a function gives the function.
            Shape::Proto(_) => id,
            _ => return self.error(&e.range, "`*`, `->` and `[ ]` take a pointer or an array"),
        })
    }

    fn named(&mut self, name: &Name<'s>) -> Known<Id> {
        if let Some(Named { of, .. }) = self.symbols.get(name.text).copied() {
            return Ok(self.without_names(of));
        }
        let basic = match self.constants.get(name.text) {
            Some(Value { bits: 32, signed: true, .. }) => Basic::Int,
            Some(Value { bits: 32, .. }) => Basic::Unsigned,
            Some(Value { signed: true, .. }) => Basic::Long,
            Some(_) => Basic::UnsignedLong,
            None => {
                return self.error(&name.range, format!("no variable or function `{}` is declared above", name.text));
            }
        };
        Ok(self.basic(basic))
    }

    /// The type of a number in the source (C17, 6.4.4).
    fn literal_type(&mut self, e: &Expr<'s>, text: &str) -> Known<Id> {
        let lower = text.to_ascii_lowercase();
        let is_hex = lower.starts_with("0x");
        if lower.contains('.') || lower.contains('p') || !is_hex && lower.contains('e') {
            return Ok(self.basic(match lower.chars().last() {
                Some('f') => Basic::Float,
                Some('l') => Basic::LongDouble,
                _ => Basic::Double,
            }));
        }
        let value = match Value::literal(text, self.types.target) {
            Ok(value) => value,
            Err(message) => return self.error(&e.range, message),
        };
        let long_is_wide = self.types.target.word() == 8;
        let basic = match (value.bits, lower.contains("ll")) {
            (64, false) if long_is_wide => Basic::Long,
            (64, _) => Basic::LongLong,
            _ if !long_is_wide && lower.contains('l') => Basic::Long,
            _ => Basic::Int,
        };
        Ok(self.basic(if value.signed { basic } else { unsigned(basic) }))
    }

    fn binary_type(&mut self, e: &Expr<'s>, sign: &str, a: &Expr<'s>, b: &Expr<'s>) -> Known<Id> {
        if sign == "," {
            self.type_of(a)?;
            return self.value_type(b);
        }
        let (left, right) = (self.value_type(a)?, self.value_type(b)?);
        if matches!(sign, "==" | "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||") {
            return Ok(self.basic(Basic::Int));
        }
        let is_pointer = |lower: &Self, id| matches!(lower.types.shape(lower.types.plain(id)), Shape::Ptr(_));
        let found = match (sign, is_pointer(self, left), is_pointer(self, right)) {
            ("+" | "-", true, false) => self.promoted(right, b).map(|_| left),
            ("+", false, true) => self.promoted(left, a).map(|_| right),
            ("-", true, true) => Some(self.basic(if self.types.target.word() == 8 { Basic::Long } else { Basic::Int })),
            ("<<" | ">>", false, false) => self.promoted(right, b).and_then(|_| self.promoted(left, a)),
            (_, false, false) => self.common(left, a, right, b),
            _ => None,
        };
        match found {
            Some(id) => Ok(id),
            None => self.error(&e.range, format!("`{sign}` does not take these types")),
        }
    }

    fn choice_type(&mut self, e: &Expr<'s>, yes: &Expr<'s>, no: &Expr<'s>) -> Known<Id> {
        let (left, right) = (self.value_type(yes)?, self.value_type(no)?);
        if let Some(id) = self.common(left, yes, right, no) {
            return Ok(id);
        }
        let target = |lower: &Self, id| match *lower.types.shape(lower.types.plain(id)) {
            Shape::Ptr(to) => Some(to),
            _ => None,
        };
        let is_void = |lower: &Self, id| matches!(lower.types.shape(lower.types.plain(id)), Shape::Basic(Basic::Void));
        match (target(self, left), target(self, right)) {
            // If one of two pointers is to void, the result has its type. A null pointer is a number here.
            (Some(to), Some(_)) if is_void(self, to) => Ok(left),
            (Some(_), Some(to)) if is_void(self, to) => Ok(right),
            (Some(_), _) => Ok(left),
            (None, Some(_)) => Ok(right),
            _ if self.types.plain(left) == self.types.plain(right) => Ok(left),
            _ => self.error(&e.range, "both sides of `? :` have to be of one type"),
        }
    }

    /// The type of a number after promotion: for an integer at least `int` (C17, 6.3.1.1), for a floating-point number
    /// its own type. `None` if it is not a number.
    fn promoted(&mut self, id: Id, of: &Expr<'s>) -> Option<Id> {
        let basic = self.arithmetic(id)?;
        let (bits, signed) = match self.types.integer(id) {
            Some(found) => found,
            None => return Some(self.basic(basic)),
        };
        // A bitfield has its own width.
        let bits = self.bitfield_width(of).map_or(bits, |width| width.min(bits));
        let id = match (bits, signed) {
            (..32, _) | (32, true) if !matches!(basic, Basic::Long | Basic::LongLong) => Basic::Int,
            _ => basic,
        };
        Some(self.basic(id))
    }

    /// The common type of two numbers (C17, 6.3.1.8).
    fn common(&mut self, left: Id, a: &Expr<'s>, right: Id, b: &Expr<'s>) -> Option<Id> {
        let (left, right) = (self.promoted(left, a)?, self.promoted(right, b)?);
        let (x, y) = (self.arithmetic(left)?, self.arithmetic(right)?);
        for floating in [Basic::LongDouble, Basic::Double, Basic::Float, Basic::Float16] {
            if x == floating || y == floating {
                return Some(self.basic(floating));
            }
        }
        let is_unsigned = |basic| basic == unsigned(basic);
        let (ranks, size) = ((rank(x), rank(y)), |basic| self.types.basic_size(basic));
        let wider = if ranks.0 >= ranks.1 { x } else { y };
        let basic = match (is_unsigned(x), is_unsigned(y)) {
            (a, b) if a == b => wider,
            (true, false) if ranks.0 >= ranks.1 => x,
            (false, true) if ranks.1 >= ranks.0 => y,
            // The signed type has the higher rank: it wins if it holds all values of the unsigned one.
            (true, false) if size(y) > size(x) => y,
            (false, true) if size(x) > size(y) => x,
            _ => unsigned(wider),
        };
        Some(self.basic(basic))
    }

    /// The basic type in which values of a type are computed; for an enum, an integer type. `None` if it is not a
    /// number.
    fn arithmetic(&self, id: Id) -> Option<Basic> {
        match self.types.shape(self.types.plain(id)) {
            Shape::Basic(Basic::Void) => None,
            Shape::Basic(basic) => Some(*basic),
            Shape::Enum(_) => {
                let (bits, signed) = self.types.integer(id)?;
                let basic = if bits > 32 { Basic::Long } else { Basic::Int };
                Some(if signed { basic } else { unsigned(basic) })
            }
            _ => None,
        }
    }

    fn basic(&mut self, basic: Basic) -> Id {
        self.types.add(Shape::Basic(basic))
    }

    /// The type without its outermost qualifiers.
    pub(super) fn unqualified(&self, mut id: Id) -> Id {
        while let Shape::Const(of) | Shape::Volatile(of) | Shape::Restrict(of) = self.types.shape(id) {
            id = *of;
        }
        id
    }

    fn is_bitfield(&mut self, e: &Expr<'s>) -> Known<bool> {
        let ExprKind::Member(of, name) = &e.kind else { return Ok(false) };
        let of = self.type_of(of)?;
        Ok(self.find_member(of, name.text, 0).is_some_and(|(_, _, bitfield)| bitfield.is_some()))
    }

    /// Width in bits, if the expression names a bitfield.
    fn bitfield_width(&mut self, e: &Expr<'s>) -> Option<u32> {
        let ExprKind::Member(of, name) = &e.kind else { return None };
        let of = self.quiet_type_of(of)?;
        self.find_member(of, name.text, 0)?.2
    }

    /// Refuses a bitfield, because `sizeof`, `_Alignof` and `typeof` take none.
    pub(super) fn no_bitfield(&mut self, e: &Expr<'s>, word: &str) -> Known<()> {
        match &e.kind {
            ExprKind::Member(_, name) if self.is_bitfield(e)? => {
                self.error(&name.range, format!("`{}` is a bitfield: {word} takes none", name.text))
            }
            _ => Ok(()),
        }
    }

    /// A member or element takes on const and volatile from its container (C17, 6.5.2.3). For a member that is an
    /// array, clang writes CONST of the ARRAY.
    fn as_qualified_as(&mut self, member: Id, of: Id) -> Id {
        let (is_const, is_volatile) = self.qualifiers(of);
        let (has_const, has_volatile) = self.qualifiers(member);
        let (is_const, is_volatile) = (is_const && !has_const, is_volatile && !has_volatile);
        self.qualified(member, Quals { is_const, is_volatile, is_restrict: false })
    }

    fn qualifiers(&self, mut id: Id) -> (bool, bool) {
        let (mut is_const, mut is_volatile) = (false, false);
        loop {
            id = match self.types.shape(id) {
                Shape::Const(of) => {
                    is_const = true;
                    *of
                }
                Shape::Volatile(of) => {
                    is_volatile = true;
                    *of
                }
                Shape::Restrict(of) | Shape::TypeTag(of, _) => *of,
                Shape::Typedef(i) => match self.types.typedefs.get(*i as usize) {
                    Some(typedef) => typedef.of,
                    None => return (is_const, is_volatile),
                },
                _ => return (is_const, is_volatile),
            };
        }
    }

    /// A function type without the names of its parameters: the type to which pointers to the function lead.
    pub(super) fn without_names(&mut self, id: Id) -> Id {
        let Shape::Proto(proto) = self.types.shape(id) else { return id };
        let params = proto.params.iter().map(|(_, of)| (String::new(), *of)).collect();
        let proto = Proto { returns: proto.returns, params, variadic: proto.variadic };
        self.types.add(Shape::Proto(proto))
    }
}

/// The unsigned type of the same rank.
fn unsigned(basic: Basic) -> Basic {
    match basic {
        Basic::Int => Basic::Unsigned,
        Basic::Long => Basic::UnsignedLong,
        Basic::LongLong => Basic::UnsignedLongLong,
        Basic::Int128 => Basic::UnsignedInt128,
        other => other,
    }
}

/// The rank of an integer type; types below `int` have the rank of `int`.
fn rank(basic: Basic) -> u32 {
    match basic {
        Basic::Long | Basic::UnsignedLong => 1,
        Basic::LongLong | Basic::UnsignedLongLong => 2,
        Basic::Int128 | Basic::UnsignedInt128 => 3,
        _ => 0,
    }
}
