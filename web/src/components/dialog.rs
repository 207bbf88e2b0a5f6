//! A dialog above the page. It takes the focus and keeps it until it is closed.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// The properties of a dialog.
#[derive(Properties, PartialEq)]
pub struct DialogProps {
    /// The title, which is also its accessible name.
    pub title: &'static str,
    /// Called when the dialog should close.
    pub onclose: Callback<MouseEvent>,
    pub children: Children,
    /// Whether the dialog covers most of the page.
    #[prop_or(false)]
    pub wide: bool,
    /// Whether the title line and the padding are left out. The close button is then beside the first line of the
    /// content.
    #[prop_or(false)]
    pub bare: bool,
}

/// Keeps the Tab key inside the dialog: after the last element comes the first.
fn keep_focus(node: &NodeRef, e: &KeyboardEvent) {
    if e.key() != "Tab" {
        return;
    }
    let Some(dialog) = node.cast::<HtmlElement>() else { return };
    let Ok(list) =
        dialog.query_selector_all("button:enabled:not([tabindex='-1']),input,textarea,a[href],[tabindex='0']")
    else {
        return;
    };
    let nth = |i: u32| list.item(i).and_then(|n| n.dyn_into::<HtmlElement>().ok());
    let (Some(first), Some(last)) = (nth(0), list.length().checked_sub(1).and_then(nth)) else { return };
    let active = document().active_element();
    let is = |e: &HtmlElement| active.as_ref() == Some(e.unchecked_ref());
    let outside = is(&dialog);
    let next = match e.shift_key() {
        true if is(&first) || outside => Some(last),
        false if is(&last) => Some(first),
        _ => None,
    };
    if let Some(next) = next {
        e.prevent_default();
        let _ = next.focus();
    }
}

#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |_| {
            crate::dom::focus::keep();
            if let Some(dialog) = node.cast::<HtmlElement>() {
                let input = dialog.query_selector("input[type=text],input:not([type]),textarea,#log").ok().flatten();
                let first = input.and_then(|e| e.dyn_into::<HtmlElement>().ok()).unwrap_or(dialog);
                let _ = first.focus();
            }
        });
    }
    let onkeydown = {
        let node = node.clone();
        Callback::from(move |e: KeyboardEvent| keep_focus(&node, &e))
    };
    let veil = props.onclose.clone();
    let onveil = Callback::from(move |e: MouseEvent| {
        let on_veil =
            e.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok()).is_some_and(|t| t.class_name() == "veil");
        if on_veil {
            veil.emit(e);
        }
    });
    let close = html! { <button class="x" aria-label="Close" onclick={props.onclose.clone()}>{ "×" }</button> };
    html! {
        <div class="veil" onmousedown={onveil}>
            <div ref={node} class={classes!("dialog", props.wide.then_some("over"), props.bare.then_some("bare"))} role="dialog" aria-modal="true" aria-label={props.title} tabindex="-1" onkeydown={onkeydown}>
                if props.bare {
                    { for props.children.iter() }
                    { close }
                } else {
                    <header><h2>{ props.title }</h2>{ close }</header>
                    <div class="body">{ for props.children.iter() }</div>
                }
            </div>
        </div>
    }
}
