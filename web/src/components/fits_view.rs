//! The Fits view: on which kernels programs load. The programs are on the left, a matrix of programs (and what they need) by
//! kernels is in the centre, and the reasons of the selected answer are on the right, or below in a narrow window.

use std::rc::Rc;

use model::fits::{Column, Fit, FitRow, Fits};
use session::look::fits::{FitsLook, Picked};
use session::{Empty, FitsFile, FitsMsg, Msg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys::{self, list_keys};
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 26;
const HEAD: u32 = 74;
const PROGRAM: u32 = 34;

/// The left pane: filter chips, and the programs, each with the number of kernels that it loads on.
pub fn fits_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &session.looks()[file.id].fits;
    let Some(fits) = look.fits().cloned() else {
        let why = look.empty();
        return html! { <>{ for why.map(|why| html! { <p class="empty" role={why.role()}>{ why.text() }</p> }) }</> };
    };
    let chip = |name: String, only: Option<Fit>| {
        html! { <button aria-pressed={(look.only == only).to_string()} onclick={ctx.on(Msg::Fits(FitsMsg::Only(only)))}>{ name }</button> }
    };
    let programs: Rc<Vec<usize>> =
        Rc::new(look.shown().into_iter().filter(|&i| fits.rows.get(i).is_some_and(FitRow::is_program)).collect());
    let active = look.picked().and_then(|p| programs.iter().position(|&row| row == p.row));
    let count = programs.len();
    let render = {
        let (ctx, fits, programs) = (ctx.clone(), Rc::clone(&fits), Rc::clone(&programs));
        let shares: Vec<String> = programs.iter().filter_map(|&at| Some(look.share(fits.rows.get(at)?))).collect();
        Callback::from(move |i: usize| {
            let Some((row, at)) = programs.get(i).and_then(|&at| Some((fits.rows.get(at)?, at))) else {
                return html! {};
            };
            let line = OptionRow {
                list: "fit",
                index: i,
                of: programs.len(),
                height: Some(PROGRAM),
                class: classes!("prow"),
                selected: active == Some(i),
                choose: ctx.on(Msg::Fits(FitsMsg::Row(at))),
                ..OptionRow::default()
            };
            let class = fits.worst(row).class();
            let share = shares.get(i).cloned();
            let cells = html! { <div title={format!("{} ({})", row.name, row.of)}><span class="n">{ row.label() }{ " " }<i class="dim">{ row.detail() }</i></span><span class={class}>{ share }</span></div> };
            option_row(line, cells)
        })
    };
    html! {
        <>
            if !look.is_unasked() {
                <div class="kinds" role="group" aria-label="Answers">
                    { chip(format!("all {}", fits.kernels()), None) }
                    { for Fit::ALL.iter().map(|&fit| chip(format!("{} {}", fit.as_str(), fits.count(fit)), Some(fit))) }
                </div>
            }
            if let Some(why) = look.no_rows(true, count) {
                <p id="fits" class="empty grow">{ why.text() }</p>
            } else {
                <Rows {count} height={PROGRAM} {active} {render} role="listbox" label="Programs on kernels" id="fits"
                    active_id={active.map(|i| format!("fit-{i}"))} onkeydown={list_keys(ctx, enter, |d| Msg::Fits(FitsMsg::Step(d)))}/>
            }
            <div class="count"><span role="status">{ fits.summary() }</span></div>
        </>
    }
}

/// Moves on to the view, which on a narrow screen is another pane.
fn enter(_: &Ctx) {
    focus::view_later();
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        let msg = match (key, delta) {
            ("ArrowRight", _) => FitsMsg::Column(1),
            ("ArrowLeft", _) => FitsMsg::Column(-1),
            ("Enter" | " ", _) => {
                let session = ctx.session();
                let first =
                    session.fits().and_then(|f| session.looks()[f.id].fits.picked().and_then(|p| enter_msg(&p)));
                let Some(way) = first else { return false };
                // The message leaves Fits, and with it the list that has the focus.
                focus::rescue_last();
                way
            }
            (_, Some(delta)) => FitsMsg::Step(delta),
            _ => return false,
        };
        ctx.send(Msg::Fits(msg));
        true
    })
}

/// The message for Enter on an answer: go to the relocation, or else to the comparison, or else to the history.
fn enter_msg(picked: &Picked<'_>) -> Option<FitsMsg> {
    match picked {
        p if p.relocation().is_some() => Some(FitsMsg::Open),
        p if p.cell.near.is_some() => Some(FitsMsg::Compare),
        p if !p.question().is_empty() => Some(FitsMsg::History),
        _ => None,
    }
}

