//! Nodes and edges around a type.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use btf::{Btf, Budget, DeclTags, Kind, TypeId};
use text::many;

use super::neighbours::{Neighbour, Relation, incoming, outgoing};
use super::node::{Edge, Graph, Node, NodeKey};
use crate::users::{Through, Usage, Users, component_name};

/// The user's choice for a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expansion {
    /// Its neighbours are shown, at any distance, even if it is a hub. The node in the middle is the exception: on a
    /// side with 0 steps it shows none.
    Expanded,
    /// Its neighbours are hidden.
    Collapsed,
}

/// The limits of a graph, and the user's choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphOptions {
    /// How many steps from the middle to types that it uses.
    pub uses: u32,
    /// How many steps from the middle to types that use it.
    pub used_by: u32,
    /// The most types that are added automatically. Expanding a node by hand may exceed this number; count nodes do
    /// not count.
    pub most: usize,
    /// The most used types shown for a node; the others become one count node.
    pub most_uses: usize,
    /// The most users shown for a node; the others become one count node.
    pub most_users: usize,
    /// True if qualifiers, typedefs, pointers and anonymous members are looked through.
    pub folded: bool,
    /// Nodes that were expanded or collapsed by hand.
    pub nodes: BTreeMap<TypeId, Expansion>,
    /// For count nodes, how many more of the types that they count are shown one by one.
    pub grown: BTreeMap<NodeKey, usize>,
    /// Types that are shown wherever they occur, and expanded on the side of the used types: the types on the path to a
    /// selected member.
    pub along: BTreeSet<TypeId>,
}

impl Default for GraphOptions {
    fn default() -> Self {
        GraphOptions {
            uses: 1,
            used_by: 1,
            most: 120,
            most_uses: 24,
            most_users: 12,
            folded: true,
            nodes: BTreeMap::new(),
            grown: BTreeMap::new(),
            along: BTreeSet::new(),
        }
    }
}

/// Names of hubs: types that nearly every type holds, and that say little about their holders.
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
/// A type that at least this many members have is a hub, whatever its name.
const HUB: u32 = 250;

/// True if a type is used nearly everywhere. This is judged by its name, or else by how many members have it.
fn is_hub(btf: &Btf, users: &Users, id: TypeId) -> bool {
    if btf.get(id).is_some_and(|t| HUBS.iter().any(|h| h.as_bytes() == t.name_bytes())) {
        return true;
    }
    let mut members = 0;
    users.each(btf, id, Through::EVERYTHING, |user| {
        members += u32::from(matches!(user.usage, Usage::Embedded | Usage::Pointed));
        members < HUB
    });
    members >= HUB
}

/// The most types in a graph, even by expanding by hand. A person or a browser cannot handle more.
const HARD: usize = 1500;
/// The most references that are read: several times as many as the largest graph of a kernel needs. In a damaged file
/// anonymous types may hold each other many times over, or many members may point to a prototype with many
/// parameters.
const MOST_LOOKED: usize = 1 << 18;
/// How many of the last names of an edge are compared with a new one, to leave out duplicates.
const LAST_NAMES: usize = 64;

/// Builds the neighbourhood of `root`.
pub fn build(btf: &Btf, users: &Users, root: TypeId, options: &GraphOptions) -> Graph {
    let mut builder = Builder {
        btf,
        users,
        options,
        graph: Graph::default(),
        index: HashMap::new(),
        edges: HashMap::new(),
        types: 0,
        left: MOST_LOOKED,
        budget: Budget::of([btf]),
        tags: DeclTags::new(btf),
    };
    builder.node(root, 0, true);
    // Level by level, in both directions, so that each side gets its share of `most`.
    let (mut uses, mut users) = (vec![0], vec![0]);
    while !uses.is_empty() || !users.is_empty() {
        uses = builder.spread(uses, 1);
        users = builder.spread(users, -1);
    }
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
    /// Nodes that are types.
    types: usize,
    /// How many more references may be read.
    left: usize,
    /// Limits the work on members. The members of an anonymous type count in each place where it occurs.
    budget: Budget,
    tags: DeclTags,
}

