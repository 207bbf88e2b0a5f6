//! What all printers of C share: where they write, how far they may go, how types are named.

use std::borrow::Cow;

use btf::{Btf, DeclTags, Kind, Type, TypeId};

use super::align::Alignments;
use super::names::UniqueNames;
use super::spelling::identifier;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// How deep declarators and anonymous types may nest in each other. C compilers guarantee 63; kernels have about 10.
const MAX_DEPTH: u32 = 64;

/// How an anonymous struct, union or enum is shown where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anonymous {
    /// By its definition, as C has it.
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
    /// Unique names for a whole file; none where a type is shown by itself, under its own name.
    pub(crate) names: Option<UniqueNames<'a>>,
    pub(crate) anonymous: Anonymous,
    pub(crate) portable: bool,
    /// C for a compiler: names are spelled as identifiers. Else as text for people, or as bpftool writes them.
    pub(crate) spelled: bool,
    pub(crate) alignments: Option<Alignments>,
    /// Declaration tags that are written as attributes; none as libbpf has it.
    pub(crate) tags: Option<Cow<'a, DeclTags>>,
    /// A function that is being declared and its prototype: tags on parameters are on the function.
    pub(crate) function: Option<(TypeId, TypeId)>,
    /// Declarations that are being unwound; inner ones lie above outer ones.
    pub(crate) chain: Vec<Link<'a>>,
    /// Structs and unions whose bodies are being printed, the outermost first.
    pub(crate) bodies: Vec<TypeId>,
    depth: u32,
    /// How many more members, parameters and paddings may be printed. What a blob of sound types needs is in proportion to its
    /// size; nested anonymous types that are used more than once multiply, and a size of 4 GB takes millions of paddings.
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

    /// Takes one item from the budget. When nothing is left, prints an ellipsis and says no.
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

    /// Takes more from the budget, as far as there is any.
    pub(crate) fn spend_more(&mut self, items: u64) {
        self.budget = self.budget.saturating_sub(items);
    }

    /// Goes one level deeper; when that is too deep, prints an ellipsis and says no. Each yes needs one [`Self::leave`].
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

    /// What stands for things left out: in C a comment, in a name nothing but the ellipsis.
    fn ellipsis(&self) -> &'static str {
        match self.anonymous {
            Anonymous::Define => "/* … */",
            Anonymous::Elide => "…",
        }
    }

    pub(crate) fn alignments(&mut self) -> &mut Alignments {
        self.alignments.get_or_insert_with(|| Alignments::few(self.portable))
    }

    /// A type's name as a link, with the number that makes it unique.
    pub(crate) fn type_name(&mut self, t: &Type<'a>) {
        let name = self.strings.name(t.name_offset());
        let number = self.names.as_mut().map_or(1, |names| names.number_of(t, name));
        self.numbered(TokenKind::TypeName(t.id()), name, number);
    }

    /// A name, with `___2` for the second of its kind.
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
        // libbpf has a constant of 13 tabs and goes no further in.
        const LINE: &str = "\n\t\t\t\t\t\t\t\t\t\t\t\t\t";
        let end = (level as usize + 1).min(LINE.len());
        self.sink.text(&LINE[..end]);
    }
}
