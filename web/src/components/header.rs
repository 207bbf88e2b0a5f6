//! The header: title, open files, the menu that adds a file, command box, Share, and the menu of the page.

use session::commands::Command;
use session::{FilesMsg, Msg, Overlay};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;

/// The properties of components that need only the session.
#[derive(Properties, PartialEq)]
pub struct CtxProps {
    pub ctx: Ctx,
}

/// The header when the page is embedded in another page: the file's name, and a link to the full page.
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

/// The menu of commands for the whole page.
fn page_menu(ctx: &Ctx) -> Html {
    let command = |name: &'static str, command: Command| {
        let choice = Choice::new(name, ctx.on(Msg::Command(command)));
        match session::commands::key_of(command) {
            Some(key) => choice.hint(key),
            None => choice,
        }
    };
    let session = ctx.session();
    // On a phone, the header has no room for the buttons of these commands.
    let here = [command("Open a file", Command::Open), command("Share a link to this view", Command::Share)];
    let mut choices: Vec<Choice> = here.into_iter().filter(|_| session.file().is_some()).collect();
    choices.extend([
        command("Learn", Command::Learn),
        command("Light, dark or the system's theme", Command::Theme),
        command("Keys and help", Command::Help),
        command("Single-letter keys", Command::SingleKeys).on(session.settings().single_keys),
    ]);
    html! { <Menu id="pagemenu" label="Menu" face="⋯" class={classes!("bare")} title="Open, share, learn, theme, keys" {choices} note="Nothing leaves this computer."/> }
}

/// The menu that adds a file.
fn add_menu(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let choice = |name: &'static str, command| Choice::new(name, ctx.on(Msg::Command(command)));
    let mut choices = vec![choice("Open a file", Command::Open).hint("Ctrl+O")];
    if session.pad_file().is_none() {
        choices.push(choice("Scratch pad", Command::Pad));
    }
    if session.atlas().any() {
        choices.push(choice("Kernel of the atlas", Command::Atlas));
    }
    if !session.offered().is_empty() {
        choices.push(Choice::new("Files of btfscope view", ctx.on(Msg::Overlay(Overlay::Offered))));
    }
    html! { <Menu id="addmenu" label="Add a file" face="+" class={classes!("bare")} title="Open another file, or the scratch pad" {choices}/> }
}

/// The header of the page. `list` shows or hides the list of types, in a window that is too narrow for three panes.
pub fn header(ctx: &Ctx, list: Callback<MouseEvent>) -> Html {
    let session = ctx.session();
    let open = !session.files().is_empty();
    let chips = session.chips().into_iter().map(|chip| {
        let on = chip.current.then_some("on");
        let letters = format!("--letters:{}", chip.short.chars().count());
        html! {
            <li key={chip.id.0} class={classes!(on, chip.grouped.then_some("kern"))} style={letters} aria-label={chip.name.clone()}>
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
            if open { <button class="icon listbutton" aria-label="List" title="The list of types" onclick={list}>{ "☰" }</button> }
            <span class="logo" aria-label="btfscope">{ "btf" }<i>{ "scope" }</i></span>
            if open {
                <ul class="chips" role="list" aria-label="Files">{ for chips }</ul>
                { add_menu(ctx) }
            }
            <span class="grow"></span>
            if open {
                <button class="chip cmd" onclick={ctx.on(Msg::Overlay(Overlay::GoTo))} aria-keyshortcuts="Control+K">
                    <span>{ "Go to…" }</span><i aria-hidden="true">{ "⌕" }</i><kbd aria-hidden="true">{ "Ctrl K" }</kbd>
                </button>
                <button class="btn quiet share" onclick={ctx.on(Msg::Command(Command::Share))}
                    title="Share a link to this view">{ "Share" }</button>
            } else {
                <button class="link" onclick={ctx.on(Msg::Command(Command::Learn))}>{ "Learn" }</button>
            }
            { page_menu(ctx) }
        </header>
    }
}
