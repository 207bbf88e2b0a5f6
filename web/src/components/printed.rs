//! What is printed of the selected type: as C, as the raw record, as pahole has it. Each with links, copy and download.

use std::rc::Rc;

use btf::{Btf, TypeId};
use dump::{CFileOptions, COptions, PaholeOptions, Tokens, c_type, c_with_dependencies, pahole, raw_line};
use session::file::OpenFile;
use session::{Msg, SettingsMsg, focus_item};
use yew::prelude::*;

use super::code::code;
use super::codebar::{code_bar, file_name};
use super::listing_view::asm_toggle;
use crate::ctx::Ctx;

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// C of the type, alone or with what it needs.
    C,
    /// The raw line or lines, and those of its declaration tags, as bpftool prints them.
    Record,
    /// The struct as pahole prints it.
    Pahole,
}

/// The props.
#[derive(Properties, PartialEq)]
pub struct PrintedProps {
    /// The session.
    pub ctx: Ctx,
    /// What is printed.
    pub what: What,
}

type Text = Result<Rc<Tokens>, String>;

fn print(btf: &Btf, tags: &[TypeId], id: TypeId, what: What, needs: bool) -> Text {
    let mut tokens = Tokens::new();
    match what {
        // Portable: C that lies right on every target, also where libbpf's own does not.
        What::C if needs => {
            let options = CFileOptions { portable: true, ..CFileOptions::default() };
            c_with_dependencies(btf, &[id], &mut tokens, &options);
        }
        What::C => c_type(btf, id, &mut tokens, &COptions { portable: true }),
        What::Record => {
            for &id in std::iter::once(&id).chain(tags) {
                raw_line(btf, id, &mut tokens);
            }
        }
        What::Pahole => pahole(btf, id, &mut tokens, &PaholeOptions::default()).map_err(|e| e.to_string())?,
    }
    Ok(Rc::new(tokens))
}

/// The type that is printed: pahole prints the struct that a typedef stands for.
fn subject(file: &OpenFile, id: TypeId, what: What) -> TypeId {
    if what == What::Pahole { model::table::table_type(&file.btf, id) } else { id }
}

/// What is printed of the selected type.
#[component]
pub fn Printed(props: &PrintedProps) -> Html {
    let (ctx, what) = (&props.ctx, props.what);
    let session = ctx.session();
    let needs = session.settings().c_needs;
    let chosen = session.file().and_then(|f| Some((f, f.look.selection.clone()?)));
    let key = chosen.as_ref().map(|(file, s)| (file.id, subject(file, s.id, what), what, needs));
    // Printed once for each type, not for each member that is selected in it.
    let printed = {
        let input = chosen
            .as_ref()
            .map(|(file, s)| (file.btf.clone(), file.tags().of(s.id).iter().map(|t| t.tag).collect::<Vec<_>>()));
        use_memo(key, move |key| {
            let (_, id, what, needs) = (*key)?;
            let (btf, tags) = input?;
            Some(print(&btf, &tags, id, what, needs))
        })
    };
    let (Some((file, selection)), Some(text)) = (chosen, &*printed) else { return html! {} };
    let tokens = match text {
        Ok(tokens) => tokens,
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let (label, end, left) = match what {
        What::C => (
            "C",
            ".h",
            html! {
                <label><input type="checkbox" checked={needs} onchange={ctx.on(Msg::Settings(SettingsMsg::CNeeds(!needs)))}/>{ "with what it needs" }</label>
            },
        ),
        What::Record => (
            "Record",
            ".btf.txt",
            html! { <>{ asm_toggle(ctx) }<span class="how">{ "as bpftool btf dump prints it; every id is a link" }</span></> },
        ),
        What::Pahole => (
            "pahole text",
            ".pahole.txt",
            html! {
                <label><input type="checkbox" checked=true onchange={ctx.on(Msg::Settings(SettingsMsg::AsPahole(false)))}/>{ "as pahole text" }</label>
            },
        ),
    };
    let name = file_name(&dump::type_name(&file.btf, subject(file, selection.id, what)), end);
    let (owner, item) = focus_item(&file.btf, &selection);
    html! {
        <>
            { code_bar(ctx, tokens, label, &name, left) }
            { code(ctx, tokens, label, item.map(|i| (owner, i))) }
        </>
    }
}
