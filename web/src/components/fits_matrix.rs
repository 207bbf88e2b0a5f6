//! The matrix of "Loads on": programs and kernels. Dropped kernels come first, then the axis of series, then other
//! architectures.

use std::rc::Rc;

use model::fits::{Fit, Fits, Grid, GridCell, Line, LineId, Picked, Place};
use session::look::fits::FitsLook;
use session::{FitsMsg, Msg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::list_keys;
use super::rows::Rows;
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 31;
const HEAD: u32 = 48;
/// The width of the column of a dropped kernel, in pixels: the first number beside an axis; from the first to the
/// second number without an axis.
const DROPPED: (usize, usize) = (58, 150);

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        let msg = match (key, delta) {
            ("ArrowRight", _) => FitsMsg::Column(1),
            ("ArrowLeft", _) => FitsMsg::Column(-1),
            ("Enter" | " ", _) => {
                let session = ctx.session();
                let Some(file) = session.fits() else { return false };
                let look = &session.looks()[file.id].fits;
                if look.at_name {
                    FitsMsg::Toggle(look.line)
                } else {
                    let Some(way) = look.picked().and_then(|picked| enter_msg(&picked)) else { return false };
                    // The message shows another screen, so the grid that has the focus is removed.
                    focus::rescue_last();
                    way
                }
            }
            (_, Some(delta)) => FitsMsg::Step(delta),
            _ => return false,
        };
        ctx.send(Msg::Fits(msg));
        true
    })
}

/// The message that Enter on an answer sends: go to the relocation, or else to the comparison, or else to the
/// history.
fn enter_msg(picked: &Picked<'_>) -> Option<FitsMsg> {
    match picked {
        p if p.relocation().is_some() => Some(FitsMsg::Open),
        p if p.cell.near.is_some() => Some(FitsMsg::Compare),
        p if !p.question().is_empty() => Some(FitsMsg::History),
        _ => None,
    }
}

/// The widths of the columns: sign, name, dropped kernels, axis, other architectures.
fn columns(grid: &Grid, open: bool) -> String {
    let dropped = grid.dropped.len();
    let width = |each: usize| dropped * (each + 2);
    let first = match (dropped, grid.tracks.is_empty()) {
        (0, _) => "0".to_owned(),
        (_, true) => format!("minmax({}px,{}px)", width(DROPPED.0), width(DROPPED.1)),
        (_, false) => format!("{}px", width(DROPPED.0)),
    };
    let shortest = if grid.tracks.is_empty() { "0px" } else { "var(--axmin)" };
    let axis = if grid.tracks.is_empty() { "0" } else { "minmax(var(--axmin),1fr)" };
    let others = match (grid.others.len(), open) {
        (0, _) => "0px".to_owned(),
        (n, true) => format!("{}px", n * 62),
        (_, false) => "var(--kothers)".to_owned(),
    };
    let tracks = grid.tracks.iter().map(|width| format!("minmax(0,{width}fr)")).collect::<Vec<_>>().join(" ");
    format!(
        "--kcols:14px var(--kname) {first} {axis} {others};--kmin:calc(14px + var(--kshort) + 4 * var(--kgap) + {others} + {}px + {shortest});--axc:{tracks};--dropped:{dropped};--others:{}",
        width(DROPPED.0),
        if open { grid.others.len() } else { 1 }
    )
}

/// The matrix.
pub fn fits_matrix(ctx: &Ctx, fits: &Rc<Fits>, grid: Grid, look: &FitsLook) -> Html {
    let picked = look.picked_in(&grid);
    let open = look.opened.others;
    let style = columns(&grid, open);
    let width = grid.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    let active = grid.lines.iter().position(|line| line.id == look.line);
    let chosen = picked.as_ref().map(|picked| (picked.line, picked.run.place.clone()));
    let at = active.and_then(|i| grid.lines.get(i)).and_then(|line| {
        let (id, place) = chosen.as_ref()?;
        line.cells.iter().position(|cell| *id == line.id && cell.place == *place).filter(|_| !look.at_name)
    });
    let active_id = active.map(|i| at.map_or_else(|| format!("line-{i}"), |n| format!("answer-{i}-{n}")));
    let head = head(ctx, &grid, open);
    let count = grid.lines.len();
    let note = fits.note.clone();
    let name_chosen = look.line;
    let at_name = at.is_none();
    let render = {
        let (ctx, grid) = (ctx.clone(), Rc::new(grid));
        Callback::from(move |i: usize| match grid.lines.get(i) {
            Some(line) => {
                let place = chosen.as_ref().filter(|(id, _)| *id == line.id).map(|(_, place)| place);
                row(&ctx, line, i, place, at_name && name_chosen == line.id)
            }
            None => html! {},
        })
    };
    html! {
        <>
            <div class="kmatrix" {style}>
                <Rows {count} height={ROW} {head} head_height={HEAD} {active} {render} role="grid" label="Programs on kernels" class="krows"
                    columns={width + 1} {active_id} onkeydown={keys(ctx)}/>
            </div>
            <p class="legend"><span>{ "✓ loads" }</span><span>{ "○ by fallback" }</span><span>{ "? cannot tell" }</span><span class="bad">{ "✗ fails" }</span>
                if !note.is_empty() { <span class="note">{ note }</span> }</p>
        </>
    }
}

