//! Answers as JavaScript objects.

use json::{ErrorCode, Script};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::failure::Failure;

/// Converts an answer to a plain JavaScript object: 64-bit integers become bigints (a [`json::Count`] becomes a
/// number), `None` becomes null.
///
/// # Errors
/// Never for our own types; an error would be a bug.
pub fn answer(value: &dyn Answer) -> Result<JsValue, Failure> {
    value.value().map_err(|e| Failure::new(ErrorCode::Panic, format!("no JavaScript value for the answer: {e}")))
}

/// Any value that serde serializes, as a trait object: only [`Answer::value`] is compiled anew for each type.
pub trait Answer {
    /// The value as a JavaScript object.
    fn value(&self) -> Result<JsValue, serde_wasm_bindgen::Error>;
}

impl<T: Serialize> Answer for T {
    fn value(&self) -> Result<JsValue, serde_wasm_bindgen::Error> {
        const SERIALIZER: Serializer = Serializer::new()
            .serialize_maps_as_objects(true)
            .serialize_missing_as_null(true)
            .serialize_large_number_types_as_bigints(true);
        Script(self).serialize(&SERIALIZER)
    }
}
