//! The right pane for types and members: the inspector and the bytes. The bytes are folded to a strip below the
//! inspector, take the lower half of the pane, or take all of it; or they are in the middle pane.

use model::access::Access;
use model::bytes::hex;
use model::inspect::FieldView;
use model::relocations::probe::ProbeRow;
use model::selected::{Selected, selected, selected_gap};
use model::views::View;
use session::commands::Command;
use session::{BytesPlace, Msg, Probed, blob_of, shown_blob};
use yew::prelude::*;

use super::bit_read::step_through;
use super::bytes_pane::{BytesPane, bytes_head};
use super::on_kernels::on_kernels;
use super::part::{action, actions, copy, heading_part, named_action, part};
use super::read_code::{choice, read_code};
use super::step_sides::step_sides;
use crate::ctx::{Ctx, HoverCtx};

/// The selection in parts: name and declaration, facts, how to read it.
fn parts(ctx: &Ctx, selected: &Selected) -> Html {
    let declaration = &selected.declaration;
    let name = html! {
        <>
            <h2>{ &selected.title }</h2>
            if !declaration.is_empty() { <pre class="snip decl" tabindex="0" aria-label="Declaration">{ declaration }</pre> }
            if !selected.tags.is_empty() {
                <div class="tags" aria-label="Declaration tags">{ for selected.tags.iter().map(|tag| html! { <span class="tagchip">{ tag }</span> }) }</div>
            }
        </>
    };
    html! {
        <>
            { heading_part(name) }
            <section class="part" aria-label="Facts"><dl class="facts">
                { for selected.facts.iter().map(|(term, value)| html! { <><dt>{ *term }</dt><dd>{ value }</dd></> }) }
                if let Some(access) = &selected.access { { paths(ctx, access) } }
            </dl></section>
            if let Some(access) = &selected.access { { read_it(ctx, access) } }
        </>
    }
}

/// The C expression and the access strings, each with a link to copy it.
fn paths(ctx: &Ctx, access: &Access) -> Html {
    let many = access.reads.len() > 1;
    html! {
        <>
            <dt>{ "Path" }</dt><dd class="copied"><span>{ &access.expression }</span>{ copy(ctx, &access.expression, "path") }</dd>
            { for access.reads.iter().enumerate().map(|(i, read)| html! {
                <>
                    <dt>{ if many { format!("CO-RE {}", i + 1) } else { "CO-RE".to_owned() } }</dt>
                    <dd class="copied" title={read.note(i > 0)}><span>{ &read.access }</span>{ copy(ctx, &read.access, "CO-RE access string") }</dd>
                </>
            }) }
        </>
    }
}

/// The code that reads the member, and the results of the access on the open kernels.
fn read_it(ctx: &Ctx, access: &Access) -> Html {
    let session = ctx.session();
    let atlas = session.atlas();
    let of_all = atlas.reads_all && atlas.any();
    let text = match of_all {
        true => atlas.code.answer().map(|code| code.text()),
        false => Some(access.snippet.clone()),
    };
    let body = html! {
        <>
            if of_all { { read_code(ctx, false) } } else { <pre class="snip" tabindex="0" aria-label="Code that reads it">{ &access.snippet }</pre> }
            { step_through(ctx) }
            { probed(ctx, session.probed()) }
        </>
    };
    let copied = text.map(|text| copy(ctx, &text, "code")).unwrap_or_default();
    part("Read it", html! { <>{ choice(ctx) }{ copied }</> }, body)
}

