//! The chain of records behind the selected type or member, as boxes; and the stages of a tag from the source to BTF.

use model::chain::{ChainBox, TagStages, chain_boxes, tag_stages};
use yew::prelude::*;

use crate::ctx::{Ctx, go_to, selected};

fn chain_box(ctx: &Ctx, i: usize, b: &ChainBox) -> Html {
    let words = html! { <><b>{ b.kind_text() }</b>if !b.id.is_void() { <em>{ format!("[{}]", b.id) }</em> }<span>{ &b.name }</span></> };
    html! {
        <>
            if i > 0 { <li class="sign" aria-hidden="true">{ "→" }</li> }
            <li class={classes!("box", b.class)}>
                if i == 0 || b.id.is_void() { <div aria-current={(i == 0).then_some("true")}>{ words }</div> } else {
                    <button title="Go to this type" onclick={ctx.on(go_to(b.id))}>{ words }</button>
                }
            </li>
        </>
    }
}

fn stages(s: &TagStages) -> Html {
    let stage = |title: &str, text: &str| {
        html! { <li><h3>{ title.to_owned() }</h3><pre tabindex="0" aria-label={format!("{}: {title}", s.tag)}>{ text.to_owned() }</pre></li> }
    };
    html! {
        <details class="stages" open=true>
            <summary>{ format!("The stages of the tag {}", s.tag) }</summary>
            <ol>
                { stage("1. In the source", &s.source) }
                { stage("2. In DWARF, by clang", &s.dwarf) }
                { stage("3. In BTF", &s.btf) }
            </ol>
        </details>
    }
}

/// The part of the Record view that is above the raw record.
pub fn chain_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let boxes = chain_boxes(&file.btf, selection.id, &selection.path);
    let tag = tag_stages(&file.btf, file.tags(), selection.id, &selection.path);
    let of = model::heading::path_text(&file.btf, selection);
    html! {
        <>
            if boxes.len() > 1 {
                <ol class="chainview" aria-label={format!("Records behind {of}")}>{ for boxes.iter().enumerate().map(|(i, b)| chain_box(ctx, i, b)) }</ol>
            }
            if let Some(tag) = tag { { stages(&tag) } }
        </>
    }
}
