//! Record: the raw line or lines, as bpftool prints them.

use std::rc::Rc;

use btf::TypeId;
use dump::{Tokens, raw_line};
use view::session::focus_item;
use yew::prelude::*;

use super::code::Code;
use super::codebar::{CodeBar, file_name};
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
    let name = file_name(&dump::type_name(&file.btf, id), ".btf.txt");
    html! {
        <>
            <CodeBar ctx={ctx.clone()} tokens={Rc::clone(&tokens)} what="record" file={name}>
                <span>{ "as bpftool btf dump prints it; every id is a link" }</span>
            </CodeBar>
            <Code ctx={ctx.clone()} tokens={tokens} label="Record" selected={item.map(|i| (owner, i))}/>
        </>
    }
}
