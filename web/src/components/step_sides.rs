//! A part of the inspector: the two sides of a step of a history.

use model::atlas::{Side, Sides};
use session::Msg;
use session::look::atlas::AtlasMsg;
use yew::prelude::*;

use super::part::{actions, heading_part, named_action, part};
use crate::ctx::Ctx;

/// The parts; nothing if no step is selected.
pub fn step_sides(ctx: &Ctx) -> Option<Html> {
    let session = ctx.session();
    let (_, sides) = session.atlas().sides()?;
    Some(html! { <>{ heading(&sides) }{ effect(&sides) }{ changes(&sides) }{ buttons(ctx, &sides) }</> })
}

fn heading(sides: &Sides<'_>) -> Html {
    let after = sides.after.version;
    let title = sides.before.map_or_else(|| after.to_owned(), |before| format!("{} → {after}", before.version));
    let kind = format!("{} {}", sides.after.arch, sides.after.flavour);
    let about = if sides.change.is_empty() { kind } else { format!("{kind} · {}", sides.change) };
    let is_pair = sides.before.is_some();
    let row = |(term, was, is, differs): &(&'static str, String, String, bool)| {
        html! {
            <tr class={classes!(differs.then_some("differs"))}><th scope="row">{ *term }</th>
                if is_pair { <td>{ was }</td> }<td>{ is }</td></tr>
        }
    };
    heading_part(html! {
        <>
            <h2>{ title }</h2>
            <p class="dim">{ about }</p>
            if !sides.rows.is_empty() {
                <table class="sides" aria-label="The two sides">
                    <thead><tr><td></td>if let Some(before) = sides.before { <th scope="col">{ before.version }</th> }<th scope="col">{ after }</th></tr></thead>
                    <tbody>{ for sides.rows.iter().map(row) }</tbody>
                </table>
            }
        </>
    })
}

fn effect(sides: &Sides<'_>) -> Html {
    let text = match sides.is_refused {
        Some(true) => {
            let when = match sides.is_one_sided {
                true => " on the side without it, unless it asks first whether it is there.",
                false => " on the other side, if it has one name only.",
            };
            html! { <p><span class="bad">{ "✗ Refused" }</span>{ when }</p> }
        }
        Some(false) => html! { <p>{ "✓ CO-RE follows this by itself." }</p> },
        None => return html! {},
    };
    part("To a program", html! {}, text)
}

fn changes(sides: &Sides<'_>) -> Html {
    if sides.changes.is_empty() {
        return html! {};
    }
    let one = |change: &model::atlas::StepChange| html! { <><dt>{ &change.name }</dt><dd>{ &change.what }</dd></> };
    part("What changed", html! {}, html! { <dl class="facts">{ for sides.changes.iter().map(one) }</dl> })
}

fn buttons(ctx: &Ctx, sides: &Sides<'_>) -> Html {
    let is_field = ctx.session().atlas().ask_of(true).asked().is_some();
    let open = |kernel: Side<'_>| {
        let msg = Msg::Atlas(AtlasMsg::OpenAt(kernel.name.to_owned(), is_field));
        named_action(
            ctx,
            format!("Open {}", kernel.version),
            Some(format!("Open {}: {}", kernel.version, kernel.name).into()),
            msg,
        )
    };
    let compare =
        sides.before.map(|before| Msg::Atlas(AtlasMsg::Compare(before.name.to_owned(), sides.after.name.to_owned())));
    actions(html! {
        <>
            { for sides.before.map(open) }
            { open(sides.after) }
            if let Some(compare) = compare { { named_action(ctx, "Compare them", None, compare) } }
        </>
    })
}
