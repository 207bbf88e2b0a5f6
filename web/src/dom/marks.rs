//! The page's own performance marks: benchmarks read them, nothing else does.

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Sets a mark of this name.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(name);
    }
}

/// Sets a mark once what was just drawn is on the screen: in the first task after the next frame.
pub fn mark_painted(name: &'static str) {
    let frame = Closure::once_into_js(move || Timeout::new(0, move || mark(name)).forget());
    let _ = window().request_animation_frame(frame.unchecked_ref());
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |p| p.now())
}
