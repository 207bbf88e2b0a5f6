//! The left side: search, kinds, the list of types.

use model::words::{grouped, kind_word};
use session::Msg;
use session::list::Step;
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::header::CtxProps;
use super::list_keys::list_keys;
use super::programs::side_tabs;
use super::rows::Rows;
use crate::ctx::Ctx;
use crate::dom::keys::list_move;

const ROW: u32 = 26;
const PAGE: i64 = 20;
/// Chips that are shown at once: all, struct, union, typedef, enum, func.
const FEW: usize = 6;

fn steps(delta: i64) -> Step {
    match delta {
        d if d <= -i64::from(i32::MAX) => Step::First,
        d if d >= i64::from(i32::MAX) => Step::Last,
        d => Step::By(d),
    }
}

/// Chooses the row that the list stands on, or its first.
fn enter(ctx: &Ctx) {
    let index = ctx.session().file().map(|f| f.look.list.active().unwrap_or(0));
    if let Some(index) = index {
        ctx.send(Msg::ListChoose(index));
    }
}

/// Chooses it and goes on into the view.
fn enter_view(ctx: &Ctx) {
    enter(ctx);
    crate::dom::focus::view_later();
}

fn search_keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    let ctx = ctx.clone();
    Callback::from(move |e: KeyboardEvent| match e.key().as_str() {
        "ArrowDown" | "ArrowUp" | "PageDown" | "PageUp" => {
            e.prevent_default();
            let delta = list_move(&e.key(), PAGE, false).unwrap_or(0);
            ctx.send(Msg::ListStep(steps(delta)));
        }
        "Enter" => {
            e.prevent_default();
            enter(&ctx);
            crate::dom::focus::on(".left .rows");
        }
        _ => {}
    })
}

/// The left side.
#[component]
pub fn Types(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let more = use_state(|| false);
    let show_more = {
        let more = more.clone();
        Callback::from(move |_: MouseEvent| more.set(true))
    };
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let list = &file.look.list;
    let text = list.text().to_string();
    let oninput = ctx.callback(|e: InputEvent| Msg::Query(e.target_unchecked_into::<HtmlInputElement>().value()));
    let all = list.chips();
    // The rare kinds stand back until they are asked for.
    let rest = all.len().saturating_sub(FEW);
    let shown = if *more || rest <= 1 || all.iter().skip(FEW).any(|c| c.on) { all.len() } else { FEW };
    let chips = all.into_iter().take(shown).map(|chip| {
        let label = format!("{} {}", chip.label, grouped(chip.count as u64));
        html! {
            <button key={chip.label} aria-pressed={chip.on.to_string()} onclick={ctx.on(Msg::Chip(chip.chip))}>{ label }</button>
        }
    });
    let split = file.btf.is_split();
    let count = list.count();
    let render = {
        let (ctx, id) = (ctx.clone(), file.id);
        Callback::from(move |i| {
            let session = ctx.session();
            let Some(file) = session.file_of(id) else { return html! {} };
            row(&ctx, file, i)
        })
    };
    let own = file.btf.own_type_count();
    let total = grouped(u64::from(file.btf.type_cnt()) - 1);
    // Whole numbers: printing others costs the page kilobytes.
    let tenths = (session.search_ms * 10.0) as u32;
    let timing =
        if text.is_empty() || tenths == 0 { String::new() } else { format!(" · {}.{} ms", tenths / 10, tenths % 10) };
    let problem = list.problem();
    html! {
        <>
            { side_tabs(ctx, file) }
            <div class="search">
                <input id="search" type="search" role="searchbox" aria-label="Search types" placeholder="Search: name, kind:, size:, member:…" value={text.clone()}
                    autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput} onkeydown={search_keys(ctx)}
                    aria-controls="types" aria-activedescendant={list.active().map(|i| format!("type-{i}"))}/>
                if text.is_empty() {
                    <kbd aria-hidden="true">{ "/" }</kbd>
                } else {
                    <button class="clear" aria-label="Clear the search" onclick={ctx.on(Msg::Query(String::new()))}>{ "×" }</button>
                }
            </div>
            <div class="kinds" role="group" aria-label="Kinds">
                { for chips }
                if shown == FEW && rest > 0 { <button onclick={show_more} title="Show the rarer kinds">{ format!("{rest} more kinds") }</button> }
                <button aria-pressed={list.derived().to_string()} title="Pointers, qualifiers, arrays, prototypes and anonymous types too"
                    onclick={ctx.on(Msg::Derived(!list.derived()))}>{ "+ derived" }</button>
                if split {
                    <button aria-pressed={list.own_only().to_string()} title="Only types that the module itself brings"
                        onclick={ctx.on(Msg::OwnOnly(!list.own_only()))}>{ format!("only this module {}", grouped(own.into())) }</button>
                }
            </div>
            if let Some(problem) = problem { <p class="empty" role="alert">{ problem }</p> }
            if count == 0 {
                <div id="types" class="empty" style="flex:1">
                    if text.is_empty() {
                        { "This file has no named types. " }{ "“+ derived” shows those without a name." }
                    } else {
                        { "Nothing is called that here. " }{ "Words like " }<code>{ "kind:struct" }</code>{ ", " }<code>{ "size:>64" }</code>
                        { ", " }<code>{ "member:pid" }</code>{ " and " }<code>{ "type:list_head" }</code>{ " narrow a search; all of them must hold." }
                    }
                </div>
            } else {
                <Rows count={count} height={ROW} active={list.active()} render={render} role="listbox" label="Types" id="types"
                    active_id={list.active().map(|i| format!("type-{i}"))} reset={list.revision()} onkeydown={list_keys(ctx, PAGE, enter_view, |d| Msg::ListStep(steps(d)))}/>
            }
            <div class="count" role="status" data-searching={list.is_searching().then_some("yes")}>
                { if list.is_searching() { "Searching …".to_string() } else { format!("{} of {total} types{timing}", grouped(count as u64)) } }
            </div>
        </>
    }
}

fn row(ctx: &Ctx, file: &session::file::OpenFile, i: usize) -> Html {
    let list = &file.look.list;
    let Some(t) = list.id_at(i).and_then(|id| file.btf.get(id)) else { return html! {} };
    let info = model::search::kind_info(t.kind());
    let name = if t.is_anonymous() { list.columns().name(t.id()) } else { t.name().to_string() };
    let size = t.size().filter(|_| t.kind() != btf::Kind::DataSec).map(|s| s.to_string()).unwrap_or_default();
    let own = file.btf.is_split() && t.id() >= file.btf.first_id();
    let label = if t.is_anonymous() { name.clone() } else { format!("{} {name}", kind_word(&t)) };
    let selected = list.active() == Some(i);
    html! {
        <div key={i} id={format!("type-{i}")} class="row" style={format!("height:{ROW}px")} role="option" aria-label={label}
            aria-selected={selected.to_string()} aria-posinset={(i + 1).to_string()} aria-setsize={list.count().to_string()}
            title={format!("[{}] {}", t.id(), t.kind().as_str())} onclick={ctx.on(Msg::ListChoose(i))}>
            <i class={classes!("badge", info.class)} aria-hidden="true" data-letter={info.letter}></i>
            <span class="n">{ name }</span>
            if own && !list.own_only() { <span class="own" title="the module's own">{ "●" }</span> }
            <span class="s" data-size={size}></span>
        </div>
    }
}
