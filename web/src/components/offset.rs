//! The dialog that asks for an offset in the bytes and goes there.

use model::focus::ByteFocus;
use session::{Msg, Overlay, blob_of, shown_blob};
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;

#[component]
pub fn Offset(props: &CtxProps) -> Html {
    let ctx = props.ctx.clone();
    let node = use_node_ref();
    let error = use_state(String::new);
    let submit = {
        let (ctx, node, error) = (ctx.clone(), node.clone(), error.clone());
        Callback::from(move |e: SubmitEvent| {
            e.prevent_default();
            let Some(input) = node.cast::<HtmlInputElement>() else { return };
            let found = {
                let session = ctx.session();
                let Some(file) = session.file() else { return };
                let id = shown_blob(file);
                let Some(blob) = blob_of(file, id) else { return error.set("This file has no .BTF.".to_owned()) };
                let from = file.look.byte.map_or(0, |b| b.at);
                model::bytes::parse_offset(&input.value(), from, blob.len()).map(|at| ByteFocus { blob: id, at })
            };
            match found {
                Ok(focus) => {
                    ctx.send(Msg::Overlay(Overlay::None));
                    ctx.send(Msg::Byte(focus));
                }
                Err(e) => error.set(e.to_string()),
            }
        })
    };
    // The message about a wrong offset disappears when the person types again.
    let oninput = {
        let error = error.clone();
        Callback::from(move |_: InputEvent| {
            if !error.is_empty() {
                error.set(String::new());
            }
        })
    };
    html! {
        <Dialog title="Go to offset" onclose={ctx.on(Msg::Overlay(Overlay::None))} bare=true>
            <form class="offset" onsubmit={submit}>
                <label for="offset">{ "Offset" }</label>
                <input id="offset" class="field code" type="text" ref={node} {oninput} placeholder="0x1a4c30, 1723440, +16" autocomplete="off"/>
                <button class="btn" type="submit">{ "Go" }</button>
            </form>
            if !error.is_empty() { <p class="offset" role="alert">{ (*error).clone() }</p> }
        </Dialog>
    }
}
