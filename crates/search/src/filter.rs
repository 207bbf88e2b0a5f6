//! The conditions of a query other than texts and regexes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use btf::Kind::*;
use btf::{Btf, Kind, Type, TypeId};

use crate::columns::{Columns, Options};
use crate::conditions::{Relation, Word};
use crate::kinds::{KindSet, is_nameless};
use crate::number::Span;
use crate::query::Query;
use crate::relation::Bits;
use crate::rows::Rows;

/// The conditions on one row, with the columns that they read.
pub(crate) struct Filter<'c> {
    rows: &'c Rows,
    kinds: Vec<KindSet>,
    ids: Vec<Span>,
    /// Columns, each with the range in which its number must be.
    numbers: Vec<(&'c [Option<u32>], Span)>,
    bits: Vec<Rc<Bits>>,
    /// The first id of the file's own types, if only these are wanted.
    own: Option<TypeId>,
    derived: Derived,
    flexible: Vec<bool>,
    /// The answers of `ends_flexible` so far, by the type and by how many levels may follow.
    ends: RefCell<BTreeMap<(TypeId, u32), bool>>,
    nothing: bool,
    btf: &'c Btf,
}

/// The rows without a name that are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Derived {
    None,
    /// Rows of kinds that never have a name, if `kind:` names these kinds.
    Asked,
    /// Enums: `value:` finds constants, which are often in an enum without a name.
    Enums,
    All,
}

impl Derived {
    fn of(query: &Query, options: &Options) -> Derived {
        if options.derived || query.words.iter().any(|word| matches!(word, Word::Id(_))) {
            Derived::All
        } else if query.words.iter().any(|word| matches!(word, Word::Has(Relation::Value, _))) {
            Derived::Enums
        } else if query.words.iter().any(|word| matches!(word, Word::Kind(_))) {
            Derived::Asked
        } else {
            Derived::None
        }
    }
}

/// True if rows without a name may be among the results.
pub(crate) fn wants_nameless(rows: &Rows, query: &Query, options: &Options) -> bool {
    let asked = |kind: Kind| {
        is_nameless(kind) && query.words.iter().all(|word| !matches!(word, Word::Kind(set) if !set.contains(kind)))
    };
    match Derived::of(query, options) {
        Derived::None => false,
        Derived::Enums | Derived::All => true,
        Derived::Asked => rows.kinds.get(rows.named..).unwrap_or_default().iter().any(|&kind| asked(kind)),
    }
}

impl<'c> Filter<'c> {
    pub(crate) fn new(columns: &'c Columns, query: &Query, options: &Options) -> Filter<'c> {
        let mut filter = Filter {
            rows: columns.rows(),
            kinds: Vec::new(),
            ids: Vec::new(),
            numbers: Vec::new(),
            bits: Vec::new(),
            own: options.own_only.then(|| columns.btf().first_id()),
            derived: Derived::None,
            flexible: Vec::new(),
            nothing: false,
            ends: RefCell::default(),
            btf: columns.btf(),
        };
        for word in &query.words {
            match word {
                Word::Text(_) | Word::Regex(_) => {}
                Word::Kind(set) => filter.kinds.push(*set),
                Word::Id(span) => filter.ids.push(*span),
                Word::Size(span) => filter.numbers.push((columns.sizes(), *span)),
                Word::Holes(span) => filter.numbers.push((columns.holes(), *span)),
                Word::Flexible(yes) => filter.flexible.push(*yes),
                Word::Nothing => filter.nothing = true,
                Word::Has(relation, pattern) => filter.bits.push(columns.answer(*relation, pattern)),
            }
        }
        filter.derived = Derived::of(query, options);
        filter
    }

    /// True if a row fulfils the conditions.
    pub(crate) fn keeps(&self, row: usize) -> bool {
        let (Some(&id), Some(&kind)) = (self.rows.ids.get(row), self.rows.kinds.get(row)) else { return false };
        let by_name = row < self.rows.named
            || match self.derived {
                Derived::None => false,
                Derived::Asked => is_nameless(kind),
                Derived::Enums => kind.is_any_enum(),
                Derived::All => true,
            };
        by_name
            && !self.nothing
            && self.own.is_none_or(|first| id >= first)
            && self.kinds.iter().all(|set| set.contains(kind))
            && self.ids.iter().all(|span| span.contains(id.0.into()))
            && self
                .numbers
                .iter()
                .all(|(column, span)| column.get(row).copied().flatten().is_some_and(|n| span.contains(n.into())))
            && self.bits.iter().all(|bits| bits.contains(row))
            // Only a struct can fulfil `flexible:`.
            && (self.flexible.is_empty()
                || kind == Kind::Struct
                    && self.flexible.iter().all(|&yes| self.ends_flexible(id, DEEPEST) == yes))
    }

    /// True if a struct ends in a flexible array: its last member is an array of 0 elements, a struct that ends in a
    /// flexible array, or a union with such a member (as `DECLARE_FLEX_ARRAY` makes). Answers are kept for each type
    /// and `depth`, because unions may contain each other in many ways.
    fn ends_flexible(&self, id: TypeId, depth: u32) -> bool {
        let Some(t) = self.btf.resolved(id) else { return false };
        let known = self.ends.borrow().get(&(t.id(), depth)).copied();
        known.unwrap_or_else(|| {
            let ends = self.looks_flexible(&t, depth);
            self.ends.borrow_mut().insert((t.id(), depth), ends);
            ends
        })
    }

    fn looks_flexible(&self, t: &Type<'_>, depth: u32) -> bool {
        match t.kind() {
            Array => t.array().is_some_and(|array| array.nelems == 0),
            _ if depth == 0 => false,
            Struct => {
                let last = t.item_count().checked_sub(1).and_then(|last| t.members().from_index(last).next());
                last.is_some_and(|m| self.ends_flexible(m.type_id, depth - 1))
            }
            // All members of a union are searched, so the depth is limited further.
            Union => t.members().any(|m| self.ends_flexible(m.type_id, (depth - 1).min(2))),
            Int | Ptr | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
            | Float | DeclTag | TypeTag | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => false,
        }
    }
}

/// The most levels of structs that are searched for a flexible array.
const DEEPEST: u32 = 8;
