//! The left pane while two files are compared as a whole: the types that differ.

use model::compare::{ChangeEffect, Class, Fate, class, class_kind, sign};
use model::words::grouped;
use search::kind_info;
use session::Msg;
use session::look::changes::{ChangesLook, ChangesMsg, ChangesOrder, Facet};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 44;

fn on<E: 'static>(ctx: &Ctx, msg: ChangesMsg) -> Callback<E> {
    ctx.on(Msg::Changes(msg))
}

fn row(ctx: &Ctx, i: usize) -> Html {
    let session = ctx.session();
    let look = session.changes();
    let Some(t) = look.row(i) else { return html! {} };
    let info = kind_info(class_kind(t.class));
    let name = look.name(t, &session);
    let fate = t.fate();
    let (what, label) = (t.what(), t.label(&name));
    let row = OptionRow {
        list: "change",
        index: i,
        of: look.rows().len(),
        height: Some(ROW),
        class: classes!("prow"),
        label: Some(label),
        selected: look.rows().chosen() == Some(i),
        choose: on(ctx, ChangesMsg::Choose(i)),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <div><i class={classes!("badge", info.class)} aria-hidden="true" data-letter={info.letter}></i><span class="n" title={name.clone()}>{ name.clone() }</span></div>
            <div class="dim"><span class="n">{ format!("{} {what}", fate.sign()) }</span>
                <span class={class(t.effect)}>{ format!("{} {}", sign(t.effect), t.effect.as_str()) }</span></div>
        </>
    };
    option_row(row, cells)
}

/// A chip with a count; nothing when the count is 0 and the chip is not chosen.
fn chip(ctx: &Ctx, title: &str, count: usize, is_on: bool, msg: ChangesMsg) -> Html {
    html! {
        if count > 0 || is_on {
            <button key={title.to_owned()} aria-pressed={is_on.to_string()} onclick={on(ctx, msg)}>{ format!("{title} {}", grouped(count as u64)) }</button>
        }
    }
}

fn chips(ctx: &Ctx, look: &ChangesLook) -> Html {
    let fates = Fate::ALL.into_iter().map(|fate| {
        let is_on = look.fate == Some(fate);
        let count = look.count(Facet::Fate, |t| t.fate() == fate);
        chip(ctx, fate.title(), count, is_on, ChangesMsg::Fate((!is_on).then_some(fate)))
    });
    let effects = ChangeEffect::ALL.into_iter().rev().map(|effect| {
        let is_on = look.effect == Some(effect);
        let count = look.count(Facet::Effect, |t| t.effect == effect);
        chip(ctx, effect.as_str(), count, is_on, ChangesMsg::Effect((!is_on).then_some(effect)))
    });
    let classes = Class::ALL.into_iter().map(|class| {
        let is_on = look.class == Some(class);
        let count = look.count(Facet::Class, |t| t.class == class);
        chip(ctx, class.as_str(), count, is_on, ChangesMsg::Class((!is_on).then_some(class)))
    });
    let sort = ctx.callback(|e: Event| {
        let at = e.target_unchecked_into::<HtmlSelectElement>().selected_index();
        let order = usize::try_from(at).ok().and_then(|at| ChangesOrder::ALL.get(at)).copied().unwrap_or_default();
        Msg::Changes(ChangesMsg::Order(order))
    });
    html! {
        <>
            <div class="kinds" role="group" aria-label="What became of them">{ for fates }</div>
            <div class="kinds" role="group" aria-label="What it means to a program">{ for effects }</div>
            if let Some((title, count)) = look.used_chip(&ctx.session()) {
                <div class="kinds" role="group" aria-label="What programs use">
                    <button aria-pressed={look.used.to_string()} title="Changes of what it uses: fields that it reads, types and values that it asks for, functions"
                        onclick={on(ctx, ChangesMsg::Used(!look.used))}>{ format!("{title} {}", grouped(count as u64)) }</button></div>
            }
            <div class="kinds" role="group" aria-label="Kinds">{ for classes }</div>
            <label class="sort">{ "Sort " }<select class="field" aria-label="Sort changes by" onchange={sort}>
                { for ChangesOrder::ALL.iter().enumerate().map(|(i, o)| html! { <option value={i.to_string()} selected={look.order == *o}>{ o.title() }</option> }) }
            </select></label>
        </>
    }
}

/// The left pane.
pub fn changes_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.changes();
    if let Some(why) = look.problem() {
        return html! { <p id="changes" class="empty" role="alert">{ why }</p> };
    }
    let Some(list) = look.list() else {
        return html! {
                <div id="changes" class="empty" role="status">
                    <p>{ format!("Comparing all types … {} %", look.progress) }</p>
                    <p class="progress" role="progressbar" aria-label="Comparing" aria-valuenow={look.progress.to_string()}><i style={format!("width:{}%", look.progress)}></i></p>
                    <button class="btn quiet" onclick={on(ctx, ChangesMsg::Cancel)}>{ "Cancel" }</button>
                </div>
        };
    };
    let search = SearchBox {
        id: Some("changesearch"),
        controls: Some("changes"),
        ..SearchBox::new("Search changed types", "Search: name", &look.text)
    };
    let search = search_box(search, ctx.callback(|text| Msg::Changes(ChangesMsg::Filter(text))));
    let render = ctx.with(row);
    let keys = list_keys(ctx, |_| focus::later("#view"), |d| Msg::Changes(ChangesMsg::Step(d)));
    html! {
        <>
            { search }
            <p class="loads">{ look.about(&session) }</p>
            { chips(ctx, look) }
            if look.rows().is_empty() {
                <p id="changes" class="empty grow">{ look.empty_text() }</p>
            } else {
                <Rows count={look.rows().len()} height={ROW} active={look.rows().chosen()} render={render} role="listbox" label="Changed types" id="changes"
                    active_id={look.rows().chosen().map(|i| format!("change-{i}"))} reset={look.rows().revision()} onkeydown={keys}/>
            }
            <div class="count flow" role="status">
                { format!("{} of {} · save as ", grouped(look.rows().len() as u64), grouped(list.types.len() as u64)) }
                <button class="mini" title="Save all differences as text" onclick={on(ctx, ChangesMsg::Save(false))}>{ "text" }</button>{ " or " }
                <button class="mini" title="Save all differences as JSON" onclick={on(ctx, ChangesMsg::Save(true))}>{ "JSON" }</button>
            </div>
        </>
    }
}
