//! The Graph view: nodes and edges as SVG. Panning and zooming change the transform of one group; nothing is drawn again for them.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use view::graph::{Drawing, GraphMsg, GraphSettings, NodeKey, Point, Subject, Way, marked};
use view::picture::Shot;
use view::session::Msg;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlSelectElement, KeyboardEvent, PointerEvent, ResizeObserver, WheelEvent};
use yew::prelude::*;

use super::graph_table::graph_table;
use crate::ctx::{Ctx, Hover, HoverCtx};
use crate::dom::theme;

/// The props.
#[derive(Properties, PartialEq)]
pub struct GraphProps {
    ctx: Ctx,
    hover: HoverCtx,
}

/// The Graph view.
pub fn graph_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    html! { <Graph ctx={ctx.clone()} hover={hover.clone()}/> }
}

/// What the mouse was pressed on, and has done since.
struct Press {
    /// Where, in pixels of the window; then, where it is.
    start: (i32, i32),
    last: (i32, i32),
    moved: bool,
    hit: Hit,
}

#[derive(Clone, Copy, PartialEq)]
enum Hit {
    Ground,
    Node(usize),
    Plus(usize),
    Edge(usize),
}

/// The graph.
pub struct Graph {
    svg: NodeRef,
    group: NodeRef,
    /// Thousandths.
    scale: i32,
    /// Where the graph's zero is, in pixels of the SVG.
    origin: (i32, i32),
    press: Option<Press>,
    hit: Hit,
    /// The graph with a node that is being moved.
    dragged: Option<Rc<Drawing>>,
    /// The layout that was brought into sight, and the node that was.
    shown: u32,
    focus: Option<NodeKey>,
    wheel: Option<EventListener>,
    /// The SVG that the wheel listens on.
    wheel_on: Option<Element>,
    /// Tells when a pane that was hidden is shown.
    observer: Option<(ResizeObserver, Closure<dyn FnMut()>)>,
    picture_dark: Option<bool>,
}

/// What the graph tells itself.
pub enum GraphEvent {
    Wheel(WheelEvent),
    Down(PointerEvent),
    Move(PointerEvent),
    Up,
    Twice,
    Over(MouseEvent),
    /// Larger or smaller, in percent.
    Zoom(i32),
    Fit,
    Resized,
    Dark(Option<bool>),
}

/// The smallest and the largest scale.
const SCALES: (i32, i32) = (60, 3000);
/// What is brought into sight at first is at least so large; Fit goes below it.
const READABLE: i32 = 620;

fn number(e: &Element, name: &str) -> Option<usize> {
    e.closest(&format!("[{name}]")).ok().flatten()?.get_attribute(name)?.parse().ok()
}

fn hit(e: &Event) -> Hit {
    let Some(element) = e.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return Hit::Ground };
    match (number(&element, "data-plus"), number(&element, "data-n"), number(&element, "data-e")) {
        (Some(i), ..) => Hit::Plus(i),
        (_, Some(i), _) => Hit::Node(i),
        (.., Some(i)) => Hit::Edge(i),
        _ => Hit::Ground,
    }
}

impl Graph {
    fn drawing(&self, ctx: &Context<Self>) -> Option<Rc<Drawing>> {
        self.dragged.clone().or_else(|| ctx.props().ctx.session().graph.drawing.clone())
    }

    fn element(&self) -> Option<Element> {
        self.svg.cast::<Element>()
    }

    /// Width and height of the SVG, and where its corner is in the window.
    fn frame(&self) -> (i32, i32, i32, i32) {
        let Some(rect) = self.element().map(|e| e.get_bounding_client_rect()) else { return (800, 600, 0, 0) };
        (rect.width() as i32, rect.height() as i32, rect.left() as i32, rect.top() as i32)
    }

    fn place(&self) {
        let Some(group) = self.group.cast::<Element>() else { return };
        let (x, y, s) = (self.origin.0, self.origin.1, self.scale);
        let _ = group.set_attribute("transform", &format!("translate({x} {y}) scale({}.{:03})", s / 1000, s % 1000));
    }

