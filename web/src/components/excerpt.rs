//! The note of an excerpt (a part of a file, which a link carried), with ways to open the whole file.

use session::commands::Command;
use session::look::atlas::AtlasMsg;
use session::{Msg, Overlay};
use yew::prelude::*;

use crate::ctx::Ctx;

/// The note, if the current file is an excerpt.
pub fn excerpt_note(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(whole) = session.file().and_then(|file| session.whole(file)) else { return html! {} };
    let in_atlas = whole.release.map(|release| {
        let show = release.clone();
        let find = ctx.with(move |ctx, _: MouseEvent| {
            ctx.send(Msg::Overlay(Overlay::Atlas));
            ctx.send(Msg::Atlas(AtlasMsg::List(true)));
            ctx.send(Msg::Atlas(AtlasMsg::Filter(show.clone())));
        });
        html! { <>{ " · " }<button class="link" onclick={find}>{ format!("Look for {release} in the atlas") }</button></> }
    });
    html! {
        <p class="note excerpt" role="note" aria-label="Excerpt"><b>{ "Excerpt" }</b>{ format!(" of {}: what a link carries. ", whole.name) }
            <button class="link" onclick={ctx.on(Msg::Command(Command::Open))}>{ "Open the whole file" }</button>{ in_atlas }
        </p>
    }
}
