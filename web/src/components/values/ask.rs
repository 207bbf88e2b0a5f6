//! The field for bytes: pasted, typed, or from a file.

use gloo::utils::document;
use session::look::values::{FORMS, MAX_FILE};
use session::{Msg, ValuesMsg};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File, HtmlInputElement, HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use super::{choice, on, send};
use crate::ctx::{Ctx, selected};
use crate::dom::files;

/// Reads the bytes of a file.
fn take(ctx: &Ctx, file: File) {
    let (name, size) = (file.name(), file.size() as u64);
    if size > MAX_FILE {
        return send(ctx, ValuesMsg::LargeFile(size));
    }
    let done = ctx.callback(move |read| match read {
        Ok(bytes) => Msg::Values(ValuesMsg::File(name.clone(), bytes)),
        Err(why) => Msg::Values(ValuesMsg::NoFile(why)),
    });
    files::read_bytes(file, done);
}

/// Selects the part of the text that a problem is about. `range` is in bytes of the text.
fn show_place(range: std::ops::Range<usize>) {
    let area = document().query_selector("#value-bytes").ok().flatten();
    let Some(area) = area.and_then(|e| e.dyn_into::<HtmlTextAreaElement>().ok()) else { return };
    let text = area.value();
    let units = |at: usize| text.get(..at).map_or(0, |t| t.encode_utf16().count()) as u32;
    let _ = area.focus();
    let _ = area.set_selection_range(units(range.start), units(range.end));
}

/// The field with its buttons.
pub(super) fn ask(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let look = &session.looks()[file.id].values;
    let oninput = ctx.with(move |ctx, e: InputEvent| {
        let text = e.target_unchecked_into::<HtmlTextAreaElement>().value();
        // A script that fills the field sends a plain event without an input type.
        let of = e.dyn_ref::<InputEvent>().map(InputEvent::input_type).unwrap_or_default();
        let pasted = matches!(of.as_str(), "insertFromPaste" | "insertFromDrop");
        send(ctx, if pasted { ValuesMsg::Pasted(text) } else { ValuesMsg::Typed(text) });
    });
    let ondrop = ctx.with(move |ctx, e: DragEvent| {
        if let Some(file) = e.data_transfer().and_then(|d| d.files()).and_then(|all| all.get(0)) {
            e.prevent_default();
            take(ctx, file);
        }
    });
    let onfile = ctx.with(move |ctx, e: Event| {
        let input = e.target_unchecked_into::<HtmlInputElement>();
        if let Some(file) = input.files().and_then(|all| all.get(0)) {
            take(ctx, file);
        }
        input.set_value("");
    });
    let forms: Vec<(String, bool)> =
        FORMS.iter().enumerate().map(|(i, form)| (form.0.to_owned(), i == look.form)).collect();
    let maps = look.maps();
    let by_map = (!maps.is_empty()).then(|| {
        let names: Vec<Option<String>> = std::iter::once(None).chain(maps.iter().map(|m| Some(m.name.clone()))).collect();
        let chosen = look.map().map(|m| m.name.clone());
        let title = |name: &Option<String>| name.as_ref().map_or_else(|| "no map".to_owned(), |n| format!("map {n}"));
        let options: Vec<(String, bool)> = names.iter().map(|name| (title(name), *name == chosen)).collect();
        html! { <label>{ "entries of " }{ choice(ctx, "Map", &options, move |at| ValuesMsg::Map(names.get(at).cloned().flatten())) }</label> }
    });
    let onkey = ctx.with(move |ctx, e: InputEvent| {
        send(ctx, ValuesMsg::Key(e.target_unchecked_into::<HtmlInputElement>().value()))
    });
    let place = look.problem.as_ref().map(|p| p.range.clone()).filter(|range| !range.is_empty());
    html! {
        <div class="vask" tabindex="0" data-takes-bytes="yes" ondrop={ondrop} role="group" aria-label="Bytes to read">
            <textarea id="value-bytes" class="field code" aria-label="Bytes" rows="4" spellcheck="false" autocomplete="off" oninput={oninput}
                aria-invalid={look.problem.is_some().then_some("true")} value={look.text.to_string()}
                placeholder="Paste bytes, or drop a file: hexadecimal, base64, a C array, xxd, gdb x/, bpftool map dump (plain or JSON)"/>
            if let Some(problem) = &look.problem {
                <p class="vproblem" role="alert">{ &problem.text }
                    if let Some(range) = place { { " " }<button class="link" onclick={Callback::from(move |_: MouseEvent| show_place(range.clone()))}>{ "Show it" }</button> }
                </p>
            }
            <div class="acts">
                <label>{ "form " }{ choice(ctx, "Form of the bytes", &forms, ValuesMsg::Form) }</label>
                { by_map }
                if look.wants_key() {
                    <label>{ "keys are " }<input class="field code" type="text" aria-label="Type of the keys" spellcheck="false" value={look.key.clone()} oninput={onkey} placeholder="name of a type"/></label>
                }
                <label class="btn quiet vfile">{ "From a file" }<input type="file" class="sr" aria-label="File with bytes" onchange={onfile}/></label>
                <button class="btn quiet" onclick={on(ctx, ValuesMsg::Zeros)}>{ "Zeros" }</button>
                if look.has_own() { <button class="btn quiet" onclick={on(ctx, ValuesMsg::Own)}>{ "The file's own" }</button> }
            </div>
            if look.shown.is_none() { { about(ctx) } }
        </div>
    }
}

/// The purpose of the view, shown while it is empty.
fn about(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let name = dump::type_name(&file.btf, selection.id);
    let size = file.btf.size_of(selection.id).unwrap_or(0);
    html! {
        <div class="prose">
            <p>{ format!("Each {name} takes {}; more bytes are read as several in a row. Choose a value, a byte or a bit and the others show it, too. ", model::words::many(size.into(), "byte")) }
                { "“Zeros” starts with all bits clear: set bits to see values, or type values to see bits." }</p>
        </div>
    }
}
