//! The question to the atlas: on the start page with its answer, and in the dialog of the atlas.

use model::atlas::{Answer, EXAMPLES};
use model::words::{grouped, many};
use session::look::atlas::{AtlasMsg, Glimpse};
use session::{Msg, Overlay};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::option_row::{OptionRow, id, option_row};
use super::search_box::{SearchBox, search_box};
use super::strips::{awaited, forms, modules, strip};
use crate::ctx::Ctx;

/// A place where the question is shown: the ids of its elements. The start page and the dialog have different ids,
/// because both may be in the page at once.
pub struct Place {
    input: &'static str,
    list: &'static str,
    rows: &'static str,
    start: bool,
}

/// The question on the start page.
const ON_START: Place = Place { input: "askatlas", list: "atlasnames", rows: "atlasname", start: true };

/// The question in the dialog of the atlas.
pub const IN_DIALOG: Place = Place { input: "askindialog", list: "dialognames", rows: "dialogname", start: false };

pub(super) fn on(ctx: &Ctx, msg: AtlasMsg) -> Callback<MouseEvent> {
    ctx.on(Msg::Atlas(msg))
}

/// The names that begin with the typed text.
pub fn names(ctx: &Ctx, place: &Place) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let all = look.names();
    if all.is_empty() {
        return html! {};
    }
    let rows = all.iter().enumerate().map(|(index, name)| {
        let question = name.question();
        let row = OptionRow {
            list: place.rows,
            index,
            of: all.len(),
            selected: look.chosen == Some(index),
            choose: on(ctx, if place.start { AtlasMsg::Example(question) } else { AtlasMsg::About(question) }),
            ..OptionRow::default()
        };
        option_row(
            row,
            html! { <><span class={classes!("kw", name.class.clone())}>{ &name.kind }</span>{ " " }<span class="grow">{ &name.name }</span>{ " " }
                <span class="dim">{ many(name.forms.into(), "form") }</span></> },
        )
    });
    html! { <div class="names" id={place.list} role="listbox" tabindex="0" aria-label="Names in the atlas">{ for rows }</div> }
}

/// The field for the question.
pub fn question(ctx: &Ctx, place: &Place) -> Html {
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
        id: Some(place.input),
        controls: (!look.names().is_empty()).then_some(place.list),
        active: look.chosen.map(|at| id(place.rows, at)),
        keys,
        slash: place.start,
        preset: place.start && EXAMPLES.contains(&look.text.as_str()),
        ..SearchBox::new("Ask the atlas for a type, a path or a function", "type, path or function", &look.text)
    };
    search_box(asks, typed)
}

/// Chips that choose which atlas is asked, if an atlas was dropped.
pub fn shelves(ctx: &Ctx) -> Html {
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
                if let Some(about) = &atlas.about {
                    { chip(&format!("{}: {about}", atlas.name), Some(atlas.id)) }
                } else {
                    { chip(&atlas.name, Some(atlas.id)) }
                    <button class="mini" aria-label={format!("Close {}", atlas.name)} onclick={on(ctx, AtlasMsg::Close(atlas.id))}>{ "×" }</button>
                }
            </> }) }
        </p>
    }
}

/// Chips that choose the distributions whose kernels are asked, if the atlas has several.
pub fn distributions(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let all = look.distributions.offered();
    if all.is_empty() {
        return html! {};
    }
    let chip = |on: bool, msg: AtlasMsg, name: &str, kernels: u32| {
        html! {
            <button class={classes!("chip", on.then_some("on"))} aria-pressed={on.to_string()} onclick={self::on(ctx, msg)}>
                { name.to_owned() }{ " " }<span class="dim">{ grouped(kernels.into()) }</span></button>
        }
    };
    let one = |(name, kernels): &(String, u32)| {
        let shown = if name.is_empty() { "unknown" } else { name };
        chip(look.distributions.is_chosen(name), AtlasMsg::Distribution(name.clone()), shown, *kernels)
    };
    html! {
        <div class="shelves" role="group" aria-label="Whose kernels are asked">
            { chip(look.condition().is_empty(), AtlasMsg::AllDistributions, "all", all.iter().map(|(_, kernels)| kernels).sum()) }
            { for all.iter().map(one) }
        </div>
    }
}

/// The answer of one atlas.
fn answer(ctx: &Ctx, answer: &Answer, first: bool) -> Html {
    let near = answer.near.iter().map(|other| {
        html! { <button class="link" onclick={on(ctx, AtlasMsg::Example(other.clone()))}>{ other }</button> }
    });
    let history = format!("History of {}", answer.question);
    let of = format!("{} on kernels", answer.question);
    html! {
        <>
            <div class="says">
                <b>{ &answer.headline }if !answer.atlas.is_empty() { <span class="dim">{ format!(" ({})", answer.atlas) }</span> }</b>
                if first && answer.has_history() { <button class="link" aria-label={history} onclick={on(ctx, AtlasMsg::History)}>{ "History →" }</button> }
            </div>
            if !answer.near.is_empty() { <p class="nearby">{ "Similar names:" }{ for near }</p> }
            if !answer.wide.lanes.is_empty() {
                { strip(&answer.wide, &of, "each", false) }
                { strip(&answer.narrow, &of, "few", false) }
            }
            { forms(&answer.wide) }
            { modules(answer) }
        </>
    }
}

/// The question on the start page, examples, and the answer.
pub fn ask(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let shown = look.start_answer();
    let asked = match shown {
        Glimpse::Answer(answer) => answer.question.as_str(),
        _ => look.text.trim(),
    };
    let example = |text: &'static str| {
        let is = text == asked;
        html! { <button class={classes!("chip", is.then_some("on"))} aria-pressed={is.to_string()} onclick={on(ctx, AtlasMsg::Example(text.to_owned()))}>{ text }</button> }
    };
    // While the dialog is open, it shows the names.
    let names = (session.overlay() != Overlay::Atlas).then(|| names(ctx, &ON_START));
    html! {
        <section class="tile ask" aria-label={look.ask_words()}>
            <h2>{ look.ask_words() }</h2>
            { shelves(ctx) }
            { distributions(ctx) }
            { question(ctx, &ON_START) }
            { names }
            <div class="examples" role="group" aria-label="Examples">{ for EXAMPLES.map(example) }</div>
            if let Some(why) = look.names_problem() { <p role="alert">{ why }</p> }
            { match shown {
                Glimpse::Nothing | Glimpse::Offer => html! {},
                Glimpse::Waits => awaited("Reading the atlas …"),
                Glimpse::Failed(why) => html! { <p class="says" role="status"><b>{ why }</b></p> },
                Glimpse::Answer(found) => html! { <>{ answer(ctx, found, true) }{ for found.also.iter().map(|other| answer(ctx, other, false)) }</> },
            } }
        </section>
    }
}
