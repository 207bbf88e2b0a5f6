//! Tree: the type all the way down, and what the way to the selected node means.

use btf::{Btf, TypeId};
use model::access::{Access, access};
use model::path::follow_target;
use model::path::{Path, walk};
use model::relocations::probe::ProbeRow;
use model::tree::Node;
use model::words::{bits_text, offset_text, type_class};
use session::commands::Command;
use session::shot::Shot;
use session::{CoreMsg, Msg, Probed, Way};
use yew::prelude::*;

use super::members::row_keys;
use super::pictures::pictures;
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx};

const ROW: u32 = 25;

struct NodeView<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    btf: &'a Btf,
    root: TypeId,
    nodes: &'a [Node],
    selected: &'a Path,
}

fn stop(ctx: &Ctx, msg: Msg) -> Callback<MouseEvent> {
    let ctx = ctx.clone();
    Callback::from(move |e: MouseEvent| {
        e.stop_propagation();
        ctx.send(msg.clone());
    })
}

fn node_view(v: &NodeView<'_>, i: usize) -> Html {
    let Some(n) = v.nodes.get(i) else { return html! {} };
    let selected = n.path == *v.selected;
    let owner = walk(v.btf, v.root, &n.path).and_then(|s| Some(s.last()?.parent.id()));
    let hover = owner.zip(n.path.0.last()).map(|(id, &k)| Hover { id, item: Some(k) });
    let (enter, leave) = hover.map(|h| v.hover.on(h)).unzip();
    let over = hover.is_some() && v.hover.over == hover;
    let type_text = match (n.value, n.path.is_root()) {
        (Some(_), _) => String::new(),
        (None, true) => String::new(),
        (None, false) => dump::type_name(v.btf, n.type_id),
    };
    let type_text = match n.bitfield {
        Some(bits) => format!("{type_text} : {bits}"),
        None => type_text,
    };
    let class = match (n.value, n.bitfield) {
        (Some(_), _) => "enum",
        (_, Some(_)) => "bit",
        _ => type_class(v.btf, n.type_id),
    };
    let name = match (n.path.is_root(), n.name.as_str()) {
        (true, _) => dump::type_name(v.btf, n.type_id),
        (false, "") => "(anonymous)".into(),
        (false, name) => name.to_string(),
    };
    let offset = n.offset.map(|o| offset_text(o, n.bitfield.is_some())).unwrap_or_default();
    let inner = n
        .offset_in_parent
        .filter(|p| Some(*p) != n.offset)
        .map(|p| format!("+{}", offset_text(p, n.bitfield.is_some())));
    let size = match (n.value, n.bitfield, n.size) {
        (Some(value), ..) => value.to_string(),
        (_, Some(bits), _) => bits_text(bits.into()),
        (_, _, Some(size)) => size.to_string(),
        _ => String::new(),
    };
    // Through a pointer offsets count anew: the arrow says so.
    let through = n.pointers > 0 && !n.path.is_root();
    let follow = follow_target(v.btf, n.type_id, n.path.is_root()).filter(|_| !type_text.is_empty());
    html! {
        <div key={i} id={format!("node-{i}")} class={classes!("trow", "tnode", over.then_some("hov"), v.ctx.in_lesson(owner, n.path.0.last()))} style={format!("height:{ROW}px")}
            role="treeitem" aria-level={(n.depth + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={n.expandable.then(|| n.expanded.to_string())}
            aria-posinset={n.position.0.to_string()} aria-setsize={n.position.1.to_string()}
            onclick={v.ctx.on(Msg::Select(n.path.clone()))} onmouseenter={enter} onmouseleave={leave}>
            <span class="c-name" style={format!("padding-left:{}px", n.depth * 16)}>
                if n.expandable && !n.path.is_root() {
                    <button class="tw" tabindex="-1" aria-hidden="true"
                        onclick={stop(v.ctx, Msg::ToggleNode(n.path.clone()))}>{ if n.expanded { "▾" } else { "▸" } }</button>
                } else {
                    <span class="tw"></span>
                }
                <i class={classes!("dot", class)}></i>
                if n.crossing.pointers > 0 && n.expandable { <span class="arrow" title="A pointer: what is below is read anew">{ "→" }</span> }
                <span class={classes!(n.name.is_empty().then_some("anon"))}>{ name }</span>
            </span>
            <span class="c-off" title={if through { "from the start of what the pointer leads to" } else { "from the start of the type" }}>
                if through && !offset.is_empty() { <span class="dim">{ "→ " }</span> }{ offset }
            </span>
            <span class="c-off dim" title="from the start of its parent">{ inner.unwrap_or_default() }</span>
            <span class="c-size">{ size }</span>
            <span class="c-type" title={type_text.clone()}>
                if let Some(id) = follow {
                    <button class="typelink" tabindex="-1" onclick={stop(v.ctx, Msg::GoTo(id, Path::root(), Way::Push))}>{ &type_text }</button>
                } else {
                    { &type_text }
                }
            </span>
        </div>
    }
}

fn copy(ctx: &Ctx, text: &str, what: &str) -> Html {
    html! {
        <button class="mini" onclick={ctx.on(Msg::Copy(text.to_string(), format!("Copied the {what}")))}
            aria-label={format!("Copy the {what}")}>{ "copy" }</button>
    }
}

/// What the access would be on each kernel.
fn probed(ctx: &Ctx, p: &Probed) -> Html {
    let Some(probe) = &p.answer else { return html! {} };
    let row = |r: &ProbeRow| {
        let name = match (r.kernel.and_then(|at| p.answered.as_ref()?.on.kernels.get(at)), &r.there) {
            (Some(&file), Some((id, path))) => html! {
                <button class="link" title={format!("Show it in the Tree of {}", r.name)}
                    onclick={ctx.on(Msg::Core(CoreMsg::Tree(file, *id, path.clone())))}>{ &r.name }</button>
            },
            _ => html! { { &r.name } },
        };
        html! {
            <>
                <tr><td>{ name }</td>{ for r.values.iter().map(|v| html! { <td class="num">{ v }</td> }) }</tr>
                if !r.why.is_empty() {
                    <tr class="because"><td colspan={(r.values.len() + 1).to_string()}>
                        if r.fails { <span class="bad">{ "✗ " }</span> }{ &r.why }
                    </td></tr>
                }
            </>
        }
    };
    html! {
        <>
            <dt class="top">{ "CO-RE" }</dt>
            <dd class={classes!("probe", (!p.is_current()).then_some("stale"))}><div>
                <table class="plain" aria-label="CO-RE access" aria-busy={(!p.is_current()).to_string()}>
                    <thead><tr><th scope="col">{ "on" }</th>{ for probe.columns.iter().map(|c| html! { <th scope="col" class="num">{ c }</th> }) }</tr></thead>
                    <tbody>{ for probe.rows.iter().map(row) }</tbody>
                </table>
                <p class="dim">{ &probe.needs }</p>
            </div></dd>
        </>
    }
}

fn access_view(ctx: &Ctx, a: &Access, p: Option<&Probed>) -> Html {
    let many = a.reads.len() > 1;
    html! {
        <div class="access" role="region" aria-label="Access path">
            <dl class="kv">
                <dt>{ "C" }</dt><dd><span>{ &a.expression }</span>{ copy(ctx, &a.expression, "expression") }
                    <button class="mini" title="Where this field lies in each open file (f)" onclick={ctx.on(Msg::Command(Command::Fields))}>{ "in all files" }</button></dd>
                { for a.reads.iter().enumerate().map(|(i, r)| html! {
                    <>
                        <dt>{ if many { format!("read {}", i + 1) } else { "access string".to_string() } }</dt>
                        <dd><span><b>{ &r.access }</b><i>{ format!("  on {}", r.root_name) }
                            { r.offset.map(|o| format!(" · byte {o}")).unwrap_or_default() }
                            { if i > 0 { " · a new read: the pointer before it is followed" } else { "" } }</i></span>
                            { copy(ctx, &r.access, "access string") }</dd>
                    </>
                }) }
                { for p.map(|p| probed(ctx, p)) }
                <dt>{ "BPF" }</dt><dd><pre class="snip">{ &a.snippet }</pre>{ copy(ctx, &a.snippet, "snippet") }</dd>
            </dl>
        </div>
    }
}

/// The Tree view.
pub fn tree_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?))) else {
        return html! {};
    };
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
    let access = access(&file.btf, selection.id, &selection.path);
    html! {
        <div class="tblock">
            <div class="corner">{ pictures(ctx, Shot::View) }</div>
            <div class="thead tnode" role="presentation">
                <span class="c-name">{ "member" }</span><span class="c-off">{ "offset" }</span>
                <span class="c-off">{ "in parent" }</span><span class="c-size">{ "size" }</span><span class="c-type">{ "type" }</span>
            </div>
            <Rows count={count} height={ROW} active={active} render={render} role="tree" label="Type tree"
                active_id={active.map(|i| format!("node-{i}"))} reset={u64::from(selection.id.0)}
                onkeydown={row_keys(ctx, 12, Msg::TreeStep)}/>
            if let Some(access) = access {
                { access_view(ctx, &access, session.probed.as_ref()) }
            } else if count > 1 {
                <div class="access dim">{ "Select a member: its C expression, CO-RE access string and a snippet to read it stand here." }</div>
            } else {
                <div class="access dim">{ "This type has nothing inside it." }</div>
            }
        </div>
    }
}
