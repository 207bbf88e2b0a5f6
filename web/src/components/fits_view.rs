//! Fits: on which kernels a program loads. Programs on the left; programs and needs by kernels in the centre, with the answer that is picked.

use std::rc::Rc;

use model::fits::{Column, Fit, FitRow};
use session::look::fits::{FitsLook, Picked};
use session::{FitsFile, FitsMsg, Msg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys::{self, list_keys};
use super::option_row::{OptionRow, option_row};
use super::programs::side_tabs;
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 26;
const HEAD: u32 = 44;
const PROGRAM: u32 = 34;

/// The left side: chips, and the programs with the number of kernels that each loads on.
#[inline(never)]
pub fn fits_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &file.look.fits;
    let Some(fits) = look.fits().cloned() else {
        let said = look.problem().unwrap_or("Asking the kernels …").to_owned();
        return html! { <>{ side_tabs(ctx, file) }<p class="empty" role="status">{ said }</p></> };
    };
    let all = fits.kernels();
    let chip = |name: String, only: Option<Fit>| {
        html! { <button aria-pressed={(look.only == only).to_string()} onclick={ctx.on(Msg::Fits(FitsMsg::Only(only)))}>{ name }</button> }
    };
    let programs: Rc<Vec<usize>> =
        Rc::new(look.shown().into_iter().filter(|&i| fits.rows.get(i).is_some_and(FitRow::is_program)).collect());
    let active = look.picked().and_then(|p| programs.iter().position(|&row| row == p.row));
    let count = programs.len();
    let render = {
        let (ctx, fits, programs) = (ctx.clone(), Rc::clone(&fits), Rc::clone(&programs));
        Callback::from(move |i: usize| {
            let Some((row, at)) = programs.get(i).and_then(|&at| Some((fits.rows.get(at)?, at))) else {
                return html! {};
            };
            let loads = fits.loads(row);
            let line = OptionRow {
                list: "fit",
                index: i,
                of: programs.len(),
                height: Some(PROGRAM),
                class: classes!("prow"),
                label: Some(format!("{}, loads on {loads} of {all} kernels", row.name)),
                selected: active == Some(i),
                choose: ctx.on(Msg::Fits(FitsMsg::Row(at))),
                ..OptionRow::default()
            };
            let class = row.worst().class();
            let cells = html! { <div><span class="n" title={row.of.clone()}>{ &row.of }</span><span class={class}>{ format!("{loads}/{all}") }</span></div> };
            option_row(line, cells)
        })
    };
    html! {
        <>
            { side_tabs(ctx, file) }
            <div class="kinds" role="group" aria-label="Answers">
                { chip(format!("all {all}"), None) }
                { for Fit::ALL.iter().map(|&fit| chip(format!("{} {}", fit.as_str(), fits.count(fit)), Some(fit))) }
            </div>
            if count == 0 {
                <p id="fits" class="empty grow">{ "No program is like that." }</p>
            } else {
                <Rows {count} height={PROGRAM} {active} {render} role="listbox" label="Programs on kernels" id="fits"
                    active_id={active.map(|i| format!("fit-{i}"))} onkeydown={list_keys(ctx, enter, |d| Msg::Fits(FitsMsg::Step(d)))}/>
            }
            <div class="count"><span role="status">{ fits.summary() }</span></div>
        </>
    }
}

/// Goes on into the view, which is another pane on a narrow screen.
fn enter(_: &Ctx) {
    focus::view_later();
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        let msg = match (key, delta) {
            ("ArrowRight", _) => FitsMsg::Column(1),
            ("ArrowLeft", _) => FitsMsg::Column(-1),
            ("Enter" | " ", _) => FitsMsg::Open,
            (_, Some(delta)) => FitsMsg::Step(delta),
            _ => return false,
        };
        ctx.send(Msg::Fits(msg));
        true
    })
}

/// The centre: the answers, and why.
#[inline(never)]
pub fn fits_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &file.look.fits;
    if let Some(problem) = look.problem() {
        return html! { <>{ atlas_kernels(ctx, look) }<p class="prose" role="alert">{ problem }</p></> };
    }
    let Some(fits) = look.fits().cloned() else {
        return html! { <p class="prose" role="status">{ "Asking the kernels …" }</p> };
    };
    let save = |name: &'static str, format| html! { <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Save(format)))}>{ name }</button> };
    let tally = |fit: Fit| {
        html! { <div class={classes!("tally", fit.class())}><dt>{ fit.as_str() }</dt><dd>{ fits.count(fit) }</dd></div> }
    };
    let rows = Rc::new(look.shown());
    let picked = look.picked();
    let active = picked.and_then(|p| rows.iter().position(|&row| row == p.row));
    let column = picked.map_or(0, |p| p.column);
    let count = rows.len();
    let head = html! {
        <div class="mrow mhead" role="row" aria-rowindex="1">
            <span role="columnheader">{ "what" }</span>
            { for fits.columns.iter().map(column_head) }
        </div>
    };
    let render = {
        let (ctx, fits, rows) = (ctx.clone(), Rc::clone(&fits), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i).and_then(|&at| Some((at, fits.rows.get(at)?))) {
            Some((at, row)) => grid_row(&ctx, row, at, i, (active == Some(i)).then_some(column)),
            None => html! {},
        })
    };
    html! {
        <>
            <div class="head">
                <h1 class="func"><span class="kw">{ "fits" }</span>{ " " }{ &file.name }</h1>
                <dl class="meta"><div><dt>{ fits.summary() }</dt></div>
                    <div><dt>{ "as a file" }</dt><dd>{ save("CSV", FitsFile::Csv) }{ " · " }{ save("JSON", FitsFile::Json) }{ " · " }
                        { save("Markdown", FitsFile::Markdown) }{ " · " }{ save("SVG", FitsFile::Svg) }</dd></div></dl>
                { atlas_kernels(ctx, look) }
                if !fits.columns.is_empty() { <dl class="tallies" aria-label="Kernels">{ for Fit::ALL.iter().rev().map(|&fit| tally(fit)) }</dl> }
            </div>
            <div class="viewbody fits" id="view" role="tabpanel" aria-label="Fits">
                if fits.columns.is_empty() {
                    <p class="prose">{ "Each open kernel is a column here: drop one or many beside this program, or ask those of the atlas." }</p>
                } else if count == 0 {
                    <p class="prose">{ "No answer is like that." }</p>
                } else {
                    <Rows {count} height={ROW} {head} head_height={HEAD} {active} {render} role="grid" label="Needs on kernels" class="matrix"
                        columns={fits.columns.len() + 1} active_id={active.map(|i| format!("answer-{i}-{column}"))} onkeydown={keys(ctx)}/>
                    if let Some(picked) = picked { { answer(ctx, &picked) } }
                }
            </div>
        </>
    }
}

