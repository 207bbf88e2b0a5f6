//! A box to search or filter a list with.

use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

/// What a box is drawn from.
pub struct SearchBox {
    /// The id of the input.
    pub id: Option<&'static str>,
    /// Its name.
    pub label: &'static str,
    /// What it shows while it is empty.
    pub placeholder: &'static str,
    /// What is typed into it.
    pub text: String,
    /// The id of the list.
    pub controls: Option<&'static str>,
    /// The id of the list's active row.
    pub active: Option<String>,
    /// Whether `/` leads here.
    pub slash: bool,
    /// What more there is to know, where the mouse rests on it.
    pub title: Option<&'static str>,
    /// Keys beside those that type.
    pub keys: Callback<KeyboardEvent>,
}

impl SearchBox {
    /// A box with a name and a text.
    pub fn new(label: &'static str, placeholder: &'static str, text: &str) -> SearchBox {
        let text = text.to_owned();
        SearchBox {
            id: None,
            label,
            placeholder,
            text,
            controls: None,
            active: None,
            slash: false,
            title: None,
            keys: Callback::noop(),
        }
    }
}

/// The box; `typed` gets its text.
pub fn search_box(search: SearchBox, typed: Callback<String>) -> Html {
    let clear = typed.reform(|_: MouseEvent| String::new());
    let oninput = typed.reform(|e: InputEvent| e.target_unchecked_into::<HtmlInputElement>().value());
    let is_empty = search.text.is_empty();
    html! {
        <div class="search">
            <input id={search.id} class="field" type="search" role="searchbox" aria-label={search.label} placeholder={search.placeholder} value={search.text} title={search.title}
                autocomplete="off" spellcheck="false" autocapitalize="off" oninput={oninput} onkeydown={search.keys}
                aria-controls={search.controls} aria-activedescendant={search.active}/>
            if !is_empty {
                <button class="clear" aria-label="Clear the search" onclick={clear}>{ "×" }</button>
            } else if search.slash {
                <kbd aria-hidden="true">{ "/" }</kbd>
            }
        </div>
    }
}
