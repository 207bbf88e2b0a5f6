//! The specifiers before names: storage, qualifiers, the type, and the bodies of structs and enums.

use super::{
    Fault, In, Parsed, after, assert, attr, declarator, eat, end_of_line, expr, found, here, name, need, next, peek,
    since,
};
use crate::syntax::{Base, Basic, Enum, MemberLine, Name, Quals, Record, Specs, Storage};
use crate::token::{Token, TokenKind};

const KEYWORDS: [&str; 52] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "_Bool",
    "struct",
    "union",
    "enum",
    "const",
    "volatile",
    "restrict",
    "typedef",
    "extern",
    "static",
    "inline",
    "auto",
    "register",
    "sizeof",
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "goto",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "__auto_type",
    "_Complex",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__attribute__",
    "__attribute",
    "__int128",
    "_Float16",
    "typeof",
    "__typeof__",
    "__restrict",
    "__restrict__",
];

pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The words of a basic type, counted: they may come in any order.
#[derive(Default)]
struct Words<'s> {
    seen: Vec<&'s str>,
}

impl<'s> Words<'s> {
    fn count(&self, word: &str) -> usize {
        self.seen.iter().filter(|w| **w == word).count()
    }

    /// Adds a word; false if it is not one of a basic type.
    fn add(&mut self, word: &'s str) -> bool {
        match word {
            "void" | "char" | "short" | "int" | "long" | "signed" | "unsigned" | "float" | "double" | "_Bool"
            | "__int128" | "_Float16" => self.seen.push(word),
            "__signed__" | "__signed" => self.seen.push("signed"),
            "__int128_t" => self.seen.push("__int128"),
            "__uint128_t" => self.seen.extend(["unsigned", "__int128"]),
            "_Float32" => self.seen.push("float"),
            "_Float64" => self.seen.push("double"),
            _ => return false,
        }
        true
    }

    /// The basic type of these words (C17, 6.7.2).
    fn basic(&self) -> Option<Basic> {
        let mut rest: Vec<&str> = self.seen.clone();
        rest.retain(|w| !matches!(*w, "signed" | "unsigned" | "int" | "long"));
        let (signed, unsigned) = (self.count("signed"), self.count("unsigned"));
        let (ints, longs) = (self.count("int"), self.count("long"));
        let pick = |a, b| Some(if unsigned == 1 { b } else { a });
        match (rest.as_slice(), signed + unsigned, ints, longs) {
            (["void"], 0, 0, 0) => Some(Basic::Void),
            (["_Bool"], 0, 0, 0) => Some(Basic::Bool),
            (["float"], 0, 0, 0) => Some(Basic::Float),
            (["double"], 0, 0, 0) => Some(Basic::Double),
            (["double"], 0, 0, 1) => Some(Basic::LongDouble),
            (["_Float16"], 0, 0, 0) => Some(Basic::Float16),
            (["char"], 0, 0, 0) => Some(Basic::Char),
            (["char"], 1, 0, 0) => pick(Basic::SignedChar, Basic::UnsignedChar),
            (["short"], 0 | 1, 0 | 1, 0) => pick(Basic::Short, Basic::UnsignedShort),
            (["__int128"], 0 | 1, 0, 0) => pick(Basic::Int128, Basic::UnsignedInt128),
            ([], 0 | 1, 0 | 1, 1) => pick(Basic::Long, Basic::UnsignedLong),
            ([], 0 | 1, 0 | 1, 2) => pick(Basic::LongLong, Basic::UnsignedLongLong),
            ([], 1, 0 | 1, 0) | ([], 0, 1, 0) => pick(Basic::Int, Basic::Unsigned),
            _ => None,
        }
    }
}

/// Consumes a qualifier, if it is next.
pub(super) fn qualifier(i: &mut In<'_, '_>, quals: &mut Quals) -> bool {
    let Some(t) = peek(i).filter(|t| t.kind == TokenKind::Word) else { return false };
    match t.text {
        "const" | "__const" | "__const__" => quals.is_const = true,
        "volatile" | "__volatile__" | "__volatile" => quals.is_volatile = true,
        "restrict" | "__restrict" | "__restrict__" => quals.is_restrict = true,
        _ => return false,
    }
    next(i).is_ok()
}

