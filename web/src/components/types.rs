//! The left pane: search, kinds, the list of types.

use model::words::{grouped, many};
use search::{Order, TypeRow, kind_info};
use session::type_list::Move;
use session::{Msg, SearchMsg};
use web_sys::{HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

use super::header::CtxProps;
use super::list_keys::list_keys;
use super::option_row::{self, OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use super::tab_list::arrows;
use crate::ctx::Ctx;
use crate::dom::keys::{list_move, page_of};

const ROW: u32 = 26;
/// How many chips are shown before "more" is pressed: all, struct, union, typedef, enum, func.
const FEW: usize = 6;

fn steps(delta: i64) -> Move {
    match delta {
        d if d <= -i64::from(i32::MAX) => Move::First,
        d if d >= i64::from(i32::MAX) => Move::Last,
        d => Move::By(d),
    }
}

/// Selects the active row, or the first one.
fn enter(ctx: &Ctx) {
    let index = ctx.session().file().map(|f| f.look.list.active().unwrap_or(0));
    if let Some(index) = index {
        ctx.send(Msg::Search(SearchMsg::Choose(index)));
    }
}

/// Selects the active row and moves the focus to the view.
fn enter_view(ctx: &Ctx) {
    enter(ctx);
    crate::dom::focus::view_later();
}

fn search_keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    ctx.with(move |ctx, e: KeyboardEvent| match e.key().as_str() {
        "ArrowDown" | "ArrowUp" | "PageDown" | "PageUp" => {
            e.prevent_default();
            let delta = list_move(&e.key(), page_of(&e), false).unwrap_or(0);
            ctx.send(Msg::Search(SearchMsg::Step(steps(delta))));
        }
        "Enter" => {
            e.prevent_default();
            enter(ctx);
            crate::dom::focus::on(".left .rows");
        }
        _ => {}
    })
}

/// The left pane.
#[component]
pub fn Types(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let more = use_state(|| false);
    let stop = use_state(|| 0);
    let show_more = {
        let more = more.clone();
        Callback::from(move |_: MouseEvent| more.set(true))
    };
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let list = &file.look.list;
    let text = list.text().to_string();
    let search = SearchBox {
        id: Some("search"),
        controls: Some("types"),
        active: list.active().map(|i| option_row::id("type", i)),
        slash: true,
        keys: search_keys(ctx),
        ..SearchBox::new("Search types", "name, kind:, size:, member:…", &text)
    };
    let search = search_box(search, ctx.callback(|x| Msg::Search(SearchMsg::Query(x))));
    let all = list.chips();
    // Rare kinds are hidden until the person asks for them.
    let rest = all.len().saturating_sub(FEW);
    let shown = if *more || rest <= 1 || all.iter().skip(FEW).any(|c| c.on) { all.len() } else { FEW };
    let split = file.btf.is_split();
    // The index of the chip that is the stop of the Tab key: the one that had the focus last, if it is still there.
    let rare = shown == FEW && rest > 0;
    let last = shown + usize::from(rare) + usize::from(split);
    let tab = |at: usize| if at == (*stop).min(last) { "0" } else { "-1" };
    let chips = all.into_iter().take(shown).enumerate().map(|(i, chip)| {
        let label = format!("{} {}", chip.label, grouped(chip.count as u64));
        html! {
            <button key={chip.label} tabindex={tab(i)} aria-pressed={chip.on.to_string()} onclick={ctx.on(Msg::Search(SearchMsg::Chip(chip.chip)))}>{ label }</button>
        }
    });
    let sort = ctx.callback(|e: Event| {
        let at = e.target_unchecked_into::<HtmlSelectElement>().selected_index();
        let chosen = usize::try_from(at).ok().and_then(|at| Order::CHOICES.get(at)).and_then(|(_, order)| *order);
        Msg::Search(SearchMsg::Sort(chosen))
    });
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
    let problem = list.problem();
    html! {
        <>
            { search }
            <div class="kinds" role="toolbar" aria-label="Kinds" onkeydown={arrows(&stop)}>
                { for chips }
                if rare { <button tabindex={tab(shown)} onclick={show_more} title="Show the rarer kinds">{ many(rest as u64, "more kind") }</button> }
                <button tabindex={tab(last - usize::from(split))} aria-pressed={list.derived().to_string()} title="Also list pointers, qualifiers, arrays, prototypes and anonymous types"
                    onclick={ctx.on(Msg::Search(SearchMsg::Derived(!list.derived())))}>{ "+ derived" }</button>
                if split {
                    <button tabindex={tab(last)} aria-pressed={list.own_only().to_string()} title="Only types that the module itself defines"
                        onclick={ctx.on(Msg::Search(SearchMsg::OwnOnly(!list.own_only())))}>{ format!("only this module {}", grouped(own.into())) }</button>
                }
            </div>
            <label class="sort">{ "Sort " }<select class="field" aria-label="Sort types by" onchange={sort}>
                { for Order::CHOICES.iter().enumerate().map(|(i, (title, order))| html! { <option value={i.to_string()} selected={list.sort() == *order}>{ *title }</option> }) }
            </select></label>
            if let Some(problem) = problem { <p class="empty" role="alert">{ problem }</p> }
            if count == 0 {
                <div id="types" class="empty grow">
                    { for list.empty_text(file.no_btf).iter().map(|(is_code, text)| if *is_code { html! { <code>{ *text }</code> } } else { html! { { *text } } }) }
                </div>
            } else {
                <Rows count={count} height={ROW} active={list.active()} render={render} role="listbox" label="Types" id="types"
                    active_id={list.active().map(|i| option_row::id("type", i))} reset={u64::from(file.id.0) << 40 | list.revision()} onkeydown={list_keys(ctx, enter_view, |d| Msg::Search(SearchMsg::Step(steps(d))))}/>
            }
            <div class="count" role="status" aria-label="Types found" data-searching={list.is_searching().then_some("yes")}>
                { list.count_text() }
            </div>
        </>
    }
}

fn row(ctx: &Ctx, file: &session::file::OpenFile, i: usize) -> Html {
    let list = &file.look.list;
    let Some(t) = list.id_at(i).and_then(|id| TypeRow::new(&file.btf, list.columns(), id)) else { return html! {} };
    let info = kind_info(t.kind);
    let selected = list.active() == Some(i);
    let row = OptionRow {
        list: "type",
        index: i,
        of: list.count(),
        height: Some(ROW),
        class: classes!("row"),
        label: Some(t.label),
        title: Some(t.title),
        selected,
        choose: ctx.on(Msg::Search(SearchMsg::Choose(i))),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <i class={classes!("badge", info.class)} aria-hidden="true" data-letter={info.letter}></i>
            <span class="n">{ t.name }</span>
            if t.own && !list.own_only() { <span class="own" title="the module's own">{ "●" }</span> }
            <span class="s" data-size={t.size}></span>
        </>
    };
    option_row(row, cells)
}
