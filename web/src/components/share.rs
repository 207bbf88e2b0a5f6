//! The Share dialog: links to what is shown, each with its length, and the address with which they begin.

use model::share::{MAX_DEPTH, Reach, meter};
use session::{Msg, Offer, Overlay, ShareMsg};
use web_sys::{HtmlInputElement, HtmlSelectElement, InputEvent, SubmitEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use crate::ctx::Ctx;
use crate::dom::clipboard;

/// A button that copies `text`, and then says that it did.
fn copy(ctx: &Ctx, class: &'static str, title: &'static str, said: &'static str, text: String) -> Html {
    let label = if ctx.session().is_copied(&text) { "✓ Copied" } else { title };
    html! { <button {class} onclick={ctx.on(Msg::Copy(text, said.into()))}>{ label }</button> }
}

fn offer(ctx: &Ctx, site: &str, o: &Offer) -> Html {
    let link = format!("{site}{}", o.fragment);
    let length = link.len();
    let reach = Reach::of(length);
    let frame = o.frame(site);
    let choose = ctx.with(move |ctx, e: Event| {
        let value = e.target_dyn_into::<HtmlSelectElement>().map(|s| s.value()).unwrap_or_default();
        ctx.send(Msg::Share(ShareMsg::Depth(value.parse().unwrap_or(1))));
    });
    html! {
        <section class="offer" aria-label={o.title}>
            <h3>{ o.title }</h3>
            <p>{ &o.about }</p>
            if let Some(depth) = o.packed {
                <label class="depth">{ "Include structs up to " }
                    <select class="field" onchange={choose} aria-label="Depth">
                        { for (0..=MAX_DEPTH).map(|d| html! { <option value={d.to_string()} selected={d == depth.pointers}>{ d }</option> }) }
                    </select>
                    { " " }{ depth.words }
                </label>
            }
            <div class={classes!("meter", reach.css())} aria-hidden="true"><i style={format!("width:{}%", meter(length))}></i></div>
            <p class="dim">{ o.size(site.len()) }</p>
            <code class="link">{ &link }</code>
            <div class="acts">
                { copy(ctx, "btn", "Copy link", "Link copied", link) }
                if o.embeds { { copy(ctx, "btn quiet", "Copy as iframe", "Iframe code copied", frame) } }
                if o.packed.is_some() {
                    <button class="btn quiet" onclick={ctx.on(Msg::Share(ShareMsg::Save))}>{ "Save as BTF" }</button>
                }
            </div>
        </section>
    }
}

pub fn share(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let site = session.sharing().base().to_owned();
    let offers = session.offers();
    let waiting = session.is_packing();
    html! {
        <Dialog title="Share" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            if waiting { <p role="status">{ "Packing…" }</p> }
            if let Some(problem) = session.sharing().problem() {
                <p role="alert">{ problem }{ " " }
                    <button class="mini" onclick={ctx.on(Msg::Share(ShareMsg::Depth(0)))}>{ "Pack it without following pointers" }</button>
                </p>
            }
            { for offers.iter().map(|o| offer(ctx, &site, o)) }
            <Site ctx={ctx.clone()}/>
        </Dialog>
    }
}

/// The field for the address with which links begin. It keeps what is typed, so that a change elsewhere in the dialog
/// ("✓ Copied") does not undo the typing.
#[component]
fn Site(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let typed = use_state(|| session.sharing().site.clone());
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |e: InputEvent| typed.set(e.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let submit = {
        let typed = typed.clone();
        ctx.with(move |ctx, e: SubmitEvent| {
            e.prevent_default();
            ctx.send(Msg::Share(ShareMsg::Site((*typed).clone())));
        })
    };
    html! {
        <form class="site" onsubmit={submit}>
            if session.sharing().is_local() {
                <p role="note">{ "This page is served from this computer, so links to it work on this computer only. If btfscope is also published \
                    elsewhere, enter that address to make links that others can open." }</p>
            }
            <label for="site">{ "Links point to" }</label>
            <input id="site" class="field code" type="url" placeholder={clipboard::link("")} value={(*typed).clone()} oninput={oninput} autocomplete="off"/>
            <button class="btn quiet" type="submit">{ "Use" }</button>
        </form>
    }
}
