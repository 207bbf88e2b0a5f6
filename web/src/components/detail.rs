//! The centre: the selected type, its figures, and the tabs of its views.

use model::heading::{Figure, heading};
use model::path::Path;
use model::views::View;
use session::{Msg, Way};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::compare_view::compare_view;
use super::graph::graph_view;
use super::layout_view::layout_view;
use super::overview::Overview;
use super::printed::{Printed, What};
use super::tree_view::tree_view;
use super::used_by::used_by_view;
use crate::ctx::{Ctx, HoverCtx};

/// The props of views that follow the mouse.
#[derive(Properties, PartialEq)]
pub struct ViewProps {
    /// The session.
    pub ctx: Ctx,
    /// What the mouse is over.
    pub hover: HoverCtx,
}

fn figure(f: &Figure) -> Html {
    html! {
        <div class={classes!(f.warn.then_some("warn"))} key={f.term}>
            <dt>{ f.term }</dt>
            <dd>{ &f.value }if !f.aside.is_empty() { <i>{ format!(" {}", f.aside) }</i> }</dd>
        </div>
    }
}

/// Left and right move between the tabs, as in every tab list.
fn tab_keys(ctx: &Ctx, view: View) -> Callback<KeyboardEvent> {
    let ctx = ctx.clone();
    Callback::from(move |e: KeyboardEvent| {
        let at = View::ALL.iter().position(|&v| v == view).unwrap_or(0);
        let last = View::ALL.len() - 1;
        let next = match e.key().as_str() {
            "ArrowRight" => {
                if at == last {
                    0
                } else {
                    at + 1
                }
            }
            "ArrowLeft" => {
                if at == 0 {
                    last
                } else {
                    at - 1
                }
            }
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        e.prevent_default();
        ctx.send(Msg::View(View::ALL[next]));
        crate::dom::focus::on(&format!("#tab-{}", View::ALL[next].word()));
    })
}

/// The centre of the page.
pub fn detail(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let Some(selection) = &file.look.selection else { return html! { <Overview ctx={ctx.clone()}/> } };
    let Some(head) = heading(&file.btf, file.tags(), selection.id) else {
        return html! { <Overview ctx={ctx.clone()}/> };
    };
    let view = session.view;
    let tabs = View::ALL.iter().map(|&v| {
        let on = v == view;
        html! {
            <button key={v.word()} id={format!("tab-{}", v.word())} class="tab" role="tab" aria-selected={on.to_string()}
                aria-controls="view" tabindex={if on { "0" } else { "-1" }} title={format!("{} ({})", v.title(), v.digit())}
                onclick={ctx.on(Msg::View(v))}>{ v.title() }</button>
        }
    });
    let body = match view {
        View::Layout => layout_view(ctx, hover),
        View::Tree => tree_view(ctx, hover),
        View::C => html! { <Printed ctx={ctx.clone()} what={What::C}/> },
        View::Graph => graph_view(ctx, hover),
        View::UsedBy => used_by_view(ctx),
        View::Record => html! { <Printed ctx={ctx.clone()} what={What::Record}/> },
        View::Compare => compare_view(ctx),
    };
    html! {
        <>
            <div class="head">
                <h1 class={head.class}><span class="kw">{ head.word }</span>{ " " }{ &head.name }</h1>
                <dl class="meta">{ for head.figures.iter().map(figure) }</dl>
                if !head.chain.is_empty() {
                    <div class="chain">
                        { for head.chain.iter().map(|(id, name)| html! {
                            <span>{ "→ " }
                                if id.is_void() { { name } } else {
                                    <button class="link" onclick={ctx.on(Msg::GoTo(*id, Path::root(), Way::Push))}>{ name }</button>
                                }
                            </span>
                        }) }
                    </div>
                }
                if !head.tags.is_empty() {
                    <div class="tags" aria-label="Declaration tags">
                        { for head.tags.iter().map(|t| html! { <span class="tagchip">{ t }</span> }) }
                    </div>
                }
            </div>
            <div class="tabs" role="tablist" aria-label="Views" onkeydown={tab_keys(ctx, view)}>{ for tabs }</div>
            <div class="viewbody" id="view" role="tabpanel" aria-labelledby={format!("tab-{}", view.word())}>{ body }</div>
        </>
    }
}
