//! Nodes and edges around a type.

use std::collections::{BTreeMap, HashMap};

use btf::{Btf, Kind, TypeId};

use super::neighbours::{Neighbour, Relation, incoming, outgoing};
use crate::users::{Sort, Through, Users};

/// What a person did to a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expansion {
    /// Its neighbours are shown, however far it is, hub or not.
    Expanded,
    /// They are not.
    Collapsed,
}

/// How much is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphOptions {
    /// How many steps to what the type uses.
    pub uses: u32,
    /// How many steps to those that use it.
    pub used_by: u32,
    /// At most so many nodes.
    pub most: usize,
    /// At most so many users of one node; the others are one node that counts them.
    pub most_users: usize,
    /// Look through qualifiers, typedefs, pointers and anonymous members.
    pub folded: bool,
    /// Nodes that were expanded or collapsed by hand.
    pub nodes: BTreeMap<TypeId, Expansion>,
}

impl Default for GraphOptions {
    fn default() -> Self {
        GraphOptions { uses: 1, used_by: 1, most: 120, most_users: 12, folded: true, nodes: BTreeMap::new() }
    }
}

/// What a node is: it keeps this when the graph is built again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeKey {
    /// A type.
    Type(TypeId),
    /// The users of a type that are not shown one by one.
    MoreUsers(TypeId),
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub key: NodeKey,
    /// Steps from the type in the middle; negative on the side of the users.
    pub rank: i32,
    /// Its name in C, or of a function with `()`.
    pub label: String,
    /// What it is; none for a node that counts.
    pub kind: Option<Kind>,
    /// Bytes.
    pub size: Option<u32>,
    /// Its neighbours are shown.
    pub open: bool,
    /// Neighbours that expanding it would add; of a node that counts, how many it stands for.
    pub more: u32,
    /// Many types use it, so that it is not expanded by itself.
    pub hub: bool,
}

/// An edge, from user to used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The user: an index of [`Graph::nodes`].
    pub from: usize,
    /// What is used: an index of [`Graph::nodes`].
    pub to: usize,
    /// What it means. Several members share an edge when they mean the same.
    pub relation: Relation,
    /// The members or parameters, in file order.
    pub names: Vec<String>,
}

impl Edge {
    /// The names for a label: two, and how many more.
    pub fn label(&self) -> String {
        let mut shown = self.names.iter().filter(|n| !n.is_empty());
        let first: Vec<&str> = shown.by_ref().take(2).map(String::as_str).collect();
        match shown.count() {
            0 => first.join(", "),
            more => format!("{} +{more}", first.join(", ")),
        }
    }
}

/// A neighbourhood: the type in the middle is node 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The nodes, in the order in which they were reached.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// Nodes were left out because there are too many.
    pub cut: bool,
}

/// Types that nearly everything holds, and that say little of what it is.
const HUBS: [&str; 22] = [
    "list_head",
    "hlist_node",
    "hlist_head",
    "hlist_bl_node",
    "llist_node",
    "rb_node",
    "rb_root",
    "callback_head",
    "spinlock",
    "raw_spinlock",
    "qspinlock",
    "mutex",
    "rw_semaphore",
    "refcount_struct",
    "kref",
    "kobject",
    "device",
    "module",
    "work_struct",
    "timer_list",
    "completion",
    "wait_queue_head",
];
/// Members from which on a type counts as a hub, whatever its name.
const HUB: u32 = 250;

/// Whether a type is used all over: by its name, or by how many members have it.
fn is_hub(btf: &Btf, users: &Users, id: TypeId) -> bool {
    if btf.get(id).is_some_and(|t| HUBS.iter().any(|h| h.as_bytes() == t.name_bytes())) {
        return true;
    }
    let mut members = 0;
    users.each(btf, id, Through::EVERYTHING, |user| {
        members += u32::from(matches!(user.sort, Sort::Embedded | Sort::Pointed));
        members < HUB
    });
    members >= HUB
}

/// Builds the neighbourhood of `root`. Folded, typedefs and qualifiers of the root itself are looked through, too.
pub fn build(btf: &Btf, users: &Users, root: TypeId, options: &GraphOptions) -> Graph {
    let root = if options.folded { btf.resolve(root) } else { root };
    let mut builder =
        Builder { btf, users, options, graph: Graph::default(), index: HashMap::new(), edges: HashMap::new() };
    builder.node(root, 0);
    builder.spread(0, 1);
    builder.spread(0, -1);
    builder.count();
    builder.graph
}

struct Builder<'a> {
    btf: &'a Btf,
    users: &'a Users,
    options: &'a GraphOptions,
    graph: Graph,
    index: HashMap<NodeKey, usize>,
    edges: HashMap<(usize, usize, Relation), usize>,
}

