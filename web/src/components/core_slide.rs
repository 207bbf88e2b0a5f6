//! A slider over the kernels of the atlas, below a relocation. It shows the path on the chosen kernel, the value, and
//! the instruction's bytes.

use model::relocations::{Slide, SlideStop};
use session::look::slide::{SlideLook, SlideMsg};
use session::{Empty, Msg};
use web_sys::{HtmlInputElement, HtmlSelectElement, InputEvent};
use yew::prelude::*;

use super::core_drawn::core_patch;
use crate::ctx::Ctx;

/// The slider, or the button that asks the kernels; nothing without an atlas.
pub(super) fn core_slide(ctx: &Ctx, look: &SlideLook) -> Html {
    let session = ctx.session();
    if !session.atlas().any() {
        return html! {};
    }
    let body = match (look.wanted, look.problem(), look.slide()) {
        (false, ..) => {
            html! { <button class="btn" onclick={ctx.on(Msg::Slide(SlideMsg::Show))}>{ "Slide over the kernels of the atlas" }</button> }
        }
        (true, Some(why), _) => html! { <p class="prose" role={Empty::Failed(why).role()}>{ why.to_owned() }</p> },
        (true, None, None) => html! { <p class="dim" role="status">{ "Asking the kernels …" }</p> },
        (true, None, Some(slide)) => slider(ctx, slide, look),
    };
    html! { <section class="slide" aria-label="On the kernels of the atlas"><h2>{ "Over the kernels of the atlas" }</h2>{ body }</section> }
}

fn slider(ctx: &Ctx, slide: &Slide, look: &SlideLook) -> Html {
    let of = slide.of_lane(look.lane);
    let Some(stop) = look.stop() else { return html! {} };
    let last = of.len().saturating_sub(1);
    let moved = ctx.with(|ctx, e: InputEvent| {
        let at = e.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
        at.into_iter().for_each(|at| ctx.send(Msg::Slide(SlideMsg::At(at))));
    });
    let lane = ctx.with(|ctx, e: Event| {
        let at = e.target_dyn_into::<HtmlSelectElement>().and_then(|select| select.value().parse().ok());
        at.into_iter().for_each(|at| ctx.send(Msg::Slide(SlideMsg::Lane(at))));
    });
    let mark = |i: &usize| {
        let class = slide.stops.get(*i).map_or("", |stop| stop.on.tone().css());
        html! { <i {class}></i> }
    };
    let said = format!("{}, {}: {}", stop.version, stop.on.result, stop.on.value);
    html! {
        <>
            <div class="slidebar">
                <label>{ "Kernels of " }
                    <select class="field" onchange={lane}>
                        { for slide.lanes.iter().enumerate().map(|(i, name)| html! { <option value={i.to_string()} selected={i == look.lane}>{ name }</option> }) }
                    </select>
                </label>
                <span class="dim">{ format!("{} of {}", look.at + 1, of.len()) }</span>
            </div>
            <div class="stops" aria-hidden="true">{ for of.iter().map(mark) }</div>
            <input type="range" min="0" max={last.to_string()} step="1" value={look.at.to_string()} aria-label="Kernel" aria-valuetext={said} oninput={moved}/>
            { shown(stop) }
        </>
    }
}

fn shown(stop: &SlideStop) -> Html {
    let on = &stop.on;
    let fact = |term: &'static str, value: &str| {
        let value = if value.is_empty() { "–" } else { value };
        html! { <tr><th scope="row">{ term }</th><td>{ value.to_owned() }</td></tr> }
    };
    html! {
        <>
            <p class="slidehead"><b>{ &stop.version }</b>{ " " }<span class="dim">{ &on.name }</span>{ " " }<span class={on.tone().css()}>{ "● " }{ &on.result }</span></p>
            <table class="plain" aria-label="On this kernel"><tbody>
                { fact("access", &on.access) }
                { fact("value", &on.value) }
                { fact("instruction", &on.insn) }
            </tbody></table>
            if stop.headline != on.value { <p>{ &stop.headline }</p> }
            { core_patch(on) }
        </>
    }
}
