//! The selection at the bottom of the view, for screens without room for the inspector.

use model::access::access;
use model::heading::offset_and_size;
use model::path::walk;
use session::{Msg, Pane};
use yew::prelude::*;

use crate::ctx::{Ctx, selected};

/// The selected member or gap: its name, offset, size, CO-RE access string, and a link to the inspector.
pub fn peek(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let (name, place, core) = if let Some(gap) = file.gap() {
        let place = format!("{} · {}", gap.offset_text(), gap.size_text());
        (gap.name, place, String::new())
    } else {
        let name =
            walk(&file.btf, selection.id, &selection.path).and_then(|steps| Some(steps.last()?.item.name.to_owned()));
        let (Some(name), Some((at, size))) = (name, offset_and_size(&file.btf, selection)) else { return html! {} };
        let read = access(&file.btf, selection.id, &selection.path).and_then(|access| access.reads.last().cloned());
        let name = if name.is_empty() { "(anonymous)".to_owned() } else { name };
        (name, format!("{at} · {size}"), read.map(|read| read.access).unwrap_or_default())
    };
    html! {
        <div class="peek" role="region" aria-label="Selected">
            <div><b>{ name }</b>{ " " }<span class="dim">{ place }</span></div>
            <div><code>{ core }</code><button class="link" onclick={ctx.on(Msg::See(Pane::Bytes))}>{ "Inspect →" }</button></div>
        </div>
    }
}
