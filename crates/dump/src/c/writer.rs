//! The state that all printers of C share: the sink, the limits, and how types are named.

use std::borrow::Cow;

use btf::{Btf, DeclTags, Kind, Type, TypeId};

use super::align::Alignments;
use super::names::UniqueNames;
use super::spelling::identifier;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// The most levels of nested declarators and anonymous types. C compilers guarantee 63; kernels have about 10.
const MAX_DEPTH: u32 = 64;

/// How to show an anonymous struct, union or enum where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anonymous {
    /// By its definition, as in C.
    Define,
    /// As `struct {…}`.
    Elide,
}

/// A part of a declaration.
#[derive(Clone, Copy)]
pub(crate) enum Link<'a> {
    Void,
    /// An id without a type.
    Missing,
    Type(Type<'a>),
}

impl Link<'_> {
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Link::Type(t) => Some(t.kind()),
            Link::Void | Link::Missing => None,
        }
    }
}

/// The state of one printing of C.
pub(crate) struct Writer<'a, 's, S: ?Sized> {
    pub(crate) btf: &'a Btf,
    pub(crate) strings: Strings<'a>,
    pub(crate) sink: &'s mut S,
    /// Unique names for a whole file; none for a single type, which keeps its own name.
    pub(crate) names: Option<UniqueNames<'a>>,
    pub(crate) anonymous: Anonymous,
    pub(crate) portable: bool,
    /// Whether names are spelled as identifiers, for a compiler. If not, they are text for people, or as bpftool writes
    /// them.
    pub(crate) spelled: bool,
    pub(crate) alignments: Option<Alignments>,
    /// Declaration tags to write as attributes; none in libbpf's mode.
    pub(crate) tags: Option<Cow<'a, DeclTags>>,
    /// The function that is being declared and its prototype: tags on its parameters belong to the function.
    pub(crate) function: Option<(TypeId, TypeId)>,
    /// Links of declarations in progress; inner declarations are above outer ones.
    pub(crate) chain: Vec<Link<'a>>,
    /// Structs and unions whose bodies are being printed, the outermost first.
    pub(crate) bodies: Vec<TypeId>,
    depth: u32,
    /// How many more members, enumerators, parameters, paddings and tags may be printed. Sound types need a number
    /// proportional to the blob's size; but nested anonymous types that are used repeatedly multiply, and a struct of
    /// 4 GB needs millions of paddings.
    budget: u64,
}

impl<'a, 's, S: Sink + ?Sized> Writer<'a, 's, S> {
    pub(crate) fn new(btf: &'a Btf, sink: &'s mut S, budget: u64) -> Self {
        Writer {
            btf,
            strings: Strings::few(btf),
            sink,
            names: None,
            anonymous: Anonymous::Define,
            portable: false,
            spelled: false,
            alignments: None,
            tags: None,
            function: None,
            chain: Vec::new(),
            bodies: Vec::new(),
            depth: 0,
            budget,
        }
    }

    /// Takes one item from the budget. When nothing is left, prints an ellipsis and returns false.
    pub(crate) fn spend(&mut self) -> bool {
        match self.budget.checked_sub(1) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => {
                self.sink.token(TokenKind::Comment, self.ellipsis());
                false
            }
        }
    }

    /// Takes more from the budget, as far as available.
    pub(crate) fn spend_more(&mut self, items: u64) {
        self.budget = self.budget.saturating_sub(items);
    }

    /// Goes one level deeper; if that is too deep, prints an ellipsis and returns false. Each call that returns true
    /// needs one [`Self::leave`].
    pub(crate) fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.sink.token(TokenKind::Comment, self.ellipsis());
            return false;
        }
        self.depth += 1;
        true
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The replacement for omitted parts: a comment in C, only the ellipsis in a name.
    fn ellipsis(&self) -> &'static str {
        match self.anonymous {
            Anonymous::Define => "/* … */",
            Anonymous::Elide => "…",
        }
    }

    pub(crate) fn alignments(&mut self) -> &mut Alignments {
        self.alignments.get_or_insert_with(|| Alignments::few(self.portable))
    }

    /// A type's name as a link, with a number if it is not unique.
    pub(crate) fn type_name(&mut self, t: &Type<'a>) {
        let name = self.strings.name(t.name_offset());
        let number = self.names.as_mut().map_or(1, |names| names.number_of(t, name));
        self.numbered(TokenKind::TypeName(t.id()), name, number);
    }

    /// A name, with `___2` behind it for the second type of that name.
    pub(crate) fn numbered(&mut self, kind: TokenKind, name: &str, number: u32) {
        match self.spelled {
            true => self.sink.token(kind, &identifier(name)),
            false => self.sink.token(kind, name),
        }
        if number > 1 {
            self.sink.token(kind, "___");
            self.sink.decimal(kind, number.into());
        }
    }

    /// A new line, indented.
    pub(crate) fn line(&mut self, level: u32) {
        // libbpf has a constant of 13 tabs, and indents no further.
        const LINE: &str = "\n\t\t\t\t\t\t\t\t\t\t\t\t\t";
        let end = (level as usize + 1).min(LINE.len());
        self.sink.text(&LINE[..end]);
    }
}
