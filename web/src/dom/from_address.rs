//! Files from the web. The page's own policy allows no fetch from other servers. The policy of a small page of the
//! same site, in a hidden frame, allows it. The small page fetches the one file that the person asked for, and passes
//! the file to the page.

use desk::Problem;
use gloo::events::EventListener;
use gloo::utils::{document, window};
use js_sys::Reflect;
use model::address::{file_name, host};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, HtmlIFrameElement, MessageEvent};
use yew::Callback;

/// Progress or outcome of loading a file from the web.
pub enum Loaded {
    /// The bytes so far, and the bytes in all (0 if not known).
    Progress(u64, u64),
    File(File),
    /// The reason why the file could not be loaded.
    Failed(Problem),
}

/// A file that is being loaded. Dropping this stops it.
pub struct Loading {
    frame: HtmlIFrameElement,
    _listener: EventListener,
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.frame.remove();
    }
}

impl Loading {
    /// Starts to load a file. None if the browser cannot make the frame.
    pub fn start(address: &str, say: Callback<Loaded>) -> Option<Loading> {
        let frame: HtmlIFrameElement = document().create_element("iframe").ok()?.dyn_into().ok()?;
        frame.set_hidden(true);
        frame.set_src("from-address/index.html");
        let (own, address) = (frame.clone(), address.to_string());
        let listener = EventListener::new(&window(), "message", move |e| {
            let Some(e) = e.dyn_ref::<MessageEvent>() else { return };
            let from = own.content_window();
            // Messages from other windows are ignored.
            if from.is_none() || e.source().as_ref() != from.as_ref().map(AsRef::as_ref) {
                return;
            }
            let field = |name: &str| Reflect::get(&e.data(), &name.into()).ok().filter(|v| !v.is_undefined());
            if field("ready").is_some() {
                let ask = js_sys::Object::new();
                let origin = window().location().origin().unwrap_or_default();
                let asked = Reflect::set(&ask, &"load".into(), &JsValue::from_str(&address)).is_ok();
                if let Some(from) = from.filter(|_| asked) {
                    from.post_message(&ask, &origin).ok();
                }
            } else if let Some(blob) = field("loaded").and_then(|b| b.dyn_into::<Blob>().ok()) {
                let parts = js_sys::Array::of1(&blob);
                if let Ok(file) = File::new_with_blob_sequence(&parts, &file_name(&address)) {
                    say.emit(Loaded::File(file));
                }
            } else if let Some(why) = field("failed") {
                say.emit(Loaded::Failed(failed(&address, &why.as_string().unwrap_or_default())));
            } else {
                let number = |name: &str| field(name).and_then(|n| n.as_f64()).unwrap_or_default() as u64;
                say.emit(Loaded::Progress(number("done"), number("total")));
            }
        });
        document().body()?.append_child(&frame).ok()?;
        Some(Loading { frame, _listener: listener })
    }
}

/// The problem if a file could not be loaded.
pub fn failed(address: &str, why: &str) -> Problem {
    let host = host(address);
    let message = match why {
        "" => format!(
            "{host} did not give the file: it cannot be reached, or it does not let other sites read its files (its answer lacks \
             Access-Control-Allow-Origin). Download the file there, and drop it here."
        ),
        why => format!("{host} did not give the file: {why}."),
    };
    Problem::new(&file_name(address), &message)
}
