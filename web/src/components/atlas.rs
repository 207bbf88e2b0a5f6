//! The panel of the atlas: a field to ask for a type, a path or a function, the answer, and the list of kernels. It is on the start
//! page, and a dialog beside open files.

use desk::NO_ATLAS;
use model::words::{grouped, many, more_words};
use session::look::atlas::AtlasMsg;
use session::{Msg, Overlay};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::dialog::Dialog;
use super::history_view::history;
use super::option_row::{OptionRow, id, option_row};
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;

/// The most kernels that are drawn.
const SHOWN: usize = 400;

/// The prefix of row ids in the list of names.
const NAMES: &str = "atlasname";

fn on(ctx: &Ctx, msg: AtlasMsg) -> Callback<MouseEvent> {
    ctx.on(Msg::Atlas(msg))
}

fn names(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let all = look.names();
    if all.is_empty() {
        return html! {};
    }
    let rows = all.iter().enumerate().map(|(index, name)| {
        let row = OptionRow {
            list: NAMES,
            index,
            of: all.len(),
            label: Some(format!("{}, {}", name.question(), many(name.forms.into(), "form"))),
            selected: look.chosen == Some(index),
            choose: on(ctx, AtlasMsg::About(name.question())),
            ..OptionRow::default()
        };
        option_row(
            row,
            html! { <><span class={classes!("kw", name.class.clone())}>{ &name.kind }</span><span class="grow">{ &name.name }</span>
                <span class="dim">{ many(name.forms.into(), "form") }</span></> },
        )
    });
    html! { <div class="names" id="atlasnames" role="listbox" aria-label="Names in the atlas">{ for rows }</div> }
}

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

/// Chips that choose which atlas is asked, when there are several.
fn shelves(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    if look.dropped.is_empty() {
        return html! {};
    }
    let several = look.dropped.len() + usize::from(look.own.is_some()) > 1;
    let chip = |name: &str, atlas_id| {
        let is = look.atlas_id == atlas_id && !look.asks_all();
        html! { <button class={classes!("chip", is.then_some("on"))} aria-pressed={is.to_string()} onclick={on(ctx, AtlasMsg::Choose(atlas_id))}>{ name.to_owned() }</button> }
    };
    html! {
        <p class="shelves" role="group" aria-label="Which atlas is asked">
            if look.own.is_some() { { chip("this page's atlas", None) } }
            if several {
                <button class={classes!("chip", look.asks_all().then_some("on"))} aria-pressed={look.asks_all().to_string()} onclick={on(ctx, AtlasMsg::All)}>{ "all of them" }</button>
            }
            { for look.dropped.iter().map(|atlas| html! { <>
                { chip(&atlas.name, Some(atlas.id)) }
                <button class="mini" aria-label={format!("Close {}", atlas.name)} onclick={on(ctx, AtlasMsg::Close(atlas.id))}>{ "×" }</button>
            </> }) }
        </p>
    }
}

/// The whole panel.
pub fn panel(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let typed = ctx.callback(|text: String| Msg::Atlas(AtlasMsg::Text(text)));
    let keys = ctx.with(move |ctx, e: KeyboardEvent| {
        let msg = match e.key().as_str() {
            "ArrowDown" => AtlasMsg::Step(1),
            "ArrowUp" => AtlasMsg::Step(-1),
            "Enter" => AtlasMsg::Enter,
            _ => return,
        };
        e.prevent_default();
        ctx.send(Msg::Atlas(msg));
    });
    let asks = SearchBox {
        id: Some("askatlas"),
        controls: (!look.names().is_empty()).then_some("atlasnames"),
        active: look.chosen.map(|at| id(NAMES, at)),
        keys,
        slash: session.file().is_none(),
        ..SearchBox::new(
            "Ask the atlas for a type, a path or a function",
            "task_struct · inode.i_state · vfs_read",
            &look.text,
        )
    };
    let list = if look.listed { "hide the kernels" } else { "list the kernels" };
    html! {
        <section class="atlas" role="region" aria-label="Included kernels">
            <h2 class="h3">{ look.title() }</h2>
            { shelves(ctx) }
            <div class="ask">
                { search_box(asks, typed) }
                <button class="mini" aria-expanded={look.listed.to_string()} onclick={on(ctx, AtlasMsg::List(!look.listed))}>{ list }</button>
            </div>
            if let Some(why) = look.names_problem() { <p class="empty" role="alert">{ why }</p> }
            { names(ctx) }
            if look.past.asked().is_some() { { history(ctx, look, false) } }
            if look.listed { { kernels(ctx) } }
        </section>
    }
}

/// The panel as a dialog.
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
