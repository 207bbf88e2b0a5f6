//! A draggable edge between two panes, one above the other. The browser stores the height.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::drag::{Edge, use_drag};
use crate::dom::store;

#[derive(Properties, PartialEq)]
pub struct RowSplitterProps {
    /// The selector of the pane above the edge.
    pub above: &'static str,
    /// The accessible name of the edge.
    pub label: &'static str,
}

const LEAST: i32 = 60;
const STEP: i32 = 24;

fn key(above: &str) -> String {
    format!("pane{above}")
}

fn pane(above: &str) -> Option<HtmlElement> {
    document().query_selector(above).ok().flatten()?.dyn_into().ok()
}

/// Sets the pane's height in pixels; `None` makes it as high as its content. The style sheet limits it.
fn place(above: &str, height: Option<i32>) {
    let Some(pane) = pane(above) else { return };
    let _ = match height {
        Some(pixels) => pane.style().set_property("flex", &format!("0 1 {}px", pixels.max(LEAST))),
        None => pane.style().remove_property("flex").map(drop),
    };
    if let Ok(Some(edge)) = document().query_selector(&format!("[data-above='{above}']")) {
        let _ = edge.set_attribute("aria-valuenow", &pane.offset_height().to_string());
    }
}

fn set(above: &str, height: Option<i32>) {
    place(above, height);
    store::set(&key(above), &height.map(|h| h.max(LEAST).to_string()).unwrap_or_default());
}

/// The edge.
#[component]
pub fn RowSplitter(props: &RowSplitterProps) -> Html {
    let above = props.above;
    use_effect_with((), move |_| place(above, store::get(&key(above)).and_then(|h| h.parse().ok())));
    let edge = Edge { keys: ("ArrowUp", "ArrowDown"), at: |e| e.client_y(), step: STEP, behind: false };
    let now = move || pane(above).map_or(0, |pane| pane.offset_height());
    let drag = use_drag(edge, now, move |height| set(above, Some(height)));
    let double = Callback::from(move |_: MouseEvent| set(above, None));
    html! {
        <div class="hsplit" role="separator" aria-orientation="horizontal" aria-label={props.label} tabindex="0" data-above={above}
            title="Drag to resize, double-click to reset" aria-valuemin={LEAST.to_string()} aria-valuenow={LEAST.to_string()}
            onpointerdown={drag.down} onpointermove={drag.moved} onpointerup={drag.up.clone()} onpointercancel={drag.up}
            ondblclick={double} onkeydown={drag.keydown}></div>
    }
}
