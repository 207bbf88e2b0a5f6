//! The edge between two panes, which can be dragged; its place is remembered.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::drag::{Edge, use_drag};
use crate::dom::store;

/// Which edge.
#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// The CSS variable that holds the pane's width: `--left` or `--right`.
    pub var: &'static str,
    /// Its name.
    pub label: &'static str,
    /// The width at first, in pixels.
    pub width: i32,
    /// The pane is to the right of the edge.
    #[prop_or(false)]
    pub right: bool,
}

const LEAST: i32 = 180;
const STEP: i32 = 16;
/// The width of the list of types at first, in pixels.
pub const LIST: i32 = 290;
/// The width of the bytes at first.
pub const BYTES: i32 = 372;
/// From this window width on, the panes have the width of the start.
const ROOMY: i32 = 1360;
/// What widths of the person's own leave to the middle, in another window, too.
const MIDDLE: i32 = 400;

fn key(var: &str) -> String {
    format!("pane{var}")
}

fn window_width() -> i32 {
    window().inner_width().ok().and_then(|w| w.as_f64()).unwrap_or(1440.0) as i32
}

/// Gives the pane a width, as far as the window allows it; the width it has then.
fn place(var: &str, width: i32) -> i32 {
    let most = window_width() / 2 - 60;
    let width = width.clamp(LEAST, most.max(LEAST));
    if let Ok(Some(app)) = document().query_selector(".app")
        && let Ok(app) = app.dyn_into::<HtmlElement>()
    {
        let _ = app.style().set_property(var, &format!("{width}px"));
        if let Ok(Some(edge)) = app.query_selector(&format!("[data-var='{var}']")) {
            let _ = edge.set_attribute("aria-valuenow", &width.to_string());
        }
    }
    width
}

/// Gives the pane a width, and remembers it. Not for the first drawing: to write takes the browser longer than to draw the list.
fn set(var: &str, width: i32) {
    store::set(&key(var), &place(var, width).to_string());
}

/// The width at first: less of it in a window that is narrow, so that the middle has half of that.
fn share(var: &str, start: i32) -> i32 {
    // The rows of bytes need most of their width.
    let roomy = if var == "--right" { ROOMY - 260 } else { ROOMY };
    start * window_width().min(roomy) / roomy
}

/// The width that is remembered, as far as it leaves room to the middle, or that of the start.
fn width(var: &str, start: i32) -> i32 {
    let share = share(var, start);
    let Some(own) = store::get(&key(var)).and_then(|w| w.parse().ok()) else { return share };
    let other = if var == "--right" { width("--left", LIST) } else { self::share("--right", BYTES) };
    share.max(window_width() - other - MIDDLE).min(own)
}

/// A draggable edge.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    {
        let fit = {
            let (var, start) = (props.var, props.width);
            move || {
                place(var, width(var, start));
            }
        };
        use_effect_with((), move |_| {
            fit();
            let resized = EventListener::new(&window(), "resize", move |_| fit());
            move || drop(resized)
        });
    }
    let (var, start) = (props.var, props.width);
    let edge = Edge { keys: ("ArrowLeft", "ArrowRight"), at: |e| e.client_x(), step: STEP, behind: props.right };
    let drag = use_drag(edge, move || width(var, start), move |width| set(var, width));
    html! {
        <div class="split" role="separator" aria-orientation="vertical" aria-label={props.label} tabindex="0" data-var={var}
            aria-valuemin={LEAST.to_string()} aria-valuenow={start.to_string()}
            onpointerdown={drag.down} onpointermove={drag.moved} onpointerup={drag.up.clone()} onpointercancel={drag.up} onkeydown={drag.keydown}></div>
    }
}
