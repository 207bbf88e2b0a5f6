//! A button that opens a list of choices: the menu button of WAI-ARIA. The list is a popover: no pane cuts it off, and
//! a click outside closes it. After Escape or a choice, the focus returns to the button.

use model::views::menu_by_key;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// A choice in a menu.
#[derive(Clone, PartialEq)]
pub struct Choice {
    /// Its text.
    pub name: AttrValue,
    /// A short text at its right: a key, a count.
    pub hint: Option<AttrValue>,
    /// For a choice that can be on or off, whether it is on; none for an action.
    pub on: Option<bool>,
    /// Whether a line separates the choice from the choice above.
    pub apart: bool,
    /// Called when it is chosen.
    pub choose: Callback<MouseEvent>,
}

impl Choice {
    /// An action.
    pub fn new(name: impl Into<AttrValue>, choose: Callback<MouseEvent>) -> Choice {
        Choice { name: name.into(), hint: None, on: None, apart: false, choose }
    }

    /// This choice with a text at its right.
    pub fn hint(self, hint: impl Into<AttrValue>) -> Choice {
        Choice { hint: Some(hint.into()), ..self }
    }

    /// This choice as one that is on or off.
    pub fn on(self, on: bool) -> Choice {
        Choice { on: Some(on), ..self }
    }

    /// This choice with a line above it.
    pub fn apart(self) -> Choice {
        Choice { apart: true, ..self }
    }
}

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// Its id, unique in the page, by which the list is found.
    pub id: AttrValue,
    /// The accessible name of button and list.
    pub label: AttrValue,
    /// The text of the button.
    pub face: AttrValue,
    /// The CSS classes of the button.
    #[prop_or_default]
    pub class: Classes,
    /// Whether the page shows one of the choices now.
    #[prop_or(false)]
    pub selected: bool,
    /// The tooltip of the button.
    #[prop_or_default]
    pub title: Option<AttrValue>,
    /// The choices.
    pub choices: Vec<Choice>,
    /// A line below the choices.
    #[prop_or_default]
    pub note: Option<AttrValue>,
}

/// The space between the button and its list, in pixels.
const BELOW: f64 = 4.0;

/// Puts the open list below its button, or above it if there is no room below. Gives the focus to the choice that is
/// on, or else to the first choice.
fn place(button: &Element, list: &HtmlElement) {
    let (at, size) = (button.get_bounding_client_rect(), list.get_bounding_client_rect());
    let window = gloo::utils::window();
    let measure = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|v| v.as_f64()).unwrap_or_default();
    let (wide, high) = (measure(window.inner_width()), measure(window.inner_height()));
    let left = at.left().min(wide - size.width() - BELOW).max(BELOW);
    let below = at.bottom() + BELOW;
    let top = if below + size.height() > high { (at.top() - BELOW - size.height()).max(BELOW) } else { below };
    let _ = list.style().set_property("left", &format!("{left}px"));
    let _ = list.style().set_property("top", &format!("{top}px"));
    let first = list.query_selector("[aria-checked=true]").ok().flatten();
    let first = first.or_else(|| list.query_selector("button").ok().flatten());
    if let Some(first) = first.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// The keys of the open list. Arrows, Home, End and the first letter of a choice move the focus; Tab and Escape close
/// the list. Enter, the space bar, and keys with Ctrl, Alt or Cmd do what they do elsewhere. Other keys do nothing.
fn keys(e: &KeyboardEvent, list: &HtmlElement) {
    if e.ctrl_key() || e.alt_key() || e.meta_key() {
        return;
    }
    let key = e.key();
    match key.as_str() {
        "Tab" | "Escape" => {
            if key == "Escape" {
                e.prevent_default();
            }
            let _ = list.hide_popover();
            return;
        }
        "Enter" | " " => return,
        _ => e.prevent_default(),
    }
    let Ok(all) = list.query_selector_all("button") else { return };
    let all: Vec<HtmlElement> = (0..all.length()).filter_map(|i| all.item(i)?.dyn_into().ok()).collect();
    let names: Vec<String> = all.iter().filter_map(|choice| choice.text_content()).collect();
    let active = gloo::utils::document().active_element();
    let at = all.iter().position(|choice| active.as_ref() == Some(choice.unchecked_ref()));
    if let Some(to) = menu_by_key(&key, at, &names).and_then(|to| all.get(to)) {
        let _ = to.focus();
    }
}

/// The button and its list.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let (button, list) = (use_node_ref(), use_node_ref());
    let open = use_state(|| false);
    let toggled = {
        let (button, list, open) = (button.clone(), list.clone(), open.clone());
        Callback::from(move |_: Event| {
            let (Some(button), Some(list)) = (button.cast::<Element>(), list.cast::<HtmlElement>()) else { return };
            let now = list.matches(":popover-open").unwrap_or(false);
            open.set(now);
            if now {
                place(&button, &list);
            }
        })
    };
    let pressed = {
        let list = list.clone();
        Callback::from(move |e: KeyboardEvent| {
            if let Some(list) = list.cast::<HtmlElement>() {
                keys(&e, &list);
            }
        })
    };
    let down = {
        let list = list.clone();
        Callback::from(move |e: KeyboardEvent| {
            if let ("ArrowDown", Some(list)) = (e.key().as_str(), list.cast::<HtmlElement>()) {
                e.prevent_default();
                let _ = list.show_popover();
            }
        })
    };
    // The accessible name contains the text of the button, so that a person who speaks that text can press the
    // button.
    let name = match props.face.chars().any(char::is_alphanumeric) && !props.face.starts_with(props.label.as_str()) {
        true => AttrValue::from(format!("{}: {}", props.label, props.face)),
        false => props.label.clone(),
    };
    let choice = |choice: &Choice| {
        let choose = {
            let (list, choose) = (list.clone(), choice.choose.clone());
            Callback::from(move |e: MouseEvent| {
                if let Some(list) = list.cast::<HtmlElement>() {
                    let _ = list.hide_popover();
                }
                choose.emit(e);
            })
        };
        let role = if choice.on.is_some() { "menuitemcheckbox" } else { "menuitem" };
        html! {
            <button key={choice.name.to_string()} {role} tabindex="-1" class={classes!(choice.apart.then_some("apart"))}
                aria-label={choice.name.clone()} aria-checked={choice.on.map(|on| on.to_string())} onclick={choose}>
                <span>{ &choice.name }</span>if let Some(hint) = &choice.hint { <kbd>{ hint }</kbd> }
            </button>
        }
    };
    html! {
        <>
            <button ref={button} class={classes!("menubutton", props.class.clone(), props.selected.then_some("on"))} aria-haspopup="menu"
                aria-expanded={open.to_string()} aria-label={name} aria-current={props.selected.then_some("true")}
                title={props.title.clone()} popovertarget={props.id.clone()} onkeydown={down}>{ &props.face }</button>
            <div ref={list.clone()} id={props.id.clone()} class="menu" role="menu" aria-label={props.label.clone()} popover="auto" ontoggle={toggled} onkeydown={pressed}>
                { for props.choices.iter().map(choice) }
                if let Some(note) = &props.note { <p class="dim" role="presentation">{ note }</p> }
            </div>
        </>
    }
}