    /// Another scale; the point (in pixels of the SVG) stays where it is.
    fn zoom(&mut self, scale: i32, at: (i32, i32)) {
        let scale = scale.clamp(SCALES.0, SCALES.1);
        let keep =
            |at: i32, origin: i32| at - (i64::from(at - origin) * i64::from(scale) / i64::from(self.scale)) as i32;
        self.origin = (keep(at.0, self.origin.0), keep(at.1, self.origin.1));
        self.scale = scale;
        self.place();
    }

    /// Brings the whole into sight; at first not smaller than what can be read, with the node in the middle in the middle.
    fn fit(&mut self, drawing: &Drawing, readable: bool) {
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

    /// Pans as little as needed to bring a node into sight.
    fn bring(&mut self, drawing: &Drawing, key: NodeKey) {
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

    fn moved(&mut self, ctx: &Context<Self>, e: &PointerEvent) -> bool {
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
            let own = |n: i32| n * 1000 / self.scale;
            // What is less than a pixel of the graph is not lost.
            press.last = (now.0 - by.0 + own(by.0) * self.scale / 1000, now.1 - by.1 + own(by.1) * self.scale / 1000);
            let at = drawing.nodes.get(i).map_or(Point::default(), |n| n.at);
            Rc::make_mut(&mut drawing).move_to(i, Point { x: at.x + own(by.0), y: at.y + own(by.1) });
            self.dragged = Some(drawing);
            return true;
        }
        self.origin = (self.origin.0 + by.0, self.origin.1 + by.1);
        self.place();
        false
    }

    fn released(&mut self, ctx: &Context<Self>) -> bool {
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
            Hit::Node(i) => key(i).map(GraphMsg::Focus),
            Hit::Edge(i) => Some(GraphMsg::Edge(i)),
            Hit::Ground => None,
        }
        .into_iter()
        .for_each(send);
        true
    }
}

impl Component for Graph {
    type Message = GraphEvent;
    type Properties = GraphProps;

