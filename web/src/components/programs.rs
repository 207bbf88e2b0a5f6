//! The list of a program's functions.

use std::rc::Rc;

use model::fits::{Fit, Strips};
use model::program::FunctionRow;
use session::look::program::Picked;
use session::{Msg, ProgramMsg};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 26;
/// From this number of functions on, the list has a filter.
const MANY: usize = 8;

/// The overview, the functions of a program with the worst verdict on each, its maps and globals, and the graph of
/// calls.
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
        Some(Picked::Function(index, _)) => rows.iter().position(|&row| row == index).map(|at| at + 1),
        Some(Picked::Data(_)) => Some(count + 1),
        Some(Picked::Calls) => Some(count + 2),
        Some(Picked::Overview) | None => Some(0),
    };
    let strips = session.looks()[file.id].fits.fits().map(|fits| fits.strips()).unwrap_or_default();
    let render = {
        let (ctx, overview, rows) = (ctx.clone(), overview.clone(), Rc::clone(&rows));
        let all = count + 3;
        Callback::from(move |i: usize| {
            let function = |at: usize| rows.get(at).and_then(|&row| overview.functions.get(row));
            let (entry, msg) = match i.checked_sub(1).map(|at| (at, function(at))) {
                None => (Entry::new("Overview", ""), ProgramMsg::Overview),
                Some((_, Some(f))) => (of_function(f, &strips), ProgramMsg::Function(f.index)),
                Some((at, None)) if at == count => (Entry::new("Maps and globals", "data"), ProgramMsg::Data),
                Some(_) => (Entry::new("Calls and maps", "graph"), ProgramMsg::Pick(Picked::Calls)),
            };
            row(i, active == Some(i), all, ctx.on(Msg::Program(msg)), entry)
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
            if overview.functions.len() >= MANY { { search } }
            <Rows count={count + 3} height={ROW} active={active} render={render} role="listbox" label="Programs" id="programs"
                active_id={active.map(|i| format!("program-{i}"))} onkeydown={list_keys(ctx, enter, |d| Msg::Program(ProgramMsg::ListStep(d)))}/>
            if count < overview.functions.len() { <div class="count"><span role="status">{ overview.counts(count) }</span></div> }
        </>
    }
}

/// Goes on to the view, which is another pane on a narrow screen.
fn enter(ctx: &Ctx) {
    ctx.send(Msg::Program(ProgramMsg::Step(0)));
    focus::view_later();
}

/// The contents of a row.
struct Entry {
    name: String,
    badge: String,
    title: String,
    /// The worst verdict of a program.
    verdict: Option<Fit>,
}

impl Entry {
    fn new(name: &str, badge: &str) -> Entry {
        Entry { name: name.to_owned(), badge: badge.to_owned(), title: String::new(), verdict: None }
    }
}

/// The row of a function. The kind of program is in its tooltip, with section, size and source.
fn of_function(f: &FunctionRow, strips: &Strips) -> Entry {
    let lane = strips.lanes.iter().find(|lane| f.is_program && lane.name == f.name);
    let source = f.source.as_ref().map(|source| format!(" · {source}:{}", f.line)).unwrap_or_default();
    Entry {
        name: f.name.clone(),
        badge: if f.is_program { String::new() } else { f.badge().to_owned() },
        title: format!("{} · {} · {} instructions{source}", f.section, f.kind(), f.instructions),
        verdict: lane.and_then(|lane| lane.worst),
    }
}

fn row(i: usize, on: bool, all: usize, pick: Callback<MouseEvent>, e: Entry) -> Html {
    let option = OptionRow {
        list: "program",
        index: i,
        of: all,
        height: Some(ROW),
        class: classes!("vrow"),
        label: e.verdict.map(|fit| format!("{}, {}", e.name, fit.verb())),
        title: Some(e.title).filter(|title| !title.is_empty()),
        selected: on,
        choose: pick,
        ..OptionRow::default()
    };
    let fails = (e.verdict == Some(Fit::Fails)).then_some("bad");
    let cells = html! {
        <>
            <i class={classes!("sign", fails)} aria-hidden="true">{ e.verdict.map(Fit::sign) }</i>
            <span class="n">{ e.name }</span>
            if !e.badge.is_empty() { <span class="dim">{ e.badge }</span> }
        </>
    };
    option_row(option, cells)
}
