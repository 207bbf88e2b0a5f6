//! A type with a name, in C's inside-out order (libbpf `btf_dump_emit_type_chain`).
//!
//! BTF chains from the outside in: `int *a[4]` is ARRAY, PTR, INT. C writes the innermost type first and wraps the rest
//! around the name. Therefore the chain is pushed on a stack, down to a type that has a name or a body, and then
//! printed from the top of the stack.

use btf::Kind::*;
use btf::{Kind, MemberIndex, Type, TypeId};

use super::spelling::built_in;
use super::writer::{Anonymous, Link, Writer};
use crate::token::{Print, Sink, TokenKind};

/// The most links in a chain of pointers, qualifiers, arrays and prototypes. Ends chains that come back to themselves.
const MAX_CHAIN: usize = 48;
/// The most links in the chain of a type's name, which must stay short.
const MAX_NAME_CHAIN: usize = 16;

/// The name that is declared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared<'n> {
    pub(crate) name: &'n str,
    pub(crate) kind: TokenKind,
    /// More than 1 for the second and later uses of a name.
    pub(crate) number: u32,
}

impl<'n> Declared<'n> {
    pub(crate) const NOTHING: Declared<'static> = Declared { name: "", kind: TokenKind::Name, number: 1 };

    pub(crate) fn name(name: &'n str) -> Declared<'n> {
        Declared { name, kind: TokenKind::Name, number: 1 }
    }

    pub(crate) fn member(of: TypeId, index: MemberIndex, name: &'n str) -> Declared<'n> {
        Declared { name, kind: TokenKind::Member(of, index), number: 1 }
    }
}

impl<'a, S: Sink + ?Sized> Writer<'a, '_, S> {
    /// Declares `declared` to be of type `id`. `level` is the indentation of the line it stands on.
    pub(crate) fn declare(&mut self, id: TypeId, declared: Declared<'_>, level: u32) {
        if !self.enter() {
            return;
        }
        let floor = self.chain.len();
        let most = if self.anonymous == Anonymous::Elide { MAX_NAME_CHAIN } else { MAX_CHAIN };
        let mut at = id;
        loop {
            if self.chain.len() - floor >= most {
                self.chain.push(Link::Void);
                break;
            }
            let Some(t) = self.btf.get(at) else {
                self.chain.push(if at.is_void() { Link::Void } else { Link::Missing });
                break;
            };
            self.chain.push(Link::Type(t));
            at = match t.kind() {
                kind if kind.is_qualifier() || matches!(kind, Kind::Ptr | Kind::FuncProto) => TypeId(t.size_or_type()),
                Array => t.array().map_or(TypeId::VOID, |a| a.element),
                _ => break,
            };
        }
        // Each member may have the longest chain, so long chains take more of the budget.
        self.spend_more((self.chain.len() - floor) as u64 / 8);
        self.unwind(floor, declared, level);
        self.chain.truncate(floor);
        self.leave();
    }

    /// Takes the next link of the chain, from the inside out.
    fn pop(&mut self, floor: usize) -> Option<Link<'a>> {
        if self.chain.len() > floor { self.chain.pop() } else { None }
    }

    fn unwind(&mut self, floor: usize, declared: Declared<'_>, level: u32) {
        // If the first link is a pointer, a parenthesis was printed just before it, so there is no space between.
        let mut after_ptr = true;
        while let Some(link) = self.pop(floor) {
            let Link::Type(t) = link else {
                self.qualifiers(floor);
                self.sink.keyword("void");
                if matches!(link, Link::Missing) {
                    self.sink.token(TokenKind::Comment, " /* no such type */");
                }
                after_ptr = false;
                continue;
            };
            match t.kind() {
                Ptr => self.sink.punct(if after_ptr { "*" } else { " *" }),
                Volatile => self.sink.keyword(" volatile"),
                Const => self.sink.keyword(" const"),
                Restrict => self.sink.keyword(" restrict"),
                TypeTag => self.type_tag(&t, floor),
                Array => return self.array(&t, floor, declared, level, after_ptr),
                FuncProto => return self.prototype(&t, floor, declared, level, after_ptr),
                Int | Struct | Union | Enum | Fwd | Typedef | Func | Var | DataSec | Float | DeclTag | Enum64
                | LocParam | LocProto | LocSec | Unknown(_) => {
                    self.qualifiers(floor);
                    self.base(&t, level);
                }
            }
            after_ptr = t.kind() == Kind::Ptr;
        }
        self.declared(declared, after_ptr);
    }

