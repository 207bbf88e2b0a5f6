//! The dialog of fields: where each lies in every open file.

use model::fields::FieldRow;
use session::look::fields::FieldsMsg;
use session::{Msg, Overlay};
use web_sys::{HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use crate::ctx::Ctx;

/// Rows that are drawn; the file that is saved has all.
const SHOWN: usize = 1_500;

fn row((i, r): (usize, &FieldRow)) -> Html {
    let size = match (r.bits.as_str(), r.size.as_str()) {
        ("", size) => size.to_owned(),
        (bits, _) => format!("{bits} bits"),
    };
    let at = match r.pointers {
        0 => r.offset.clone(),
        _ => format!("{} of {}", r.offset, r.from),
    };
    html! {
        <tr key={i} class={classes!(r.differs.then_some("differs"))}>
            <th scope="row">{ &r.field }</th><td>{ &r.file }</td>
            if r.absent.is_empty() {
                <td class="num">{ at }</td><td class="num">{ size }</td><td>{ &r.type_text }</td>
            } else {
                <td colspan="3" class="bad">{ format!("absent: {}", r.absent) }</td>
            }
            <td>{ if r.differs { format!("≠ differs from {}", r.unlike) } else { String::new() } }</td>
        </tr>
    }
}

/// The dialog.
#[inline(never)]
pub fn fields(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.fields();
    let oninput = ctx.callback(|e: InputEvent| {
        Msg::Fields(FieldsMsg::Text(e.target_unchecked_into::<HtmlTextAreaElement>().value()))
    });
    let rows = look.rows();
    let left_out = rows.len().saturating_sub(SHOWN);
    html! {
        <Dialog title="Fields in all open files" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            <div class="fields">
                <label for="fieldlist">{ "Fields, one a line or with commas: " }<code>{ "task_struct.mm, sk_buff.cb[8], task_struct.mm.pgd" }</code></label>
                <textarea id="fieldlist" aria-label="Fields, one a line or with commas" class="field code" rows="4" spellcheck="false" autocomplete="off" oninput={oninput} value={look.text().to_owned()}/>
                if let Some(why) = look.problem() { <p role="alert">{ why }</p> }
                if !rows.is_empty() {
                    <div class="frame" tabindex="0" role="region" aria-label="Where they are">
                        <table class="plain" aria-label="Fields">
                            <thead><tr>{ for ["field", "file", "offset", "size", "type", ""].iter().map(|h| html! { <th scope="col">{ *h }</th> }) }</tr></thead>
                            <tbody>{ for rows.iter().take(SHOWN).enumerate().map(row) }</tbody>
                        </table>
                    </div>
                }
                <p class="acts">
                    <button class="btn quiet" disabled={rows.is_empty()} onclick={ctx.on(Msg::Fields(FieldsMsg::Save))}>{ "Save as CSV" }</button>
                    if left_out > 0 { <span class="dim">{ format!("{left_out} more rows are in the file only") }</span> }
                    if session.files().len() == 1 { <span class="dim">{ "Open more kernels, and they are compared." }</span> }
                </p>
            </div>
        </Dialog>
    }
}
