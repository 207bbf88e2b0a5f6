//! The panel of lessons: the list, and the current step.

use lesson::{Block, BuildCondition, Goal, Span, Style};
use model::address::{CONSENT, file_name, load_words};
use model::pad::PadTarget;
use model::pad::written::FieldState;
use session::commands::Command;
use session::learn::Learn;
use session::{LearnMsg, Msg, PadMsg};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use super::learn_fixes::{fixes, said as fix_said};
use super::learn_list::list;
use super::learn_steps::{Fit, Steps};
use crate::ctx::Ctx;
use crate::dom::focus;

/// Wraps a message for the lessons.
pub(super) fn to(msg: LearnMsg) -> Msg {
    Msg::Learn(msg)
}

pub(super) fn spans(spans: &[Span]) -> Html {
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

/// Sends the text in the form of the step.
fn answer(ctx: &Ctx) -> Callback<SubmitEvent> {
    ctx.with(move |ctx, e: SubmitEvent| {
        e.prevent_default();
        let form = e.target().and_then(|t| t.dyn_into::<Element>().ok());
        let input = form.and_then(|f| f.query_selector("input").ok().flatten());
        if let Some(input) = input.and_then(|i| i.dyn_into::<HtmlInputElement>().ok()) {
            ctx.send(to(LearnMsg::Answer(input.value())));
        }
    })
}

/// Reports the text that is typed into the form of the step.
fn typed(ctx: &Ctx) -> Callback<InputEvent> {
    ctx.with(move |ctx, e: InputEvent| {
        if let Some(input) = e.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) {
            ctx.send(to(LearnMsg::Typed(input.value())));
        }
    })
}

/// A lesson that a link asks for. It is loaded only after a click.
fn wanted(ctx: &Ctx, name: &str, at: usize) -> Html {
    let own = lesson::entry(name);
    let title = own.map_or_else(|| file_name(name), |e| e.title.into());
    html! {
        <div class="ltext">
            <h2 tabindex="-1">{ title }</h2>
            <p>{ Learn::wanted_words(at) }if own.is_none() { { " " }{ CONSENT }<code>{ name }</code> }</p>
            <p><button class="btn" onclick={ctx.on(to(LearnMsg::Start(name.to_string(), at)))}>
                { if own.is_some() { "Start the lesson".into() } else { load_words(name) } }</button></p>
        </div>
    }
}

/// A condition on the types to write, and whether the types of the pad meet it.
fn condition(learn: &Learn, at: usize, condition: &BuildCondition) -> Html {
    let built = learn.ready().and_then(|ready| ready.built.get(at));
    let (sign, class, words) = match built {
        Some(built) if built.met => ("✓", "good", "met: "),
        Some(_) => ("✗", "bad", "not met: "),
        // After a reload the pad may be empty.
        None if learn.looks_done() => ("✓", "dim", "met before: "),
        None => ("○", "dim", "open: "),
    };
    let instead = built.map(|built| &built.instead).filter(|instead| !instead.is_empty());
    let exact = &condition.of.text;
    let shown = match &*condition.words {
        [] => html! { <code>{ exact }</code> },
        said => html! { <span title={exact.clone()}>{ spans(said) }</span> },
    };
    html! { <li key={at} class={class}><span aria-hidden="true">{ sign }{ " " }</span><span class="sr">{ words }</span>{ shown }if let Some(instead) = instead { <span class="instead">{ format!(" Now: {instead}.") }</span> }</li> }
}

/// The fields of the blob that the person writes, each with a sign: right, wrong, or still open. Beside a wrong field
/// is the message of the decoder about it, if there is one.
fn written(learn: &Learn) -> Html {
    let Some(ready) = learn.ready() else { return html! {} };
    let mut parts: Vec<(&str, Vec<Html>)> = Vec::new();
    for (i, field) in ready.written.iter().enumerate() {
        let (sign, class, words) = match field.state {
            FieldState::Right => ("✓", "good", "right: "),
            FieldState::Wrong => ("✗", "bad", "wrong: "),
            FieldState::Open => ("○", "dim", "open: "),
        };
        let says = (!field.says.is_empty()).then(|| html! { <span>{ format!(" {}", field.says) }</span> });
        let item = html! { <li key={i} class={class}><span aria-hidden="true">{ sign }{ " " }</span><span class="sr">{ words }</span><code>{ &field.name }</code>{ says }</li> };
        match parts.last_mut() {
            Some((part, items)) if *part == field.part => items.push(item),
            _ => parts.push((&field.part, vec![item])),
        }
    }
    html! { <div class="written">{ for parts.into_iter().map(|(part, items)| html! { <div key={part.to_owned()}><b>{ part }</b><ul>{ for items }</ul></div> }) }</div> }
}

#[derive(Properties, PartialEq)]
struct InSightProps {
    said: String,
}

