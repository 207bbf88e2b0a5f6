//! Moves the focus with the arrow keys.

use picture::Drawing;

use super::Direction;

/// The node that a move leads to; none if there is none on that side.
pub(super) fn step(drawing: &Drawing, from: usize, direction: Direction) -> Option<usize> {
    let here = drawing.nodes.get(from)?;
    let across = matches!(direction, Direction::Left | Direction::Right);
    let sign = if matches!(direction, Direction::Right | Direction::Down) { 1 } else { -1 };
    if direction == Direction::Home {
        return Some(0);
    }
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
