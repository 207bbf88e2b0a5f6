//! Learn: the list of lessons, and the step that is walked.

use model::address::{file_name, host};
use model::lesson::{Block, Goal, LESSONS, Span, Style};
use session::{LearnMsg, Msg};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use crate::ctx::Ctx;

fn to(msg: LearnMsg) -> Msg {
    Msg::Learn(msg)
}

fn spans(spans: &[Span]) -> Html {
    let one = |s: &Span| {
        let text = s.text.clone();
        match s.style {
            Style::Plain => html! { { text } },
            Style::Emphasis => html! { <em>{ text }</em> },
            Style::Strong => html! { <strong>{ text }</strong> },
            Style::Code => html! { <code>{ text }</code> },
            Style::Link => {
                let away = !s.target.starts_with('#');
                html! { <a class="link" href={s.target.clone()} target={away.then_some("_blank")} rel={away.then_some("noopener noreferrer")}>{ text }</a> }
            }
        }
    };
    html! { { for spans.iter().map(one) } }
}

fn block(b: &Block) -> Html {
    match b {
        Block::Paragraph(text) => html! { <p>{ spans(text) }</p> },
        Block::Code(text) => html! { <pre class="snip" tabindex="0">{ text }</pre> },
        Block::List(numbered, items) => {
            let tag = if *numbered { "ol" } else { "ul" };
            html! { <@{tag}>{ for items.iter().map(|item| html! { <li>{ spans(item) }</li> }) }</@> }
        }
    }
}

/// What is typed into the form goes to the session.
fn answer(ctx: &Ctx) -> Callback<SubmitEvent> {
    let ctx = ctx.clone();
    Callback::from(move |e: SubmitEvent| {
        e.prevent_default();
        let form = e.target().and_then(|t| t.dyn_into::<Element>().ok());
        let input = form.and_then(|f| f.query_selector("input").ok().flatten());
        if let Some(input) = input.and_then(|i| i.dyn_into::<HtmlInputElement>().ok()) {
            ctx.send(to(LearnMsg::Answer(input.value())));
        }
    })
}

fn list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let finished = &session.learn().finished;
    let row = |e: &model::lesson::Entry| {
        let done = if finished.iter().any(|f| f == e.name) { " · ✓ done" } else { "" };
        html! {
            <li key={e.name}><button class="card" onclick={ctx.on(to(LearnMsg::Start(e.name.into(), 0)))}>
                <b>{ e.title }</b><span>{ e.about }</span><span class="dim">{ format!("{} minutes{done}", e.minutes) }</span></button></li>
        }
    };
    html! {
        <div class="ltext">
            <h2 tabindex="-1">{ "Lessons" }</h2>
            <p class="dim">{ "Each step talks about bytes that are really there, and checks what you do." }</p>
            <ol class="lessons">{ for LESSONS.iter().map(row) }</ol>
            <p class="dim">{ "Your own: drop a lesson file (.md) on this page, or paste its text or its address." }</p>
        </div>
    }
}

/// A lesson that a link wants: nothing is loaded before a click.
fn wanted(ctx: &Ctx, name: &str, at: usize) -> Html {
    let own = model::lesson::entry(name);
    let title = own.map_or_else(|| file_name(name), |e| e.title.into());
    html! {
        <div class="ltext">
            <h2 tabindex="-1">{ title }</h2>
            <p>{ format!("This link leads to step {} of this lesson.", at + 1) }
                if own.is_none() { { " Nothing is loaded until you say so. It is at " }<code>{ name }</code> }
            </p>
            <p><button class="btn" onclick={ctx.on(to(LearnMsg::Start(name.to_string(), at)))}>
                { if own.is_some() { "Start the lesson".into() } else { format!("Load it from {}", host(name)) } }</button></p>
        </div>
    }
}

