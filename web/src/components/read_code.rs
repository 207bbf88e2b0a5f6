//! Code that works on all kernels: functions that read the selected field, or programs for the selected function. It is
//! shown below the picture of the history; the inspector shows the code for a field, too.

use read::Code;
use session::look::atlas::AtlasMsg;
use session::{Msg, PadMsg};
use yew::prelude::*;

use super::c_colours::coloured;
use super::part::copy;
use crate::ctx::Ctx;

/// The code below the history of a field or a function. The limits of the code are above it, and the result of checking
/// it is below it.
pub fn below_history(ctx: &Ctx, of_function: bool) -> Html {
    let title = if of_function { "Programs for all of these" } else { "Code that reads it on all of these" };
    let session = ctx.session();
    let look = session.atlas();
    if look.code.asked().is_none() {
        return html! {};
    }
    let copied = look.code.answer().map(|code| copy(ctx, &code.text(), "code")).unwrap_or_default();
    let in_pad = look.code.answer().filter(|code| !of_function && !code.types.is_empty()).map(|code| {
        let show = ctx.on(Msg::Pad(PadMsg::Show(code.types.clone())));
        html! { <button class="link" onclick={show} title="The layouts of the types that it reads by">{ "Types in the pad" }</button> }
    });
    html! {
        <section class="readall" aria-label={title}>
            <div class="parthead"><h3>{ title }</h3><span class="readacts">{ in_pad }{ copied }</span></div>
            { read_code(ctx, !of_function) }
        </section>
    }
}

/// The code, or why there is none. `wide`: types and functions are beside each other if there is room.
pub fn read_code(ctx: &Ctx, wide: bool) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    match (look.code.problem(), look.code.answer()) {
        (Some(why), _) => html! { <p class="dim" role="status">{ why }</p> },
        (None, None) => {
            html! { <p class="dim" role="status">{ "Writing the code and checking it on each kernel …" }</p> }
        }
        (None, Some(code)) => shown(code, wide),
    }
}

fn shown(code: &Code, wide: bool) -> Html {
    let block = |label: &'static str, text: &str| {
        html! { if !text.is_empty() { <pre class="snip" tabindex="0" aria-label={label}>{ coloured(text.trim_end(), &[]) }</pre> } }
    };
    html! {
        <>
            { for code.said().map(|line| html! { <p>{ line.to_owned() }</p> }) }
            <div class={classes!("readcols", wide.then_some("wide"))}>
                { block("Types that it reads by", &code.types) }{ block("Functions that read it", &code.functions) }
            </div>
            { block("The loader's part", &code.loader) }
            if let Some(proof) = code.proof() { <p class="dim">{ "✓ " }{ proof }</p> }
        </>
    }
}

/// The choice between the open kernel and all kernels; nothing if the page has no atlas.
pub fn choice(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    if !look.any() {
        return html! {};
    }
    let one = |all: bool, text: &'static str| {
        let is_on = look.reads_all == all;
        html! {
            <button class={classes!("link", is_on.then_some("on"))} aria-pressed={is_on.to_string()}
                onclick={ctx.on(Msg::Atlas(AtlasMsg::ReadsAll(all)))}>{ text }</button>
        }
    };
    html! { <span class="readchoice" role="group" aria-label="For which kernels">{ one(false, "this kernel") }{ one(true, "all kernels") }</span> }
}
