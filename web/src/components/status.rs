//! The last message, for some seconds at the foot of the page.

use yew::prelude::*;

use crate::ctx::Ctx;

pub fn status(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let text = session.notice().to_owned();
    let class = classes!("toast", text.is_empty().then_some("none"));
    // The key makes a new element for each text, so that the time begins again.
    html! { <div {class} role="status" aria-live="polite"><span key={text.clone()}>{ text }</span></div> }
}
