//! Half a deployment, on a host that answers with index.html and status 200 for a missing file: the page mends itself
//! when the rest is there.

use std::fs;
use std::path::PathBuf;

use tests::browser::{Browser, UnwrapOrSkip};

use crate::failed::{NOT_LOADED, pages, said};
use crate::steps::{LANDING, Scratch, show};

/// The files of the page whose names begin with `begin` and end with `end`.
fn files(pages: &Scratch, begin: &str, end: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(pages.path()).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with(begin) && name.ends_with(end)
    };
    let found: Vec<PathBuf> = files.filter(is_it).collect();
    assert!(!found.is_empty(), "no {begin}..{end}");
    found
}

/// A browser, and a copy of the page without some of its files. These files are returned with their bytes.
async fn without(names: [(&str, &str); 2]) -> Option<(Browser, Scratch, Vec<(PathBuf, Vec<u8>)>)> {
    let pages = pages()?;
    let page = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip()?;
    page.set_one_page();
    let mut missing = Vec::new();
    for (begin, end) in names {
        for file in files(&pages, begin, end) {
            missing.push((file.clone(), fs::read(&file).unwrap()));
            fs::remove_file(file).unwrap();
        }
    }
    Some((page, pages, missing))
}

/// How many files in the browser's caches have the content of an HTML page although they are no page.
const WRONG: &str = "return (async () => {
    let wrong = 0;
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            const type = (await cache.match(request)).headers.get('content-type');
            if (type.includes('html') && !/\\/$|html$/.test(new URL(request.url).pathname)) wrong += 1;
        }
    }
    return wrong;
})()";

/// Whether the service worker is active, which means that all its files are stored.
const ACTIVE: &str = "return navigator.serviceWorker.getRegistration().then(one => Boolean(one?.active))";

const TAKEN_OVER: &str = "return navigator.serviceWorker.controller !== null";

#[tokio::test]
async fn the_program_comes_when_it_is_there() {
    let Some((page, _pages, missing)) = without([("web-", "_bg.wasm"), ("icon-512", "png")]).await else { return };
    page.visit("?offline").await;
    assert_eq!(said(&page).await, NOT_LOADED);
    // The browser may keep the wrong answer for a year, as the host allows.
    page.visit("?offline&again").await;
    assert_eq!(said(&page).await, NOT_LOADED);
    assert_eq!(page.js(WRONG).await, 0);
    assert_eq!(page.js(TAKEN_OVER).await, false);
    page.wait_for("return navigator.serviceWorker.getRegistration().then(one => !one)", "the refusal").await;
    for (file, bytes) in missing {
        fs::write(file, bytes).unwrap();
    }
    // Nobody clears anything. The page fetches its files anew and starts again by itself; the service worker stores
    // them. It does not take over a page that is just being loaded, so the next start is the first with it.
    page.visit("?offline&later").await;
    page.wait_for(ACTIVE, "the service worker").await;
    page.visit("?offline&at-last").await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;
    assert_eq!(page.js(TAKEN_OVER).await, true);
    assert_eq!(page.js(ALERTS).await, "");
}

/// The texts of all alerts and bars of the page.
const ALERTS: &str =
    "return Array.from(document.querySelectorAll('[role=alert], .pagebar'), one => one.textContent).join()";

#[tokio::test]
async fn the_worker_comes_when_it_is_there() {
    let Some((page, _pages, missing)) = without([("worker-", "_bg.wasm"), ("worker-", "_loader.js")]).await else {
        return;
    };
    page.visit("?offline").await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;
    page.wait_for("return navigator.serviceWorker.getRegistration().then(one => !one)", "the refusal").await;
    assert_eq!(page.js(WRONG).await, 0);
    for (file, bytes) in missing {
        fs::write(file, bytes).unwrap();
    }
    // At the next start the service worker fetches all that it lacks.
    page.visit("?offline&later").await;
    page.wait_for(ACTIVE, "the service worker").await;
    page.visit("?offline&at-last").await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;
    show(&page, "struct", "event", "users").await;
    page.wait_for_text("4 of 4 users").await;
    assert_eq!(page.js(ALERTS).await, "");
}

#[tokio::test]
async fn what_was_kept_damaged_is_fetched_anew() {
    let Some(pages) = pages() else { return };
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.visit("?offline").await;
    page.wait_for(TAKEN_OVER, "the service worker").await;
    let damage = "(async () => {
        const name = (await caches.keys()).find(name => name.startsWith('btfscope http'));
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            if (request.url.endsWith('_bg.wasm')) await cache.put(request, new Response('damaged'));
        }
        window.damaged = true;
    })()";
    page.js(damage).await;
    page.wait_for("return window.damaged === true", "the damage").await;
    page.reload().await;
    assert_eq!(said(&page).await, NOT_LOADED);
    let mended = "return (async () => {
        const kept = await caches.match(document.querySelector('link[as=fetch]').href);
        return (await kept?.arrayBuffer())?.byteLength > 1000;
    })()";
    page.wait_for(mended, "the program").await;
    page.reload().await;
    page.by_role("heading", LANDING).await;
}
