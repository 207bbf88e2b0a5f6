//! What of the graph is in sight: which part, how large. Panning and zooming change the transform of one group; nothing is drawn
//! again for them.

use session::graph::{Drawing, NodeKey, Point};
use web_sys::Element;
use yew::NodeRef;

/// The SVG and its one group, and where the group is.
pub(super) struct Sight {
    pub(super) svg: NodeRef,
    pub(super) group: NodeRef,
    /// Thousandths.
    pub(super) scale: i32,
    /// Where the graph's zero is, in pixels of the SVG.
    origin: (i32, i32),
}

/// The smallest and the largest scale.
const SCALES: (i32, i32) = (60, 3000);
/// What is brought into sight at first is at least so large; Fit goes below it.
const READABLE: i32 = 700;

impl Sight {
    pub(super) fn new() -> Sight {
        Sight { svg: NodeRef::default(), group: NodeRef::default(), scale: 1000, origin: (0, 0) }
    }

    pub(super) fn element(&self) -> Option<Element> {
        self.svg.cast::<Element>()
    }

    /// Width and height of the SVG, and where its corner is in the window.
    pub(super) fn frame(&self) -> (i32, i32, i32, i32) {
        let Some(rect) = self.element().map(|e| e.get_bounding_client_rect()) else { return (800, 600, 0, 0) };
        (rect.width() as i32, rect.height() as i32, rect.left() as i32, rect.top() as i32)
    }

    pub(super) fn place(&self) {
        let Some(group) = self.group.cast::<Element>() else { return };
        let (x, y, s) = (self.origin.0, self.origin.1, self.scale);
        let _ = group.set_attribute("transform", &format!("translate({x} {y}) scale({}.{:03})", s / 1000, s % 1000));
    }

    /// Another scale; the point (in pixels of the SVG) stays where it is.
    pub(super) fn zoom(&mut self, scale: i32, at: (i32, i32)) {
        let scale = scale.clamp(SCALES.0, SCALES.1);
        let keep =
            |at: i32, origin: i32| at - (i64::from(at - origin) * i64::from(scale) / i64::from(self.scale)) as i32;
        self.origin = (keep(at.0, self.origin.0), keep(at.1, self.origin.1));
        self.scale = scale;
        self.place();
    }

    /// Brings the whole into sight; at first not smaller than what can be read, with the node in the middle in the middle.
    pub(super) fn fit(&mut self, drawing: &Drawing, readable: bool) {
        let (left, top, right, bottom) = drawing.bounds();
        // Loops and the signs for expanding stand out.
        let (left, top, right, bottom) = (left - 24, top - 30, right + 24, bottom + 16);
        let (width, height, ..) = self.frame();
        // The buttons for zooming are at the bottom.
        let height = height - 36;
        let all = (width * 1000 / (right - left).max(1)).min(height * 1000 / (bottom - top).max(1));
        let least = if readable { READABLE } else { SCALES.0 };
        self.scale = all.min(1150).max(least);
        let root = drawing.nodes.first().map_or(Point::default(), |n| n.at);
        // Along a side on which all fits, all is centred; else the root, but no room is left empty that the graph could have.
        let along = |low: i32, high: i32, root: i32, room: i32| {
            let scaled = |n: i32| n * self.scale / 1000;
            if scaled(high - low) <= room {
                return room / 2 - scaled(low + high) / 2;
            }
            (room / 2 - scaled(root)).clamp(room - scaled(high), -scaled(low))
        };
        self.origin = (along(left, right, root.x, width), along(top, bottom, root.y, height));
        self.place();
    }

    /// Brings the whole into sight; when it is, what can be read, as at first.
    pub(super) fn fit_or_read(&mut self, drawing: &Drawing) {
        let before = (self.scale, self.origin);
        self.fit(drawing, false);
        if before == (self.scale, self.origin) {
            self.fit(drawing, true);
        }
    }

    /// Pans as little as needed to bring a node into sight.
    pub(super) fn bring(&mut self, drawing: &Drawing, key: NodeKey) {
        let Some(node) = drawing.find(key).and_then(|i| drawing.nodes.get(i)) else { return };
        let (width, height, ..) = self.frame();
        let scaled = |n: i32| n * self.scale / 1000;
        let shift = |middle: i32, half: i32, origin: i32, room: i32| {
            let (low, high) = (origin + scaled(middle - half) - 16, origin + scaled(middle + half) + 16);
            if low < 0 { -low } else { (room - high).min(0) }
        };
        self.origin.0 += shift(node.at.x, node.size.0 / 2, self.origin.0, width);
        self.origin.1 += shift(node.at.y, node.size.1 / 2, self.origin.1, height);
        self.place();
    }

    /// Moves the graph by pixels.
    pub(super) fn pan(&mut self, by: (i32, i32)) {
        self.origin = (self.origin.0 + by.0, self.origin.1 + by.1);
        self.place();
    }
}
