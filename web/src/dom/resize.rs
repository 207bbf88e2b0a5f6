//! Notices that an element has another size.

use std::cell::RefCell;

use gloo::render::{AnimationFrame, request_animation_frame};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use super::busy::Busy;

/// Watches the size of an element for as long as it lives.
pub struct Resize {
    observer: ResizeObserver,
    _notice: Closure<dyn FnMut()>,
}

impl Resize {
    /// Does something in the frame after the element got another size, and in the one after it got its first.
    ///
    /// Not in the observer's own call: what is drawn there may change further sizes, and the browser calls that an error of the page
    /// ("ResizeObserver loop completed with undelivered notifications"). None where the browser has no such observer.
    pub fn watch(element: &Element, act: impl Fn() + Clone + 'static) -> Option<Resize> {
        // One frame at a time: a newer one takes the place of one that has not come, which is cancelled.
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
