//! The left pane in CO-RE: the relocations of a program, filtered by chips and words.

use std::rc::Rc;

use model::relocations::{CoreList, CoreRow, Sift};
use session::{CoreMsg, Msg};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::log::log_button;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

/// The height of a row in pixels.
const ROW: u32 = 48;

/// The left pane.
pub fn core_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.core() else { return html! {} };
    let look = &session.looks()[file.id].core;
    let Some(list) = look.list().cloned() else {
        let said = look.problem().unwrap_or("Resolving the relocations …").to_owned();
        return html! { <p class="empty" role="status">{ said }</p> };
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
    // A chip is shown if some row matches it, or if it is chosen. Chips for results need a kernel.
    let chips = Sift::ALL.iter().filter(|&&sift| look.filter.sift == sift || list.offers(sift)).map(|&sift| {
        let label = format!("{} {}", sift.title(), list.count(sift));
        html! {
            <button key={sift.title()} aria-pressed={(look.filter.sift == sift).to_string()} onclick={ctx.on(Msg::Core(CoreMsg::Sift(sift)))}>{ label }</button>
        }
    });
    let search = SearchBox {
        id: Some("coresearch"),
        controls: Some(if look.matrix { "view" } else { "relocations" }),
        ..SearchBox::new("Filter relocations", "Filter: field, type, kind…", &look.filter.text)
    };
    let search = search_box(search, ctx.callback(|text| Msg::Core(CoreMsg::Filter(text))));
    html! {
        <>
            { search }
            if !list.heads.is_empty() { <p class="loads" title={list.headline()}>{ list.headline() }</p> }
            <div class="kinds" role="group" aria-label="Results and kinds">{ for chips }</div>
            if look.matrix {
                // The matrix shows the same rows, so the list is left out. An element with the list's id stays for the
                // tab that controls the list.
                <span id="relocations" hidden=true></span>
            } else if let Some(why) = look.no_rows(count) {
                <p id="relocations" class="empty grow">{ why.text() }</p>
            } else {
                <Rows count={count} height={ROW} active={active} render={render} role="listbox" label="CO-RE relocations" id="relocations"
                    active_id={active.map(|i| format!("relocation-{i}"))} onkeydown={list_keys(ctx, enter, |d| Msg::Core(CoreMsg::Step(d)))}/>
            }
            <div class="count wraps"><span role="status">{ list.summary() }</span>{ log_button(ctx) }</div>
        </>
    }
}

/// Goes on to the view, which is another pane on a narrow screen.
fn enter(ctx: &Ctx) {
    ctx.send(Msg::Core(CoreMsg::Step(0)));
    focus::later("#view");
}

fn relocation(ctx: &Ctx, list: &CoreList, row: &CoreRow, i: usize, on: bool, all: usize) -> Html {
    let side = row.count(&list.heads);
    let class = row.tone(&list.heads).css();
    let line = OptionRow {
        list: "relocation",
        index: i,
        of: all,
        height: Some(ROW),
        class: classes!("prow"),
        label: Some(row.label(&list.heads)),
        selected: on,
        choose: ctx.on(Msg::Core(CoreMsg::Pick(row.index))),
        ..OptionRow::default()
    };
    let (before, field) = row.path_halves();
    let cells = html! {
        <>
            <div><i class="ptype" data-text={row.kind_str()}></i><span class="n halves" title={row.path.clone()}><span class="cut">{ before }</span><b>{ field }</b></span></div>
            <div class="dim"><span class="n" title={format!("{} · {}", row.access, row.section)} data-text={row.place_words()}></span><span class={class} data-text={side}></span></div>
        </>
    };
    option_row(line, cells)
}