/// The tags on the member or parameter of this name.
fn tags_of<'a>(btf: &'a Btf, tags: &'a DeclTags, of: TypeId, name: &'a str) -> impl Iterator<Item = &'a str> {
    tags.of(of).iter().filter_map(move |tag| {
        let t = btf.get(tag.tag)?;
        (component_name(&t)? == name).then(|| t.name())
    })
}

impl Builder<'_> {
    /// The node of a type, made if there is room.
    fn node(&mut self, id: TypeId, rank: i32, by_hand: bool) -> Option<usize> {
        let key = NodeKey::Type(id);
        if let Some(&at) = self.index.get(&key) {
            return Some(at);
        }
        let room = if by_hand { HARD } else { self.options.most.clamp(1, HARD) };
        if self.types >= room {
            self.graph.cut = true;
            return None;
        }
        self.types += 1;
        let t = self.btf.get(id);
        let label = match t {
            Some(t) if t.kind() == Kind::Func => format!("{}()", t.name()),
            Some(t) if matches!(t.kind(), Kind::Var | Kind::DataSec | Kind::DeclTag) => t.name().to_owned(),
            // An anonymous struct takes the name of its typedef: atomic_t.
            Some(t) if t.kind().is_composite() && t.is_anonymous() => {
                let typedef = |r: &crate::users::Reference| {
                    self.btf.get(r.from).filter(|t| t.kind() == Kind::Typedef).map(|t| t.name().to_owned())
                };
                let name = self.users.direct(id).iter().find_map(typedef);
                name.unwrap_or_else(|| dump::type_name(self.btf, id))
            }
            _ => dump::type_name(self.btf, id),
        };
        let hub = rank != 0 && is_hub(self.btf, self.users, id);
        let size = t.filter(|t| t.kind() != Kind::Func).and_then(|t| self.btf.size_of(t.id()).ok());
        let kind = t.map(|t| t.kind());
        Some(self.add(Node { key, rank, label, kind, size, open: false, more: 0, hub, members: Vec::new() }))
    }

    fn add(&mut self, node: Node) -> usize {
        let at = self.graph.nodes.len();
        self.index.insert(node.key, at);
        self.graph.nodes.push(node);
        at
    }

    fn edge(&mut self, from: usize, to: usize, relation: Relation, holder: TypeId, name: &str) {
        let edges = &mut self.graph.edges;
        let at = *self.edges.entry((from, to, relation)).or_insert_with(|| {
            edges.push(Edge { from, to, relation, names: Vec::new(), tags: Vec::new() });
            edges.len() - 1
        });
        if let Some(edge) = edges.get_mut(at)
            && !name.is_empty()
            && !edge.names.iter().rev().take(LAST_NAMES).any(|n| n == name)
        {
            edge.names.push(name.to_owned());
            edge.tags.extend(tags_of(self.btf, &self.tags, holder, name).map(|tag| format!("{name}: {tag}")));
        }
    }

    /// Goes one step outwards from the nodes of a level: direction 1 to the types that they use, -1 to their users.
    /// Returns the next level.
    fn spread(&mut self, level: Vec<usize>, direction: i32) -> Vec<usize> {
        let mut next = Vec::new();
        for at in level {
            let Some(node) = self.graph.nodes.get(at) else { continue };
            let (NodeKey::Type(id), rank, hub) = (node.key, node.rank, node.hub) else { continue };
            let steps = if direction > 0 { self.options.uses } else { self.options.used_by };
            let (open, by_hand) = match self.options.nodes.get(&id) {
                Some(Expansion::Expanded) => (steps > 0 || rank != 0, true),
                Some(Expansion::Collapsed) => (false, false),
                None if direction > 0 && self.options.along.contains(&id) => (true, true),
                None => (rank.unsigned_abs() < steps && !hub, false),
            };
            if !open {
                continue;
            }
            if let Some(node) = self.graph.nodes.get_mut(at) {
                node.open = true;
            }
            self.open(at, id, rank + direction, by_hand, &mut next);
        }
        next
    }

    /// The neighbours of a type, on one side.
    fn around(&mut self, id: TypeId, to_users: bool) -> Vec<Neighbour> {
        let all = match to_users {
            _ if self.left == 0 => Vec::new(),
            true => incoming(self.btf, self.users, id, self.options.folded, &mut self.left),
            false => outgoing(self.btf, id, self.options.folded, &mut self.left, &self.budget),
        };
        self.graph.cut |= self.left == 0;
        all
    }

    /// Shows the neighbours of a node at `rank`, and a count node for the rest.
    fn open(&mut self, at: usize, id: TypeId, rank: i32, by_hand: bool, next: &mut Vec<usize>) {
        let to_users = self.graph.nodes.get(at).is_some_and(|n| n.rank > rank);
        let all = self.around(id, to_users);
        let (key, most) = match to_users {
            true => (NodeKey::MoreUsers(id), self.options.most_users),
            false => (NodeKey::MoreUses(id), self.options.most_uses),
        };
        let grown = self.options.grown.get(&key).copied().unwrap_or(0);
        let shown = self.chosen(&all, most.saturating_add(grown));
        let mut left: BTreeSet<TypeId> = BTreeSet::new();
        for n in &all {
            let known = self.index.contains_key(&NodeKey::Type(n.id));
            let by_hand = by_hand || grown > 0 || self.options.along.contains(&n.id);
            let node = match known || shown.as_ref().is_none_or(|shown| shown.contains(&n.id)) {
                true => self.node(n.id, rank, by_hand),
                false => None,
            };
            let Some(node) = node else {
                left.insert(n.id);
                continue;
            };
            let (from, to) = if to_users { (node, at) } else { (at, node) };
            let holder = if to_users { n.id } else { id };
            self.edge(from, to, n.relation, holder, &n.name);
            if !known {
                next.push(node);
            }
        }
        if left.is_empty() {
            return;
        }
        let (what, more) = (if to_users { "more user" } else { "more type" }, left.len() as u32);
        let label = format!("+ {}", many(more.into(), what));
        let counted = Node { key, rank, label, more, ..Node::default() };
        let counted = self.add(counted);
        let (from, to) = if to_users { (counted, at) } else { (at, counted) };
        self.edge(from, to, Relation::Points, TypeId::VOID, "");
    }

    /// The neighbours to show if there are more than `most`: first those on the path to the selection, then those that
    /// are not hubs, in order. None if all are shown.
    fn chosen(&self, all: &[Neighbour], most: usize) -> Option<BTreeSet<TypeId>> {
        let mut seen = BTreeSet::new();
        let mut ids: Vec<TypeId> = all.iter().map(|n| n.id).filter(|&id| seen.insert(id)).collect();
        // A count node for a single type would take as much room as the type.
        if ids.len() <= most.saturating_add(1) {
            return None;
        }
        ids.sort_by_cached_key(|&id| match self.options.along.contains(&id) {
            true => 0,
            false => 1 + u8::from(is_hub(self.btf, self.users, id)),
        });
        ids.truncate(most);
        Some(ids.into_iter().collect())
    }

    /// Counts, for each closed node, the neighbours that expanding it would add.
    fn count(&mut self) {
        for at in 0..self.graph.nodes.len() {
            let Some(node) = self.graph.nodes.get(at).filter(|n| !n.open) else { continue };
            let NodeKey::Type(id) = node.key else { continue };
            let to_users = node.rank < 0;
            let around = self.around(id, to_users);
            let new = around.iter().map(|n| n.id).filter(|&id| !self.index.contains_key(&NodeKey::Type(id)));
            let new: BTreeSet<TypeId> = new.collect();
            if let Some(node) = self.graph.nodes.get_mut(at) {
                node.more = new.len() as u32;
            }
        }
    }
}
