//! [`Columns`]: the data kept for a file's list, and the search over it.

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use btf::{Btf, Kind, TypeId};
use names::Names;
use wire::Wire;

use crate::conditions::{Relation, Word};
use crate::derived::MadeUp;
use crate::filter::{Filter, wants_nameless};
use crate::glob::Pattern;
use crate::holes::{HolesColumn, layout_holes};
use crate::inside::Inside;
use crate::kinds::{Chip, kind_info};
use crate::query::Query;
use crate::relation::{Bits, answer, peeled};
use crate::rows::{Rows, names_of};
use crate::scan::ranked;

/// How many answers to `member:` and similar words are kept: while a person types one word in the search box, the
/// answers to the other words need not be found again.
const KEPT_ANSWERS: usize = 8;

/// The order of results. With `Id` and `Name`, results of a search by name are ranked by how well they match; every
/// other order takes precedence over the rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Wire)]
pub enum Order {
    /// Types with a name by kind and id, then types without a name by kind and id.
    #[default]
    Id,
    /// By kind, then by name without regard to case. Types without a name follow, by kind and id.
    Name,
    /// By name without regard to case, whatever the kind; types without a name last.
    Alphabet,
    /// The largest first; types without size last.
    Size,
    /// The types with the most holes first.
    Holes,
    /// The most used first: by members, parameters, return values, variables and typedefs, through pointers, arrays
    /// and qualifiers.
    Users,
}
impl Order {
    /// The orders that the list of types offers, with their titles; `None` is "best match".
    pub const CHOICES: [(&str, Option<Order>); 5] = [
        ("best match", None),
        ("name", Some(Order::Alphabet)),
        ("size", Some(Order::Size)),
        ("holes", Some(Order::Holes)),
        ("users", Some(Order::Users)),
    ];
}

/// The settings of the list, besides the query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Wire)]
pub struct Options {
    /// True if pointers, qualifiers, arrays, prototypes and anonymous types are listed, too, under made-up names.
    pub derived: bool,
    /// Only types of the file itself, not types of its base.
    pub own_only: bool,
    /// Only types of this chip; none for all.
    pub chip: Option<Chip>,
    /// The order. With [`Order::Id`] and [`Order::Name`], results of a search by name are ranked instead.
    pub order: Order,
}

/// A chip, and how many of the results belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Wire)]
pub struct ChipCount {
    /// The chip.
    pub chip: Chip,
    /// The number.
    pub count: usize,
}

/// The results of a search.
#[derive(Clone, Default, PartialEq, Eq, Debug, Wire)]
pub struct Results {
    /// The types of the chosen chip, or all, in order.
    pub ids: Arc<[TypeId]>,
    /// The chips that have results, in their order, each with the number of its results, whichever chip is chosen.
    /// The chosen chip is always included.
    pub chips: Vec<ChipCount>,
    /// The number of results, regardless of the chosen chip: the count of the chip "all".
    pub total: usize,
}

/// The data kept for a file's list. Each part is built on first use.
///
/// The list has all types of the file and of its base.
pub struct Columns {
    btf: Arc<Btf>,
    holes_of: HolesColumn,
    rows: OnceCell<Rows>,
    names: OnceCell<Names>,
    by_name: OnceCell<Vec<u32>>,
    made_up: OnceCell<MadeUp>,
    made_up_names: OnceCell<Names>,
    sizes: OnceCell<Vec<Option<u32>>>,
    holes: OnceCell<Vec<Option<u32>>>,
    users: OnceCell<Vec<Option<u32>>>,
    counts: OnceCell<Vec<u32>>,
    peeled: OnceCell<Vec<TypeId>>,
    inside: OnceCell<Inside>,
    answers: RefCell<Vec<(Relation, Pattern, Rc<Bits>)>>,
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Columns").field("types", &self.btf.type_cnt()).finish_non_exhaustive()
    }
}

impl Columns {
    /// The data for this file. Nothing is built yet.
    pub fn new(btf: Arc<Btf>) -> Columns {
        Columns::with_holes(btf, layout_holes)
    }

    /// As [`Columns::new`], but with this function for the column of `holes:`.
    pub fn with_holes(btf: Arc<Btf>, holes_of: HolesColumn) -> Columns {
        Columns {
            btf,
            holes_of,
            rows: OnceCell::new(),
            names: OnceCell::new(),
            by_name: OnceCell::new(),
            made_up: OnceCell::new(),
            made_up_names: OnceCell::new(),
            sizes: OnceCell::new(),
            holes: OnceCell::new(),
            users: OnceCell::new(),
            counts: OnceCell::new(),
            peeled: OnceCell::new(),
            inside: OnceCell::new(),
            answers: RefCell::default(),
        }
    }

