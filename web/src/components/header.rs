//! The top: name, files, command box, Share, theme, help.

use model::kind::FileKind;
use model::words::apart;
use session::commands::Command;
use session::file::OpenFile;
use session::{FilesMsg, Msg, Overlay};
use yew::prelude::*;

use crate::ctx::Ctx;

/// The props of components that read only the session.
#[derive(Properties, PartialEq)]
pub struct CtxProps {
    /// The session.
    pub ctx: Ctx,
}

/// The top of the page in a frame of another page: what it is, and the way to all of it.
#[inline(never)]
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

/// The top of the page.
#[inline(never)]
pub fn header(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let open = !session.files().is_empty();
    // With several files only the current one has room for all that is known of it.
    let alone = session.files().len() == 1;
    let is_kernel = |file: &&OpenFile| matches!(file.kind, FileKind::Kernel | FileKind::Raw);
    let kernels: Vec<&OpenFile> = session.files().iter().filter(is_kernel).collect();
    let short = apart(&kernels.iter().map(|file| file.name.as_str()).collect::<Vec<_>>());
    let short = |file: &OpenFile| {
        let at = kernels.iter().position(|kernel| kernel.id == file.id)?;
        short.get(at).cloned()
    };
    let chips = session.files().iter().map(|file| {
        let name = short(file);
        let grouped = name.is_some() && kernels.len() > 1;
        let name = name.unwrap_or_else(|| file.name.clone());
        let on = session.current() == Some(file.id);
        let facts = file.facts();
        let title = match &file.version {
            Some(version) => format!("{} — {facts} — {version}", file.name),
            None => format!("{} — {facts}", file.name),
        };
        html! {
            <li key={file.id.0} class={classes!(grouped.then_some("kern"))} aria-label={file.name.clone()}>
                <button class={classes!("chip", on.then_some("on"))} title={title} aria-current={on.then_some("true")}
                    onclick={ctx.on(Msg::Files(FilesMsg::Switch(file.id)))}>
                    <b>{ name }</b>{ " " }<span class="dim">{ if on || alone { facts } else { file.kind.as_str().to_string() } }</span>
                </button>
                <button class={classes!("chip", "close", on.then_some("on"))} title={format!("Close {}", file.name)}
                    aria-label={format!("Close {}", file.name)} onclick={ctx.on(Msg::Files(FilesMsg::Close(file.id)))}>{ "×" }</button>
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
                    title="Links to this view: with the type in them, or short">{ "Share" }</button>
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
