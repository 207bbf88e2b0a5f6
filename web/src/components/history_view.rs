//! The history of a type or field in the kernels of an atlas: versions from left to right, a lane for each architecture and
//! flavour.

use model::atlas::{History, HistoryStep, Lane, Run};
use session::look::atlas::{AtlasLook, AtlasMsg};
use session::{Msg, Overlay};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::ctx::Ctx;
use crate::dom::{bars, theme};

/// CSS classes for the colours of forms. The ninth form has the first colour again.
const FORMS: [&str; 8] = ["form0", "form1", "form2", "form3", "form4", "form5", "form6", "form7"];

fn on(ctx: &Ctx, msg: AtlasMsg) -> Callback<MouseEvent> {
    ctx.on(Msg::Atlas(msg))
}

fn cell(ctx: &Ctx, past: &History, lane: &Lane, run: &Run, field: bool, first: bool) -> Html {
    let span = (run.to - run.from).to_string();
    let shape = run.shape.and_then(|at| Some((at, past.shapes.get(at as usize)?)));
    let Some((at, shape)) = shape else { return html! { <td colspan={span}></td> } };
    let newest = run.kernels.last().and_then(|&k| past.kernels.get(k as usize));
    let about = format!("{}: {} ({})", lane.title, shape.about, past.run_words(run));
    let class = if shape.absent { "absent" } else { FORMS.get(at as usize % FORMS.len()).copied().unwrap_or_default() };
    html! {
        <td colspan={span}>
            if let Some(kernel) = newest {
                <button class={classes!("era", class)} tabindex={if first { "0" } else { "-1" }} title={format!("{about}: open {}", kernel.name)} aria-label={about.clone()}
                    onclick={on(ctx, AtlasMsg::OpenAt(kernel.name.clone(), field))}>{ &shape.label }</button>
            } else {
                <span class={classes!("era", class)} title={about}>{ &shape.label }</span>
            }
        </td>
    }
}

fn step(past: &History, step: &HistoryStep) -> Html {
    let number = |at: u32| (at + 1).to_string();
    let label = |at: u32| past.shapes.get(at as usize).map_or("", |s| s.label.as_str());
    let rows = step.shown().iter().map(|change| {
        html! {
            <tr><td>{ &change.name }</td><td>{ &change.what }</td>
                <td class={classes!(change.bad.then_some("bad"))}>{ &change.effect }</td></tr>
        }
    });
    html! {
        <tbody key={format!("{}-{}", step.from, step.to)}>
            <tr><th scope="rowgroup" colspan="3">{ &step.between }
                <span class="dim">{ format!(" · form {} ({}) → {} ({})", number(step.from), label(step.from), number(step.to), label(step.to)) }</span></th></tr>
            { for rows }
            if let Some(rest) = step.rest() { <tr><td colspan="3" class="dim">{ rest }</td></tr> }
        </tbody>
    }
}

/// The buttons that save a history: as a table, or as a picture in the page's theme.
fn saves(ctx: &Ctx, field: bool, which: usize) -> Html {
    let picture = |name: &'static str, png: bool| {
        let save =
            ctx.callback(move |_: MouseEvent| Msg::Atlas(AtlasMsg::Picture(field, which, png, theme::is_dark())));
        html! { <button class="mini" aria-label={format!("Save this history as {name}")} onclick={save}>{ name }</button> }
    };
    html! {
        <>{ "Save as " }{ picture("SVG", false) }{ " " }{ picture("PNG", true) }{ " " }
            <button class="mini" aria-label="Save this history as CSV" onclick={on(ctx, AtlasMsg::Save(field, which))}>{ "CSV" }</button></>
    }
}

/// The history in each atlas that was asked: of the selected field (`field`), or of a type or the question in the panel.
pub fn history(ctx: &Ctx, look: &AtlasLook, field: bool) -> Html {
    let ask = if field { &look.field } else { &look.past };
    if let Some(why) = look.empty(field) {
        return html! { <p class="empty" role={why.role()} tabindex="0">{ why.text() }</p> };
    }
    let Some(past) = ask.answer() else { return html! {} };
    html! {
        <>{ one(ctx, past, field, 0) }{ for past.also.iter().enumerate().map(|(i, other)| one(ctx, other, field, i + 1)) }</>
    }
}

/// The history in one atlas.
fn one(ctx: &Ctx, past: &History, field: bool, which: usize) -> Html {
    let (_, of) = past.present();
    let first = past.lanes.iter().position(|lane| lane.runs.iter().any(|run| run.shape.is_some()));
    let lanes = past.lanes.iter().enumerate().map(|(at, lane)| {
        let start = lane.runs.iter().position(|run| run.shape.is_some()).filter(|_| first == Some(at));
        html! {
            <tr key={lane.title.clone()}><th scope="row">{ &lane.title }</th>{ for lane.runs.iter().enumerate().map(|(i, run)| cell(ctx, past, lane, run, field, start == Some(i))) }</tr>
        }
    });
    let others = past.others.iter().map(|other| {
        html! { <>{ " · " }<button class="link" onclick={on(ctx, AtlasMsg::About(other.clone()))}>{ other }</button></> }
    });
    let name = past.name();
    // The menu Export of the view has these for the history that the view is about.
    let in_menu = {
        let session = ctx.session();
        let view = session.file().is_some() && session.overlay() == Overlay::None;
        view && which == 0 && field == session.atlas().field.asked().is_some()
    };
    let keys = Callback::from(|e: KeyboardEvent| bars::step(&e));
    html! {
        <section class="past" role="region" aria-label={name.clone()}>
            <h2>{ &past.title }if !past.atlas.is_empty() { <span class="dim">{ format!(" in {}", past.atlas) }</span> }</h2>
            if !past.headline.is_empty() { <p class="headline"><b>{ &past.headline }</b></p> }
            <p class="dim">if past.headline.is_empty() { { past.summary() } }if of > 0 { { for others } }</p>
            { for past.modules.iter().map(|line| html! { <p>{ line }</p> }) }
            if of > 0 {
                <div class="frame" tabindex="0" role="group" aria-label="Versions to the right" onkeydown={keys}>
                    <table aria-label={name}>
                        <thead><tr><td></td>{ for past.columns.iter().map(|c| html! { <th scope="col">{ c }</th> }) }</tr></thead>
                        <tbody>{ for lanes }</tbody>
                    </table>
                </div>
                <p class="dim">{ "A bar opens its newest kernel; arrows move between bars. " }if !in_menu { { saves(ctx, field, which) } }</p>
            }
            if !past.steps.is_empty() {
                <div class="frame steps" tabindex="0" role="group" aria-label="What changed">
                    <table class="plain" aria-label={format!("What changed in {}", past.title)}>
                        <thead><tr><th scope="col">{ "step" }</th><th scope="col">{ "what changed" }</th><th scope="col">{ "to a CO-RE program" }</th></tr></thead>
                        { for past.steps.iter().map(|s| step(past, s)) }
                    </table>
                </div>
            }
        </section>
    }
}

/// The History view: the selected type, and its selected member.
pub fn history_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    if let Some(why) = look.no_history() {
        return html! { <p class="empty" tabindex="0">{ why }</p> };
    }
    html! {
        <div class="histories" tabindex="0">
            { history(ctx, look, false) }
            if look.field.asked().is_some() { { history(ctx, look, true) } }
        </div>
    }
}
