//! The history of a type or member in the kernels of an atlas: the sentence, the kernel axis, and what changed.

use model::atlas::{Comparison, History, HistoryStep, Strip, StripRun, StripTone, Strips};
use model::path::Path;
use session::look::atlas::{AtlasLook, AtlasMsg};
use session::{Msg, Overlay};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::ask::on;
use super::read_code::below_history;
use super::strips::{forms, with_choices};
use crate::ctx::Ctx;
use crate::dom::{bars, theme};

/// The history that is shown, and its place. `field`: whether it is the history of the selected member. `which`: the
/// index of its atlas among the atlases that were asked. `in_view`: whether the inspector is beside it.
#[derive(Clone, Copy)]
struct At {
    field: bool,
    which: usize,
    in_view: bool,
}

/// The action of a click on a run, and whether the run is selected. Beside the inspector, a click shows the step to the
/// run; in the dialog, it opens the run's newest kernel.
fn choice(ctx: &Ctx, past: &History, at: At, run: &StripRun) -> (Callback<MouseEvent>, bool) {
    let newest = past.kernels.get(run.newest as usize).map(|kernel| kernel.name.clone()).unwrap_or_default();
    if !at.in_view {
        return (on(ctx, AtlasMsg::OpenAt(newest, at.field)), false);
    }
    let (before, after) = run.step.map_or((None, run.newest), |(before, after)| (Some(before), after));
    let is_chosen = ctx.session().atlas().is_chosen(at.which, before, after);
    (on(ctx, AtlasMsg::Side(at.which, before, after)), is_chosen)
}

