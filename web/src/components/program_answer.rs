//! The right pane of a program's overview: the chosen verdict, its reason, a remedy, the loader's words.

use model::fits::{Fit, Fits, LineId, Opened, StripLane, StripRun};
use session::commands::Command;
use session::{Msg, ProgramMsg};
use yew::prelude::*;

use super::fits_answer::{sentence, way_out};
use super::part::{action, actions, copy, heading_part, part};
use crate::ctx::Ctx;

/// The right pane.
pub fn program_answer(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program_overview() else { return html! {} };
    let looks = &session.looks()[file.id];
    let Some(fits) = looks.fits.fits().cloned() else { return html! {} };
    let strips = fits.strips();
    let chosen = looks.program.verdict.or_else(|| strips.first());
    let found = chosen.and_then(|(lane, run)| Some((strips.lanes.get(lane)?, strips.lanes.get(lane)?.runs.get(run)?)));
    let body = match found {
        Some((lane, run)) => answer(ctx, &fits, lane, run),
        None => html! { <p class="empty">{ "Why a program loads on a kernel or fails, in the loader's words." }</p> },
    };
    html! { <section class="inspect" role="region" aria-label="Inspector" tabindex="0">{ body }</section> }
}

fn answer(ctx: &Ctx, fits: &Fits, lane: &StripLane, run: &StripRun) -> Html {
    let session = ctx.session();
    let grid = fits.grid(&Opened::default(), None);
    let Some(picked) = fits.picked(&grid, LineId::Program(lane.row), run.column) else { return html! {} };
    let section = &picked.of.of;
    let function = session.program_overview().and_then(|file| {
        let overview = session.looks()[file.id].program.overview()?.clone();
        overview.functions.iter().find(|f| f.name == lane.name && f.section == *section).map(|f| f.index)
    });
    let class = classes!("says", (run.fit == Fit::Fails).then_some("bad"));
    html! {
        <>
            { heading_part(html! { <><h2>{ &lane.name }</h2><p class="mono dim">{ section }</p></> }) }
            <section class="part" aria-label="Verdict" aria-live="polite">
                <p {class}>{ picked.title() }</p>
                { for picked.whys().iter().map(|why| html! { <p>{ sentence(why) }</p> }) }
            </section>
            { way_out(ctx, fits, &picked) }
            if !picked.cell.words.is_empty() {
                { part("The loader says", copy(ctx, &picked.cell.words, "message"), html! { <pre class="snip">{ &picked.cell.words }</pre> }) }
            }
            { actions(html! {
                <>
                    if let Some(index) = function { { action(ctx, "Instructions", Msg::Program(ProgramMsg::Function(index))) } }
                    { action(ctx, "Copy link", Msg::Command(Command::CopyLink)) }
                </>
            }) }
        </>
    }
}
