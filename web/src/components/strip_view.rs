//! The bit strip: the storage unit of a bitfield, bit by bit.

use btf::{Btf, TypeId};
use model::access::access;
use model::path::Path;
use model::strip::{ByteRow, Cell, Strip};
use session::Msg;
use session::commands::Command;
use session::look::picture::Shot;
use yew::prelude::*;

use super::bit_read::BitRead;
use super::pictures::pictures;
use crate::ctx::Ctx;

fn caption(s: &Strip) -> Html {
    html! { <span title={s.order()}>{ s.place() }{ " · " }<b>{ &s.type_name }</b>{ " · " }{ s.order() }</span> }
}

fn cell(ctx: &Ctx, strip: &Strip, parent: &Path, chosen: bool, c: &Cell) -> Html {
    let style = format!("grid-column:span {}", c.bits);
    let Some(member) = c.member else {
        return html! { <div class="cell unused hole" style={style} title="unused bits"></div> };
    };
    let text = match c.legend {
        Some(n) => n.to_string(),
        None => c.label.clone(),
    };
    let name = strip.legend.iter().find(|l| Some(l.0) == c.legend).map_or(c.label.as_str(), |l| l.2.as_str());
    let selected = chosen && member == strip.member;
    let lesson = ctx.in_lesson(Some(strip.of), Some(&member));
    html! {
        <button class={classes!("cell", c.class, selected.then_some("sel"), c.continues.then_some("cont"), lesson)} style={style}
            title={format!("{name}: {} of these bits", c.bits)} aria-label={name.to_string()} tabindex="-1"
            onclick={ctx.on(Msg::Select(parent.child(member)))}><span>{ text }</span></button>
    }
}

fn row(ctx: &Ctx, strip: &Strip, parent: &Path, chosen: bool, r: &ByteRow) -> Html {
    let many = strip.rows.len() > 1;
    html! {
        <div class="striprow" key={r.byte.to_string()}>
            if many { <span class="bytelab">{ r.byte }</span> }
            <div class={classes!("strip", many.then_some("many"))} role="group" aria-label={format!("byte {}", r.byte)}>
                { for r.numbers.iter().map(|n| html! { <span class="num">{ n }</span> }) }
                { for r.cells.iter().map(|c| cell(ctx, strip, parent, chosen, c)) }
            </div>
        </div>
    }
}

/// The strip. `parent` is the path to the struct that contains the unit; `chosen` is whether a member of the strip is selected.
pub fn strip_view(ctx: &Ctx, btf: &Btf, root: TypeId, strip: &Strip, parent: &Path, chosen: bool) -> Html {
    let direction = strip.direction(ctx.session().settings().flip_bits);
    let path = parent.child(strip.member);
    let read = chosen.then(|| {
        let access = access(btf, root, &path)?;
        let read = access.reads.last()?.clone();
        let load = strip.load?;
        let name = read.members.rsplit('.').next().unwrap_or_default().to_string();
        let sign = if load.signed { "s" } else { "u" };
        Some(html! {
            <div class="bitcore">
                <span>{ "CO-RE read of " }<code>{ name }</code>{ ":" }</span>
                <span>{ "load " }<code>{ format!("{sign}{} @ {}", load.byte_size * 8, u64::from(load.byte_offset) + strip.base) }</code></span>
                <span>{ "<<= " }<code>{ load.lshift }</code></span>
                <span>{ ">>= " }<code>{ load.rshift }</code>if load.signed { { " (arithmetic)" } }</span>
                <span>{ "access string " }<code>{ read.access }</code></span>
                // The key makes a new component for each field, so that the steps start again.
                <BitRead key={format!("{}-{path:?}", root.0)} load={load} at={u64::from(load.byte_offset) + strip.base}
                    endian={strip.endian}/>
            </div>
        })
    });
    html! {
        <div class="bits-box" role="group" aria-label="Bits of the storage unit">
            <div class="cap">{ caption(strip) }
                <button class="mini" onclick={ctx.on(Msg::Command(Command::FlipBits))} aria-label={format!("{direction} ⇄: reverse the strip")}>{ direction }{ " ⇄" }</button>
                <span>{ pictures(ctx, Shot::Strip) }</span>
            </div>
            { for strip.rows.iter().map(|r| row(ctx, strip, parent, chosen, r)) }
            if !strip.legend.is_empty() {
                <div class="legend">
                    { for strip.legend.iter().map(|(n, member, name)| html! {
                        <button onclick={ctx.on(Msg::Select(parent.child(*member)))}><b>{ n }</b>{ name }</button>
                    }) }
                </div>
            }
            { read.flatten() }
        </div>
    }
}
