//! The centre: the selected type, its size and alignment, and the tabs of its views.

use model::heading::{Figure, heading};
use model::hooks::{Snippet, may_have_code, ready_code_of};
use model::views::{View, tabs};
use session::{Msg, RowsMsg};
use yew::prelude::*;

use super::excerpt::excerpt_note;
use super::export_menu::export_menu;
use super::from_dwarf::tag_entries;
use super::layout_view::layout_view;
use super::overview::Overview;
use super::tab_list::{Tab, tab_list};
use super::tree_view::tree_view;
use super::view_menu::{history_menu, view_menu};
use crate::ctx::{Ctx, HoverCtx, go_to};
use crate::rare::{Rare, rare};

/// The properties of views that mark the item under the mouse.
#[derive(Properties, PartialEq)]
pub struct ViewProps {
    pub ctx: Ctx,
    pub hover: HoverCtx,
}

fn figure(ctx: &Ctx, f: &Figure) -> Html {
    let gaps = f.gaps.iter().enumerate().map(|(i, (kind, text))| {
        let before = if i > 0 || !f.value.is_empty() { ", " } else { "" };
        html! {
            <>{ before }<button class="gaplink" title={kind.title()}
                onclick={ctx.on(Msg::Rows(RowsMsg::NextGap(*kind)))}>{ text }</button></>
        }
    });
    html! {
        <div class={classes!(f.warn.then_some("warn"))} key={f.term}>
            <dt class="sr">{ f.term }</dt>
            <dd data-unit={(!f.unit.is_empty()).then_some(f.unit)}>{ &f.value }{ for gaps }</dd>
        </div>
    }
}

/// Ready code for a function or a tracepoint. It is folded because it is long.
fn ready_code(ctx: &Ctx, id: btf::TypeId) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    if !file.btf.kind(id).is_some_and(may_have_code) {
        return html! {};
    }
    let all = ready_code_of(&file.btf, file.tags(), file.kind, &file.extras, id);
    if all.is_empty() {
        return html! {};
    }
    let piece = |s: Snippet| {
        let said = format!("Copied the code for {}", s.title);
        html! {
            <div key={s.title} class="piece">
                <pre class="code" tabindex="0" aria-label={format!("Code for {}", s.title)}>{ &s.code }</pre>
                <button class="btn quiet" aria-label={format!("Copy the code for {}", s.title)} onclick={ctx.on(Msg::Copy(s.code, said))}>{ "Copy" }</button>
            </div>
        }
    };
    let titles: Vec<&str> = all.iter().map(|s| s.title).collect();
    html! {
        <details class="ready"><summary>{ format!("In a program: {}", titles.join(", ")) }</summary>{ for all.into_iter().map(piece) }</details>
    }
}

/// The centre of the page.
pub fn detail(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let selection = file.look.selection.as_ref();
    let found = selection.and_then(|selection| Some((selection, heading(&file.btf, file.tags(), selection.id)?)));
    let Some((selection, head)) = found else { return html! { <Overview ctx={ctx.clone()}/> } };
    let view = session.view();
    let kind = file.btf.kind(selection.id).unwrap_or(btf::Kind::Struct);
    let tabs = tabs(kind, view, session.pad_file().is_some()).into_iter().map(|(v, title)| Tab {
        id: Some(format!("tab-{}", v.word())),
        title: v.digit().map(|digit| format!("{title} ({digit})")),
        ..Tab::new(title, v == view.tab(), ctx.on(Msg::View(v))).of("view")
    });
    let show = |view| rare(view, ctx, hover);
    let body = match view {
        View::Layout => layout_view(ctx, hover),
        View::Tree => tree_view(ctx, hover),
        View::Code => show(Rare::Code),
        View::Graph => show(Rare::Graph),
        View::UsedBy => show(Rare::UsedBy),
        View::Record if session.shows_listing() => show(Rare::Listing),
        View::Record => show(Rare::Record),
        View::Records => show(Rare::Records),
        View::Compare => show(Rare::Compare),
        View::History => show(Rare::History),
        View::Values => show(Rare::Values),
    };
    html! {
        <>
            <div class="head">
                <h1 class={head.class}><span class="kw">{ head.word }</span>{ " " }{ &head.name }</h1>
                <dl class="meta">{ for head.figures.iter().map(|f| figure(ctx, f)) }</dl>
                if !head.chain.is_empty() && view != View::Record {
                    <div class="chain">
                        { for head.chain.iter().map(|(id, name)| html! {
                            <span>{ "→ " }
                                if id.is_void() { { name } } else {
                                    <button class="link" onclick={ctx.on(go_to(*id))}>{ name }</button>
                                }
                            </span>
                        }) }
                    </div>
                }
                { excerpt_note(ctx) }
                if file.origin.atlas().is_some() {
                    <p class="note dim">{ "from the atlas: ids are not those of the original" }</p>
                }
                if file.from_dwarf.is_some() {
                    <p class="note dim">{ "made from DWARF by btfscope" }</p>
                }
                if !head.tags.is_empty() {
                    <div class="tags" aria-label="Declaration tags">
                        { for head.tags.iter().map(|t| html! { <span class="tagchip">{ t }</span> }) }
                    </div>
                }
                if let Some(tag) = file.from_dwarf.as_ref().and_then(|made| made.tag(selection.id)) { { tag_entries(tag) } }
                { ready_code(ctx, selection.id) }
            </div>
            <div class="viewbar">{ tab_list("tabs", "Views", tabs.collect()) }<span class="grow"></span>{ export_menu(ctx) }
                if matches!(view, View::Layout | View::Tree) { { view_menu(ctx, view == View::Layout) } }
                if view == View::History { { history_menu(ctx) } }</div>
            // The key makes Yew build a new element for each view, so that a view does not get the scroll position of
            // another view.
            <div key={view.word()} class="viewbody" id="view" role="tabpanel" aria-labelledby={format!("tab-{}", view.tab().word())}>{ body }</div>
        </>
    }
}
