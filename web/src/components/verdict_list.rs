//! The verdict of kernels on the file: the list of faults with their rules, in the left pane. Beside the scratch pad
//! and in the overview, only one line of the verdict is shown.

use model::verdict::{FaultRow, KernelSays, Ruling};
use session::look::verdict::VerdictMsg;
use session::{Msg, Pane, Screen};
use yew::prelude::*;

use super::list_keys::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use crate::ctx::Ctx;
use crate::dom::focus;

const ROW: u32 = 62;

fn on<E: 'static>(ctx: &Ctx, msg: VerdictMsg) -> Callback<E> {
    ctx.on(Msg::Verdict(msg))
}

fn row(ctx: &Ctx, fault: &FaultRow, i: usize, of: usize, chosen: bool) -> Html {
    let row = OptionRow {
        list: "fault",
        index: i,
        of,
        height: Some(ROW),
        class: classes!("prow"),
        label: Some(format!("{}: {}. {}", fault.place, fault.log(), fault.rule)),
        selected: chosen,
        choose: on(ctx, VerdictMsg::Choose(i)),
        ..OptionRow::default()
    };
    let cells = html! {
        <>
            <div><span class="n" title={fault.log().to_owned()}>{ fault.log() }</span></div>
            <div class="dim"><span class="n">{ &fault.place }</span></div>
            <div class="dim"><span class="n" title={fault.rule.clone()}>{ &fault.rule }</span></div>
        </>
    };
    option_row(row, cells)
}

fn kernels(ctx: &Ctx, ruling: &Ruling) -> Html {
    let chip = |(i, kernel): (usize, &KernelSays)| {
        let title = kernel.title();
        html! {
            <button key={i} title={title.clone()} aria-label={title} aria-pressed={(i as u32 == ruling.at).to_string()}
                class={kernel.tone().css()} onclick={on(ctx, VerdictMsg::Kernel(i as u32))}>
                { kernel.short() }
            </button>
        }
    };
    html! { <div class="kinds" role="group" aria-label="Kernels">{ for ruling.kernels.iter().enumerate().map(chip) }</div> }
}

/// The verdict of the chosen kernel, above the faults.
fn head(ctx: &Ctx, ruling: &Ruling, chosen: Option<usize>) -> Html {
    let shown = ruling.faults.get(chosen.unwrap_or(0));
    html! {
        <div class="verdict">
            if !ruling.kernels.is_empty() { { kernels(ctx, ruling) } }
            <p class={ruling.tone().css()} role="status"><b>{ ruling.sentence() }</b><span class="dim">{ format!(", {}", ruling.asked_by()) }</span></p>
            if let Some(fault) = shown {
                <pre title={ruling.words_of()}>{ fault.log() }</pre>
                <p>{ format!("{}.", fault.rule) }</p>
                // The style sheet shows these links only on a narrow screen, where the type and the bytes are in
                // other panes.
                if chosen.is_some() {
                    <p class="seeit">
                        if fault.id.is_some() { <button class="link" onclick={on(ctx, VerdictMsg::See(Pane::View))}>{ "The type" }</button>{ " · " } }
                        if fault.blob.is_some() { <button class="link" onclick={on(ctx, VerdictMsg::See(Pane::Bytes))}>{ "The bytes" }</button> }
                    </p>
                }
            }
            if !ruling.changes.is_empty() {
                <details>
                    <summary>{ "What libbpf fixes before loading" }</summary>
                    <ul>{ for ruling.changes.iter().map(|change| html! { <li>{ change }</li> }) }</ul>
                </details>
            }
            // The notes are in a fragment: if the number of nodes changed, Yew would rebuild their siblings, which
            // would then lose the focus.
            <>{ for ruling.notes.iter().map(|note| html! { <p class="dim">{ note }</p> }) }</>
        </div>
    }
}

/// The button that goes back to the types of the scratch pad, in the place where other files have tabs.
pub fn back(ctx: &Ctx) -> Html {
    html! { <button class="btn quiet back" onclick={on(ctx, VerdictMsg::Show(false))}>{ "← Types" }</button> }
}

/// The list.
pub fn verdict_list(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let (Some(file), look) = (session.file(), session.verdict()) else { return html! {} };
    if let Some(stops) = session.pad_stops() {
        return html! { <p id="faults" class="empty" role="status">{ stops }</p> };
    }
    let Some(ruling) = look.ruling(&session).cloned() else {
        let why = look.empty(&session);
        return html! { <>{ for why.map(|why| html! { <p id="faults" class="empty" role={why.role()}>{ why.text() }</p> }) }</> };
    };
    let (count, chosen) = (ruling.faults.len(), look.chosen);
    let head = head(ctx, &ruling, chosen);
    let reset = u64::from(file.id.0) << 8 | u64::from(ruling.at);
    let render = {
        let (ctx, ruling) = (ctx.clone(), ruling.clone());
        Callback::from(move |i: usize| match ruling.faults.get(i) {
            Some(fault) => row(&ctx, fault, i, count, chosen == Some(i)),
            None => html! {},
        })
    };
    let keys = list_keys(ctx, |_| focus::later("#view"), |d| Msg::Verdict(VerdictMsg::Step(d)));
    html! {
        <>
            { head }
            if let Some(why) = look.empty(&session) {
                <p id="faults" class="empty grow">{ why.text() }</p>
            } else {
                <Rows count={count} height={ROW} active={chosen} render={render} role="listbox" label="Faults" id="faults"
                    active_id={chosen.map(|i| format!("fault-{i}"))} reset={reset} onkeydown={keys}/>
            }
            if count > 0 { <div class="count">{ ruling.count_text() }</div> }
        </>
    }
}

/// The verdict in one line, with a link to the list. For bytes in the scratch pad that cannot be decoded as BTF, the
/// reason.
pub fn verdict_line(ctx: &Ctx) -> Html {
    if ctx.session().file().is_some_and(|file| file.no_btf) {
        return html! {};
    }
    let session = ctx.session();
    if let Some(stops) = session.pad_stops() {
        return html! { <p class="verdictline bad">{ stops }</p> };
    }
    let look = session.verdict();
    let open = session.screen() == Screen::Verdict;
    let ruling = look.ruling(&session);
    let said = look.line(&session);
    let class = ruling.map(|ruling| ruling.tone().css());
    html! {
        <button class={classes!("link", "verdictline", class)} aria-label={format!("Kernel's verdict: {said}")} aria-expanded={open.to_string()}
            onclick={on(ctx, VerdictMsg::Show(!open))}>{ said }</button>
    }
}
