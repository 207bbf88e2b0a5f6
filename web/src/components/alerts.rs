//! What went wrong, and what is asked for: never a blank page.

use desk::Problem;
use model::address::{Role, Source, file_name, host};
use model::focus::{BlobId, ByteFocus};
use model::views::View;
use session::commands::Command;
use session::{FilesMsg, Msg, RecentMsg, Wanted};
use yew::prelude::*;

use super::reading::reading_bar;
use crate::ctx::Ctx;

fn problem(ctx: &Ctx, index: usize, p: &Problem) -> Html {
    let go = p.go.map(|(file, at)| {
        let (switch, ctx) = (Msg::Files(FilesMsg::Switch(file)), ctx.clone());
        Callback::from(move |_: MouseEvent| {
            ctx.send(switch.clone());
            ctx.send(Msg::Byte(ByteFocus { blob: BlobId::Own, at }));
        })
    });
    let mut facts = Vec::new();
    facts.extend(p.expected.as_ref().map(|e| format!("expected {e}")));
    facts.extend(p.found.as_ref().map(|f| format!("found {f}")));
    facts.extend(p.at.map(|at| format!("at byte {at:#x} of the file")));
    html! {
        <div class="alert" role="alert" key={format!("p{index}")}>
            <b>{ &p.file }</b>
            <p>{ &p.message }
                if !facts.is_empty() { <span class="facts">{ facts.join(" · ") }</span> }
            </p>
            if let Some(go) = go { <button class="link" onclick={go}>{ "Show the byte" }</button> }
            <button class="x" aria-label={format!("Dismiss the problem of {}", p.file)}
                onclick={ctx.on(Msg::Files(FilesMsg::Dismiss(index)))}>{ "×" }</button>
        </div>
    }
}

/// What a link compares with, in words.
fn beside(wanted: &Wanted) -> String {
    let address = &wanted.address;
    let with = address
        .files
        .iter()
        .find(|f| matches!(f.0, Role::Target | Role::Old) && (address.changes || address.view == View::Compare));
    match with.map(|f| &f.1) {
        Some(Source::Digest { name, .. } | Source::Name(name) | Source::Sample(name)) => {
            format!(" beside that of {name}")
        }
        _ => String::new(),
    }
}

/// Problems, modules without their kernel, and links without their file.
#[inline(never)]
pub fn alerts(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let open_file = ctx.on(Msg::Command(Command::Open));
    let waiting = session.waiting().iter().enumerate().map(|(i, w)| {
        let kernel = match &w.input.version {
            Some(version) => format!("the kernel {version}"),
            None => "its kernel".to_string(),
        };
        html! {
            <div class="alert ask" role="alert" key={format!("w{i}")}>
                <b>{ &w.input.name }</b>
                <p>{ format!("is a module: its types continue those of {kernel}. Drop that kernel's vmlinux or \
                              /sys/kernel/btf/vmlinux too, and both are joined.") }
                    if let Some(misfit) = &w.misfit { <span class="facts">{ misfit }</span> }
                </p>
                <button class="btn quiet" onclick={open_file.clone()}>{ "Open the kernel" }</button>
                <button class="x" aria-label={format!("Give up {}", w.input.name)}
                    onclick={ctx.on(Msg::Files(FilesMsg::DropWaiting(i)))}>{ "×" }</button>
            </div>
        }
    });
    let wanted = session.wanted().filter(|w| !w.is_coming()).map(|wanted| {
        let name = match wanted.address.main_file() {
            Some(Source::Digest { name, .. } | Source::Name(name)) => name.clone(),
            Some(Source::Sample(name)) => format!("the sample “{name}”"),
            Some(Source::Url(address)) => file_name(address),
            _ => "a file".into(),
        };
        let what = match wanted.address.type_name.as_str() {
            "" => String::new(),
            t => format!("{} {t} of ", wanted.address.kind),
        };
        let digest = match wanted.address.main_file() {
            Some(Source::Digest { sha256, .. }) => Some(format!("SHA-256 of its BTF: {sha256}")),
            _ => None,
        };
        let kept = match wanted.address.main_file() {
            Some(Source::Digest { sha256, .. }) => session.remembered().iter().find(|r| r.sha256 == *sha256),
            _ => None,
        };
        let kept = kept.map(|r| r.sha256.clone());
        let sample = match wanted.address.main_file() {
            Some(Source::Sample(name)) => Some(name.clone()),
            _ => None,
        };
        let url = match wanted.address.main_file() {
            Some(Source::Url(address)) => Some(address.clone()),
            _ => None,
        };
        let (shows, lacks) = match session.wants_recent() {
            true => ("You were looking at", "This browser keeps no copy of the file: open or drop it"),
            false => ("This link shows", "The file is not in the link: open or drop yours"),
        };
        let lacks = if kept.is_some() { "This browser keeps the file: open it" } else { lacks };
        html! {
            <div class="alert ask" role="alert" key="wanted">
                <b>{ &name }</b>
                <p>
                    if url.is_none() || !what.is_empty() { { format!("{shows} {what}{name}{}. ", beside(wanted)) } }
                    if let Some(url) = &url {
                        { "Nothing is loaded until you say so. It is at " }<span class="facts">{ url }</span>
                    } else if sample.is_none() { { format!("{lacks}, and you land on the same view.") } }
                    if let Some(other) = &wanted.other {
                        <span class="facts">{ format!("{other} is another file: its digest differs.") }</span>
                    }
                    if let Some(digest) = digest { <span class="facts">{ digest }</span> }
                </p>
                if wanted.other.is_some() {
                    <button class="btn quiet" onclick={ctx.on(Msg::Link(session::LinkMsg::ShowAnyway))}>{ "Show it in this file" }</button>
                }
                if let Some(kept) = kept {
                    <button class="btn" onclick={ctx.on(Msg::Recent(RecentMsg::OpenRemembered(kept)))}>{ "Open the remembered file" }</button>
                }
                if let Some(sample) = sample {
                    <button class="btn" onclick={ctx.on(Msg::Files(FilesMsg::LoadSample(sample)))}>{ "Open the sample" }</button>
                } else if let Some(url) = url {
                    <button class="btn" onclick={ctx.on(Msg::Files(FilesMsg::LoadUrl(url.clone())))}>{ format!("Load it from {}", host(&url)) }</button>
                } else {
                    <button class="btn" onclick={open_file.clone()}>{ "Open file" }</button>
                }
                <button class="x" aria-label="Forget this link" onclick={ctx.on(Msg::Link(session::LinkMsg::Forget))}>{ "×" }</button>
            </div>
        }
    });
    let problems = session.problems().iter().enumerate().map(|(i, p)| problem(ctx, i, p));
    html! {
        <div class="alerts">
            { reading_bar(ctx) }
            { for wanted }
            { for waiting }
            { for problems }
        </div>
    }
}
