//! The lists that a file has beside its types (kfuncs, hooks, symbols ..): their names on the left, the rows of one
//! list in the centre.

use model::kernel_lists::{Entry, Group, ListRow, Table};
use model::words::{grouped, many};
use session::Msg;
use session::file::OpenFile;
use session::look::kernel_lists::ListsMsg;
use std::hash::{DefaultHasher, Hash, Hasher};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ENTRY: u32 = 46;
const ROW: u32 = 25;
const HEAD: u32 = 30;

fn send<E: 'static>(ctx: &Ctx, msg: ListsMsg) -> Callback<E> {
    ctx.on(Msg::Lists(msg))
}

/// The left pane: the names of the lists.
pub fn lists(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.lists() else { return html! {} };
    let look = &session.looks()[file.id].lists;
    let Some(listed) = look.listed().cloned() else {
        return html! { <p class="empty" role="status">{ look.placeholder() }</p> };
    };
    let (count, at) = (listed.entries.len(), look.at as usize);
    let render = {
        let (ctx, listed) = (ctx.clone(), listed.clone());
        Callback::from(move |i: usize| {
            listed.entries.get(i).map_or_else(Html::default, |e| entry(&ctx, e, i, i == at, count))
        })
    };
    html! {
        <>
            if count == 0 {
                <p id="lists" class="empty grow">{ look.empty_text() }</p>
            } else {
                <Rows count={count} height={ENTRY} active={Some(at)} render={render} role="listbox" label="Lists" id="lists"
                    active_id={Some(format!("list-{at}"))} onkeydown={list_keys(ctx, |_| focus::later("#listed"), |d| Msg::Lists(ListsMsg::Step(d)))}/>
            }
            <div class="count" role="status">{ many(count as u64, "list") }</div>
        </>
    }
}

fn entry(ctx: &Ctx, e: &Entry, i: usize, on: bool, all: usize) -> Html {
    let row = OptionRow {
        list: "list",
        index: i,
        of: all,
        height: Some(ENTRY),
        class: classes!("prow"),
        selected: on,
        choose: send(ctx, ListsMsg::Pick(i as u32)),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <div><i class="ptype" aria-hidden="true">{ e.group.badge() }</i><span class="n" title={e.name.clone()}>{ &e.name }</span></div>
            <div class="dim"><span class="n">{ &e.note }</span><span class={classes!(e.warn.then_some("bad"))}>{ grouped(e.count.into()) }</span></div>
        </>
    };
    option_row(row, cells)
}

/// The centre: the rows of the selected list.
pub fn listed(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.lists() else { return html! {} };
    let look = &session.looks()[file.id].lists;
    if let Some(problem) = look.problem() {
        return html! { <p class="prose" role="alert">{ problem }</p> };
    }
    let Some(table) = look.table() else {
        return html! { <p class="prose" role="status">{ look.placeholder() }</p> };
    };
    let search = SearchBox {
        controls: (!table.rows.is_empty()).then_some("listed"),
        ..SearchBox::new("Filter the rows", "Filter", &look.text)
    };
    let search = search_box(search, ctx.callback(|text| Msg::Lists(ListsMsg::Filter(text))));
    let (count, chosen) = (table.rows.len(), look.row);
    let render = {
        let (ctx, listed) = (ctx.clone(), look.listed().cloned());
        Callback::from(move |i: usize| {
            let table = listed.as_ref().and_then(|listed| listed.table.as_ref());
            table.and_then(|t| Some(row(&ctx, t, t.rows.get(i)?, i, chosen == Some(i)))).unwrap_or_default()
        })
    };
    let open = |ctx: &Ctx| ctx.send(Msg::Lists(ListsMsg::Open));
    let head = html! {
        <div class="thead cells" style={table.grid.clone()} role="presentation">{ for table.columns.iter().map(|c| html! { <span>{ &c.title }</span> }) }</div>
    };
    // Another list, or another filter, starts at the top.
    let mut reset = DefaultHasher::new();
    (look.at, &look.text).hash(&mut reset);
    let reset = reset.finish();
    html! {
        <>
            <div class="head"><h1>{ &table.title }</h1>{ for table.about.iter().map(|text| html! { <p class="dim about">{ text }</p> }) }</div>
            <div class="tblock listed" id="view" style={format!("--least:{}px", table.least)}>
                <div class="codebar">
                    { search }
                    { actions(ctx, file, table) }
                </div>
                if count == 0 {
                    { head }
                    <p class="empty" tabindex="0">{ table.empty_text() }</p>
                } else {
                    <Rows count={count} height={ROW} {head} head_height={HEAD} active={chosen} render={render} role="listbox" label={table.title.clone()} id="listed" reset={reset}
                        active_id={chosen.map(|i| format!("listed-{i}"))} onkeydown={list_keys(ctx, open, |d| Msg::Lists(ListsMsg::RowStep(d)))}/>
                }
                if let Some(row) = chosen.and_then(|i| table.rows.get(i)) { <p class="dim picked">{ row.cells.join(" · ") }</p> }
                <div class="count" role="status">{ format!("{} of {} rows", grouped(count as u64), grouped(table.total.into())) }</div>
            </div>
        </>
    }
}

