//! The left side in CO-RE: the relocations of a program, narrowed by chips and words.

use std::rc::Rc;

use model::relocations::{CoreList, CoreRow, Sift};
use session::{CoreMsg, Msg};
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::log::log_button;
use super::programs::side_tabs;
use super::rows::Rows;
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 48;
const PAGE: i64 = 10;

/// The list of relocations.
pub fn core_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.core() else { return html! {} };
    let look = &file.look.core;
    let Some(list) = look.list.clone() else {
        let said = look.problem.clone().unwrap_or_else(|| "Resolving the relocations …".to_owned());
        return html! { <>{ side_tabs(ctx, file) }<p class="empty" role="status">{ said }</p></> };
    };
    let rows = Rc::new(look.shown_rows());
    let active = look.picked.and_then(|picked| rows.iter().position(|&row| row == picked));
    let count = rows.len();
    let render = {
        let (ctx, list, rows) = (ctx.clone(), Rc::clone(&list), Rc::clone(&rows));
        Callback::from(move |i: usize| match rows.get(i).and_then(|&at| list.rows.get(at)) {
            Some(row) => relocation(&ctx, &list, row, i, active == Some(i), rows.len()),
            None => html! {},
        })
    };
    let chips = Sift::ALL.iter().map(|&sift| {
        let label = format!("{} {}", sift.title(), list.count(sift));
        html! {
            <button key={sift.title()} aria-pressed={(look.filter.sift == sift).to_string()} onclick={ctx.on(Msg::Core(CoreMsg::Sift(sift)))}>{ label }</button>
        }
    });
    let oninput = ctx.callback(|e: InputEvent| {
        let text = e.target_unchecked_into::<HtmlInputElement>().value();
        Msg::Core(CoreMsg::Filter(text))
    });
    html! {
        <>
            { side_tabs(ctx, file) }
            <div class="search">
                <input id="coresearch" type="search" role="searchbox" aria-label="Filter relocations" placeholder="Filter: field, type, kind…"
                    value={look.filter.text.clone()} autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput} aria-controls="relocations"/>
            </div>
            <div class="kinds" role="group" aria-label="Sorts">{ for chips }</div>
            if count == 0 {
                <p id="relocations" class="empty" style="flex:1">{ "No relocation is like that." }</p>
            } else {
                <Rows count={count} height={ROW} active={active} render={render} role="listbox" label="CO-RE relocations" id="relocations"
                    active_id={active.map(|i| format!("relocation-{i}"))} onkeydown={list_keys(ctx, PAGE, enter, |d| Msg::Core(CoreMsg::Step(d)))}/>
            }
            <div class="count"><span role="status">{ list.summary() }</span>{ log_button(ctx) }</div>
        </>
    }
}

/// Goes on into the view, which is another pane on a narrow screen.
fn enter(ctx: &Ctx) {
    ctx.send(Msg::Core(CoreMsg::Step(0)));
    focus::later("#view");
}

fn relocation(ctx: &Ctx, list: &CoreList, row: &CoreRow, i: usize, on: bool, all: usize) -> Html {
    let fails = row.fails(&list.heads);
    let count = row.count(&list.heads);
    let side = if row.error.is_some() { "wrong record".to_owned() } else { count };
    let class = if fails { "bad" } else { "good" };
    let label = format!("{} {}{}", row.kind, row.path, if fails { ", fails" } else { "" });
    html! {
        <div key={row.index} id={format!("relocation-{i}")} class="prow" style={format!("height:{ROW}px")} role="option" aria-label={label}
            aria-selected={on.to_string()} aria-posinset={(i + 1).to_string()} aria-setsize={all.to_string()}
            onclick={ctx.on(Msg::Core(CoreMsg::Pick(row.index)))}>
            <div><i class="ptype" data-text={row.kind.clone()}></i><span class="n" title={row.path.clone()}>{ &row.path }</span></div>
            <div class="dim"><span class="n" data-text={format!("{} · {} · insn {}", row.access, row.section, row.insn)}></span><span class={class} data-text={side}></span></div>
        </div>
    }
}