/// The centre: the matrix, or why there is none.
pub fn fits_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &session.looks()[file.id].fits;
    if let Some(why) = look.empty() {
        // When the question failed, the person can ask for other kernels.
        let change = matches!(why, Empty::Failed(_)).then(|| atlas_kernels(ctx, look));
        return html! { <>{ for change }<p class="prose" role={why.role()}>{ why.text() }</p></> };
    }
    let Some(fits) = look.fits().cloned() else { return html! {} };
    let save = |name: &'static str, format| html! { <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Save(format)))}>{ name }</button> };
    let rows = Rc::new(look.shown());
    let picked = look.picked();
    let active = picked.and_then(|p| rows.iter().position(|&row| row == p.row));
    let column = picked.map_or(0, |p| p.column);
    let count = rows.len();
    let head = html! {
        <div class="mrow mhead" role="row" aria-rowindex="1">
            <span role="columnheader"><b>{ "what differs" }</b><small>{ fits.met_words() }</small></span>
            { for fits.columns.iter().map(|column| column_head(column, fits.counts(column))) }
        </div>
    };
    let render = {
        let (ctx, fits, rows) = (ctx.clone(), Rc::clone(&fits), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i).and_then(|&at| Some((at, fits.rows.get(at)?))) {
            Some((at, row)) => grid_row(&ctx, &fits, row, at, i, (active == Some(i)).then_some(column)),
            None => html! {},
        })
    };
    html! {
        <>
            <div class="head">
                <h1 class="func"><span class="kw">{ "fits" }</span>{ " " }{ &file.name }</h1>
                if let [first, more @ ..] = fits.headline.as_slice() {
                    <p class="headline"><b>{ first }</b>{ for more.iter().map(|sentence| html! { <>{ " " }{ sentence }</> }) }</p>
                }
                <dl class="meta">
                    if !fits.about.is_empty() { <div class="dim"><dt>{ &fits.about }</dt></div> }
                    if !look.is_unasked() {
                        <div><dt>{ "as a file" }</dt><dd>{ save("CSV", FitsFile::Csv) }{ " · " }{ save("JSON", FitsFile::Json) }{ " · " }
                            { save("Markdown", FitsFile::Markdown) }{ " · " }{ save("SVG", FitsFile::Svg) }</dd></div>
                    }</dl>
                if !look.is_unasked() || look.atlas.is_some() { { atlas_kernels(ctx, look) } }
                if look.carried.is_some() {
                    <p class="asked" role="note">{ "These answers came with the link." }
                        <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Here))}>{ "Ask the kernels here" }</button></p>
                }
            </div>
            <div class="viewbody fits" id="view" role="tabpanel" aria-label="Fits">
                if let Some(why) = look.no_rows(false, count) {
                    <p class="prose">{ why.text() }</p>
                    if look.is_unasked() && look.atlas.is_none() { { atlas_kernels(ctx, look) } }
                } else {
                    <Rows {count} height={ROW} {head} head_height={HEAD} {active} {render} role="grid" label="Needs on kernels" class="matrix"
                        columns={fits.columns.len() + 1} active_id={active.map(|i| format!("answer-{i}-{column}"))} onkeydown={keys(ctx)}/>
                    { in_ci(ctx, &file.name, look) }
                }
            </div>
        </>
    }
}

/// The same check as a command, to run in continuous integration.
fn in_ci(ctx: &Ctx, name: &str, look: &FitsLook) -> Html {
    let command = session::look::fits::command(name, look.atlas.as_deref());
    let label = if ctx.session().is_copied(&command) { "✓ Copied" } else { "copy" };
    let copy = ctx.on(Msg::Copy(command.clone(), "Command copied".to_owned()));
    html! {
        <p class="inci"><span class="dim">{ "In CI: " }</span><code>{ command }</code>{ " " }
            <button class="link" aria-label="Copy the command" onclick={copy}>{ label }</button></p>
    }
}

