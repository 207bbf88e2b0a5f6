//! The common part of all languages: the state of a printer, and its walk over the declarations.

use std::marker::PhantomData;

use btf::{Btf, MemberIndex, Type, TypeId};
use dump::Sink;

use crate::Options;
use crate::names::{Scope, Spelling};
use crate::plan::{Item, Plan, Wants};
use crate::scalar::Scalar;
use crate::shape::{BitField, Field, Part, Shape, Shapes};
use crate::writer::{Writer, plain};

/// Prints declarations in the language `L`.
pub(crate) struct Printer<'a, 's, S: Sink + ?Sized, L> {
    pub(crate) btf: &'a Btf,
    pub(crate) plan: Plan<'a>,
    pub(crate) shapes: Shapes<'a>,
    pub(crate) w: Writer<'s, S>,
    pub(crate) options: Options,
    language: PhantomData<L>,
}

/// How a language declares each thing.
pub(crate) trait Declare {
    /// Writes the text before all declarations.
    fn head(&mut self);

    /// A STRUCT or UNION, whole.
    fn composite(&mut self, id: TypeId);

    /// A STRUCT, UNION or FWD without content.
    fn opaque(&mut self, id: TypeId);

    /// An ENUM or ENUM64.
    fn enumeration(&mut self, id: TypeId);

    /// A TYPEDEF.
    fn alias(&mut self, id: TypeId);

    /// A FUNC or VAR, if the language declares them among the types.
    fn symbol(&mut self, _id: TypeId) {}

    /// Writes the text behind all declarations.
    fn tail(&mut self, _items: &[Item]) {}
}

impl<'a, 's, S: Sink + ?Sized, L> Printer<'a, 's, S, L>
where
    Self: Declare,
{
    /// Prints `roots` and the types they need, until the sink is closed.
    pub(crate) fn print(
        btf: &'a Btf,
        roots: &[TypeId],
        options: &Options,
        (wants, keywords): (Wants, &'static [&'static str]),
        sink: &'s mut S,
    ) {
        let mut p = Printer {
            btf,
            plan: Plan::new(btf, roots, wants),
            shapes: Shapes::new(btf),
            w: Writer::new(btf, sink, keywords),
            options: *options,
            language: PhantomData,
        };
        p.head();
        let items = std::mem::take(&mut p.plan.items);
        for item in &items {
            if p.w.is_closed() {
                return;
            }
            match *item {
                Item::Composite(id) => p.composite(id),
                Item::Opaque(id) => p.opaque(id),
                Item::Enum(id) => p.enumeration(id),
                Item::Alias(id) => p.alias(id),
                Item::Symbol(id) => p.symbol(id),
            }
        }
        p.tail(&items);
    }
}

impl<'a, S: Sink + ?Sized, L> Printer<'a, '_, S, L> {
    /// The name that a type is declared under.
    pub(crate) fn own_name(&self, id: TypeId) -> String {
        self.plan.name(id).unwrap_or("__").to_owned()
    }

    /// Writes the name that a type is declared under, as a link, between two pieces of code.
    pub(crate) fn declared(&mut self, before: &str, id: TypeId, behind: &str) {
        let name = self.own_name(id);
        self.w.code(before);
        self.w.ty(id, &name);
        self.w.code(behind);
    }

    /// Writes the comment above all declarations.
    pub(crate) fn made_from(&mut self, pointers: &str) {
        let order = self.btf.endian().as_str();
        let pointer = self.btf.pointer_size();
        self.w.comment(&format!(
            "// Made from BTF by btfscope: a {order}-endian machine with pointers of {pointer} bytes.\n\
             // {pointers} Padding is written out; every pattern of bytes is a value.\n"
        ));
    }

    /// Writes the comment above a struct or union whose padding hints at an alignment.
    pub(crate) fn hint(&mut self, shape: &Shape) {
        if let Some(hint) = shape.hint {
            self.w.comment(&format!("// Its padding hints at an alignment of {hint} bytes.\n"));
        }
    }

    /// Writes the comments about members that are not fields.
    pub(crate) fn left_out(&mut self, t: &Type<'_>, shape: &Shape, indent: &str) {
        for left in &shape.left_out {
            let member = plain(member_name(t, left.member));
            self.w.comment(&format!("{indent}// No field `{member}`: {}.\n", left.why));
        }
    }

    /// The members that are fields, with their names. The name of a member that has none in the BTF is the text of the
    /// parameter `unnamed` and a number, as in bindgen.
    pub(crate) fn named<'p>(
        t: &Type<'_>,
        shape: &'p Shape,
        scope: &mut Scope,
        (spelling, unnamed): (&Spelling, &str),
    ) -> Vec<(&'p Field, String)> {
        let fields = shape.parts.iter().filter_map(|part| if let Part::Field(f) = part { Some(f) } else { None });
        let named = fields.map(|f| match member_name(t, f.member) {
            "" => (f, scope.name(spelling, &format!("{unnamed}{}", f.member.0 + 1))),
            own => (f, scope.name(spelling, own)),
        });
        named.collect()
    }

    /// The type of a bitfield's value: the name of its enum, if a value can have that type, and the number type.
    pub(crate) fn value(&self, field: &BitField) -> (Option<String>, Scalar) {
        let number = field.number(self.btf, field.word / 8);
        let named = field.enumeration(self.btf, number).and_then(|id| self.plan.name(id));
        (named.map(str::to_owned), number)
    }

    pub(crate) fn value_type(&mut self, f: &BitField, named: Option<&str>, number: &str) {
        match named {
            Some(named) => self.w.ty(self.btf.resolve(f.type_id), named),
            None => self.w.code(number),
        }
    }

    /// The bytes of the word that a bitfield is read from, as a list: elements of the array `bytes`, and zeros.
    pub(crate) fn word_of(&self, f: &BitField, bytes: &str) -> String {
        let range = f.place(self.btf.endian());
        let byte = |at: u32| match range.contains(&at) {
            true => format!("{bytes}[{}]", f.first + at - range.start),
            false => "0".to_owned(),
        };
        (0..f.word / 8).map(byte).collect::<Vec<_>>().join(", ")
    }

    /// The functions and variables among the items.
    pub(crate) fn symbols(&self, items: &[Item]) -> Vec<Type<'a>> {
        let symbol = |item: &Item| if let Item::Symbol(id) = item { self.btf.get(*id) } else { None };
        items.iter().filter_map(symbol).collect()
    }
}

/// The name of a member; empty if it has none.
pub(crate) fn member_name<'a>(t: &Type<'a>, member: MemberIndex) -> &'a str {
    t.members().from_index(member.0).next().map_or("", |m| m.name())
}
