//! The keyboard in lists.

use session::Msg;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::ctx::Ctx;
use crate::dom::keys::{list_move, page_of};

/// The type of the function that [`keys`] calls.
type Does = dyn Fn(&Ctx, &str, Option<i64>) -> bool;

/// A key handler for a list. It calls `does` for keys without Ctrl, Alt or Cmd, with the key and the number of rows
/// that it moves (`i32::MAX` for the end, `-i32::MAX` for the beginning, none if it does not move). `does` returns
/// whether it used the key.
pub fn keys(ctx: &Ctx, does: impl Fn(&Ctx, &str, Option<i64>) -> bool + 'static) -> Callback<KeyboardEvent> {
    let (ctx, does): (Ctx, Box<Does>) = (ctx.clone(), Box::new(does));
    Callback::from(move |e: KeyboardEvent| pressed(&ctx, &*does, &e))
}

/// The body of every handler, compiled once for all lists.
fn pressed(ctx: &Ctx, does: &Does, e: &KeyboardEvent) {
    if e.ctrl_key() || e.alt_key() || e.meta_key() {
        return;
    }
    let key = e.key();
    let delta = list_move(&key, page_of(e), ctx.session().settings().single_keys);
    if does(ctx, &key, delta) {
        e.prevent_default();
    }
}

/// The handler for most lists: Enter and the right arrow call `enter`; `step` makes the message that moves by rows.
pub fn list_keys(ctx: &Ctx, enter: fn(&Ctx), step: fn(i64) -> Msg) -> Callback<KeyboardEvent> {
    keys(ctx, move |ctx, key, delta| {
        match (key, delta) {
            ("Enter" | "ArrowRight", _) => enter(ctx),
            (_, Some(delta)) => ctx.send(step(delta)),
            _ => return false,
        }
        true
    })
}
