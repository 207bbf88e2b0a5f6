//! Declarators: names with their pointers, arrays and parameters.

use super::{Fault, In, Parsed, attr, eat, expr, found, here, name, need, params, peek, peek_second, since, specs};
use crate::syntax::{AttrKind, Declarator, Part, Quals};
use crate::token::TokenKind;

/// The most pointers, arrays and parameter lists of one name.
const MAX_PARTS: usize = 200;

/// A declarator that has a name.
pub(super) fn named<'s>(i: &mut In<'_, 's>) -> Parsed<Declarator<'s>> {
    let at = here(i);
    let found = found(i);
    let declarator = any(i)?;
    match declarator.name {
        Some(_) => Ok(declarator),
        None => Err(Fault { at, message: format!("{found} where a name belongs") }),
    }
}

/// The declarator of a member: a bitfield may have no name.
pub(super) fn member<'s>(i: &mut In<'_, 's>) -> Parsed<Declarator<'s>> {
    match peek(i).is_some_and(|t| t.is(":")) {
        true => Ok(Declarator { name: None, parts: Vec::new(), attrs: Vec::new(), init: None, range: here(i) }),
        false => named(i),
    }
}

/// A declarator, with or without a name, and its attributes.
pub(super) fn any<'s>(i: &mut In<'_, 's>) -> Parsed<Declarator<'s>> {
    let start = here(i).start;
    let mut out = Declarator { name: None, parts: Vec::new(), attrs: Vec::new(), init: None, range: start..start };
    inner(i, &mut out)?;
    attr::attrs(i, &mut out.attrs)?;
    out.range = since(i, start);
    if out.parts.len() > MAX_PARTS {
        let message = format!("more than {MAX_PARTS} pointers and arrays around one name");
        return Err(Fault { at: out.range, message });
    }
    Ok(out)
}

fn inner<'s>(i: &mut In<'_, 's>, out: &mut Declarator<'s>) -> Parsed<()> {
    let mut pointers = Vec::new();
    while eat(i, "*") {
        let (mut quals, mut attrs) = (Quals::default(), Vec::new());
        loop {
            attr::attrs(i, &mut attrs)?;
            if !specs::qualifier(i, &mut quals) {
                break;
            }
        }
        pointers.push(Part::Pointer(quals, attrs));
    }
    attr::attrs(i, &mut out.attrs)?;
    if peek(i).is_some_and(|t| t.is("(")) && is_grouping(i) {
        need(i, "(", "")?;
        let mut around = Vec::new();
        attr::attrs(i, &mut around)?;
        let (tags, others): (Vec<_>, Vec<_>) = around.into_iter().partition(|a| matches!(a.kind, AttrKind::TypeTag(_)));
        out.attrs.extend(others);
        inner(i, out)?;
        need(i, ")", "around the name")?;
        match out.parts.last() {
            Some(Part::Pointer(..)) if !tags.is_empty() => out.parts.push(Part::Tags(tags)),
            _ => out.attrs.extend(tags),
        }
    } else if peek(i).is_some_and(|t| t.kind == TokenKind::Word) {
        out.name = Some(name(i)?);
    }
    loop {
        let start = here(i).start;
        if peek(i).is_some_and(|t| t.is("[")) {
            if peek_second(i).is_some_and(|t| t.is("[")) {
                attr::attrs(i, &mut out.attrs)?;
            }
            need(i, "[", "")?;
            let mut quals = Quals::default();
            while eat(i, "static") || specs::qualifier(i, &mut quals) {}
            // The star in a prototype's `[*]` is not a count.
            if peek(i).is_some_and(|t| t.is("*")) && peek_second(i).is_some_and(|t| t.is("]")) {
                need(i, "*", "")?;
            }
            let mut count = None;
            if !eat(i, "]") {
                count = Some(expr::expr(i)?);
                need(i, "]", "after the count")?;
            }
            out.parts.push(Part::Array(count, since(i, start)));
        } else if eat(i, "(") {
            out.parts.push(Part::Function(params::params(i)?));
        } else {
            break;
        }
        if out.parts.len() > MAX_PARTS {
            break;
        }
    }
    pointers.reverse();
    out.parts.append(&mut pointers);
    Ok(())
}

/// True if the next `(` encloses a declarator, and does not begin parameters.
fn is_grouping(i: &In<'_, '_>) -> bool {
    match peek_second(i) {
        Some(t) if t.is("*") || t.is("(") || t.is("[") => true,
        Some(t) if t.kind == TokenKind::Word => {
            t.text.starts_with("__attribute") || !(specs::begins_type(i, t) || specs::is_keyword(t.text))
        }
        _ => false,
    }
}

/// A type that declares no name, as in `sizeof(struct s *)`.
pub(super) fn type_name<'s>(i: &mut In<'_, 's>) -> Parsed<crate::syntax::TypeName<'s>> {
    let specs = specs::specs(i, specs::Outer::No)?;
    let declarator = any(i)?;
    if let Some(name) = &declarator.name {
        return Err(Fault { at: name.range.clone(), message: format!("`{}` where only a type belongs", name.text) });
    }
    Ok(crate::syntax::TypeName { specs, declarator })
}
