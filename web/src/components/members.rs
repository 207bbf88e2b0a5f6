//! The table of a type: members and holes, enumerators, parameters, or variables.

use btf::{Btf, TypeId};
use model::path::Path;
use model::table::{Cells, Nothing, RowForm, Table, TableKind};
use model::tags::{Tag, tags_at, widest_with_tags};
use session::commands::Command;
use session::{History, Msg, RowsMsg, SettingsMsg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys;
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx};

const ROW: u32 = 25;

/// The keys of this table. The tree uses them as well.
pub fn row_keys(ctx: &Ctx, step: impl Fn(i64) -> Msg + 'static) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, move |ctx, key, delta| {
        ctx.send(match (key, delta) {
            ("ArrowRight", _) => Msg::Rows(RowsMsg::Enter),
            ("ArrowLeft", _) => Msg::Rows(RowsMsg::Leave),
            ("Enter", _) => Msg::Command(Command::Follow),
            (_, Some(delta)) => step(delta),
            _ => return false,
        });
        true
    })
}

struct RowView<'a> {
    ctx: &'a Ctx,
    hover: &'a HoverCtx,
    btf: &'a Btf,
    root: TypeId,
    table: &'a Table,
    selected: Option<usize>,
}

fn row_view(v: &RowView<'_>, i: usize) -> Html {
    let Some(row) = v.table.rows.get(i) else { return html! {} };
    let cells = v.table.cells(v.btf, row);
    let item = matches!(row.form, RowForm::Item | RowForm::Element(_));
    let selected = v.selected == Some(i);
    // The other panes identify a member by the struct that directly contains it.
    let hover = cells.owner.zip(row.path.0.last()).map(|(id, &n)| Hover::new(id, Some(n)));
    let (enter, leave) = hover.map(|h| v.hover.on(h)).unzip();
    let over = v.hover.is_over(hover);
    let select = item.then(|| v.ctx.on(Msg::Select(row.path.clone())));
    let path = &row.path;
    let toggle = {
        let (ctx, path) = (v.ctx.clone(), path.clone());
        Callback::from(move |e: MouseEvent| {
            e.stop_propagation();
            ctx.send(Msg::Rows(RowsMsg::ToggleRow(path.clone())));
        })
    };
    let follow = cells.target.map(|id| {
        v.ctx.with(move |ctx, e: MouseEvent| {
            e.stop_propagation();
            ctx.send(Msg::GoTo(id, Path::root(), History::Push));
        })
    });
    let double = cells.target.map(|id| v.ctx.on(Msg::GoTo(id, Path::root(), History::Push)));
    let type_cell = type_link(&cells, follow);
    let hex = |text: String| v.ctx.session().settings().hex.then(|| html! { <i class="hx">{ text }</i> });
    let value = cells.value.as_ref().map(|(decimal, hex)| {
        html! { <><span class="c-val" role="gridcell">{ decimal }</span><span class="c-hex" role="gridcell">{ hex }</span></> }
    });
    let indent = format!("--depth:{}", row.depth);
    let lesson = v.ctx.in_lesson(cells.owner, row.path.0.last());
    html! {
        <div key={i} id={format!("member-{i}")} class={classes!("list-row", "trow", (!item).then_some("gap"), over.then_some("hov"), lesson)}
            style={format!("height:{ROW}px")} data-mark={over.then_some("hov")} role="row" aria-label={cells.name.clone()} aria-level={(row.depth + 1).to_string()}
            aria-rowindex={(i + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={row.expandable.then(|| row.expanded.to_string())}
            onclick={select} ondblclick={double} onmouseenter={enter} onmouseleave={leave}>
            if let Some(value) = value {
                <span class="c-name" role="gridcell"><i class={classes!("dot", cells.class)}></i>{ &cells.name }</span>{ value }
            } else {
                <span class="c-tw" role="gridcell" aria-hidden={(!row.expandable).then_some("true")}>
                    if row.expandable {
                        <button tabindex="-1" onclick={toggle} aria-label={if row.expanded { "Collapse" } else { "Expand" }}>
                            { if row.expanded { "▾" } else { "▸" } }</button>
                    }
                </span>
                if v.table.kind.has_offsets() {
                    <span class="c-off" role="gridcell"><b>{ row.offset_text() }</b>{ hex(row.offset_hex()) }</span>
                }
                <span class="c-size" role="gridcell"><b>{ row.size_text() }</b>{ hex(row.size_hex()) }</span>
                <span class="c-type halves" role="gridcell" style={indent} title={cells.type_text.clone()}>
                    if item { <i class={classes!("dot", cells.class)}></i> }{ type_cell }
                </span>
                <span class="c-name" role="gridcell" title={cells.name.clone()}>{ &cells.name }
                    if item { { tag_chips(v.ctx, v.root, &row.path) } }</span>
            }
        </div>
    }
}

/// A type in a cell. When it is too long, the middle is cut, so that what follows the name (`*`, `[16]`) stays visible.
fn type_link(cells: &Cells, follow: Option<Callback<MouseEvent>>) -> Html {
    let (head, tail) = cells.type_halves();
    let tail = (!tail.is_empty()).then(|| html! { <span class="tail">{ tail }</span> });
    let text = html! { <><span class="cut">{ head }</span>{ tail }</> };
    match follow {
        Some(follow) => html! {
            <button class="typelink" tabindex="-1" aria-label={cells.type_text.clone()} onclick={follow}>{ text }</button>
        },
        None => html! { <span class="typelink">{ text }</span> },
    }
}

fn head(kind: TableKind) -> Html {
    if kind == TableKind::Values {
        return html! { <div class="thead" role="presentation"><span class="c-name">{ kind.item() }</span>
        <span class="c-val">{ "value" }</span><span class="c-hex">{ "hex" }</span></div> };
    }
    html! {
        <div class="thead" role="presentation">
            <span class="c-tw"></span>
            if kind.has_offsets() { <span class="c-off">{ "offset" }</span> }
            <span class="c-size">{ "size" }</span><span class="c-type">{ "type" }</span><span class="c-name">{ kind.item() }</span>
        </div>
    }
}

/// Why there is no table, and a link to the type to look at instead.
fn empty(ctx: &Ctx, btf: &Btf, nothing: &Nothing) -> Html {
    html! {
        <p class="prose">{ &nothing.text }
            if let Some(id) = nothing.to {
                <button class="link mono" onclick={ctx.on(Msg::GoTo(id, Path::root(), History::Push))}>{ dump::type_name(btf, id) }</button>
            }
        </p>
    }
}

/// The declaration tags of a member or parameter, as chips behind its name.
pub fn tag_chips(ctx: &Ctx, root: TypeId, path: &Path) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let chip = |tag: &Tag| {
        let class = classes!("tagchip", tag.is_attribute.then_some("attribute"));
        html! { <span class={class} title={tag.title()}>{ tag.text() }</span> }
    };
    let tags = tags_at(&file.btf, file.tags(), root, path);
    html! { { for tags.iter().map(chip) } }
}

pub fn members(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?))) else {
        return html! {};
    };
    let Some(table) = file.table() else { return html! {} };
    if let Some(nothing) = &table.nothing {
        return empty(ctx, &file.btf, nothing);
    }
    let active = file.active_row(&table);
    let render = {
        let (ctx, hover, btf, table) = (ctx.clone(), hover.clone(), file.btf.clone(), table.clone());
        let root = selection.id;
        Callback::from(move |i| {
            row_view(&RowView { ctx: &ctx, hover: &hover, btf: &btf, root, table: &table, selected: active }, i)
        })
    };
    let returns = table.returns(&file.btf);
    let names = table.widths.names.max(widest_with_tags(&file.btf, file.tags(), selection.id, &table));
    html! {
        <div class={classes!("tblock", "fitted", session.settings().hex.then_some("hexed"))}
            style={format!("--types:{};--names:{}", table.widths.types, names)}>
            { head(table.kind) }
            <Rows count={table.rows.len()} height={ROW} active={active} render={render} role="treegrid" label={table.kind.title()}
                active_id={active.map(|i| format!("member-{i}"))} columns={4}
                reset={u64::from(selection.id.0)} onkeydown={row_keys(ctx, |x| Msg::Rows(RowsMsg::TableStep(x)))}/>
            if let Some(id) = returns {
                <div class="thead returns"><span>{ "returns" }</span>{ " " }
                    if id.is_void() { <span>{ "void" }</span> } else {
                        <button class="link mono" onclick={ctx.on(Msg::GoTo(id, Path::root(), History::Push))}>{ dump::type_name(&file.btf, id) }</button>
                    }
                </div>
            }
        </div>
    }
}

/// The switch for hexadecimal offsets and sizes.
pub fn hex_toggle(ctx: &Ctx) -> Html {
    let hex = ctx.session().settings().hex;
    html! {
        <label title="Show offsets and sizes in hexadecimal, too (x)"><input type="checkbox" checked={hex}
            onchange={ctx.on(Msg::Settings(SettingsMsg::Hex(!hex)))}/>{ "hex" }</label>
    }
}
