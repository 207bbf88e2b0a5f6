//! The table of a type: members with holes, enumerators, parameters, variables.

use btf::Btf;
use model::path::follow_target;
use model::path::{Path, walk};
use model::table::{Row, RowForm, Table, TableKind};
use model::words::type_class;
use session::commands::Command;
use session::{Msg, Way};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys;
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx};

const ROW: u32 = 25;

/// The keys of the table; the tree has the same.
pub fn row_keys(ctx: &Ctx, page: i64, step: impl Fn(i64) -> Msg + 'static) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, page, move |ctx, key, delta| {
        ctx.send(match (key, delta) {
            ("ArrowRight", _) => Msg::Enter,
            ("ArrowLeft", _) => Msg::Leave,
            ("Enter", _) => Msg::Command(Command::Follow),
            (_, Some(delta)) => step(delta),
            _ => return false,
        });
        true
    })
}

/// What a row says.
struct Texts {
    name: String,
    type_text: String,
    class: &'static str,
    target: Option<btf::TypeId>,
}

fn texts(btf: &Btf, of: btf::TypeId, row: &Row) -> Texts {
    if row.form != RowForm::Item {
        let name = match row.form {
            RowForm::Hole => "hole",
            RowForm::BitHole => "bit hole",
            RowForm::Padding => "padding",
            _ => "bit padding",
        };
        return Texts { name: name.into(), type_text: String::new(), class: "hole", target: None };
    }
    let steps = walk(btf, of, &row.path).unwrap_or_default();
    let item = steps.last().map(|s| s.item);
    let name = item.map(|i| i.name).unwrap_or_default().to_string();
    let mut type_text = dump::type_name(btf, row.type_id);
    let class = match row.bitfield {
        true => {
            type_text.push_str(&format!(" : {}", row.bits.unwrap_or(0)));
            "bit"
        }
        false => type_class(btf, row.type_id),
    };
    Texts { name, type_text, class, target: follow_target(btf, row.type_id, false) }
}

struct RowView<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    btf: &'a Btf,
    table: &'a Table,
    selected: Option<usize>,
}

