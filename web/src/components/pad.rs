//! The scratch pad: an editor for C, with the compiler's messages at their lines.

use std::collections::{BTreeMap, BTreeSet};

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use model::pad::examples::{EXAMPLES, Example};
use model::pad::gutter::gutter;
use model::pad::{PadTarget, line_at, units};
use model::variants::{VARIANTS, Variant};
use session::{Msg, PadMsg, Pane};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlSelectElement, HtmlTextAreaElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::c_colours::class;
use super::detail::ViewProps;
use super::menu::{Choice, Menu};
use super::variants::{open_variant, take_focus};
use super::verdict_list::verdict_line;
use crate::ctx::Ctx;
use crate::dom::focus;

/// The CSS classes of the colours that a declaration's lines share with its records, by [`session::pad::Pad::hue_of`].
pub const HUES: [&str; 8] = ["hue0", "hue1", "hue2", "hue3", "hue4", "hue5", "hue6", "hue7"];

/// The pause in typing after which the text is compiled, in milliseconds.
const PAUSE: u32 = 180;

fn send(ctx: &Ctx, msg: PadMsg) {
    ctx.send(Msg::Pad(msg));
}

/// Inserts a tab at the cursor, in a way that the browser's Undo knows.
fn insert_tab() -> Option<bool> {
    let page = document().dyn_into::<HtmlDocument>().ok()?;
    page.exec_command_with_show_ui_and_value("insertText", false, "\t").ok()
}

