//! Editing one value: its text, or its single bits.

use model::values::{BitByte, BitCell, ValueBits};
use session::ValuesMsg;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent, SubmitEvent};
use yew::prelude::*;

use super::{on, send};
use crate::ctx::Ctx;

#[derive(Properties, PartialEq)]
pub(super) struct EditProps {
    pub ctx: Ctx,
    /// The value as bits.
    pub bits: ValueBits,
    /// Why the last change was refused.
    pub refused: Option<String>,
    /// Whether there is a change to undo.
    pub changed: bool,
}

/// Moves the focus between the bits: left and right by one bit, up and down by a byte.
fn move_focus(e: &KeyboardEvent, stop: &UseStateHandle<usize>, count: usize) {
    let Some(at) = e.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) else { return };
    let Some(index) = at.get_attribute("data-bit").and_then(|i| i.parse::<usize>().ok()) else { return };
    let to = match e.key().as_str() {
        "ArrowRight" => index + 1,
        "ArrowLeft" => index.wrapping_sub(1),
        "ArrowDown" => index + 8,
        "ArrowUp" => index.wrapping_sub(8),
        "Home" => 0,
        "End" => count.saturating_sub(1),
        _ => return,
    };
    e.prevent_default();
    if to >= count {
        return;
    }
    stop.set(to);
    let found = at
        .closest(".vbits")
        .ok()
        .flatten()
        .and_then(|all| all.query_selector(&format!("[data-bit='{to}']")).ok().flatten());
    if let Some(bit) = found.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
        let _ = bit.focus();
    }
}

fn bit(ctx: &Ctx, byte: &BitByte, b: &BitCell, index: usize, stop: usize, name: &str) -> Html {
    let of = if b.own { name } else { "beside it" };
    html! {
        <button class={classes!("vbit", b.own.then_some("own"), b.on.then_some("on"))} aria-pressed={b.on.to_string()} data-bit={index.to_string()}
            tabindex={if index == stop { "0" } else { "-1" }} aria-label={format!("bit {} of byte {}, {of}", b.number, byte.byte)}
            title={format!("bit {} of byte {}, {of}", b.number, byte.byte)} onclick={on(ctx, ValuesMsg::Flip(b.at))}>
            <small>{ b.number }</small>{ if b.on { "1" } else { "0" } }</button>
    }
}

#[component]
pub(super) fn Edit(props: &EditProps) -> Html {
    let (ctx, bits) = (&props.ctx, &props.bits);
    let stop = use_state(|| 0usize);
    let field = use_node_ref();
    let onsubmit = {
        let (ctx, field) = (ctx.clone(), field.clone());
        Callback::from(move |e: SubmitEvent| {
            e.prevent_default();
            if let Some(input) = field.cast::<HtmlInputElement>() {
                send(&ctx, ValuesMsg::Set(input.value()));
            }
        })
    };
    let count = bits.bytes.iter().map(|byte| byte.bits.len()).sum::<usize>();
    let at = (*stop).min(count.saturating_sub(1));
    let onkeydown = {
        let stop = stop.clone();
        Callback::from(move |e: KeyboardEvent| move_focus(&e, &stop, count))
    };
    let bytes = bits.bytes.iter().enumerate().map(|(n, byte)| {
        let cells = byte.bits.iter().enumerate().map(|(i, b)| bit(ctx, byte, b, n * 8 + i, at, &bits.name));
        html! { <div class="vbyte" key={byte.byte.to_string()} role="group" aria-label={format!("byte {}", byte.byte)}><span class="bytelab">{ byte.byte }</span>{ for cells }</div> }
    });
    let names = (!bits.names.is_empty()).then(|| {
        html! { <datalist id="value-names">{ for bits.names.iter().map(|n| html! { <option value={n.clone()}></option> }) }</datalist> }
    });
    html! {
        <div class="vedit" role="region" aria-label="The chosen value">
            <div class="cap"><b>{ &bits.name }</b><span>{ &bits.type_text }</span><span>{ &bits.place }</span>
                if !bits.hex.is_empty() && bits.hex != bits.value { <code>{ &bits.hex }</code> }
                if !bits.network.is_empty() { <span>{ "in network order " }<code>{ &bits.network }</code></span> }</div>
            <form onsubmit={onsubmit}>
                <input ref={field} id="value-edit" class="field code" type="text" aria-label="Value" spellcheck="false" autocomplete="off" list={names.is_some().then_some("value-names")}
                    aria-invalid={props.refused.is_some().then_some("true")} value={bits.value.clone()}/>
                { names }
                <button class="btn quiet" type="submit">{ "Set" }</button>
                <button class="btn quiet" type="button" disabled={!props.changed} onclick={on(ctx, ValuesMsg::Undo)}>{ "Undo" }</button>
            </form>
            if let Some(why) = &props.refused { <p class="vproblem" role="alert">{ why }</p> }
            if !bits.bytes.is_empty() { <div class="vbits" onkeydown={onkeydown}>{ for bytes }</div> }
        </div>
    }
}
