//! The bytes in the file that belong to a row of a list: to an ELF relocation or symbol of a program.

use std::rc::Rc;

use btf::FileRange;
use model::bytes::hex;
use model::kernel_lists::{Listed, hex_parts, shown_section};
use session::Msg;
use session::look::kernel_lists::ListsMsg;
use yew::prelude::*;

use super::rows::Rows;
use crate::ctx::Ctx;

const ROW: u32 = 21;

/// Whether the rows of the current list have bytes in the file.
pub fn has_file_bytes(ctx: &Ctx) -> bool {
    let session = ctx.session();
    session.lists().and_then(|file| session.looks()[file.id].lists.table()).is_some_and(|table| !table.marks.is_empty())
}

/// The right pane for a list whose rows have bytes in the file.
pub fn file_bytes(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.lists() else { return html! {} };
    let look = &session.looks()[file.id].lists;
    let (Some(listed), mark, chosen) = (look.listed(), look.mark(), look.row) else { return html! {} };
    let Some(table) = &listed.table else { return html! {} };
    let marks = table.marks.iter().enumerate().map(|(i, name)| {
        html! { <button aria-pressed={(i == mark).to_string()} onclick={ctx.on(Msg::Lists(ListsMsg::Mark(i)))}>{ name }</button> }
    });
    let marks = html! { <div class="kinds" role="group" aria-label="Bytes of">{ for marks }</div> };
    let Some(section) = shown_section(table, chosen, mark) else {
        return html! { <><div class="pt"><h2>{ "Bytes" }</h2></div>{ marks }<p class="empty">{ "There are no such bytes in the file." }</p></> };
    };
    let (range, name) = (section.range, section.name.clone());
    let at = chosen.and_then(|row| table.rows.get(row)?.bytes.get(mark)).filter(|bytes| !bytes.is_empty());
    let line_of = |at: u64| usize::try_from(at.saturating_sub(range.start) / 16).unwrap_or(0);
    let render = {
        let (ctx, bytes, listed) = (ctx.clone(), file.digest_of.clone(), Rc::clone(listed));
        Callback::from(move |i: usize| line(&ctx, &bytes, &listed, (chosen, mark), range, i))
    };
    let place = at.map_or(name.clone(), |at| format!("{name} + {:#x}", at.start.saturating_sub(range.start)));
    html! {
        <>
            <div class="pt"><h2>{ "Bytes" }</h2><span class="dim mono">{ place }</span></div>
            { marks }
            <div class="hexwrap">
                <Rows count={line_of(range.end.saturating_add(15))} height={ROW} active={at.map(|at| line_of(at.start))} {render} role="grid" label={format!("Bytes of {name}")}
                    class="hex" columns={16} center=true reset={range.start}/>
            </div>
        </>
    }
}

/// A line of sixteen bytes.
fn line(
    ctx: &Ctx,
    bytes: &[u8],
    listed: &Listed,
    (chosen, mark): (Option<usize>, usize),
    of: FileRange,
    i: usize,
) -> Html {
    let Some(table) = &listed.table else { return html! {} };
    let start = of.start.saturating_add(i as u64 * 16);
    let parts = hex_parts(table, chosen, mark, FileRange::new(start, start.saturating_add(16).min(of.end)));
    let part = |part: model::kernel_lists::HexPart| {
        let text = hex(bytes.get(part.range.start as usize..part.range.end as usize).unwrap_or_default());
        let picked = part.row.map(|row| chosen == Some(row));
        let class = picked.map(|picked| if picked { "strong" } else { "rec" });
        let label = part.row.and_then(|row| table.rows.get(row)).map(|row| format!("{text}: {}", row.cells.join(", ")));
        html! { <span class={classes!("run", class)} role="gridcell" aria-selected={picked.map(|picked| picked.to_string())} title={label.clone()} aria-label={label} onclick={ctx.on(Msg::Lists(ListsMsg::Byte(part.range.start)))}>{ text }</span> }
    };
    html! {
        <div key={i} class="hexrow" role="row" aria-rowindex={(i + 1).to_string()}>
            <span class="ad" role="rowheader">{ format!("{:06x}", start.saturating_sub(of.start)) }</span>{ for parts.into_iter().map(part) }
        </div>
    }
}