/// The result of the CO-RE access on each open kernel; nothing if no kernel is open beside this file.
fn probed(ctx: &Ctx, p: &Probed) -> Html {
    let Some(probe) = p.probe().filter(|_| !p.kernels().is_empty()) else { return html! {} };
    let row = |r: &ProbeRow| {
        let name = match (r.kernel.and_then(|at| p.kernels().get(at)), &r.there) {
            (Some(&file), Some((id, path))) => html! {
                <button class="link" title={format!("Show it in the Tree of {}", r.name)}
                    onclick={ctx.on(Msg::Tree(file, *id, path.clone()))}>{ &r.name }</button>
            },
            _ => html! { { &r.name } },
        };
        html! {
            <>
                <tr><td>{ name }</td>{ for r.values.iter().map(|v| html! { <td class="num">{ v }</td> }) }</tr>
                if !r.why.is_empty() {
                    <tr class="because"><td colspan={(r.values.len() + 1).to_string()}>
                        if r.fails { <span class="bad">{ "✗ " }</span> }{ &r.why }
                    </td></tr>
                }
            </>
        }
    };
    html! {
        <div class={classes!("probe", (!p.is_current()).then_some("stale"))} tabindex="0" role="group" aria-label="The access on open kernels">
            <table class="plain" aria-label="CO-RE access" aria-busy={(!p.is_current()).to_string()}>
                <thead><tr><th scope="col">{ "on" }</th>{ for probe.columns.iter().map(|c| html! { <th scope="col" class="num">{ c }</th> }) }</tr></thead>
                <tbody>{ for probe.rows.iter().map(row) }</tbody>
            </table>
            <p class="dim">{ &probe.needs }</p>
        </div>
    }
}

fn buttons(ctx: &Ctx, is_member: bool) -> Html {
    let command = |name: &'static str, command| action(ctx, name, Msg::Command(command));
    actions(html! {
        <>
            { named_action(ctx, "Copy link", Some("Copy link to this view".into()), Msg::Command(Command::CopyLink)) }
            { command("Compare", Command::View(View::Compare)) }
            if is_member { { command("Fields", Command::Fields) } }
        </>
    })
}

/// The folded bytes: their place, and up to four fields of the record as a strip.
fn strip(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let id = shown_blob(file);
    let fields = file.inspection(id).map(|shown| shown.fields).unwrap_or_default();
    let bytes = blob_of(file, id).map(|blob| blob.bytes()).unwrap_or_default();
    let field = |f: &FieldView| {
        let hex = hex(bytes.get(f.range.as_usize()).unwrap_or_default());
        html! { <span class={f.class.css()} title={format!("{}: {}", f.name, f.value)}><b>{ hex }</b><small>{ if f.short.is_empty() { f.name } else { &f.short } }</small></span> }
    };
    html! {
        <section class="foldedbytes" aria-label="Bytes">
            { bytes_head(ctx, file, BytesPlace::Folded) }
            if !fields.is_empty() { <div class="recordstrip">{ for fields.iter().take(4).map(field) }</div> }
        </section>
    }
}

/// The inspector of the selection.
fn inspect(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let shown = file.inspected().and_then(|s| {
        let of_gap = file.gap().map(|gap| selected_gap(&gap));
        Some((of_gap.or_else(|| selected(&file.btf, file.tags(), &s))?, s))
    });
    let step = step_sides(ctx).filter(|_| session.view() == View::History);
    let body = match (step, shown) {
        (Some(step), _) => step,
        (None, Some((shown, selection))) => {
            html! { <>{ parts(ctx, &shown) }{ on_kernels(ctx) }{ buttons(ctx, !selection.path.is_root()) }</> }
        }
        (None, None) => html! { <p class="empty">{ "Select a type or a member." }</p> },
    };
    html! { <section class="inspect" role="region" aria-label="Inspector" tabindex="0">{ body }</section> }
}

/// The right pane for types.
pub fn right(ctx: &Ctx, hover: &HoverCtx, place: BytesPlace) -> Html {
    match place {
        BytesPlace::Folded => html! { <>{ inspect(ctx) }{ strip(ctx) }</> },
        BytesPlace::Middle => inspect(ctx),
        BytesPlace::Half => html! { <>{ inspect(ctx) }<BytesPane ctx={ctx.clone()} hover={hover.clone()} {place}/></> },
        BytesPlace::All => html! { <BytesPane ctx={ctx.clone()} hover={hover.clone()} {place}/> },
    }
}
