//! Places of nodes. Layouts of a whole graph implement a trait. [`place_new`] places the nodes that are added to a
//! graph on the screen, so that its other nodes do not move.

use std::collections::BTreeMap;

/// A point, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

/// The data for computing a layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// Width and height of each node, in pixels.
    pub nodes: Vec<(i32, i32)>,
    /// From and to, as indices of the nodes; most edges point to the right.
    pub edges: Vec<(usize, usize)>,
    /// The column of each node, from left to right.
    pub ranks: Vec<i32>,
    /// Pixels between a column and the next one to the right.
    pub gaps: BTreeMap<i32, i32>,
    /// Pixels between the nodes of a column.
    pub row_gap: i32,
}

/// The layout of a graph: the centre of each node, in pixels.
pub type Placed = Vec<Point>;

/// Pixels between nodes of a column.
pub const ROW_GAP: i32 = 18;
/// Pixels between columns if [`Shape::gaps`] has no entry.
const COLUMN_GAP: i32 = 120;

impl Shape {
    /// Width and height of a node.
    pub fn size(&self, i: usize) -> (i32, i32) {
        self.nodes.get(i).copied().unwrap_or((100, 40))
    }

    /// Pixels between a column and the next one.
    fn gap(&self, rank: i32) -> i32 {
        self.gaps.get(&rank).copied().unwrap_or(COLUMN_GAP)
    }

    /// The x of each column's centre, by rank; the first column begins at x 0.
    pub fn columns(&self) -> BTreeMap<i32, i32> {
        let mut widths: BTreeMap<i32, i32> = BTreeMap::new();
        for (i, &rank) in self.ranks.iter().enumerate() {
            let width = widths.entry(rank).or_insert(0);
            *width = (*width).max(self.size(i).0);
        }
        let mut x = 0;
        let middles = widths.iter().map(|(&rank, &width)| {
            let middle = x + width / 2;
            x += width + self.gap(rank);
            (rank, middle)
        });
        middles.collect()
    }

    /// True if no two nodes with centres at the same x overlap.
    pub fn is_free(&self, placed: &Placed) -> bool {
        let mut columns: BTreeMap<i32, Vec<(i32, i32)>> = BTreeMap::new();
        for (i, p) in placed.iter().enumerate() {
            let height = self.size(i).1;
            columns.entry(p.x).or_default().push((p.y - height / 2, p.y + height / 2));
        }
        columns.values_mut().all(|column| {
            column.sort_unstable();
            column.windows(2).all(|w| w.first().zip(w.last()).is_some_and(|(a, b)| a.1 <= b.0))
        })
    }
}

/// Computes layouts of graphs.
pub trait GraphLayout {
    /// The centre of each node of the shape: nodes of one rank in one column, without overlaps.
    fn place(&self, shape: &Shape) -> Placed;
}

/// A column for each rank. Its nodes are ordered by the mean y of their neighbours, so that few edges cross. Needs no
/// library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Columns;

impl GraphLayout for Columns {
    fn place(&self, shape: &Shape) -> Placed {
        let mut columns: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
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
        let middles = shape.columns();
        let x = |rank: &i32| middles.get(rank).copied().unwrap_or_default();
        for (rank, column) in &columns {
            stack(column, x(rank), shape, &mut placed);
        }
        // Twice, from the middle column outwards: sorts the nodes of each column by the mean y of their neighbours.
        for _ in 0..2 {
            let mut order: Vec<i32> = columns.keys().copied().collect();
            order.sort_by_key(|k| k.unsigned_abs());
            for rank in order {
                let Some(column) = columns.get_mut(&rank) else { continue };
                let middle = |i: usize| {
                    let near = around.get(i).into_iter().flatten();
                    let (sum, n) =
                        near.fold((0i64, 0i64), |(s, n), &j| (s + placed.get(j).map_or(0, |p| i64::from(p.y)), n + 1));
                    if n == 0 { 0 } else { sum / n }
                };
                let mut keyed: Vec<(i64, usize)> = column.iter().map(|&i| (middle(i), i)).collect();
                keyed.sort_by_key(|&(y, _)| y);
                *column = keyed.into_iter().map(|(_, i)| i).collect();
                stack(column, x(&rank), shape, &mut placed);
            }
        }
        placed
    }
}

/// Stacks the nodes of a column; the middle of the stack is at y 0.
fn stack(column: &[usize], x: i32, shape: &Shape, placed: &mut Placed) {
    let height: i32 = column.iter().map(|&i| shape.size(i).1 + shape.row_gap).sum::<i32>() - shape.row_gap;
    let mut y = -height / 2;
    for &i in column {
        let height = shape.size(i).1;
        if let Some(place) = placed.get_mut(i) {
            *place = Point { x, y: y + height / 2 };
        }
        y += height + shape.row_gap;
    }
}

/// Places new nodes in a graph. Nodes with a place in `known` stay there. Each other node goes to the free place in its
/// column that is closest to a neighbour.
pub fn place_new(shape: &Shape, known: &[Option<Point>]) -> Placed {
    let count = shape.nodes.len();
    let mut placed: Vec<Option<Point>> = (0..count).map(|i| known.get(i).copied().flatten()).collect();
    let rank = |i: usize| shape.ranks.get(i).copied().unwrap_or_default();
    // Nodes are in the order in which they were reached, so each has a neighbour that comes before it.
    for i in 0..count {
        if placed.get(i).is_none_or(Option::is_some) {
            continue;
        }
        let there = |&p: &usize| placed.get(p).is_some_and(Option::is_some);
        let parent = shape.edges.iter().find_map(|&(from, to)| match (from == i, to == i) {
            (true, false) => Some(to).filter(there),
            (false, true) => Some(from).filter(there),
            _ => None,
        });
        let beside = parent.and_then(|p| placed.get(p).copied().flatten()).unwrap_or_default();
        let (width, height) = shape.size(i);
        let step = parent.map_or(0, |p| rank(i) - rank(p)).signum();
        // In an existing column, nodes are aligned on the side that faces the middle.
        let side = rank(i).signum();
        let same = (0..count).filter(|&j| rank(j) == rank(i)).find_map(|j| {
            let p = placed.get(j).copied().flatten()?;
            Some(p.x + side * (width - shape.size(j).0) / 2)
        });
        let gap = shape.gap(rank(i).min(rank(i) - step));
        let apart = (width + parent.map_or(100, |p| shape.size(p).0)) / 2 + gap;
        let x = same.unwrap_or(beside.x + step * apart);
        let free = |y: i32| {
            placed.iter().enumerate().filter_map(|(j, p)| p.map(|p| (j, p))).all(|(j, p)| {
                let (w, h) = ((width + shape.size(j).0) / 2, (height + shape.size(j).1) / 2);
                (p.x - x).abs() >= w || (p.y - y).abs() >= h + ROW_GAP / 2
            })
        };
        // Beside the neighbour, then down, up, further down and so on, by half rows. If all these places are taken, the
        // node stands beside its neighbour.
        let row = (height + ROW_GAP) / 2;
        let rows = (0..=4 * count as i32).flat_map(|k| [k, -k]);
        let y = rows.map(|k| beside.y + k * row).find(|&y| free(y)).unwrap_or(beside.y);
        if let Some(place) = placed.get_mut(i) {
            *place = Some(Point { x, y });
        }
    }
    placed.into_iter().map(Option::unwrap_or_default).collect()
}
