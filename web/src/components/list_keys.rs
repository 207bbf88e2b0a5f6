//! The keys of lists.

use session::Msg;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use crate::ctx::Ctx;
use crate::dom::keys::{list_move, page_of};

/// What keys do in a list: [`keys`].
type Does = dyn Fn(&Ctx, &str, Option<i64>) -> bool;

/// The keys of a list. `does` gets a key that is not held with Ctrl, Alt or Cmd, and by how many rows it moves in lists (`i32::MAX`
/// and more: to the end), and says whether that was one of its keys.
pub fn keys(ctx: &Ctx, does: impl Fn(&Ctx, &str, Option<i64>) -> bool + 'static) -> Callback<KeyboardEvent> {
    let (ctx, does): (Ctx, Box<Does>) = (ctx.clone(), Box::new(does));
    Callback::from(move |e: KeyboardEvent| pressed(&ctx, &*does, &e))
}

/// One for all lists.
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

/// The keys of the lists on the left: Enter and right go on with `enter`; `step` is the message that moves the list by rows.
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
