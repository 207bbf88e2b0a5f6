//! The menu Export of a view.

use session::export::{Export, exports};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;
use crate::dom::theme;

/// The menu, if there is anything to export.
pub fn export_menu(ctx: &Ctx) -> Html {
    menu_of("export", ctx, exports(&ctx.session()))
}

/// A menu with these choices. `id` is unique in the page.
pub fn menu_of(id: &'static str, ctx: &Ctx, all: Vec<Export>) -> Html {
    if all.is_empty() {
        return html! {};
    }
    let choices: Vec<Choice> = all
        .into_iter()
        .map(|export| {
            let does = export.does;
            let choose = ctx.with(move |ctx, _: MouseEvent| {
                let msg = does.clone().msg(&ctx.session(), theme::is_dark());
                ctx.send(msg);
            });
            Choice::new(export.name, choose)
        })
        .collect();
    html! { <Menu {id} label="Export" face="Export" class={classes!("tab")} {choices}/> }
}
