//! A part of the inspector: on which kernels of the atlas the selected member, type or function is, and where it
//! differs.

use model::atlas::Answer;
use model::views::View;
use session::Msg;
use session::look::atlas::{AtlasMsg, Glimpse};
use yew::prelude::*;

use super::part::part;
use super::strips::{awaited, forms, modules, strip};
use crate::ctx::Ctx;

fn answer(answer: &Answer) -> Html {
    html! {
        <>
            if !answer.atlas.is_empty() { <p class="dim">{ &answer.atlas }</p> }
            <p>{ &answer.headline }</p>
            if !answer.folded.lanes.is_empty() { { strip(&answer.folded, "On kernels", "few", true) } }
            { forms(&answer.folded) }
            { modules(answer) }
        </>
    }
}

/// The part of the inspector; empty if the selection has no name, or if the page has no atlas.
pub fn on_kernels(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let history = || {
        html! { <button class="link" onclick={ctx.on(Msg::View(View::History))}>{ "History →" }</button> }
    };
    match look.on_kernels(&session) {
        Glimpse::Nothing => html! {},
        Glimpse::Offer => {
            let ask = html! { <button class="btn quiet" onclick={ctx.on(Msg::Atlas(AtlasMsg::Selected))}>{ look.ask_words() }</button> };
            part("On kernels", html! {}, ask)
        }
        Glimpse::Waits => part("On kernels", history(), awaited("Reading the atlas …")),
        Glimpse::Failed(why) => part("On kernels", html! {}, html! { <p class="dim" role="status">{ why }</p> }),
        Glimpse::Answer(found) => {
            let history = found.has_history().then(history).unwrap_or_default();
            let all = html! { <>{ answer(found) }{ for found.also.iter().map(answer) }</> };
            part("On kernels", history, all)
        }
    }
}
