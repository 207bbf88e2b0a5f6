//! Messages of the Used by view.

use model::used_by::Order;
use relate::Usage;

/// Messages of the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UsedByMsg {
    /// Show only this usage, or all.
    How(Option<Usage>),
    /// List the types that embed the selected type at any depth (true), or its direct users.
    Deep(bool),
    /// Sort in this order.
    Order(Order),
    /// Show only users with this text in their names, or in the names of their members.
    Filter(String),
    /// Move by this many rows.
    Step(i64),
    /// Choose a row.
    Choose(usize),
    /// Go to the user of the chosen row.
    Open,
}
