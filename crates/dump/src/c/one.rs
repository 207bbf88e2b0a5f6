//! C of one type, found by its id.

use std::borrow::Cow;

use btf::Kind::*;
use btf::{Btf, DeclTags, Kind, Linkage, Type, TypeId};

use super::declarator::Declared;
use super::spelling::in_comment;
use super::tags::WHOLE;
use super::writer::{Anonymous, Writer};
use crate::token::{Print, Sink, TokenKind};

/// How C of one type is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct COptions {
    /// Whether to print correct C where libbpf does not, and declaration tags as attributes, although the output then
    /// differs from libbpf's.
    pub portable: bool,
    /// Whether to print names as bpftool does, even if they are not identifiers of C.
    pub raw_names: bool,
}

/// The most parameters in a type's name; a tag on a parameter counts as one, too.
const NAME_BUDGET: u64 = 24;
/// The most items (members, enumerators, parameters, paddings, declaration tags) in the definition of one type, beyond
/// the number of items in its own record.
const TYPE_BUDGET: u64 = 1 << 14;

/// The C name of a type, made up if it has none: `struct sk_buff *`, `int (*)(void)`, `char[16]`, `struct {…}`. For a
/// function or variable, its declaration. The name has no line breaks and a limited length; long lists of parameters
/// end in an ellipsis.
pub fn type_name(btf: &Btf, id: TypeId) -> String {
    let mut name = String::new();
    declaration(btf, id, "", &mut name);
    name
}

/// Declares `name` with the type `id`: `struct sk_buff *skb`, `int (*handler)(void)`. With an empty name, only the
/// type; a FUNC or VAR then has its own name. Anonymous types are shown as `struct {…}`.
pub fn declaration<S: Sink + ?Sized>(btf: &Btf, id: TypeId, name: &str, sink: &mut S) {
    declare(btf, None, id, name, sink);
}

/// As [`declaration`], with the declaration tags of a function's parameters as attributes: `int f(void *ctx
/// __attribute__((btf_decl_tag("arg:ctx"))))`. `tags` are those of `btf`.
pub fn tagged_declaration<S: Sink + ?Sized>(btf: &Btf, tags: &DeclTags, id: TypeId, name: &str, sink: &mut S) {
    declare(btf, Some(tags), id, name, sink);
}

fn declare<S: Sink + ?Sized>(btf: &Btf, tags: Option<&DeclTags>, id: TypeId, name: &str, sink: &mut S) {
    let mut w = Writer::new(btf, sink, NAME_BUDGET);
    w.anonymous = Anonymous::Elide;
    w.portable = true;
    w.tags = tags.map(Cow::Borrowed);
    w.declaration(id, Declared::name(name));
}

/// Prints C of one type and no other. Structs, unions, enums and typedefs get a definition; functions, variables and
/// forward declarations get a declaration; a section gets its variables. Pointers, arrays, prototypes, and qualified or
/// tagged types get a typedef with a made-up name, all other types a comment. Ends with a newline.
///
/// The layout is as libbpf writes it: padding members, `packed`, bitfields. Names are the types' own, so a second type
/// of the same name is not distinguished.
pub fn c_type<S: Sink + ?Sized>(btf: &Btf, id: TypeId, sink: &mut S, options: &COptions) {
    let own = btf.get(id).map_or(0, |t| t.item_count());
    let mut w = Writer::new(btf, sink, TYPE_BUDGET + u64::from(own));
    w.portable = options.portable;
    w.spelled = !options.raw_names;
    w.tags = options.portable.then(|| Cow::Owned(DeclTags::new(btf)));
    match btf.get(id) {
        None if id.is_void() => w.sink.token(TokenKind::Comment, "/* void */"),
        None => {
            w.sink.token(TokenKind::Comment, "/* there is no type ");
            w.sink.id(id);
            w.sink.token(TokenKind::Comment, " */");
        }
        Some(t) => w.definition(&t),
    }
    w.sink.text("\n");
}

