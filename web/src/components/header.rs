//! The header: title, open files, command box, Share, theme, help.

use session::commands::Command;
use session::{FilesMsg, Msg, Overlay};
use yew::prelude::*;

use crate::ctx::Ctx;

/// The properties of components that need only the session.
#[derive(Properties, PartialEq)]
pub struct CtxProps {
    pub ctx: Ctx,
}

/// The header when the page is embedded in another page: a title, and a link to the full page.
pub fn embedded(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let mut address = session.address();
    address.embed = false;
    let name = session.file().map(|f| f.name.clone()).unwrap_or_default();
    html! {
        <header class="top">
            <span class="dim">{ name }</span>
            <span class="grow"></span>
            <a class="link" href={address.to_fragment()} target="_blank" rel="noopener">{ "Open in btfscope" }</a>
        </header>
    }
}

/// The header of the page.
pub fn header(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let open = !session.files().is_empty();
    let chips = session.chips().into_iter().map(|chip| {
        let on = chip.current.then_some("on");
        let letters = format!("--letters:{}", chip.short.chars().count());
        html! {
            <li key={chip.id.0} class={classes!(chip.grouped.then_some("kern"))} style={letters} aria-label={chip.name.clone()}>
                <button class={classes!("chip", on)} title={chip.title} aria-current={on.map(|_| "true")}
                    onclick={ctx.on(Msg::Files(FilesMsg::Switch(chip.id)))}>
                    <b>{ chip.short }</b>{ " " }<span class="dim">{ chip.facts }</span>
                </button>
                <button class={classes!("chip", "close", on)} title={format!("Close {}", chip.name)}
                    aria-label={format!("Close {}", chip.name)} onclick={ctx.on(Msg::Files(FilesMsg::Close(chip.id)))}>{ "×" }</button>
            </li>
        }
    });
    html! {
        <header class="top">
            <span class="logo" aria-label="btfscope">{ "btf" }<i>{ "scope" }</i></span>
            if open {
                <ul class="chips" role="list" aria-label="Files">{ for chips }</ul>
                <button class="chip dim add" onclick={ctx.on(Msg::Command(Command::Open))}>{ "+ Add file" }</button>
                if session.pad_file().is_none() {
                    <button class="chip dim padchip" onclick={ctx.on(Msg::Command(Command::Pad))} title="Type C declarations and see their BTF">{ "+ Scratch pad" }</button>
                }
            }
            <span class="grow"></span>
            if open {
                <button class="chip cmd" onclick={ctx.on(Msg::Overlay(Overlay::GoTo))} aria-keyshortcuts="Control+K">
                    <span>{ "Go to type, field, function…" }</span><kbd>{ "Ctrl K" }</kbd>
                </button>
                <button class="btn" onclick={ctx.on(Msg::Command(Command::Share))}
                    title="Share a link to this view">{ "Share" }</button>
            }
            <button class="chip" title="Learn: lessons beside the real views (Shift+L)" aria-pressed={session.learn().shown.to_string()}
                onclick={ctx.on(Msg::Command(Command::Learn))}>{ "Learn" }</button>
            <button class="chip theme" title="Light, dark, or as the system has it (Shift+D)" aria-label="Light or dark"
                onclick={ctx.on(Msg::Command(Command::Theme))}></button>
            <button class="chip" title="Keys and help (?)" aria-label="Keys and help"
                onclick={ctx.on(Msg::Overlay(Overlay::Help))}>{ "?" }</button>
        </header>
    }
}
