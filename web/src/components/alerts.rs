//! Bars below the header: problems, and questions that wait for an answer.

use desk::{AskAtlas, Problem, WhichKernel};
use model::focus::{BlobId, ByteFocus};
use session::commands::Command;
use session::look::atlas::AtlasMsg;
use session::{Ask, FilesMsg, LinkMsg, Msg, WantedAlert};
use yew::prelude::*;

use super::reading::reading_bar;
use crate::ctx::Ctx;

fn problem(ctx: &Ctx, index: usize, p: &Problem) -> Html {
    let go = p.go.map(|(file, at)| {
        ctx.with(move |ctx, _: MouseEvent| {
            ctx.send(Msg::Files(FilesMsg::Switch(file)));
            ctx.send(Msg::Byte(ByteFocus { blob: BlobId::Own, at }));
        })
    });
    let facts = p.facts();
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

fn wanted(ctx: &Ctx, alert: WantedAlert) -> Html {
    html! {
        <div class="alert ask" role="alert" key="wanted">
            <b>{ alert.name }</b>
            <p>{ alert.text }{ for alert.facts.into_iter().map(|fact| html! { <span class="facts">{ fact }</span> }) }</p>
            { for alert.buttons.into_iter().map(|b| html! {
                <button class={classes!("btn", b.quiet.then_some("quiet"))} onclick={ctx.on(b.msg)}>{ b.title }</button>
            }) }
            <button class="x" aria-label="Forget this link" onclick={ctx.on(Msg::Link(LinkMsg::Forget))}>{ "×" }</button>
        </div>
    }
}

/// The sentences that name the kernels that a module's BTF may continue, or say why there is no answer.
fn continued(asked: &Ask<AskAtlas, WhichKernel>) -> String {
    match (asked.problem(), asked.answer()) {
        (Some(problem), _) => problem.to_owned(),
        (None, Some(said)) => said.sentences.join(" "),
        (None, None) => "Asking the atlas …".to_owned(),
    }
}

/// The bars: the progress of reading, a link that waits for its file, modules that wait for their kernel, problems.
pub fn alerts(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let open_file = ctx.on(Msg::Command(Command::Open));
    let waiting = session.waiting().iter().enumerate().map(|(i, w)| {
        let asked = session.atlas().continued(&w.input.btf);
        let ask = ctx.on(Msg::Atlas(AtlasMsg::Continued(w.input.btf.clone())));
        html! {
            <div class="alert ask" role="alert" key={format!("w{i}")}>
                <b>{ &w.input.name }</b>
                <p>{ w.text() }
                    if let Some(misfit) = &w.misfit { <span class="facts">{ misfit }</span> }
                    if let Some(asked) = asked { <span class="facts">{ continued(asked) }</span> }
                </p>
                if session.atlas().any() && asked.is_none() {
                    <button class="btn quiet" onclick={ask}>{ "Which kernels of the atlas?" }</button>
                }
                <button class="btn quiet" onclick={open_file.clone()}>{ "Open the kernel" }</button>
                <button class="x" aria-label={format!("Give up {}", w.input.name)}
                    onclick={ctx.on(Msg::Files(FilesMsg::DropWaiting(i)))}>{ "×" }</button>
            </div>
        }
    });
    let wanted = session.file_alert().map(|alert| wanted(ctx, alert));
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