fn step(ctx: &Ctx, past: &History, step: &HistoryStep, at: At) -> Html {
    let short = |at: u32| past.shapes.get(at as usize).map_or("", |s| s.short.as_str());
    let title = step.title();
    let head = match step.pairs.last().filter(|_| at.in_view) {
        Some(&(before, after)) => html! {
            <button class="link" onclick={on(ctx, AtlasMsg::Side(at.which, Some(before), after))}>{ title }</button>
        },
        None => html! { { title } },
    };
    let changes = past.comparison(step).filter(|_| past.kind.is_some());
    let rows = changes.map(Comparison::shown).unwrap_or_default().iter().map(|change| {
        html! {
            <tr><td>{ &change.name }</td><td>{ &change.what }</td>
                <td class={classes!(change.bad.then_some("bad"))}>{ &change.effect }</td></tr>
        }
    });
    html! {
        <tbody>
            <tr><th scope="rowgroup" colspan="3">{ head }
                <span class="dim">{ format!(" · {} → {}", short(step.from), short(step.to)) }</span></th></tr>
            { for rows }
            if let Some(rest) = changes.and_then(Comparison::rest) { <tr><td colspan="3" class="dim">{ rest }</td></tr> }
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

/// The history in each atlas that was asked. If `field` is true, it is the history of the selected field; else it is
/// the history of the selected type or, in the dialog of the atlas, of the question.
pub fn history(ctx: &Ctx, look: &AtlasLook, field: bool) -> Html {
    if let Some(why) = look.empty(field) {
        return html! { <p class="empty" role={why.role()} tabindex="0">{ why.text() }</p> };
    }
    let Some(drawn) = look.ask_of(field).answer() else { return html! {} };
    let each = drawn.each().enumerate().map(|(which, (past, strips))| one(ctx, past, strips, field, which));
    html! { <>{ for each }</> }
}

/// The names under which the member is followed, and a button to keep them apart.
fn names(ctx: &Ctx, past: &History, at: At) -> Html {
    // In the view, the menu ⋯ has this choice; the sentence offers it only if several names are followed.
    let split = || {
        html! {
            if at.in_view && at.field { <button class="link" onclick={on(ctx, AtlasMsg::Split(true))}>{ "Not the same? Split" }</button> }
        }
    };
    html! {
        <>
            { for past.followed.iter().map(|followed| html! { <p class="dim">{ followed.words() }{ " " }{ split() }</p> }) }
            if past.is_split { <p class="dim">{ "By this name alone." }</p> }
        </>
    }
}

/// The key of the colours of a member's bars, with only the colours that occur; nothing if fewer than two occur.
fn legend(past: &History, strip: &Strip) -> Html {
    let has = |tone| strip.lanes.iter().flat_map(|lane| &lane.runs).any(|run| run.tone == tone);
    let all = [
        (StripTone::Usual, "", "usual place"),
        (StripTone::Other, "other", "elsewhere"),
        (StripTone::Name, "name", "other name"),
    ];
    let one = |(_, class, text): &(StripTone, &'static str, &'static str)| {
        html! { <span><i class={classes!("axrun", *class)}></i>{ *text }</span> }
    };
    let shown: Vec<_> = all.iter().filter(|(tone, ..)| has(*tone)).collect();
    if past.kind.is_some() || shown.len() < 2 {
        return html! {};
    }
    html! { <p class="axlegend dim" aria-hidden="true">{ for shown.into_iter().map(one) }</p> }
}

/// The history in one atlas.
fn one(ctx: &Ctx, past: &History, strips: &Strips, field: bool, which: usize) -> Html {
    let (_, of) = past.present();
    let session = ctx.session();
    let others = past.others.iter().map(|other| {
        html! { <>{ " · " }<button class="link" onclick={on(ctx, AtlasMsg::About(other.clone()))}>{ other }</button></> }
    });
    let name = past.name();
    let drawn = session.atlas().drawn_steps(past);
    let in_view = session.file().is_some() && session.overlay() == Overlay::None;
    let at = At { field, which, in_view };
    // The menu Export of the view saves the history in the first atlas.
    let in_menu = in_view && which == 0;
    let keys = Callback::from(|e: KeyboardEvent| bars::step(&e));
    let chooses = |run: &StripRun| choice(ctx, past, at, run);
    let hint = if in_view { "A bar shows what changed before it; " } else { "A bar opens its newest kernel; " };
    let axis = || {
        html! {
            <div onkeydown={keys}>
                { with_choices(&strips.wide, &name, "each", false, Some(&chooses)) }
                { with_choices(&strips.narrow, &name, "few", false, Some(&chooses)) }
                { legend(past, &strips.wide) }
                { forms(&strips.wide) }
            </div>
        }
    };
    html! {
        <section class="past" role="region" aria-label={name.clone()}>
            { title(ctx, past, at) }
            if !past.headline.is_empty() { <p class="headline"><b>{ &past.headline }</b></p> }
            <p class="dim">if past.headline.is_empty() { { past.summary() } }if of > 0 { { for others } }</p>
            if of > 0 { { axis() } }
            { names(ctx, past, at) }
            if of > 0 && in_view && which == 0 { { below_history(ctx, past.kind.is_some()) } }
            { for past.tags.iter().chain(&past.modules).map(|line| html! { <p class="dim">{ line }</p> }) }
            if of > 0 {
                <p class="dim stephint">{ hint }{ "arrows move between bars. " }if !in_menu { { saves(ctx, field, which) } }</p>
            }
            if !past.steps.is_empty() {
                <div class="frame steps" tabindex="0" role="group" aria-label="What changed">
                    <table class="plain" aria-label={format!("What changed in {}", past.title)}>
                        <thead class="sr"><tr><th scope="col">{ "step" }</th><th scope="col">{ "what changed" }</th><th scope="col">{ "to a CO-RE program" }</th></tr></thead>
                        { for past.steps.iter().take(drawn).map(|s| step(ctx, past, s, at)) }
                        if let Some(other) = past.steps.len().checked_sub(drawn).filter(|other| *other > 0) {
                            <tbody><tr><td colspan="3">
                                <button class="link" onclick={on(ctx, AtlasMsg::AllSteps(past.title.clone()))}>
                                    { match other { 1 => "Show the other step".to_owned(), _ => format!("Show the other {other} steps") } }</button>
                            </td></tr></tbody>
                        }
                    </table>
                </div>
            }
        </section>
    }
}

/// The title; for a member, the type in it leads to the history of the type.
fn title(ctx: &Ctx, past: &History, at: At) -> Html {
    let root = past.title.len().checked_sub(past.member.len()).and_then(|end| past.title.get(..end));
    let atlas = html! { if !past.atlas.is_empty() { <span class="dim">{ format!(" in {}", past.atlas) }</span> } };
    match root.filter(|_| at.field && at.in_view) {
        Some(root) => html! {
            <h2><button class="link" title="The history of the whole type" onclick={ctx.on(Msg::Select(Path::root()))}>{ root.trim_end_matches(['.', '-', '>']) }</button>
                { "." }{ &past.member }{ atlas }</h2>
        },
        None => html! { <h2>{ &past.title }{ atlas }</h2> },
    }
}

/// The History view: of the selected member, or else of the type.
pub fn history_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    if let Some(why) = look.no_history() {
        return html! { <p class="empty" tabindex="0">{ why }</p> };
    }
    html! { <div class="histories" tabindex="0">{ history(ctx, look, look.ask_of(true).asked().is_some()) }</div> }
}
