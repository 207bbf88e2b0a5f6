//! The files that `btfscope view` offers in addition to the open ones.

use model::words::{file_size, more_words};
use session::{FilesMsg, Msg, OfferedFile, Overlay};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use super::search_box::{SearchBox, search_box};

/// The most files that are drawn.
const SHOWN: usize = 300;

/// The files, with a filter.
#[component]
pub fn OfferedList(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let filter = use_state(String::new);
    let session = ctx.session();
    let text = filter.trim().to_lowercase();
    let files = session.offered().iter().enumerate();
    let found: Vec<(usize, &OfferedFile)> =
        files.filter(|(_, file)| file.name.to_lowercase().contains(&text)).collect();
    let typed = {
        let filter = filter.clone();
        Callback::from(move |text| filter.set(text))
    };
    // Enter opens the only match, as in the list of an archive.
    let only = if let [(only, _)] = found.as_slice() { Some(*only) } else { None };
    let keys = ctx.with(move |ctx, e: KeyboardEvent| {
        if let ("Enter", Some(index)) = (e.key().as_str(), only) {
            e.prevent_default();
            ctx.send(Msg::Files(FilesMsg::ChooseOffered(index)));
        }
    });
    let lines = found.iter().take(SHOWN).map(|(index, file)| {
        html! {
            <li key={*index}><button onclick={ctx.on(Msg::Files(FilesMsg::ChooseOffered(*index)))}>
                <span class="grow anywhere">{ &file.name }</span><span class="dim">{ file_size(file.size) }</span>
            </button></li>
        }
    });
    let more = found.len().saturating_sub(SHOWN);
    html! {
        <Dialog title="Files of btfscope view" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            { search_box(SearchBox { keys, ..SearchBox::new("Filter the files", "filter", &filter) }, typed) }
            <ul class="problemlist">{ for lines }</ul>
            if more > 0 { <p class="dim">{ more_words(more as u64) }</p> }
            if found.is_empty() { <p class="dim">{ "No file matches." }</p> }
        </Dialog>
    }
}
