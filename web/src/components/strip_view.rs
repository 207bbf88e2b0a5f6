//! The bit strip: the bytes of a bitfield, bit by bit.

use model::path::Path;
use model::strip::{ByteRow, Cell, Strip};
use model::words::bits_text;
use session::Msg;
use yew::prelude::*;

use crate::ctx::Ctx;

/// A name that may be broken into lines after each `_`.
fn broken(name: &str) -> Html {
    html! { { for name.split_inclusive('_').map(|part| html! { <>{ part }<wbr/></> }) } }
}

fn cell(ctx: &Ctx, strip: &Strip, parent: &Path, c: &Cell) -> Html {
    let style = format!("grid-column:span {}", c.bits);
    let size = bits_text(c.bits.into());
    let Some(member) = c.member else {
        return html! { <div class="cell unused" style={style} title={format!("unused: {size}")}><small data-n={c.numbers.clone()}></small></div> };
    };
    let lesson = ctx.in_lesson(Some(strip.of), Some(&member));
    let class =
        classes!("cell", c.class, (member == strip.member).then_some("sel"), c.continues.then_some("cont"), lesson);
    html! {
        <button class={class} style={style} title={format!("{}: {size} of this byte", c.label)} aria-label={c.label.clone()} tabindex="-1"
            onclick={ctx.on(Msg::Select(parent.child(member)))}><small data-n={c.numbers.clone()}></small><span>{ broken(&c.label) }</span></button>
    }
}

fn row(ctx: &Ctx, strip: &Strip, parent: &Path, r: &ByteRow) -> Html {
    let class = classes!("strip", r.has_halves().then_some("halves"), (r.count > 1).then_some("inside"));
    html! {
        <div class="striprow" key={r.byte.to_string()}>
            if strip.rows.len() > 1 { <span class="bytelab">{ r.place() }</span> }
            <div class={class} role="group" aria-label={format!("byte {}", r.place())}>
                { for r.cells.iter().map(|c| cell(ctx, strip, parent, c)) }
            </div>
        </div>
    }
}

/// The strip. `parent` is the path to the struct that has the bitfield.
pub fn strip_view(ctx: &Ctx, strip: &Strip, parent: &Path) -> Html {
    html! {
        <div class="bits-box" role="group" aria-label="Bits">
            <div class="cap" title={strip.order()}>{ strip.place() }</div>
            { for strip.rows.iter().map(|r| row(ctx, strip, parent, r)) }
        </div>
    }
}
