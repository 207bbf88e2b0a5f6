//! The lines of edges: from the side of one node to the side of another, around the nodes between them, with room for a
//! label.

use std::collections::BTreeMap;

use text::cut;

use crate::drawing::Drawing;
use crate::label::{LABEL, LABEL_CHARACTER, width};
use crate::line::Line;
use crate::place::Point;

/// The horizontal pixels that a line needs to change its height.
const CLIMB: i32 = 44;
/// Pixels between a line and a node that it passes.
const CLEAR: i32 = 6;
/// Pixels between the ends of two lines at one node.
const ENDS: i32 = 17;

/// A node's box.
#[derive(Clone, Copy)]
struct Box {
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

/// The facts about an edge before it has a line.
#[derive(Clone, Copy)]
struct Plan {
    /// The edge's node that is further from the middle column, and its other node.
    outer: usize,
    inner: usize,
    /// The sides of the nodes at which the line ends: 1 is the right side, -1 the left.
    outer_side: i32,
    inner_side: i32,
    /// The y of its end at the outer node, relative to the node's centre.
    end: i32,
}

/// Routes all lines.
pub(crate) fn route(drawing: &mut Drawing) {
    let boxes: Vec<Box> = drawing
        .nodes
        .iter()
        .map(|n| {
            let (w, h) = (n.size.0 / 2, n.size.1 / 2);
            Box { left: n.at.x - w, right: n.at.x + w, top: n.at.y - h, bottom: n.at.y + h }
        })
        .collect();
    let mut plans: Vec<Option<Plan>> = drawing
        .edges
        .iter()
        .map(|e| {
            let (outer, inner) = drawing.outer(e);
            let (a, b) = (boxes.get(outer)?, boxes.get(inner)?);
            let (outer_side, inner_side) = if b.right + 12 <= a.left {
                (-1, 1)
            } else if a.right + 12 <= b.left {
                (1, -1)
            } else {
                // Within a column: around the side away from the middle.
                let side = if drawing.nodes.get(outer).is_some_and(|n| n.rank < 0) { -1 } else { 1 };
                (side, side)
            };
            Some(Plan { outer, inner, outer_side, inner_side, end: 0 })
        })
        .collect();
    spread_ends(drawing, &boxes, &mut plans);
    // For each x at which lines end at their outer nodes, the width of the longest label of these lines. All these
    // lines climb before the place where the longest label begins.
    let mut labels: BTreeMap<i32, i32> = BTreeMap::new();
    let end_of = |p: &Plan| boxes.get(p.outer).map_or(0, |b| if p.outer_side > 0 { b.right } else { b.left });
    for (edge, plan) in drawing.edges.iter().zip(plans.iter().flatten()) {
        let most = labels.entry(end_of(plan)).or_default();
        *most = (*most).max(width(&edge.label));
    }
    let mut passed: Vec<(i32, i32)> = Vec::new();
    for (i, plan) in plans.iter().enumerate() {
        let Some(edge) = drawing.edges.get(i) else { continue };
        let line = match plan {
            Some(plan) if edge.from == edge.to => own_line(&boxes, plan, &edge.label),
            Some(plan) => {
                let longest = labels.get(&end_of(plan)).copied().unwrap_or_default();
                line(&boxes, plan, (&edge.label, longest), edge.from == plan.outer, &mut passed)
            }
            None => Line::default(),
        };
        if let Some(edge) = drawing.edges.get_mut(i) {
            edge.line = line;
        }
    }
}

/// Spreads the ends of lines along the side of their outer node, in the order of the vertical centres of their inner
/// nodes.
fn spread_ends(drawing: &Drawing, boxes: &[Box], plans: &mut [Option<Plan>]) {
    let mut ends: Vec<(usize, i32, i32, usize)> = Vec::new();
    for (i, plan) in plans.iter().enumerate() {
        let (Some(plan), Some(edge)) = (plan, drawing.edges.get(i)) else { continue };
        if edge.from != edge.to {
            let from = boxes.get(plan.inner).map_or(0, |b| b.top + b.bottom);
            ends.push((plan.outer, plan.outer_side, from, i));
        }
    }
    ends.sort_unstable();
    for group in ends.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let Some(node) = group.first().and_then(|g| boxes.get(g.0)) else { continue };
        let count = group.len() as i32;
        let room = node.bottom - node.top - 10;
        // In sevenths of a pixel, so that rounding does not make lines coincide too early.
        let step = if count > 1 { (ENDS * 7).min(room * 7 / (count - 1)) } else { 0 };
        for (k, end) in group.iter().enumerate() {
            if let Some(Some(plan)) = plans.get_mut(end.3) {
                plan.end = (2 * k as i32 - (count - 1)) * step / 14;
            }
        }
    }
}

