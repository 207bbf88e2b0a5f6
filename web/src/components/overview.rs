//! The overview of a file, before a type is selected: what the file is, what it contains, where to start.

use model::focus::{BlobId, ByteFocus};
use model::from_dwarf::offer;
use model::overview::{WITHOUT_BTF, header_words, kind_counts, kind_name, records, starts};
use model::path::Path;
use model::print::DumpFormat;
use model::words::{file_size, grouped, kind_class, many};
use session::file::OpenFile;
use session::look::changes::ChangesMsg;
use session::look::compare::CompareMsg;
use session::look::kernel_lists::ListsMsg;
use session::side::SideTab;
use session::{FilesMsg, History, Msg, Overlay, ProgramMsg, RecentMsg};
use yew::prelude::*;

use super::excerpt::excerpt_note;
use super::from_dwarf::from_dwarf;
use super::header::CtxProps;
use super::verdict_list::verdict_line;
use crate::ctx::Ctx;

#[component]
pub fn Overview(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let id = file.id;
    let counts = {
        let btf = file.btf.clone();
        use_memo(id, move |_| kind_counts(&btf))
    };
    let starts = use_memo(id, |_| starts(&file.btf, file.kind));
    let most = counts.first().map_or(1, |c| c.1.max(1));
    let sections = file.btf.sections().iter().filter(|s| !s.range.is_empty()).map(|s| {
        let focus = ByteFocus { blob: BlobId::Own, at: s.range.start };
        html! {
            <tr key={s.kind.as_str()}>
                <td><button class="link" onclick={ctx.on(Msg::Byte(focus))}>{ s.kind.as_str() }</button></td>
                <td class="num">{ format!("{:#x}", s.range.start) }</td>
                <td class="num">{ file_size(s.range.len().into()) }</td>
            </tr>
        }
    });
    let ext = file.ext.as_ref().map(|ext| {
        let rows = ext.subsections().iter().map(|s| {
            let focus = ByteFocus { blob: BlobId::Ext, at: s.range.start };
            html! {
                <tr key={s.kind.as_str()}>
                    <td><button class="link" onclick={ctx.on(Msg::Byte(focus))}>{ s.kind.as_str() }</button></td>
                    <td class="num">{ format!("{:#x}", s.range.start) }</td><td class="num">{ records(s) }</td>
                </tr>
            }
        });
        html! { <div><h2>{ ".BTF.ext" }</h2><table>{ for rows }</table></div> }
    });
    let problems = file.btf.diagnostics().len();
    let sha256 = file.digest.clone().unwrap_or_default();
    let remembered = session.remembered().iter().any(|r| r.sha256 == sha256);
    let keep = if remembered { Msg::Recent(RecentMsg::Forget(sha256)) } else { Msg::Recent(RecentMsg::Remember(id)) };
    let digest = file.digest.as_ref().map(|digest| {
        html! {
            <>
                <p class="dim anywhere">{ "SHA-256 " }<span class="mono">{ digest }</span></p>
                if file.origin.sample().is_none() {
                    <label class="check"><input type="checkbox" checked={remembered} onchange={ctx.on(keep)}/>
                        { "remember this file in this browser" }</label>
                }
            </>
        }
    });
    if file.no_btf {
        return html! {
            <div class="overview" tabindex="0">
                <h1>{ &file.name }</h1>
                <div class="dim">{ file.facts() }</div>
                <p>{ WITHOUT_BTF }</p>
                if file.has_dwarf && file.from_dwarf.is_none() { { make_from_dwarf(ctx, file) } }
                <div class="starts">
                    <button class="chip" onclick={ctx.on(Msg::Program(ProgramMsg::Show(true)))}>{ "Programs" }</button>
                    <button class="chip" onclick={ctx.on(Msg::Lists(ListsMsg::Show(true)))}>{ "ELF relocations and symbols" }</button>
                </div>
                { digest }
            </div>
        };
    }
    html! {
        <div class="overview" tabindex="0">
            <h1>{ &file.name }</h1>
            <div class="dim">{ session.about(file) }</div>
            { excerpt_note(ctx) }
            if file.origin.atlas().is_some() {
                <p class="dim">{ "from the atlas: ids are not those of the original" }</p>
            }
            if let Some(made) = &file.from_dwarf { { from_dwarf(made) } }
            if file.has_dwarf && file.from_dwarf.is_none() { { make_from_dwarf(ctx, file) } }
            { beside(ctx, file) }
            if problems > 0 {
                <p><button class="link" onclick={ctx.on(Msg::Overlay(Overlay::Problems))}>{ format!("{} found in it", many(problems as u64, "problem")) }</button></p>
            }
            <p>{ verdict_line(ctx) }</p>
            { inside(ctx, file) }
            <h2 class="next">{ "Start with" }</h2>
            <div class="starts">
                { for starts.iter().map(|(id, name)| html! {
                    <button class="chip" onclick={ctx.on(Msg::GoTo(*id, Path::root(), History::Push))}><i class="dot struct"></i>{ name }</button>
                }) }
                <span class="dim">{ "or search in the list: " }<kbd>{ "/" }</kbd></span>
            </div>
            <div class="cols">
                <div><h2>{ "Kinds" }</h2>
                    <table>{ for counts.iter().map(|(kind, n)| html! {
                        <tr key={kind.number()}>
                            <td>{ kind_name(*kind) }</td>
                            <td class="num">{ grouped(*n) }</td>
                            <td class="half"><div class={classes!("bar", kind_class(*kind))} style={format!("width:{}%", (n * 100 / most).max(1))}></div></td>
                        </tr>
                    }) }</table>
                </div>
                <div><h2>{ ".BTF" }</h2>
                    <table>{ for sections }</table>
                    <p class="dim">{ header_words(&file.btf) }</p>
                    { digest }
                </div>
                { ext }
                <div><h2>{ "Download all types" }</h2>
                    <div class="starts">{ for DumpFormat::ALL.iter().map(|&format| html! {
                        <button class="chip" title={format!("Save as {}", format.file_name(&file.name))}
                            onclick={ctx.on(Msg::Files(FilesMsg::Print(id, format)))}>{ format.title() }</button>
                    }) }</div>
                    <p class="dim">{ "in the formats of bpftool and clang" }</p>
                </div>
            </div>
        </div>
    }
}

/// Links to what the file has beside its types (kfuncs, programs, relocations ..).
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
fn make_from_dwarf(ctx: &Ctx, file: &OpenFile) -> Html {
    let (label, why) = offer(file.no_btf);
    html! {
        <p><button class="btn quiet" onclick={ctx.on(Msg::Files(FilesMsg::FromDwarf(file.id)))}>{ label }</button>
            <span class="dim">{ " " }{ why }</span></p>
    }
}

/// A link to the comparison of the file's BTF with the types made from its debug information, when both are open.
fn beside(ctx: &Ctx, file: &OpenFile) -> Html {
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
