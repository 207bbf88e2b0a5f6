//! Messages of the list of types and its search.

use search::{Chip, Order};

use crate::type_list::Move;

/// Messages of the list of types.
#[derive(Clone, Debug)]
pub enum SearchMsg {
    /// The text of the search changed.
    Query(String),
    /// Choose a chip; none for "all".
    Chip(Option<Chip>),
    /// List types without a name, too, or not ("+ derived").
    Derived(bool),
    /// List only the module's own types, or all.
    OwnOnly(bool),
    /// Sort in this order; none for the default of the search.
    Sort(Option<Order>),
    /// Move the active row.
    Step(Move),
    /// Choose a row.
    Choose(usize),
    /// The page measured the last search: milliseconds.
    Took(f64),
}
