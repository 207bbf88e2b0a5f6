//! The last message, shown for some seconds at the bottom of the page.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::ctx::Ctx;

/// For how long a message is shown, in milliseconds.
const SHOWN: u32 = 10_000;

#[derive(Properties, PartialEq)]
pub struct ToastProps {
    /// The message; empty if there is none.
    pub text: AttrValue,
    /// Changes with each message, also when the text stays the same.
    pub turn: u32,
    /// Whether only screen readers need the message.
    #[prop_or_default]
    pub is_for_readers: bool,
}

/// The message. It disappears after a time; a new message starts that time again.
#[component]
pub fn Toast(props: &ToastProps) -> Html {
    let gone = use_state(|| false);
    {
        let gone = gone.clone();
        use_effect_with((props.text.clone(), props.turn), move |_| {
            gone.set(false);
            let timer = Timeout::new(SHOWN, move || gone.set(true));
            move || drop(timer)
        });
    }
    let hidden = props.text.is_empty() || *gone;
    // By its key, each message is a new element: screen readers read the same text again.
    html! {
        <div class={classes!(if props.is_for_readers { "sr" } else { "toast" }, hidden.then_some("none"))} role="status" aria-live="polite"><span key={props.turn}>{ &props.text }</span></div>
    }
}

pub fn status(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let text = session.notice().to_owned();
    html! { <Toast {text} turn={session.notice_turn()} is_for_readers={session.notice_is_for_readers()}/> }
}
