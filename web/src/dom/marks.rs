//! Performance marks of the page, which only benchmarks read; calls after the next frame; the time.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Sets a performance mark.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(name);
    }
}

/// Sets a performance mark when the current drawing is on the screen.
pub fn mark_painted(name: &'static str) {
    after_paint(move || mark(name));
}

/// Calls `act` when the current drawing is on the screen: in the first task after the next frame. A page in the
/// background has no frames; there `act` is called after a timeout.
pub fn after_paint(act: impl FnOnce() + 'static) {
    let act = Rc::new(Cell::new(Some(act)));
    let later = Rc::clone(&act);
    let frame =
        Closure::once_into_js(move || Timeout::new(0, move || act.take().into_iter().for_each(|act| act())).forget());
    let _ = window().request_animation_frame(frame.unchecked_ref());
    Timeout::new(NO_FRAME, move || later.take().into_iter().for_each(|act| act())).forget();
}

/// The timeout if there is no frame, in milliseconds.
const NO_FRAME: u32 = 500;

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |p| p.now())
}