impl Builder<'_> {
    /// The node of a type, made if there is room.
    fn node(&mut self, id: TypeId, rank: i32) -> Option<usize> {
        let t = self.btf.get(id);
        let label = match t {
            Some(t) if t.kind() == Kind::Func => format!("{}()", t.name()),
            Some(t) if matches!(t.kind(), Kind::Var | Kind::DataSec | Kind::DeclTag) => t.name().to_owned(),
            _ => dump::type_name(self.btf, id),
        };
        let hub = rank != 0 && is_hub(self.btf, self.users, id);
        let size = t.filter(|t| t.kind() != Kind::Func).and_then(|t| self.btf.size_of(t.id()).ok());
        let kind = t.map(|t| t.kind());
        self.add(Node { key: NodeKey::Type(id), rank, label, kind, size, open: false, more: 0, hub })
    }

    fn add(&mut self, node: Node) -> Option<usize> {
        if let Some(&at) = self.index.get(&node.key) {
            return Some(at);
        }
        if self.graph.nodes.len() >= self.options.most.max(1) {
            self.graph.cut = true;
            return None;
        }
        let at = self.graph.nodes.len();
        self.index.insert(node.key, at);
        self.graph.nodes.push(node);
        Some(at)
    }

    fn edge(&mut self, from: usize, to: usize, relation: Relation, name: &str) {
        let edges = &mut self.graph.edges;
        let at = *self.edges.entry((from, to, relation)).or_insert_with(|| {
            edges.push(Edge { from, to, relation, names: Vec::new() });
            edges.len() - 1
        });
        if let Some(edge) = edges.get_mut(at)
            && !name.is_empty()
            && !edge.names.iter().any(|n| n == name)
        {
            edge.names.push(name.to_owned());
        }
    }

    /// Goes on from a node in one direction: 1 to what is used, -1 to the users.
    fn spread(&mut self, start: usize, direction: i32) {
        let mut level = vec![start];
        while !level.is_empty() {
            let mut next = Vec::new();
            for at in level {
                let Some(node) = self.graph.nodes.get(at) else { continue };
                let (NodeKey::Type(id), rank, hub) = (node.key, node.rank, node.hub) else { continue };
                let steps = if direction > 0 { self.options.uses } else { self.options.used_by };
                let open = match self.options.nodes.get(&id) {
                    Some(Expansion::Expanded) => steps > 0 || rank != 0,
                    Some(Expansion::Collapsed) => false,
                    None => rank.unsigned_abs() < steps && !hub,
                };
                if !open {
                    continue;
                }
                if let Some(node) = self.graph.nodes.get_mut(at) {
                    node.open = true;
                }
                if direction > 0 {
                    self.open_uses(at, id, rank, &mut next)
                } else {
                    self.open_users(at, id, rank, &mut next)
                }
            }
            level = next;
        }
    }

    fn open_uses(&mut self, at: usize, id: TypeId, rank: i32, next: &mut Vec<usize>) {
        for n in outgoing(self.btf, id, self.options.folded) {
            let known = self.index.contains_key(&NodeKey::Type(n.id));
            let Some(to) = self.node(n.id, rank + 1) else { continue };
            self.edge(at, to, n.relation, &n.name);
            if !known {
                next.push(to);
            }
        }
    }

    fn open_users(&mut self, at: usize, id: TypeId, rank: i32, next: &mut Vec<usize>) {
        let all = incoming(self.btf, self.users, id, self.options.folded);
        let mut shown: Vec<TypeId> = Vec::new();
        let mut left: std::collections::HashSet<TypeId> = std::collections::HashSet::new();
        for n in &all {
            if !shown.contains(&n.id) && shown.len() >= self.options.most_users {
                left.insert(n.id);
                continue;
            }
            let known = self.index.contains_key(&NodeKey::Type(n.id));
            let Some(from) = self.node(n.id, rank - 1) else {
                left.insert(n.id);
                continue;
            };
            if !shown.contains(&n.id) {
                shown.push(n.id);
            }
            self.edge(from, at, n.relation, &n.name);
            if !known {
                next.push(from);
            }
        }
        if left.is_empty() {
            return;
        }
        let label = match left.len() {
            1 => "+ 1 more user".to_owned(),
            n => format!("+ {n} more users"),
        };
        let more = Node {
            key: NodeKey::MoreUsers(id),
            rank: rank - 1,
            label,
            kind: None,
            size: None,
            open: false,
            more: left.len() as u32,
            hub: false,
        };
        if let Some(from) = self.add(more) {
            self.edge(from, at, Relation::Points, "");
        }
    }

    /// Counts what expanding each closed node would add.
    fn count(&mut self) {
        for at in 0..self.graph.nodes.len() {
            let Some(node) = self.graph.nodes.get(at).filter(|n| !n.open) else { continue };
            let NodeKey::Type(id) = node.key else { continue };
            let around: Vec<Neighbour> = match node.rank < 0 {
                true => incoming(self.btf, self.users, id, self.options.folded),
                false => outgoing(self.btf, id, self.options.folded),
            };
            let mut ids: Vec<TypeId> =
                around.iter().map(|n| n.id).filter(|&id| !self.index.contains_key(&NodeKey::Type(id))).collect();
            ids.sort_unstable();
            ids.dedup();
            if let Some(node) = self.graph.nodes.get_mut(at) {
                node.more = ids.len() as u32;
            }
        }
    }
}
