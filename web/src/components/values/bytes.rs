//! The grid of bytes, sixteen in a line, each in the colour of its value.

use std::rc::Rc;

use model::bytes::{address_digits, hex};
use model::values::{ByteRun, Sheet};
use session::ValuesMsg;
use yew::prelude::*;

use super::super::bytes_pane::byte_of;
use super::super::list_keys;
use super::super::rows::Rows;
use super::{Marks, send};
use crate::ctx::Ctx;

const ROW: u32 = 21;
/// The most lines that are visible without scrolling.
const LINES: u64 = 6;

/// The grid. `at` is the offset of the selected byte.
pub(super) fn bytes(ctx: &Ctx, marks: &Rc<Marks>, at: Option<u64>) -> Html {
    let lines = marks.shown.lines();
    let render = {
        let (ctx, marks) = (ctx.clone(), Rc::clone(marks));
        Callback::from(move |i: usize| {
            let session = ctx.session();
            let sheet = session.file().and_then(|f| session.looks()[f.id].values.sheet.as_ref());
            sheet.map(|sheet| line(&marks, sheet, i, at)).unwrap_or_default()
        })
    };
    let choose = ctx.with(move |ctx, e: MouseEvent| {
        if let Some(at) = byte_of(&e) {
            send(ctx, ValuesMsg::Byte(at.into()));
        }
    });
    let watch = {
        let marks = Rc::clone(marks);
        Callback::from(move |e: MouseEvent| {
            if let Some(at) = byte_of(&e) {
                marks.point.emit(marks.shown.row_at(at.into()));
            }
        })
    };
    let leave = marks.pointing(None).1;
    let keys = list_keys::keys(ctx, |ctx, key, delta| {
        let delta = match (key, delta) {
            ("ArrowLeft", _) => -1,
            ("ArrowRight", _) => 1,
            (_, Some(delta)) => delta.saturating_mul(16),
            _ => return false,
        };
        send(ctx, ValuesMsg::ByteStep(delta));
        true
    });
    let style = format!("height:{}px", lines.clamp(1, LINES) * u64::from(ROW) + 8);
    html! {
        <div class="hexwrap vbytes" style={style} onclick={choose} onmousemove={watch} onmouseleave={leave}>
            <Rows count={lines as usize} height={ROW} active={at.map(|at| (at / 16) as usize)} render={render} role="grid" label="Bytes of the value"
                class="hex" active_id={at.map(|_| "active-value-byte".to_string())} columns={16} center=true onkeydown={keys}/>
        </div>
    }
}

fn line(marks: &Marks, sheet: &Sheet, i: usize, at: Option<u64>) -> Html {
    let shown = &marks.shown;
    let range = |row: Option<usize>| row.and_then(|row| shown.bytes_of(row));
    let (chosen, over) = (range(marks.active), range(marks.over));
    let ends = |range: Option<(u64, u64)>| range.map(|(from, to)| [from, to]).unwrap_or_default();
    let cuts = [ends(chosen), ends(over), at.map(|at| [at, at + 1]).unwrap_or_default()].concat();
    let runs = shown.line(i as u64, &cuts);
    let start = i as u64 * 16;
    let of = |run: &ByteRun| sheet.bytes.get(run.start as usize..(run.start + run.len) as usize).unwrap_or_default();
    let within = |range: Option<(u64, u64)>, run: &ByteRun| {
        range.is_some_and(|(from, to)| from <= run.start && run.start + run.len <= to)
    };
    let cells = runs.iter().map(|run| {
        let row = run.row.and_then(|row| shown.rows.get(row));
        let is_at = at == Some(run.start) && run.len == 1;
        let class = classes!(
            "run",
            row.map_or("nobody", |row| row.class),
            within(chosen, run).then_some("strong"),
            within(over, run).then_some("hov"),
            is_at.then_some("at")
        );
        let text = hex(of(run));
        let who = row.map_or("of no value", |row| row.title());
        let place = run.words();
        html! {
            <span class={class} role="gridcell" id={is_at.then_some("active-value-byte")} data-at={run.start.to_string()} title={who.to_owned()}
                aria-selected={is_at.then_some("true")} aria-label={format!("{who}, {place}: {}", text.trim_end())}>{ text }</span>
        }
    });
    let all = sheet.bytes.get(start as usize..sheet.bytes.len().min(start as usize + 16)).unwrap_or_default();
    let ascii: String = all.iter().map(|&b| if matches!(b, b' '..=b'~') { b as char } else { '·' }).collect();
    let digits = address_digits(u32::try_from(shown.len).unwrap_or(u32::MAX));
    html! {
        <div key={i} class="hexrow" role="row" aria-rowindex={(i + 1).to_string()}>
            <span class="ad" role="rowheader">{ format!("{start:0digits$x}") }</span>
            { for cells }
            <span class="grow" role="presentation"></span>
            <span class="ascii" aria-hidden="true">{ ascii }</span>
        </div>
    }
}
