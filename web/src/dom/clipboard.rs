//! Copying text to the clipboard.

use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

/// Copies `text`; false if the browser refuses. Browsers offer the clipboard only over https or on localhost;
/// elsewhere, and if that fails, an older method with a text area is tried.
pub async fn copy(text: &str) -> bool {
    if window().is_secure_context() && JsFuture::from(window().navigator().clipboard().write_text(text)).await.is_ok() {
        return true;
    }
    copy_by_selection(text).unwrap_or(false)
}

fn copy_by_selection(text: &str) -> Option<bool> {
    let area = document().create_element("textarea").ok()?;
    area.set_text_content(Some(text));
    area.set_attribute("style", "position:fixed;opacity:0").ok()?;
    let body = document().body()?;
    body.append_child(&area).ok()?;
    let active = document().active_element();
    area.dyn_ref::<web_sys::HtmlTextAreaElement>()?.select();
    let done = document().dyn_into::<web_sys::HtmlDocument>().ok()?.exec_command("copy").unwrap_or(false);
    area.remove();
    if let Some(element) = active.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
    Some(done)
}

/// The page's address with another fragment.
pub fn link(fragment: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    format!("{page}{fragment}")
}
