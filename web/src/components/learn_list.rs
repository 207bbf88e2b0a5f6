//! The list of lessons with the progress in each.

use lesson::{PROJECT, TRACKS, Track, entry};
use session::LearnMsg;
use yew::prelude::*;

use super::learn::to;
use crate::ctx::Ctx;

fn row(ctx: &Ctx, name: &str) -> Html {
    let Some(e) = entry(name) else { return html! {} };
    let session = ctx.session();
    let marks = session.learn().progress.of(e.name);
    let did = marks.map(|marks| format!(" · {}", marks.words())).unwrap_or_default();
    let at = marks.filter(|marks| !marks.is_finished()).map_or(0, |marks| marks.at);
    html! {
        <li key={e.name}><button class="card" onclick={ctx.on(to(LearnMsg::Start(e.name.into(), at)))}>
            <b>{ e.title }</b><span>{ e.about }</span><span class="dim">{ format!("{} minutes{did}", e.minutes) }</span></button></li>
    }
}

/// A track: its lessons in their order.
fn track(ctx: &Ctx, of: &Track) -> Html {
    html! {
        <>
            <h3>{ of.title }</h3>
            <p class="dim">{ of.about }</p>
            <ol class="lessons" aria-label={of.title}>{ for of.lessons.iter().map(|name| row(ctx, name)) }</ol>
        </>
    }
}

/// The lesson to continue with, and buttons for the stored progress.
fn stored_progress(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    if learn.progress.refused {
        return html! { <p class="dim">{ session::learn::NOT_KEPT }</p> };
    }
    if learn.progress.lessons().is_empty() {
        return html! {};
    }
    let results = learn.results(session.today());
    let on = learn.go_on().map(|(e, at)| {
        html! { <p><button class="btn" onclick={ctx.on(to(LearnMsg::Start(e.name.into(), at)))}>{ format!("Continue: {}, step {}", e.title, at + 1) }</button></p> }
    });
    html! {
        <>
            { on }
            <p class="acts">
                <button class="mini" title="The steps you answered and how many tries you needed, as text for your teacher"
                    onclick={ctx.on(to(LearnMsg::CopyResults))}>{ if session.is_copied(&results) { "✓ Copied" } else { "Copy my results" } }</button>
                if learn.asks_forget {
                    <span>{ "Delete all your progress? " }</span>
                    <button class="mini" onclick={ctx.on(to(LearnMsg::Forget))}>{ "Delete" }</button>
                    <button class="mini" onclick={ctx.on(to(LearnMsg::AskForget(false)))}>{ "Keep" }</button>
                } else {
                    <button class="mini" onclick={ctx.on(to(LearnMsg::AskForget(true)))}>{ "Delete my progress" }</button>
                }
            </p>
        </>
    }
}

/// The list.
pub(super) fn list(ctx: &Ctx) -> Html {
    html! {
        <div class="ltext">
            <h2 tabindex="-1">{ "Lessons" }</h2>
            <p class="dim">{ "Each step shows real bytes and checks what you do. For teachers: " }
                <a class="link" href="lessons/course.html" target="_blank">{ "a course of sessions and exercises" }</a></p>
            { stored_progress(ctx) }
            { for TRACKS.iter().map(|of| track(ctx, of)) }
            <h3>{ "At the end" }</h3>
            <p class="dim">{ "Needs a kernel of your own: a machine with Linux, or its file /sys/kernel/btf/vmlinux." }</p>
            <ol class="lessons" aria-label="At the end">{ row(ctx, PROJECT.name) }</ol>
            <p class="dim">{ "To open your own lesson, drop its .md file onto this page, or paste its text or address." }</p>
        </div>
    }
}
