//! The Tree view: the type with all nested members.

use btf::{Btf, TypeId};
use model::path::{Path, follow_target};
use model::tree::Node;
use session::{Msg, RowsMsg};
use yew::prelude::*;

use super::members::{row_keys, tag_chips};
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx, go_to, selected};

const ROW: u32 = 25;

struct NodeView<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    btf: &'a Btf,
    root: TypeId,
    nodes: &'a [Node],
    selected: &'a Path,
}

fn node_view(v: &NodeView<'_>, i: usize) -> Html {
    let Some(n) = v.nodes.get(i) else { return html! {} };
    let selected = n.path == *v.selected;
    let item = n.item(v.btf, v.root);
    let owner = item.map(|(id, _)| id);
    let hover = item.map(|(id, index)| Hover::new(id, Some(index)));
    let (enter, leave) = hover.map(|h| v.hover.on(h)).unzip();
    let over = v.hover.is_over(hover);
    let texts = n.texts(v.btf);
    let shown = v.ctx.session().settings().hex;
    let [at, in_parent, size] =
        texts.hex.map(|text| (shown && !text.is_empty()).then(|| html! { <i class="hx">{ text }</i> }));
    // Behind a pointer, offsets count from 0 again; the arrow shows this.
    let through = n.is_behind_pointer();
    let follow = follow_target(v.btf, n.type_id, n.path.is_root()).filter(|_| !texts.type_text.is_empty());
    html! {
        <div key={i} id={format!("node-{i}")} class={classes!("list-row", "trow", "tnode", over.then_some("hov"), v.ctx.in_lesson(owner, n.path.0.last()))} style={format!("height:{ROW}px")}
            role="treeitem" aria-level={(n.depth + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={n.expandable.then(|| n.expanded.to_string())}
            aria-posinset={n.position.0.to_string()} aria-setsize={n.position.1.to_string()}
            onclick={v.ctx.on(Msg::Select(n.path.clone()))} onmouseenter={enter} onmouseleave={leave}>
            <span class="c-name" style={format!("--depth:{}", n.depth)}>
                if n.expandable && !n.path.is_root() {
                    <button class="tw" tabindex="-1" aria-hidden="true"
                        onclick={v.ctx.on_and_stop(Msg::Rows(RowsMsg::ToggleNode(n.path.clone())))}>{ if n.expanded { "▾" } else { "▸" } }</button>
                } else {
                    <span class="tw"></span>
                }
                <i class={classes!("dot", texts.class)}></i>
                if n.crossing.pointers > 0 && n.expandable { <span class="arrow" title="A pointer: what is below it takes another read">{ "→" }</span> }
                <span class={classes!(n.name.is_empty().then_some("anon"))}>{ &texts.name }</span>
                if !n.path.is_root() { { tag_chips(v.ctx, v.root, &n.path) } }
            </span>
            <span class="c-off" title={if through { "from the start of what the pointer leads to" } else { "from the start of the type" }}>
                if through && !texts.offset.is_empty() { <span class="dim">{ "→ " }</span> }<b>{ &texts.offset }</b>{ at }
            </span>
            <span class="c-off dim" title="from the start of its parent"><b>{ &texts.in_parent }</b>{ in_parent }</span>
            <span class="c-size"><b>{ &texts.size }</b>{ size }</span>
            <span class="c-type" title={texts.type_text.clone()}>
                if let Some(id) = follow {
                    <button class="typelink" tabindex="-1" onclick={v.ctx.on_and_stop(go_to(id))}>{ &texts.type_text }</button>
                } else {
                    { &texts.type_text }
                }
            </span>
        </div>
    }
}

pub fn tree_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let Some(nodes) = file.tree() else { return html! {} };
    let active = nodes.iter().position(|n| n.path == selection.path);
    let count = nodes.len();
    let render = {
        let (ctx, hover, btf, nodes) = (ctx.clone(), hover.clone(), file.btf.clone(), nodes.clone());
        let (root, selected) = (selection.id, selection.path.clone());
        Callback::from(move |i| {
            node_view(&NodeView { ctx: &ctx, hover: &hover, btf: &btf, root, nodes: &nodes, selected: &selected }, i)
        })
    };
    html! {
        <div class={classes!("tblock", session.settings().hex.then_some("hexed"))}>
            <div class="thead tnode" role="presentation">
                <span class="c-name">{ "member" }</span><span class="c-off">{ "offset" }</span>
                <span class="c-off">{ "in parent" }</span><span class="c-size">{ "size" }</span><span class="c-type">{ "type" }</span>
            </div>
            <Rows count={count} height={ROW} active={active} render={render} role="tree" label="Type tree"
                active_id={active.map(|i| format!("node-{i}"))} reset={u64::from(selection.id.0)}
                onkeydown={row_keys(ctx, |x| Msg::Rows(RowsMsg::TreeStep(x)))}/>
            if count <= 1 { <p class="empty">{ "This type has nothing inside it." }</p> }
        </div>
    }
}
