//! The left side: the tabs of its lists, and the list of a program's functions.

use std::rc::Rc;

use model::kind::FileKind;
use model::program::FunctionRow;
use model::words::grouped;
use session::file::OpenFile;
use session::look::changes::ChangesMsg;
use session::look::lists::ListsMsg;
use session::look::program::Picked;
use session::{CoreMsg, Msg, ProgramMsg};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::log::log_button;
use super::rows::Rows;
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 46;
const PAGE: i64 = 10;

/// The tabs above the lists; a program has three, a kernel or module two.
pub fn side_tabs(ctx: &Ctx, file: &OpenFile) -> Html {
    let look = &file.look.program;
    let tab = |name: &'static str, count: Option<u64>, on: bool, list: &'static str, msg: Msg| {
        html! {
            <button class="tab" role="tab" aria-selected={on.to_string()} tabindex={if on { "0" } else { "-1" }} aria-controls={list} onclick={ctx.on(msg)}>
                { name }if let Some(n) = count { { " " }<em>{ grouped(n) }</em> }
            </button>
        }
    };
    let (program, core, lists) = (file.kind == FileKind::Program, file.look.core.shown, file.look.lists.shown);
    let relocations = file.ext.as_ref().map_or(0, |ext| ext.core_relos().count() as u64);
    let session = ctx.session();
    let (changes, changed) = (&session.changes, session.changes_shown());
    let differ = changes.list().map(|list| list.types.len() as u64);
    let show = |on| Msg::Program(ProgramMsg::Show(on));
    let types = match program {
        true => show(false),
        false if lists => Msg::Lists(ListsMsg::Show(false)),
        false => Msg::Changes(ChangesMsg::Show(false)),
    };
    let functions = look.overview.as_ref().map(|o| o.functions.len() as u64);
    html! {
        <div class="tabs" role="tablist" aria-label="Lists" onkeydown={Callback::from(neighbour_by_key)}>
            { tab("Types", Some(file.btf.own_type_count().into()), !look.shown && !core && !lists && !changed, "types", types) }
            if program { { tab("Programs", functions, look.shown, "programs", show(true)) } }
            if program && relocations > 0 { { tab("CO-RE", Some(relocations), core, "relocations", Msg::Core(CoreMsg::Show)) } }
            if file.has_lists() { { tab("Lists", None, lists, "lists", Msg::Lists(ListsMsg::Show(true))) } }
            if ctx.session().pair().is_some() { { tab("Changes", differ, !look.shown && !core && !lists && changed, "changes", Msg::Changes(ChangesMsg::Show(true))) } }
        </div>
    }
}

/// Left and right go to the tab beside, as one stop of Tab has all of them.
fn neighbour_by_key(e: KeyboardEvent) {
    let at = e.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let beside = match e.key().as_str() {
        "ArrowLeft" => at.and_then(|tab| tab.previous_element_sibling()),
        "ArrowRight" => at.and_then(|tab| tab.next_element_sibling()),
        _ => None,
    };
    if let Some(tab) = beside.and_then(|tab| tab.dyn_into::<HtmlElement>().ok()) {
        e.prevent_default();
        tab.click();
        tab.focus().ok();
    }
}

