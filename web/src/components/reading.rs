//! A file that is being read: what, how far, Cancel. And an archive of which an entry is to be chosen.

use model::words::{file_size, grouped, many};
use session::Msg;
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use crate::ctx::Ctx;

/// How far reading is.
pub fn reading_bar(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(r) = &session.reading else { return html! {} };
    let share = (r.total > 0).then(|| u128::from(r.done.min(r.total)) * 100 / u128::from(r.total)).map(|p| p as u32);
    let far = match r.total {
        0 => String::new(),
        total => format!("{} of {}", file_size(r.done), file_size(total)),
    };
    html! {
        <div class="alert ask" key="reading">
            <b>{ &r.name }</b>
            <p>{ format!("{} … {far}", r.what) }
                <span class="progress" style="display:block;margin-top:5px" role="progressbar" aria-label={format!("Reading {}", r.name)}
                    aria-valuemin="0" aria-valuemax="100" aria-valuenow={share.map(|s| s.to_string())}>
                    <i style={format!("width:{}%", share.unwrap_or(30))}></i>
                </span>
            </p>
            <button class="btn quiet" onclick={ctx.on(Msg::CancelReading)}>{ "Cancel" }</button>
        </div>
    }
}

/// How many entries are listed at once: a distribution's kernel package has thousands of modules.
const SHOWN: usize = 300;

/// The entries of an archive.
#[component]
pub fn ArchiveList(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let filter = use_state(String::new);
    let session = ctx.session();
    let Some(archive) = &session.archive else { return html! {} };
    let found = archive.find(filter.trim());
    let oninput = {
        let filter = filter.clone();
        Callback::from(move |e: InputEvent| filter.set(e.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let lines = found.iter().take(SHOWN).map(|e| {
        html! {
            <li key={e.index}><button onclick={ctx.on(Msg::ChooseEntry(e.index))}>
                <span style="flex:1;overflow-wrap:anywhere">{ &e.path }</span><span class="dim">{ file_size(e.size) }</span>
            </button></li>
        }
    });
    let more = found.len().saturating_sub(SHOWN);
    html! {
        <Dialog title="Choose a file of the package" onclose={ctx.on(Msg::CloseArchive)}>
            <p>{ format!("{} holds {} kernel images and modules, and {}. Which one?", archive.name,
                grouped(archive.entries.len() as u64), many(archive.others, "other file")) }</p>
            <div class="search" style="margin:0 0 8px"><input type="text" aria-label="Filter the files" placeholder="filter" oninput={oninput} value={(*filter).clone()}/></div>
            <ul class="problemlist">{ for lines }</ul>
            if more > 0 { <p class="dim">{ format!("{} more: type into the filter to narrow them", grouped(more as u64)) }</p> }
            if found.is_empty() { <p class="dim">{ "No file is called that." }</p> }
        </Dialog>
    }
}
