//! The places of fields in all open files: a row for each field, a column for each file.

use model::fields::{FieldLine, FieldRow};
use model::words::{apart, many};
use session::Msg;
use session::look::fields::FieldsMsg;
use web_sys::{HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use crate::ctx::Ctx;

/// The most rows that are drawn. The saved file has all rows.
const SHOWN: usize = 400;

fn cell(r: &FieldRow) -> Html {
    let differs = r.unlike_text();
    html! {
        <td key={r.file.clone()} class={classes!(r.differs.then_some("differs"))} title={differs.clone()}>
            if r.absent.is_empty() {
                <span class="mono">{ r.place_text() }</span>{ " · " }{ r.size_text() }
                <div class="dim mono">{ &r.type_text }</div>
            } else {
                <span class="bad">{ format!("absent: {}", r.absent) }</span>
            }
            if r.differs { <div class="unlike">{ differs }</div> }
        </td>
    }
}

fn line((i, line): (usize, &FieldLine), files: usize) -> Html {
    html! {
        <tr key={i}>
            <th scope="row" class="mono">{ &line.field }</th>
            if line.error.is_empty() { { for line.cells.iter().map(cell) } } else { <td colspan={files.max(1).to_string()} class="bad">{ &line.error }</td> }
        </tr>
    }
}

/// The view.
pub fn fields(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.fields();
    let oninput = ctx.callback(|e: InputEvent| {
        Msg::Fields(FieldsMsg::Text(e.target_unchecked_into::<HtmlTextAreaElement>().value()))
    });
    let matrix = look.matrix();
    let left_out = matrix.lines.len().saturating_sub(SHOWN);
    let short = apart(&matrix.files.iter().map(String::as_str).collect::<Vec<_>>());
    let head = |(name, short): (&String, &String)| {
        html! { <th scope="col" key={name.clone()} title={name.clone()}>{ short }</th> }
    };
    html! {
        <>
            <div class="head"><h1>{ "Fields in all open files" }</h1></div>
            <div class="viewbody fields" id="view">
                <label for="fieldlist">{ "Fields, one per line or separated by commas: " }<code>{ "task_struct.mm, sk_buff.cb[8], task_struct.mm.pgd" }</code></label>
                <textarea id="fieldlist" aria-label="Fields, one per line or separated by commas" class="field code" rows="4" spellcheck="false" autocomplete="off" oninput={oninput} value={look.text.clone()}/>
                if let Some(why) = look.problem() { <p role="alert">{ why }</p> }
                <p class="acts">
                    <button class="btn quiet" disabled={matrix.lines.is_empty()} onclick={ctx.on(Msg::Fields(FieldsMsg::Save))}>{ "Save as CSV" }</button>
                    if left_out > 0 { <span class="dim">{ format!("{} in the file only", many(left_out as u64, "more field")) }</span> }
                    if let Some(hint) = session.fields_hint() { <span class="dim">{ hint }</span> }
                </p>
                if !matrix.lines.is_empty() {
                    <div class="frame" tabindex="0" role="region" aria-label="Where they are">
                        <table class="plain" aria-label="Fields">
                            <thead><tr><th scope="col">{ "field" }</th>{ for matrix.files.iter().zip(&short).map(head) }</tr></thead>
                            <tbody>{ for matrix.lines.iter().take(SHOWN).enumerate().map(|l| line(l, matrix.files.len())) }</tbody>
                        </table>
                    </div>
                }
            </div>
        </>
    }
}
