//! The command box: types, fields, functions, ids, commands.

use model::address::{file_name, host, web_address};
use model::path::Path;
use session::commands::TABLE;
use session::{Msg, Overlay, Way};
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use crate::ctx::Ctx;

const LIMIT: usize = 60;

/// A line of the box.
#[derive(Clone)]
struct Choice {
    letter: &'static str,
    class: &'static str,
    label: String,
    detail: String,
    msg: Msg,
}

fn choices(ctx: &Ctx, text: &str) -> Vec<Choice> {
    if let Some(rest) = text.strip_prefix('>') {
        let rest = rest.trim().to_ascii_lowercase();
        return TABLE
            .iter()
            .filter(|e| e.in_box && e.title.to_ascii_lowercase().contains(&rest))
            .map(|e| Choice {
                letter: "›",
                class: "func",
                label: e.title.into(),
                detail: e.keys.join(" or "),
                msg: Msg::Command(e.command),
            })
            .collect();
    }
    if let Some(address) = web_address(text) {
        let detail = format!("load from {}", host(address));
        let msg = Msg::LoadUrl(address.into());
        return vec![Choice { letter: "↓", class: "func", label: file_name(address), detail, msg }];
    }
    ctx.session()
        .file()
        .map(|file| file.look.list.goto(text, LIMIT))
        .unwrap_or_default()
        .into_iter()
        .map(|t| Choice {
            letter: t.letter,
            class: t.class,
            label: t.label,
            detail: t.detail,
            msg: Msg::GoTo(t.id, Path(t.path), Way::Push),
        })
        .collect()
}

/// The command box.
#[component]
pub fn GoTo(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let text = use_state(String::new);
    let active = use_state(|| 0usize);
    let list = choices(ctx, text.trim());
    let at = (*active).min(list.len().saturating_sub(1));
    let oninput = {
        let (text, active) = (text.clone(), active.clone());
        Callback::from(move |e: InputEvent| {
            text.set(e.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let onkeydown = {
        let (ctx, list, active) = (ctx.clone(), list.clone(), active.clone());
        Callback::from(move |e: KeyboardEvent| {
            let last = list.len().saturating_sub(1);
            match e.key().as_str() {
                "ArrowDown" => active.set(if at >= last { 0 } else { at + 1 }),
                "ArrowUp" => active.set(if at == 0 { last } else { at - 1 }),
                "Enter" => {
                    if let Some(choice) = list.get(at) {
                        ctx.send(choice.msg.clone());
                    }
                }
                _ => return,
            }
            e.prevent_default();
        })
    };
    {
        let id = format!("goto-{at}");
        use_effect_with((at, list.len()), move |_| {
            if let Some(element) = gloo::utils::document().get_element_by_id(&id) {
                let options = web_sys::ScrollIntoViewOptions::new();
                options.set_block(web_sys::ScrollLogicalPosition::Nearest);
                element.scroll_into_view_with_scroll_into_view_options(&options);
            }
        });
    }
    let lines = list.iter().enumerate().map(|(i, c)| {
        html! {
            <li key={i} id={format!("goto-{i}")} role="option" aria-selected={(i == at).to_string()} onclick={ctx.on(c.msg.clone())}>
                <i class={classes!("badge", c.class)} aria-hidden="true" data-letter={c.letter}></i><span class="n">{ &c.label }</span><span class="d">{ &c.detail }</span>
            </li>
        }
    });
    let hint = if list.is_empty() && !text.is_empty() {
        "Nothing is called that here."
    } else {
        "task_struct · task_struct.mm · #123 · > commands · https://… to load"
    };
    html! {
        <Dialog title="Go to" onclose={ctx.on(Msg::Overlay(Overlay::None))} bare=true>
            <div class="goto" style="display:contents">
                <div class="goto"><input type="text" role="combobox" aria-label="Go to" aria-expanded="true" aria-controls="goto-list" aria-autocomplete="list"
                    aria-activedescendant={(!list.is_empty()).then(|| format!("goto-{at}"))} placeholder="Go to type, field, function…"
                    autocomplete="off" spellcheck="false" value={(*text).clone()} oninput={oninput} onkeydown={onkeydown}/></div>
                <ul id="goto-list" role="listbox" aria-label="Results">{ for lines }</ul>
                <div class="hint">{ hint }</div>
            </div>
        </Dialog>
    }
}
