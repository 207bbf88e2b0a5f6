//! Nodes and edges.

use btf::{Kind, TypeId};

use super::neighbours::Relation;

/// The identity of a node, which stays the same when the graph is built again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeKey {
    /// A type.
    Type(TypeId),
    /// A count node: the users of a type that are not shown one by one.
    MoreUsers(TypeId),
    /// A count node: the types that a type uses and that are not shown one by one.
    MoreUses(TypeId),
    /// A node in a graph of a program (a function, a map, a helper and so on), by number.
    Other(u32),
    /// A box of [`crate::boxed`]: the type whose neighbours it holds, and a number that tells which of them. The
    /// number does not depend on the kernel, so that addresses can name the box.
    Box(TypeId, u32),
}

impl Default for NodeKey {
    fn default() -> Self {
        NodeKey::Type(TypeId::VOID)
    }
}

impl NodeKey {
    /// A number that no other node of the graph has.
    pub fn number(self) -> u64 {
        let (form, id) = match self {
            NodeKey::Type(id) => (0, id.0),
            NodeKey::MoreUsers(id) => (1, id.0),
            NodeKey::MoreUses(id) => (2, id.0),
            NodeKey::Other(number) => (3, number),
            // 4 is added, because the forms 0 to 3 are taken. The number of a box has less than 32 bits, so the shift
            // loses no bit of it.
            NodeKey::Box(id, path) => (4 + u64::from(path), id.0),
        };
        form << 32 | u64::from(id)
    }
}

/// A name in a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boxed {
    /// Its type.
    pub id: TypeId,
    /// Its name in C.
    pub label: String,
    /// The kind of its type.
    pub kind: Option<Kind>,
    /// How many neighbours would be added if it were expanded.
    pub more: u32,
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// Its identity.
    pub key: NodeKey,
    /// Steps from the type in the middle; negative on the side of the users.
    pub rank: i32,
    /// Its name in C; a function has `()` behind it.
    pub label: String,
    /// The kind of its type; for a box, the common kind of its types; none for a count node.
    pub kind: Option<Kind>,
    /// Its size in bytes, if known.
    pub size: Option<u32>,
    /// True if its neighbours are shown; for a box, true if its names are listed.
    pub open: bool,
    /// How many neighbours would be added if it were expanded; for a count node or box, how many types it stands for.
    pub more: u32,
    /// True if it is used nearly everywhere, judged by its name or by how many members have it. Such a type is not
    /// expanded automatically. Never true for the node in the middle.
    pub hub: bool,
    /// The types of a box; empty for other nodes.
    pub members: Vec<Boxed>,
}

/// An edge, from user to used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The user: an index of [`Graph::nodes`].
    pub from: usize,
    /// The used type: an index of [`Graph::nodes`].
    pub to: usize,
    /// Its meaning. Members with the same meaning share an edge.
    pub relation: Relation,
    /// The names of the members or parameters, in file order.
    pub names: Vec<String>,
    /// Declaration tags on these members or parameters, each after their name: `ptr: rw`.
    pub tags: Vec<String>,
}

impl Graph {
    /// The rank of a node; 0 if there is no such node.
    pub(super) fn rank(&self, node: usize) -> i32 {
        self.nodes.get(node).map_or(0, |n| n.rank)
    }
}

/// A graph; the type in the middle is node 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The nodes, in the order in which they were reached.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// True if nodes were left out because there are too many.
    pub cut: bool,
}
