//! The question for the users of a type.

use btf::TypeId;
use model::used_by::{Embedding, Order, Outer};
use relate::User;
use wire::Wire;

use crate::FileId;
use crate::question::Question;

/// Find the users of a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FindUsers {
    /// The file.
    pub file: FileId,
    /// The type.
    pub of: TypeId,
    /// The order.
    pub order: Order,
    /// Whether to find types that embed the type at any depth, too.
    pub deep: bool,
}

/// The users of a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundUsers {
    /// All direct users, also through pointers, typedefs and qualifiers: in the order asked for, then by usage, by the
    /// user's id and by the part.
    pub users: Vec<User>,
    /// For each user without a name: the named type around it.
    pub outer: Vec<Option<Outer>>,
    /// For each of `users`, how many of `users` are shown as the same type; a user without a name is shown as the named
    /// type around it. Only for the order by count; empty for other orders.
    pub often: Vec<u32>,
    /// The types that embed the type at any depth; empty unless asked for.
    pub deep: Vec<Embedding>,
    /// Whether `deep` is incomplete: it was cut at [`model::used_by::MOST_EMBEDDINGS`], or there are too many paths
    /// to follow.
    pub more: bool,
}

impl Question for FindUsers {
    type Answer = FoundUsers;
    const DOING: &'static str = "searching for users";
    const BY_FILE: bool = true;

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }
}
