//! Boxes: lists that take the place of many nodes, so that a graph of hundreds of types is visible as a whole. A box
//! holds the neighbours of one node that have the same relation to it and the same kind.

use std::collections::{BTreeMap, BTreeSet};

use btf::TypeId;

use super::neighbours::Relation;
use super::node::{Boxed, Edge, Graph, Node, NodeKey};
use super::titles::{BoxKind, Facet, Holder, Of, title};

/// How many boxes to make of a graph, and which nodes stay out of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxOptions {
    /// The number of nodes and boxes to aim at. A graph with no more nodes is left as it is, unless a column has too
    /// many.
    pub most: usize,
    /// The most nodes and boxes in one column.
    pub column: usize,
    /// Boxes that list the names of their types.
    pub open: BTreeSet<NodeKey>,
    /// Types that stay nodes: those that were expanded by hand, and those on the path to a selected member.
    pub alone: BTreeSet<TypeId>,
}

impl Default for BoxOptions {
    fn default() -> Self {
        BoxOptions { most: 30, column: 14, open: BTreeSet::new(), alone: BTreeSet::new() }
    }
}

/// How finely neighbours are divided into boxes, the finest first. The first number is for the neighbours of a node,
/// the second for the neighbours of a box. 0: by relation and kind; 1: by relation; 2: one box for all.
const LEVELS: [(u8, u8); 5] = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)];
/// A box with more names than this is never taken apart, even if there is room.
const FEW: usize = 10;
/// How many boxes may follow one another outwards; a [`NodeKey::Box`] has room for this many.
const DEEP: u32 = 4;

/// Puts nodes into boxes, if there are more nodes than `options` allows. Each box has one edge to the node or box from
/// which its types were reached, and one to each node in `options.alone` that has an edge to one of its types. Other
/// edges of types in boxes are left out. Takes a few passes over the graph, and one for each box that it tries to take
/// apart: at most `options.most`.
pub fn boxed(graph: &Graph, options: &BoxOptions) -> Graph {
    let tree = Tree::new(graph);
    if Plan::new(graph, true).fits(graph, options) {
        return graph.clone();
    }
    let mut apart = BTreeSet::new();
    let made: Vec<Plan> = LEVELS.iter().map(|&level| tree.plan(graph, options, level, &apart)).collect();
    let at = made.iter().position(|plan| plan.fits(graph, options)).unwrap_or(LEVELS.len() - 1);
    let (Some(mut plan), Some(&level)) = (made.into_iter().nth(at), LEVELS.get(at)) else { return graph.clone() };
    // If there is room left, take apart the smallest boxes, the nearest columns first.
    let rank = |group: &Group| graph.rank(group.members.first().copied().unwrap_or(0));
    let roomy = BoxOptions { most: options.most, column: options.column * 2 / 3, ..BoxOptions::default() };
    let mut small: Vec<(u32, usize, NodeKey)> = plan
        .groups
        .iter()
        .filter(|g| g.holder.is_node() && g.members.len() <= FEW)
        .map(|g| (rank(g).unsigned_abs(), g.members.len(), g.key))
        .collect();
    small.sort_unstable();
    for (.., key) in small.into_iter().take(options.most) {
        apart.insert(key);
        let tried = tree.plan(graph, options, level, &apart);
        if tried.fits(graph, &roomy) {
            plan = tried;
        } else {
            apart.remove(&key);
        }
    }
    plan.graph(graph, &tree, options)
}

/// How each node was reached.
pub(super) struct Tree {
    /// The node one step nearer to the middle, and the relation to that node.
    reached: Vec<Option<(usize, Relation)>>,
}

impl Tree {
    fn new(graph: &Graph) -> Tree {
        let mut reached: Vec<Option<(usize, Relation)>> = vec![None; graph.nodes.len()];
        let rank = |i: usize| graph.rank(i);
        for edge in &graph.edges {
            let outer = if rank(edge.from).abs() > rank(edge.to).abs() { edge.from } else { edge.to };
            let inner = if outer == edge.from { edge.to } else { edge.from };
            // An edge goes from the user to the used type. Users are on the left, with negative ranks, so an edge to
            // the next column raises the rank by 1. All other edges are left out.
            if inner >= outer || rank(edge.to) - rank(edge.from) != 1 {
                continue;
            }
            if let Some(reached) = reached.get_mut(outer) {
                match reached {
                    None => *reached = Some((inner, edge.relation)),
                    Some((first, relation)) if *first == inner => *relation = (*relation).min(edge.relation),
                    Some(_) => {}
                }
            }
        }
        Tree { reached }
    }

