//! Used by: who uses the selected type, as a list of any length.

use model::used_by::{Line, Order};
use model::words::grouped;
use session::Msg;
use session::look::used_by::{UsedBy, UsedByMsg};
use web_sys::{HtmlInputElement, HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::paths::paths;
use super::rows::Rows;
use crate::ctx::Ctx;

const ROW: u32 = 25;
/// Rows that PageUp and PageDown move by.
const PAGE: i64 = 14;

fn send(ctx: &Ctx, msg: UsedByMsg) -> Callback<MouseEvent> {
    ctx.on(Msg::UsedBy(msg))
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys(ctx, PAGE, |ctx| ctx.send(Msg::UsedBy(UsedByMsg::Open)), |delta| Msg::UsedBy(UsedByMsg::Step(delta)))
}

fn row(ctx: &Ctx, i: usize) -> Html {
    let session = ctx.session();
    let (Some(file), Some(used_by)) = (session.file(), session.used_by.as_ref()) else { return html! {} };
    let Some(Line { sort, name, often, part, offset, held, .. }) = used_by.line(file.look.list.columns(), i) else {
        return html! {};
    };
    let selected = used_by.chosen == Some(i);
    let open = {
        let ctx = ctx.clone();
        Callback::from(move |_: MouseEvent| {
            ctx.send(Msg::UsedBy(UsedByMsg::Choose(i)));
            ctx.send(Msg::UsedBy(UsedByMsg::Open));
        })
    };
    html! {
        <div key={i} id={format!("user-{i}")} class="trow user" style={format!("height:{ROW}px")} role="option"
            aria-selected={selected.to_string()} aria-posinset={(i + 1).to_string()} aria-setsize={used_by.len().to_string()}
            onclick={send(ctx, UsedByMsg::Choose(i))} ondblclick={open.clone()}>
            <span class="c-sort dim">{ sort.title() }</span>
            <span class="c-name"><span class="typelink" onclick={open}>{ name }</span>
                if often > 1 { <span class="dim">{ format!(" × {often}") }</span> }</span>
            <span class="c-part">{ part }</span>
            <span class="c-off">{ offset }</span>
            <span class="c-type" title={held.clone()}>{ held }</span>
        </div>
    }
}

/// The list, or why there is none: text that can have the focus, so that it does not go to an input, where digits are no keys.
fn list(ctx: &Ctx, used_by: &UsedBy) -> Html {
    if let Some(why) = used_by.problem() {
        return html! { <p class="empty" role="alert" tabindex="0">{ why }</p> };
    }
    if used_by.waits() {
        return html! { <p class="empty" tabindex="0">{ "Looking who uses it …" }</p> };
    }
    if used_by.total() == 0 {
        return html! { <p class="empty" tabindex="0">{ "Nothing in this file refers to this type: no member, parameter, variable or typedef." }</p> };
    }
    if used_by.is_empty() {
        return html! { <p class="empty" tabindex="0">{ "No user has this in its name or in that of its member." }</p> };
    }
    let render = {
        let ctx = ctx.clone();
        Callback::from(move |i| row(&ctx, i))
    };
    html! {
        <Rows count={used_by.len()} height={ROW} active={used_by.chosen} render={render} role="listbox" label="Users" id="users"
            active_id={used_by.chosen.map(|i| format!("user-{i}"))} reset={used_by.revision()} onkeydown={keys(ctx)}/>
    }
}

/// The Used by view.
pub fn used_by_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(used_by) = &session.used_by else { return html! {} };
    let oninput = ctx.callback(|e: InputEvent| {
        Msg::UsedBy(UsedByMsg::Filter(e.target_unchecked_into::<HtmlInputElement>().value()))
    });
    let chips = used_by.counts().into_iter().map(|(sort, count)| {
        let on = used_by.sort == Some(sort);
        html! {
            <button key={sort.word()} aria-pressed={on.to_string()} onclick={send(ctx, UsedByMsg::Sort((!on).then_some(sort)))}>
                { format!("{} {}", sort.title(), grouped(count as u64)) }
            </button>
        }
    });
    let order = ctx.callback(|e: Event| {
        let at = e.target_unchecked_into::<HtmlSelectElement>().selected_index();
        Msg::UsedBy(UsedByMsg::Order(
            usize::try_from(at).ok().and_then(|i| Order::ALL.get(i)).copied().unwrap_or_default(),
        ))
    });
    let orders = Order::ALL.map(|o| html! { <option selected={used_by.order == o}>{ o.title() }</option> });
    html! {
        <div class="tblock usedby">
            <div class="codebar">
                <input type="search" role="searchbox" aria-label="Filter the users" placeholder="Filter: type, function, member"
                    value={used_by.text().to_string()} autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput}/>
                <label>{ "Sort by " }<select aria-label="Sort the users by" onchange={order}>{ for orders }</select></label>
                <div class="kinds" role="group" aria-label="Sorts of users">{ for chips }</div>
            </div>
            if let Some(file) = session.file() { { paths(ctx, &session, file) } }
            <div class="thead user" role="presentation">
                <span class="c-sort">{ "how" }</span><span class="c-name">{ "user" }</span><span class="c-part">{ "member" }</span>
                <span class="c-off">{ "offset" }</span><span class="c-type">{ "as" }</span>
            </div>
            { list(ctx, used_by) }
            <div class="count" role="status">
                { format!("{} of {} users", grouped(used_by.len() as u64), grouped(used_by.total() as u64)) }
            </div>
        </div>
    }
}