/// Scrolls the result of a task into view when the result changes: on a phone, it is below the question, and the
/// buttons cover it.
#[component]
fn InSight(props: &InSightProps) -> Html {
    use_effect_with(props.said.clone(), |said| {
        if !said.is_empty() {
            // In a wide window, the task is an area of its own that scrolls (learn.css).
            focus::into_view_of(".task [role=status]", ".ldo");
            focus::into_view_of(".task [role=status]", ".ltext");
        }
    });
    html! {}
}

/// The task of the step, and whether it is done.
fn task(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    let Some(plan) = learn.step().map(|s| &s.plan) else { return html! {} };
    let done = learn.looks_done();
    let (good, said) = learn.task_message();
    let asks = plan.answer.is_some();
    let ready = learn.ready().is_some_and(|r| r.goal.is_some());
    let known = learn.ready().is_some_and(|r| matches!(r.goal, Some(Goal::Answer(_))));
    let choices: &[String] = match learn.ready().and_then(|r| r.goal.as_ref()) {
        Some(Goal::Answer(expected)) => &expected.choices,
        _ => &[],
    };
    html! {
        <div class={classes!("task", done.then_some("done"))} role="group" aria-label="Task">
            <p><b>{ if asks { "Question: " } else { "Task: " } }</b>{ spans(&plan.task) }</p>
            if !choices.is_empty() {
                <p class="acts" role="group" aria-label="Choices">
                    { for choices.iter().map(|choice| html! { <button class="btn quiet" aria-pressed={(learn.draft() == choice).to_string()} onclick={ctx.on(to(LearnMsg::Answer(choice.clone())))}>{ choice }</button> }) }
                </p>
            } else if asks {
                <form onsubmit={answer(ctx)} key={learn.at}>
                    <input class="field code" aria-label="Answer" autocomplete="off" spellcheck="false" value={learn.draft().to_owned()} oninput={typed(ctx)}/>
                    <button class="btn quiet" type="submit">{ "Check" }</button>
                </form>
            }
            if !plan.fixes.is_empty() { { fixes(ctx, learn) } }
            if plan.bytes.is_some() { { written(learn) } }
            if !plan.builds.is_empty() {
                <ul class="builds">{ for plan.builds.iter().enumerate().map(|(i, said)| condition(learn, i, said)) }</ul>
                if let Some(why) = session.source_error_of_task() { <p class="bad" role="status">{ why }</p> }
                if plan.bytes.is_some() {
                    if session.pad_file().is_none() || !session.pad().target.bytes {
                        <p class="acts"><button class="btn quiet" onclick={ctx.on(Msg::Pad(PadMsg::Bytes))}>{ "Open an empty blob" }</button></p>
                    }
                } else if session.pad_file().is_none() {
                    <p class="acts"><button class="btn quiet" onclick={ctx.on(Msg::Command(Command::Pad))}>{ "Open the scratch pad" }</button></p>
                } else if session.pad().target.bytes {
                    // The step before this one asked for bytes.
                    <p class="acts"><button class="btn quiet" onclick={ctx.on(Msg::Pad(PadMsg::Target(PadTarget::default())))}>{ "Write C" }</button></p>
                }
            }
            { for plan.hints.iter().take(learn.hints).map(|h| html! { <p class="dim"><b>{ "Hint: " }</b>{ spans(h) }</p> }) }
            <InSight said={said.clone()}/>
            <div role="status" aria-live="polite" class={if good { "good" } else { "bad" }}>
                if !said.is_empty() { { if good { "✓ " } else { "✗ " } }{ said } }
                if !learn.reason().is_empty() { { " " }{ spans(learn.reason()) } }
                if done && good && !plan.done.is_empty() { { " " }{ spans(&plan.done) } }
                { fix_said(learn) }
                if !learn.fault().is_empty() { <p class="dim">{ "The decoder's message (it writes the bytes 0x4 to 0x7 as 0x4..0x8): " }<code>{ learn.fault().to_owned() }</code></p> }
            </div>
            if !learn.covered().is_empty() {
                <p class="dim">{ if learn.in_deck() { "Parts that reveal the answer are covered (Enter uncovers them)." } else { "Parts that reveal the answer are covered until you answer." } }</p>
            }
            if !done && ready {
                <p class="acts">
                    if !plan.hints.is_empty() {
                        // The button stays after the last hint, because it may have the focus.
                        <button class="mini" aria-disabled={(learn.hints >= plan.hints.len()).to_string()} onclick={ctx.on(to(LearnMsg::Hint))}>
                            { if learn.hints < plan.hints.len() { "Hint" } else { "No more hints" } }</button>
                    }
                    if plan.builds.is_empty() { <button class="mini" onclick={ctx.on(to(LearnMsg::Reveal))}>{ if known { "Show the answer" } else { "Show me" } }</button> }
                </p>
            }
        </div>
    }
}

