//! The command box: finds types, fields, functions, ids, commands.

use model::address::{file_name, host, web_address};
use model::path::Path;
use search::Target;
use session::commands::TABLE;
use session::{FilesMsg, History, Msg, Overlay};
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::header::CtxProps;
use super::option_row::{OptionRow, option_row};
use crate::ctx::Ctx;

const LIMIT: usize = 60;

/// A row of the box.
#[derive(Clone)]
pub struct Choice {
    letter: &'static str,
    class: &'static str,
    label: String,
    detail: String,
    msg: Msg,
}

/// The rows for a text. When there are none and the reason is known: that reason.
fn choices(ctx: &Ctx, text: &str) -> (Vec<Choice>, Option<String>) {
    if let Some(rest) = text.strip_prefix('>') {
        let rest = rest.trim().to_ascii_lowercase();
        let commands = TABLE
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
        return (commands, None);
    }
    if let Some(address) = web_address(text) {
        let detail = format!("load from {}", host(address));
        let msg = Msg::Files(FilesMsg::LoadUrl(address.into()));
        return (vec![Choice { letter: "↓", class: "func", label: file_name(address), detail, msg }], None);
    }
    let session = ctx.session();
    let Some(file) = session.file() else { return (Vec::new(), None) };
    let open = file.look.selection.as_ref().map(|s| s.id);
    let at = file.look.list.at(text, open).unwrap_or_default();
    let found: Vec<Choice> = at.targets.into_iter().chain(file.look.list.goto(text, LIMIT)).map(Choice::from).collect();
    let problem = at.problem.filter(|_| found.is_empty());
    (found, problem)
}

impl From<Target> for Choice {
    fn from(t: Target) -> Choice {
        Choice {
            letter: t.letter,
            class: t.class,
            label: t.label,
            detail: t.detail,
            msg: Msg::GoTo(t.id, Path(t.path), History::Push),
        }
    }
}

/// Rows for a list of choices, of which number `at` is active. `name` is the prefix of their ids.
pub fn choice_rows(ctx: &Ctx, name: &'static str, list: &[Choice], at: usize) -> Vec<Html> {
    let lines = list.iter().enumerate().map(|(i, c)| {
        let row = OptionRow {
            list: name,
            index: i,
            of: list.len(),
            selected: i == at,
            choose: ctx.on(c.msg.clone()),
            ..OptionRow::default()
        };
        let cells = html! {
            <>
                <i class={classes!("badge", c.class)} aria-hidden="true" data-letter={c.letter}></i><span class="n">{ &c.label }</span><span class="d">{ &c.detail }</span>
            </>
        };
        option_row(row, cells)
    });
    lines.collect()
}

/// The keys of the input above a list of choices: arrows move, Enter chooses the active row.
pub fn choice_keys(ctx: &Ctx, list: &[Choice], active: &UseStateHandle<usize>, at: usize) -> Callback<KeyboardEvent> {
    let (ctx, list, active) = (ctx.clone(), list.to_vec(), active.clone());
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
}

/// Scrolls the active row into view.
#[hook]
pub fn use_in_sight(name: &'static str, at: usize, of: usize) {
    use_effect_with((at, of), move |_| {
        if let Some(element) = gloo::utils::document().get_element_by_id(&super::option_row::id(name, at)) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

#[component]
pub fn GoTo(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let text = use_state(String::new);
    let active = use_state(|| 0usize);
    let (list, problem) = choices(ctx, text.trim());
    let at = (*active).min(list.len().saturating_sub(1));
    let oninput = {
        let (text, active) = (text.clone(), active.clone());
        Callback::from(move |e: InputEvent| {
            text.set(e.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let onkeydown = choice_keys(ctx, &list, &active, at);
    use_in_sight("goto", at, list.len());
    let lines = choice_rows(ctx, "goto", &list, at);
    let hint = if let Some(why) = &problem {
        why
    } else if list.is_empty() && !text.is_empty() {
        "Nothing has that name here."
    } else {
        "task_struct.mm · i_atime_sec · sock+0x4c · value:TCP_ESTABLISHED · #123 · > commands · https://… to load"
    };
    html! {
        <Dialog title="Go to" onclose={ctx.on(Msg::Overlay(Overlay::None))} bare=true>
            <div class="goto" style="display:contents">
                <div class="goto"><input class="field" type="text" role="combobox" aria-label="Go to" aria-expanded="true" aria-controls="goto-list" aria-autocomplete="list"
                    aria-activedescendant={(!list.is_empty()).then(|| format!("goto-{at}"))} placeholder="Go to type, field, function, constant, offset…"
                    autocomplete="off" spellcheck="false" value={(*text).clone()} oninput={oninput} onkeydown={onkeydown}/></div>
                <div id="goto-list" class="found" role="listbox" aria-label="Results">{ for lines }</div>
                <div class="hint">{ hint }</div>
            </div>
        </Dialog>
    }
}
