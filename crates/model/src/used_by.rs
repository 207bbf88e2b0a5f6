//! Used by: who embeds a type, points to it, takes or returns it.

use btf::TypeId;
use relate::Sort;
use wire::wire;

use crate::path::Path;
use crate::search::Columns;

/// In which order users stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// By what they do with the type.
    #[default]
    How,
    /// By name.
    Name,
    /// By their kind.
    Kind,
    /// By where the member lies.
    Offset,
    /// Those first that use it most often.
    Count,
}
wire!(
    enum Order {
        How,
        Name,
        Kind,
        Offset,
        Count,
    }
);

impl Order {
    /// All, in the order in which they are offered.
    pub const ALL: [Order; 5] = [Order::How, Order::Name, Order::Kind, Order::Offset, Order::Count];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Order::How => "how",
            Order::Name => "name",
            Order::Kind => "kind",
            Order::Offset => "offset",
            Order::Count => "how often",
        }
    }
}

/// A row, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it does with the type.
    pub sort: Sort,
    /// The user.
    pub from: TypeId,
    /// Its name: `struct task_struct`, `f()`, `struct {…} in sk_buff`.
    pub name: String,
    /// How often it uses the type, when users stand in that order; 0 otherwise.
    pub often: u32,
    /// The member or parameter; empty where there is none.
    pub part: String,
    /// Where the member lies, in bytes.
    pub offset: String,
    /// The type that the user has, when it is not the type itself.
    pub held: String,
    /// What to select in the user: the member or parameter.
    pub path: Path,
}

/// The name of a user; of one without a name, the one that it has elsewhere on the page.
pub fn holder(columns: &Columns, id: TypeId) -> String {
    match columns.btf().get(id) {
        Some(t) if !t.is_anonymous() => t.name().to_owned(),
        _ => columns.name(id),
    }
}
