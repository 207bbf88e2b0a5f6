//! Tabs as in the WAI-ARIA pattern with automatic activation: one stop of the Tab key; arrows, Home and End select
//! another tab.

use model::views::tab_by_key;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use crate::dom::focus;

pub struct Tab {
    /// Its title, which is also its accessible name.
    pub name: AttrValue,
    /// The tooltip.
    pub title: Option<String>,
    /// The id of its element.
    pub id: Option<String>,
    /// The id of the element that it controls.
    pub controls: Option<&'static str>,
    pub selected: bool,
    /// Called to select it.
    pub choose: Callback<MouseEvent>,
}

impl Tab {
    /// A tab with only a title.
    pub fn new(name: impl Into<AttrValue>, selected: bool, choose: Callback<MouseEvent>) -> Tab {
        Tab { name: name.into(), title: None, id: None, controls: None, selected, choose }
    }

    /// This tab with the id of the element that it controls.
    pub fn of(self, controls: &'static str) -> Tab {
        Tab { controls: Some(controls), ..self }
    }
}

/// A list of tabs. `label` is its accessible name, and must be unique in the page.
pub fn tab_list(class: &'static str, label: &'static str, tabs: Vec<Tab>) -> Html {
    let tabs = tabs.into_iter().enumerate().map(|(at, tab)| {
        let choose = Callback::from(move |e| {
            tab.choose.emit(e);
            focus::restore_tab(label);
        });
        html! {
            <button key={at} id={tab.id} class="tab" role="tab" aria-selected={tab.selected.to_string()}
                tabindex={if tab.selected { "0" } else { "-1" }} aria-controls={tab.controls} title={tab.title} onclick={choose}>
                { tab.name }
            </button>
        }
    });
    html! { <div class={class} role="tablist" aria-label={label} onkeydown={Callback::from(move |e| pressed(&e, label))}>{ for tabs }</div> }
}

/// Selects the tab to which a key leads, by a click on it.
fn pressed(e: &KeyboardEvent, label: &'static str) {
    if let Some((_, to)) = neighbour(e) {
        to.click();
        focus::tab_later(label);
    }
}

/// The sibling to which an arrow, Home or End leads: its index and its element. Prevents the default action of the
/// key.
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

/// The key handler for a row of buttons in which the Tab key stops only once: arrows move the focus. `stop`: the index
/// of the button at which Tab stops.
pub fn arrows(stop: &UseStateHandle<usize>) -> Callback<KeyboardEvent> {
    let stop = stop.clone();
    Callback::from(move |e: KeyboardEvent| {
        if let Some((to, button)) = neighbour(&e) {
            stop.set(to);
            let _ = button.focus();
        }
    })
}
