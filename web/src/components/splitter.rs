//! A draggable edge between two panes, side by side. The browser stores the width.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::drag::{Edge, use_drag};
use crate::dom::store;

#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// The CSS variable with the pane's width: `--left`, `--right`, `--learn` or `--pad`.
    pub var: &'static str,
    /// The accessible name of the edge.
    pub label: &'static str,
    /// The default width, in pixels.
    pub width: i32,
    /// Whether the pane is to the right of the edge.
    #[prop_or(false)]
    pub right: bool,
}

const LEAST: i32 = 180;
const STEP: i32 = 16;
/// The default width of the list of types, in pixels.
pub const LIST: i32 = 264;
/// The default width of the inspector, in pixels.
pub const INSPECTOR: i32 = 364;
/// In windows of at least the first width, the list is wider by the second number and the inspector by the third. All
/// are in pixels.
const VERY_WIDE: (i32, i32, i32) = (1800, 56, 76);
/// The least window width at which panes have their default widths, in pixels.
const ROOMY: i32 = 1360;
/// The least width, in pixels, that stored widths leave to the centre of a smaller window.
const MIDDLE: i32 = 400;

fn key(var: &str) -> String {
    format!("pane{var}")
}

fn window_width() -> i32 {
    window().inner_width().ok().and_then(|w| w.as_f64()).unwrap_or(1440.0) as i32
}

/// Sets the pane's width, within the limits of the window. Returns the width that was set.
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

/// Sets the pane's width and stores it. The first drawing only calls `place`, because storing takes longer than
/// drawing the list.
fn set(var: &str, width: i32) {
    store::set(&key(var), &place(var, width).to_string());
}

/// The default width. In a window narrower than [`ROOMY`], it is smaller in proportion, so that the centre keeps about
/// half of the window. From the width of [`VERY_WIDE`] on, the list and the inspector are wider.
fn share(var: &str, start: i32) -> i32 {
    // The inspector needs most of its width, so it shrinks only in windows that are still narrower.
    let roomy = if var == "--right" { ROOMY - 260 } else { ROOMY };
    let (from, list, inspector) = VERY_WIDE;
    let more = match var {
        "--left" if window_width() >= from => list,
        "--right" if window_width() >= from => inspector,
        _ => 0,
    };
    start * window_width().min(roomy) / roomy + more
}

/// The stored width, limited so that the centre keeps its room; if none is stored, the default width.
fn width(var: &str, start: i32) -> i32 {
    let share = share(var, start);
    let Some(own) = store::get(&key(var)).and_then(|w| w.parse().ok()) else { return share };
    let other = if var == "--right" { width("--left", LIST) } else { self::share("--right", INSPECTOR) };
    share.max(window_width() - other - MIDDLE).min(own)
}

/// The edge.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let (var, start) = (props.var, props.width);
    use_effect_with((), move |_| {
        let fit = move || {
            place(var, width(var, start));
        };
        fit();
        let resized = EventListener::new(&window(), "resize", move |_| fit());
        move || drop(resized)
    });
    let edge = Edge { keys: ("ArrowLeft", "ArrowRight"), at: |e| e.client_x(), step: STEP, behind: props.right };
    let drag = use_drag(edge, move || width(var, start), move |width| set(var, width));
    html! {
        <div class="split" role="separator" aria-orientation="vertical" aria-label={props.label} tabindex="0" data-var={var}
            aria-valuemin={LEAST.to_string()} aria-valuenow={start.to_string()}
            onpointerdown={drag.down} onpointermove={drag.moved} onpointerup={drag.up.clone()} onpointercancel={drag.up} onkeydown={drag.keydown}></div>
    }
}
