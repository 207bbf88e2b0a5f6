//! The mouse on the graph: pressing, panning, and moving nodes.

use std::rc::Rc;

use session::Msg;
use session::graph::{Drawing, GraphMsg, NodeKey, Point};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::Graph;
use super::svg::edge_id;

/// A press of the mouse button, until it is released.
pub(super) struct Press {
    /// Where the mouse was pressed, and where it is now, in pixels of the window.
    pub(super) start: (i32, i32),
    pub(super) last: (i32, i32),
    pub(super) moved: bool,
    pub(super) hit: Hit,
}

/// The thing under the mouse.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) enum Hit {
    #[default]
    Ground,
    Node(usize),
    Plus(usize),
    /// A name in an open box.
    Name(NodeKey),
    Edge(usize),
}

/// The thing on which an event happened. Nodes and edges have their key or id in data attributes.
pub(super) fn hit(e: &Event, drawing: &Drawing) -> Hit {
    let Some(element) = e.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return Hit::Ground };
    let said = |name: &str| element.closest(&format!("[{name}]")).ok().flatten()?.get_attribute(name);
    let node = |name: &str| {
        let number: u64 = said(name)?.parse().ok()?;
        drawing.nodes.iter().position(|n| n.key.number() == number)
    };
    let edge = || said("data-e").and_then(|id| drawing.edges.iter().position(|e| edge_id(drawing, e) == id));
    let name = || {
        let number: u64 = said("data-n")?.parse().ok()?;
        drawing.nodes.iter().flat_map(|n| &n.names).map(|name| name.key).find(|key| key.number() == number)
    };
    let hit = node("data-plus").map(Hit::Plus).or_else(|| node("data-n").map(Hit::Node));
    hit.or_else(|| name().map(Hit::Name)).or_else(|| edge().map(Hit::Edge)).unwrap_or(Hit::Ground)
}

impl Graph {
    /// Pans the graph, or drags the pressed node. Returns whether to draw again.
    pub(super) fn moved(&mut self, ctx: &Context<Self>, e: &PointerEvent) -> bool {
        let drawing = self.drawing(ctx);
        let Some(press) = &mut self.press else { return false };
        let now = (e.client_x(), e.client_y());
        let by = (now.0 - press.last.0, now.1 - press.last.1);
        press.moved |= (now.0 - press.start.0).abs().max((now.1 - press.start.1).abs()) > 3;
        if !press.moved {
            return false;
        }
        press.last = now;
        if let (Hit::Node(i), Some(mut drawing)) = (press.hit, drawing) {
            let scale = self.sight.scale;
            let own = |n: i32| n * 1000 / scale;
            // Rounding to the graph's units may lose pixels; these are kept for the next move.
            press.last = (now.0 - by.0 + own(by.0) * scale / 1000, now.1 - by.1 + own(by.1) * scale / 1000);
            let at = drawing.nodes.get(i).map_or(Point::default(), |n| n.at);
            // Drop the other reference first, so that `make_mut` does not copy the whole drawing at each move.
            self.dragged = None;
            Rc::make_mut(&mut drawing).move_to(i, Point { x: at.x + own(by.0), y: at.y + own(by.1) });
            self.dragged = Some(drawing);
            return true;
        }
        self.sight.pan(by);
        false
    }

    /// Ends a press: a drag moves the node; a click selects a node, a name or an edge, opens or folds a box, or (on the
    /// sign of a node) expands or collapses the node. Returns whether to draw again.
    pub(super) fn released(&mut self, ctx: &Context<Self>) -> bool {
        let dragged = self.dragged.take();
        let Some((press, drawing)) = self.press.take().zip(self.drawing(ctx)) else { return false };
        let send = |msg: GraphMsg| ctx.props().ctx.send(Msg::Graph(msg));
        let key = |i: usize| drawing.nodes.get(i).map(|n| n.key);
        if press.moved {
            if let (Hit::Node(i), Some(dragged)) = (press.hit, dragged)
                && let Some(node) = dragged.nodes.get(i)
            {
                send(GraphMsg::Move(node.key, node.at));
            }
            return true;
        }
        match press.hit {
            Hit::Plus(i) => key(i).map(GraphMsg::Toggle),
            Hit::Node(i) if drawing.nodes.get(i).is_some_and(|n| n.is_box()) => key(i).map(GraphMsg::Toggle),
            Hit::Node(i) => key(i).map(GraphMsg::Focus),
            Hit::Name(key) => Some(GraphMsg::Focus(key)),
            Hit::Edge(i) => Some(GraphMsg::Edge(i)),
            Hit::Ground => None,
        }
        .into_iter()
        .for_each(send);
        true
    }
}