    /// The file.
    pub fn btf(&self) -> &Btf {
        &self.btf
    }

    /// Builds the data for a search by name, so that the first key press does not wait for it. The list without a
    /// search, in the order of ids, does not need this data.
    pub fn prepare(&self) {
        self.names();
    }

    /// Runs a search and drops the result, because a browser optimises wasm only after it has run: without this, the
    /// first key presses would run slow code. The text is a letter that most names have, so that all loops run long.
    pub fn rehearse(&self) {
        self.run(&Query::parse("e").0, &Options::default());
    }

    /// The name that the list shows for a type: its own, or a made-up one. Not limited in length.
    pub fn name(&self, id: TypeId) -> String {
        match self.btf.get(id) {
            Some(t) if crate::rows::is_named(&self.btf, &t) => t.name().to_string(),
            _ => self.made_up().name(&self.btf, id),
        }
    }

    pub(crate) fn rows(&self) -> &Rows {
        self.rows.get_or_init(|| Rows::new(&self.btf))
    }

    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let rows = self.rows();
            names_of(&self.btf, rows.ids.get(..rows.named).unwrap_or_default())
        })
    }

    fn by_name(&self) -> &[u32] {
        self.by_name.get_or_init(|| {
            let (rows, names) = (self.rows(), self.names());
            crate::rows::by_name(rows, names)
        })
    }

    /// For each anonymous struct or union, the types that have an unnamed member of this type, and the typedefs of it.
    pub(crate) fn inside(&self) -> &Inside {
        self.inside.get_or_init(|| Inside::new(&self.btf))
    }

    fn peeled(&self) -> &[TypeId] {
        self.peeled.get_or_init(|| peeled(&self.btf))
    }

    fn made_up(&self) -> &MadeUp {
        self.made_up.get_or_init(|| MadeUp::new(&self.btf, self.peeled()))
    }

    fn made_up_names(&self) -> &Names {
        self.made_up_names.get_or_init(|| self.made_up().names(&self.btf, self.rows()))
    }

    /// For each row, the size in bytes ([`Btf::size_of`]); none if the type has none.
    pub(crate) fn sizes(&self) -> &[Option<u32>] {
        self.sizes.get_or_init(|| self.rows().ids.iter().map(|&id| self.btf.size_of(id).ok()).collect())
    }

    /// For each row, the number of holes of a struct or union; none for other kinds.
    pub(crate) fn holes(&self) -> &[Option<u32>] {
        self.holes.get_or_init(|| {
            let rows = self.rows();
            let of: Vec<usize> = (0..rows.len()).filter(|&row| rows.kinds[row].is_composite()).collect();
            let ids: Vec<TypeId> = of.iter().map(|&row| rows.ids[row]).collect();
            let mut column = vec![None; rows.len()];
            for (row, holes) in of.into_iter().zip((self.holes_of)(&self.btf, &ids)) {
                column[row] = holes;
            }
            column
        })
    }

    /// By id: how many members, parameters, return values, variables and typedefs are of the type, also through
    /// pointers, arrays and qualifiers.
    fn counts(&self) -> &[u32] {
        self.counts.get_or_init(|| crate::relation::users(&self.btf, self.peeled()))
    }

    /// By row: how many members, parameters, return values, variables and typedefs are of the type, also through
    /// pointers, arrays and qualifiers.
    fn users(&self) -> &[Option<u32>] {
        self.users.get_or_init(|| {
            let counts = self.counts();
            self.rows().ids.iter().map(|id| counts.get(id.0 as usize).copied()).collect()
        })
    }

    /// How many members, parameters, return values, variables and typedefs are of a type, also through pointers,
    /// arrays and qualifiers.
    pub fn users_of(&self, id: TypeId) -> u32 {
        self.counts().get(id.0 as usize).copied().unwrap_or_default()
    }

    /// The numbers that an order sorts by.
    fn column(&self, order: Order) -> Option<&[Option<u32>]> {
        match order {
            Order::Id | Order::Name | Order::Alphabet => None,
            Order::Size => Some(self.sizes()),
            Order::Holes => Some(self.holes()),
            Order::Users => Some(self.users()),
        }
    }

    pub(crate) fn answer(&self, relation: Relation, pattern: &Pattern) -> Rc<Bits> {
        let mut kept = self.answers.borrow_mut();
        // The answer that was used last is at the end.
        if let Some(i) = kept.iter().position(|(r, p, _)| *r == relation && p == pattern) {
            let found = kept.remove(i);
            let bits = Rc::clone(&found.2);
            kept.push(found);
            return bits;
        }
        let bits = Rc::new(answer(&self.btf, self.rows(), || self.peeled(), || self.inside(), relation, pattern));
        if kept.len() >= KEPT_ANSWERS {
            kept.remove(0);
        }
        kept.push((relation, pattern.clone(), Rc::clone(&bits)));
        bits
    }

    /// True if a search is fast for any file: it builds no data except the rows, tries no regex on names, and does not
    /// sort by [`Order::Alphabet`]. Other searches can be left to a worker.
    pub fn is_quick(&self, query: &Query, options: &Options) -> bool {
        let word_is_quick = |word: &Word| match word {
            Word::Text(_) => self.names.get().is_some(),
            // Even a regex with a literal text may have to be tried on each name.
            Word::Regex(_) => false,
            Word::Kind(_) | Word::Id(_) | Word::Flexible(_) | Word::Nothing => true,
            Word::Size(_) => self.sizes.get().is_some(),
            Word::Holes(_) => self.holes.get().is_some(),
            Word::Has(relation, pattern) => self.answers.borrow().iter().any(|(r, p, _)| r == relation && p == pattern),
        };
        let order_is_quick = match options.order {
            Order::Id | Order::Name => true,
            Order::Alphabet => false,
            Order::Size => self.sizes.get().is_some(),
            Order::Holes => self.holes.get().is_some(),
            Order::Users => self.users.get().is_some(),
        };
        order_is_quick
            && query.words.iter().all(word_is_quick)
            && if query.is_ranked() {
                let rows = self.rows();
                !wants_nameless(rows, query, options) || self.made_up_names.get().is_some()
            } else {
                options.order != Order::Name || self.by_name.get().is_some()
            }
    }

    /// Runs a search. Without words and in the order of ids, the first call reads the heads of the records and the
    /// first byte of each name, and later calls read nothing of the file.
    pub fn run(&self, query: &Query, options: &Options) -> Results {
        let rows = self.rows();
        let nameless = wants_nameless(rows, query, options);
        let filter = Filter::new(self, query, options);
        let texts: Vec<&Word> = query.words.iter().filter(|w| matches!(w, Word::Text(_) | Word::Regex(_))).collect();
        let mut found: Vec<u32> = if texts.is_empty() {
            let end = if nameless { rows.len() } else { rows.named };
            let keeps = |row: &u32| filter.keeps(*row as usize);
            match options.order {
                Order::Name => {
                    self.by_name().iter().copied().chain(rows.named as u32..end as u32).filter(keeps).collect()
                }
                Order::Id | Order::Alphabet | Order::Size | Order::Holes | Order::Users => {
                    (0..end as u32).filter(keeps).collect()
                }
            }
        } else {
            let nameless = nameless.then(|| self.made_up_names());
            ranked(rows, self.names(), nameless, &texts, &|row| filter.keeps(row))
        };
        if let Some(column) = self.column(options.order) {
            let number = |row: u32| column.get(row as usize).copied().flatten();
            // A stable sort: rows with equal numbers keep their order.
            found.sort_by_key(|&row| std::cmp::Reverse(number(row)));
        }
        if options.order == Order::Alphabet {
            let names = self.names();
            let name = |row: u32| ((row as usize) >= rows.named, names.get(row as usize, true));
            found.sort_by(|&a, &b| name(a).cmp(&name(b)));
        }
        results(rows, &found, options.chip)
    }
}

fn results(rows: &Rows, found: &[u32], chosen: Option<Chip>) -> Results {
    let mut counts = [0usize; Chip::ALL.len()];
    let chip_of = |row: u32| kind_info(rows.kinds.get(row as usize).copied().unwrap_or(Kind::Unknown(0))).chip;
    let mut ids = Vec::with_capacity(found.len());
    for &row in found {
        let chip = chip_of(row);
        counts[chip as usize] += 1;
        if chosen.is_none_or(|c| c == chip)
            && let Some(&id) = rows.ids.get(row as usize)
        {
            ids.push(id);
        }
    }
    let chips = Chip::ALL
        .into_iter()
        .map(|chip| ChipCount { chip, count: counts[chip as usize] })
        .filter(|c| c.count > 0 || chosen == Some(c.chip))
        .collect();
    Results { ids: ids.into(), chips, total: found.len() }
}
