//! The graph as SVG.

use session::graph::{Drawing, DrawnEdge, NodeKey};
use web_sys::PointerEvent;
use yew::prelude::*;

use super::parts::{Edge, Node};
use super::{Graph, GraphEvent};

/// An id of an edge, made of both nodes and the relation. It stays the same when other edges are added or removed. It
/// is unique, because two nodes have at most one edge of each relation.
pub(super) fn edge_id(drawing: &Drawing, edge: &DrawnEdge) -> String {
    let number = |at: usize| drawing.nodes.get(at).map_or(0, |n| n.key.number());
    format!("{}-{}-{}", number(edge.from), number(edge.to), edge.relation.words())
}

impl Graph {
    /// The SVG. `marks` are the indices of the edges for the selected member.
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
            let id = edge_id(drawing, e);
            html! {
                <Edge key={id.clone()} id={id.clone()} line={e.line.clone()} names={e.names.clone()} tags={e.tags.clone()} solid={e.relation.is_solid()} marked={marks.contains(&i)}/>
            }
        });
        let nodes = drawing.nodes.iter().enumerate().map(|(i, n)| {
            html! { <Node key={n.key.number()} node={n.clone()} root={i == 0} focused={focus.filter(|&key| n.key == key || n.names.iter().any(|name| name.key == key))}/> }
        });
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
            { self.sight.map(ctx, drawing) }
            if drawing.nodes.is_empty() { <p class="empty" role="status">{ "Drawing the graph …" }</p> }
            </div>
        }
    }
}
