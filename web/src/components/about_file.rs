//! "About this file", folded at the end of an overview: kinds, sections, digest, header.

use model::focus::{BlobId, ByteFocus};
use model::kind::FileKind;
use model::overview::{header_words, kind_counts, kind_name, records};
use model::words::{file_size, grouped, kind_class};
use session::file::OpenFile;
use session::{Msg, RecentMsg};
use web_sys::Element;
use yew::prelude::*;

use super::header::CtxProps;
use super::overview::{identity, make_from_dwarf};
use crate::ctx::Ctx;

/// The section. Its contents are made only when it is opened, because counting the kinds takes a pass over all types.
#[component]
pub fn AboutFile(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let open = use_state(|| false);
    let toggled = {
        let open = open.clone();
        Callback::from(move |e: Event| {
            if let Some(details) = e.target_dyn_into::<Element>() {
                open.set(details.has_attribute("open"));
            }
        })
    };
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    html! {
        <details class="about" ontoggle={toggled}>
            <summary>{ "About this file" }</summary>
            if *open { { contents(ctx, file) } }
        </details>
    }
}

fn contents(ctx: &Ctx, file: &OpenFile) -> Html {
    let session = ctx.session();
    let license = session.looks()[file.id].program.overview().and_then(|overview| overview.data.license.clone());
    html! {
        <>
            <p class="dim">{ session.about(file) }if let Some(license) = license { { format!(" · licence {license}") } }</p>
            if file.kind == FileKind::Program { { identity(ctx, file) } }
            if !file.no_btf { { types(ctx, file) } }
            if !file.no_btf && file.has_dwarf && file.from_dwarf.is_none() { { make_from_dwarf(ctx, file) } }
            { digest(ctx, file) }
        </>
    }
}

/// The kinds of its types, and its sections.
fn types(ctx: &Ctx, file: &OpenFile) -> Html {
    let counts = kind_counts(&file.btf);
    let most = counts.first().map_or(1, |c| c.1.max(1));
    let row = |name: &'static str, blob, at: u32, size: String| {
        html! {
            <tr key={name}>
                <td><button class="link" onclick={ctx.on(Msg::Byte(ByteFocus { blob, at }))}>{ name }</button></td>
                <td class="num">{ format!("{at:#x}") }</td><td class="num">{ size }</td>
            </tr>
        }
    };
    let sections = file.btf.sections().iter().filter(|s| !s.range.is_empty());
    let sections = sections.map(|s| row(s.kind.as_str(), BlobId::Own, s.range.start, file_size(s.range.len().into())));
    let ext = file.ext.as_ref().map(|ext| {
        let rows = ext.subsections().iter().map(|s| row(s.kind.as_str(), BlobId::Ext, s.range.start, records(s)));
        html! { <div><h2>{ ".BTF.ext" }</h2><table>{ for rows }</table></div> }
    });
    html! {
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
            </div>
            { ext }
        </div>
    }
}

/// The digest, and whether the browser stores the file.
fn digest(ctx: &Ctx, file: &OpenFile) -> Html {
    let Some(digest) = &file.digest else { return html! {} };
    let session = ctx.session();
    let remembered = session.remembers(digest);
    let keep = match remembered {
        true => Msg::Recent(RecentMsg::Forget(digest.clone())),
        false => Msg::Recent(RecentMsg::Remember(file.id)),
    };
    html! {
        <>
            <p class="dim anywhere">{ "SHA-256 " }<span class="mono">{ digest }</span></p>
            if file.origin.sample().is_none() {
                <label class="check"><input type="checkbox" checked={remembered} onchange={ctx.on(keep)}/>
                    { "remember this file in this browser" }</label>
            }
            if let Some(why) = session.not_kept(digest) { <p class="dim">{ "A reload loses it: " }{ why.words() }{ "." }</p> }
        </>
    }
}
