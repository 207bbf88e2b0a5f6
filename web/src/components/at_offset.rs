//! The dialog that finds the member at an offset of a type. It takes a number, or a line of text with an offset in it.

use session::{Msg, Overlay};
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

use super::dialog::Dialog;
use super::goto::{Choice, choice_keys, choice_rows, use_in_sight};
use super::header::CtxProps;
use crate::ctx::{Ctx, selected};

/// The members at the offset, and a sentence about the result.
fn found(ctx: &Ctx, of: &str, text: &str) -> (Vec<Choice>, String) {
    let session = ctx.session();
    let Some(file) = session.file() else { return (Vec::new(), String::new()) };
    let (targets, said) = file.look.list.columns().at_line(of, text);
    (targets.into_iter().map(Choice::from).collect(), said)
}

/// The name of the selected type, which is in the type field when the dialog opens.
fn open_type(ctx: &Ctx) -> String {
    let session = ctx.session();
    let t = selected(&session).and_then(|(file, selection)| file.btf.get(selection.id));
    t.map(|t| t.name().to_owned()).unwrap_or_default()
}

/// The most type names that are offered for completion.
const OFFERED: usize = 20;

#[component]
pub fn AtOffset(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let text = use_state(String::new);
    let of = use_state(|| open_type(ctx));
    let active = use_state(|| 0usize);
    let (list, said) = found(ctx, &of, &text);
    let at = (*active).min(list.len().saturating_sub(1));
    let typed = |into: &UseStateHandle<String>| {
        let (into, active) = (into.clone(), active.clone());
        Callback::from(move |e: InputEvent| {
            into.set(e.target_unchecked_into::<HtmlInputElement>().value());
            active.set(0);
        })
    };
    let keys = choice_keys(ctx, &list, &active, at);
    use_in_sight("at", at, list.len());
    // The type field does not have these keys, because the browser uses the arrow keys for its list of completions
    // there.
    let enter = {
        let keys = keys.clone();
        Callback::from(move |e: KeyboardEvent| {
            if e.key() == "Enter" {
                keys.emit(e);
            }
        })
    };
    let offered = ctx.session().file().map(|file| file.look.list.goto(of.trim(), OFFERED)).unwrap_or_default();
    let current = (!list.is_empty()).then(|| super::option_row::id("at", at));
    html! {
        <Dialog title="What is at an offset" onclose={ctx.on(Msg::Overlay(Overlay::None))} bare=true>
            <div class="goto at" style="display:contents">
                <div class="at">
                    <label for="at-line">{ "Offset or line" }</label>
                    <input id="at-line" class="field code" type="text" role="combobox" aria-expanded="true" aria-controls="at-list" aria-autocomplete="list"
                        aria-activedescendant={current} placeholder="0x4c, or *(u64 *)(r6 +1936)" autocomplete="off" spellcheck="false"
                        value={(*text).clone()} oninput={typed(&text)} onkeydown={keys.clone()}/>
                    <label for="at-type">{ "Type" }</label>
                    <input id="at-type" class="field code" type="text" list="at-types" placeholder="sock" autocomplete="off" spellcheck="false"
                        value={(*of).clone()} oninput={typed(&of)} onkeydown={enter}/>
                    <datalist id="at-types">{ for offered.iter().map(|t| html! { <option value={t.label.clone()}>{ &t.detail }</option> }) }</datalist>
                </div>
                <div id="at-list" class="found" role="listbox" aria-label="What is there">{ for choice_rows(ctx, "at", &list, at) }</div>
                <div class="hint" role="status">{ said }</div>
            </div>
        </Dialog>
    }
}
