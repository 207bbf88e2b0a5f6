//! The start page, shown while no file is open.

use model::pad::preview;
use session::commands::Command;
use session::look::atlas::AtlasMsg;
use session::recent::RecentRow;
use session::{FilesMsg, LearnMsg, Msg, Overlay, RecentMsg};
use yew::prelude::*;

use super::ask::ask;
use super::c_colours::coloured;
use crate::ctx::Ctx;
use crate::dom::files::ACCEPTED;
use crate::samples::samples;

/// The lessons that the start page names.
const SHOWN_LESSONS: [&str; 3] = ["why", "bitfields", "core"];

const COMMAND: &str = "cp /sys/kernel/btf/vmlinux ~/vmlinux.btf";

/// The list of files that were open last.
fn recent(ctx: &Ctx, rows: &[RecentRow]) -> Html {
    if rows.is_empty() {
        return html! {};
    }
    let lines = rows.iter().map(|r| {
        html! {
            <tr>
                <td><button class="link" onclick={ctx.on(Msg::Recent(RecentMsg::Reopen(r.sha256.clone())))}>{ &r.name }</button></td>
                <td class="dim" title={r.sha256.clone()}>{ &r.facts }</td>
                <td><button class="mini" aria-label={format!("Forget {}", r.name)}
                    onclick={ctx.on(Msg::Recent(RecentMsg::ForgetRecent(Some(r.sha256.clone()))))}>{ "forget" }</button></td>
            </tr>
        }
    });
    html! {
        <section class="tile recent">
            <h2>{ "Recent files" }<button class="link" onclick={ctx.on(Msg::Recent(RecentMsg::ForgetRecent(None)))}>{ "forget all" }</button></h2>
            <div><table aria-label="Recent files">{ for lines }</table></div>
            <p class="dim">{ "This browser keeps names, digests and your last view; contents only of files that it was asked to remember." }</p>
        </section>
    }
}

/// A line of a list: a button, and a text at its right.
fn row(
    name: impl Into<AttrValue>,
    aside: impl Into<AttrValue>,
    title: Option<&'static str>,
    choose: Callback<MouseEvent>,
) -> Html {
    html! { <li><button {title} onclick={choose}>{ name.into() }</button><i>{ aside.into() }</i></li> }
}

fn sample_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let files = samples()
        .into_iter()
        .map(|s| row(s.title, s.size, Some(s.text), ctx.on(Msg::Files(FilesMsg::LoadSample(s.name.into())))));
    let look = session.atlas();
    let count = look.own_kernels().map(|count| count.to_string()).unwrap_or_default();
    html! {
        <section class="tile" aria-label="Samples">
            <h2>{ "Samples" }</h2>
            <ul>
                { for files }
                if look.any() { { row("Kernels of the atlas", count, None, ctx.on(Msg::Atlas(AtlasMsg::Kernels))) } }
            </ul>
        </section>
    }
}

/// The scratch pad: a declaration, and its layout as the pad shows it.
fn pad(ctx: &Ctx) -> Html {
    let column = |p: &preview::Piece| format!("grid-column:{} / span {}", p.at + 1, p.bytes);
    let piece = |p: &preview::Piece| {
        html! { <span class={classes!("seg", if p.member.is_some() { "int" } else { "hole" })} style={column(p)}>{ p.member.unwrap_or_default() }</span> }
    };
    let number = |p: &preview::Piece| html! { <small style={column(p)}>{ p.at }</small> };
    html! {
        <section class="tile">
            <h2><button onclick={ctx.on(Msg::Command(Command::Pad))}>{ "Scratch pad" }</button></h2>
            <div class="padpicture">
                <pre class="tokens">{ coloured(preview::SOURCE, &preview::TYPES) }</pre>
                <figure aria-label="Its layout">
                    <div class="bytes8">{ for preview::PIECES.iter().map(piece) }{ for preview::PIECES.iter().map(number) }</div>
                    <figcaption class="dim">{ preview::FACTS }</figcaption>
                </figure>
            </div>
        </section>
    }
}

fn lessons(ctx: &Ctx) -> Html {
    let shown = SHOWN_LESSONS.iter().filter_map(|name| lesson::entry(name)).map(|entry| {
        row(
            entry.title.split_once(',').map_or(entry.title, |(short, _)| short),
            "",
            Some(entry.about),
            ctx.on(Msg::Learn(LearnMsg::Start(entry.name.into(), 0))),
        )
    });
    html! {
        <section class="tile" aria-label="Learn">
            <h2>{ "Learn" }<button class="link" onclick={ctx.on(Msg::Command(Command::Learn))}>{ format!("{} lessons", lesson::LESSONS.len()) }</button></h2>
            <ul>{ for shown }</ul>
        </section>
    }
}

/// The start page.
pub fn landing(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let asks = session.atlas().any();
    html! {
        <main class="landing main" tabindex="-1">
            <div class="wrap">
                <h1 class="big">{ "See every type in a kernel or a BPF program." }</h1>
                <div class={classes!("two", (!asks).then_some("alone"))}>
                    <section class="tile drop" aria-label="Files">
                        <h2>{ "Drop a file" }</h2>
                        <button class="btn" onclick={ctx.on(Msg::Command(Command::Open))}>{ "Open file" }</button>
                        if !session.offered().is_empty() {
                            <button class="btn quiet" onclick={ctx.on(Msg::Overlay(Overlay::Offered))}>{ "Files of btfscope view" }</button>
                        }
                        <p class="accepted">{ ACCEPTED[0] }<br/>{ ACCEPTED[1] }</p>
                        <p class="dim">{ "It stays on this computer." }</p>
                    </section>
                    if asks { { ask(ctx) } }
                </div>
                <div class="three">{ sample_list(ctx) }{ pad(ctx) }{ lessons(ctx) }</div>
                { recent(ctx, &session.recent_rows()) }
                <p class="running dim" title="Copies the BTF of your running kernel"><code>{ COMMAND }</code>{ " " }
                    <button class="link" aria-label="Copy the command" onclick={ctx.on(Msg::Copy(COMMAND.into(), "Copied the command".into()))}>{ "copy" }</button>
                </p>
            </div>
        </main>
    }
}
