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
    /// List types without a name, too ("+ derived"), or not.
    Derived(bool),
    /// List only the types of the module itself, or all.
    OwnOnly(bool),
    /// Sort in this order; none for the usual order of the search.
    Sort(Option<Order>),
    /// Move the active row.
    Step(Move),
    /// Choose a row.
    Choose(usize),
    /// The page measured how long the last search took, in milliseconds.
    Took(f64),
}