fn row_view(v: &RowView<'_>, i: usize) -> Html {
    let Some(row) = v.table.rows.get(i) else { return html! {} };
    let t = texts(v.btf, v.table.of, row);
    let item = row.form == RowForm::Item;
    let selected = v.selected == Some(i);
    let parent = row.path.parent().unwrap_or_default();
    // The struct that has the row's member: what bytes and map know it by.
    let owner = match parent.is_root() {
        true => Some(v.table.of),
        false => walk(v.btf, v.table.of, &row.path).and_then(|s| Some(s.last()?.parent.id())),
    };
    let hover = owner.zip(row.path.0.last()).map(|(id, &n)| Hover { id, item: Some(n) }).filter(|_| item);
    let (enter, leave) = hover.map(|h| v.hover.on(h)).unzip();
    let over = hover.is_some() && v.hover.over == hover;
    let select = item.then(|| v.ctx.on(Msg::Select(row.path.clone())));
    let path = &row.path;
    let toggle = {
        let (ctx, path) = (v.ctx.clone(), path.clone());
        Callback::from(move |e: MouseEvent| {
            e.stop_propagation();
            ctx.send(Msg::ToggleRow(path.clone()));
        })
    };
    let follow = t.target.map(|id| {
        let ctx = v.ctx.clone();
        Callback::from(move |e: MouseEvent| {
            e.stop_propagation();
            ctx.send(Msg::GoTo(id, Path::root(), Way::Push));
        })
    });
    let double = t.target.map(|id| v.ctx.on(Msg::GoTo(id, Path::root(), Way::Push)));
    let name = match (t.name.as_str(), item) {
        ("", true) => "(anonymous)".to_string(),
        (name, _) => name.to_string(),
    };
    let type_cell = match follow {
        Some(follow) => html! { <button class="typelink" tabindex="-1" onclick={follow}>{ &t.type_text }</button> },
        None => html! { { &t.type_text } },
    };
    let value = row.value.map(|value| {
        let hex = if value < 0 { format!("-{:#x}", -value) } else { format!("{value:#x}") };
        html! { <><span class="c-val" role="gridcell">{ value.to_string() }</span><span class="c-hex" role="gridcell">{ hex }</span></> }
    });
    let indent = format!("padding-left:{}px", row.depth * 16);
    let lesson = v.ctx.in_lesson(owner.filter(|_| item), row.path.0.last());
    html! {
        <div key={i} id={format!("member-{i}")} class={classes!("trow", (!item).then_some("gap"), over.then_some("hov"), lesson)}
            style={format!("height:{ROW}px")} role="row" aria-label={name.clone()} aria-level={(row.depth + 1).to_string()}
            aria-rowindex={(i + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={row.expandable.then(|| row.expanded.to_string())}
            onclick={select} ondblclick={double} onmouseenter={enter} onmouseleave={leave}>
            if let Some(value) = value {
                <span class="c-name" role="gridcell"><i class="dot enum"></i>{ name }</span>{ value }
            } else {
                <span class="c-tw" role="gridcell" aria-hidden={(!row.expandable).then_some("true")}>
                    if row.expandable {
                        <button tabindex="-1" onclick={toggle} aria-label={if row.expanded { "Collapse" } else { "Expand" }}>
                            { if row.expanded { "▾" } else { "▸" } }</button>
                    }
                </span>
                if v.table.kind != TableKind::Parameters {
                    <span class="c-off" role="gridcell">{ row.offset_text() }</span>
                }
                <span class="c-size" role="gridcell">{ row.size_text() }</span>
                <span class="c-type" role="gridcell" style={indent} title={t.type_text.clone()}>
                    if item { <i class={classes!("dot", t.class)}></i> }{ type_cell }
                </span>
                <span class="c-name" role="gridcell">{ name }</span>
            }
        </div>
    }
}

fn head(kind: TableKind) -> Html {
    let (first, last) = match kind {
        TableKind::Values => {
            return html! { <div class="thead" role="presentation"><span class="c-name">{ "enumerator" }</span>
            <span class="c-val">{ "value" }</span><span class="c-hex">{ "hex" }</span></div> };
        }
        TableKind::Parameters => (None, "parameter"),
        TableKind::Variables => (Some("offset"), "variable"),
        _ => (Some("offset"), "member"),
    };
    html! {
        <div class="thead" role="presentation">
            <span class="c-tw"></span>
            if let Some(first) = first { <span class="c-off">{ first }</span> }
            <span class="c-size">{ "size" }</span><span class="c-type">{ "type" }</span><span class="c-name">{ last }</span>
        </div>
    }
}

/// Why there is no table, and where to go instead.
fn nothing(ctx: &Ctx, btf: &Btf, id: btf::TypeId) -> Html {
    let Some(t) = btf.get(btf.resolve(id)) else {
        return html! { <p class="prose">{ "void: nothing is known of what it stands for." }</p> };
    };
    let full = |kind: btf::Kind| btf.all_types().find(|o| o.kind() == kind && o.name() == t.name()).map(|o| o.id());
    let (text, link) = match t.kind() {
        btf::Kind::Fwd => {
            let word = if t.kind_flag() { btf::Kind::Union } else { btf::Kind::Struct };
            match full(word) {
                Some(id) => (
                    "A forward declaration: its members are not told here. The type itself is in this file too: "
                        .into(),
                    Some(id),
                ),
                None => ("A forward declaration: this file does not tell its members or its size.".to_string(), None),
            }
        }
        btf::Kind::Struct | btf::Kind::Union => ("It has no members, and takes no room.".into(), None),
        btf::Kind::Int => ("An integer. It has no members; the Record view shows its encoding word.".into(), None),
        btf::Kind::Float => ("A floating-point number. It has no members.".into(), None),
        btf::Kind::Ptr => ("A pointer leads to: ".into(), follow_target(btf, t.id(), true)),
        btf::Kind::Array => ("An array's elements are of type: ".into(), follow_target(btf, t.id(), true)),
        btf::Kind::Enum | btf::Kind::Enum64 => ("It has no enumerators here.".into(), None),
        btf::Kind::FuncProto => ("It takes no parameters.".into(), None),
        btf::Kind::DataSec => ("No variables are listed in this section.".into(), None),
        btf::Kind::Unknown(n) => (
            format!(
                "Kind {n} is newer than this page. The layout section tells the size of its record, so \
            that all other ids stay right; the bytes are on the right."
            ),
            None,
        ),
        _ => ("It has no members.".into(), None),
    };
    html! {
        <p class="prose">{ text }
            if let Some(id) = link {
                <button class="link mono" onclick={ctx.on(Msg::GoTo(id, Path::root(), Way::Push))}>{ dump::type_name(btf, id) }</button>
            }
        </p>
    }
}

/// The table.
pub fn members(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?))) else {
        return html! {};
    };
    let Some(table) = file.table() else { return html! {} };
    if table.rows.is_empty() {
        return nothing(ctx, &file.btf, selection.id);
    }
    let active = table.find(&selection.path);
    let render = {
        let (ctx, hover, btf, table) = (ctx.clone(), hover.clone(), file.btf.clone(), table.clone());
        Callback::from(move |i| {
            row_view(&RowView { ctx: &ctx, hover: &hover, btf: &btf, table: &table, selected: active }, i)
        })
    };
    let returns = file.btf.get(table.of).filter(|t| t.kind() == btf::Kind::FuncProto).and_then(|t| t.type_ref());
    let label = match table.kind {
        TableKind::Values => "Enumerators",
        TableKind::Parameters => "Parameters",
        TableKind::Variables => "Variables",
        _ => "Members",
    };
    html! {
        <div class="tblock">
            { head(table.kind) }
            <Rows count={table.rows.len()} height={ROW} active={active} render={render} role="treegrid" label={label}
                active_id={active.map(|i| format!("member-{i}"))} columns={4}
                reset={u64::from(selection.id.0)} onkeydown={row_keys(ctx, 12, Msg::TableStep)}/>
            if let Some(id) = returns {
                <div class="thead">{ "returns " }
                    if id.is_void() { { "void" } } else {
                        <button class="link mono" onclick={ctx.on(Msg::GoTo(id, Path::root(), Way::Push))}>{ dump::type_name(&file.btf, id) }</button>
                    }
                </div>
            }
        </div>
    }
}
