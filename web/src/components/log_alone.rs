//! The meaning of the messages in a log whose program is not open.

use session::commands::Command;
use session::{Msg, Overlay};
use yew::prelude::*;

use super::dialog::Dialog;
use super::log::meaning;
use crate::ctx::Ctx;

/// The dialog with the meaning of the log.
pub fn log_alone(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.log_alone();
    html! {
        <Dialog title="Log" onclose={ctx.on(Msg::Overlay(Overlay::None))}>
            <div class="log alone">
                { for look.unexplained().map(|line| meaning(line, None)) }
                { for look.explained().into_iter().map(|(line, error)| meaning(line, Some(error))) }
                <p class="dim"><span role="status">{ look.status() }</span>{ ". Open its program to see which instruction it is about." }</p>
                <button class="btn" onclick={ctx.on(Msg::Command(Command::Open))}>{ "Open the program" }</button>
            </div>
        </Dialog>
    }
}
