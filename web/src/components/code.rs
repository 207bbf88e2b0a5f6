//! Printed code with links: one block when it is short, a virtual list of lines when it is long.

use std::rc::Rc;

use dump::{Token, TokenKind, Tokens};
use yew::prelude::*;

use super::rows::Rows;
use crate::ctx::{Ctx, go_to};

const ROW: u32 = 20;
const PLAIN_LINES: usize = 500;

/// Splits tokens into lines, which are ranges of token indices. Most tokens end at a line break or contain none; text
/// between records may contain several.
fn lines(tokens: &Tokens) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (i, token) in tokens.list().iter().enumerate() {
        if tokens.text_of(token).contains('\n') {
            out.push(start..i + 1);
            start = i + 1;
        }
    }
    if start < tokens.list().len() {
        out.push(start..tokens.list().len());
    }
    out
}

fn token(ctx: &Ctx, tokens: &Tokens, t: &Token, selected: Option<(btf::TypeId, u32)>, trim: bool) -> Html {
    let text = tokens.text_of(t);
    let text = if trim { text.trim_matches('\n') } else { text };
    let class = match t.kind {
        TokenKind::Keyword => "kw",
        TokenKind::Number => "num",
        TokenKind::Comment | TokenKind::Directive => "com",
        TokenKind::TypeName(id) => {
            let text = text.to_string();
            return html! {
                <a class="ty" role="link" tabindex="-1" onclick={ctx.on(go_to(id))}>{ text }</a>
            };
        }
        TokenKind::Member(id, index) if selected == Some((id, index.0)) => "mem sel",
        TokenKind::Member(..) => "mem",
        TokenKind::Name | TokenKind::Punct | TokenKind::Text => return html! { { text.to_string() } },
    };
    html! { <span class={class}>{ text.to_string() }</span> }
}

/// Printed code. `label` is its accessible name; `selected` is the selected member: the type that has it, and its
/// index in that type.
pub fn code(ctx: &Ctx, tokens: &Rc<Tokens>, label: &'static str, selected: Option<(btf::TypeId, u32)>) -> Html {
    let lines = lines(tokens);
    if lines.len() <= PLAIN_LINES {
        return html! {
            <pre class="code" tabindex="0" aria-label={label}>
                { for tokens.list().iter().map(|t| token(ctx, tokens, t, selected, false)) }
            </pre>
        };
    }
    let count = lines.len();
    let render = {
        let (ctx, tokens, selected) = (ctx.clone(), tokens.clone(), selected);
        Callback::from(move |i: usize| {
            let range = lines.get(i).cloned().unwrap_or_default();
            let list = tokens.list().get(range).unwrap_or_default();
            html! {
                <div key={i} class="codeline" style={format!("height:{ROW}px;line-height:{ROW}px")}>
                    { for list.iter().map(|t| token(&ctx, &tokens, t, selected, true)) }
                </div>
            }
        })
    };
    html! {
        <Rows count={count} height={ROW} active={None::<usize>} render={render} role="document" label={label} class={classes!("codelines")}/>
    }
}
