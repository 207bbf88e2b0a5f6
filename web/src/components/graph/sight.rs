//! The visible part of the graph, and its scale. Panning and zooming only change the transform of one SVG group; they
//! do not draw the nodes again.

use std::cell::Cell;

use session::graph::{Drawing, DrawnNode, Point};
use web_sys::Element;
use yew::NodeRef;

/// The SVG element, its one group, and the group's transform.
pub(super) struct Sight {
    pub(super) svg: NodeRef,
    pub(super) group: NodeRef,
    /// The scale in thousandths: 1000 is the natural size.
    pub(super) scale: i32,
    /// The map of the whole graph, and the mark on it for the visible part.
    pub(super) map: NodeRef,
    pub(super) window: NodeRef,
    /// Left, top, right and bottom of the graph, in its own pixels.
    pub(super) bounds: Cell<(i32, i32, i32, i32)>,
    /// The place of the graph's origin, in pixels of the SVG.
    origin: (i32, i32),
}

/// The smallest and the largest scale, in thousandths.
const SCALES: (i32, i32) = (60, 3000);
/// The smallest scale that is chosen automatically. The text of the graph is 12.5 pixels high; at this scale it is 11
/// pixels high on the screen, which is readable. People can choose smaller scales.
const READABLE: i32 = 880;
/// The margin around nodes that are scrolled into view, in pixels.
const EDGE: i32 = 16;

impl Default for Sight {
    fn default() -> Sight {
        Sight {
            svg: NodeRef::default(),
            group: NodeRef::default(),
            scale: 1000,
            map: NodeRef::default(),
            window: NodeRef::default(),
            bounds: Cell::default(),
            origin: (0, 0),
        }
    }
}

impl Sight {
    pub(super) fn element(&self) -> Option<Element> {
        self.svg.cast::<Element>()
    }

    /// Width and height of the SVG, and its left and top edge in the window, in pixels.
    pub(super) fn frame(&self) -> (i32, i32, i32, i32) {
        let Some(rect) = self.element().map(|e| e.get_bounding_client_rect()) else { return (800, 600, 0, 0) };
        (rect.width() as i32, rect.height() as i32, rect.left() as i32, rect.top() as i32)
    }

    pub(super) fn place(&self) {
        let Some(group) = self.group.cast::<Element>() else { return };
        let (x, y, s) = (self.origin.0, self.origin.1, self.scale);
        let _ = group.set_attribute("transform", &format!("translate({x} {y}) scale({}.{:03})", s / 1000, s % 1000));
        self.show_window();
    }

    /// Changes the scale. The point `at` (in pixels of the SVG) stays where it is.
    pub(super) fn zoom(&mut self, scale: i32, at: (i32, i32)) {
        let scale = scale.clamp(SCALES.0, SCALES.1);
        let keep =
            |at: i32, origin: i32| at - (i64::from(at - origin) * i64::from(scale) / i64::from(self.scale)) as i32;
        self.origin = (keep(at.0, self.origin.0), keep(at.1, self.origin.1));
        self.scale = scale;
        self.place();
    }

    /// Shows the whole graph, if it fits at a readable scale; else the part around the root. Returns whether the
    /// whole graph is visible.
    pub(super) fn fit(&mut self, drawing: &Drawing) -> bool {
        let (left, top, right, bottom) = drawing.bounds();
        // Leave room above for edges from a node to itself, and on each side for the signs by which nodes are expanded.
        let loops = if drawing.is_boxed() { 10 } else { 30 };
        let (left, top, right, bottom) = (left - 10, top - loops, right + 10, bottom + 10);
        let (width, height, ..) = self.frame();
        let all = (width * 1000 / (right - left).max(1)).min(height * 1000 / (bottom - top).max(1));
        self.scale = all.clamp(READABLE, 1000);
        let root = drawing.nodes.first().map_or(Point::default(), |n| n.at);
        // In each direction: centre the graph if it fits; else centre the root, but leave no empty space at the
        // edges.
        let along = |low: i32, high: i32, root: i32, room: i32| {
            let scaled = |n: i32| n * self.scale / 1000;
            if scaled(high - low) <= room {
                return room / 2 - scaled(low + high) / 2;
            }
            (room / 2 - scaled(root)).clamp(room - scaled(high), -scaled(low))
        };
        self.origin = (along(left, right, root.x, width), along(top, bottom, root.y, height));
        self.place();
        all >= READABLE
    }

    /// Pans as little as needed to show some nodes. If there is no room for all of them, zooms out first, but not
    /// below the readable scale; if they do not fit even then, centres them.
    pub(super) fn bring(&mut self, nodes: &[&DrawnNode]) {
        let low = |of: fn(&DrawnNode) -> i32| nodes.iter().map(|n| of(n)).min();
        let high = |of: fn(&DrawnNode) -> i32| nodes.iter().map(|n| of(n)).max();
        let across = low(|n| n.at.x - n.size.0 / 2).zip(high(|n| n.at.x + n.size.0 / 2));
        let down = low(|n| n.at.y - n.size.1 / 2).zip(high(|n| n.at.y + n.size.1 / 2));
        let Some((across, down)) = across.zip(down) else { return };
        let (width, height, ..) = self.frame();
        let room = |low: i32, high: i32, room: i32| (room - 2 * EDGE).max(1) * 1000 / (high - low).max(1);
        let all = room(across.0, across.1, width).min(room(down.0, down.1, height)).max(READABLE);
        if all < self.scale {
            self.zoom(all, (width / 2, height / 2));
        }
        let scaled = |n: i32| n * self.scale / 1000;
        let shift = |low: i32, high: i32, origin: i32, room: i32| {
            let (low, high) = (origin + scaled(low) - EDGE, origin + scaled(high) + EDGE);
            match (high - low > room, low < 0) {
                (true, _) => room / 2 - (low + high) / 2,
                (_, true) => -low,
                _ => (room - high).min(0),
            }
        };
        self.origin.0 += shift(across.0, across.1, self.origin.0, width);
        self.origin.1 += shift(down.0, down.1, self.origin.1, height);
        self.place();
    }

    /// Shows a point of the graph in the middle.
    pub(super) fn centre(&mut self, at: Point) {
        let (width, height, ..) = self.frame();
        let scaled = |n: i32| n * self.scale / 1000;
        self.origin = (width / 2 - scaled(at.x), height / 2 - scaled(at.y));
        self.place();
    }

    /// The left, top, right and bottom edge of the visible part, in the graph's own pixels.
    pub(super) fn in_sight(&self) -> (i32, i32, i32, i32) {
        let (width, height, ..) = self.frame();
        let own = |n: i32, origin: i32| (i64::from(n - origin) * 1000 / i64::from(self.scale.max(1))) as i32;
        (own(0, self.origin.0), own(0, self.origin.1), own(width, self.origin.0), own(height, self.origin.1))
    }

    /// Moves the graph by this many pixels.
    pub(super) fn pan(&mut self, by: (i32, i32)) {
        self.origin = (self.origin.0 + by.0, self.origin.1 + by.1);
        self.place();
    }
}
