//! SHA-256, computed by the browser: this does not block the page, and needs no code of ours.

use gloo::utils::window;
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;

use super::busy;

/// Computes the SHA-256 of some bytes, in lower-case hex, and calls `then` later. Browsers offer this only over https
/// or on localhost; elsewhere the result is `None`.
pub fn sha256(bytes: &[u8], then: impl FnOnce(Option<String>) + 'static) {
    // The browser reads the bytes later, so it gets a copy.
    let copy = Uint8Array::from(bytes);
    busy::spawn(async move { then(compute(&copy).await) });
}

async fn compute(bytes: &Uint8Array) -> Option<String> {
    if !window().is_secure_context() {
        return None;
    }
    let subtle = window().crypto().ok()?.subtle();
    let digest = JsFuture::from(subtle.digest_with_str_and_buffer_source("SHA-256", bytes).ok()?).await.ok()?;
    let mut out = String::with_capacity(64);
    for byte in Uint8Array::new(&digest).to_vec() {
        out.extend([byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')));
    }
    Some(out)
}
