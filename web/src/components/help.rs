//! The help: the table of commands with their keys.

use search::WORDS;
use session::commands::{BYTE_MOVES, MOVES, Scope, TABLE};
use session::{Msg, Overlay};
use yew::prelude::*;

use super::dialog::Dialog;
use crate::ctx::Ctx;
use crate::dom::page;

fn keys(keys: &[&str]) -> Html {
    html! { <dt>{ for keys.iter().map(|k| html! { <kbd>{ *k }</kbd> }) }</dt> }
}

fn section(title: &str, scope: &[Scope]) -> Html {
    let lines = TABLE.iter().filter(|e| scope.contains(&e.scope) && !e.keys.is_empty());
    html! {
        <>
            <h3>{ title }</h3>
            <dl class="keys">{ for lines.map(|e| html! { <>{ keys(e.keys) }<dd>{ e.title }</dd></> }) }</dl>
        </>
    }
}

fn moves(title: &str, lines: &[(&str, &str)]) -> Html {
    html! {
        <>
            <h3>{ title }</h3>
            <dl class="keys">{ for lines.iter().map(|(k, what)| html! { <><dt><kbd>{ *k }</kbd></dt><dd>{ *what }</dd></> }) }</dl>
        </>
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The licences of third-party code in the page; the build writes this file (`crates/xtask/src/notices.rs`).
const LICENCES: &str = "licences.txt";

fn link(address: &str, text: &str) -> Html {
    html! { <a class="link" href={address.to_owned()} target="_blank" rel="noopener">{ text }</a> }
}

pub fn help(ctx: &Ctx) -> Html {
    let single = ctx.session().settings().single_keys;
    html! {
        <Dialog title="Keys and help" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            <p>{ "btfscope shows the types that the BTF of a Linux kernel, module or BPF program describes. The page reads the file itself: \
                 nothing leaves this computer." }</p>
            { section("Everywhere", &[Scope::Everywhere, Scope::OutsideInputs]) }
            { section("In lists and trees", &[Scope::Lists]) }
            { moves("Moving in lists", MOVES) }
            { section("In the bytes", &[Scope::Bytes]) }
            { moves("Moving in the bytes", BYTE_MOVES) }
            { moves("Search filters (all must match)", WORDS) }
            <label><input type="checkbox" checked={single}
                onchange={ctx.on(Msg::Command(session::commands::Command::SingleKeys))}/>{ " enable single-letter keys" }</label>
            <h3>{ "About" }</h3>
            <p>{ format!("btfscope {VERSION}") }
                { for page::meta("btfscope-commit").map(|commit| html! { { format!(" (commit {commit})") } }) }
                { ", under the MIT licence or the Apache License 2.0: " }
                { link(REPOSITORY, "source") }{ ", " }{ link(&format!("{REPOSITORY}/issues"), "report a problem") }{ ", " }
                { link(LICENCES, "licences of the code inside") }</p>
        </Dialog>
    }
}
