//! Moves the edge between two panes, by the pointer or by arrow keys.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// The direction of an edge, and the keys that move it.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The keys that make the pane smaller and larger; the other way round if `behind`.
    pub keys: (&'static str, &'static str),
    /// Gives the pointer's coordinate in the direction in which the edge moves, in pixels.
    pub at: fn(&PointerEvent) -> i32,
    /// How far a key moves the edge, in pixels.
    pub step: i32,
    /// Whether the pane is to the right of the edge or below it, so that it grows when the edge moves left or up.
    pub behind: bool,
}

/// The event handlers of an edge.
pub struct Drag {
    /// For `pointerdown`.
    pub down: Callback<PointerEvent>,
    /// For `pointermove`.
    pub moved: Callback<PointerEvent>,
    /// For `pointerup` and `pointercancel`.
    pub up: Callback<PointerEvent>,
    /// For `keydown`.
    pub keydown: Callback<KeyboardEvent>,
}

/// The handlers that move an edge. `now` gives the pane's size in pixels, `set` changes it.
#[hook]
pub fn use_drag(edge: Edge, now: impl Fn() -> i32 + Clone + 'static, set: impl Fn(i32) + Clone + 'static) -> Drag {
    let from = use_mut_ref(|| None::<(i32, i32)>);
    let grown = move |size: i32, by: i32| if edge.behind { size.saturating_sub(by) } else { size.saturating_add(by) };
    let down = {
        let (from, now) = (from.clone(), now.clone());
        Callback::from(move |e: PointerEvent| {
            e.prevent_default();
            if let Some(target) = e.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) {
                let _ = target.set_pointer_capture(e.pointer_id());
            }
            *from.borrow_mut() = Some(((edge.at)(&e), now()));
        })
    };
    let moved = {
        let (from, set) = (from.clone(), set.clone());
        Callback::from(move |e: PointerEvent| {
            if let Some((start, size)) = *from.borrow() {
                set(grown(size, (edge.at)(&e) - start));
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| *from.borrow_mut() = None);
    let keydown = Callback::from(move |e: KeyboardEvent| {
        let step = match e.key() {
            key if key == edge.keys.0 => -edge.step,
            key if key == edge.keys.1 => edge.step,
            _ => return,
        };
        e.prevent_default();
        set(grown(now(), step));
    });
    Drag { down, moved, up, keydown }
}
