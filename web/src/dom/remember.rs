//! Files whose bytes this browser stores: those that the person asked it to remember, and those that are open in this
//! tab, so that a reload can open them again. They are in the browser's cache storage for this page, under made-up
//! addresses that are never fetched. For types that were made from debug information, a description of how they were
//! made follows the blob, and the address says where it starts.

use std::sync::Arc;

use desk::{FileId, Origin};
use gloo::utils::window;
use js_sys::{Array, Uint8Array};
use model::from_dwarf::FromDwarf;
use session::{FilesMsg, Msg, NotKept, RecentMsg, Remembered};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Cache, CacheStorage, Request, Response};
use yew::Callback;

use super::files::open_bytes;
use super::{busy, tab};

/// The cache of the files to remember.
const REMEMBERED: &str = "btfscope-remembered-1";
const FOLDER: &str = "/remembered/";

/// How long a file's bytes are stored, and so in which cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// Until the person deletes it.
    Remembered,
    /// As long as this tab is open.
    Tab,
}

impl Store {
    /// The name of its cache; `None` if this tab has none.
    async fn name(self) -> Option<String> {
        match self {
            Store::Remembered => Some(REMEMBERED.to_owned()),
            Store::Tab => tab::cache_name().await,
        }
    }

    /// Its cache; `None` if the browser refuses.
    async fn cache(self) -> Option<Cache> {
        JsFuture::from(caches()?.open(&self.name().await?)).await.ok()?.dyn_into().ok()
    }
}

/// The browser's cache storage; `None` if the browser does not offer it, for example over plain http from another
/// computer.
pub fn caches() -> Option<CacheStorage> {
    window().caches().ok().filter(|_| window().is_secure_context())
}

/// A stored file.
struct Kept {
    /// Its key in the cache: the address from [`FOLDER`] on.
    key: String,
    file: Remembered,
    /// The byte at which the description of how it was made starts; `None` for a file without one.
    made_at: Option<usize>,
}

fn key(sha256: &str, name: &str, made_at: Option<usize>) -> String {
    let name = String::from(js_sys::encode_uri_component(name));
    let made = made_at.map(|at| format!("&made={at}")).unwrap_or_default();
    format!("{FOLDER}{sha256}?name={name}{made}")
}

fn parse_key(url: &str) -> Option<Kept> {
    let rest = url.split_once(FOLDER)?.1;
    let (sha256, name) = rest.split_once("?name=")?;
    let (name, made) = name.split_once("&made=").unwrap_or((name, ""));
    let name = js_sys::decode_uri_component(name).map(String::from).unwrap_or_else(|_| name.to_string());
    let file = Remembered { sha256: sha256.to_string(), name, for_tab: false };
    Some(Kept { key: format!("{FOLDER}{rest}"), file, made_at: made.parse().ok() })
}

async fn read_all(cache: &Cache) -> Vec<Kept> {
    let Ok(keys) = JsFuture::from(cache.keys()).await else { return Vec::new() };
    let requests = Array::from(&keys).iter().filter_map(|r| r.dyn_into::<Request>().ok()).collect::<Vec<_>>();
    requests.iter().filter_map(|r| parse_key(&r.url())).collect()
}

async fn read_list() -> Vec<Remembered> {
    let mut list = Vec::new();
    for store in [Store::Remembered, Store::Tab] {
        if let Some(cache) = store.cache().await {
            let for_tab = store == Store::Tab;
            list.extend(read_all(&cache).await.into_iter().map(|kept| Remembered { for_tab, ..kept.file }));
        }
    }
    list
}

/// Finds or makes this tab's cache, and reports the list of stored files.
pub fn start(send: Callback<Msg>) {
    busy::spawn(async move {
        tab::claim().await;
        send.emit(Msg::Recent(RecentMsg::Remembered(read_list().await)));
    });
}

/// Stores a file: its bytes, and how its types were made, if they were made from debug information.
pub fn keep(sha256: String, name: &str, bytes: Arc<[u8]>, made: Option<&FromDwarf>, store: Store, send: Callback<Msg>) {
    let key = key(&sha256, name, made.map(|_| bytes.len()));
    let made = made.map(desk::kept::to_bytes);
    busy::spawn(async move {
        let bytes = match made {
            Some(made) => Arc::from([&*bytes, &made].concat()),
            None => bytes,
        };
        let done = match store.cache().await {
            Some(cache) => put(&cache, &key, &bytes).await.map_err(|_| NotKept::NoRoom),
            None => Err(NotKept::Refused),
        };
        send.emit(match (done, store) {
            (Ok(()), _) => Msg::Recent(RecentMsg::Remembered(read_list().await)),
            (Err(why), Store::Tab) => Msg::Recent(RecentMsg::NotKept(sha256, why)),
            (Err(_), Store::Remembered) => Msg::Notice("This browser does not let the page keep files.".into()),
        });
    });
}

async fn put(cache: &Cache, key: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let body: JsValue = Uint8Array::from(bytes).into();
    let response = Response::new_with_opt_buffer_source(Some(body.unchecked_ref()))?;
    JsFuture::from(cache.put_with_str(key, &response)).await.map(|_| ())
}

/// Deletes the stored file with this digest.
pub fn forget(sha256: String, store: Store) {
    busy::spawn(async move {
        let Some(cache) = store.cache().await else { return };
        for kept in read_all(&cache).await.into_iter().filter(|kept| kept.file.sha256 == sha256) {
            let _ = JsFuture::from(cache.delete_with_str(&kept.key)).await;
        }
    });
}

async fn read(sha256: &str, store: Store) -> Option<(Kept, Vec<u8>)> {
    let cache = store.cache().await?;
    let kept = read_all(&cache).await.into_iter().find(|kept| kept.file.sha256 == sha256)?;
    let found = JsFuture::from(cache.match_with_str(&kept.key)).await.ok()?;
    let response: Response = found.dyn_into().ok()?;
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some((kept, Uint8Array::new(&buffer).to_vec()))
}

/// Opens stored files, one after the other. `files`: the new id of each, and its digest.
pub fn open(files: Vec<(FileId, String)>, send: Callback<Msg>) {
    busy::spawn(async move {
        for (id, sha256) in files {
            let found = match read(&sha256, Store::Remembered).await {
                None => read(&sha256, Store::Tab).await,
                found => found,
            };
            let Some((kept, bytes)) = found else {
                send.emit(Msg::Recent(RecentMsg::Lost(sha256)));
                continue;
            };
            let (blob, made) = bytes.split_at(kept.made_at.unwrap_or(bytes.len()).min(bytes.len()));
            let mut msg = open_bytes(&kept.file.name, blob);
            if let Msg::Files(FilesMsg::Opened(input)) = &mut msg {
                input.origin = Origin::Kept(sha256);
                if kept.made_at.is_some() {
                    input.set_from_dwarf(desk::kept::from_bytes(made));
                }
            }
            send.emit(msg.about(id));
        }
    });
}
