//! The view of CO-RE: a relocation's path and code, its result on each kernel, and the reason.

use desk::FileId;
use model::relocations::{CodeLine, Detail, OnTarget, StepBox, Why};
use model::tone::Tone;
use session::{CoreMsg, Msg};
use yew::prelude::*;

use super::core_drawn::{core_bars, core_patch};
use super::core_matrix::{core_matrix, view_tabs};
use super::core_slide::core_slide;
use super::core_steps::{core_steps, step_keys};
use crate::ctx::{Ctx, go_to};

/// The view.
pub fn core_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.core() else { return html! {} };
    let look = &session.looks()[file.id].core;
    if let Some(why) = look.empty() {
        return html! { <p class="prose" role={why.role()}>{ why.text() }</p> };
    }
    if look.matrix
        && let Some(list) = look.list()
    {
        return core_matrix(ctx, list, look);
    }
    let Some(d) = look.model() else { return html! {} };
    let explained = look.explained();
    let why = explained.and_then(|i| Some((d.results.get(i)?, d.why.get(i)?)));
    if look.walk.step.is_some() {
        return html! {
            <>
                <div class="head">{ heading(ctx, d) }</div>
                { view_tabs(ctx, look) }
                <div class="program core" id="view" role="tabpanel" tabindex="0" onkeydown={step_keys(ctx)}>
                    if why.is_some() { { core_steps(ctx, d, look) } } else { { no_kernel() } }
                </div>
            </>
        };
    }
    html! {
        <>
            <div class="head">{ heading(ctx, d) }</div>
            { view_tabs(ctx, look) }
            <div class="program core" id="view" role="tabpanel" tabindex="0">
                <ol class="path" aria-label="Access path">{ for d.steps.iter().enumerate().map(|(i, s)| step(ctx, file.id, d, i, s)) }</ol>
                if let Some((on, _)) = why { { core_patch(on) } }
                { core_bars(d, why.map(|(on, _)| on)) }
                { code(&d.code) }
                { results(ctx, d, explained) }
                { core_slide(ctx, &session.looks()[file.id].slide) }
                if let Some((on, why)) = why { { reason(ctx, d, on, why) } }
                if why.is_none() {
                    { no_kernel() }
                    { guard(ctx, d.guard.as_ref()) }
                }
            </div>
        </>
    }
}

fn no_kernel() -> Html {
    html! {
        <p class="dim">{ "Open a kernel beside this program to resolve its relocations: drop a vmlinux, or " }
            <code>{ "/sys/kernel/btf/vmlinux" }</code>{ "." }</p>
    }
}

fn heading(ctx: &Ctx, d: &Detail) -> Html {
    let figure = |term: &str, value: String| html! { <div><dt>{ term }</dt><dd>{ value }</dd></div> };
    html! {
        <>
            <h1 class="func"><span class="kw">{ d.kind_str() }</span>{ " " }{ &d.path }</h1>
            <dl class="meta">
                { figure("relocation", format!("#{}", d.number)) }
                { figure("section", d.section.clone()) }
                { figure("insn", format!("{} at {:#x}", d.insn, u64::from(d.insn) * 8)) }
                { figure("access string", d.access.clone()) }
                if !d.line.is_empty() { { figure("source", d.line.clone()) } }
                <div><dt>{ "type" }</dt><dd>
                    <button class="link" onclick={ctx.on(go_to(d.root))}>{ format!("[{}]", d.root) }</button>
                </dd></div>
            </dl>
        </>
    }
}

fn step(ctx: &Ctx, file: FileId, d: &Detail, i: usize, s: &StepBox) -> Html {
    let last = i + 1 == d.steps.len() && i > 0 && s.number.is_none();
    let title = match &s.member {
        Some(member) => html! {
            <button class="link" title="Show it in the Tree (2 shows the whole path)"
                onclick={ctx.on(Msg::Tree(file, d.root, member.clone()))}>{ &s.title }</button>
        },
        None => html! { { &s.title } },
    };
    html! {
        <>
            if i > 0 { <li class="sign" aria-hidden="true">{ if last { "=" } else { "→" } }</li> }
            <li class="box">
                <div><b>{ title }</b>if let Some(n) = s.number { <em>{ n }</em> }</div>
                <div class="dim">{ &s.about }</div>
            </li>
        </>
    }
}