/// What the step asks for, and how far it is.
fn task(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    let Some(plan) = learn.step().map(|s| &s.plan) else { return html! {} };
    let done = learn.is_done();
    let (good, said) = learn.said.clone().unwrap_or((done, if done { "Done.".into() } else { String::new() }));
    let asks = plan.answer.is_some();
    let ready = learn.ready().is_some_and(|r| r.goal.is_some());
    let known = learn.ready().is_some_and(|r| matches!(r.goal, Some(Goal::Answer(_))));
    html! {
        <div class={classes!("task", done.then_some("done"))} role="group" aria-label="Task">
            <p><b>{ if asks { "Question: " } else { "Task: " } }</b>{ spans(&plan.task) }</p>
            if asks {
                <form onsubmit={answer(ctx)} key={learn.at}>
                    <input class="field code" aria-label="Answer" autocomplete="off" spellcheck="false"/>
                    <button class="btn quiet" type="submit">{ "Check" }</button>
                </form>
            }
            { for plan.hints.iter().take(learn.hints).map(|h| html! { <p class="dim"><b>{ "Hint: " }</b>{ spans(h) }</p> }) }
            <div role="status" aria-live="polite" class={if good { "good" } else { "bad" }}>
                if !said.is_empty() { { if good { "✓ " } else { "✗ " } }{ said } }
                if done && !plan.done.is_empty() { { " " }{ spans(&plan.done) } }
            </div>
            if !done && ready {
                <p class="acts">
                    if learn.hints < plan.hints.len() {
                        <button class="mini" onclick={ctx.on(to(LearnMsg::Hint))}>{ "Hint" }</button>
                    }
                    <button class="mini" onclick={ctx.on(to(LearnMsg::Reveal))}>{ if known { "Show the answer" } else { "Show me" } }</button>
                </p>
            }
        </div>
    }
}

fn step(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    let (Some(lesson), Some(step)) = (&learn.lesson, learn.step()) else { return html! {} };
    let (at, all) = (learn.at, lesson.steps.len());
    let needs = session.lesson_needs();
    let own: Vec<&str> = needs.iter().filter(|f| !f.sample).map(|f| f.name.as_str()).collect();
    let problems = learn.ready().into_iter().flat_map(|r| &r.problems);
    html! {
        <>
            <div class="ltext" key={at}>
                <p class="dim">{ format!("{} · step {} of {all}", lesson.title, at + 1) }
                    if let Some(link) = learn.link() {
                        { " · " }<button class="link" onclick={ctx.on(to(LearnMsg::CopyLink))}>{ if session.is_copied(&link) { "✓ Copied" } else { "Copy a link to this step" } }</button>
                    }
                </p>
                <h2 tabindex="-1">{ &step.title }</h2>
                { for step.text.iter().map(block) }
                if !own.is_empty() {
                    <p class="alert ask">{ format!("The lesson is about {}: open it to go on.", own.join(", ")) }</p>
                } else if !needs.is_empty() {
                    <p><button class="btn" onclick={ctx.on(to(LearnMsg::Load))}>{ "Load the samples" }</button></p>
                }
                { for problems.map(|p| html! { <p class="bad" role="alert">{ format!("This step does not fit the file: {p}.") }</p> }) }
                if !step.plan.task.is_empty() { { task(ctx) } }
            </div>
            <div class="lnav">
                <button class="btn quiet" disabled={at == 0} onclick={ctx.on(to(LearnMsg::Step(at.saturating_sub(1))))}>{ "Back" }</button>
                <progress max={all.to_string()} value={(at + 1).to_string()} aria-label="Steps">{ at + 1 }</progress>
                if at + 1 < all {
                    <button class="btn" onclick={ctx.on(to(LearnMsg::Step(at + 1)))}>{ "Next" }</button>
                } else {
                    <button class="btn" onclick={ctx.on(to(LearnMsg::List))}>{ "Finish" }</button>
                }
            </div>
        </>
    }
}

/// What is in the panel.
#[inline(never)]
pub fn learn(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    let body = match (&learn.lesson, &learn.wanted) {
        (Some(_), _) => step(ctx),
        (None, Some((name, at))) => wanted(ctx, name, *at),
        (None, None) => list(ctx),
    };
    let at_list = learn.lesson.is_none() && learn.wanted.is_none();
    html! {
        <>
            <div class="pt">
                if !at_list { <button class="link" onclick={ctx.on(to(LearnMsg::List))}>{ "All lessons" }</button> }
                <span class="grow"></span>
                <button class="x" aria-label="Close Learn" onclick={ctx.on(to(LearnMsg::Show(false)))}>{ "×" }</button>
            </div>
            { body }
        </>
    }
}
