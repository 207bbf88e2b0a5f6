//! The table of values.

use std::rc::Rc;

use session::{Msg, ValuesMsg};
use yew::prelude::*;

use super::super::list_keys;
use super::super::rows::Rows;
use super::{Marks, on, send};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 25;

pub(super) fn rows(ctx: &Ctx, marks: &Rc<Marks>) -> Html {
    let render = {
        let (ctx, marks) = (ctx.clone(), Rc::clone(marks));
        Callback::from(move |i: usize| row(&ctx, &marks, i))
    };
    let keys = list_keys::keys(ctx, |ctx, key, delta| {
        match (key, delta) {
            ("ArrowRight", _) => send(ctx, ValuesMsg::Enter),
            ("ArrowLeft", _) => send(ctx, ValuesMsg::Leave),
            ("Enter" | "F2", _) => focus::select("#value-edit"),
            (_, Some(delta)) => send(ctx, ValuesMsg::Step(delta)),
            _ => return false,
        }
        true
    });
    let count = marks.shown.rows.len();
    html! {
        <div class="tblock vtable">
            <div class="thead" role="presentation"><span class="c-tw"></span><span class="c-off">{ "offset" }</span><span class="c-size">{ "size" }</span>
                <span class="c-name">{ "name" }</span><span class="c-value">{ "value" }</span><span class="c-type">{ "type" }</span></div>
            <Rows count={count} height={ROW} active={marks.active} render={render} role="treegrid" label="Values" columns={5}
                active_id={marks.active.map(|i| format!("value-{i}"))} onkeydown={keys}/>
            if marks.shown.more {
                <p class="note dim">{ format!("The first {} rows are shown: close some to see others.", model::words::grouped(count as u64)) }</p>
            }
        </div>
    }
}

fn row(ctx: &Ctx, marks: &Marks, i: usize) -> Html {
    let Some(shown) = marks.shown.rows.get(i) else { return html! {} };
    let row = &shown.row;
    let selected = marks.active == Some(i);
    let (enter, leave) = marks.pointing(Some(i));
    let toggle = ctx.on_and_stop(Msg::Values(ValuesMsg::Toggle(i)));
    let edit = Callback::from(move |_: MouseEvent| focus::select("#value-edit"));
    let over = marks.over == Some(i);
    html! {
        <div key={i} id={format!("value-{i}")} class={classes!("list-row", "trow", over.then_some("hov"), row.trouble.then_some("trouble"))} style={format!("height:{ROW}px")}
            role="row" aria-label={shown.say()} aria-level={(row.depth + 1).to_string()} aria-rowindex={(i + 1).to_string()} aria-selected={selected.to_string()}
            aria-expanded={row.open.map(|open| open.to_string())} onclick={on(ctx, ValuesMsg::Pick(i))} ondblclick={edit} onmouseenter={enter} onmouseleave={leave}>
            <span class="c-tw" role="gridcell" aria-hidden={row.open.is_none().then_some("true")}>
                if let Some(open) = row.open {
                    <button tabindex="-1" onclick={toggle} aria-label={if open { "Collapse" } else { "Expand" }}>{ if open { "▾" } else { "▸" } }</button>
                }
            </span>
            <span class="c-off" role="gridcell">{ shown.offset() }</span>
            <span class="c-size" role="gridcell">{ shown.size() }</span>
            <span class="c-name" role="gridcell" style={format!("--depth:{}", row.depth)} title={shown.title().to_owned()}><i class={classes!("dot", shown.class)}></i>{ shown.title() }</span>
            <span class="c-value" role="gridcell" title={row.value.clone()}>{ &row.value }if row.repeats > 1 { <i>{ format!(" ×{}", model::words::grouped(row.repeats)) }</i> }</span>
            <span class="c-type" role="gridcell" title={row.type_text.clone()}>{ if shown.title() == row.type_text { "" } else { row.type_text.as_str() } }</span>
        </div>
    }
}
