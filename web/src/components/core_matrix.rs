//! CO-RE as a matrix: a row for each relocation, a column for each kernel.

use std::rc::Rc;

use desk::FileId;
use model::relocations::{CoreList, matrix};
use model::words::apart;
use session::look::relocations::CoreLook;
use session::{CoreMsg, Msg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys;
use super::rows::Rows;
use super::tab_list::{Tab, tab_list};
use crate::ctx::Ctx;

const ROW: u32 = 26;
const HEAD: u32 = 30;

/// The tabs above the view: one relocation, the steps to its result, or the matrix.
pub fn view_tabs(ctx: &Ctx, look: &CoreLook) -> Html {
    let steps = !look.matrix && look.walk.step.is_some();
    let tab = |name: &'static str, on: bool, msg| Tab::new(name, on, ctx.on(Msg::Core(msg))).of("view");
    let tabs = vec![
        tab("Relocation", !look.matrix && !steps, CoreMsg::Matrix(false)),
        tab("Step by step", steps, CoreMsg::Walk(Some(0))),
        tab("Matrix", look.matrix, CoreMsg::Matrix(true)),
    ];
    tab_list("tabs", "Views", tabs)
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        let msg = match (key, delta) {
            ("ArrowRight", _) => CoreMsg::Column(1),
            ("ArrowLeft", _) => CoreMsg::Column(-1),
            ("Enter" | " ", _) => {
                let session = ctx.session();
                let cell = session.core().and_then(|f| {
                    let look = &session.looks()[f.id].core;
                    Some((look.picked?, *look.columns().get(look.column())?))
                });
                let Some((index, kernel)) = cell else { return false };
                CoreMsg::Cell(index, kernel)
            }
            (_, Some(delta)) => CoreMsg::Step(delta),
            _ => return false,
        };
        let opens = matches!(msg, CoreMsg::Cell(..));
        ctx.send(Msg::Core(msg));
        if opens {
            crate::dom::focus::view_later();
        }
        true
    })
}

pub fn core_matrix(ctx: &Ctx, list: &Rc<CoreList>, look: &CoreLook) -> Html {
    let rows = Rc::new(look.shown_rows());
    let active = look.picked.and_then(|picked| rows.iter().position(|&row| row == picked));
    let column = look.column();
    let save = |name: &'static str, json: bool| {
        html! { <button class="link" onclick={ctx.on(Msg::Core(CoreMsg::Save(json)))}>{ name }</button> }
    };
    let shorts = apart(&list.heads.iter().map(|h| h.name.as_str()).collect::<Vec<_>>());
    let head = html! {
        <div class="mrow mhead" role="row" aria-rowindex="1">
            <span role="columnheader">{ "relocation" }</span>
            { for list.heads.iter().zip(shorts).map(|(h, short)| {
                html! { <span role="columnheader" aria-label={h.name.clone()} title={format!("{}: {}", h.name, h.about())}>{ short }</span> }
            }) }
        </div>
    };
    let count = rows.len();
    let render = {
        let (ctx, list, rows) = (ctx.clone(), Rc::clone(list), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i) {
            Some(&at) => row(&ctx, &list, at, i, (active == Some(i)).then_some(column)),
            None => html! {},
        })
    };
    html! {
        <>
            <div class="head">
                <h1 class="func">{ "Relocations × kernels" }</h1>
                <dl class="meta"><div><dt>{ list.summary() }</dt></div>
                    <div><dt>{ "as a table" }</dt><dd>{ save("CSV", false) }{ " · " }{ save("JSON", true) }</dd></div></dl>
            </div>
            { view_tabs(ctx, look) }
            <div class="viewbody" id="view" role="tabpanel" aria-label="Matrix" style={format!("--columns:{}", list.heads.len())}>
                if let Some(why) = look.no_rows(count) {
                    <p class="prose">{ why.text() }</p>
                } else {
                    <Rows count={count} height={ROW} head={head} head_height={HEAD} active={active} render={render} role="grid"
                        label="Relocations on kernels" class="matrix" columns={list.heads.len() + 1}
                        active_id={active.map(|i| format!("cell-{i}-{column}"))} onkeydown={keys(ctx)}/>
                }
            </div>
        </>
    }
}

fn row(ctx: &Ctx, list: &CoreList, at: usize, i: usize, picked: Option<usize>) -> Html {
    let Some(r) = list.rows.get(at) else { return html! {} };
    let session = ctx.session();
    let columns = session.core().map(|file| session.looks()[file.id].core.columns()).unwrap_or_default();
    let cell = |(n, (head, &kernel)): (usize, (&model::relocations::Head, &FileId))| {
        let Some(c) = matrix::at(list, at, n) else { return html! {} };
        html! {
            <span key={n} id={format!("cell-{i}-{n}")} role="gridcell" aria-colindex={(n + 2).to_string()} class={c.class}
                aria-selected={(picked == Some(n)).to_string()} title={format!("{} {} on {}", r.kind_str(), r.path, head.name)}
                onclick={ctx.on(Msg::Core(CoreMsg::Cell(r.index, kernel)))}>
                <span aria-hidden="true">{ c.sign }{ " " }</span>{ c.text }
            </span>
        }
    };
    let (before, field) = r.path_halves();
    html! {
        <div key={r.index} class="mrow" style={format!("height:{ROW}px")} role="row" aria-rowindex={(i + 2).to_string()}
            aria-selected={picked.is_some().to_string()}>
            <span role="rowheader" title={format!("{} {} ({}, {})", r.kind_str(), r.path, r.place_words(), r.section)}>
                <i class="dim">{ r.kind_str() }</i>{ " " }<span class="cut">{ before }</span><b>{ field }</b><small class="dim">{ r.place_words() }</small></span>
            { for list.heads.iter().zip(columns).enumerate().map(cell) }
        </div>
    }
}
