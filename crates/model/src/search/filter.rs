//! Which rows the words of a query leave, names apart.

use std::rc::Rc;

use btf::{Kind, TypeId};

use super::columns::{Columns, Options};
use super::kinds::{KindSet, is_nameless};
use super::number::Span;
use super::query::Query;
use super::relation::Bits;
use super::rows::Rows;
use super::words::Word;

/// The conditions on one row, with the columns that they read.
pub(super) struct Filter<'c> {
    rows: &'c Rows,
    kinds: Vec<KindSet>,
    ids: Vec<Span>,
    /// A column, and what its number must be.
    numbers: Vec<(&'c [Option<u32>], Span)>,
    bits: Vec<Rc<Bits>>,
    /// The first id of the file's own types, when only those are wanted.
    own: Option<TypeId>,
    derived: Derived,
}

/// Which rows without a name are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Derived {
    None,
    /// Those of kinds that never have one, because `kind:` named them.
    Asked,
    All,
}

impl Derived {
    fn of(query: &Query, options: &Options) -> Derived {
        if options.derived || query.words.iter().any(|word| matches!(word, Word::Id(_))) {
            Derived::All
        } else if query.words.iter().any(|word| matches!(word, Word::Kind(_))) {
            Derived::Asked
        } else {
            Derived::None
        }
    }
}

/// Whether rows without a name can be left.
pub(super) fn wants_nameless(rows: &Rows, query: &Query, options: &Options) -> bool {
    let asked = |kind: Kind| {
        is_nameless(kind) && query.words.iter().all(|word| !matches!(word, Word::Kind(set) if !set.contains(kind)))
    };
    match Derived::of(query, options) {
        Derived::None => false,
        Derived::All => true,
        Derived::Asked => rows.kinds.get(rows.named..).unwrap_or_default().iter().any(|&kind| asked(kind)),
    }
}

impl<'c> Filter<'c> {
    pub(super) fn new(columns: &'c Columns, query: &Query, options: &Options) -> Filter<'c> {
        let mut filter = Filter {
            rows: columns.rows(),
            kinds: Vec::new(),
            ids: Vec::new(),
            numbers: Vec::new(),
            bits: Vec::new(),
            own: options.own_only.then(|| columns.btf().first_id()),
            derived: Derived::None,
        };
        for word in &query.words {
            match word {
                Word::Text(_) | Word::Regex(_) => {}
                Word::Kind(set) => filter.kinds.push(*set),
                Word::Id(span) => filter.ids.push(*span),
                Word::Size(span) => filter.numbers.push((columns.sizes(), *span)),
                Word::Holes(span) => filter.numbers.push((columns.holes(), *span)),
                Word::Has(relation, pattern) => filter.bits.push(columns.answer(*relation, pattern)),
            }
        }
        filter.derived = Derived::of(query, options);
        filter
    }

    /// Whether a row is left.
    pub(super) fn keeps(&self, row: usize) -> bool {
        let (Some(&id), Some(&kind)) = (self.rows.ids.get(row), self.rows.kinds.get(row)) else { return false };
        let by_name = row < self.rows.named
            || match self.derived {
                Derived::None => false,
                Derived::Asked => is_nameless(kind),
                Derived::All => true,
            };
        by_name
            && self.own.is_none_or(|first| id >= first)
            && self.kinds.iter().all(|set| set.contains(kind))
            && self.ids.iter().all(|span| span.contains(id.0.into()))
            && self
                .numbers
                .iter()
                .all(|(column, span)| column.get(row).copied().flatten().is_some_and(|n| span.contains(n.into())))
            && self.bits.iter().all(|bits| bits.contains(row))
    }
}
