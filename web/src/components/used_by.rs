//! The Used by view: the users of the selected type, as a virtual list.

use model::used_by::{Line, Order};
use model::words::grouped;
use session::Msg;
use session::look::used_by::{UsedBy, UsedByMsg, Widths};
use web_sys::{HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::paths_between::paths;
use super::rows::Rows;
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;

/// The height of a row in pixels.
const ROW: u32 = 25;

fn send(ctx: &Ctx, msg: UsedByMsg) -> Callback<MouseEvent> {
    ctx.on(Msg::UsedBy(msg))
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys(ctx, |ctx| ctx.send(Msg::UsedBy(UsedByMsg::Open)), |delta| Msg::UsedBy(UsedByMsg::Step(delta)))
}

fn row(ctx: &Ctx, i: usize) -> Html {
    let session = ctx.session();
    let (Some(file), used_by) = (session.file(), session.used_by()) else { return html! {} };
    let Some(Line { usage, name, often, part, offset, held, .. }) = used_by.line(file.look.list.columns(), i) else {
        return html! {};
    };
    let selected = used_by.rows().chosen() == Some(i);
    let open = ctx.with(move |ctx, _: MouseEvent| {
        ctx.send(Msg::UsedBy(UsedByMsg::Choose(i)));
        ctx.send(Msg::UsedBy(UsedByMsg::Open));
    });
    let row = OptionRow {
        list: "user",
        index: i,
        of: used_by.rows().len(),
        height: Some(ROW),
        class: classes!("trow"),
        selected,
        choose: send(ctx, UsedByMsg::Choose(i)),
        open: open.clone(),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <span class="c-how dim">{ usage.title() }</span>
            <span class="c-name" title={name.clone()}><span class="typelink" onclick={open}>{ name }</span>
                if often > 1 { <span class="dim">{ format!(" × {often}") }</span> }</span>
            <span class="c-part" title={part.clone()}>{ part }</span>
            <span class="c-off">{ offset }</span>
            <span class="c-type" title={held.clone()}>{ held }</span>
        </>
    };
    option_row(row, cells)
}

/// The list, or why there is none. The text of the reason can have the focus: without it, an input would get the focus,
/// and in an input digits do not switch views.
fn list(ctx: &Ctx, used_by: &UsedBy) -> Html {
    if let Some(why) = used_by.empty() {
        return html! { <p class="empty" role={why.role()} tabindex="0">{ why.text() }</p> };
    }
    let render = ctx.with(row);
    html! {
        <Rows count={used_by.rows().len()} height={ROW} active={used_by.rows().chosen()} render={render} role="listbox" label="Users" id="users"
            active_id={used_by.rows().chosen().map(|i| format!("user-{i}"))} reset={used_by.revision()} onkeydown={keys(ctx)}/>
    }
}

/// The view Used by.
pub fn used_by_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let used_by = session.used_by();
    let search = SearchBox {
        controls: Some("users"),
        ..SearchBox::new("Filter the users", "Filter: type, function, member", &used_by.text)
    };
    let search = search_box(search, ctx.callback(|text| Msg::UsedBy(UsedByMsg::Filter(text))));
    let chips = used_by.counts().into_iter().map(|(usage, count)| {
        let on = used_by.usage == Some(usage);
        html! {
            <button key={usage.word()} aria-pressed={on.to_string()} onclick={send(ctx, UsedByMsg::How((!on).then_some(usage)))}>
                { format!("{} {}", usage.title(), grouped(count as u64)) }
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
    let Widths { name, part, held } = used_by.widest;
    html! {
        <div class="tblock usedby" style={format!("--names:{name};--parts:{part};--types:{held}")}>
            <div class="codebar">
                { search }
                <label>{ "Sort by " }<select class="field" aria-label="Sort the users by" onchange={order}>{ for orders }</select></label>
                <div class="kinds" role="group" aria-label="How users use it">
                    if !used_by.deep { { for chips } }
                    <button aria-pressed={used_by.deep.to_string()} title="Also types that contain it through other members, with the total offset that container_of subtracts"
                        onclick={send(ctx, UsedByMsg::Deep(!used_by.deep))}>{ "inside, at any depth" }</button>
                </div>
            </div>
            if let Some(file) = session.file() { { paths(ctx, &session, file) } }
            <div class="thead" role="presentation">
                <span class="c-how">{ "how" }</span><span class="c-name">{ "user" }</span><span class="c-part">{ "member" }</span>
                <span class="c-off">{ "offset" }</span><span class="c-type">{ "as" }</span>
            </div>
            { list(ctx, used_by) }
            <div class="count" role="status">
                { used_by.count_text(session.file().is_some_and(|file| file.is_excerpt())) }
            </div>
        </div>
    }
}
