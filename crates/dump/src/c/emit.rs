//! Prints the items of a file of C.

use std::borrow::Cow;

use btf::Kind::*;
use btf::{Btf, DeclTags, Type, TypeId};

use super::align::Alignments;
use super::declarator::Declared;
use super::file::CFileOptions;
use super::items::CItem;
use super::names::UniqueNames;
use super::order::work;
use super::writer::Writer;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// Prints C of many types into one file.
pub(crate) struct Emitter<'a, 's, S: ?Sized> {
    pub(crate) w: Writer<'a, 's, S>,
}

impl<'a, 's, S: Sink + ?Sized> Emitter<'a, 's, S> {
    /// For a file with about `expected` names.
    pub(crate) fn new(btf: &'a Btf, sink: &'s mut S, options: &CFileOptions, expected: usize) -> Self {
        let portable = options.portable;
        let mut w = Writer::new(btf, sink, work(btf));
        w.names = Some(UniqueNames::new(btf, expected));
        w.strings = Strings::whole(btf);
        w.portable = portable;
        w.spelled = !options.raw_names;
        w.tags = portable.then(|| Cow::Owned(DeclTags::new(btf)));
        w.alignments = Some(Alignments::all(btf, portable));
        Emitter { w }
    }

    /// Prints one item.
    pub(crate) fn item(&mut self, item: CItem) {
        match item {
            CItem::Define(id) => {
                let Some(t) = self.w.btf.get(id) else { return };
                match t.kind() {
                    Int => return self.missing_alias(&t),
                    Typedef => return self.typedef(&t),
                    Struct | Union => self.w.composite(&t, 0),
                    Enum | Enum64 => self.w.enumeration(&t, 0),
                    Ptr | Array | Fwd | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float
                    | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => self.w.tag(&t),
                }
                self.end();
            }
            CItem::Declare(id) => {
                let Some(t) = self.w.btf.get(id) else { return };
                self.w.tag(&t);
                self.end();
            }
            CItem::LeftOut { root, within } => {
                self.w.sink.token(TokenKind::Comment, "/* left out, since [");
                self.w.sink.id(within);
                self.w.sink.token(TokenKind::Comment, "] contains itself: [");
                self.w.sink.id(root);
                self.w.sink.token(TokenKind::Comment, "] */");
                self.w.sink.text("\n\n");
            }
        }
    }

    fn end(&mut self) {
        self.w.sink.punct(";");
        self.w.sink.text("\n\n");
    }

    fn typedef(&mut self, t: &Type<'a>) {
        let name = self.w.strings.name(t.name_offset());
        if name == "__builtin_va_list" {
            // The compiler has that type built in.
            return;
        }
        let number = self.w.names.as_mut().map_or(1, |names| names.number_of(t, name));
        self.w.sink.keyword("typedef ");
        let target = TypeId(t.size_or_type());
        if target.is_void() && name == "__gnuc_va_list" {
            // Old GCC records void as its target.
            self.w.sink.keyword("__builtin_va_list");
            self.w.sink.text(" ");
            self.w.sink.token(TokenKind::TypeName(t.id()), "__gnuc_va_list");
        } else {
            self.w.declare(target, Declared { name, kind: TokenKind::TypeName(t.id()), number }, 0);
        }
        self.end();
    }

    /// Prints a typedef for one of GCC's own types for Arm's vectors, which other compilers lack.
    fn missing_alias(&mut self, t: &Type<'a>) {
        let name = self.w.strings.name(t.name_offset());
        if let Some(names) = self.w.names.as_mut() {
            // Its name counts among the tags, as in libbpf.
            names.number_of(t, name);
        }
        let means = match name {
            "__Poly8_t" => "unsigned char",
            "__Poly16_t" => "unsigned short",
            "__Poly64_t" => "unsigned long long",
            "__Poly128_t" => "unsigned __int128",
            _ => return,
        };
        self.w.sink.keyword("typedef ");
        self.w.sink.keyword(means);
        self.w.sink.text(" ");
        self.w.type_name(t);
        self.end();
    }
}
