//! Saving files in the browser's download folder.

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

/// Saves bytes as a file. Its media type is that of SVG if the name ends in `.svg`; else plain text if the bytes are
/// UTF-8 without a NUL; else `application/octet-stream`.
pub fn save(name: &str, bytes: &[u8]) {
    let kind = match std::str::from_utf8(bytes) {
        _ if name.ends_with(".svg") => SVG,
        Ok(text) if !text.contains('\0') => "text/plain;charset=utf-8",
        _ => "application/octet-stream",
    };
    let _ = blob(bytes, kind).and_then(|blob| save_blob(name, &blob));
}

/// The media type of SVG.
pub const SVG: &str = "image/svg+xml";

/// A `Blob` of the browser with this media type.
pub fn blob(bytes: &[u8], kind: &str) -> Option<Blob> {
    let bag = BlobPropertyBag::new();
    bag.set_type(kind);
    Blob::new_with_u8_array_sequence_and_options(&Array::of1(&Uint8Array::from(bytes)), &bag).ok()
}

/// Saves a blob as a file.
pub fn save_blob(name: &str, blob: &Blob) -> Option<()> {
    let url = Url::create_object_url_with_blob(blob).ok()?;
    let link = document().create_element("a").ok()?;
    link.set_attribute("href", &url).ok()?;
    link.set_attribute("download", name).ok()?;
    link.dyn_ref::<HtmlElement>()?.click();
    // The browser reads the URL after the click, so the URL is revoked later.
    Timeout::new(10_000, move || {
        let _ = Url::revoke_object_url(&url);
    })
    .forget();
    Some(())
}
