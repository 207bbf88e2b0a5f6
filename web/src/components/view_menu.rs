//! The menus of views of a type: how offsets and bits are shown, and whether a history follows other names of a member.

use session::commands::Command;
use session::look::atlas::AtlasMsg;
use session::{Msg, SettingsMsg};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;

/// The menu of the History of a member that had other names: whether the member is followed under those names. Empty
/// for other histories.
pub fn history_menu(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let look = session.atlas();
    let of_names = |past: &model::atlas::History| past.is_split || !past.followed.is_empty();
    if look.history(true).is_none_or(|past| !of_names(past)) {
        return html! {};
    }
    let split = ctx.on(Msg::Atlas(AtlasMsg::Split(!look.split)));
    let choices = vec![Choice::new("Follow other names", split).on(!look.split)];
    html! { <Menu id="view-menu" label="More of this view" face="⋯" class={classes!("bare")} choices={choices}/> }
}

/// The menu. `bits`: whether the view has a bit strip.
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
