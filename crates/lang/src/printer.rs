//! The common part of all languages: the state of a printer, and its walk over the declarations.

use std::marker::PhantomData;

use btf::{Btf, TypeId};
use dump::Sink;

use crate::Options;
use crate::plan::{Item, Plan, Wants};
use crate::shape::Shapes;
use crate::writer::Writer;

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

impl<S: Sink + ?Sized, L> Printer<'_, '_, S, L> {
    /// The name that a type is declared under.
    pub(crate) fn own_name(&self, id: TypeId) -> String {
        self.plan.name(id).unwrap_or("__").to_owned()
    }
}