impl<'a, S: Sink + ?Sized> Writer<'a, '_, S> {
    fn declaration(&mut self, id: TypeId, declared: Declared<'_>) {
        let Some(t) = self.btf.get(id) else {
            if id.is_void() {
                self.declare(id, declared, 0);
            } else {
                self.sink.token(TokenKind::Name, "[");
                self.sink.id(id);
                self.sink.token(TokenKind::Name, "]?");
            }
            return;
        };
        let own = match declared.name {
            "" => Declared { name: t.name(), kind: TokenKind::TypeName(id), number: 1 },
            _ => declared,
        };
        match t.kind() {
            Func | Var => {
                let of = TypeId(t.size_or_type());
                self.function = (t.kind() == Kind::Func).then_some((id, of));
                self.declare(of, own, 0);
                self.function = None;
            }
            DataSec => self.in_comment(TokenKind::TypeName(id), t.name()),
            DeclTag => {
                self.sink.directive(if t.kind_flag() { "__attribute__((" } else { "btf_decl_tag(\"" });
                self.in_comment(TokenKind::TypeName(id), t.name());
                self.sink.directive(if t.kind_flag() { "))" } else { "\")" });
            }
            LocParam | LocProto | LocSec => self.sink.keyword(t.kind().as_str()),
            Unknown(n) => {
                self.sink.keyword("kind ");
                self.sink.number(n.into());
                self.sink.text(" (unknown)");
            }
            Int | Ptr | Array | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | FuncProto
            | Float | TypeTag | Enum64 => self.declare(id, declared, 0),
        }
    }

    fn definition(&mut self, t: &Type<'a>) {
        match t.kind() {
            Struct | Union => self.composite(t, 0),
            Enum | Enum64 => self.enumeration(t, 0),
            Fwd => self.tag(t),
            Typedef => {
                self.sink.keyword("typedef ");
                let name = Declared { name: t.name(), kind: TokenKind::TypeName(t.id()), number: 1 };
                self.declare(TypeId(t.size_or_type()), name, 0);
                self.decl_tags(t.id(), WHOLE);
            }
            Func | Var => {
                match t.linkage() {
                    Some(Linkage::Extern) => self.sink.keyword("extern "),
                    Some(Linkage::Static) if t.kind() == Kind::Var => self.sink.keyword("static "),
                    _ => {}
                }
                self.declaration(t.id(), Declared::NOTHING);
                self.decl_tags(t.id(), WHOLE);
            }
            DataSec => return self.section(t),
            Int | Float => {
                self.sink.token(TokenKind::Comment, "/* ");
                self.in_comment(TokenKind::TypeName(t.id()), t.name());
                self.sink.token(TokenKind::Comment, ": ");
                self.bytes(t.size_or_type());
                self.sink.token(TokenKind::Comment, ", built into the compiler */");
                return;
            }
            DeclTag => return self.decl_tag(t),
            LocParam | LocProto | LocSec | Unknown(_) => {
                self.sink.token(TokenKind::Comment, "/* ");
                self.declaration(t.id(), Declared::NOTHING);
                return self.sink.token(TokenKind::Comment, ": has no form in C */");
            }
            Ptr | Array | Const | Volatile | Restrict | TypeTag | FuncProto => {
                self.sink.keyword("typedef ");
                let name = format!("type_{}", t.id());
                self.declare(t.id(), Declared { name: &name, kind: TokenKind::TypeName(t.id()), number: 1 }, 0);
                self.sink.punct(";");
                return self.sink.token(TokenKind::Comment, " /* has no name of its own */");
            }
        }
        self.sink.punct(";");
    }

    /// Prints a name within a comment. If names are spelled for C, the name cannot end the comment.
    fn in_comment(&mut self, kind: TokenKind, name: &str) {
        match self.spelled {
            true => self.sink.token(kind, &in_comment(name)),
            false => self.sink.token(kind, name),
        }
    }

    fn bytes(&mut self, n: u32) {
        self.sink.number(n.into());
        self.sink.token(TokenKind::Comment, if n == 1 { " byte" } else { " bytes" });
    }

    /// The variables of a section, one a line, with their offsets.
    fn section(&mut self, t: &Type<'a>) {
        self.sink.token(TokenKind::Comment, "/* section ");
        self.in_comment(TokenKind::TypeName(t.id()), t.name());
        self.sink.token(TokenKind::Comment, ", ");
        self.bytes(t.size_or_type());
        self.sink.token(TokenKind::Comment, " */");
        for v in t.vars() {
            self.line(0);
            if !self.spend() {
                return;
            }
            match self.btf.get(v.type_id).map(|var| (var.kind(), var.linkage())) {
                Some((_, Some(Linkage::Extern))) => self.sink.keyword("extern "),
                Some((Var, Some(Linkage::Static))) => self.sink.keyword("static "),
                _ => {}
            }
            self.declaration(v.type_id, Declared::NOTHING);
            self.sink.punct(";");
            self.sink.token(TokenKind::Comment, " /* offset ");
            self.sink.number(v.offset.into());
            self.sink.token(TokenKind::Comment, ", ");
            self.bytes(v.size);
            self.sink.token(TokenKind::Comment, " */");
        }
    }

    /// A declaration tag and its target, as a comment: in C the tag is part of its target's declaration.
    fn decl_tag(&mut self, t: &Type<'a>) {
        self.sink.token(TokenKind::Comment, "/* ");
        self.declaration(t.id(), Declared::NOTHING);
        self.sink.token(TokenKind::Comment, " on ");
        let target = TypeId(t.size_or_type());
        let Some(on) = self.btf.get(target) else {
            self.sink.id(target);
            return self.sink.token(TokenKind::Comment, " */");
        };
        if let Ok(index) = u32::try_from(t.component_index().unwrap_or(-1)) {
            let proto = self.btf.get(TypeId(on.size_or_type())).filter(|_| on.kind() == Kind::Func);
            let member = on.members().from_index(index).next().map(|m| (target, m.index, m.name()));
            let param =
                || proto?.params().from_index(index).next().map(|p| (TypeId(on.size_or_type()), p.index, p.name()));
            match member.or_else(param) {
                Some((of, index, name)) => self.in_comment(TokenKind::Member(of, index), name),
                None => self.sink.number(index.into()),
            }
            self.sink.token(TokenKind::Comment, " of ");
        }
        if on.kind().is_composite() {
            self.sink.keyword(on.tag_keyword().unwrap_or_default());
            self.sink.text(" ");
        }
        self.in_comment(TokenKind::TypeName(target), on.name());
        self.sink.token(TokenKind::Comment, " */");
    }
}
