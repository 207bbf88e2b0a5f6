//! The page when its own code, a WebAssembly module, cannot start: it says why, and what to do
//! (`static/site/failed.js`).

use std::fs;
use std::path::PathBuf;

use tests::browser::{Browser, UnwrapOrSkip, dist};
use tests::skip;

use crate::steps::{LANDING, Scratch};
use crate::workers::copy;

/// A copy of the built page, which tests may damage. `None`, with the test reported as skipped, for
/// a page of `dist --dev`.
pub fn pages() -> Option<Scratch> {
    let pages = Scratch::new();
    copy(&dist(), pages.path());
    if !pages.path().join("sw.js").is_file() {
        skip("the page is one of `dist --dev`; run `cargo xtask dist`");
        return None;
    }
    Some(pages)
}

/// The WebAssembly module that the page starts with.
fn module(pages: &Scratch) -> PathBuf {
    let mut names = fs::read_dir(pages.path()).unwrap().map(|entry| entry.unwrap().path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with("web-") && name.ends_with("_bg.wasm")
    };
    names.find(is_it).expect("the page has a module")
}

const ALERT: &str = "document.querySelector('.shell [role=alert]')";

/// The title of the page's message, once it is shown.
pub async fn said(page: &Browser) -> String {
    page.wait_for(&format!("return {ALERT} !== null"), "the reason").await;
    page.text_of(&format!("return {ALERT}.querySelector('h2').textContent")).await
}

pub const NOT_LOADED: &str = "The program of this page could not be loaded";

#[tokio::test]
async fn a_module_that_is_missing_or_damaged_is_told() {
    let Some(pages) = pages() else { return };
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    let module = module(&pages);
    let whole = fs::read(&module).unwrap();
    for damaged in [None, Some(&b"<html>not found"[..]), Some(&b"\0asm\x01\0\0\0\xff\xff"[..]), Some(&whole[..1000])] {
        fs::remove_file(&module).ok();
        if let Some(bytes) = damaged {
            fs::write(&module, bytes).unwrap();
        }
        page.go("").await;
        assert_eq!(said(&page).await, NOT_LOADED);
        // The page also shows the error itself, so that a person can report it.
        assert!(page.text_of(&format!("return {ALERT}.querySelector('pre').textContent")).await.len() > 20);
    }
    page.screenshot("not-loaded").await;
    // The file is there again, and the button asks the server for it.
    fs::write(&module, whole).unwrap();
    page.click("button", "Clear this page\u{2019}s cache").await;
    page.by_role("heading", LANDING).await;
}

#[tokio::test]
async fn a_script_that_is_missing_is_told() {
    let Some(pages) = pages() else { return };
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    let script = fs::read_dir(pages.path()).unwrap().map(|entry| entry.unwrap().path());
    let mut script = script.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("start-"));
    fs::remove_file(script.next().expect("the script that starts the page")).unwrap();
    page.go("").await;
    assert_eq!(said(&page).await, NOT_LOADED);
}

#[tokio::test]
async fn what_the_browser_kept_damaged_is_cleared() {
    let Some(pages) = pages() else { return };
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.visit("?offline").await;
    page.wait_for("return navigator.serviceWorker.controller !== null", "the service worker").await;
    let damage = "(async () => {
        const name = (await caches.keys()).find(name => name.startsWith('btfscope http'));
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            if (request.url.endsWith('_bg.wasm')) await cache.put(request, new Response('damaged'));
        }
        await caches.open('btfscope other');
        localStorage.setItem('kept', 'yes');
        window.damaged = true;
    })()";
    page.js(damage).await;
    page.wait_for("return window.damaged === true", "the damage").await;
    page.reload().await;
    assert_eq!(said(&page).await, NOT_LOADED);
    page.click("button", "Clear this page\u{2019}s cache").await;
    page.by_role("heading", LANDING).await;
    // Other caches stay, and so do the entries of `localStorage`.
    let kept = "return caches.has('btfscope other').then(has => has && localStorage.getItem('kept'))";
    assert_eq!(page.js(kept).await, "yes");
}

#[tokio::test]
async fn a_page_in_a_folder_names_a_server() {
    let Some(pages) = pages() else { return };
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.visit_elsewhere(&format!("file://{}/index.html", pages.path().display())).await;
    assert_eq!(said(&page).await, "This page does not run from a folder");
    assert!(page.text().await.contains("python3 -m http.server"));
    page.screenshot("from-folder").await;
}

#[tokio::test]
async fn a_sandboxed_frame_leads_to_a_tab() {
    let Some(pages) = pages() else { return };
    let host = "<body><iframe sandbox=\"allow-scripts\" src=\"index.html\"></iframe>";
    fs::write(pages.path().join("host.html"), host).unwrap();
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.visit("host.html").await;
    page.enter_frame(0).await;
    page.wait_for_text("This frame keeps the page from running").await;
    page.wait_for_text("Open in a tab").await;
}

#[tokio::test]
async fn an_old_browser_is_told_so() {
    let Some(pages) = pages() else { return };
    for (before, title) in [
        ("delete globalThis.WebAssembly", "This browser has no WebAssembly"),
        // As in a browser without reference types.
        (
            "const validate = WebAssembly.validate; WebAssembly.validate = bytes => bytes[13] !== 111 && validate(bytes);
             WebAssembly.instantiateStreaming = async () => { throw new WebAssembly.CompileError('invalid type'); };",
            "This browser is too old",
        ),
    ] {
        let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
        page.before_each_page(before).await;
        page.go("").await;
        assert_eq!(said(&page).await, title);
    }
}

#[tokio::test]
async fn files_that_the_system_opens_arrive() {
    let Some(page) = Browser::start().await else { return };
    // As browsers do for an installed page: they give the files to the function that the page has set.
    page.before_each_page(
        "Object.defineProperty(window, 'launchQueue', { value: { setConsumer: consumer => { window.launch = consumer; } } });
         window.handle = () => ({ getFile: async () => new File(['not a BTF'], 'notes.btf') });",
    )
    .await;
    page.open("").await;
    page.js("window.launch({ files: [window.handle()] })").await;
    page.wait_for_text("notes.btf").await;
    let actions = page.js("return fetch('site.webmanifest').then(r => r.json()).then(m => m.file_handlers)").await;
    assert_eq!(actions[0]["action"], "./");
}