/// Buttons for the previous and the next step; after the last step, for the next lesson.
fn step_buttons(ctx: &Ctx, at: usize, all: usize) -> Html {
    let session = ctx.session();
    let next = session.learn().next_lesson();
    html! {
        <div class="lnav">
            <button class="btn quiet" disabled={at == 0} title="Previous step (p)" onclick={ctx.on(to(LearnMsg::Turn(-1)))}>{ "Back" }</button>
            <Steps ctx={ctx.clone()}/>
            if at + 1 < all {
                <button class="btn" title="Next step (n)" onclick={ctx.on(to(LearnMsg::Turn(1)))}>{ "Next" }</button>
            } else {
                <button class={classes!("btn", next.is_some().then_some("quiet"))} onclick={ctx.on(to(LearnMsg::List))}>{ "Finish" }</button>
                if let Some(next) = next {
                    <button class="btn nextlesson" onclick={ctx.on(to(LearnMsg::Start(next.name.into(), 0)))}>{ format!("Next lesson: {}", next.title) }</button>
                }
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
    let own: Vec<&str> = needs.iter().filter(|f| !f.sample && !f.atlas).map(|f| f.name.as_str()).collect();
    let problems = learn.ready().into_iter().flat_map(|r| &r.problems);
    html! {
        <>
            <div class="ltext" key={at}>
                <div class="lread">
                <p class="dim">{ format!("{} · step {} of {all}", lesson.title, at + 1) }</p>
                <h2 tabindex="-1">{ &step.title }</h2>
                { for step.text.iter().map(block) }
                </div><div class="ldo">
                if !own.is_empty() {
                    <p class="alert ask">{ format!("The lesson is about {}: open it to go on.", own.join(", ")) }</p>
                } else if !needs.is_empty() {
                    <p><button class="btn" onclick={ctx.on(to(LearnMsg::Load))}>{ if needs.iter().any(|f| f.atlas) { "Open the kernel" } else { "Load the samples" } }</button></p>
                }
                if session.is_away_from_step() {
                    <p><button class="mini" title="Show again the file, the type and the view that this step is about" onclick={ctx.on(to(LearnMsg::Again))}>{ "Show this step again" }</button></p>
                }
                { for problems.map(|p| html! { <p class="bad" role="alert">{ format!("This step does not fit the file: {p}.") }</p> }) }
                if !step.plan.task.is_empty() { { task(ctx) } }
                </div>
            </div>
            if learn.in_deck() { <Fit ctx={ctx.clone()}/> }
            { step_buttons(ctx, at, all) }
            if learn.progress.refused { <p class="lkept dim">{ session::learn::NOT_KEPT }</p> }
        </>
    }
}

/// The bar above the step: all lessons, copy a link, present, save, close.
fn bar(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    if learn.in_deck() {
        return html! {
            <div class="pt">
                <span class="dim">{ "→ next, ← back, Esc leaves" }</span><span class="grow"></span>
                if learn.can_uncover() { <button class="mini" title="Show what the step covers (Enter, or a full stop)" onclick={ctx.on(to(LearnMsg::Uncover))}>{ "Uncover" }</button> }
                <button class="mini" onclick={ctx.on(to(LearnMsg::Deck(false)))}>{ "Leave" }</button>
            </div>
        };
    }
    let walked = learn.lesson.is_some();
    html! {
        <div class="pt">
            if walked || learn.wanted.is_some() { <button class="link" onclick={ctx.on(to(LearnMsg::List))}>{ "All lessons" }</button> }
            <span class="grow"></span>
            if let Some(link) = learn.link().filter(|_| walked) {
                <button class="mini" title="Copy a link to this step" aria-label={if session.is_copied(&link) { "✓ Copied" } else { "Copy a link to this step" }}
                    onclick={ctx.on(to(LearnMsg::CopyLink))}>{ if session.is_copied(&link) { "✓" } else { "Link" } }</button>
            }
            if walked {
                <button class="mini" title="Present this step in large type, with what it shows (Shift+P)" onclick={ctx.on(Msg::Command(Command::Deck))}>{ "Present" }</button>
                <button class="mini" title="Save the lesson and its files as a single HTML file" onclick={ctx.on(to(LearnMsg::Export))}>{ "Save" }</button>
            }
            <button class="x" aria-label="Close Learn" onclick={ctx.on(to(LearnMsg::Show(false)))}>{ "×" }</button>
        </div>
    }
}

/// The content of the panel.
pub fn learn(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let learn = session.learn();
    let body = match (&learn.lesson, &learn.wanted) {
        (Some(_), _) => step(ctx),
        (None, Some((name, at))) => wanted(ctx, name, *at),
        (None, None) => list(ctx),
    };
    html! { <>{ bar(ctx) }{ body }</> }
}
