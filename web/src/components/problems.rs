//! The list of a file's problems, each with a link to its byte.

use model::focus::{BlobId, ByteFocus};
use session::{Msg, Overlay};
use yew::prelude::*;

use super::dialog::Dialog;
use super::verdict_list::verdict_line;
use crate::ctx::Ctx;

pub fn problems(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let problems = model::inspect::problems(&file.btf);
    let lines = problems.iter().map(|p| {
        let (ctx, at) = (ctx.clone(), p.range.start);
        let go = Callback::from(move |_: MouseEvent| {
            ctx.send(Msg::Overlay(Overlay::None));
            ctx.send(Msg::Byte(ByteFocus { blob: BlobId::Own, at }));
        });
        html! { <li><button onclick={go}><span class="dim">{ format!("{:#x}", p.range.start) }</span><span>{ &p.text }</span></button></li> }
    });
    html! {
        <Dialog title="Problems" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            if problems.is_empty() {
                <p>{ model::inspect::well_formed(&file.name) }</p>
            } else {
                <ul class="problemlist">{ for lines }</ul>
            }
            <p>{ verdict_line(ctx) }</p>
        </Dialog>
    }
}
