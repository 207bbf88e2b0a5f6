//! Nodes and edges as SVG.

use session::graph::{Drawing, NodeKey};
use web_sys::PointerEvent;
use yew::prelude::*;

use super::{Graph, GraphEvent};

impl Graph {
    /// The whole; `marks` are the edges of the selected member.
    pub(super) fn svg(
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
                <g key={n.key.number()} class={class} data-n={i.to_string()} role="graphics-symbol" aria-roledescription="node" aria-current={(focus == Some(n.key)).then_some("true")}
                    aria-label={format!("{} {}", n.label, n.detail)}>
                    <rect x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} rx="7"/>
                    <text class="name" x={(x + 12).to_string()} y={first.to_string()}>{ session::graph::cut(&n.label, fits) }<title>{ &n.label }</title></text>
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
            <svg ref={self.sight.svg.clone()} class="graph" role="graphics-document" aria-label={name} tabindex="0" onkeydown={self.keys(ctx)}
                onpointerdown={link.callback(GraphEvent::Down)} onpointermove={link.callback(GraphEvent::Move)}
                onpointerup={link.callback(|_: PointerEvent| GraphEvent::Up)} onpointercancel={link.callback(|_: PointerEvent| GraphEvent::Up)}
                ondblclick={link.callback(|_: MouseEvent| GraphEvent::Twice)} onmouseover={link.callback(GraphEvent::Over)}>
                <defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse"
                    orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker></defs>
                <g ref={self.sight.group.clone()}>{ for edges }{ for nodes }</g>
            </svg>
            if drawing.nodes.is_empty() { <p class="empty" role="status">{ "Drawing the graph …" }</p> }
            <div class="zoom">
                <button class="btn quiet" aria-label="Zoom out" title="Zoom out (-)" onclick={zoom(80)}>{ "−" }</button>
                <button class="btn quiet" aria-label="Zoom in" title="Zoom in (+)" onclick={zoom(125)}>{ "+" }</button>
                <button class="btn quiet" title="All of it, or as large as can be read (0)" onclick={link.callback(|_: MouseEvent| GraphEvent::Fit)}>{ "fit" }</button>
            </div>
            </div>
        }
    }
}
