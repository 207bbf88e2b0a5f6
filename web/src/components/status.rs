//! The status line: path, offset, the last message, keys.

use yew::prelude::*;

use crate::ctx::Ctx;

pub fn status(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let (path, offset) = session::status::status(&session);
    let keys = session::status::keys(&session);
    html! {
        <footer class="status">
            if !path.is_empty() { <code>{ path }</code> }
            if !offset.is_empty() { <span>{ offset }</span> }
            <span role="status" aria-live="polite">{ session.notice() }</span>
            <span class="grow"></span>
            <span class="keep">{ "nothing leaves this computer" }</span>
            <span class="keep hint">{ keys }</span>
        </footer>
    }
}