    fn create(_: &Context<Self>) -> Self {
        Graph {
            svg: NodeRef::default(),
            group: NodeRef::default(),
            scale: 1000,
            origin: (0, 0),
            press: None,
            hit: Hit::Ground,
            dragged: None,
            shown: 0,
            focus: None,
            wheel: None,
            wheel_on: None,
            observer: None,
            picture_dark: None,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &GraphProps) -> bool {
        // The mouse over another node is no reason to draw.
        ctx.props().ctx != old.ctx
    }

    fn update(&mut self, ctx: &Context<Self>, event: GraphEvent) -> bool {
        match event {
            GraphEvent::Wheel(e) => {
                let (_, _, left, top) = self.frame();
                let lines = if e.delta_mode() == WheelEvent::DOM_DELTA_LINE { 30 } else { 1 };
                let by = (e.delta_y() as i32).saturating_mul(lines).clamp(-240, 240);
                let scale = if by < 0 { self.scale * 1000 / (1000 + by) } else { self.scale * (1000 - by) / 1000 };
                self.zoom(scale, (e.client_x() - left, e.client_y() - top));
                false
            }
            GraphEvent::Down(e) => {
                if e.button() == 0 {
                    let at = (e.client_x(), e.client_y());
                    self.hit = hit(&e);
                    self.press = Some(Press { start: at, last: at, moved: false, hit: self.hit });
                    if let Some(svg) = self.element() {
                        let _ = svg.set_pointer_capture(e.pointer_id());
                    }
                }
                false
            }
            GraphEvent::Move(e) => self.moved(ctx, &e),
            GraphEvent::Up => self.released(ctx),
            GraphEvent::Twice => {
                let drawing = self.drawing(ctx);
                if let (Hit::Node(i), Some(drawing)) = (self.hit, drawing)
                    && let Some(node) = drawing.nodes.get(i)
                {
                    ctx.props().ctx.send(Msg::Graph(GraphMsg::Open(node.key)));
                }
                false
            }
            GraphEvent::Over(e) => {
                let node = match hit(&e) {
                    Hit::Node(i) | Hit::Plus(i) => self.drawing(ctx).and_then(|d| d.nodes.get(i).map(|n| n.key)),
                    _ => None,
                };
                ctx.props().hover.set.emit(match node {
                    Some(NodeKey::Type(id)) => Some(Hover { id, item: None }),
                    _ => None,
                });
                false
            }
            GraphEvent::Zoom(percent) => {
                let (width, height, ..) = self.frame();
                self.zoom(self.scale * percent / 100, (width / 2, height / 2));
                false
            }
            GraphEvent::Fit => {
                if let Some(drawing) = self.drawing(ctx) {
                    self.fit(&drawing, false);
                }
                false
            }
            GraphEvent::Resized => {
                self.show(ctx);
                false
            }
            GraphEvent::Dark(dark) => {
                self.picture_dark = dark;
                true
            }
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        if let Some((observer, _)) = self.observer.take() {
            observer.disconnect();
        }
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let c = &ctx.props().ctx;
        let session = c.session();
        let graph = &session.graph;
        let program = matches!(graph.subject, Some((_, Subject::Program)));
        let name = if program { "Call graph" } else { "Type graph" };
        let body = match (self.drawing(ctx), &graph.problem) {
            (_, Some(why)) => html! { <p class="empty" role="alert" tabindex="0">{ why }</p> },
            (drawing, None) => {
                // There is an SVG before there is a graph: it has the focus already.
                let drawing = drawing.unwrap_or_default();
                let selection = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?)));
                let marks =
                    selection.filter(|_| !program).map(|(f, s)| marked(&f.btf, s, &drawing)).unwrap_or_default();
                if graph.settings.table {
                    graph_table(c, &drawing, name, &marks)
                } else {
                    self.svg(ctx, &drawing, name, &marks, graph.focus)
                }
            }
        };
        let focused = graph.drawing.as_ref().zip(graph.focus).and_then(|(d, key)| d.find(key));
        let hubs = graph.hubs();
        let how = if program {
            "solid: calls · dashed: uses · arrows move between neighbours, Enter opens"
        } else {
            "solid: embeds · dashed: points to, takes, returns · arrows move between neighbours, Enter expands, o opens"
        };
        html! {
            <div class="graphview" aria-busy={graph.waits.to_string()}>
                { self.bar(ctx, program) }
                { body }
                <p class="graphline" role="status" aria-live="polite">{ focused.map(|i| graph.words(i)).unwrap_or_default() }</p>
                <div class="count"><span>{ graph.count() }</span><span class="how">{ if hubs.is_empty() { format!(" · {how}") } else { format!(" · hubs folded: {hubs} · {how}") } }</span></div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        let svg = self.element();
        if svg != self.wheel_on {
            // Yew's own listeners for the wheel are passive: the page would scroll, or zoom.
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
            // The one before would tell that its element is gone, through a closure that is.
            if let Some((observer, _)) = self.observer.take() {
                observer.disconnect();
            }
            let link = ctx.link().clone();
            let resized = Closure::<dyn FnMut()>::new(move || link.send_message(GraphEvent::Resized));
            self.observer = svg.as_ref().and_then(|svg| {
                let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok()?;
                observer.observe(svg);
                Some((observer, resized))
            });
            self.wheel_on = svg;
            self.place();
        }
        self.show(ctx);
    }
}

impl Graph {
    /// Brings what is new into sight: the whole, or the node that has the focus.
    fn show(&mut self, ctx: &Context<Self>) {
        if self.wheel_on.is_none() {
            return;
        }
        let (drawing, whole, focus) = {
            let session = ctx.props().ctx.session();
            let graph = &session.graph;
            let Some(drawing) = graph.drawing.clone() else { return };
            (drawing, graph.whole, graph.focus)
        };
        // A pane that is not shown has no size.
        if self.frame().0 == 0 {
            return;
        }
        let moved = std::mem::replace(&mut self.focus, focus) != focus;
        if std::mem::replace(&mut self.shown, whole) != whole {
            self.fit(&drawing, true);
        } else if let (true, Some(key)) = (moved, focus) {
            self.bring(&drawing, key);
        }
    }
}

fn select(
    label: &'static str,
    text: &'static str,
    options: &[(u32, String)],
    chosen: u32,
    pick: Callback<u32>,
) -> Html {
    let onchange = Callback::from(move |e: Event| {
        if let Ok(value) = e.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            pick.emit(value);
        }
    });
    html! {
        <label>{ text }
            <select aria-label={label} onchange={onchange}>
                { for options.iter().map(|(value, shown)| html! {
                    <option value={value.to_string()} selected={*value == chosen}>{ shown }</option>
                }) }
            </select>
        </label>
    }
}

