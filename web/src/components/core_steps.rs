//! A relocation step by step: candidates, the path member by member, value, instruction, verifier.

use desk::FileId;
use model::relocations::{CodeLine, CoreStage, CoreStep, Detail, OnTarget, StepBox};
use model::tone::Tone;
use session::look::relocations::CoreLook;
use session::{CoreMsg, Msg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::core_drawn::{core_bars, core_patch};
use super::core_view::code;
use crate::ctx::Ctx;

/// The key handler: the arrow keys go one step forward or back.
pub(super) fn step_keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    ctx.with(|ctx, e: KeyboardEvent| {
        let delta = match e.key().as_str() {
            "ArrowRight" => 1,
            "ArrowLeft" => -1,
            _ => return,
        };
        if !(e.ctrl_key() || e.alt_key() || e.meta_key() || e.shift_key()) {
            e.prevent_default();
            e.stop_propagation();
            ctx.send(Msg::Core(CoreMsg::WalkBy(delta)));
        }
    })
}

/// The steps on the kernel that is shown. Nothing while no kernel is open.
pub(super) fn core_steps(ctx: &Ctx, d: &Detail, look: &CoreLook) -> Html {
    let steps = look.steps();
    let found = look.step_at().and_then(|at| Some((at, steps.get(at)?)));
    let shown = look.explained().and_then(|i| d.results.get(i)).zip(found);
    let Some((on, (at, step))) = shown else { return html! {} };
    html! {
        <>
            { kernels(ctx, d, look) }
            { controls(ctx, steps, at) }
            <div class="walk" data-stage={stage(step.stage)}>
                <div role="status">
                    <h2>
                        if !step.of.is_empty() { <span class="dim">{ format!("{} · ", step.of) }</span> }
                        { format!("Step {} of {}", at + 1, steps.len()) }
                    </h2>
                    <div class={classes!("said", colour(step))}><p>{ &step.headline }</p></div>
                </div>
                if matches!(step.stage, CoreStage::Names | CoreStage::Match | CoreStage::Value) {
                    { path("In the program", &d.steps, step.at, step.done) }
                }
                if !step.there.is_empty() {
                    { path(&format!("On {}", on.name), &step.there, step.there.len().checked_sub(1), step.there.len()) }
                }
                { evidence(d, on, step) }
                if !step.lines.is_empty() { <ul class="lines">{ for step.lines.iter().map(|line| html! { <li>{ line }</li> }) }</ul> }
            </div>
        </>
    }
}

fn stage(stage: CoreStage) -> &'static str {
    match stage {
        CoreStage::Names => "names",
        CoreStage::Match => "match",
        CoreStage::Choice => "choice",
        CoreStage::Value => "value",
        CoreStage::Patch => "patch",
        CoreStage::Load => "load",
    }
}

fn colour(step: &CoreStep) -> Option<&'static str> {
    Some(step.result.tone()).filter(|tone| matches!(tone, Tone::Good | Tone::Warn | Tone::Bad)).map(Tone::css)
}

/// The sign of a result, so that it is not told by its colour alone.
fn sign(step: &CoreStep) -> &'static str {
    match step.result.tone() {
        Tone::Good => "✓ ",
        Tone::Bad => "✗ ",
        Tone::Warn => "⊘ ",
        Tone::Dim | Tone::Plain => "",
    }
}

fn kernels(ctx: &Ctx, d: &Detail, look: &CoreLook) -> Html {
    let one = |(i, (on, &id)): (usize, (&OnTarget, &FileId))| {
        let is_shown = look.explained() == Some(i);
        html! {
            <button key={i} class="chip" aria-pressed={is_shown.to_string()} onclick={ctx.on(Msg::Core(CoreMsg::Kernel(id)))}>{ &on.name }</button>
        }
    };
    html! {
        if d.results.len() > 1 {
            <div class="walkon" role="group" aria-label="On which kernel">{ for d.results.iter().zip(look.targets()).enumerate().map(one) }</div>
        }
    }
}

