//! Expressions: constants, and the operands of `typeof` and `sizeof`.

use super::quoted::text_bytes;
use super::{
    Fault, In, Parsed, declarator, eat, found, here, name, need, next, peek, peek_second, since, skip_group, specs,
};
use crate::syntax::{Designator, Expr, ExprKind, Name, TypeName};
use crate::token::TokenKind;

/// How deep operators may nest. The limit holds for the parser's recursion, whose count begins again in each pair of
/// brackets, and for the tree of a finished expression.
const MAX_DEPTH: u32 = 100;

/// The precedence of operators: a higher number binds tighter (C17, 6.5).
const BINARY: [(&str, u8); 18] = [
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    (">", 7),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

fn node<'s>(kind: ExprKind<'s>, below: u32, start: u32, i: &In<'_, 's>) -> Parsed<Expr<'s>> {
    let range = since(i, start);
    match below < MAX_DEPTH {
        true => Ok(Expr { kind, range, depth: below + 1 }),
        false => Err(Fault { at: range, message: format!("operators nest more than {MAX_DEPTH} deep here") }),
    }
}

/// An expression; a comma operator must be in brackets.
pub(super) fn expr<'s>(i: &mut In<'_, 's>) -> Parsed<Expr<'s>> {
    let start = here(i).start;
    // `a ? b : c ? d : e` is read as a list: its length costs no stack.
    let mut links = Vec::new();
    let mut last = binary(i, 1, 0)?;
    while eat(i, "?") {
        let yes = choice(i)?;
        need(i, ":", "in `a ? b : c`")?;
        links.push((last, yes));
        last = binary(i, 1, 0)?;
    }
    while let Some((test, yes)) = links.pop() {
        let below = test.depth.max(yes.depth).max(last.depth);
        last = node(ExprKind::Choice(Box::new(test), Box::new(yes), Box::new(last)), below, start, i)?;
    }
    Ok(last)
}

/// The middle of `a ? b : c`. Another `? :` in it must be in brackets.
fn choice<'s>(i: &mut In<'_, 's>) -> Parsed<Expr<'s>> {
    let first = binary(i, 1, 0)?;
    match peek(i).is_some_and(|t| t.is("?")) {
        false => Ok(first),
        true => Err(Fault { at: here(i), message: "put the inner `? :` in brackets here".to_owned() }),
    }
}

fn operator<'t, 's>(i: &In<'t, 's>) -> Option<(&'static str, u8)> {
    let t = peek(i).filter(|t| t.kind == TokenKind::Sign)?;
    BINARY.iter().find(|b| b.0 == t.text).copied()
}

/// Operators with a precedence of at least `least`.
fn binary<'s>(i: &mut In<'_, 's>, least: u8, depth: u32) -> Parsed<Expr<'s>> {
    let start = here(i).start;
    let mut left = unary(i, depth)?;
    while let Some((sign, tight)) = operator(i).filter(|o| o.1 >= least) {
        next(i)?;
        let right = binary(i, tight + 1, depth)?;
        let below = left.depth.max(right.depth);
        left = node(ExprKind::Binary(sign, Box::new(left), Box::new(right)), below, start, i)?;
    }
    Ok(left)
}

fn unary<'s>(i: &mut In<'_, 's>, depth: u32) -> Parsed<Expr<'s>> {
    let start = here(i).start;
    if depth > MAX_DEPTH {
        return Err(Fault { at: here(i), message: format!("operators nest more than {MAX_DEPTH} deep here") });
    }
    for sign in ["-", "+", "~", "!", "*", "&"] {
        if eat(i, sign) {
            let of = unary(i, depth + 1)?;
            let below = of.depth;
            return node(ExprKind::Unary(sign, Box::new(of)), below, start, i);
        }
    }
    for (word, aligned) in [("sizeof", false), ("_Alignof", true), ("__alignof__", true), ("alignof", true)] {
        if eat(i, word) {
            return size_of(i, aligned, start, depth);
        }
    }
    eat(i, "__extension__");
    if eat(i, "offsetof") || eat(i, "__builtin_offsetof") {
        return offset_of(i, start);
    }
    if let Some(to) = bracketed_type(i)? {
        if peek(i).is_some_and(|t| t.is("{")) {
            skip_group(i);
            let of = node(ExprKind::Compound(Box::new(to)), 0, start, i)?;
            return postfix(i, of, start);
        }
        let of = unary(i, depth + 1)?;
        let below = of.depth;
        return node(ExprKind::Cast(Box::new(to), Box::new(of)), below, start, i);
    }
    let of = primary(i)?;
    postfix(i, of, start)
}

