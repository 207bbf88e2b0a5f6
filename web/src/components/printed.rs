//! The selected type as text: as C or another language, as the raw record, or as pahole prints it. With links, Copy and Download.

use std::rc::Rc;

use btf::{Btf, TypeId};
use dump::{CFileOptions, PaholeOptions, Tokens, c_with_dependencies, pahole, raw_line};
use model::declare::Language;
use session::file::OpenFile;
use session::{Msg, Settings, SettingsMsg, focus_item};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::chain_view::chain_view;
use super::code::code;
use super::codebar::{code_bar, file_name};
use super::listing_view::asm_toggle;
use crate::ctx::Ctx;

/// Which text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The declaration in the chosen language. C: alone, or with the types it needs. Other languages: with the types it contains.
    C,
    /// The raw record and the records of its declaration tags, as bpftool prints them.
    Record,
    /// The struct with offsets and holes, as pahole prints it.
    Pahole,
}

#[derive(Properties, PartialEq)]
pub struct PrintedProps {
    pub ctx: Ctx,
    /// Which text is shown.
    pub what: What,
}

type Text = Result<Rc<Tokens>, String>;

/// How a declaration is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Declare {
    language: Language,
    /// C only: with the types that it needs.
    needs: bool,
    /// Other languages only: with assertions of the layout.
    assertions: bool,
}

fn print(btf: &Btf, tags: &[TypeId], id: TypeId, what: What, how: Declare) -> Text {
    let mut tokens = Tokens::new();
    match what {
        // With the declarations that give the same layout on every target, which libbpf's printer does not always write.
        What::C if how.needs && how.language == Language::C => {
            let options = CFileOptions { portable: true, ..CFileOptions::default() };
            c_with_dependencies(btf, &[id], &mut tokens, &options);
        }
        What::C => how.language.declare(btf, id, how.assertions, &mut tokens),
        What::Record => {
            for &id in std::iter::once(&id).chain(tags) {
                raw_line(btf, id, &mut tokens);
            }
        }
        What::Pahole => pahole(btf, id, &mut tokens, &PaholeOptions::default()).map_err(|e| e.to_string())?,
    }
    Ok(Rc::new(tokens))
}

/// The type to print. pahole prints the struct behind a typedef.
fn subject(file: &OpenFile, id: TypeId, what: What) -> TypeId {
    if what == What::Pahole { model::table::table_type(&file.btf, id) } else { id }
}

/// The choice of a language.
fn languages(ctx: &Ctx, chosen: Language) -> Html {
    let onchange = ctx.with(move |ctx, e: Event| {
        let at = e.target_unchecked_into::<HtmlSelectElement>().selected_index();
        let language = usize::try_from(at).ok().and_then(|at| Language::ALL.get(at).copied());
        ctx.send(Msg::Settings(SettingsMsg::Language(language.unwrap_or_default())));
    });
    let options = Language::ALL.map(|l| html! { <option selected={l == chosen}>{ l.title() }</option> });
    html! { <select class="field" aria-label="Language" title="Language" onchange={onchange}>{ for options }</select> }
}

/// The view.
#[component]
pub fn Printed(props: &PrintedProps) -> Html {
    let (ctx, what) = (&props.ctx, props.what);
    let session = ctx.session();
    let Settings { c_needs: needs, language, assertions, .. } = session.settings();
    let how = Declare { language, needs, assertions };
    let chosen = session.file().and_then(|f| Some((f, f.look.selection.clone()?)));
    let key = chosen.as_ref().map(|(file, s)| (file.id, subject(file, s.id, what), what, how));
    // Printed once for each type, not for each member that is selected in it.
    let printed = {
        let input = chosen
            .as_ref()
            .map(|(file, s)| (file.btf.clone(), file.tags().of(s.id).iter().map(|t| t.tag).collect::<Vec<_>>()));
        use_memo(key, move |key| {
            let (_, id, what, how) = (*key)?;
            let (btf, tags) = input?;
            Some(print(&btf, &tags, id, what, how))
        })
    };
    let (Some((file, selection)), Some(text)) = (chosen, &*printed) else { return html! {} };
    let tokens = match text {
        Ok(tokens) => tokens,
        Err(e) => return html! { <p class="prose">{ format!("This type has no layout: {e}.") }</p> },
    };
    let (label, end, left) = match what {
        What::C => (
            language.title(),
            language.end(),
            html! {
                <>
                    { languages(ctx, language) }
                    if language == Language::C {
                        <label><input type="checkbox" checked={needs} onchange={ctx.on(Msg::Settings(SettingsMsg::CNeeds(!needs)))}/>{ "with dependencies" }</label>
                    } else {
                        <label title="Compilation fails where the compiler's layout differs"><input type="checkbox" checked={assertions}
                            onchange={ctx.on(Msg::Settings(SettingsMsg::Assertions(!assertions)))}/>{ "with assertions" }</label>
                    }
                </>
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
            if what == What::Record { { chain_view(ctx) } }
            { code(ctx, tokens, label, item.map(|i| (owner, i))) }
        </>
    }
}