/// True if a type can begin with this token.
pub(super) fn begins_type(i: &In<'_, '_>, t: &Token<'_>) -> bool {
    let word = |t: &str| {
        Words::default().add(t)
            || matches!(
                t,
                "struct" | "union" | "enum" | "const" | "volatile" | "restrict" | "typeof" | "__typeof__" | "_Atomic"
            )
    };
    t.kind == TokenKind::Word && (word(t.text) || i.state.types.contains(t.text))
}

/// Where specifiers are: this decides which storage classes are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outer {
    /// A declaration at file level.
    File,
    /// A parameter: only `register` is allowed.
    Parameter,
    /// A member or type: none is allowed.
    No,
}

/// Specifiers, in any order.
pub(super) fn specs<'s>(i: &mut In<'_, 's>, outer: Outer) -> Parsed<Specs<'s>> {
    let start = here(i).start;
    let (mut storage, mut quals, mut attrs) = (Storage::None, Quals::default(), Vec::new());
    let mut for_function = false;
    let (mut words, mut base, mut words_at) = (Words::default(), None, start..start);
    loop {
        attr::attrs(i, &mut attrs)?;
        if qualifier(i, &mut quals) {
            continue;
        }
        let Some(t) = peek(i).filter(|t| t.kind == TokenKind::Word) else { break };
        let class = match t.text {
            "typedef" => Some(Storage::Typedef),
            "extern" => Some(Storage::Extern),
            "static" => Some(Storage::Static),
            "inline" | "__inline" | "__inline__" | "_Noreturn" | "noreturn" => {
                for_function = true;
                Some(storage)
            }
            "_Thread_local" | "__thread" => Some(storage),
            // Only parameters and variables in functions can have these.
            "register" | "auto" if outer == Outer::File => {
                return Err(Fault { at: t.range(), message: format!("`{}` cannot be used at file level", t.text) });
            }
            "register" | "auto" => Some(storage),
            _ => None,
        };
        if let Some(class) = class {
            if outer == Outer::No || outer == Outer::Parameter && t.text != "register" {
                return Err(Fault { at: t.range(), message: format!("`{}` does not belong here", t.text) });
            }
            if storage != Storage::None && class != storage {
                let message = format!("`{}` cannot follow another storage class", t.text);
                return Err(Fault { at: t.range(), message });
            }
            storage = class;
            next(i)?;
            continue;
        }
        let free = base.is_none() && words.seen.is_empty();
        if t.text == "_Atomic" {
            // BTF has no `_Atomic`. Newer clangs write the type itself.
            next(i)?;
            if free && eat(i, "(") {
                base = Some(Base::TypeOf(Box::new(declarator::type_name(i)?)));
                need(i, ")", "after the type of _Atomic")?;
            }
        } else if t.text == "__auto_type" && free {
            if outer != Outer::File {
                return Err(Fault { at: t.range(), message: "`__auto_type` is for variables".to_owned() });
            }
            next(i)?;
            base = Some(Base::Auto);
        } else if matches!(t.text, "struct" | "union" | "enum") && free {
            next(i)?;
            base = Some(match t.text {
                "enum" => Base::Enum(Box::new(enumeration(i, t.start)?)),
                word => Base::Record(Box::new(record(i, word == "union", t.start)?)),
            });
        } else if matches!(t.text, "typeof" | "__typeof__" | "typeof_unqual") && free {
            next(i)?;
            base = Some(type_of(i)?);
        } else if base.is_none() && words.add(t.text) {
            words_at = if words.seen.len() == 1 { t.range() } else { words_at.start..t.end };
            next(i)?;
        } else if free && i.state.types.contains(t.text) {
            next(i)?;
            base = Some(Base::Typedef(Name { text: t.text, range: t.range() }));
        } else {
            if free {
                return Err(no_type(t));
            }
            break;
        }
    }
    let base = match base {
        Some(base) => base,
        None if words.seen.is_empty() => {
            return Err(Fault { at: here(i), message: format!("{} where a type belongs", found(i)) });
        }
        None => match words.basic() {
            Some(basic) => Base::Basic(basic),
            None => {
                let what = words.seen.join(" ");
                return Err(Fault { at: words_at, message: format!("`{what}` is no type") });
            }
        },
    };
    Ok(Specs { storage, for_function, quals, base, attrs, range: since(i, start) })
}

