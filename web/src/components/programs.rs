//! The list of a program's functions.

use std::rc::Rc;

use model::program::FunctionRow;
use session::look::program::Picked;
use session::{Msg, ProgramMsg};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::log::log_button;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 46;

/// The functions of a program, then its maps and globals, and the graph of calls.
pub fn programs(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program() else { return html! {} };
    let look = &session.looks()[file.id].program;
    let Some(overview) = look.overview().cloned() else {
        let why = look.empty();
        return html! { <>{ for why.map(|why| html! { <p class="empty" role={why.role()}>{ why.text() }</p> }) }</> };
    };
    let rows = Rc::new(look.listed());
    let count = rows.len();
    let active = match look.picked {
        Some(Picked::Function(index, _)) => rows.iter().position(|&row| row == index),
        Some(Picked::Data(_)) => Some(count),
        Some(Picked::Calls) => Some(count + 1),
        None => None,
    };
    let render = {
        let (ctx, overview, rows) = (ctx.clone(), overview.clone(), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i).and_then(|&row| overview.functions.get(row)) {
            Some(f) => function(&ctx, f, i, active == Some(i), count + 2),
            None if i == count => data_row(&ctx, &overview.data, active == Some(i), count + 2),
            None => calls_row(&ctx, active == Some(i), count + 2),
        })
    };
    let search = SearchBox {
        id: Some("programsearch"),
        controls: Some("programs"),
        ..SearchBox::new("Filter programs", "Filter: name, section, kind…", &look.filter)
    };
    let search = search_box(search, ctx.callback(|text| Msg::Program(ProgramMsg::Filter(text))));
    html! {
        <>
            { search }
            <Rows count={count + 2} height={ROW} active={active} render={render} role="listbox" label="Programs" id="programs"
                active_id={active.map(|i| format!("program-{i}"))} onkeydown={list_keys(ctx, enter, |d| Msg::Program(ProgramMsg::ListStep(d)))}/>
            <div class="count"><span role="status">{ overview.counts(count) }</span>{ log_button(ctx) }</div>
        </>
    }
}

/// Moves on to the view, which on a narrow screen is another pane.
fn enter(ctx: &Ctx) {
    ctx.send(Msg::Program(ProgramMsg::Step(0)));
    focus::view_later();
}

/// A row of two lines, each with a left and a right text.
struct Entry<'a> {
    badge: &'a str,
    name: &'a str,
    size: String,
    place: &'a str,
    source: &'a str,
}

fn entry(i: usize, on: bool, all: usize, pick: Callback<MouseEvent>, e: &Entry<'_>) -> Html {
    let row = OptionRow {
        list: "program",
        index: i,
        of: all,
        height: Some(ROW),
        class: classes!("prow"),
        label: Some(e.name.to_owned()),
        selected: on,
        choose: pick,
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <div><i class="ptype" data-text={e.badge.to_owned()}></i><span class="n">{ e.name }</span><span class="dim" data-text={e.size.clone()}></span></div>
            <div class="dim"><span class="n" data-text={e.place.to_owned()}></span><span data-text={e.source.to_owned()}></span></div>
        </>
    };
    option_row(row, cells)
}

fn function(ctx: &Ctx, f: &FunctionRow, i: usize, on: bool, all: usize) -> Html {
    let source = f.source.as_deref().unwrap_or_default();
    let e = Entry { badge: f.badge(), name: &f.name, size: format!("{} insns", f.slots), place: &f.section, source };
    entry(i, on, all, ctx.on(Msg::Program(ProgramMsg::Function(f.index))), &e)
}

fn data_row(ctx: &Ctx, data: &model::program::Data, on: bool, all: usize) -> Html {
    let place = data.counts();
    let pick = ctx.on(Msg::Program(ProgramMsg::Data));
    let e = Entry { badge: "data", name: "Maps and globals", size: String::new(), place: &place, source: "" };
    entry(all - 2, on, all, pick, &e)
}

fn calls_row(ctx: &Ctx, on: bool, all: usize) -> Html {
    let pick = ctx.on(Msg::Program(ProgramMsg::ListStep(i64::from(i32::MAX))));
    let place = "calls, and uses of maps";
    entry(
        all - 1,
        on,
        all,
        pick,
        &Entry { badge: "graph", name: "Calls and maps", size: String::new(), place, source: "" },
    )
}