impl Graph {
    fn bar(&self, ctx: &Context<Self>, program: bool) -> Html {
        let c = &ctx.props().ctx;
        let session = c.session();
        let graph = &session.graph;
        let settings = graph.settings;
        let pick = |change: fn(&mut GraphSettings, u32)| {
            let c = c.clone();
            Callback::from(move |value: u32| {
                let mut settings = settings;
                change(&mut settings, value);
                c.send(Msg::Graph(GraphMsg::Settings(settings)));
            })
        };
        let depths: Vec<(u32, String)> = (0..=GraphSettings::DEEPEST).map(|n| (n, n.to_string())).collect();
        let limits: Vec<(u32, String)> = GraphSettings::LIMITS.map(|n| (n as u32, n.to_string())).to_vec();
        let (fold, table) = (pick(|s, on| s.folded = on != 0), pick(|s, on| s.table = on != 0));
        let fold = Callback::from(move |_: Event| fold.emit(u32::from(!settings.folded)));
        let table = Callback::from(move |_: MouseEvent| table.emit(u32::from(!settings.table)));
        let dark = self.picture_dark;
        let save = |png: bool| {
            let c = c.clone();
            Callback::from(move |_: MouseEvent| {
                c.send(Msg::Picture(Shot::View, png, dark.unwrap_or_else(theme::is_dark)))
            })
        };
        let colours = ["as here", "dark", "light"].map(str::to_owned);
        let colours: Vec<(u32, String)> = (0..).zip(colours).collect();
        let chosen = match dark {
            None => 0,
            Some(dark) => 2 - u32::from(dark),
        };
        let coloured = ctx.link().callback(|n: u32| GraphEvent::Dark((n > 0).then_some(n == 1)));
        html! {
            <div class="codebar" role="group" aria-label="Graph settings">
                if !program {
                    { select("Steps to what it uses", "uses", &depths, settings.uses, pick(|s, n| s.uses = n)) }
                    { select("Steps to its users", "used by", &depths, settings.used_by, pick(|s, n| s.used_by = n)) }
                    { select("Nodes at most", "nodes", &limits, settings.most as u32, pick(|s, n| s.most = n as usize)) }
                    <label><input type="checkbox" checked={settings.folded} onchange={fold}/>{ "fold typedefs" }</label>
                }
                <span class="grow"></span>
                if !settings.table {
                    <button class="btn quiet" onclick={c.on(Msg::Graph(GraphMsg::Again))}>{ "Lay out again" }</button>
                }
                { select("Colours of the picture", "", &colours, chosen, coloured) }
                <button class="btn quiet" title="Save as SVG" onclick={save(false)}>{ "SVG" }</button>
                <button class="btn quiet" title="Save as PNG" onclick={save(true)}>{ "PNG" }</button>
                <button class="btn quiet" aria-pressed={settings.table.to_string()} onclick={table}>{ "table" }</button>
            </div>
        }
    }

    fn keys(&self, ctx: &Context<Self>) -> Callback<KeyboardEvent> {
        let (c, link) = (ctx.props().ctx.clone(), ctx.link().clone());
        Callback::from(move |e: KeyboardEvent| {
            if e.ctrl_key() || e.alt_key() || e.meta_key() {
                return;
            }
            let (focus, single) = {
                let session = c.session();
                (session.graph.focus, session.settings.single_keys)
            };
            let msg = match e.key().as_str() {
                "ArrowLeft" => Some(GraphMsg::Step(Way::Left)),
                "ArrowRight" => Some(GraphMsg::Step(Way::Right)),
                "ArrowUp" => Some(GraphMsg::Step(Way::Up)),
                "ArrowDown" => Some(GraphMsg::Step(Way::Down)),
                "Home" => Some(GraphMsg::Step(Way::Home)),
                "Enter" | " " => focus.map(GraphMsg::Toggle),
                "o" if single => focus.map(GraphMsg::Open),
                "+" | "=" | "-" | "0" => None,
                _ => return,
            };
            e.prevent_default();
            match msg {
                Some(msg) => c.send(Msg::Graph(msg)),
                None => link.send_message(match e.key().as_str() {
                    "-" => GraphEvent::Zoom(80),
                    "0" => GraphEvent::Fit,
                    _ => GraphEvent::Zoom(125),
                }),
            }
        })
    }

