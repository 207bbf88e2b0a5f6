//! A part of Used by: the member paths from the selected type to another type.

use model::paths_between::FoundPath;
use session::file::OpenFile;
use session::look::paths_between::PathsMsg;
use session::{Msg, Session};
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use crate::ctx::Ctx;

/// The most names that are offered for completion.
const OFFERED: usize = 12;

fn path(ctx: &Ctx, i: usize, p: &FoundPath) -> Html {
    html! {
        <li key={i}>
            <button class="link" title="Show it in the Tree" onclick={ctx.on(Msg::Paths(PathsMsg::Open(i)))}>{ &p.expression }</button>
            <span class="dim">{ format!(" {}", p.pointers_text()) }</span>
            { for p.reads.iter().map(|read| html! { <div class="dim">{ read }</div> }) }
        </li>
    }
}

/// The question, and the paths.
pub fn paths(ctx: &Ctx, session: &Session, file: &OpenFile) -> Html {
    let look = session.paths();
    let oninput =
        ctx.callback(|e: InputEvent| Msg::Paths(PathsMsg::To(e.target_unchecked_into::<HtmlInputElement>().value())));
    let embedded = ctx
        .callback(|e: Event| Msg::Paths(PathsMsg::Embedded(e.target_unchecked_into::<HtmlInputElement>().checked())));
    let submit = ctx.with(move |ctx, e: SubmitEvent| {
        e.prevent_default();
        ctx.send(Msg::Paths(PathsMsg::Find));
    });
    // Only names of types are offered: for `net.x` the search would offer fields.
    let offered = match look.to.trim() {
        "" => Vec::new(),
        text if text.contains(['.', '/']) => Vec::new(),
        text => file.look.list.goto(text, OFFERED),
    };
    let body = match (look.problem(), look.found()) {
        _ if !look.is_asked() => html! {},
        (Some(why), _) => html! { <p role="alert">{ why }</p> },
        (None, None) => html! { <p role="status">{ "Looking for paths …" }</p> },
        (None, Some(found)) => html! {
            <div class="paths">
                <div class="sniphead"><h2>{ format!("Paths to {}", found.to) }</h2>
                    <button class="mini" onclick={ctx.on(Msg::Paths(PathsMsg::Close))}>{ "Put away" }</button></div>
                if !found.why.is_empty() { <p role="status">{ &found.why }</p> }
                <ol tabindex="0" aria-label={format!("Paths to {}", found.to)}>{ for found.paths.iter().enumerate().map(|(i, p)| path(ctx, i, p)) }</ol>
            </div>
        },
    };
    html! {
        <>
            <form class="codebar" onsubmit={submit}>
                <label>{ "Find paths from here to " }
                    <input class="field" type="text" list="pathtypes" aria-label="Find paths to" placeholder="net" value={look.to.clone()} oninput={oninput}
                        autocomplete="off" spellcheck="false" autocapitalize="off"/></label>
                <datalist id="pathtypes">{ for offered.iter().map(|t| html! { <option value={t.label.clone()}>{ &t.detail }</option> }) }</datalist>
                <button class="btn quiet">{ "Find" }</button>
                <label><input type="checkbox" checked={look.embedded} onchange={embedded}/>{ "embedded only" }</label>
            </form>
            { body }
        </>
    }
}
