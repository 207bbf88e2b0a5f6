//! The parts of the inspector: sections with titles, one below the other, separated by lines.

use session::Msg;
use yew::prelude::*;

use crate::ctx::Ctx;

/// A part with a title. `aside` is shown at the right of the title.
pub fn part(title: &'static str, aside: Html, body: Html) -> Html {
    html! {
        <section class="part" aria-label={title}>
            <div class="parthead"><h3>{ title }</h3><span>{ aside }</span></div>
            { body }
        </section>
    }
}

/// The first part, which says what the inspector is about.
pub fn heading_part(body: Html) -> Html {
    html! { <section class="part" aria-label="Selected">{ body }</section> }
}

/// A link that copies `text`; `of` names it for screen readers and in the notice.
pub fn copy(ctx: &Ctx, text: &str, of: &str) -> Html {
    let (label, name) = match ctx.session().is_copied(text) {
        true => ("copied", format!("Copied the {of}")),
        false => ("copy", format!("Copy the {of}")),
    };
    html! {
        <button class="link copy" aria-label={name}
            onclick={ctx.on(Msg::Copy(text.to_owned(), format!("Copied the {of}")))}>{ label }</button>
    }
}

/// A button among the actions of the last part.
pub fn action(ctx: &Ctx, name: impl Into<AttrValue>, msg: Msg) -> Html {
    named_action(ctx, name, None, msg)
}

/// As [`action`], with a longer name for screen readers, which begins with the text.
pub fn named_action(ctx: &Ctx, text: impl Into<AttrValue>, name: Option<AttrValue>, msg: Msg) -> Html {
    html! { <button class="btn quiet" aria-label={name} onclick={ctx.on(msg)}>{ text.into() }</button> }
}

/// The part with actions.
pub fn actions(buttons: Html) -> Html {
    html! { <section class="part acts" aria-label="Actions">{ buttons }</section> }
}
