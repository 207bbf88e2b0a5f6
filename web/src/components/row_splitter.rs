//! The edge below a pane that lies above another one: it can be dragged, and its place is remembered.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use crate::dom::store;

/// Which edge.
#[derive(Properties, PartialEq)]
pub struct RowSplitterProps {
    /// What finds the pane above it.
    pub above: &'static str,
    /// Its name.
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

/// Gives the pane a height in pixels; without one it is as high as it needs. The style sheet keeps it from taking all the room.
fn place(above: &str, height: Option<i32>) {
    let Some(pane) = pane(above) else { return };
    let _ = match height {
        Some(pixels) => pane.style().set_property("flex", &format!("0 1 {}px", pixels.max(LEAST))),
        None => pane.style().remove_property("flex").map(drop),
    };
}

fn set(above: &str, height: Option<i32>) {
    place(above, height);
    store::set(&key(above), &height.map(|h| h.max(LEAST).to_string()).unwrap_or_default());
}

/// A draggable edge below a pane.
#[component]
pub fn RowSplitter(props: &RowSplitterProps) -> Html {
    let above = props.above;
    use_effect_with((), move |_| place(above, store::get(&key(above)).and_then(|h| h.parse().ok())));
    let drag = use_mut_ref(|| None::<(i32, i32)>);
    let height = move || pane(above).map_or(0, |pane| pane.offset_height());
    let down = {
        let drag = drag.clone();
        Callback::from(move |e: PointerEvent| {
            e.prevent_default();
            if let Some(target) = e.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) {
                let _ = target.set_pointer_capture(e.pointer_id());
            }
            *drag.borrow_mut() = Some((e.client_y(), height()));
        })
    };
    let moved = {
        let drag = drag.clone();
        Callback::from(move |e: PointerEvent| {
            if let Some((y, height)) = *drag.borrow() {
                set(above, Some(height + e.client_y() - y));
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *drag.borrow_mut() = None);
    let double = Callback::from(move |_: MouseEvent| set(above, None));
    let keydown = Callback::from(move |e: KeyboardEvent| {
        let step = match e.key().as_str() {
            "ArrowUp" => -STEP,
            "ArrowDown" => STEP,
            _ => return,
        };
        e.prevent_default();
        set(above, Some(height() + step));
    });
    html! {
        <div class="hsplit" role="separator" aria-orientation="horizontal" aria-label={props.label} tabindex="0"
            title="Drag to share the room; a double click gives it back" aria-valuemin={LEAST.to_string()} aria-valuenow={LEAST.to_string()}
            onpointerdown={down} onpointermove={moved} onpointerup={up.clone()} onpointercancel={up} ondblclick={double}
            onkeydown={keydown}></div>
    }
}