/// Buttons for a list: choose the kernel for a distilled base, move the module onto that kernel, open the records of
/// inlined calls.
fn actions(ctx: &Ctx, file: &OpenFile, table: &Table) -> Html {
    let session = ctx.session();
    if session.looks()[file.id].lists.entry().is_some_and(|e| e.group == Group::Inlined) {
        return html! {
            if file.extras.inline.is_some() { <button class="btn quiet" onclick={send(ctx, ListsMsg::Records)}>{ "Open its records" }</button> }
        };
    }
    if !session.looks()[file.id].lists.is_base() {
        return html! {};
    }
    let on = session.base_on();
    let kernels: Vec<_> = session.bases().into_iter().filter_map(|id| session.file_of(id)).collect();
    if let Some(hint) = session.lists_hint() {
        return html! { <span class="dim">{ hint }</span> };
    }
    html! {
        <>
            <div class="kinds" role="group" aria-label="Kernels">
                { for kernels.iter().map(|k| html! {
                    <button key={k.id.0} aria-pressed={(on == Some(k.id)).to_string()} onclick={send(ctx, ListsMsg::Kernel(k.id))}>{ &k.name }</button>
                }) }
            </div>
            if table.fits {
                <button class="btn" title="Reopen the module with the kernel's types in place of the distilled ones" onclick={send(ctx, ListsMsg::Move)}>{ "Move it onto the kernel" }</button>
            }
        </>
    }
}

fn row(ctx: &Ctx, table: &Table, r: &ListRow, i: usize, on: bool) -> Html {
    let open = ctx.with(move |ctx, _: MouseEvent| {
        ctx.send(Msg::Lists(ListsMsg::Row(i)));
        ctx.send(Msg::Lists(ListsMsg::Open));
    });
    let cells = r.cells.iter().zip(&table.columns).enumerate().map(|(at, (cell, column))| {
        let link = at == table.link as usize && r.go.is_some();
        html! {
            <span class={classes!(column.number.then_some("num"))} title={cell.clone()}>
                if link { <span class="typelink" onclick={open.clone()}>{ cell }</span> } else { { cell } }
            </span>
        }
    });
    let row = OptionRow {
        list: "listed",
        index: i,
        of: table.rows.len(),
        height: Some(ROW),
        class: classes!("trow", "cells", r.warn.then_some("bad")),
        style: table.grid.clone(),
        selected: on,
        choose: send(ctx, ListsMsg::Row(i)),
        open: open.clone(),
        ..OptionRow::default()
    };
    option_row(row, html! { <>{ for cells }</> })
}
