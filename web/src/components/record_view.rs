//! Record: the raw line or lines, as bpftool prints them.

use std::rc::Rc;

use dump::{Tokens, raw_line};
use view::session::{Msg, focus_item};
use yew::prelude::*;

use super::code::Code;
use super::header::CtxProps;

/// The Record view.
#[component]
pub fn RecordView(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.clone()?))) else {
        return html! {};
    };
    let (btf, id) = (file.btf.clone(), selection.id);
    let tags: Vec<TypeId> = file.tags().of(id).iter().map(|t| t.tag).collect();
    let printed = use_memo((file.id, id), move |_| {
        let mut tokens = Tokens::new();
        raw_line(&btf, id, &mut tokens);
        for tag in &tags {
            raw_line(&btf, *tag, &mut tokens);
        }
        Rc::new(tokens)
    });
    let tokens = Rc::clone(&*printed);
    let (owner, item) = focus_item(&file.btf, &selection);
    html! {
        <>
            <div class="codebar">
                <span>{ "as bpftool btf dump prints it; every id is a link" }</span>
                <span class="grow"></span>
                <button class="btn quiet" onclick={ctx.on(Msg::Copy(tokens.text().to_string(), "Copied the record".into()))}>{ "Copy" }</button>
            </div>
            <Code ctx={ctx.clone()} tokens={tokens} label="Record" selected={item.map(|i| (owner, i))}/>
        </>
    }
}

use btf::TypeId;
