//! The cache of this tab, from which a reload opens the tab's files again. The name of the cache is in the tab's
//! session storage. A Web Lock with this name is held while the page is open. A cache whose lock is free belongs to a
//! closed tab, so the next page that starts deletes the cache. A duplicated tab starts with the name of the original
//! tab, finds the lock taken, and copies the cache to a cache of its own.

use std::cell::RefCell;

use gloo::timers::callback::Timeout;
use gloo::utils::window;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Cache, CacheStorage, Request, Response};

use super::remember::caches;

const PREFIX: &str = "btfscope-tab-";
const KEY: &str = "btfscope.tab";
/// Milliseconds between two attempts to get the lock: the page before a reload may still hold it.
const AGAIN: u32 = 100;
const TRIES: u32 = 4;
/// Milliseconds after the start at which caches of closed tabs are deleted. A tab that is being reloaded holds no
/// lock for a moment, and while this page starts, other work is more urgent.
const CLEAN_AFTER: u32 = 5_000;

#[wasm_bindgen]
extern "C" {
    /// The browser's lock manager (Web Locks), which web-sys has only behind a compiler flag.
    type LockManager;
    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, options: &Object, then: &Function) -> Promise;
}

/// The state of this tab's cache.
#[derive(Clone, Debug)]
enum Tab {
    /// The cache was not looked for yet.
    Unclaimed,
    /// The name of its cache.
    Has(String),
    /// The browser refuses to store a cache.
    Refused,
}

thread_local! {
    static TAB: RefCell<Tab> = const { RefCell::new(Tab::Unclaimed) };
}

async fn sleep(ms: u32) {
    let done = Promise::new(&mut |done, _| {
        Timeout::new(ms, move || drop(done.call0(&JsValue::UNDEFINED))).forget();
    });
    let _ = JsFuture::from(done).await;
}

fn session_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

/// The key of the log of the program with this SHA-256, in the tab's session storage.
fn log_key(sha256: &str) -> String {
    format!("btfscope.log.{sha256}")
}

/// Stores the log of the program with this SHA-256 until the tab is closed; an empty text deletes the stored log. False
/// when the browser refuses: session storage holds about 5 million characters.
pub fn store_log(sha256: &str, text: &str) -> bool {
    let Some(storage) = session_storage() else { return false };
    match text {
        "" => storage.remove_item(&log_key(sha256)).is_ok(),
        text => storage.set_item(&log_key(sha256), text).is_ok(),
    }
}

/// The stored log of the program with this SHA-256.
pub fn stored_log(sha256: &str) -> Option<String> {
    session_storage()?.get_item(&log_key(sha256)).ok()?
}

/// The name of this tab's cache; waits until [`claim`] is done. `None` if the browser refuses.
pub async fn cache_name() -> Option<String> {
    loop {
        match TAB.with_borrow(Tab::clone) {
            Tab::Has(name) => return Some(name),
            Tab::Refused => return None,
            Tab::Unclaimed => sleep(AGAIN).await,
        }
    }
}

/// Finds this tab's cache, or makes one.
pub async fn claim() {
    let tab = find().await.map_or(Tab::Refused, Tab::Has);
    if let Tab::Has(name) = &tab {
        let own = name.clone();
        spawn_local(async move {
            sleep(CLEAN_AFTER).await;
            delete_left(&own).await;
        });
    }
    TAB.set(tab);
}

async fn find() -> Option<String> {
    let (storage, caches, locks) = (session_storage()?, caches()?, locks()?);
    let before = storage.get_item(KEY).ok()?.filter(|name| name.starts_with(PREFIX));
    if let Some(before) = &before {
        for n in 0..TRIES {
            if n > 0 {
                sleep(AGAIN).await;
            }
            if hold(&locks, before).await {
                return Some(before.clone());
            }
        }
    }
    let name = format!("{PREFIX}{:x}{:x}", js_sys::Date::now() as u64, (js_sys::Math::random() * 1e15) as u64);
    storage.set_item(KEY, &name).ok()?;
    if !hold(&locks, &name).await {
        return None;
    }
    if let Some(before) = before {
        // If a file does not fit into the new cache, it and the files after it are not copied; a reload of this tab
        // will not open them again.
        let _ = copy(&caches, &before, &name).await;
    }
    Some(name)
}

fn locks() -> Option<LockManager> {
    let locks = Reflect::get(&window().navigator(), &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}

/// Asks for a lock if it is free, and calls `then` with the lock or null. The lock is held until the promise of
/// `then` is settled.
fn ask(locks: &LockManager, name: &str, then: impl FnOnce(JsValue) -> Promise + 'static) -> Promise {
    let options = Object::new();
    // Setting a member of a plain object does not fail.
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    locks.request(name, &options, Closure::once_into_js(then).unchecked_ref())
}

/// Takes a lock until the page is closed. Returns whether it was free.
async fn hold(locks: &LockManager, name: &str) -> bool {
    let locks: &JsValue = locks;
    let (locks, name) = (locks.clone().unchecked_into::<LockManager>(), name.to_owned());
    let answer = Promise::new(&mut |tell, _| {
        let tell_refused = tell.clone();
        let then = move |lock: JsValue| {
            let free = !lock.is_null();
            let _ = tell.call1(&JsValue::UNDEFINED, &free.into());
            if free { Promise::new(&mut |_, _| {}) } else { Promise::resolve(&JsValue::UNDEFINED) }
        };
        let lock = ask(&locks, &name, then);
        spawn_local(async move {
            if JsFuture::from(lock).await.is_err() {
                let _ = tell_refused.call1(&JsValue::UNDEFINED, &false.into());
            }
        });
    });
    JsFuture::from(answer).await.is_ok_and(|free| free.is_truthy())
}

/// Copies the files from one cache to another.
async fn copy(caches: &CacheStorage, from: &str, to: &str) -> Result<(), JsValue> {
    let from: Cache = JsFuture::from(caches.open(from)).await?.dyn_into()?;
    let to: Cache = JsFuture::from(caches.open(to)).await?.dyn_into()?;
    for request in Array::from(&JsFuture::from(from.keys()).await?) {
        let request: Request = request.dyn_into()?;
        let response: Response = JsFuture::from(from.match_with_request(&request)).await?.dyn_into()?;
        JsFuture::from(to.put_with_request(&request, &response)).await?;
    }
    Ok(())
}

/// Deletes the caches of closed tabs, each while this page holds its lock.
async fn delete_left(own: &str) {
    let (Some(all), Some(locks)) = (caches(), locks()) else { return };
    let Ok(names) = JsFuture::from(all.keys()).await else { return };
    for name in Array::from(&names).iter().filter_map(|name| name.as_string()) {
        if name.starts_with(PREFIX) && name != own {
            let (all, left) = (all.clone(), name.clone());
            let delete = move |lock: JsValue| match lock.is_null() {
                true => Promise::resolve(&JsValue::UNDEFINED),
                false => all.delete(&left),
            };
            let _ = JsFuture::from(ask(&locks, &name, delete)).await;
        }
    }
}
