//! The Graph view as a component: its state and its messages.

mod bar;
mod find;
mod keys;
mod minimap;
mod parts;
mod press;
mod sight;
mod svg;
mod table;

use std::collections::HashSet;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use session::Msg;
use session::graph::{Drawing, DrawnNode, GraphMsg, GraphSettings, NodeKey, Point, Subject, marked};
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent, WheelEvent};
use yew::prelude::*;

use self::press::{Hit, Press, hit};
use self::sight::Sight;
use self::table::graph_table;
use crate::ctx::{Ctx, Hover, HoverCtx, selected};
use crate::dom::resize::Resize;

#[derive(Properties, PartialEq)]
pub struct GraphProps {
    ctx: Ctx,
    hover: HoverCtx,
}

pub fn graph_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    html! { <Graph ctx={ctx.clone()} hover={hover.clone()}/> }
}

/// The component.
#[derive(Default)]
pub struct Graph {
    sight: Sight,
    press: Option<Press>,
    /// Whether the person asked to see the whole graph, and boxes are being folded to make that possible.
    fitting: bool,
    hit: Hit,
    /// The drawing while a node is being dragged: a copy with the node at its new place.
    dragged: Option<Rc<Drawing>>,
    /// The number of the layout that was scrolled into view last.
    shown: u32,
    /// The node that had the focus when the graph was drawn last, to find out whether the focus moved.
    focus: Option<NodeKey>,
    /// The nodes that were shown last, to find out which nodes are new.
    nodes: HashSet<NodeKey>,
    wheel: Option<EventListener>,
    /// The SVG element that has the listener for the mouse wheel.
    wheel_on: Option<Element>,
    /// Notices when a hidden pane becomes visible.
    resize: Option<Resize>,
}

/// Messages of the component.
pub enum GraphEvent {
    Wheel(WheelEvent),
    Down(PointerEvent),
    Move(PointerEvent),
    Up,
    Twice,
    Over(MouseEvent),
    /// Set the scale to this percentage of the present scale.
    Zoom(i32),
    Fit,
    /// Show this point of the graph in the middle.
    At(Point),
    Resized,
}

impl Graph {
    fn drawing(&self, ctx: &Context<Self>) -> Option<Rc<Drawing>> {
        self.dragged.clone().or_else(|| ctx.props().ctx.session().graph().drawing.clone())
    }
}

impl Component for Graph {
    type Message = GraphEvent;
    type Properties = GraphProps;

    fn create(_: &Context<Self>) -> Self {
        Graph::default()
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &GraphProps) -> bool {
        // The hover of other panes changes often, and the graph does not show it.
        ctx.props().ctx != old.ctx
    }

