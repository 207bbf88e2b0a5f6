//! The overview of a file, shown before a type is selected: what the file is, what it contains, where to start.

use desk::{FileId, FromC};
use model::from_dwarf::offer;
use model::overview::starts;
use model::words::{grouped, many};
use session::export::whole;
use session::file::OpenFile;
use session::look::atlas::AtlasMsg;
use session::look::changes::ChangesMsg;
use session::look::compare::CompareMsg;
use session::side::SideTab;
use session::{FilesMsg, Msg, Overlay};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::about_file::AboutFile;
use super::excerpt::excerpt_note;
use super::export_menu::menu_of;
use super::from_dwarf::from_dwarf;
use super::header::CtxProps;
use super::verdict_list::verdict_line;
use crate::ctx::{Ctx, go_to};

#[component]
pub fn Overview(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let id = file.id;
    let starts = use_memo(id, |_| starts(&file.btf, file.kind));
    let problems = file.btf.diagnostics().len();
    // The bytes in the scratch pad cannot be decoded as BTF, and the file has no types of an earlier source to show.
    if let (Some(stops), true) = (session.pad_stops(), file.btf.own_type_count() == 0) {
        return html! {
            <div class="overview" tabindex="0"><div class="say"><h1>{ file.name.clone() }</h1><p class="verdictline bad">{ stops }</p></div></div>
        };
    }
    html! {
        <div class="overview" tabindex="0">
            <div class="say">
                <h1>{ file.release().map_or_else(|| file.name.clone(), |release| format!("Linux {release}")) }</h1>
                <div class="under"><span>{ session.about(file) }</span><span class="grow"></span>{ overview_export(ctx) }</div>
                { excerpt_note(ctx) }
                { identity(ctx, file) }
                if file.origin.atlas().is_some() {
                    <p class="dim">{ "from the atlas: ids are not those of the original" }</p>
                }
            </div>
            <div class="overbody">
                if let Some(made) = &file.from_dwarf { { from_dwarf(made) } }
                if let Some(made) = &file.from_c { { from_c(ctx, id, made) } }
                if file.no_btf && file.has_dwarf { { make_from_dwarf(ctx, file) } }
                { beside(ctx, file) }
                if problems > 0 {
                    <p><button class="link" onclick={ctx.on(Msg::Overlay(Overlay::Problems))}>{ format!("{} found in it", many(problems as u64, "problem")) }</button></p>
                }
                { faults(ctx) }
                <h2>{ "Start with" }</h2>
                <div class="starts">
                    { for starts.iter().map(|(id, name)| html! {
                        <button class="chip" onclick={ctx.on(go_to(*id))}><i class="dot struct"></i>{ name }</button>
                    }) }
                    <span class="dim">{ "or search in the list: " }<kbd>{ "/" }</kbd></span>
                </div>
                { inside(ctx, file) }
                <AboutFile ctx={ctx.clone()}/>
            </div>
        </div>
    }
}

/// The machine whose layouts a kernel header has, and a menu to choose another machine.
fn from_c(ctx: &Ctx, id: FileId, made: &FromC) -> Html {
    let chosen = made.machine.clone().unwrap_or_default();
    let option = |name: &String| html! { <option value={name.clone()} selected={chosen == *name}>{ name }</option> };
    let options: Html = made.machines.iter().map(option).collect();
    let is_unknown = made.machine.is_none();
    let choose = ctx.with(move |ctx, e: Event| {
        if let Some(select) = e.target_dyn_into::<HtmlSelectElement>() {
            let asked = select.value();
            // The menu goes back to the present machine, which stays if the file cannot be read again.
            select.set_value(&chosen);
            ctx.send(Msg::Files(FilesMsg::Machine(id, asked)));
        }
    });
    html! {
        <p><label>{ "Made from C, with the layouts of " }
            <select class="field" onchange={choose} aria-label="Machine of the layouts">
                if is_unknown { <option value="" selected=true disabled=true>{ "64 bits, little-endian" }</option> }
                { options }
            </select></label></p>
    }
}

