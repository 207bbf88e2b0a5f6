//! A pasted log below the program, with links to the program's instructions, source lines and relocations.

use std::rc::Rc;

use lesson::Cover;
use logs::LogError;
use session::look::log::LogLook;
use session::{LogMsg, Msg};
use web_sys::{Element, HtmlTextAreaElement, InputEvent, KeyboardEvent, SubmitEvent};
use yew::prelude::*;

use super::list_keys;
use super::row_splitter::RowSplitter;
use super::rows::Rows;
use crate::ctx::Ctx;

const ROW: u32 = 21;

/// The button that opens the log, below the lists of a program.
pub fn log_button(ctx: &Ctx) -> Html {
    html! { <button class="link" title="Lines of a verifier or loader log become links" onclick={ctx.on(Msg::Log(LogMsg::Show(true)))}>{ "Paste a log" }</button> }
}

/// A view, and below it the log, if the log is open.
pub fn with_log(ctx: &Ctx, view: Html, log: impl FnOnce() -> Html) -> Html {
    if ctx.session().docked_log().is_none() {
        return view;
    }
    html! {
        <>
            <div key="view" class="abovelog">{ view }</div>
            { log() }
        </>
    }
}

/// The log.
pub fn log(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(look) = session.docked_log() else { return html! {} };
    html! {
        <>
            <RowSplitter key="split" above=".abovelog" label="Height of the log"/>
            <section key="log" class="logpane" role="region" aria-label="Log">
                if look.lines.is_empty() { { empty(ctx) } } else { { lines(ctx, look) } }
                <button class="x" aria-label="Close the log" onclick={ctx.on(Msg::Log(LogMsg::Show(false)))}>{ "×" }</button>
            </section>
        </>
    }
}

fn empty(ctx: &Ctx) -> Html {
    let oninput = ctx.with(move |ctx, e: InputEvent| {
        let text = e.target_unchecked_into::<HtmlTextAreaElement>().value();
        // Pasted text is read at once; typed text is read when the person presses the button.
        let pasted = matches!(e.input_type().as_str(), "insertFromPaste" | "insertFromDrop");
        if pasted && ctx.session().takes_log(&text) {
            ctx.send(Msg::Log(LogMsg::Text(text)));
        }
    });
    let onsubmit = ctx.with(move |ctx, e: SubmitEvent| {
        e.prevent_default();
        let area = e.target_dyn_into::<Element>().and_then(|f| f.query_selector("textarea").ok().flatten());
        if let Some(area) = area.and_then(|a| wasm_bindgen::JsCast::dyn_into::<HtmlTextAreaElement>(a).ok()) {
            ctx.send(Msg::Log(LogMsg::Text(area.value())));
        }
    });
    html! {
        <form class="log" onsubmit={onsubmit}>
            <p>{ "Paste what libbpf, the verifier or bpftool printed for this program. Its lines become links to instructions, source lines, types and \
                relocations, and what went wrong is explained." }</p>
            <textarea class="field code" aria-label="Log" rows="5" spellcheck="false" autocomplete="off" oninput={oninput}
                placeholder="libbpf: prog 'on_read': relo #3: no matching targets found"/>
            <button class="btn quiet" type="submit">{ "Read it" }</button>
        </form>
    }
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        match (key, delta) {
            ("Enter", _) => ctx.send(Msg::Log(LogMsg::Follow)),
            (_, Some(delta)) => ctx.send(Msg::Log(LogMsg::Step(delta))),
            _ => return false,
        }
        true
    })
}

fn lines(ctx: &Ctx, look: &LogLook) -> Html {
    let active = look.active();
    let covered = ctx.session().learn().covered().contains(&Cover::Log);
    let render = {
        let (ctx, look) = (ctx.clone(), Rc::new(look.clone()));
        Callback::from(move |i: usize| line(&ctx, &look, i, active == Some(i), covered))
    };
    html! {
        <div class="log">
            <p><span role="status">{ look.status() }</span>
                // The log of a lesson belongs to its step.
                if !look.is_of_lesson() {
                    { " · " }<button class="link" onclick={ctx.on(Msg::Log(LogMsg::Text(String::new())))}>{ "Paste another" }</button>
                }</p>
            if let Some((line, error)) = look.picked_error().filter(|_| !covered) {
                { meaning(line, error) }
            } else if let Some(line) = look.picked_line() {
                <p class="whole"><code>{ line }</code></p>
            }
            <div class="lines">
                <Rows count={look.lines.len()} height={ROW} active={active} render={render} role="grid" label="Lines of the log" id="log"
                    columns={2} active_id={active.map(|i| format!("log-{i}"))} onkeydown={keys(ctx)} center=true/>
            </div>
        </div>
    }
}

/// The error line of a log in full, and its meaning if that is known.
pub fn meaning(text: &str, error: Option<&LogError>) -> Html {
    let list = |title: &'static str, texts: &[String]| {
        html! {
            <>
                <dt>{ title }</dt>
                { for texts.iter().map(|text| html! { <dd>{ text }</dd> }) }
            </>
        }
    };
    html! {
        <div class="meaning" role="note" aria-label="What the line means">
            <p class="wrong">{ text }</p>
            if let Some(error) = error {
                <p>{ &error.means }</p>
                <dl>
                    { list("Causes", &error.causes) }
                    { list("Change", &error.change) }
                    if !error.versions.is_empty() { <dt>{ "Wording" }</dt><dd>{ format!("Of {}.", error.versions) }</dd> }
                </dl>
            }
        </div>
    }
}

/// A line. `covered`: a step of a lesson covers the explanations, so errors look like other lines.
fn line(ctx: &Ctx, look: &LogLook, i: usize, on: bool, covered: bool) -> Html {
    let Some(text) = look.lines.get(i) else { return html! {} };
    let at = look.link_at(i);
    let link = at.and_then(|at| look.links()?.get(at));
    let wrong = !covered && look.is_error_line(i);
    let go = |name: String, to_relocation: bool| {
        let msg = at.map(|at| Msg::Log(LogMsg::Go(at, to_relocation)));
        html! { <button class="link" tabindex="-1" onclick={msg.map(|m| ctx.on(m))}>{ name }</button> }
    };
    html! {
        <div key={i} id={format!("log-{i}")} class={classes!("list-row", "lrow", (link.is_none() && !wrong && !covered).then_some("dim"), wrong.then_some("wrong"))} style={format!("height:{ROW}px")} role="row"
            onclick={ctx.on(Msg::Log(LogMsg::Pick(i)))}
            aria-rowindex={(i + 1).to_string()} aria-selected={on.to_string()}>
            <span role="gridcell" class="text" aria-invalid={wrong.then_some("true")} title={text.clone()}>{ text }</span>
            <span role="gridcell" class="to">
                if let Some(l) = link {
                    if !l.why.is_empty() && !covered { <span class="why" title={l.why.clone()}>{ &l.why }</span> }
                    if l.is_relocation() {
                        { go(l.about.clone(), true) }
                        if let Some(slot) = l.slot { { go(format!("instruction {slot}"), false) } }
                    } else {
                        { go(l.about.clone(), false) }
                        if l.relocation.is_some() { { go("its relocation".to_owned(), true) } }
                    }
                }
            </span>
        </div>
    }
}