/// A line from a node to itself: a loop above it, with its label beside it.
fn own_line(boxes: &[Box], plan: &Plan, label: &str) -> Line {
    let Some(b) = boxes.get(plan.outer) else { return Line::default() };
    Line {
        points: vec![Point { x: b.left + 12, y: b.top }, Point { x: b.left + 34, y: b.top }],
        is_loop: true,
        label: cut(label, LABEL),
        label_at: Point { x: b.left + 44, y: b.top - 5 },
        ..Line::default()
    }
}

/// A line between two nodes. `longest`: the width of the longest label of all lines that end at the same x. `outwards`:
/// whether the line leaves the outer node and its arrow points to the inner one. `passed`: where earlier lines pass
/// columns, each as the left x of the column and the y of the line.
fn line(
    boxes: &[Box],
    plan: &Plan,
    (label, longest): (&str, i32),
    outwards: bool,
    passed: &mut Vec<(i32, i32)>,
) -> Line {
    let (Some(outer), Some(inner)) = (boxes.get(plan.outer), boxes.get(plan.inner)) else { return Line::default() };
    let side = |b: &Box, side: i32| if side > 0 { b.right } else { b.left };
    let end = Point { x: side(outer, plan.outer_side), y: (outer.top + outer.bottom) / 2 + plan.end };
    // Arrows to the inner node end below the lines that leave it.
    let down = if outwards { 9 } else { 0 };
    let start = Point { x: side(inner, plan.inner_side), y: (inner.top + inner.bottom) / 2 + down };
    let mut points = vec![start];
    let mut room = LABEL;
    let toward = -plan.outer_side;
    if plan.outer_side != plan.inner_side {
        // The line is level where it passes the nodes in between.
        let mut last = start.x;
        for (near, far) in columns_between(boxes, plan, start.x, end.x) {
            let y = free_height(boxes, plan, (near.min(far), near.max(far)), end.y, passed);
            points.extend([Point { x: near, y }, Point { x: far, y }]);
            last = far;
        }
        let gap = (end.x - last).abs();
        // The line climbs first, and is then level below its label.
        let climb = (gap - longest - 18).max(CLIMB);
        if climb + 12 < gap {
            points.push(Point { x: last + toward * climb, y: end.y });
        }
        room = (gap - CLIMB - 12).max(0) as usize * 10 / LABEL_CHARACTER as usize;
    }
    points.push(end);
    // The tip of the arrow is at the used type; beside it, the label needs more distance from the node.
    let tip = if outwards { 8 } else { 15 };
    let label_at = Point { x: end.x + plan.outer_side * tip, y: end.y - 4 };
    let (mut leaves, mut enters) = (plan.inner_side, plan.outer_side);
    if outwards {
        points.reverse();
        std::mem::swap(&mut leaves, &mut enters);
    }
    Line {
        points,
        is_loop: false,
        leaves_right: leaves > 0,
        enters_right: enters > 0,
        label: cut(label, LABEL.min(room.max(6))),
        label_at,
        label_ends: plan.outer_side < 0,
    }
}

/// The columns of nodes between x `from` and x `to`, in this direction: the x at which a line enters and leaves each.
fn columns_between(boxes: &[Box], plan: &Plan, from: i32, to: i32) -> Vec<(i32, i32)> {
    let (low, high) = (from.min(to), from.max(to));
    let others = boxes.iter().enumerate().filter(|(i, _)| *i != plan.outer && *i != plan.inner);
    let mut spans: Vec<(i32, i32)> =
        others.map(|(_, b)| (b.left, b.right)).filter(|&(l, r)| l > low + 8 && r < high - 8).collect();
    spans.sort_unstable();
    let mut columns: Vec<(i32, i32)> = Vec::new();
    for (l, r) in spans {
        match columns.last_mut() {
            Some(last) if l <= last.1 => last.1 = last.1.max(r),
            _ => columns.push((l, r)),
        }
    }
    if from > to {
        columns = columns.into_iter().rev().map(|(l, r)| (r, l)).collect();
    }
    columns
}

/// The y nearest to `wanted` at which a line can pass a column; adds it to `passed`.
fn free_height(boxes: &[Box], plan: &Plan, column: (i32, i32), wanted: i32, passed: &mut Vec<(i32, i32)>) -> i32 {
    let others = boxes.iter().enumerate().filter(|(i, _)| *i != plan.outer && *i != plan.inner);
    let nodes = others.filter(|(_, b)| b.left <= column.1 && b.right >= column.0);
    let mut taken: Vec<(i32, i32)> = nodes.map(|(_, b)| (b.top - CLEAR, b.bottom + CLEAR)).collect();
    taken.extend(passed.iter().filter(|p| p.0 == column.0).map(|p| (p.1 - 3, p.1 + 3)));
    let search = |up: bool| {
        let mut y = wanted;
        // Each step passes one taken range.
        for _ in 0..=taken.len() {
            match taken.iter().find(|t| t.0 < y && y < t.1) {
                Some(t) => y = if up { t.0 } else { t.1 },
                None => break,
            }
        }
        y
    };
    let (above, below) = (search(true), search(false));
    let y = if wanted - above <= below - wanted { above } else { below };
    passed.push((column.0, y));
    y
}
