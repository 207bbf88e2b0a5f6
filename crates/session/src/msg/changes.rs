//! Messages of the list of all differences between two files.

use model::compare::Fate;
use relate::{ChangeEffect, Class};

/// Messages of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChangesMsg {
    /// Show the list, or the types again.
    Show(bool),
    /// Show the changes that matter to the open programs: between the oldest and the newest open kernel. If fewer than
    /// two kernels are open, between the two files that Compare would compare: the current program and, usually, the
    /// open kernel.
    OfProgram,
    /// Show only types with this fate (added, removed, changed), or all.
    Fate(Option<Fate>),
    /// Show only types of this class, or all.
    Class(Option<Class>),
    /// Show only changes with this effect on programs, or all.
    Effect(Option<ChangeEffect>),
    /// Sort in this order.
    Order(ChangesOrder),
    /// Show only changes that affect the open programs, or all.
    Used(bool),
    /// Show only types with this text in their names.
    Filter(String),
    /// Move by this many rows.
    Step(i64),
    /// Choose a row.
    Choose(usize),
    /// Cancel the comparison.
    Cancel,
    /// Save the differences in full: as JSON (true), or as text.
    Save(bool),
}

btf::named! {
    /// The order of the list.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum ChangesOrder {
        /// By name.
        Name = "name";
        /// By effect on programs, the worst first.
        #[default]
        Effect = "worst first";
        /// By the number of users (members, parameters, return values, variables, typedefs), the largest first.
        Users = "users";
    }
    /// Its label in the menu.
    pub fn title;
}

impl ChangesOrder {
    /// All orders, as the menu lists them.
    pub const ALL: [ChangesOrder; 3] = [ChangesOrder::Effect, ChangesOrder::Users, ChangesOrder::Name];
}
