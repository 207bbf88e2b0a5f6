//! The small map of the whole graph in a corner, shown while a part of the graph is out of view.

use session::graph::{Drawing, Point};
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::sight::Sight;
use super::{Graph, GraphEvent};

/// The largest width and height of the map, in pixels.
const SIZE: (i32, i32) = (132, 110);
/// The width of a strip at a side of the graph, in the graph's own pixels. The map stays hidden if no more than this is
/// out of view at each side.
const MARGIN: i32 = 4;

impl Sight {
    /// The map, hidden at first. Panning and zooming do not draw it again: they only move the rectangle on it that
    /// marks the visible part.
    pub(super) fn map(&self, ctx: &Context<Graph>, drawing: &Drawing) -> Html {
        let (left, top, right, bottom) = drawing.bounds();
        self.bounds.set((left, top, right, bottom));
        let (w, h) = ((right - left).max(1), (bottom - top).max(1));
        let scale = (w * 100 / SIZE.0).max(h * 100 / SIZE.1).max(100);
        let size = ((w * 100 / scale).max(24), (h * 100 / scale).max(24));
        let nodes = drawing.nodes.iter().enumerate().map(|(i, n)| {
            let (x, y) = (n.at.x - n.size.0 / 2, n.at.y - n.size.1 / 2);
            html! {
                <rect key={i} x={x.to_string()} y={y.to_string()} width={n.size.0.to_string()} height={n.size.1.to_string()}/>
            }
        });
        let (map, link) = (self.map.clone(), ctx.link().clone());
        let pressed = Callback::from(move |e: PointerEvent| {
            let Some(map) = map.cast::<Element>() else { return };
            let frame = map.get_bounding_client_rect();
            if e.buttons() == 0 || frame.width() < 1.0 || frame.height() < 1.0 {
                return;
            }
            let along = |at: i32, low: f64, size: f64, from: i32, room: i32| {
                from + ((f64::from(at) - low) / size * f64::from(room)) as i32
            };
            let x = along(e.client_x(), frame.left(), frame.width(), left, w);
            let y = along(e.client_y(), frame.top(), frame.height(), top, h);
            link.send_message(GraphEvent::At(Point { x, y }));
        });
        html! {
            <svg ref={self.map.clone()} class="graphmap" aria-hidden="true" width={size.0.to_string()} height={size.1.to_string()}
                viewBox={format!("{left} {top} {w} {h}")} preserveAspectRatio="none" onpointerdown={pressed.clone()} onpointermove={pressed}>
                { for nodes }
                <rect ref={self.window.clone()} class="window"/>
            </svg>
        }
    }

    /// Marks the visible part on the map; hides the map if the whole graph is visible.
    pub(super) fn show_window(&self) {
        let (Some(map), Some(window)) = (self.map.cast::<Element>(), self.window.cast::<Element>()) else { return };
        let (left, top, right, bottom) = self.bounds.get();
        let seen = self.in_sight();
        let all =
            seen.0 <= left + MARGIN && seen.1 <= top + MARGIN && seen.2 >= right - MARGIN && seen.3 >= bottom - MARGIN;
        let _ = map.set_attribute("data-all", if all { "true" } else { "false" });
        let seen = (seen.0.max(left), seen.1.max(top), seen.2.min(right), seen.3.min(bottom));
        let put = |name: &str, n: i32| window.set_attribute(name, &n.max(0).to_string());
        let _ = window.set_attribute("x", &seen.0.to_string());
        let _ = window.set_attribute("y", &seen.1.to_string());
        let _ = put("width", seen.2 - seen.0);
        let _ = put("height", seen.3 - seen.1);
    }
}
