//! Moves the focus with the arrow keys.

use picture::{Drawing, DrawnNode};
use relate::NodeKey;

use super::Direction;

/// The node, or the name in a box, to which a move leads; none if nothing lies in that direction.
pub(super) fn step(drawing: &Drawing, from: NodeKey, direction: Direction) -> Option<NodeKey> {
    if direction == Direction::Home {
        return drawing.nodes.first().map(|n| n.key);
    }
    let at = drawing.find(from)?;
    let here = drawing.nodes.get(at)?;
    match inside(here, from, direction) {
        Some(key) => Some(key),
        None => beside(drawing, at, direction).and_then(|i| drawing.nodes.get(i)).map(|n| n.key),
    }
}

/// The name or title to which a move leads inside an open box; none if the move leaves the box.
fn inside(node: &DrawnNode, from: NodeKey, direction: Direction) -> Option<NodeKey> {
    if !node.open || !node.is_box() {
        return None;
    }
    let Some(at) = node.names.iter().position(|name| name.key == from) else {
        return (direction == Direction::Down).then(|| node.names.first().map(|name| name.key)).flatten();
    };
    let here = node.names.get(at)?;
    let next = match direction {
        Direction::Up => at.checked_sub(1),
        Direction::Down => Some(at + 1),
        _ => None,
    };
    if let Some(next) = next.and_then(|next| node.names.get(next)).filter(|next| next.at.x == here.at.x) {
        return Some(next.key);
    }
    match direction {
        Direction::Up => Some(node.key),
        Direction::Left | Direction::Right => {
            let sign = if direction == Direction::Right { 1 } else { -1 };
            let row = node.names.iter().filter(|n| n.at.y == here.at.y && (n.at.x - here.at.x).signum() == sign);
            row.min_by_key(|n| (n.at.x - here.at.x).abs()).map(|n| n.key)
        }
        _ => None,
    }
}

/// The node to which a move leads.
fn beside(drawing: &Drawing, from: usize, direction: Direction) -> Option<usize> {
    let here = drawing.nodes.get(from)?;
    let across = matches!(direction, Direction::Left | Direction::Right);
    let sign = if matches!(direction, Direction::Right | Direction::Down) { 1 } else { -1 };
    let is_neighbour =
        |i: usize| drawing.edges.iter().any(|e| (e.from, e.to) == (from, i) || (e.from, e.to) == (i, from));
    let distance = |i: usize| {
        let n = drawing.nodes.get(i)?;
        let (dx, dy) = (n.at.x - here.at.x, n.at.y - here.at.y);
        let beside = dx.abs() * 2 >= (n.size.0 + here.size.0) / 2;
        match across {
            true if dx.signum() == sign && beside && is_neighbour(i) => Some(dy.abs()),
            false if dy.signum() == sign && !beside => Some(dy.abs()),
            _ => None,
        }
    };
    (0..drawing.nodes.len()).filter(|&i| i != from).filter_map(|i| Some((distance(i)?, i))).min().map(|(_, i)| i)
}