/// `sizeof` or `_Alignof` behind its word: a type in brackets, or an expression.
fn size_of<'s>(i: &mut In<'_, 's>, aligned: bool, start: u32, depth: u32) -> Parsed<Expr<'s>> {
    let of = match bracketed_type(i)? {
        None => unary(i, depth + 1)?,
        Some(of) if !peek(i).is_some_and(|t| t.is("{")) => {
            let of = Box::new(of);
            return node(if aligned { ExprKind::AlignOf(of) } else { ExprKind::SizeOf(of) }, 0, start, i);
        }
        Some(of) => {
            skip_group(i);
            let of = node(ExprKind::Compound(Box::new(of)), 0, start, i)?;
            postfix(i, of, start)?
        }
    };
    let (below, of) = (of.depth, Box::new(of));
    node(if aligned { ExprKind::AlignOfExpr(of) } else { ExprKind::SizeOfExpr(of) }, below, start, i)
}

/// A type in brackets, if that is next.
fn bracketed_type<'s>(i: &mut In<'_, 's>) -> Parsed<Option<TypeName<'s>>> {
    if !(peek(i).is_some_and(|t| t.is("(")) && peek_second(i).is_some_and(|t| specs::begins_type(i, t))) {
        return Ok(None);
    }
    need(i, "(", "")?;
    let of = declarator::type_name(i)?;
    need(i, ")", "after the type")?;
    Ok(Some(of))
}

/// The suffixes of an expression: members, elements, calls.
fn postfix<'s>(i: &mut In<'_, 's>, mut of: Expr<'s>, start: u32) -> Parsed<Expr<'s>> {
    while let Some(t) = peek(i) {
        let mut below = of.depth;
        let kind = if t.is("[") {
            skip_group(i);
            ExprKind::Index(Box::new(of))
        } else if t.is("(") {
            skip_group(i);
            ExprKind::Call(Box::new(of))
        } else if t.is(".") || t.is("->") {
            next(i)?;
            if t.is("->") {
                of = node(ExprKind::Unary("*", Box::new(of)), below, start, i)?;
                below = of.depth;
            }
            ExprKind::Member(Box::new(of), name(i)?)
        } else {
            return Ok(of);
        };
        of = node(kind, below, start, i)?;
    }
    Ok(of)
}

fn primary<'s>(i: &mut In<'_, 's>) -> Parsed<Expr<'s>> {
    let start = here(i).start;
    if eat(i, "(") {
        let mut of = expr(i)?;
        while eat(i, ",") {
            let last = expr(i)?;
            let below = of.depth.max(last.depth);
            of = node(ExprKind::Binary(",", Box::new(of), Box::new(last)), below, start, i)?;
        }
        need(i, ")", "around an expression")?;
        return Ok(of);
    }
    if peek(i).is_some_and(|t| t.kind == TokenKind::Text) {
        let mut bytes = 0usize;
        while let Some(t) = peek(i).filter(|t| t.kind == TokenKind::Text) {
            bytes = bytes.saturating_add(text_bytes(t.text));
            next(i)?;
        }
        return node(ExprKind::Text(u32::try_from(bytes).unwrap_or(u32::MAX)), 0, start, i);
    }
    let kind = match peek(i) {
        Some(t) if t.kind == TokenKind::Number => ExprKind::Literal(t.text),
        Some(t) if t.kind == TokenKind::Char => ExprKind::Char(t.text),
        Some(t) if t.kind == TokenKind::Word && !specs::is_keyword(t.text) => {
            ExprKind::Name(Name { text: t.text, range: t.range() })
        }
        _ => return Err(Fault { at: here(i), message: format!("{} where a number belongs", found(i)) }),
    };
    next(i)?;
    node(kind, 0, start, i)
}

/// `offsetof(struct s, a.b[2].c)`, without its first word.
fn offset_of<'s>(i: &mut In<'_, 's>, start: u32) -> Parsed<Expr<'s>> {
    need(i, "(", "after offsetof")?;
    let of = declarator::type_name(i)?;
    need(i, ",", "between the type and the member")?;
    let mut steps = vec![Designator::Member(name(i)?)];
    let mut below = 0;
    loop {
        if eat(i, ".") {
            steps.push(Designator::Member(name(i)?));
        } else if eat(i, "[") {
            let index = expr(i)?;
            below = below.max(index.depth);
            need(i, "]", "after the index")?;
            steps.push(Designator::Index(index));
        } else {
            break;
        }
    }
    need(i, ")", "at the end of offsetof")?;
    node(ExprKind::OffsetOf(Box::new(of), steps), below, start, i)
}

/// True if a type is next.
pub(super) fn type_name_next(i: &In<'_, '_>) -> bool {
    peek(i).is_some_and(|t| specs::begins_type(i, t))
}

/// The type in `_Alignas(type)`, as an expression whose value is the type's alignment.
pub(super) fn align_of_type<'s>(i: &mut In<'_, 's>) -> Parsed<Expr<'s>> {
    let start = here(i).start;
    let of: TypeName<'s> = declarator::type_name(i)?;
    node(ExprKind::AlignOf(Box::new(of)), 0, start, i)
}
