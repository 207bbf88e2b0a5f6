//! Where nodes lie. Who lays a whole graph out is behind a trait; what is added to a graph on the screen is placed here, so that nothing
//! that is there moves.

use std::collections::HashMap;

use super::build::{Graph, NodeKey};

/// A point, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// What a layout has to know of a graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Width and height of each node, in pixels.
    pub nodes: Vec<(i32, i32)>,
    /// From and to, as indices of the nodes: what points to the right.
    pub edges: Vec<(usize, usize)>,
    /// The column of each node, from left to right.
    pub ranks: Vec<i32>,
}

/// A graph, laid out: the middle of each node, in pixels.
pub type Placed = Vec<Point>;

/// Pixels between columns, and between nodes of a column.
const GAP: (i32, i32) = (120, 20);
/// Pixels of a character of a label.
const CHARACTER: i32 = 7;

impl Shape {
    /// Of a graph, each node as wide as its label needs.
    pub fn of(graph: &Graph) -> Shape {
        let nodes = graph.nodes.iter().map(|n| {
            let characters = n.label.chars().count().clamp(14, 40) as i32;
            (characters * CHARACTER + 30, 40)
        });
        Shape {
            nodes: nodes.collect(),
            edges: graph.edges.iter().map(|e| (e.from, e.to)).collect(),
            ranks: graph.nodes.iter().map(|n| n.rank).collect(),
        }
    }
}

/// Lays graphs out.
pub trait Place {
    /// The middle of each node of the shape.
    fn place(&self, shape: &Shape) -> Placed;
}

/// A column for each rank, its nodes in the order that crosses fewest edges by the middle of their neighbours. It needs no library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Columns;

impl Place for Columns {
    fn place(&self, shape: &Shape) -> Placed {
        let mut columns: std::collections::BTreeMap<i32, Vec<usize>> = std::collections::BTreeMap::new();
        for (i, rank) in shape.ranks.iter().enumerate() {
            columns.entry(*rank).or_default().push(i);
        }
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); shape.nodes.len()];
        for &(from, to) in &shape.edges {
            for (a, b) in [(from, to), (to, from)] {
                if let Some(list) = around.get_mut(a) {
                    list.push(b);
                }
            }
        }
        let mut placed = vec![Point::default(); shape.nodes.len()];
        let size = |i: usize| shape.nodes.get(i).copied().unwrap_or((100, 40));
        let mut x = 0;
        let keys: Vec<i32> = columns.keys().copied().collect();
        for key in &keys {
            let Some(column) = columns.get(key) else { continue };
            let width = column.iter().map(|&i| size(i).0).max().unwrap_or(0);
            stack(column, x + width / 2, &size, &mut placed);
            x += width + GAP.0;
        }
        // From the middle outwards and back: each column in the order of its neighbours' middles.
        for _ in 0..2 {
            let mut order = keys.clone();
            order.sort_by_key(|k| k.unsigned_abs());
            for key in order {
                let Some(column) = columns.get_mut(&key) else { continue };
                let middle = |i: usize| {
                    let near = around.get(i).into_iter().flatten();
                    let (sum, n) =
                        near.fold((0i64, 0i64), |(s, n), &j| (s + placed.get(j).map_or(0, |p| i64::from(p.y)), n + 1));
                    if n == 0 { 0 } else { sum / n }
                };
                let mut keyed: Vec<(i64, usize)> = column.iter().map(|&i| (middle(i), i)).collect();
                keyed.sort_by_key(|&(y, _)| y);
                *column = keyed.into_iter().map(|(_, i)| i).collect();
                let x = column.first().and_then(|&i| placed.get(i)).map_or(0, |p| p.x);
                stack(column, x, &size, &mut placed);
            }
        }
        placed
    }
}

/// Puts nodes below each other around height 0.
fn stack(column: &[usize], x: i32, size: &dyn Fn(usize) -> (i32, i32), placed: &mut Placed) {
    let height: i32 = column.iter().map(|&i| size(i).1 + GAP.1).sum::<i32>() - GAP.1;
    let mut y = -height / 2;
    for &i in column {
        if let Some(place) = placed.get_mut(i) {
            *place = Point { x, y: y + size(i).1 / 2 };
        }
        y += size(i).1 + GAP.1;
    }
}

/// Places what is new in a graph: nodes in `known` stay where they are, others go into the free room of their column that is next to
/// a neighbour.
pub fn place_new(graph: &Graph, shape: &Shape, known: &HashMap<NodeKey, Point>) -> Placed {
    let mut placed: Vec<Option<Point>> = graph.nodes.iter().map(|n| known.get(&n.key).copied()).collect();
    // Nodes come in the order in which they were reached, so a neighbour is there before them.
    for i in 0..graph.nodes.len() {
        if placed.get(i).is_none_or(Option::is_some) {
            continue;
        }
        let parent = graph.edges.iter().find_map(|e| match (e.from == i, e.to == i) {
            (true, false) => Some(e.to).filter(|&p| placed.get(p).is_some_and(Option::is_some)),
            (false, true) => Some(e.from).filter(|&p| placed.get(p).is_some_and(Option::is_some)),
            _ => None,
        });
        let beside = parent.and_then(|p| placed.get(p).copied().flatten()).unwrap_or_default();
        let size = |i: usize| shape.nodes.get(i).copied().unwrap_or((100, 40));
        let rank = |i: usize| graph.nodes.get(i).map_or(0, |n| n.rank);
        let step = parent.map_or(0, |p| rank(i) - rank(p)).signum();
        let same = graph
            .nodes
            .iter()
            .enumerate()
            .find_map(|(j, n)| if n.rank == rank(i) { placed.get(j).copied().flatten() } else { None });
        let apart = (size(i).0 + parent.map_or(100, |p| size(p).0)) / 2 + GAP.0;
        let x = same.map_or(beside.x + step * apart, |p| p.x);
        let free = |y: i32| {
            placed.iter().enumerate().filter_map(|(j, p)| p.map(|p| (j, p))).all(|(j, p)| {
                let (w, h) = ((size(i).0 + size(j).0) / 2, (size(i).1 + size(j).1) / 2);
                (p.x - x).abs() >= w || (p.y - y).abs() >= h + GAP.1 / 2
            })
        };
        let row = size(i).1 + GAP.1;
        // Down, up, further down, ...: among so many rows as there are nodes one is free.
        let rows = (0..=graph.nodes.len() as i32).flat_map(|k| [k, -k]);
        let y = rows.map(|k| beside.y + k * row).find(|&y| free(y)).unwrap_or(beside.y);
        if let Some(place) = placed.get_mut(i) {
            *place = Some(Point { x, y });
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}
