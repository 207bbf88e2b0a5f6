//! The table of a type: members and holes, enumerators, parameters, or variables.

use std::rc::Rc;

use btf::{Btf, TypeId};
use model::path::Path;
use model::table::{Cells, Nothing, RowForm, Table, TableKind};
use model::tags::{Tag, tags_at, widest_with_tags};
use session::commands::Command;
use session::{Msg, RowsMsg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys;
use super::rows::Rows;
use super::scope_row::scope_words;
use super::scrub::Scrub;
use crate::ctx::{Ctx, Hover, HoverCtx, go_to, selected};

const ROW: u32 = 25;

/// The keys of this table. The tree uses them as well.
pub fn row_keys(ctx: &Ctx, step: impl Fn(i64) -> Msg + 'static) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, move |ctx, key, delta| {
        ctx.send(match (key, delta) {
            ("ArrowRight", _) => Msg::Rows(RowsMsg::Enter),
            ("ArrowLeft", _) => Msg::Rows(RowsMsg::Leave),
            ("Enter", _) => Msg::Command(Command::Follow),
            (" ", _) => Msg::Rows(RowsMsg::NextAlternative),
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

impl RowView<'_> {
    /// Whether this member can be dragged to another place, because it is declared in the scratch pad.
    fn scrubs(&self, of: TypeId, member: u32) -> bool {
        let session = self.ctx.session();
        self.table.kind == TableKind::Members && session.pad_file().is_some() && session.pad().declares(of, member)
    }
}

fn row_view(v: &RowView<'_>, i: usize) -> Html {
    let Some(row) = v.table.rows.get(i) else { return html! {} };
    let cells = v.table.cells(v.btf, row);
    let item = matches!(row.form, RowForm::Item | RowForm::Element(_));
    let selected = v.selected == Some(i);
    // Other panes identify a member by the struct that directly contains it.
    let hover = cells.owner.zip(row.path.0.last()).map(|(id, &n)| Hover::new(id, Some(n)));
    let (enter, leave) = hover.map(|h| v.hover.on(h)).unzip();
    let over = v.hover.is_over(hover);
    let select = match (item, row.offset) {
        (true, _) => Some(v.ctx.on(Msg::Select(row.path.clone()))),
        (false, Some(offset)) if row.form.is_gap() => Some(v.ctx.on(Msg::Rows(RowsMsg::Gap(row.path.clone(), offset)))),
        _ => None,
    };
    let toggle = v.ctx.on_and_stop(Msg::Rows(RowsMsg::ToggleRow(row.path.clone())));
    let follow = cells.target.map(|id| v.ctx.on_and_stop(go_to(id)));
    let double = cells.target.map(|id| v.ctx.on(go_to(id)));
    let type_cell = type_link(&cells, follow);
    let hex = |text: String| v.ctx.session().settings().hex.then(|| html! { <i class="hx">{ text }</i> });
    let value = cells.value.as_ref().map(|(decimal, hex)| {
        html! { <><span class="c-val" role="gridcell">{ decimal }</span><span class="c-hex" role="gridcell">{ hex }</span></> }
    });
    let lesson = v.ctx.in_lesson(cells.owner, row.path.0.last());
    let twist = row.expandable.then(|| {
        let label = if row.expanded { "Collapse" } else { "Expand" };
        html! { <button tabindex="-1" onclick={toggle} aria-label={label}>{ if row.expanded { "▾" } else { "▸" } }</button> }
    });
    let name = match row.scope {
        Some(_) => scope_words(v.ctx, v.btf, v.table, row, format!("alternatives-{i}")),
        None => html! { <span class="nm">{ &cells.name }</span> },
    };
    let holds = item && cells.owner.zip(row.path.0.last()).is_some_and(|(of, n)| v.scrubs(of, *n));
    let class = classes!(
        "list-row",
        "trow",
        (!item).then_some("gap"),
        row.scope.map(|_| "ofunion"),
        over.then_some("hov"),
        lesson
    );
    html! {
        <div key={i} id={format!("member-{i}")} class={class}
            style={format!("height:{ROW}px")} data-mark={over.then_some("hov")} role="row" aria-label={cells.name.clone()} aria-level={(row.depth + 1).to_string()}
            aria-rowindex={(i + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={row.expandable.then(|| row.expanded.to_string())}
            onclick={select} ondblclick={double} onmouseenter={enter} onmouseleave={leave}>
            if holds { <i class="grip" aria-hidden="true" title="Drag it to another place, or press Alt and ↑ or ↓">{ "⠿" }</i> }
            if let Some(value) = value {
                <span class="c-name" role="gridcell"><i class={classes!("dot", cells.class)}></i>{ &cells.name }</span>{ value }
            } else {
                if v.table.kind.has_offsets() {
                    <span class="c-off" role="gridcell"><b>{ row.offset_text() }</b>{ hex(row.offset_hex()) }</span>
                }
                <span class="c-size" role="gridcell"><b>{ row.size_text() }</b>{ hex(row.size_hex()) }</span>
                <span class="c-name" role="gridcell" style={format!("--depth:{}", row.depth)} title={cells.name.clone()}>
                    <span class="tw">{ twist }</span>{ name }
                    if item { { tag_chips(v.ctx, v.root, &row.path) } }
                </span>
                <span class="c-type halves" role="gridcell" title={cells.type_text.clone()}>if !cells.type_text.is_empty() { { type_cell } }</span>
            }
        </div>
    }
}

/// The row of the union that contains the topmost visible rows, while that row is scrolled out of view.
fn scope_above(v: &RowView<'_>, first: usize, cut: bool) -> Html {
    let is_scope = v.table.rows.get(first).is_some_and(|row| row.scope.is_some());
    let at = if is_scope { cut.then_some(first) } else { v.table.scope_of(first + 1) };
    let Some(row) = at.and_then(|at| v.table.rows.get(at)) else { return html! {} };
    html! {
        <div class="list-row trow ofunion above" style={format!("height:{ROW}px")} onclick={v.ctx.on(Msg::Select(row.path.clone()))}>
            <span class="c-off">{ row.offset_text() }</span><span class="c-size">{ row.size_text() }</span>
            <span class="c-name" style={format!("--depth:{}", row.depth)}><span class="tw"></span>
                { scope_words(v.ctx, v.btf, v.table, row, "alternatives-above".to_owned()) }</span>
        </div>
    }
}

/// A type in a cell. If it is too long, it is cut in the middle, so that what follows the name (`*`, `[16]`) stays
/// visible.
fn type_link(cells: &Cells, follow: Option<Callback<MouseEvent>>) -> Html {
    let (head, tail) = cells.type_halves();
    let tail = (!tail.is_empty()).then(|| html! { <span class="tail">{ tail }</span> });
    let text = html! { <><span class="cut">{ head }</span>{ tail }</> };
    match follow {
        Some(follow) if !cells.type_text.is_empty() => html! {
            <button class="typelink" tabindex="-1" aria-label={cells.type_text.clone()} onclick={follow}>{ text }</button>
        },
        _ => html! { <span class="typelink">{ text }</span> },
    }
}

fn head(kind: TableKind) -> Html {
    if kind == TableKind::Values {
        return html! { <div class="thead" role="presentation"><span class="c-name">{ kind.item() }</span>
        <span class="c-val">{ "value" }</span><span class="c-hex">{ "hex" }</span></div> };
    }
    html! {
        <div class="thead" role="presentation">
            if kind.has_offsets() { <span class="c-off">{ "offset" }</span> }
            <span class="c-size">{ "size" }</span><span class="c-name">{ kind.item() }</span><span class="c-type">{ "type" }</span>
        </div>
    }
}

/// Why there is no table, and a link to the type to show instead.
fn empty(ctx: &Ctx, btf: &Btf, nothing: &Nothing) -> Html {
    html! {
        <p class="prose">{ &nothing.text }
            if let Some(id) = nothing.to {
                <button class="link mono" onclick={ctx.on(go_to(id))}>{ dump::type_name(btf, id) }</button>
            }
        </p>
    }
}

/// The declaration tags of a member or parameter, shown as chips after its name.
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
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let Some(table) = file.table() else { return html! {} };
    if let Some(nothing) = &table.nothing {
        return empty(ctx, &file.btf, nothing);
    }
    let active = file.active_row(&table);
    let with = {
        let (ctx, hover, btf, table) = (ctx.clone(), hover.clone(), file.btf.clone(), table.clone());
        let root = selection.id;
        Rc::new(move |draw: &dyn Fn(&RowView<'_>) -> Html| {
            draw(&RowView { ctx: &ctx, hover: &hover, btf: &btf, root, table: &table, selected: active })
        })
    };
    let render = {
        let with = Rc::clone(&with);
        Callback::from(move |i| with(&|v| row_view(v, i)))
    };
    let scopes = table.rows.iter().any(|row| row.scope.is_some());
    let above = scopes.then(|| Callback::from(move |(first, cut)| with(&|v| scope_above(v, first, cut))));
    let returns = table.returns(&file.btf);
    let names = table.widths.names.max(widest_with_tags(&file.btf, file.tags(), selection.id, &table));
    let class = classes!("tblock", "fitted", session.settings().hex.then_some("hexed"));
    let style = format!("--types:{};--names:{}", table.widths.types, names);
    let inside = html! {
        <>
            { head(table.kind) }
            <Rows count={table.rows.len()} height={ROW} active={active} render={render} above={above} role="treegrid" label={table.kind.title()}
                active_id={active.map(|i| format!("member-{i}"))} columns={4}
                reset={u64::from(selection.id.0)} onkeydown={row_keys(ctx, |x| Msg::Rows(RowsMsg::TableStep(x)))}/>
            if let Some(id) = returns {
                <div class="thead returns"><span>{ "returns" }</span>{ " " }
                    if id.is_void() { <span>{ "void" }</span> } else {
                        <button class="link mono" onclick={ctx.on(go_to(id))}>{ dump::type_name(&file.btf, id) }</button>
                    }
                </div>
            }
        </>
    };
    if session.pad_file().is_some() && table.kind == TableKind::Members && session.pad().declares_members(table.of) {
        return html! { <Scrub ctx={ctx.clone()} {table} root={selection.id} row={ROW} {class} {style}>{ inside }</Scrub> };
    }
    html! { <div {class} {style}>{ inside }</div> }
}
