//! The bar above printed code: content at the left, the number of lines, Copy, Download.

use std::rc::Rc;

use dump::Tokens;
use model::words::many;
use session::Msg;
use yew::prelude::*;

use crate::ctx::Ctx;

/// The bar. `left` is shown at its left; `what` names the code in the notice after Copy; `file` is the name for saving.
pub fn code_bar(ctx: &Ctx, tokens: &Rc<Tokens>, what: &'static str, file: &str, left: Html) -> Html {
    let lines = tokens.text().bytes().filter(|&b| b == b'\n').count();
    let copy = {
        let tokens = Rc::clone(tokens);
        ctx.callback(move |_: MouseEvent| Msg::Copy(tokens.text().to_string(), format!("Copied the {what}")))
    };
    let save = {
        let (tokens, file) = (Rc::clone(tokens), file.to_string());
        ctx.callback(move |_: MouseEvent| Msg::Download(file.clone(), tokens.text().to_string()))
    };
    html! {
        <div class="codebar">
            { left }
            <span class="grow"></span>
            <span>{ many(lines as u64, "line") }</span>
            <button class="btn quiet" onclick={copy}>{ "Copy" }</button>
            <button class="btn quiet" onclick={save} title={format!("Save as {file}")}>{ "Download" }</button>
        </div>
    }
}

/// The name of a file for the print of a type: `type_name` without characters that file systems refuse, and the ending.
pub fn file_name(type_name: &str, end: &str) -> String {
    let safe: String =
        type_name.chars().map(|c| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' }).collect();
    format!("{}{end}", if safe.is_empty() { "type" } else { &safe })
}
