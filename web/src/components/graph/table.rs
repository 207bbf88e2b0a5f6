//! The edges of the graph as a table, for screen readers and for copying.

use session::Msg;
use session::graph::{Drawing, DrawnNode, GraphMsg, NodeKey};
use yew::prelude::*;

use crate::ctx::Ctx;

fn cell(ctx: &Ctx, node: Option<&DrawnNode>) -> Html {
    let Some(node) = node else { return html! {} };
    let (open, toggle) = (GraphMsg::Open(node.key), GraphMsg::Toggle(node.key));
    let expand = matches!(node.key, NodeKey::Type(_)) && (node.open || node.more > 0);
    let (sign, what) = if node.open { ("−", "Collapse") } else { ("+", "Expand") };
    html! {
        <>
            <button class="link" onclick={ctx.on(Msg::Graph(open))}>{ &node.label }</button>
            { " " }<span class="dim">{ &node.detail }</span>
            if expand {
                { " " }<button class="mini" aria-label={format!("{what} {}", node.label)} onclick={ctx.on(Msg::Graph(toggle))}>{ sign }</button>
            }
        </>
    }
}

/// The table, one edge in each row: the first node, the relation, the second node, the members.
pub(super) fn graph_table(ctx: &Ctx, drawing: &Drawing, name: &'static str, marked: &[usize]) -> Html {
    let rows = drawing.edges.iter().enumerate().map(|(i, e)| {
        let node = |at: usize| cell(ctx, drawing.nodes.get(at));
        html! {
            <tr key={i} aria-selected={marked.contains(&i).to_string()}>
                <td>{ node(e.from) }</td><td>{ e.relation.words() }</td><td>{ node(e.to) }</td><td class="value">{ e.names.iter().chain(&e.tags).cloned().collect::<Vec<_>>().join(", ") }</td>
            </tr>
        }
    });
    let head = ["from", "how", "to", "by"];
    html! {
        <div class="program" tabindex="0" role="region" aria-label={format!("{name} as a table")}>
            if drawing.edges.is_empty() { <p class="dim">{ "There are no edges to list." }</p> } else {
                <table class="plain" aria-label={name}>
                    <thead><tr>{ for head.iter().map(|h| html! { <th scope="col">{ h }</th> }) }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
        </div>
    }
}
