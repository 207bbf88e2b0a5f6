//! Tabs, as WAI-ARIA describes them: one stop of the Tab key, arrows and Home and End within, and what they reach is shown at once.

use model::views::tab_by_key;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use crate::dom::focus;

/// One tab.
pub struct Tab {
    /// What is written on it, which is its name.
    pub name: &'static str,
    /// A number behind the name.
    pub count: Option<String>,
    /// More words on it, for the mouse.
    pub title: Option<String>,
    /// The id of its element.
    pub id: Option<String>,
    /// The id of what it shows.
    pub controls: Option<&'static str>,
    /// Whether that is shown.
    pub selected: bool,
    /// Shows it.
    pub choose: Callback<MouseEvent>,
}

impl Tab {
    /// A tab that is nothing but a name.
    pub fn new(name: &'static str, selected: bool, choose: Callback<MouseEvent>) -> Tab {
        Tab { name, count: None, title: None, id: None, controls: None, selected, choose }
    }

    /// The same, of something with an id.
    pub fn of(self, controls: &'static str) -> Tab {
        Tab { controls: Some(controls), ..self }
    }
}

/// The tabs of the list that is called `label`, which no other on the page is.
pub fn tab_list(class: &'static str, label: &'static str, tabs: Vec<Tab>) -> Html {
    let tabs = tabs.into_iter().map(|tab| {
        let choose = Callback::from(move |e| {
            tab.choose.emit(e);
            focus::restore_tab(label);
        });
        html! {
            <button key={tab.name} id={tab.id} class="tab" role="tab" aria-selected={tab.selected.to_string()}
                tabindex={if tab.selected { "0" } else { "-1" }} aria-controls={tab.controls} title={tab.title} onclick={choose}>
                { tab.name }if let Some(count) = tab.count { { " " }<em>{ count }</em> }
            </button>
        }
    });
    html! { <div class={class} role="tablist" aria-label={label} onkeydown={Callback::from(move |e| pressed(&e, label))}>{ for tabs }</div> }
}

/// Goes to the tab that a key leads to, as if it was clicked.
fn pressed(e: &KeyboardEvent, label: &'static str) {
    if let Some((_, to)) = neighbour(e) {
        to.click();
        focus::tab_later(label);
    }
}

/// Where a key leads among the children of an element that are one stop of the Tab key: its index, and the child. The key is used up.
fn neighbour(e: &KeyboardEvent) -> Option<(usize, HtmlElement)> {
    if e.ctrl_key() || e.alt_key() || e.meta_key() {
        return None;
    }
    let from = e.target()?.dyn_into::<Element>().ok()?;
    let all = from.parent_element()?.children();
    let at = (0..all.length()).find(|&i| all.item(i).is_some_and(|other| other == from))?;
    let to = tab_by_key(&e.key(), at as usize, all.length() as usize)?;
    let found = all.item(to as u32)?.dyn_into().ok()?;
    e.prevent_default();
    Some((to, found))
}

/// For a row of buttons that are one stop of the Tab key: arrows move the focus, and `stop` is the one that has it.
pub fn arrows(stop: &UseStateHandle<usize>) -> Callback<KeyboardEvent> {
    let stop = stop.clone();
    Callback::from(move |e: KeyboardEvent| {
        if let Some((to, button)) = neighbour(&e) {
            stop.set(to);
            let _ = button.focus();
        }
    })
}
