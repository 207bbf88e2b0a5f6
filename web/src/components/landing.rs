//! The start page, shown while no file is open.

use session::commands::Command;
use session::recent::RecentRow;
use session::{FilesMsg, Msg, RecentMsg};
use yew::prelude::*;

use super::atlas::panel;
use super::what_is_btf;
use crate::ctx::Ctx;
use crate::samples::{TYPES, excerpt, samples};

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
        <>
            <h2 class="h3">{ "Recent files" }</h2>
            <div class="recent"><table aria-label="Recent files">{ for lines }</table></div>
            <p class="dim">{ "This browser keeps their names, digests and your last view; contents only of files that you asked it to remember. " }
                <button class="mini" onclick={ctx.on(Msg::Recent(RecentMsg::ForgetRecent(None)))}>{ "forget all" }</button>
            </p>
        </>
    }
}

/// The start page.
pub fn landing(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let cards = samples().into_iter().map(|s| {
        html! {
            <div class="card" key={s.name}>
                <button aria-describedby={format!("about-{}", s.name)} onclick={ctx.on(Msg::Files(FilesMsg::LoadSample(s.name.into())))}>{ s.title }</button>
                <span id={format!("about-{}", s.name)}>{ s.text }</span><i>{ s.size }</i>
            </div>
        }
    });
    html! {
        <main class="landing main">
            <div class="wrap">
                <h1 class="big">{ "See every type in a kernel or a BPF program." }</h1>
                <p class="sub">{ what_is_btf::SENTENCE }{ " btfscope shows their layouts down to the bit, the bytes behind them, and how to reach \
                    every member: in C, as a CO-RE access string, as code to paste." }</p>
                { what_is_btf::picture() }
                <div class="line">
                    <button class="btn quiet" onclick={ctx.on(Msg::Command(Command::Learn))}>{ "Start learning" }</button>
                    <span class="dim">{ "New to BTF? Interactive lessons on real files of a few hundred bytes." }</span>
                </div>
                <div class="drop">
                    <b>{ "Drop a file anywhere on this page" }</b>
                    <div class="line">
                        <button class="btn" onclick={ctx.on(Msg::Command(Command::Open))}>{ "Open file" }</button>
                        <span>{ "or paste a hex dump, base64, a verifier log, or a file's address (Ctrl+V)" }</span>
                    </div>
                    <div class="kinds2">{ crate::dom::files::ACCEPTED }</div>
                </div>
                <p class="sub small">{ "Nothing leaves this computer: the file is read by the page itself." }</p>
                if session.atlas().any() { { panel(ctx) } }
                { recent(ctx, &session.recent_rows()) }
                <h2 class="h3">{ "No file at hand" }</h2>
                <div class="sampleduo">
                    <div class="cards">{ for cards }
                        <div class="card">
                            <button aria-describedby="about-pad" onclick={ctx.on(Msg::Command(Command::Pad))}>{ "Scratch pad" }</button>
                            <span id="about-pad">{ "Type C declarations and see their bytes, layout and listing as you type." }</span>
                        </div>
                    </div>
                    <div class="samplecode">
                        <pre class="tokens" tabindex="0" aria-label="Some lines of the sample's source">{ what_is_btf::coloured(excerpt(), &TYPES) }</pre>
                    </div>
                </div>
                <h2 class="h3">{ "Your running kernel" }</h2>
                <div class="cmdl"><span>{ COMMAND }</span>
                    <button class="mini" onclick={ctx.on(Msg::Copy(COMMAND.into(), "Copied the command".into()))}>{ "copy" }</button>
                </div>
            </div>
        </main>
    }
}
