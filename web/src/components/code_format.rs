//! The menu of formats of the view Code: C in three ways, other languages, and the record as tools print it.

use model::code_format::CodeFormat;
use model::views::View;
use session::{Msg, SettingsMsg};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;

const RECORD: &str = "Record (bpftool)";
const RECORDS: &str = "All records with their bytes";
const LISTING: &str = "Assembler listing (clang -S)";

/// The menu; the format that is shown now is marked.
pub fn format_menu(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let (settings, view) = (session.settings(), session.view());
    let send = |view: View, settings: SettingsMsg| {
        ctx.with(move |ctx, _: MouseEvent| {
            ctx.send(Msg::Settings(settings.clone()));
            ctx.send(Msg::View(view));
        })
    };
    let is_record = view == View::Record;
    let is_records = view == View::Records;
    let mut choices: Vec<Choice> = CodeFormat::ALL
        .into_iter()
        .map(|format| {
            let on = !is_record && !is_records && settings.format == format;
            Choice::new(format.title(), send(View::Code, SettingsMsg::Format(format))).on(on)
        })
        .collect();
    for (name, asm) in [(RECORD, false), (LISTING, true)] {
        let choice =
            Choice::new(name, send(View::Record, SettingsMsg::AsAsm(asm))).on(is_record && settings.as_asm == asm);
        choices.push(if asm { choice } else { choice.apart() });
    }
    choices.push(Choice::new(RECORDS, ctx.on(Msg::View(View::Records))).on(is_records));
    if !is_record && !is_records && settings.format.has_assertions() {
        let turn = ctx.on(Msg::Settings(SettingsMsg::Assertions(!settings.assertions)));
        choices.push(Choice::new("Assert sizes and offsets", turn).on(settings.assertions).apart());
    }
    let face = match (is_record, settings.as_asm) {
        (false, _) if is_records => RECORDS,
        (false, _) => settings.format.title(),
        (true, false) => RECORD,
        (true, true) => LISTING,
    };
    html! { <Menu id="formats" label="Format" {face} class={classes!("btn", "quiet")} {choices}/> }
}