    fn plan(&self, graph: &Graph, options: &BoxOptions, level: (u8, u8), apart: &BTreeSet<NodeKey>) -> Plan {
        let mut plan = Plan::new(graph, false);
        let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
        let column = |i: usize| graph.rank(i).unsigned_abs();
        order.sort_by_key(|&i| (column(i), i));
        for column in order.chunk_by(|&a, &b| column(a) == column(b)) {
            let first = plan.groups.len();
            let mut here: BTreeMap<NodeKey, usize> = BTreeMap::new();
            for &i in column {
                self.put(graph, options, (level, apart), &mut plan, &mut here, i);
            }
            // A box for a single type would take as much room as the type.
            let single = plan.groups.iter_mut().skip(first).filter(|g| g.members.len() == 1);
            let single: Vec<usize> = single.flat_map(|g| std::mem::take(&mut g.members)).collect();
            single.into_iter().for_each(|i| plan.stands(i));
        }
        plan
    }

    /// Puts a node into its box, or leaves it alone.
    fn put(
        &self,
        graph: &Graph,
        options: &BoxOptions,
        (level, apart): ((u8, u8), &BTreeSet<NodeKey>),
        plan: &mut Plan,
        here: &mut BTreeMap<NodeKey, usize>,
        i: usize,
    ) {
        let Some(node) = graph.nodes.get(i) else { return };
        let reached = self.reached.get(i).copied().flatten();
        let holder = reached.and_then(|(from, _)| match plan.group_of.get(from).copied().flatten() {
            Some(group) => Some(Holder::Box(group, plan.groups.get(group)?.key)),
            None => Some(Holder::Node(from, graph.nodes.get(from)?.key)),
        });
        let (Some((_, relation)), Some(holder)) = (reached, holder) else {
            return plan.stands(i);
        };
        let NodeKey::Type(id) = node.key else {
            // A count node stays beside its node. The count nodes of types in a box are left out; the graph then says
            // that it is cut.
            match holder {
                Holder::Node(..) => plan.stands(i),
                Holder::Box(..) => plan.counted = true,
            }
            return;
        };
        if options.alone.contains(&id) {
            return plan.stands(i);
        }
        let coarse = if holder.is_node() { level.0 } else { level.1 };
        let facet: Facet = ((coarse < 2).then_some(relation), (coarse < 1).then(|| BoxKind::of(node)));
        let Some(key) = holder.key_of(facet, node.rank < 0) else {
            // Too far out for a box of its own: add it to the box from which it was reached.
            if let Holder::Box(group, _) = holder {
                plan.join(group, i);
            }
            return;
        };
        if apart.contains(&key) {
            return plan.stands(i);
        }
        let group = *here.entry(key).or_insert_with(|| {
            plan.groups.push(Group { key, holder, facet, members: Vec::new() });
            plan.groups.len() - 1
        });
        plan.join(group, i);
    }
}

impl Holder {
    fn is_node(self) -> bool {
        matches!(self, Holder::Node(..))
    }

    /// The key of a box with neighbours of this node or box; none if it would be too far out.
    fn key_of(self, facet: Facet, of_users: bool) -> Option<NodeKey> {
        let digit = facet.0.map_or(0, |r| r as u32 + 1) << 3 | facet.1.map_or(0, |k| k as u32 + 1);
        match self {
            Holder::Node(_, NodeKey::Type(id)) => Some(NodeKey::Box(id, (2 | u32::from(of_users)) << 6 | digit)),
            Holder::Box(_, NodeKey::Box(id, path)) => {
                (path >> (6 * DEEP) == 0).then_some(NodeKey::Box(id, path << 6 | digit))
            }
            _ => None,
        }
    }
}

struct Group {
    key: NodeKey,
    holder: Holder,
    facet: Facet,
    members: Vec<usize>,
}

/// The nodes that stand alone, and the box of each other node.
#[derive(Default)]
struct Plan {
    /// For each node, true if it stands alone.
    alone: Vec<bool>,
    group_of: Vec<Option<usize>>,
    groups: Vec<Group>,
    /// True if count nodes were left out.
    counted: bool,
}

impl Plan {
    /// A plan without boxes. `alone`: whether all nodes stand alone.
    fn new(graph: &Graph, alone: bool) -> Plan {
        let count = graph.nodes.len();
        Plan { alone: vec![alone; count], group_of: vec![None; count], ..Plan::default() }
    }

