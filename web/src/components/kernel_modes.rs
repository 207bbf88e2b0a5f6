//! The switch between the screens that show a program on kernels: Loads on, CO-RE, Changes, Fields.

use yew::prelude::*;

use super::tab_list::{Tab, tab_list};
use crate::ctx::Ctx;

/// The switch; nothing on other screens, and for files that are not programs.
pub fn kernel_modes(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.on_kernels() else { return html! {} };
    let tabs = session
        .kernel_modes(file)
        .into_iter()
        .map(|mode| Tab { title: Some(mode.about.to_owned()), ..Tab::new(mode.name, mode.shown, ctx.on(mode.msg)) });
    tab_list("modes", "On kernels", tabs.collect())
}

/// The switch in a line of its own, above a screen that has no other place for it.
pub fn kernel_modes_bar(ctx: &Ctx) -> Html {
    let session = ctx.session();
    if session.on_kernels().is_none() || session.fits().is_some() {
        return html! {};
    }
    html! { <div class="modebar">{ kernel_modes(ctx) }</div> }
}
