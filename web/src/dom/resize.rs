//! Notices changes of an element's size.

use std::cell::RefCell;

use gloo::render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use super::busy::Busy;

/// An observer of an element's size. Dropping it ends the observation.
pub struct Resize {
    observer: ResizeObserver,
    _notice: Closure<dyn FnMut()>,
}

impl Resize {
    /// Calls `act` in the next frame after each change of size, and once after the first measurement. None if the
    /// browser has no `ResizeObserver`.
    ///
    /// `act` is not called inside the observer's callback: a drawing there may change sizes again, which browsers
    /// report as an error of the page ("ResizeObserver loop completed with undelivered notifications").
    pub fn watch(element: &Element, act: impl Fn() + Clone + 'static) -> Option<Resize> {
        // At most one frame is pending: dropping the older frame cancels it.
        let frame = RefCell::new(None::<AnimationFrame>);
        let notice = Closure::<dyn FnMut()>::new(move || {
            let (act, busy) = (act.clone(), Busy::new());
            let next = request_animation_frame(move |_| {
                act();
                drop(busy);
            });
            frame.replace(Some(next));
        });
        let observer = ResizeObserver::new(notice.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Resize { observer, _notice: notice })
    }
}

impl Drop for Resize {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
