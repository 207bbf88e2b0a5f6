//! An input that searches or filters a list.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

/// The properties of the box.
#[derive(Default)]
pub struct SearchBox {
    /// The id of the input.
    pub id: Option<&'static str>,
    /// The accessible name.
    pub label: &'static str,
    /// The placeholder.
    pub placeholder: &'static str,
    pub text: String,
    /// The id of the list that it searches.
    pub controls: Option<&'static str>,
    /// The id of the list's active row.
    pub active: Option<String>,
    /// Whether the key `/` moves the focus to this box. The box then shows the key.
    pub slash: bool,
    /// Whether a click selects the whole text, because the person did not type it; typing then replaces it.
    pub preset: bool,
    /// The tooltip.
    pub title: Option<&'static str>,
    /// Called for each key.
    pub keys: Callback<KeyboardEvent>,
}

impl SearchBox {
    /// A box with a name, a placeholder and a text.
    pub fn new(label: &'static str, placeholder: &'static str, text: &str) -> SearchBox {
        SearchBox { label, placeholder, text: text.to_owned(), ..SearchBox::default() }
    }
}

/// The box. `typed` gets each new text.
pub fn search_box(search: SearchBox, typed: Callback<String>) -> Html {
    // The button disappears together with the text, so the input gets the focus and thus the next keys.
    let clear = typed.reform(|e: MouseEvent| {
        let around = e.target_dyn_into::<Element>().and_then(|button| button.parent_element());
        let input = around.and_then(|around| around.query_selector("input").ok()?);
        if let Some(input) = input.and_then(|input| input.dyn_into::<HtmlInputElement>().ok()) {
            // The error is ignored, because `focus` does not fail here.
            let _ = input.focus();
        }
        String::new()
    });
    let onclick = search.preset.then(|| {
        Callback::from(|e: MouseEvent| {
            if let Some(input) = e.target_dyn_into::<HtmlInputElement>() {
                input.select();
            }
        })
    });
    let oninput = typed.reform(|e: InputEvent| e.target_unchecked_into::<HtmlInputElement>().value());
    let is_empty = search.text.is_empty();
    html! {
        <div class="search">
            <input id={search.id} class="field" type="search" role="searchbox" aria-label={search.label} placeholder={search.placeholder} value={search.text} title={search.title}
                autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput} onclick={onclick} onkeydown={search.keys}
                aria-controls={search.controls} aria-activedescendant={search.active}/>
            if !is_empty {
                <button class="clear" aria-label="Clear the search" onclick={clear}>{ "×" }</button>
            } else if search.slash {
                <kbd aria-hidden="true">{ "/" }</kbd>
            }
        </div>
    }
}
