//! The line of an edge.

use std::fmt::Write;

use crate::place::Point;

/// A line, and the place of its label.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The points from the user to the used type. The line is level at each of them, unless it is a loop.
    pub points: Vec<Point>,
    /// True if it is a loop over the top of one node.
    pub is_loop: bool,
    /// True if it leaves the first point to the right.
    pub leaves_right: bool,
    /// True if it arrives at the last point from the right.
    pub enters_right: bool,
    /// The label, cut to fit.
    pub label: String,
    /// Where the label begins or ends.
    pub label_at: Point,
    /// True if the label ends at `label_at`; if not, it begins there.
    pub label_ends: bool,
}

impl Line {
    /// The line as the `d` attribute of an SVG path.
    pub fn path(&self) -> String {
        let mut out = String::new();
        let Some(first) = self.points.first() else { return out };
        // Writing to a String cannot fail.
        let _ = write!(out, "M{} {}", first.x, first.y);
        if let (true, Some(end)) = (self.is_loop, self.points.last()) {
            let high = first.y - 24;
            let _ = write!(out, "C{} {high} {} {high} {} {}", first.x - 10, end.x + 10, end.x, end.y);
            return out;
        }
        let last = self.points.len().saturating_sub(2);
        for (i, pair) in self.points.windows(2).enumerate() {
            let [a, b] = pair else { continue };
            let away = |right: bool| if right { 1 } else { -1 };
            let onward = (b.x - a.x).signum();
            let leave = if i == 0 { away(self.leaves_right) } else { onward };
            let enter = if i == last { away(self.enters_right) } else { -onward };
            if a.y == b.y && leave != enter {
                let _ = write!(out, "L{} {}", b.x, b.y);
                continue;
            }
            let bend = match leave == enter {
                true => 26 + ((b.y - a.y).abs() / 8).min(44),
                false => (b.x - a.x).abs() / 2,
            };
            let _ = write!(out, "C{} {} {} {} {} {}", a.x + leave * bend, a.y, b.x + enter * bend, b.y, b.x, b.y);
        }
        out
    }
}