/// The list of a program's functions; behind them are maps and globals, and the graph of calls.
pub fn programs(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program() else { return html! {} };
    let look = &file.look.program;
    let Some(overview) = look.overview.clone() else {
        let said = look.problem.clone().unwrap_or_else(|| "Reading the program …".to_owned());
        return html! { <>{ side_tabs(ctx, file) }<p class="empty" role="status">{ said }</p></> };
    };
    let rows = Rc::new(look.listed());
    let count = rows.len();
    let active = match look.picked {
        Some(Picked::Function(index, _)) => rows.iter().position(|&row| row == index),
        Some(Picked::Data(_)) => Some(count),
        Some(Picked::Calls) => Some(count + 1),
        None => None,
    };
    let maps = overview.data.maps.len();
    let render = {
        let (ctx, overview, rows) = (ctx.clone(), overview.clone(), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i).and_then(|&row| overview.functions.get(row)) {
            Some(f) => function(&ctx, f, i, active == Some(i), count + 2),
            None if i == count => data_row(&ctx, &overview.data, active == Some(i), count + 2),
            None => calls_row(&ctx, active == Some(i), count + 2),
        })
    };
    let oninput = ctx.callback(|e: InputEvent| {
        let text = e.target_unchecked_into::<HtmlInputElement>().value();
        Msg::Program(ProgramMsg::Filter(text))
    });
    let all = overview.functions.len();
    let of = if count < all { format!("{count} of ") } else { String::new() };
    html! {
        <>
            { side_tabs(ctx, file) }
            <div class="search">
                <input id="programsearch" type="search" role="searchbox" aria-label="Filter programs" placeholder="Filter: name, section, kind…"
                    value={look.filter.clone()} autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput} aria-controls="programs"/>
            </div>
            <Rows count={count + 2} height={ROW} active={active} render={render} role="listbox" label="Programs" id="programs"
                active_id={active.map(|i| format!("program-{i}"))} onkeydown={list_keys(ctx, PAGE, enter, |d| Msg::Program(ProgramMsg::ListStep(d)))}/>
            <div class="count"><span role="status">{ format!("{of}{}, {}", counted(all, "function"), counted(maps, "map")) }</span>{ log_button(ctx) }</div>
        </>
    }
}

/// Goes on into what is picked, which is another pane on a narrow screen.
fn enter(ctx: &Ctx) {
    ctx.send(Msg::Program(ProgramMsg::Step(0)));
    focus::view_later();
}

/// A row: what is at the left and at the right of its two lines.
struct Entry<'a> {
    badge: &'a str,
    name: &'a str,
    size: String,
    place: &'a str,
    source: &'a str,
}

fn entry(i: usize, on: bool, all: usize, pick: Callback<MouseEvent>, e: &Entry<'_>) -> Html {
    html! {
        <div key={i} id={format!("program-{i}")} class="prow" style={format!("height:{ROW}px")} role="option" aria-label={e.name.to_owned()}
            aria-selected={on.to_string()} aria-posinset={(i + 1).to_string()} aria-setsize={all.to_string()} onclick={pick}>
            <div><i class="ptype" data-text={e.badge.to_owned()}></i><span class="n">{ e.name }</span><span class="dim" data-text={e.size.clone()}></span></div>
            <div class="dim"><span class="n" data-text={e.place.to_owned()}></span><span data-text={e.source.to_owned()}></span></div>
        </div>
    }
}

fn function(ctx: &Ctx, f: &FunctionRow, i: usize, on: bool, all: usize) -> Html {
    let badge = f.kind.split(',').next().unwrap_or_default();
    let badge = if f.is_program { badge } else { "function" };
    let source = f.source.as_deref().unwrap_or_default();
    let e = Entry { badge, name: &f.name, size: format!("{} insns", f.slots), place: &f.section, source };
    entry(i, on, all, ctx.on(Msg::Program(ProgramMsg::Function(f.index))), &e)
}

fn data_row(ctx: &Ctx, data: &model::program::Data, on: bool, all: usize) -> Html {
    let variables: usize = data.sections.iter().map(|s| s.variables.len()).sum();
    let place = format!("{}, {}", counted(data.maps.len(), "map"), counted(variables, "variable"));
    let pick = ctx.on(Msg::Program(ProgramMsg::Data));
    let e = Entry { badge: "data", name: "Maps and globals", size: String::new(), place: &place, source: "" };
    entry(all - 2, on, all, pick, &e)
}

fn calls_row(ctx: &Ctx, on: bool, all: usize) -> Html {
    let pick = ctx.on(Msg::Program(ProgramMsg::ListStep(i64::from(i32::MAX))));
    let place = "which functions call what and use which maps";
    entry(
        all - 1,
        on,
        all,
        pick,
        &Entry { badge: "graph", name: "Calls and maps", size: String::new(), place, source: "" },
    )
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
