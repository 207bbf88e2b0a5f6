//! The selected type as text: as C or another language, or as the raw record. With links, Copy and Download.

use std::rc::Rc;

use btf::{Btf, TypeId};
use dump::{Tokens, raw_line};
use model::code_format::CodeFormat;
use session::{Settings, focus_item};
use yew::prelude::*;

use super::chain_view::chain_view;
use super::code::code;
use super::code_format::format_menu;
use super::codebar::{code_bar, file_name};
use crate::ctx::Ctx;

/// The form in which the type is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The declaration in the chosen format.
    Code,
    /// The raw record and the records of its declaration tags, as bpftool prints them.
    Record,
}

#[derive(Properties, PartialEq)]
pub struct PrintedProps {
    pub ctx: Ctx,
    /// The text to show.
    pub what: What,
}

type Text = Result<Rc<Tokens>, String>;

/// Prints the type in this format, with or without assertions; if `format` is none, its record.
fn print(btf: &Btf, tags: &[TypeId], id: TypeId, format: Option<CodeFormat>, assertions: bool) -> Text {
    let mut tokens = Tokens::new();
    match format {
        Some(format) => format.print(btf, id, assertions, &mut tokens)?,
        None => std::iter::once(&id).chain(tags).for_each(|&id| raw_line(btf, id, &mut tokens)),
    }
    Ok(Rc::new(tokens))
}

/// The view.
#[component]
pub fn Printed(props: &PrintedProps) -> Html {
    let (ctx, what) = (&props.ctx, props.what);
    let session = ctx.session();
    let Settings { format, assertions, .. } = session.settings();
    let format = (what == What::Code).then_some(format);
    let subject = |btf: &Btf, id: TypeId| format.map_or(id, |format| format.subject(btf, id));
    let chosen = session.file().and_then(|f| Some((f, f.look.selection.clone()?)));
    let key = chosen.as_ref().map(|(file, s)| (file.id, subject(&file.btf, s.id), format, assertions));
    // The text is printed once for each type, not for each selected member of it.
    let printed = {
        let input = chosen
            .as_ref()
            .map(|(file, s)| (file.btf.clone(), file.tags().of(s.id).iter().map(|t| t.tag).collect::<Vec<_>>()));
        use_memo(key, move |key| {
            let (_, id, format, assertions) = (*key)?;
            let (btf, tags) = input?;
            Some(print(&btf, &tags, id, format, assertions))
        })
    };
    let (Some((file, selection)), Some(text)) = (chosen, &*printed) else { return html! {} };
    let tokens = match text {
        Ok(tokens) => tokens,
        Err(e) => {
            return html! {
                <>
                    <div class="codebar">{ format_menu(ctx) }</div>
                    <p class="prose">{ format!("This type has no layout: {e}.") }</p>
                </>
            };
        }
    };
    let (label, end) = format.map_or(("Record", ".btf.txt"), |format| (format.title(), format.end()));
    let name = file_name(&dump::type_name(&file.btf, subject(&file.btf, selection.id)), end);
    let (owner, item) = focus_item(&file.btf, &selection);
    html! {
        <>
            { code_bar(ctx, tokens, label, &name, format_menu(ctx)) }
            if what == What::Record { { chain_view(ctx) } }
            { code(ctx, tokens, label, item.map(|i| (owner, i))) }
        </>
    }
}