    fn svg(
        &self,
        ctx: &Context<Self>,
        drawing: &Drawing,
        name: &'static str,
        marks: &[usize],
        focus: Option<NodeKey>,
    ) -> Html {
        let link = ctx.link();
        let edges = drawing.edges.iter().enumerate().map(|(i, e)| {
            let class = classes!("edge", (!e.relation.is_solid()).then_some("dashed"), marks.contains(&i).then_some("on"));
            let path = e.line.path();
            let (at, anchor) = (e.line.label_at, if e.line.label_ends { "end" } else { "start" });
            html! {
                <g key={9u64 << 32 | i as u64} class={class} data-e={i.to_string()}>
                    <path d={path.clone()}/><path class="wide" d={path}/>
                    if !e.line.label.is_empty() {
                        <text x={at.x.to_string()} y={at.y.to_string()} text-anchor={anchor}>{ &e.line.label }<title>{ e.names.join(", ") }</title></text>
                    }
                </g>
            }
        });
        let nodes = drawing.nodes.iter().enumerate().map(|(i, n)| {
            let (w, h) = n.size;
            let (x, y) = (n.at.x - w / 2, n.at.y - h / 2);
            let expand = matches!(n.key, NodeKey::Type(_)) && (n.more > 0 || n.open) && i > 0;
            let counts = matches!(n.key, NodeKey::MoreUses(_) | NodeKey::MoreUsers(_));
            let root = i == 0 && matches!(n.key, NodeKey::Type(_));
            let class = classes!("node", n.paint.word(), (focus == Some(n.key)).then_some("on"), root.then_some("root"), counts.then_some("counts"));
            // The sign is on the side that its neighbours are added to.
            let at = if n.rank < 0 { x } else { x + w };
            let first = if n.detail.is_empty() { n.at.y + 4 } else { n.at.y - 3 };
            let fits = ((w - 22) * 20 / 151).max(4) as usize;
            html! {
                <g key={n.key.number()} class={class} data-n={i.to_string()} role="graphics-symbol" aria-roledescription="node"
                    aria-label={format!("{} {}", n.label, n.detail)}>
                    <rect x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} rx="7"/>
                    <text class="name" x={(x + 12).to_string()} y={first.to_string()}>{ view::graph::cut(&n.label, fits) }<title>{ &n.label }</title></text>
                    <text x={(x + 12).to_string()} y={(n.at.y + 13).to_string()}>{ &n.detail }</text>
                    if expand {
                        <g class="plus" data-plus={i.to_string()}>
                            <circle cx={at.to_string()} cy={n.at.y.to_string()} r="8"/>
                            <text x={at.to_string()} y={(n.at.y + 4).to_string()} text-anchor="middle">{ if n.open { "−" } else { "+" } }</text>
                        </g>
                    }
                </g>
            }
        });
        let zoom = |percent: i32| link.callback(move |_: MouseEvent| GraphEvent::Zoom(percent));
        html! {
            <div class="canvas">
            <svg ref={self.svg.clone()} class="graph" role="graphics-document" aria-label={name} tabindex="0" onkeydown={self.keys(ctx)}
                onpointerdown={link.callback(GraphEvent::Down)} onpointermove={link.callback(GraphEvent::Move)}
                onpointerup={link.callback(|_: PointerEvent| GraphEvent::Up)} onpointercancel={link.callback(|_: PointerEvent| GraphEvent::Up)}
                ondblclick={link.callback(|_: MouseEvent| GraphEvent::Twice)} onmouseover={link.callback(GraphEvent::Over)}>
                <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse"
                    orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
                <g ref={self.group.clone()}>{ for edges }{ for nodes }</g>
            </svg>
            if drawing.nodes.is_empty() { <p class="empty" role="status">{ "Drawing the graph …" }</p> }
            <div class="zoom">
                <button class="btn quiet" aria-label="Zoom out" title="Zoom out (-)" onclick={zoom(80)}>{ "−" }</button>
                <button class="btn quiet" aria-label="Zoom in" title="Zoom in (+)" onclick={zoom(125)}>{ "+" }</button>
                <button class="btn quiet" title="All of it (0)" onclick={link.callback(|_: MouseEvent| GraphEvent::Fit)}>{ "fit" }</button>
            </div>
            </div>
        }
    }
}
