//! The bar of long work, such as reading a file, with a button to cancel it; and the choice of an entry in an archive.

use model::words::{file_size, more_words};
use session::{FilesMsg, Msg, Work};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;

/// The bar of the long work that runs, with its progress. If the worker is silent, the bar has no progress, and its
/// button restarts the worker.
pub fn reading_bar(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(r) = session.reading() else { return html! {} };
    let percent = r.percent();
    html! {
        <div class="alert ask" key="reading">
            <b>{ &r.name }</b>
            <p>{ r.text() }
                if r.work != Work::Silence {
                    <span class="progress" role="progressbar" aria-label={format!("Reading {}", r.name)}
                        aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent.map(|p| p.to_string())}>
                        <i style={format!("width:{}%", percent.unwrap_or(30))}></i>
                    </span>
                }
            </p>
            <button class="btn quiet" onclick={ctx.on(Msg::Files(FilesMsg::CancelReading))}>{ r.button() }</button>
        </div>
    }
}

/// The most entries that are drawn; a kernel package has thousands of modules.
const SHOWN: usize = 300;

/// The entries of an archive, with a filter.
#[component]
pub fn ArchiveList(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let filter = use_state(String::new);
    let session = ctx.session();
    let Some(archive) = session.archive() else { return html! {} };
    let found = archive.find(filter.trim());
    let typed = {
        let filter = filter.clone();
        Callback::from(move |text| filter.set(text))
    };
    // Enter opens the only match, so that typing a part of the name is enough.
    let only = if let [only] = found.as_slice() { Some(only.index) } else { None };
    let keys = ctx.with(move |ctx, e: KeyboardEvent| {
        if let ("Enter", Some(index)) = (e.key().as_str(), only) {
            e.prevent_default();
            ctx.send(Msg::Files(FilesMsg::ChooseEntry(index)));
        }
    });
    let lines = found.iter().take(SHOWN).map(|e| {
        html! {
            <li key={e.index}><button onclick={ctx.on(Msg::Files(FilesMsg::ChooseEntry(e.index)))}>
                <span class="grow anywhere">{ &e.path }</span><span class="dim">{ file_size(e.size) }</span>
            </button></li>
        }
    });
    let more = found.len().saturating_sub(SHOWN);
    html! {
        <Dialog title="Choose a file from the package" onclose={ctx.on(Msg::Files(FilesMsg::CloseArchive))}>
            <p>{ archive.question() }</p>
            { search_box(SearchBox { keys, ..SearchBox::new("Filter the files", "filter", &filter) }, typed) }
            <ul class="problemlist">{ for lines }</ul>
            if more > 0 { <p class="dim">{ more_words(more as u64) }</p> }
            if found.is_empty() { <p class="dim">{ "No file matches." }</p> }
        </Dialog>
    }
}