/// Chooses the kernels of the atlas that are asked.
fn atlas_kernels(ctx: &Ctx, look: &FitsLook) -> Html {
    let session = ctx.session();
    let atlas = session.atlas();
    if !atlas.any() {
        return html! {};
    }
    let set = |select: Option<&str>| ctx.on(Msg::Fits(FitsMsg::Atlas(select.map(str::to_owned))));
    let Some(select) = look.atlas.as_deref() else {
        let class = if look.is_unasked() { "btn" } else { "link" };
        return html! { <p class="asked"><button {class} onclick={set(Some(""))}>{ look.ask_words(atlas) }</button></p> };
    };
    let typed = ctx.with(move |ctx, text: String| ctx.send(Msg::Fits(FitsMsg::Atlas(Some(text)))));
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

/// The heading of a column. It is dim for kernels that do not count.
fn column_head(column: &Column, counts: bool) -> Html {
    let all = column.kernels.len();
    let last = column.kernels.last().filter(|_| all > 1);
    let title = match (column.kernels.first(), last) {
        (Some(first), Some(last)) => format!("{first} to {last}, {}: {}", column.about(), column.fit.as_str()),
        (Some(first), None) => format!("{first}: {}", column.fit.as_str()),
        _ => String::new(),
    };
    let class = if counts { column.fit.class() } else { "dim" };
    html! { <span role="columnheader" {class} {title}><b>{ &column.title }</b><small>{ column.about() }</small></span> }
}

fn grid_row(ctx: &Ctx, fits: &Fits, row: &FitRow, at: usize, i: usize, picked: Option<usize>) -> Html {
    let cell = |(n, cell): (usize, &model::fits::Cell)| {
        let counts = fits.columns.get(n).is_some_and(|column| fits.counts(column));
        html! {
            <span key={n} id={format!("answer-{i}-{n}")} role="gridcell" aria-colindex={(n + 2).to_string()} class={classes!(if cell.is_asked() && counts { cell.fit.class() } else { "dim" }, "fit")}
                aria-label={cell.label(&row.since)}
                aria-selected={(picked == Some(n)).to_string()} title={format!("{}\n{}", cell.text(), cell.why)} onclick={ctx.on(Msg::Fits(FitsMsg::Cell(at, n)))}>
                if cell.is_asked() { <span aria-hidden="true">{ cell.fit.sign() }{ " " }</span> }{ cell.short(&row.since) }
            </span>
        }
    };
    let of = row.label();
    let title = if row.of.is_empty() { row.name.clone() } else { format!("{} ({})", row.name, row.of) };
    html! {
        <div key={at} class={classes!("mrow", row.is_program().then_some("whole"))} style={format!("height:{ROW}px")} role="row"
            aria-rowindex={(i + 2).to_string()} aria-selected={picked.is_some().to_string()}>
            <span role="rowheader" {title}><i class="ptype">{ row.kind.as_str() }</i>{ " " }<span class="cut">{ of }</span>{ " " }<small class="dim">{ row.detail() }</small></span>
            { for row.cells.iter().enumerate().map(cell) }
        </div>
    }
}

/// The right pane: the selected answer and its reasons.
pub fn fits_answer(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let picked = session.fits().and_then(|file| session.looks()[file.id].fits.picked().map(|picked| (file, picked)));
    match picked {
        Some((file, picked)) => answer(ctx, &session.looks()[file.id].fits, &picked),
        None => {
            html! { <><div class="pt"><h2>{ "Answer" }</h2></div><p class="empty">{ "Why a program loads on a kernel or fails, in the loader's words." }</p></> }
        }
    }
}

fn answer(ctx: &Ctx, look: &FitsLook, picked: &Picked<'_>) -> Html {
    let Picked { of, on, cell, .. } = picked;
    let way = |name: String, msg: FitsMsg| html! { <li><button class="link" onclick={ctx.on(Msg::Fits(msg))}>{ name }</button></li> };
    let near = look.fits().zip(cell.near).and_then(|(fits, near)| Some(fits.kernel_at(near.there)?.0.to_owned()));
    html! {
        <>
            <div class="pt"><h2>{ "Answer" }</h2><span class="dim">{ of.kind.as_str() }</span></div>
            <section class="answer" aria-label="Why" aria-live="polite" tabindex="0">
                <h3>{ &of.name }</h3>
                <p class={classes!("says", cell.fit.class())}>{ cell.says() }
                    if !of.since.is_empty() { <span class="dim">{ format!(" · Linux {}", of.since) }</span> }</p>
                if !of.of.is_empty() { <p class="dim">{ of.of_words() }<code>{ &of.of }</code></p> }
                <p class="dim">{ "on " }{ on.kernel_words() }if !on.group.is_empty() { { ": " }{ &on.group } }</p>
                if !cell.why.is_empty() { <p>{ sentence(&cell.why) }</p> }
                if !cell.words.is_empty() { <h4>{ "What the loader or the kernel says" }</h4><pre>{ &cell.words }</pre> }
                if !cell.way_out.is_empty() { <h4>{ "A way out" }</h4><p>{ sentence(&cell.way_out) }</p> }
                <ul class="ways" aria-label="From here">
                    if picked.relocation().is_some() { { way("Show the relocation".to_owned(), FitsMsg::Open) } }
                    if let Some(there) = near { { way(format!("Compare with {there}, where it is met"), FitsMsg::Compare) } }
                    if !picked.question().is_empty() && ctx.session().atlas().any() { { way(format!("History of {}", picked.question()), FitsMsg::History) } }
                    if let Some(name) = on.in_atlas() { { way(format!("Open {name}"), FitsMsg::Kernel) } }
                </ul>
                if on.kernels.len() > 1 {
                    <details><summary>{ on.all_words() }</summary>
                        <ul class="all">{ for on.kernels.iter().map(|name| html! { <li key={name.clone()}>{ name }</li> }) }</ul></details>
                }
            </section>
        </>
    }
}

/// The text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