/// Which kernels of the atlas are asked.
fn atlas_kernels(ctx: &Ctx, look: &FitsLook) -> Html {
    let session = ctx.session();
    let atlas = session.atlas();
    if !atlas.any() {
        return html! {};
    }
    let set = |select: Option<&str>| ctx.on(Msg::Fits(FitsMsg::Atlas(select.map(str::to_owned))));
    let Some(select) = look.atlas() else {
        let on_board = atlas.own().filter(|_| atlas.shelf().is_none()).unwrap_or("the kernels of the atlas");
        return html! { <p class="asked"><button class="link" onclick={set(Some(""))}>{ format!("Ask {on_board}, too") }</button></p> };
    };
    let typed = {
        let ctx = ctx.clone();
        Callback::from(move |text: String| ctx.send(Msg::Fits(FitsMsg::Atlas(Some(text)))))
    };
    let says = match look.atlas_problem() {
        Some(problem) => html! { <span class="bad" role="alert">{ problem }</span> },
        None if look.is_asking() => html! { <span class="dim" role="status">{ "Asking the kernels …" }</span> },
        None => html! {},
    };
    html! {
        <div class="asked">
            { search_box(SearchBox::new("Kernels of the atlas", "all · arch:amd64 version:>=6.1 flavour:cloud", select), typed) }
            <button class="link" onclick={set(None)}>{ "Leave them out" }</button>
            { says }
        </div>
    }
}

fn column_head(column: &Column) -> Html {
    let all = column.kernels.len();
    let last = column.kernels.last().filter(|_| all > 1);
    let title = match (column.kernels.first(), last) {
        (Some(first), Some(last)) => format!("{first} to {last}, {}: {}", column.about(), column.fit.as_str()),
        (Some(first), None) => format!("{first}: {}", column.fit.as_str()),
        _ => String::new(),
    };
    html! { <span role="columnheader" {title}><b>{ &column.title }</b><small>{ column.about() }</small></span> }
}

fn grid_row(ctx: &Ctx, row: &FitRow, at: usize, i: usize, picked: Option<usize>) -> Html {
    let cell = |(n, cell): (usize, &model::fits::Cell)| {
        html! {
            <span key={n} id={format!("answer-{i}-{n}")} role="gridcell" aria-colindex={(n + 2).to_string()} class={classes!(cell.fit.class(), "fit")}
                aria-selected={(picked == Some(n)).to_string()} title={[cell.text.as_str(), cell.why.as_str()].join("\n")} onclick={ctx.on(Msg::Fits(FitsMsg::Cell(at, n)))}>
                <span aria-hidden="true">{ cell.fit.sign() }{ " " }</span>{ &cell.text }
            </span>
        }
    };
    let of = row.label();
    let title = if row.of.is_empty() { row.name.clone() } else { format!("{} ({})", row.name, row.of) };
    html! {
        <div key={at} class={classes!("mrow", row.is_program().then_some("whole"))} style={format!("height:{ROW}px")} role="row"
            aria-rowindex={(i + 2).to_string()} aria-selected={picked.is_some().to_string()}>
            <span role="rowheader" {title}><i class="ptype">{ &row.kind }</i>{ " " }{ of }</span>
            { for row.cells.iter().enumerate().map(cell) }
        </div>
    }
}

/// The answer that is picked, and why.
fn answer(ctx: &Ctx, picked: &Picked<'_>) -> Html {
    let Picked { of, on, cell, .. } = picked;
    let kernels = match on.kernels.as_slice() {
        [one] => one.clone(),
        [first, .., last] => format!("{first} to {last} ({} kernels)", on.kernels.len()),
        [] => String::new(),
    };
    html! {
        <section class="answer" aria-label="Answer" aria-live="polite">
            <h2>{ &of.name }<span class={cell.fit.class()}>{ format!(" {} {}", cell.fit.sign(), cell.text) }</span></h2>
            <p class="dim">{ "on " }{ kernels }</p>
            if !cell.why.is_empty() { <p>{ &cell.why }</p> }
            if !cell.words.is_empty() { <pre>{ &cell.words }</pre> }
            if !cell.way_out.is_empty() { <p>{ "Way out: " }{ &cell.way_out }</p> }
            <p class="ways">
                if of.relocation.is_some() { <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Open))}>{ "Show the relocation" }</button> }
                if let Some(name) = on.in_atlas() {
                    <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Kernel))}>{ format!("Open {name}") }</button>
                }
                if !of.question.is_empty() && ctx.session().atlas().any() {
                    <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::History))}>{ format!("History of {}", of.question) }</button>
                }
            </p>
        </section>
    }
}
