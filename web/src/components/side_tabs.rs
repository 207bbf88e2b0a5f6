//! The tabs above the lists of the left pane, with a menu for screens that are rarely needed.

use model::words::grouped;
use session::file::OpenFile;
use session::side::SideTab;
use yew::prelude::*;

use super::menu::{Choice, Menu};
use super::tab_list::{Tab, tab_list};
use crate::ctx::Ctx;

/// The tabs. If a screen was chosen in the menu More, the menu shows the name of that screen.
pub fn side_tabs(ctx: &Ctx, file: &OpenFile) -> Html {
    let (all, screen) = (ctx.session().side_tabs(file), ctx.session().screen());
    let tabs = all.tabs.into_iter().map(|tab: SideTab| Tab {
        title: Some(match tab.count {
            Some(count) => format!("{}: {}", tab.about, grouped(count)),
            None => tab.about.to_owned(),
        }),
        // Only the list of the screen that is shown is in the page.
        controls: tab.shown.then(|| screen.list()),
        ..Tab::new(tab.name, tab.shown, ctx.on(tab.msg))
    });
    let face = all.more.iter().find(|tab| tab.shown).map_or("More", |tab| tab.name);
    let selected = all.more.iter().any(|tab| tab.shown);
    let choices: Vec<Choice> = all
        .more
        .into_iter()
        .map(|tab| {
            let choice = Choice::new(tab.name, ctx.on(tab.msg));
            let choice = if selected { choice.on(tab.shown) } else { choice };
            match tab.count {
                Some(count) => choice.hint(grouped(count)),
                None => choice,
            }
        })
        .collect();
    html! {
        <div class="nav">
            { tab_list("navtabs", "Lists", tabs.collect()) }
            <Menu id="more" label="More" {face} class={classes!("tab")} {selected} {choices}/>
        </div>
    }
}
