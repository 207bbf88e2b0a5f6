//! The dialog after a panic. The wasm instance cannot be used any more, so the dialog is made by plain DOM calls. It
//! offers a link to what was shown last.

use std::sync::atomic::{AtomicBool, Ordering};

use gloo::utils::{document, window};
use wasm_bindgen::prelude::*;

static PANICKED: AtomicBool = AtomicBool::new(false);

/// Panics. Only the browser test of this dialog calls it, through the module's exports.
#[wasm_bindgen(js_name = btfscopePanicForTests)]
pub fn panic_for_tests() {
    panic!("asked for by a test");
}

/// Whether the program panicked. Later events are ignored then.
pub fn panicked() -> bool {
    PANICKED.load(Ordering::Relaxed)
}

/// Installs the panic hook through Yew, which would otherwise replace the hook by its own.
pub fn install() {
    yew::set_custom_panic_hook(Box::new(|info| {
        if PANICKED.swap(true, Ordering::Relaxed) {
            return;
        }
        let message = info.to_string();
        web_sys::console::error_1(&JsValue::from_str(&message));
        // Errors are ignored, because a panic inside the hook would hide the first panic.
        let _ = show(&message);
    }));
}

fn show(message: &str) -> Option<()> {
    let document = document();
    let veil = document.create_element("div").ok()?;
    veil.set_attribute("class", "veil").ok()?;
    let dialog = document.create_element("div").ok()?;
    dialog.set_attribute("class", "dialog").ok()?;
    dialog.set_attribute("role", "alertdialog").ok()?;
    dialog.set_attribute("aria-label", "btfscope stopped").ok()?;
    dialog.set_attribute("tabindex", "-1").ok()?;
    let add = |parent: &web_sys::Element, tag: &str, text: &str| -> Option<web_sys::Element> {
        let element = document.create_element(tag).ok()?;
        element.set_text_content(Some(text));
        parent.append_child(&element).ok()?;
        Some(element)
    };
    let header = add(&dialog, "header", "")?;
    add(&header, "h2", "btfscope stopped: this is a bug")?;
    let body = add(&dialog, "div", "")?;
    body.set_attribute("class", "body").ok()?;
    add(&body, "p", "Your file is untouched, and nothing of it was sent anywhere. This is what happened:")?;
    add(&body, "pre", message)?.set_attribute("class", "snip").ok()?;
    add(&body, "p", "A link to what you were looking at:")?;
    let link = window().location().href().ok()?;
    let anchor = add(&body, "a", &link)?;
    anchor.set_attribute("href", &link).ok()?;
    anchor.set_attribute("class", "link").ok()?;
    let row = add(&body, "p", "")?;
    let button = add(&row, "button", "Load the page again")?;
    button.set_attribute("class", "btn").ok()?;
    let reload = Closure::<dyn FnMut()>::new(|| {
        let _ = window().location().reload();
    });
    button.add_event_listener_with_callback("click", reload.as_ref().unchecked_ref()).ok()?;
    reload.forget();
    veil.append_child(&dialog).ok()?;
    document.body()?.append_child(&veil).ok()?;
    dialog.dyn_ref::<web_sys::HtmlElement>()?.focus().ok()
}
