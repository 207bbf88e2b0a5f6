//! Messages between the page and its worker, as JavaScript values. The page uses this library; the worker's program is
//! `main.rs`.
#![forbid(unsafe_code)]

use std::sync::Arc;

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wire::{Packed, Wire};

/// Makes a message from `value` and a JavaScript value (a `File`) beside it. The array lists the buffers that are
/// transferred, not copied.
pub fn pack(value: &impl Wire, beside: &JsValue) -> Option<(Object, Array)> {
    let packed = Packed::new(value);
    let (list, transfer) = (Array::new(), Array::new());
    let hand_over = |bytes: &[u8]| {
        let array = Uint8Array::from(bytes);
        transfer.push(&array.buffer());
        array
    };
    let message = Object::new();
    Reflect::set(&message, &"value".into(), &hand_over(&packed.bytes)).ok()?;
    for bytes in &packed.buffers {
        list.push(&hand_over(bytes));
    }
    Reflect::set(&message, &"buffers".into(), &list).ok()?;
    Reflect::set(&message, &"beside".into(), beside).ok()?;
    Some((message, transfer))
}

/// Reads a message: its value, and the JavaScript value beside it. None if [`pack`] did not make it.
pub fn unpack<T: Wire>(message: &JsValue) -> Option<(T, JsValue)> {
    let get = |key: &str| Reflect::get(message, &key.into()).ok();
    let bytes = get("value")?.dyn_into::<Uint8Array>().ok()?.to_vec();
    let list = Array::from(&get("buffers")?);
    let buffers = list.iter().filter_map(|b| b.dyn_into::<Uint8Array>().ok()).map(|b| Arc::from(b.to_vec()));
    let packed = Packed { bytes, buffers: buffers.collect() };
    Some((packed.read()?, get("beside").unwrap_or(JsValue::NULL)))
}
