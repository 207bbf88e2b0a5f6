//! Types by name, as pahole spells them (`tag__name`): from the inside to the outside, with a space before each
//! asterisk, and a space behind qualifiers.

use btf::Kind::*;
use btf::{Kind, Type, TypeId};

use super::Printer;
use crate::token::{Sink, TokenKind};

/// The most references that are followed for a name.
const MAX_CHAIN: u32 = 64;
/// The most pieces of a name. Without a limit names could become huge: a parameter may be a pointer to a function,
/// which has parameters again.
const MAX_PIECES: usize = 512;

/// A part of a name.
pub(super) type Piece<'a> = (TokenKind, &'a str);

/// The length of a name in bytes.
pub(super) fn width(name: &[Piece<'_>]) -> u64 {
    name.iter().map(|(_, text)| text.len() as u64).sum()
}

const SPACE: Piece<'static> = (TokenKind::Text, " ");

impl<'a, S: Sink + ?Sized> Printer<'a, '_, S> {
    /// The name of a type.
    pub(super) fn name_of(&self, id: TypeId) -> Vec<Piece<'a>> {
        let mut name = Vec::new();
        self.add_name(id, &mut name, 0);
        name
    }

    fn add_name(&self, id: TypeId, name: &mut Vec<Piece<'a>>, depth: u32) {
        if depth > MAX_CHAIN || name.len() > MAX_PIECES {
            return name.push((TokenKind::Comment, "…"));
        }
        let Some(t) = self.btf.get(id) else {
            return name.push((TokenKind::Keyword, if id.is_void() { "void" } else { "<ERROR>" }));
        };
        let target = TypeId(t.size_or_type());
        let depth = depth + 1;
        match t.kind() {
            Ptr => {
                // If the pointee is a `const` pointer, its `const` is printed before this asterisk, as in C.
                let pointee = self.btf.get(target).filter(|p| p.kind() == Kind::Const);
                let inner = pointee.map(|p| TypeId(p.size_or_type())).filter(|&p| self.btf.kind(p) == Some(Kind::Ptr));
                self.add_name(inner.unwrap_or(target), name, depth);
                name.push(SPACE);
                if inner.is_some() {
                    name.push((TokenKind::Keyword, "const "));
                }
                name.push((TokenKind::Punct, "*"));
            }
            Const | Volatile => {
                name.push((TokenKind::Keyword, if t.kind() == Kind::Const { "const " } else { "volatile " }));
                self.add_name(target, name, depth);
                name.push(SPACE);
            }
            Restrict => {
                self.add_name(target, name, depth);
                name.push((TokenKind::Keyword, " restrict "));
            }
            TypeTag => self.add_name(target, name, depth),
            Array => self.add_name(t.array().map_or(TypeId::VOID, |a| a.element), name, depth),
            FuncProto => self.add_prototype(&t, None, false, name, depth),
            Int | Float if t.name_offset().0 == 0 => {
                name.push((TokenKind::Comment, "nameless base type!"));
            }
            Int | Struct | Union | Enum | Fwd | Typedef | Func | Var | DataSec | Float | DeclTag | Enum64
            | LocParam | LocProto | LocSec | Unknown(_) => {
                if let Some(keyword) = t.tag_keyword() {
                    name.push((TokenKind::Keyword, keyword));
                    name.push(SPACE);
                }
                name.push((TokenKind::TypeName(id), self.strings.name(t.name_offset())));
            }
        }
    }

    /// A prototype: `int (*)(void)` with its pointer, `int ()(void)` without.
    fn add_prototype(
        &self,
        t: &Type<'a>,
        declared: Option<Piece<'a>>,
        pointer: bool,
        name: &mut Vec<Piece<'a>>,
        depth: u32,
    ) {
        self.add_name(TypeId(t.size_or_type()), name, depth);
        name.push((TokenKind::Punct, if pointer { " (*" } else { " (" }));
        name.extend(declared);
        name.push((TokenKind::Punct, ")"));
        self.add_parameters(t, name, depth);
    }

    /// The parameters of a prototype, in parentheses.
    pub(super) fn add_parameters(&self, t: &Type<'a>, name: &mut Vec<Piece<'a>>, depth: u32) {
        name.push((TokenKind::Punct, "("));
        let mut first = true;
        let mut variadic = false;
        for p in t.params() {
            if p.type_id.is_void() {
                variadic = true;
                continue;
            }
            if !std::mem::replace(&mut first, false) {
                name.push((TokenKind::Punct, ", "));
            }
            if depth > MAX_CHAIN || name.len() > MAX_PIECES {
                name.push((TokenKind::Comment, "…"));
                break;
            }
            let named = || (TokenKind::Member(t.id(), p.index), self.strings.name(p.name_offset));
            let declared = (p.name_offset.0 != 0).then(named);
            let proto = |id: TypeId| self.btf.get(id).filter(|t| t.kind() == Kind::FuncProto);
            match self.btf.get(p.type_id) {
                Some(ptr) if ptr.kind() == Kind::Ptr && proto(TypeId(ptr.size_or_type())).is_some() => {
                    if let Some(proto) = proto(TypeId(ptr.size_or_type())) {
                        self.add_prototype(&proto, declared, true, name, depth + 1);
                    }
                }
                _ => {
                    self.add_name(p.type_id, name, depth + 1);
                    if let Some(declared) = declared {
                        name.push(SPACE);
                        name.push(declared);
                    }
                }
            }
        }
        name.push(match (first, variadic) {
            (true, _) => (TokenKind::Keyword, "void"),
            (false, true) => (TokenKind::Punct, ", ..."),
            (false, false) => (TokenKind::Punct, ""),
        });
        name.push((TokenKind::Punct, ")"));
    }

    /// Prints a name. A long name also takes something from the budget of members, because each member may have one.
    pub(super) fn pieces(&mut self, name: &[Piece<'_>]) {
        self.budget = self.budget.saturating_sub(name.len() as u32 / 16);
        for &(kind, text) in name {
            self.put(kind, text);
        }
    }
}