/// The editor with its buttons and messages.
#[component]
pub fn Pad(props: &ViewProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let pad = session.pad();
    let text = use_state(|| pad.text.clone());
    let area = use_node_ref();
    let pause = use_mut_ref(|| None::<Timeout>);
    let escaped = use_mut_ref(|| false);
    {
        let (text, pause, new) = (text.clone(), pause.clone(), pad.text.clone());
        use_effect_with(pad.version, move |_| {
            *pause.borrow_mut() = None;
            text.set(new);
        });
    }
    {
        let area = area.clone();
        use_effect_with((), move |()| {
            // The element that opened the pad is gone, so the pad takes the focus, unless the person has moved the
            // focus elsewhere.
            if let Some(area) = area.cast::<HtmlTextAreaElement>().filter(|_| focus::is_free()) {
                let _ = area.focus();
                let _ = area.set_selection_range(0, 0);
                // Browsers scroll the middle of a focused element into view, so scroll back to the first line.
                if let Ok(Some(around)) = area.closest(".padscroll") {
                    around.set_scroll_top(0);
                }
            }
        });
    }
    let here = session.pad_line();
    use_effect_with(here, |_| {
        // Scroll to the selected line, unless a text area has the focus: its cursor is in view already.
        if document().active_element().is_none_or(|e| e.tag_name() != "TEXTAREA") {
            focus::show(".nums .here");
        }
    });
    let oninput = {
        let (ctx, text, pause) = (ctx.clone(), text.clone(), pause.clone());
        Callback::from(move |e: InputEvent| {
            let value = e.target_unchecked_into::<HtmlTextAreaElement>().value();
            text.set(value.clone());
            let ctx = ctx.clone();
            *pause.borrow_mut() = Some(Timeout::new(PAUSE, move || send(&ctx, PadMsg::Edit(value))));
        })
    };
    let onkeydown = {
        let escaped = escaped.clone();
        Callback::from(move |e: KeyboardEvent| {
            let leaves = escaped.replace(e.key() == "Escape");
            let plain = !e.shift_key() && !e.ctrl_key() && !e.alt_key() && !e.meta_key();
            if e.key() == "Tab" && plain && !leaves && insert_tab() == Some(true) {
                e.prevent_default();
            }
        })
    };
    let moved = {
        let (ctx, area) = (ctx.clone(), area.clone());
        move || {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                let at = area.selection_start().ok().flatten().unwrap_or(0);
                send(&ctx, PadMsg::Line(line_at(&area.value(), at)));
            }
        }
    };
    let onkeyup = {
        let moved = moved.clone();
        Callback::from(move |e: KeyboardEvent| {
            if matches!(e.key().as_str(), "ArrowUp" | "ArrowDown" | "PageUp" | "PageDown") {
                moved();
            }
        })
    };
    let onclick = Callback::from(move |_: MouseEvent| moved());
    let target = ctx.with(move |ctx, e: Event| {
        let value = e.target_unchecked_into::<HtmlSelectElement>().value();
        send(ctx, PadMsg::Target(PadTarget::from_word(&value).unwrap_or_default()));
    });
    let lines = text.matches('\n').count() as u32 + 1;
    let hues = pad.hues();
    let over =
        props.hover.over.filter(|_| session.pad_file().is_some()).and_then(|over| pad.declared_at(over.id, over.item));
    let mut worst: BTreeMap<u32, bool> = BTreeMap::new();
    for m in &pad.marks {
        *worst.entry(m.line).or_default() |= m.error;
    }
    let own: BTreeSet<u32> = hues.keys().chain(worst.keys()).copied().chain(here).chain(over).collect();
    let numbers = gutter(lines, &own).into_iter().map(|(n, text)| {
        let worst = worst.get(&n).map(|error| mark(*error));
        let hue = hues.get(&n).and_then(|hue| HUES.get(*hue)).copied();
        let class = classes!((here == Some(n)).then_some("here"), worst, hue, (over == Some(n)).then_some("hov"));
        html! { <i key={n} class={class} data-mark={worst}>{ text }</i> }
    });
    let under = pad.painted(&text).into_iter().map(|(piece, part, mark)| {
        let piece = match class(part) {
            Some(class) => html! { <span class={class}>{ piece }</span> },
            None => html! { { piece } },
        };
        match mark {
            None => piece,
            Some(error) => html! { <u class={self::mark(error)} data-mark={self::mark(error)}>{ piece }</u> },
        }
    });
    let marks = pad.marks.iter().map(|m| {
        let (area, range) = (area.clone(), m.range.clone());
        let go = Callback::from(move |_: MouseEvent| {
            if let Some(area) = area.cast::<HtmlTextAreaElement>() {
                let at = units(&area.value(), &range);
                let _ = area.focus();
                let _ = area.set_selection_range(at.start, at.end);
            }
        });
        html! {
            <li><button class={mark(m.error)} onclick={go}>
                <b>{ format!("{}:{}", m.line, m.column) }</b>{ format!(" {}: {}", if m.error { "error" } else { "note" }, m.message) }
            </button></li>
        }
    });
    let wide = text.lines().map(|l| l.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>()).max();
    let bad = pad.marks.iter().any(|m| m.error);
    html! {
        <section class="pad" aria-label="Scratch pad">
            <div class="padbar">
                <select class="field" aria-label="Target" onchange={target}>
                    { for PadTarget::ALL.into_iter().map(|t| html! {
                        <option value={t.word()} selected={t == pad.target}>{ t.title() }</option>
                    }) }
                </select>
                { examples(ctx) }
                <span class="grow"></span>
                <button class="mini" onclick={ctx.on(Msg::Pad(PadMsg::SaveSource))}>{ "Save .c" }</button>
                <button class="mini" onclick={ctx.on(Msg::Pad(PadMsg::SaveBlob))}>{ "Save .btf" }</button>
            </div>
            <div class="padscroll">
                <div class="nums" aria-hidden="true">{ for numbers }</div>
                <div class="padtext">
                    <pre class="tokens" aria-hidden="true">{ for under }</pre>
                    <textarea ref={&area} aria-label={if pad.target.bytes { "Bytes in hexadecimal" } else { "C source" }} aria-describedby="pad-keys pad-says" aria-invalid={bad.to_string()}
                        spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" rows={(lines + 1).to_string()}
                        cols={(wide.unwrap_or(0) + 2).to_string()} value={(*text).clone()} {oninput} {onkeydown} {onkeyup} {onclick}/>
                </div>
            </div>
            <p class="padsays" id="pad-says" role="status">{ pad.status() }<span class="sr">{ for pad.first_error().map(|e| format!(" {e}")) }</span></p>
            { verdict_line(ctx) }
            if !pad.marks.is_empty() { <ol class="padmarks" aria-label="Errors and notes">{ for marks }</ol> }
            <p class="sr" id="pad-keys">{ "Tab indents. Escape, then Tab, moves to the next element; Shift+Tab moves back." }</p>
        </section>
    }
}

/// The menu of examples: declarations, which replace the text, and one program in its variants. It is no `select`
/// element, because there each arrow key would replace the text.
fn examples(ctx: &Ctx) -> Html {
    let declaration =
        |(i, example): (usize, &Example)| Choice::new(example.title, ctx.on(Msg::Pad(PadMsg::Example(i))));
    let program = |(i, variant): (usize, &Variant)| {
        let variant = *variant;
        let open = ctx.with(move |ctx, _: MouseEvent| {
            ctx.send(open_variant(&variant));
            // On a narrow screen, the list with the pad would stay in front of the program.
            ctx.send(Msg::See(Pane::View));
            take_focus();
        });
        let choice = Choice::new(variant.title, open).hint("program");
        if i == 0 { choice.apart() } else { choice }
    };
    let declarations = EXAMPLES.iter().enumerate().map(declaration);
    let choices: Vec<Choice> = declarations.chain(VARIANTS.iter().enumerate().map(program)).collect();
    html! { <Menu id="examples" label="Examples" face="Examples" class="btn quiet" {choices}/> }
}

/// The CSS class for an error or a note.
fn mark(error: bool) -> &'static str {
    if error { "bad" } else { "note" }
}
