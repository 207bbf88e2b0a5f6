//! The buttons that save a view as a picture.

use session::Msg;
use session::look::picture::Shot;
use yew::prelude::*;

use crate::ctx::Ctx;
use crate::dom::theme;

/// The buttons for SVG and PNG, in the page's theme.
pub fn pictures(ctx: &Ctx, shot: Shot) -> Html {
    let what = if shot == Shot::Strip { "the bit strip" } else { "this view" };
    let button = |name: &'static str, png: bool| {
        let save = ctx.callback(move |_: MouseEvent| Msg::Picture(shot, png, theme::is_dark()));
        html! { <button class="mini" aria-label={format!("Save {what} as {name}")} title={format!("Save {what} as {name}")} onclick={save}>{ name }</button> }
    };
    html! { <>{ button("SVG", false) }{ " " }{ button("PNG", true) }</> }
}
