//! A node and an edge as components, so that Yew does not draw unchanged nodes and edges again: when a node is
//! expanded, only that node and the added or changed nodes and edges are drawn.

use session::graph::{DrawnNode, Line, NodeKey};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NodeProps {
    pub node: DrawnNode,
    /// Whether this is the node at which the graph starts.
    pub root: bool,
    /// The focused part, if it is this node or a name in it.
    pub focused: Option<NodeKey>,
}

/// A node: a rectangle with two lines of text, and a sign to expand or collapse it. `boxed` draws a node that is a box
/// of names.
#[component]
pub fn Node(props: &NodeProps) -> Html {
    let n = &props.node;
    if n.is_box() {
        return boxed(n, props.focused);
    }
    let (w, h) = n.size;
    let (x, y) = (n.at.x - w / 2, n.at.y - h / 2);
    let is_type = matches!(n.key, NodeKey::Type(_));
    let expand = is_type && (n.more > 0 || n.open) && !props.root;
    let counts = matches!(n.key, NodeKey::MoreUses(_) | NodeKey::MoreUsers(_));
    let root = (props.root && is_type).then_some("root");
    let class = classes!("node", n.paint.word(), props.focused.map(|_| "on"), root, counts.then_some("counts"));
    // The sign is on the side on which the neighbours are.
    let at = if n.rank < 0 { x } else { x + w };
    let first = if n.detail.is_empty() { n.at.y + 4 } else { n.at.y - 3 };
    let fits = ((w - 22) * 20 / 151).max(4) as usize;
    let number = n.key.number().to_string();
    html! {
        <g class={class} data-n={number.clone()} role="graphics-symbol" aria-roledescription="node" aria-current={props.focused.map(|_| "true")}
            aria-label={format!("{} {}", n.label, n.detail)}>
            <rect x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} rx="7"/>
            <text class="name" x={(x + 12).to_string()} y={first.to_string()}>{ session::graph::cut(n.short(), fits) }<title>{ &n.label }</title></text>
            <text x={(x + 12).to_string()} y={(n.at.y + 13).to_string()}>{ &n.detail }</text>
            if expand {
                <g class="plus" data-plus={number}>
                    <circle cx={at.to_string()} cy={n.at.y.to_string()} r="8"/>
                    <text x={at.to_string()} y={(n.at.y + 4).to_string()} text-anchor="middle">{ if n.open { "−" } else { "+" } }</text>
                </g>
            }
        </g>
    }
}

/// A box: its title, how many names are in it, and the names if it is open.
fn boxed(n: &DrawnNode, focused: Option<NodeKey>) -> Html {
    let (w, h) = n.size;
    let (x, y) = (n.at.x - w / 2, n.at.y - h / 2);
    let on = focused == Some(n.key);
    let sign = if n.open { "▾" } else { "▸" };
    let state = if n.open { "open" } else { "folded" };
    let names = n.names.iter().filter(|_| n.open).map(|name| {
        let on = focused == Some(name.key);
        let (x, y) = (n.at.x + name.at.x, n.at.y + name.at.y);
        let number = name.key.number().to_string();
        let wide = name.short().chars().count() as i32 * 151 / 20 + 8;
        html! {
            <g key={number.clone()} class={classes!("name", on.then_some("on"))} data-n={number} role="graphics-symbol" aria-roledescription="name"
                aria-current={on.then_some("true")} aria-label={name.label.clone()}>
                <rect x={(x - 4).to_string()} y={(y - 9).to_string()} width={wide.to_string()} height="18" rx="3"/>
                <text x={x.to_string()} y={(y + 4).to_string()}>{ name.short() }<title>{ &name.label }</title></text>
            </g>
        }
    });
    html! {
        <g class={classes!("box", n.paint.word(), focused.map(|_| "in"), on.then_some("on"))} data-n={n.key.number().to_string()} role="graphics-symbol"
            aria-roledescription="box" aria-current={on.then_some("true")} aria-label={format!("{}, {}, {state}", n.label, n.detail)}>
            <rect class="frame" x={x.to_string()} y={y.to_string()} width={w.to_string()} height={h.to_string()} rx="5"/>
            <text class="title" x={(x + 9).to_string()} y={(y + 18).to_string()}><tspan class="sign">{ sign }</tspan>{ " " }{ &n.label }<title>{ &n.label }</title></text>
            <text class="number" x={(x + w - 10).to_string()} y={(y + 18).to_string()} text-anchor="end">{ &n.detail }</text>
            { for names }
        </g>
    }
}

#[derive(Properties, PartialEq)]
pub struct EdgeProps {
    /// The edge's id, by which a mouse event finds it.
    pub id: String,
    pub line: Line,
    /// The names of all members that the edge stands for.
    pub names: Vec<String>,
    /// Whether the line is solid and not dashed.
    pub solid: bool,
    /// Declaration tags of the members: `ptr: rw`.
    pub tags: Vec<String>,
    /// Whether the edge stands for the selected member.
    pub marked: bool,
}

/// An edge: its line, a wider invisible line for the mouse, and its label.
#[component]
pub fn Edge(props: &EdgeProps) -> Html {
    let line = &props.line;
    let class = classes!("edge", (!props.solid).then_some("dashed"), props.marked.then_some("on"));
    let path = line.path();
    let title = props.names.iter().chain(&props.tags).cloned().collect::<Vec<_>>().join(", ");
    let (at, anchor) = (line.label_at, if line.label_ends { "end" } else { "start" });
    html! {
        <g class={class} data-e={props.id.clone()}>
            <path d={path.clone()}/><path class="wide" d={path}/>
            if !line.label.is_empty() {
                <text x={at.x.to_string()} y={at.y.to_string()} text-anchor={anchor}>{ &line.label }<title>{ title }</title></text>
            }
        </g>
    }
}