fn head(ctx: &Ctx, grid: &Grid, open: bool) -> Html {
    let arrow = if open { "▾" } else { "▸" };
    let others = match grid.others.as_slice() {
        [] => html! {},
        [(only, _)] => {
            html! { <span role="columnheader"><strong>{ only }</strong><small>{ "not required" }</small></span> }
        }
        all => html! {
            <span role="columnheader" class="others" title={all.iter().map(|(arch, n)| format!("{arch}: {n} kernels")).collect::<Vec<_>>().join("\n")}>
                <button class="link plain" tabindex="-1" aria-expanded={open.to_string()} onclick={ctx.on(Msg::Fits(FitsMsg::Others))}>
                    <strong>{ format!("{arrow} {} others", all.len()) }</strong></button>
                if open { <span class="archs">{ for all.iter().map(|(arch, _)| html! { <small>{ arch }</small> }) }</span> }
                else { <small>{ "not required" }</small> }
            </span>
        },
    };
    html! {
        <div class="krow khead" role="row" aria-rowindex="1">
            <span role="columnheader" class="knames"><span class="sr">{ "Program" }</span></span>
            <span class="kdrop" role="presentation">
                if !grid.dropped.is_empty() { <strong aria-hidden="true">{ "Dropped" }</strong> }
                <span class="cells" role="presentation">{ for grid.dropped.iter().map(|(version, name)| html! { <small role="columnheader" title={name.clone()} aria-label={name.clone()}>{ version }</small> }) }</span>
            </span>
            <span class="kaxis" role="presentation">
                if !grid.series.is_empty() { <strong aria-hidden="true">{ &grid.axis }</strong> }
                <span class="cells" role="presentation">{ for grid.series.iter().map(|series| html! {
                    <small role="columnheader" class={classes!((!series.begins).then_some("within"))} style={format!("grid-column:{}/{}", series.tracks.start + 1, series.tracks.end + 1)}>{ &series.name }</small>
                }) }</span>
            </span>
            { others }
        </div>
    }
}

fn row(ctx: &Ctx, line: &Line, i: usize, picked: Option<&Place>, on_name: bool) -> Html {
    let toggles = line.open.is_some();
    let choose = match (toggles, line.cells.first()) {
        (true, _) => Some(ctx.on(Msg::Fits(FitsMsg::Toggle(line.id)))),
        (false, Some(first)) => first.columns.last().map(|&column| ctx.on(Msg::Fits(FitsMsg::Cell(line.id, column)))),
        (false, None) => None,
    };
    let mark = match line.open {
        Some(true) => "▾",
        Some(false) => "▸",
        None => "",
    };
    let class = match line.id {
        LineId::Program(_) => "kprogram",
        LineId::Met => "met",
        LineId::MetNeed(_) | LineId::More(_) => "below text",
        LineId::Lane(..) => "below lane",
        LineId::Need(..) => "below need",
        LineId::Object(_) => "need",
    };
    let is = |wanted: fn(&Place) -> bool| line.cells.iter().enumerate().filter(move |(_, cell)| wanted(&cell.place));
    let draw = |(n, cell): (usize, &GridCell)| answer(ctx, line, cell, (i, n), picked == Some(&cell.place) && !on_name);
    html! {
        <div key={format!("{:?}", line.id)} class={classes!("krow", class)} style={format!("height:{ROW}px")} role="row" aria-rowindex={(i + 2).to_string()}
            aria-selected={(picked.is_some() || on_name).to_string()}>
            <span id={format!("line-{i}")} role="rowheader" aria-expanded={line.open.map(|open| open.to_string())} class={classes!("kname", on_name.then_some("sel"))} title={line.about.clone()} onclick={choose}>
                <i aria-hidden="true">{ mark }</i><span>{ &line.name }</span></span>
            <span class="kdrop cells" role="presentation">{ for is(|place| matches!(place, Place::Dropped(_))).map(draw) }</span>
            <span class="kaxis cells" role="presentation">{ for is(|place| matches!(place, Place::Axis(_))).map(draw) }</span>
            <span class="kother cells" role="presentation">{ for is(|place| matches!(place, Place::Others(_))).map(draw) }</span>
        </div>
    }
}

/// The cell of an answer: signs, a word if there is room, the number of kernels.
fn answer(ctx: &Ctx, line: &Line, cell: &GridCell, (i, n): (usize, usize), picked: bool) -> Html {
    let other = matches!(cell.place, Place::Others(_));
    let need = matches!(line.id, LineId::Need(..) | LineId::Object(_));
    let tone = match cell.fit {
        Some(Fit::Fails) if !other => "fails",
        _ => "quiet",
    };
    let style = match &cell.place {
        Place::Axis(tracks) => Some(format!("grid-column:{}/{}", tracks.start + 1, tracks.end + 1)),
        Place::Dropped(_) | Place::Others(_) => None,
    };
    let one = cell.signs.len() == 1;
    let dropped = matches!(cell.place, Place::Dropped(_));
    let counted = |(at, (sign, count)): (usize, &(&'static str, usize))| {
        html! {
            <>
                if at > 0 { <span aria-hidden="true">{ " · " }</span> }
                if !need || !one { <span class="sign" aria-hidden="true">{ *sign }</span> }
                if one && !other { <span aria-hidden="true" class={classes!("word", (!need && cell.word.len() > 9).then_some("long"))}>{ &cell.word }</span> }
                if !dropped && (!need || !one) && *count > 0 { <span class="n" aria-hidden="true">{ *count }</span> }
            </>
        }
    };
    let choose = cell.columns.last().map(|&column| ctx.on(Msg::Fits(FitsMsg::Cell(line.id, column))));
    html! {
        <span key={n} id={format!("answer-{i}-{n}")} role="gridcell" aria-colindex={(n + 2).to_string()} {style}
            class={classes!("axrun", "krun", tone, need.then_some("asks"), other.then_some("other-arch"), picked.then_some("sel"))}
            aria-selected={picked.to_string()} aria-label={cell.label()} title={cell.label()} onclick={choose}>
            { for cell.signs.iter().enumerate().map(counted) }
            if !cell.part.is_empty() { <span class="part" aria-hidden="true">{ &cell.part }</span> }
        </span>
    }
}
