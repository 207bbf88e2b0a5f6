//! Files that the server of the page has for the person. `btfscope view` names each in a meta element of the page:
//! `ADDRESS; SIZE`. They come from the page's own server on this computer, so the page need not ask whether it may load
//! them.

use gloo::utils::{document, window};
use model::address::file_name;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File, Response};

use super::page::absolute;

/// A file of the server.
#[derive(Clone)]
pub struct Served {
    /// Its address.
    address: String,
    /// Its name.
    pub name: String,
    /// Its size in bytes when the page was served.
    pub size: u64,
    /// Whether the page opens the file when it starts with an address that names no files. Other files are offered in a
    /// list.
    pub at_once: bool,
}

/// The files that the page names, in its order.
pub fn files() -> Vec<Served> {
    const GIVEN: &str = "btfscope-given";
    let Ok(metas) = document().query_selector_all("meta[name=btfscope-given], meta[name=btfscope-offered]") else {
        return Vec::new();
    };
    let served = |i| {
        let meta: web_sys::Element = metas.item(i)?.dyn_into().ok()?;
        let content = meta.get_attribute("content")?;
        let (address, size) = content.split_once("; ")?;
        let address = absolute(address)?;
        let at_once = meta.get_attribute("name").is_some_and(|name| name == GIVEN);
        Some(Served { name: file_name(&address), address, size: size.parse().ok()?, at_once })
    };
    (0..metas.length()).filter_map(served).collect()
}

/// Loads a file. The browser may store a large file on disk.
///
/// # Errors
/// The server refuses, in its words, or does not answer.
pub async fn load(served: &Served) -> Result<File, String> {
    let gone = || "btfscope view does not answer: has it ended?".to_owned();
    let response = JsFuture::from(window().fetch_with_str(&served.address)).await.map_err(|_| gone())?;
    let response: Response = response.dyn_into().map_err(|_| gone())?;
    if !response.ok() {
        let said = response.text().ok();
        let said = match said {
            Some(said) => JsFuture::from(said).await.ok().and_then(|said| said.as_string()),
            None => None,
        };
        return Err(format!("btfscope view says: {}", said.unwrap_or_default().trim()));
    }
    let blob = response.blob().map_err(|_| gone())?;
    let blob: Blob = JsFuture::from(blob).await.map_err(|_| gone())?.unchecked_into();
    File::new_with_blob_sequence(&js_sys::Array::of1(&blob), &served.name).map_err(|_| gone())
}