    fn update(&mut self, ctx: &Context<Self>, event: GraphEvent) -> bool {
        match event {
            GraphEvent::Wheel(e) => {
                let (_, _, left, top) = self.sight.frame();
                let lines = if e.delta_mode() == WheelEvent::DOM_DELTA_LINE { 30 } else { 1 };
                let by = (e.delta_y() as i32).saturating_mul(lines).clamp(-240, 240);
                let scale =
                    if by < 0 { self.sight.scale * 1000 / (1000 + by) } else { self.sight.scale * (1000 - by) / 1000 };
                self.sight.zoom(scale, (e.client_x() - left, e.client_y() - top));
                false
            }
            GraphEvent::Down(e) => {
                if e.button() == 0 {
                    let at = (e.client_x(), e.client_y());
                    self.hit = self.drawing(ctx).map_or(Hit::Ground, |drawing| hit(&e, &drawing));
                    self.press = Some(Press { start: at, last: at, moved: false, hit: self.hit });
                    if let Some(svg) = self.sight.element() {
                        let _ = svg.set_pointer_capture(e.pointer_id());
                    }
                }
                false
            }
            GraphEvent::Move(e) => self.moved(ctx, &e),
            GraphEvent::Up => self.released(ctx),
            GraphEvent::Twice => {
                let drawing = self.drawing(ctx);
                let key = match (self.hit, drawing) {
                    (Hit::Node(i), Some(drawing)) => drawing.nodes.get(i).filter(|n| !n.is_box()).map(|n| n.key),
                    (Hit::Name(key), _) => Some(key),
                    _ => None,
                };
                if let Some(key) = key {
                    ctx.props().ctx.send(Msg::Graph(GraphMsg::Open(key)));
                }
                false
            }
            GraphEvent::Over(e) => {
                let node = self.drawing(ctx).and_then(|drawing| match hit(&e, &drawing) {
                    Hit::Node(i) | Hit::Plus(i) => drawing.nodes.get(i).map(|n| n.key),
                    Hit::Name(key) => Some(key),
                    _ => None,
                });
                ctx.props().hover.set.emit(match node {
                    Some(NodeKey::Type(id)) => Some(Hover::new(id, None)),
                    _ => None,
                });
                false
            }
            GraphEvent::Zoom(percent) => {
                let (width, height, ..) = self.sight.frame();
                self.sight.zoom(self.sight.scale * percent / 100, (width / 2, height / 2));
                false
            }
            GraphEvent::Fit => {
                if let Some(drawing) = self.drawing(ctx) {
                    // Nodes that were dragged go back to their places, too.
                    self.fitting = true;
                    self.sight.fit(&drawing);
                    ctx.props().ctx.send(Msg::Graph(GraphMsg::Again));
                }
                false
            }
            GraphEvent::At(at) => {
                self.sight.centre(at);
                false
            }
            GraphEvent::Resized => {
                self.show(ctx);
                false
            }
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let c = &ctx.props().ctx;
        let session = c.session();
        let graph = session.graph();
        let program = matches!(graph.subject, Some((_, Subject::Program)));
        let name = if program { "Call graph" } else { "Type graph" };
        let body = match (self.drawing(ctx), graph.problem()) {
            (_, Some(why)) => html! { <p class="empty" role="alert" tabindex="0">{ why }</p> },
            (drawing, None) => {
                // While the graph is being computed, an empty SVG is drawn; it can already have the focus.
                let drawing = drawing.unwrap_or_default();
                let selection = selected(&session).filter(|_| !program);
                let marks = selection.map(|(f, s)| marked(&f.btf, s, &drawing)).unwrap_or_default();
                if graph.settings.table {
                    graph_table(c, &drawing, name, &marks)
                } else {
                    self.svg(ctx, &drawing, name, &marks, graph.focus)
                }
            }
        };
        html! {
            <div class="graphview" aria-busy={graph.waits().to_string()}>
                { self.bar(ctx, program) }
                { body }
                <p class="graphline" role="status" aria-live="polite">{ graph.said() }</p>
                <div class="count"><span>{ graph.count() }
                    if graph.offers_table() {
                        { " " }<button class="link" onclick={c.on(Msg::Graph(GraphMsg::Settings(GraphSettings { table: true, ..graph.settings })))}>{ "as a table" }</button>
                    }</span>
                    <span class="how">{ graph.legend() }</span></div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let svg = self.sight.element();
        if svg != self.wheel_on {
            // Yew's listeners are passive, so they could not prevent the page from scrolling or zooming.
            let prevent = EventListenerOptions::enable_prevent_default();
            let link = ctx.link().clone();
            self.wheel = svg.as_ref().map(|svg| {
                EventListener::new_with_options(svg, "wheel", prevent, move |e| {
                    e.prevent_default();
                    if let Some(e) = e.dyn_ref::<WheelEvent>() {
                        link.send_message(GraphEvent::Wheel(e.clone()));
                    }
                })
            });
            let link = ctx.link().clone();
            let resized = move || link.send_message(GraphEvent::Resized);
            self.resize = svg.as_ref().and_then(|svg| Resize::watch(svg, resized));
            self.wheel_on = svg;
            self.sight.place();
        }
        self.show(ctx);
    }
}

impl Graph {
    /// Shows the whole graph. If that is not possible and the person asked for it, folds open boxes, one after the
    /// other.
    fn fit(&mut self, ctx: &Context<Self>, drawing: &Drawing) {
        let fits = self.sight.fit(drawing);
        if !self.fitting || fits || !drawing.nodes.iter().any(|n| n.is_box() && n.open) {
            self.fitting = false;
            return;
        }
        ctx.props().ctx.send(Msg::Graph(GraphMsg::FoldOldest));
    }

    /// Scrolls into view what is new: the whole graph, the nodes that were added, or the focused node.
    fn show(&mut self, ctx: &Context<Self>) {
        if self.wheel_on.is_none() {
            return;
        }
        let (drawing, whole, focus) = {
            let session = ctx.props().ctx.session();
            let graph = session.graph();
            let Some(drawing) = graph.drawing.clone() else { return };
            (drawing, graph.whole, graph.focus)
        };
        // A hidden pane has no size.
        if self.sight.frame().0 == 0 {
            return;
        }
        let moved = std::mem::replace(&mut self.focus, focus) != focus;
        let nodes = drawing.nodes.iter().map(|n| n.key).collect();
        let before = std::mem::replace(&mut self.nodes, nodes);
        let focused = focus.and_then(|key| drawing.find(key)).and_then(|node| drawing.nodes.get(node));
        if std::mem::replace(&mut self.shown, whole) != whole {
            self.fit(ctx, &drawing);
            if let Some(node) = focused {
                self.sight.bring(&[node]);
            }
            return;
        }
        let added = drawing.nodes.iter().filter(|n| !before.contains(&n.key));
        // Show the added nodes together with the node that was expanded. If there is no room, zoom out; if that is
        // not enough, show the expanded node.
        let mut nodes: Vec<&DrawnNode> = added.collect();
        let grown = !nodes.is_empty();
        nodes.extend(focused);
        if grown {
            self.sight.bring(&nodes);
        }
        if let Some(node) = focused.filter(|_| moved || grown) {
            self.sight.bring(&[node]);
        }
    }
}
