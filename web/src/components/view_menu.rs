//! The menu of a view of a type: how it shows offsets and bits.

use session::commands::Command;
use session::{Msg, SettingsMsg};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;

/// The menu; `bits`: the view has a bit strip.
pub fn view_menu(ctx: &Ctx, bits: bool) -> Html {
    let settings = ctx.session().settings();
    let hex = ctx.on(Msg::Settings(SettingsMsg::Hex(!settings.hex)));
    let mut choices = vec![Choice::new("Hexadecimal", hex).hint("x").on(settings.hex)];
    if bits {
        let flip = ctx.on(Msg::Command(Command::FlipBits));
        choices.push(Choice::new("Reverse the bit strip", flip).on(settings.flip_bits));
    }
    html! { <Menu id="view-menu" label="More of this view" face="⋯" class={classes!("bare")} choices={choices}/> }
}
