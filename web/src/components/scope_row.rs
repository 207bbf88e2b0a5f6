//! The row of an expanded union. It says which alternative the rows below it show, and switches to another alternative.

use btf::Btf;
use model::table::{Alternative, MemberRow, Table};
use session::Msg;
use yew::prelude::*;

use super::menu::{Choice, Menu};
use crate::ctx::Ctx;

/// The text of the row; a menu of the alternatives if there are several. `id`: the id of the menu, unique in the
/// page.
pub fn scope_words(ctx: &Ctx, btf: &Btf, table: &Table, row: &MemberRow, id: String) -> Html {
    let words = table.cells(btf, row).name;
    if row.scope.is_none_or(|scope| scope.count < 2) {
        return html! { <span>{ words }</span> };
    }
    let choice = |a: Alternative| Choice::new(a.name, ctx.on(Msg::Select(a.path))).hint(a.size).on(a.shown);
    let choices: Vec<Choice> = table.alternatives(btf, row).into_iter().map(choice).collect();
    let title = "Show another alternative (space)";
    // A click opens the menu; it does not select the row.
    html! {
        <span onclick={|e: MouseEvent| e.stop_propagation()} ondblclick={|e: MouseEvent| e.stop_propagation()}>
            <Menu id={id} label={words.clone()} face={words} class={classes!("scopebutton")} title={title} choices={choices}/>
        </span>
    }
}
