//! C: the selected type as C, alone or with what it needs.

use std::rc::Rc;

use btf::{Btf, TypeId};
use dump::{CFileOptions, COptions, Tokens, c_type, c_with_dependencies};
use view::session::{Msg, focus_item};
use yew::prelude::*;

use super::code::Code;
use super::codebar::{CodeBar, file_name};
use super::header::CtxProps;

fn print(btf: &Btf, id: TypeId, needs: bool) -> Tokens {
    let mut tokens = Tokens::new();
    if needs {
        c_with_dependencies(btf, &[id], &mut tokens, &CFileOptions::default());
    } else {
        c_type(btf, id, &mut tokens, &COptions::default());
    }
    tokens
}

/// The C view.
#[component]
pub fn CView(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some((file, selection)) = session.file().and_then(|f| Some((f, f.look.selection.clone()?))) else {
        return html! {};
    };
    let needs = session.settings.c_needs;
    let (btf, id) = (file.btf.clone(), selection.id);
    // Printed once for each type, not for each member that is selected in it.
    let printed = use_memo((file.id, id, needs), move |_| Rc::new(print(&btf, id, needs)));
    let tokens = Rc::clone(&*printed);
    let (owner, item) = focus_item(&file.btf, &selection);
    let name = file_name(&dump::type_name(&file.btf, id), ".h");
    html! {
        <>
            <CodeBar ctx={ctx.clone()} tokens={Rc::clone(&tokens)} what="C" file={name}>
                <label><input type="checkbox" checked={needs} onchange={ctx.on(Msg::CNeeds(!needs))}/>{ "with what it needs" }</label>
            </CodeBar>
            <Code ctx={ctx.clone()} tokens={tokens} label="C" selected={item.map(|i| (owner, i))}/>
        </>
    }
}
