//! The dialog of the atlas: a field to ask for a type, a path or a function, its history, and the list of kernels.

use desk::NO_ATLAS;
use model::words::{grouped, more_words};
use session::look::atlas::AtlasMsg;
use session::{Msg, Overlay};
use yew::prelude::*;

use super::ask::{IN_DIALOG, distributions, names, on, question, shelves};
use super::dialog::Dialog;
use super::history_view::history;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;

/// The most kernels that are drawn.
const SHOWN: usize = 400;

fn kernels(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    if let Some(why) = look.board.problem() {
        return html! { <p class="empty" role="alert">{ why }</p> };
    }
    let Some(board) = look.board.answer() else {
        return html! { <p class="empty" role="status">{ "Reading the list of kernels …" }</p> };
    };
    let found = look.kernels();
    let rows = found.iter().take(SHOWN).map(|k| {
        html! {
            <tr key={k.name.clone()}>
                <td><button class="link" onclick={on(ctx, AtlasMsg::Open(k.name.clone()))}>{ &k.name }</button></td>
                <td>{ &k.version }</td><td>{ &k.arch }</td><td>{ &k.flavour }</td><td>{ format!("{} {}", k.distribution, k.suite) }</td>
                <td class="num">{ grouped(k.types.into()) }</td>
            </tr>
        }
    });
    let more = found.len().saturating_sub(SHOWN);
    let typed = ctx.callback(|text: String| Msg::Atlas(AtlasMsg::Filter(text)));
    let head = ["kernel", "version", "architecture", "flavour", "from", "types"];
    html! {
        <>
            { search_box(SearchBox::new("Filter the kernels", "6.12 arm64 cloud", &look.filter), typed) }
            <div class="frame" tabindex="0" role="group" aria-label="List of kernels">
                <table class="plain" aria-label="Kernels of the atlas">
                    <thead><tr>{ for head.iter().map(|h| html! { <th scope="col">{ *h }</th> }) }</tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
            if found.is_empty() { <p class="dim">{ "No kernel matches." }</p> }
            if more > 0 { <p class="dim">{ more_words(more as u64) }</p> }
            <p class="dim made">{ "Made by: " }{ board.notes.join(" · ") }</p>
        </>
    }
}

/// The content of the dialog.
fn panel(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let list = if look.listed { "hide the kernels" } else { "list the kernels" };
    html! {
        <section class="atlas" role="region" aria-label="Included kernels">
            <h2 class="h3">{ look.title() }</h2>
            { shelves(ctx) }
            { distributions(ctx) }
            <div class="ask">
                { question(ctx, &IN_DIALOG) }
                <button class="mini" aria-expanded={look.listed.to_string()} onclick={on(ctx, AtlasMsg::List(!look.listed))}>{ list }</button>
            </div>
            if let Some(why) = look.names_problem() { <p class="empty" role="alert">{ why }</p> }
            { names(ctx, &IN_DIALOG) }
            if look.ask_of(false).asked().is_some() { { history(ctx, look, false) } }
            if look.listed { { kernels(ctx) } }
        </section>
    }
}

/// The dialog.
pub fn atlas_dialog(ctx: &Ctx) -> Html {
    let session = ctx.session();
    html! {
        <Dialog title="Kernels of the atlas" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            if session.atlas().any() { { panel(ctx) } } else {
                <p tabindex="0">{ NO_ATLAS }</p>
            }
        </Dialog>
    }
}
