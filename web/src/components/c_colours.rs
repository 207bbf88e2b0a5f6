//! C source in the colours of the Code view.

use model::c_text::{Part, parts};
use yew::prelude::*;

/// The source in colours. `types` are the names to colour as types.
pub fn coloured(source: &str, types: &[&str]) -> Html {
    let spans = parts(source, types).into_iter().map(|(part, text)| match class(part) {
        Some(class) => html! { <span class={class}>{ text.to_owned() }</span> },
        None => html! { { text.to_owned() } },
    });
    html! { { for spans } }
}

/// The CSS class for the colour of a part.
pub(super) fn class(part: Part) -> Option<&'static str> {
    match part {
        Part::Keyword => Some("kw"),
        Part::Type => Some("ty"),
        Part::Number => Some("num"),
        Part::Comment => Some("com"),
        Part::Text => Some("str"),
        Part::Plain => None,
    }
}
