//! The line above printed code: what it is, copy, download.

use std::rc::Rc;

use dump::Tokens;
use view::session::Msg;
use view::words::grouped;
use yew::prelude::*;

use crate::ctx::Ctx;

/// What the line shows.
#[derive(Properties)]
pub struct CodeBarProps {
    /// The session.
    pub ctx: Ctx,
    /// What was printed.
    pub tokens: Rc<Tokens>,
    /// What it is, in a sentence: "Copied the C".
    pub what: &'static str,
    /// The name of the file to save.
    pub file: String,
    /// Said or asked at the left.
    pub children: Children,
}

impl PartialEq for CodeBarProps {
    fn eq(&self, other: &Self) -> bool {
        self.ctx == other.ctx && Rc::ptr_eq(&self.tokens, &other.tokens) && self.file == other.file
    }
}

/// The line.
#[component]
pub fn CodeBar(props: &CodeBarProps) -> Html {
    let CodeBarProps { ctx, tokens, what, file, .. } = props;
    let lines = tokens.text().bytes().filter(|&b| b == b'\n').count();
    let copy = {
        let (ctx, tokens, what) = (ctx.clone(), Rc::clone(tokens), *what);
        Callback::from(move |_: MouseEvent| {
            ctx.send(Msg::Copy(tokens.text().to_string(), format!("Copied the {what}")))
        })
    };
    let save = {
        let (ctx, tokens, file) = (ctx.clone(), Rc::clone(tokens), file.clone());
        Callback::from(move |_: MouseEvent| ctx.send(Msg::Download(file.clone(), tokens.text().to_string())))
    };
    html! {
        <div class="codebar">
            { for props.children.iter() }
            <span class="grow"></span>
            <span>{ format!("{} lines", grouped(lines as u64)) }</span>
            <button class="btn quiet" onclick={copy}>{ "Copy" }</button>
            <button class="btn quiet" onclick={save} title={format!("Save as {file}")}>{ "Download" }</button>
        </div>
    }
}

/// A file name for what was printed of a type.
pub fn file_name(type_name: &str, end: &str) -> String {
    let safe: String =
        type_name.chars().map(|c| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' }).collect();
    format!("{}{end}", if safe.is_empty() { "type" } else { &safe })
}