fn controls(ctx: &Ctx, steps: &[CoreStep], at: usize) -> Html {
    // At the first and last step a button has only `aria-disabled`: with `disabled` it would lose the focus.
    let button = |name: &'static str, delta: i64, ends: bool| {
        html! { <button class="btn" aria-disabled={ends.to_string()} onclick={ctx.on(Msg::Core(CoreMsg::WalkBy(delta)))}>{ name }</button> }
    };
    let chip = |(i, step): (usize, &CoreStep)| {
        let title = if step.of.is_empty() { step.headline.clone() } else { format!("{}: {}", step.of, step.headline) };
        html! {
            <li key={i}>
                <button class={classes!("chip", colour(step), (i > at).then_some("later"))} aria-current={(i == at).then_some("step")} title={(i <= at).then_some(title)}
                    onclick={ctx.on(Msg::Core(CoreMsg::Walk(Some(i))))}>{ if i <= at { sign(step) } else { "" } }{ &step.title }</button>
            </li>
        }
    };
    html! {
        <div class="walkbar">
            { button("← Back", -1, at == 0) }
            { button("Next →", 1, at + 1 == steps.len()) }
            <ol aria-label="Steps to the result">{ for steps.iter().enumerate().map(chip) }</ol>
        </div>
    }
}

/// A path as boxes. The first `done` boxes are found; `at` is the box that the step is about.
fn path(title: &str, boxes: &[StepBox], at: Option<usize>, done: usize) -> Html {
    let one = |(i, s): (usize, &StepBox)| {
        let is_now = at == Some(i);
        html! {
            <>
                if i > 0 { <li class="sign" aria-hidden="true">{ if s.number.is_none() { "=" } else { "→" } }</li> }
                <li class={classes!("box", is_now.then_some("now"), (i >= done && !is_now).then_some("later"))} aria-current={is_now.then_some("step")}>
                    <div><b>{ &s.title }</b>if let Some(n) = s.number { <em>{ n }</em> }</div>
                    <div class="dim">{ &s.about }</div>
                </li>
            </>
        }
    };
    html! { <><h3>{ title.to_owned() }</h3><ol class="path" aria-label={format!("Access path: {title}")}>{ for boxes.iter().enumerate().map(one) }</ol></> }
}

/// The code around the instruction, with the instruction as it is loaded on the kernel.
fn loaded(code: &[CodeLine], on: &OnTarget) -> Vec<CodeLine> {
    let text = on.patch.as_ref().map(|patch| &patch.after.text);
    let line = |line: &CodeLine| match text.filter(|_| line.current) {
        Some(text) => CodeLine { text: text.clone(), ..line.clone() },
        None => line.clone(),
    };
    code.iter().map(line).collect()
}

/// The evidence of a step. At the stage `Patch`, the bytes of the instruction before and after; at `Load`, the code
/// around the instruction; at the other stages, a table of candidates or values. At `Value`, the path over the bytes of
/// the type follows.
fn evidence(d: &Detail, on: &OnTarget, step: &CoreStep) -> Html {
    let label = match step.stage {
        CoreStage::Names => "Candidates",
        _ => "Values",
    };
    let row = |(name, said): &(String, String)| html! { <tr><th scope="row">{ name }</th><td>{ said }</td></tr> };
    match step.stage {
        CoreStage::Patch => core_patch(on),
        CoreStage::Load => code(&loaded(&d.code, on)),
        CoreStage::Names | CoreStage::Match | CoreStage::Choice | CoreStage::Value => html! {
            <>
                if !step.rows.is_empty() { <table class="plain" aria-label={label}><tbody>{ for step.rows.iter().map(row) }</tbody></table> }
                if step.stage == CoreStage::Value { { core_bars(d, Some(on)) } }
            </>
        },
    }
}