    /// The type that the chain ends at.
    fn base(&mut self, t: &Type<'a>, level: u32) {
        let name = TokenKind::TypeName(t.id());
        let by_body = t.name_offset().0 == 0 && self.anonymous == Anonymous::Define;
        match t.kind() {
            Int | Float => match self.strings.name(t.name_offset()) {
                text if self.spelled => self.sink.token(name, &built_in(text)),
                text => self.sink.token(name, text),
            },
            Typedef => self.type_name(t),
            Struct | Union if by_body => self.composite(t, level),
            Enum | Enum64 if by_body => self.enumeration(t, level),
            Struct | Union | Enum | Enum64 | Fwd => {
                self.sink.keyword(t.tag_keyword().unwrap_or_default());
                self.sink.text(" ");
                match t.name_offset().0 {
                    0 if self.anonymous == Anonymous::Elide => self.sink.token(name, "{…}"),
                    _ => self.type_name(t),
                }
            }
            // Not a C type: a function, a variable, a section, a tag, an unknown kind.
            kind @ (Kind::Ptr
            | Array
            | Volatile
            | Const
            | Restrict
            | Func
            | FuncProto
            | Var
            | DataSec
            | DeclTag
            | TypeTag
            | LocParam
            | LocProto
            | LocSec
            | Unknown(_)) => {
                self.sink.keyword("void");
                self.sink.token(TokenKind::Comment, " /* ");
                self.sink.token(TokenKind::Comment, kind.as_str());
                self.sink.token(TokenKind::Comment, " */");
            }
        }
    }

    /// Prints qualifiers before the type that they qualify.
    fn qualifiers(&mut self, floor: usize) {
        while self.chain.len() > floor {
            let kind = self.chain.last().and_then(Link::kind);
            self.sink.keyword(match kind {
                Some(Volatile) => "volatile ",
                Some(Const) => "const ",
                Some(Restrict) => "restrict ",
                _ => return,
            });
            self.chain.pop();
        }
    }

    fn type_tag(&mut self, t: &Type<'a>, floor: usize) {
        if !self.portable {
            // libbpf prints the qualifiers here, without a space before: an `int` that is qualified outside its tag
            // becomes `intconst `.
            self.qualifiers(floor);
        }
        self.attribute(t, "btf_type_tag");
    }

    /// Drops qualifiers of arrays and functions, which C does not have. GCC writes them for an array of qualified
    /// elements, and `volatile` for functions that do not return. Type tags are dropped, too.
    fn drop_qualifiers(&mut self, floor: usize) {
        while self.chain.len() > floor && self.chain.last().and_then(Link::kind).is_some_and(Kind::is_qualifier) {
            self.chain.pop();
        }
    }

    fn array(&mut self, t: &Type<'a>, floor: usize, declared: Declared<'_>, level: u32, after_ptr: bool) {
        self.drop_qualifiers(floor);
        match self.chain.get(floor..).and_then(|rest| rest.last()) {
            None => self.declared(declared, after_ptr),
            Some(next) => {
                let parentheses = next.kind() != Some(Kind::Array);
                // In a type's name alone, `int (*)[4]` is more readable; libbpf has `int(*)[4]`.
                if !after_ptr && (!declared.name.is_empty() || parentheses && self.anonymous == Anonymous::Elide) {
                    self.sink.text(" ");
                }
                if parentheses {
                    self.sink.punct("(");
                }
                if self.enter() {
                    self.unwind(floor, declared, level);
                    self.leave();
                }
                if parentheses {
                    self.sink.punct(")");
                }
            }
        }
        self.sink.punct("[");
        self.sink.number(t.array().map_or(0, |a| a.nelems).into());
        self.sink.punct("]");
    }

    fn prototype(&mut self, t: &Type<'a>, floor: usize, declared: Declared<'_>, level: u32, after_ptr: bool) {
        let function = self.function.take_if(|(_, proto)| *proto == t.id()).map(|(function, _)| function);
        self.drop_qualifiers(floor);
        if self.chain.len() > floor {
            self.sink.punct(" (");
            if self.enter() {
                self.unwind(floor, declared, level);
                self.leave();
            }
            self.sink.punct(")");
        } else if declared.name.is_empty() && self.anonymous == Anonymous::Elide {
            // `int (void)`: more readable in a bare prototype's name, which libbpf never prints alone.
            self.sink.text(" ");
        } else {
            self.declared(declared, after_ptr);
        }
        self.sink.punct("(");
        let last = t.vlen().saturating_sub(1);
        if t.params().len() == 0 || last == 0 && t.params().next().is_some_and(|p| p.type_id.is_void()) {
            // Clang for BPF records `(void)` as a single parameter of type void.
            self.sink.keyword("void");
        } else {
            for p in t.params() {
                if p.index.0 > 0 {
                    self.sink.punct(", ");
                }
                if !self.spend() {
                    break;
                }
                if p.index.0 == last && p.type_id.is_void() {
                    self.sink.punct("...");
                    break;
                }
                self.declare(p.type_id, Declared::member(t.id(), p.index, self.strings.name(p.name_offset)), level);
                if let Some(function) = function {
                    self.decl_tags(function, i32::try_from(p.index.0).unwrap_or(i32::MAX));
                }
            }
        }
        self.sink.punct(")");
    }

    fn declared(&mut self, declared: Declared<'_>, after_ptr: bool) {
        if declared.name.is_empty() {
            return;
        }
        if !after_ptr {
            self.sink.text(" ");
        }
        self.numbered(declared.kind, declared.name, declared.number);
    }
}
