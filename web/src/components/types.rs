//! The left pane: search, kinds, the list of types.

use model::words::grouped;
use search::{Order, TypeRow, kind_info};
use session::file::OpenFile;
use session::type_list::Move;
use session::{Msg, SearchMsg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::header::CtxProps;
use super::list_keys::list_keys;
use super::menu::{Choice, Menu};
use super::option_row::{self, OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::keys::{list_move, page_of};

const ROW: u32 = 25;

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

/// The menus below the search: which types are listed, and in which order.
fn scope(ctx: &Ctx, file: &OpenFile) -> Html {
    let list = &file.look.list;
    let mut kinds: Vec<Choice> = list
        .chips()
        .into_iter()
        .map(|chip| {
            let choose = ctx.on(Msg::Search(SearchMsg::Chip(chip.chip)));
            Choice::new(chip.label, choose).hint(grouped(chip.count as u64)).on(chip.on)
        })
        .collect();
    let derived = ctx.on(Msg::Search(SearchMsg::Derived(!list.derived())));
    kinds.push(Choice::new("Also pointers, arrays, unnamed types", derived).on(list.derived()).apart());
    if file.btf.is_split() {
        let own = ctx.on(Msg::Search(SearchMsg::OwnOnly(!list.own_only())));
        let count = grouped(file.btf.own_type_count().into());
        kinds.push(Choice::new("Only this module", own).hint(count).on(list.own_only()));
    }
    let orders: Vec<Choice> = Order::CHOICES
        .into_iter()
        .map(|(title, order)| Choice::new(title, ctx.on(Msg::Search(SearchMsg::Sort(order)))).on(list.sort() == order))
        .collect();
    let order =
        Order::CHOICES.into_iter().find(|choice| choice.1 == list.sort()).map_or("best match", |choice| choice.0);
    html! {
        <div class="scope">
            <Menu id="kinds" label="Kinds" face={list.scope_text()} choices={kinds}/>
            <Menu id="order" label="Sort types by" face={order} choices={orders}/>
        </div>
    }
}

/// The left pane.
#[component]
pub fn Types(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
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
        ..SearchBox::new("Search types", "Filter", &text)
    };
    let search = search_box(search, ctx.callback(|x| Msg::Search(SearchMsg::Query(x))));
    let count = list.count();
    let render = {
        let (ctx, id) = (ctx.clone(), file.id);
        Callback::from(move |i| {
            let session = ctx.session();
            let Some(file) = session.file_of(id) else { return html! {} };
            row(&ctx, file, i)
        })
    };
    let problem = list.problem();
    html! {
        <>
            { search }
            { scope(ctx, file) }
            if let Some(problem) = problem { <p class="empty" role="alert">{ problem }</p> }
            if count == 0 {
                <div id="types" class="empty grow">
                    { for list.empty_text(file.no_btf).iter().map(|(is_code, text)| if *is_code { html! { <code>{ *text }</code> } } else { html! { { *text } } }) }
                </div>
            } else {
                <Rows count={count} height={ROW} active={list.active()} render={render} role="listbox" label="Types" id="types"
                    active_id={list.active().map(|i| option_row::id("type", i))} reset={u64::from(file.id.0) << 40 | list.revision()} onkeydown={list_keys(ctx, enter_view, |d| Msg::Search(SearchMsg::Step(steps(d))))}/>
            }
            <div class="sr" role="status" aria-label="Types found" data-searching={list.is_searching().then_some("yes")}>
                { list.count_text() }
            </div>
        </>
    }
}

fn row(ctx: &Ctx, file: &OpenFile, i: usize) -> Html {
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
