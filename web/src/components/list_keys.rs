//! The keys of the lists on the left.

use view::session::Msg;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::ctx::Ctx;
use crate::dom::keys::list_move;

/// Moves by keys in a list whose page has `page` rows; Enter and right go on with `enter`. `step` is the message that moves the
/// list by rows (`i32::MAX` and more: to its end).
pub fn list_keys(ctx: &Ctx, page: i64, enter: fn(&Ctx), step: fn(i64) -> Msg) -> Callback<KeyboardEvent> {
    let ctx = ctx.clone();
    Callback::from(move |e: KeyboardEvent| {
        if e.ctrl_key() || e.alt_key() || e.meta_key() {
            return;
        }
        let key = e.key();
        if key == "Enter" || key == "ArrowRight" {
            e.prevent_default();
            enter(&ctx);
            return;
        }
        let single = ctx.session().settings.single_keys;
        if let Some(delta) = list_move(&key, page, single) {
            e.prevent_default();
            ctx.send(step(delta));
        }
    })
}