/// The verdict of kernels on the file, if they find faults. For bytes in the scratch pad that cannot be decoded as BTF,
/// the reason.
fn faults(ctx: &Ctx) -> Html {
    let session = ctx.session();
    match session.verdict().ruling(&session) {
        _ if session.pad_stops().is_some() => html! { <p>{ verdict_line(ctx) }</p> },
        Some(ruling) if !ruling.faults.is_empty() => html! { <p>{ verdict_line(ctx) }</p> },
        _ => html! {},
    }
}

/// The kernel of the atlas that the file is, or the kernels with the most similar types. The atlas is asked only when
/// the person wants to know.
pub fn identity(ctx: &Ctx, file: &OpenFile) -> Html {
    let session = ctx.session();
    let atlas = session.atlas();
    if !atlas.may_identify(file) {
        return html! {};
    }
    if !atlas.is_identified(file.id) {
        let ask = ctx.on(Msg::Atlas(AtlasMsg::Identify));
        return html! { <p><button class="link" onclick={ask}>{ if file.distilled { "Which kernels of the atlas does it fit?" } else { "Which kernel of the atlas is it?" } }</button></p> };
    }
    match (atlas.which.problem(), atlas.which.answer()) {
        (Some(why), _) => html! { <p class="dim" role="status">{ why }</p> },
        (None, None) => html! { <p class="dim" role="status">{ "Comparing it with each kernel of the atlas …" }</p> },
        (None, Some(said)) => {
            let open = |name: &String| {
                let open = ctx.on(Msg::Atlas(AtlasMsg::Open(name.clone())));
                html! { <button class="chip" onclick={open} title="Open this kernel of the atlas">{ name }</button> }
            };
            html! {
                <div class="whichkernel" role="status">
                    { for said.sentences.iter().map(|line| html! { <p>{ line }</p> }) }
                    <p class="starts">{ for said.kernels.iter().take(MOST_NEAR).map(open) }</p>
                </div>
            }
        }
    }
}

/// How many of the nearest kernels are offered to be opened.
const MOST_NEAR: usize = 6;

/// The menu Export of an overview.
pub fn overview_export(ctx: &Ctx) -> Html {
    menu_of("export-all", ctx, whole(&ctx.session()))
}

/// Links to what the file has in addition to its types (kfuncs, programs, relocations ..).
fn inside(ctx: &Ctx, file: &OpenFile) -> Html {
    let tabs = ctx.session().beside_types(file);
    if tabs.is_empty() {
        return html! {};
    }
    let row = |tab: SideTab| {
        let count = tab.count.map(|count| format!(" {}", grouped(count)));
        html! {
            <div><dt><button class="chip" onclick={ctx.on(tab.msg)}>{ tab.name }{ count }</button></dt><dd class="dim">{ tab.about }</dd></div>
        }
    };
    html! { <dl class="inside" aria-label="Beside its types">{ for tabs.into_iter().map(row) }</dl> }
}

/// The button that makes types from the file's debug information.
pub fn make_from_dwarf(ctx: &Ctx, file: &OpenFile) -> Html {
    let (label, why) = offer(file.no_btf);
    html! {
        <p><button class="btn quiet" onclick={ctx.on(Msg::Files(FilesMsg::FromDwarf(file.id)))}>{ label }</button>
            <span class="dim">{ " " }{ why }</span></p>
    }
}

/// A link that compares the file's BTF with the types made from its debug information, if both are open.
pub fn beside(ctx: &Ctx, file: &OpenFile) -> Html {
    if file.no_btf {
        return html! {};
    }
    let session = ctx.session();
    let other = |f: &&OpenFile| {
        f.given_name == file.given_name && f.from_dwarf.is_some() != file.from_dwarf.is_some() && !f.no_btf
    };
    let Some(other) = session.files().iter().find(other).map(|f| f.id) else { return html! {} };
    let compare = ctx.with(move |ctx, _: MouseEvent| {
        ctx.send(Msg::Compare(CompareMsg::With(other)));
        ctx.send(Msg::Changes(ChangesMsg::Show(true)));
    });
    html! { <p><button class="btn quiet" onclick={compare}>{ "What differs between its BTF and its DWARF" }</button></p> }
}