/// The operand of `typeof`, with its brackets: a type or an expression.
fn type_of<'s>(i: &mut In<'_, 's>) -> Parsed<Base<'s>> {
    need(i, "(", "after typeof")?;
    let base = match expr::type_name_next(i) {
        true => Base::TypeOf(Box::new(declarator::type_name(i)?)),
        false => Base::TypeOfExpr(Box::new(expr::expr(i)?)),
    };
    need(i, ")", "after the operand of typeof")?;
    Ok(base)
}

/// The error for a word that is not a type.
fn no_type(t: &Token<'_>) -> Fault {
    let message = match t.text {
        "_Complex" | "_Generic" | "_BitInt" | "_Decimal32" | "_Decimal64" | "__float128" | "_Float128" | "__bf16" => {
            format!("`{}` is not taken here", t.text)
        }
        "class" | "template" | "namespace" | "using" | "public" | "private" => {
            format!("`{}` is C++, and this reads C", t.text)
        }
        word => format!("no type `{word}` is known here: declare it above, or did you mean `struct {word}`?"),
    };
    Fault { at: t.range(), message }
}

/// The rest of a struct or union, after the keyword.
fn record<'s>(i: &mut In<'_, 's>, is_union: bool, start: u32) -> Parsed<Record<'s>> {
    let mut attrs = Vec::new();
    attr::attrs(i, &mut attrs)?;
    let tag = tag(i)?;
    let mut members = None;
    if eat(i, "{") {
        members = Some(lines(i)?);
        attr::attrs(i, &mut attrs)?;
    } else if tag.is_none() {
        return Err(Fault { at: here(i), message: format!("{} where a name or `{{` belongs", found(i)) });
    }
    Ok(Record { is_union, name: tag, members, attrs, range: since(i, start) })
}

fn tag<'s>(i: &mut In<'_, 's>) -> Parsed<Option<Name<'s>>> {
    match peek(i) {
        Some(t) if t.kind == TokenKind::Word => name(i).map(Some),
        _ => Ok(None),
    }
}

/// The members in braces, with the closing brace. A line that cannot be read is marked and left out.
fn lines<'s>(i: &mut In<'_, 's>) -> Parsed<Vec<MemberLine<'s>>> {
    use winnow::stream::Stream;
    let mut lines = Vec::new();
    while !eat(i, "}") {
        if eat(i, ";") {
            continue;
        }
        let start = i.checkpoint();
        match line(i) {
            Ok(line) => lines.push(line),
            Err(fault) if peek(i).is_none() => return Err(fault),
            Err(fault) => {
                i.state.marks.error(fault.at, fault.message);
                i.reset(&start);
                super::skip_declaration(i);
            }
        }
    }
    Ok(lines)
}

fn line<'s>(i: &mut In<'_, 's>) -> Parsed<MemberLine<'s>> {
    if let Some(assert) = assert(i)? {
        return Ok(MemberLine::Assert(assert));
    }
    let specs = specs(i, Outer::No)?;
    let mut members = Vec::new();
    if !super::ends_without_name(i, &specs) {
        loop {
            let mut member = declarator::member(i)?;
            let width = after(i, ":", expr::expr)?;
            if width.is_some() {
                attr::attrs(i, &mut member.attrs)?;
            }
            members.push((member, width));
            if !eat(i, ",") {
                break;
            }
        }
    }
    end_of_line(i)?;
    Ok(MemberLine::Members(specs, members))
}

/// The rest of an enum, after the keyword.
fn enumeration<'s>(i: &mut In<'_, 's>, start: u32) -> Parsed<Enum<'s>> {
    let mut attrs = Vec::new();
    attr::attrs(i, &mut attrs)?;
    let tag = tag(i)?;
    let underlying = after(i, ":", |i| specs(i, Outer::No))?;
    let mut values = None;
    if eat(i, "{") {
        let mut list = Vec::new();
        while !eat(i, "}") {
            let value = name(i)?;
            attr::skip(i)?;
            list.push((value, after(i, "=", expr::expr)?));
            if !eat(i, ",") {
                need(i, "}", "or a `,` before the next name")?;
                break;
            }
        }
        values = Some(list);
        attr::attrs(i, &mut attrs)?;
    } else if tag.is_none() {
        return Err(Fault { at: here(i), message: format!("{} where a name or `{{` belongs", found(i)) });
    }
    Ok(Enum { name: tag, underlying, values, attrs, range: since(i, start) })
}