    /// Makes a node stand alone, outside of all boxes.
    fn stands(&mut self, i: usize) {
        if let (Some(alone), Some(group)) = (self.alone.get_mut(i), self.group_of.get_mut(i)) {
            (*alone, *group) = (true, None);
        }
    }

    fn join(&mut self, group: usize, i: usize) {
        if let (Some(members), Some(of)) = (self.groups.get_mut(group), self.group_of.get_mut(i)) {
            members.members.push(i);
            *of = Some(group);
        }
    }

    fn is_alone(&self, i: usize) -> bool {
        self.alone.get(i) == Some(&true)
    }

    /// True if there are few enough nodes and boxes, in all and in each column.
    fn fits(&self, graph: &Graph, options: &BoxOptions) -> bool {
        let alone = graph.nodes.iter().enumerate().filter(|(i, _)| self.is_alone(*i)).map(|(_, n)| n.rank);
        let groups = self.groups.iter().filter_map(|g| graph.nodes.get(*g.members.first()?)).map(|n| n.rank);
        let mut columns: BTreeMap<i32, usize> = BTreeMap::new();
        for rank in alone.chain(groups) {
            *columns.entry(rank).or_default() += 1;
        }
        columns.values().sum::<usize>() <= options.most && columns.values().all(|&n| n <= options.column)
    }

    fn graph(&self, graph: &Graph, tree: &Tree, options: &BoxOptions) -> Graph {
        let mut out = Graph { cut: graph.cut || self.counted, ..Graph::default() };
        // For each node of the graph, the index of the node or box that stands for it.
        let mut stands_for: Vec<Option<usize>> = vec![None; graph.nodes.len()];
        let mut made: BTreeMap<usize, usize> = BTreeMap::new();
        for (i, node) in graph.nodes.iter().enumerate() {
            let at = match self.group_of.get(i).copied().flatten() {
                Some(group) => *made.entry(group).or_insert_with(|| {
                    out.nodes.push(self.node(graph, group, node.rank, options));
                    out.nodes.len() - 1
                }),
                None if self.is_alone(i) => {
                    out.nodes.push(node.clone());
                    out.nodes.len() - 1
                }
                None => continue,
            };
            if let Some(stands_for) = stands_for.get_mut(i) {
                *stands_for = Some(at);
            }
        }
        let mut joined: BTreeSet<(usize, usize)> = BTreeSet::new();
        for edge in &graph.edges {
            let stands = |i: usize| stands_for.get(i).copied().flatten();
            let (Some(from), Some(to)) = (stands(edge.from), stands(edge.to)) else { continue };
            if self.is_alone(edge.from) && self.is_alone(edge.to) {
                out.edges.push(Edge { from, to, ..edge.clone() });
                continue;
            }
            // A box gets one edge to the node or box from which its types were reached, and one to each node in
            // `options.alone`.
            let reached = |i: usize, by: usize| tree.reached.get(i).copied().flatten().is_some_and(|r| r.0 == by);
            let key = |i: usize| graph.nodes.get(i).map(|n| n.key);
            let by_hand = |&i: &usize| matches!(key(i), Some(NodeKey::Type(id)) if options.alone.contains(&id));
            let drawn = reached(edge.to, edge.from)
                || reached(edge.from, edge.to)
                || [edge.from, edge.to].iter().filter(|i| self.is_alone(**i)).any(by_hand);
            if drawn && from != to && joined.insert((from.min(to), from.max(to))) {
                out.edges.push(Edge { from, to, relation: edge.relation, names: Vec::new(), tags: Vec::new() });
            }
        }
        out
    }

    fn node(&self, graph: &Graph, group: usize, rank: i32, options: &BoxOptions) -> Node {
        let Some(group) = self.groups.get(group) else { return Node::default() };
        let members = group.members.iter().filter_map(|&i| graph.nodes.get(i)).filter_map(|n| {
            let NodeKey::Type(id) = n.key else { return None };
            Some(Boxed { id, label: n.label.clone(), kind: n.kind, more: n.more })
        });
        let members: Vec<Boxed> = members.collect();
        let kind = members.first().and_then(|first| first.kind).filter(|_| group.facet.1.is_some());
        let of = match group.holder {
            Holder::Node(0, _) => Of::Root,
            Holder::Node(at, _) => Of::Node(graph.nodes.get(at).map_or("", |n| n.label.as_str())),
            Holder::Box(..) => Of::Box,
        };
        Node {
            key: group.key,
            rank,
            label: title(of, group.facet, rank < 0),
            kind,
            open: options.open.contains(&group.key),
            more: members.len() as u32,
            members,
            ..Node::default()
        }
    }
}