pub(super) fn code(lines: &[CodeLine]) -> Html {
    let line = |(i, l): (usize, &CodeLine)| {
        html! {
            <div key={i} class={classes!("list-row", "arow", l.slot.is_none().then_some("src"))} aria-current={l.current.then_some("true")} title={l.note.clone()}>
                <span class="no">{ l.slot.map(|n| format!("{n}:")).unwrap_or_default() }</span>
                <span class={if l.slot.is_some() { "ins" } else { "com" }}>{ &l.text }</span>
                <span class={if l.slot.is_some() { "note" } else { "where" }}>{ &l.note }</span>
            </div>
        }
    };
    html! {
        if !lines.is_empty() {
            <div class="asm frame" role="group" aria-label="Code around the instruction">{ for lines.iter().enumerate().map(line) }</div>
        }
    }
}

fn results(ctx: &Ctx, d: &Detail, explained: Option<usize>) -> Html {
    if d.results.is_empty() {
        return html! {};
    }
    let session = ctx.session();
    let targets = session.core().map(|file| session.looks()[file.id].core.targets()).unwrap_or_default();
    let row = |(i, (r, &target)): (usize, (&OnTarget, &FileId))| {
        let class = r.tone().css();
        let pick = ctx.on(Msg::Core(CoreMsg::Kernel(target)));
        html! {
            <tr key={i} aria-selected={(explained == Some(i)).to_string()}>
                <td><button class="link" title="Why this is the result here" onclick={pick}>{ &r.name }</button></td>
                <td class={class}><span aria-hidden="true">{ "● " }</span>{ &r.result }</td>
                <td>{ target_access(ctx, r, target) }</td>
                <td class="value">{ &r.value }</td>
                <td>{ &r.insn }</td>
            </tr>
        }
    };
    let save = |name: &'static str, json: bool| {
        html! { <button class="mini" onclick={ctx.on(Msg::Core(CoreMsg::Save(json)))} title="All relocations on all kernels, as a table">{ name }</button> }
    };
    html! {
        <>
            <h2>{ "On each kernel " }<span class="dim">{ save("CSV", false) }{ " · " }{ save("JSON", true) }</span></h2>
            <table class="plain" aria-label="On each kernel">
                <thead><tr>{ for ["target", "result", "path", "value", "instruction"].iter().map(|h| html! { <th scope="col">{ *h }</th> }) }</tr></thead>
                <tbody>{ for d.results.iter().zip(targets).enumerate().map(row) }</tbody>
            </table>
        </>
    }
}

/// The access string on a kernel, with a link to the Tree of that kernel. If nothing matches, the link leads to the
/// first type that was tried.
fn target_access(ctx: &Ctx, r: &OnTarget, target: FileId) -> Html {
    let Some(id) = r.type_id else { return html! { { "–" } } };
    let text = if r.access.is_empty() { format!("– [{id}]") } else { r.access.clone() };
    html! {
        <button class="link" title={format!("Show it in the Tree of {}", r.name)} aria-label={format!("{text}, in the Tree of {}", r.name)}
            onclick={ctx.on(Msg::Tree(target, id, r.member.clone()))}>{ text }</button>
    }
}

fn reason(ctx: &Ctx, d: &Detail, on: &OnTarget, why: &Why) -> Html {
    let class = Some(on.tone()).filter(|tone| matches!(tone, Tone::Warn | Tone::Bad)).map(Tone::css);
    let more = |name: &str, lines: &[String]| {
        html! {
            if !lines.is_empty() {
                <details><summary>{ name.to_owned() }</summary><pre>{ lines.join("\n") }</pre></details>
            }
        }
    };
    let near: Vec<String> = why.near.iter().map(|(path, because)| format!("{path} ({because})")).collect();
    html! {
        <section aria-label={why.title.clone()} class="why">
            <h2>{ &why.title }</h2>
            <div class={classes!("said", class)}>
                <p>{ &why.headline }</p>
                { for why.details.iter().map(|d| html! { <p>{ d }</p> }) }
                if !near.is_empty() { <p>{ "Nearest: " }<b>{ near.join(", ") }</b></p> }
            </div>
            if !why.consequence.is_empty() { <div class={classes!("said", class)}><p>{ &why.consequence }</p></div> }
            { for why.loaders.iter().map(|l| html! { <div class="said"><p>{ l }</p></div> }) }
            { guard(ctx, why.guard.as_ref()) }
            { more("What was compared", &why.steps) }
            { more("What libbpf logs", &why.log) }
            if why.guard.is_none() && !d.is_guarded() && let Some(text) = &d.guard { { more("C that checks first", std::slice::from_ref(text)) } }
        </section>
    }
}

fn guard(ctx: &Ctx, text: Option<&String>) -> Html {
    html! {
        if let Some(text) = text {
            <div class="said good">
                <p>{ "Guard it: " }
                    <button class="mini" onclick={ctx.on(Msg::Copy(text.clone(), "Copied the snippet".into()))}>{ "Copy the snippet" }</button></p>
                <pre>{ text }</pre>
            </div>
        }
    }
}
