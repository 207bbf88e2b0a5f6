//! A struct as pahole prints it, in place of the pictures.

use std::rc::Rc;

use dump::{PaholeOptions, Tokens, pahole};
use view::session::{Msg, focus_item};
use yew::prelude::*;

use super::code::Code;
use super::codebar::{CodeBar, file_name};
use super::header::CtxProps;

/// The pahole text of the selected struct.
#[component]
pub fn PaholeView(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.clone()?))) else {
        return html! {};
    };
    let (btf, id) = (file.btf.clone(), view::table::table_type(&file.btf, selection.id));
    let printed = use_memo((file.id, id), move |_| {
        let mut tokens = Tokens::new();
        pahole(&btf, id, &mut tokens, &PaholeOptions::default()).map(|()| Rc::new(tokens)).map_err(|e| e.to_string())
    });
    let tokens = match &*printed {
        Ok(tokens) => Rc::clone(tokens),
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let (owner, item) = focus_item(&file.btf, &selection);
    let name = file_name(&dump::type_name(&file.btf, id), ".pahole.txt");
    html! {
        <>
            <CodeBar ctx={ctx.clone()} tokens={Rc::clone(&tokens)} what="pahole text" file={name}>
                <label><input type="checkbox" checked=true onchange={ctx.on(Msg::AsPahole(false))}/>{ "as pahole text" }</label>
            </CodeBar>
            <Code ctx={ctx.clone()} tokens={tokens} label="pahole text" selected={item.map(|i| (owner, i))}/>
        </>
    }
}
