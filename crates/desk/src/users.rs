//! Who uses a type: the index of a file is built when it is first asked.

use btf::TypeId;
use model::used_by::{Embedding, Order};
use relate::User;
use wire::Wire;

use crate::FileId;
use crate::question::{Lane, Question, Topic};

/// Find the users of a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FindUsers {
    /// Which file.
    pub file: FileId,
    /// Which type.
    pub of: TypeId,
    /// In which order.
    pub order: Order,
    /// What has the type inside it at any depth, too.
    pub deep: bool,
}

/// The users of a type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FoundUsers {
    /// All of them, through pointers, typedefs and qualifiers, in the order that was asked for; of equals, by usage, then by who and
    /// which part.
    pub users: Vec<User>,
    /// How often the type of each uses it, when they stand in that order.
    pub often: Vec<u32>,
    /// What has the type inside it, at any depth, when that was asked.
    pub deep: Vec<Embedding>,
    /// There are more of those than [`model::used_by::MOST_EMBEDDINGS`], or too many ways to look at.
    pub more: bool,
}

impl Question for FindUsers {
    type Answer = FoundUsers;
    const DOING: &'static str = "searching for users";

    fn files(&self) -> Vec<FileId> {
        vec![self.file]
    }

    fn lane(&self, topic: Topic) -> Lane {
        topic.of(self.file)
    }
}
