//! The page without a network, and behind a plain web server.

use std::fs;
use std::io::{BufRead, BufReader, Write, stderr};
use std::process::{Child, Stdio};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use model::digest::sha256;
use tests::browser::{Browser, UnwrapOrSkip, dist};
use xtask::tools::PYTHON;

use crate::steps::{LANDING, Scratch, no_errors, show};
use crate::workers::copy;

#[tokio::test]
pub async fn the_page_opens_without_a_network() {
    let Some(mut page) = Browser::start().await else { return };
    // On localhost, the page is stored for offline use only on request.
    page.open("").await;
    let kept = "return navigator.serviceWorker.getRegistrations().then(all => all.length)";
    assert_eq!(page.js(kept).await, 0);
    page.visit("?offline").await;
    page.wait_for("return navigator.serviceWorker.controller !== null", "the service worker").await;
    let manifest =
        "return fetch(document.querySelector('link[rel=manifest]').href).then(r => r.json()).then(m => m.icons.length)";
    assert_eq!(page.js(manifest).await, 2);
    // Files that are loaded on a click are stored then.
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;

    page.unplug();
    page.reload().await;
    page.by_role("heading", "struct tcp_segment").await;
    // The worker's module is stored as well, though it was not needed before.
    show(&page, "struct", "event", "users").await;
    page.wait_for_text("4 of 4 users").await;
    page.visit("").await;
    page.by_role("heading", LANDING).await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_lesson_opens_without_a_network_and_a_line_says_so() {
    let Some(mut page) = Browser::start().await else { return };
    page.visit("?offline").await;
    page.wait_for("return navigator.serviceWorker.controller !== null", "the service worker").await;
    page.unplug();
    // A link to a lesson needs the second module of the page at once.
    page.visit("?offline&link#v=1&learn=holes:2").await;
    page.click("button", "Start the lesson").await;
    page.by_role("grid", "Bytes").await;
    page.visit("?offline").await;
    // This lesson was not opened before: all lessons are stored together with the page.
    let all = page.names("button").await.into_iter().find(|name| name.ends_with(" lessons")).expect("the lessons");
    page.click("button", &all).await;
    let lessons = page.names("button").await;
    let lesson = lessons.iter().find(|name| name.starts_with("A blob, byte by byte")).expect("a lesson");
    page.click("button", lesson).await;
    page.by_role("grid", "Bytes").await;
    assert!(page.text_in("region", "Learn").await.contains("A blob, byte by byte"));
    // The page shows when the network is lost, and removes the message when it is back.
    let network = async |on: bool| {
        let says = "const on = arguments[0]; Object.defineProperty(navigator, 'onLine', { get: () => on, configurable: true }); \
                    dispatchEvent(new Event(on ? 'online' : 'offline'))";
        page.js_with(says, vec![serde_json::json!(on)]).await;
    };
    // The message is outside of the body, because the page's WebAssembly module draws the content of the body.
    const LINE: &str = "return document.documentElement.innerText.includes('No network: your files, lessons and small samples open as before')";
    network(false).await;
    page.wait_for(LINE, "the line").await;
    page.click("button", "Close this line").await;
    assert_eq!(page.js(LINE).await, false);
    network(true).await;
    network(false).await;
    page.wait_for(LINE, "the line").await;
    network(true).await;
    assert_eq!(page.js(LINE).await, false);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_new_version_waits_until_it_is_asked_for() {
    let pages = Scratch::new();
    copy(&dist(), pages.path());
    let change = |name: &str, from: &str, to: &str| {
        let path = pages.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    };
    if !pages.path().join("sw.js").is_file() {
        // A page of `dist --dev` has no service worker.
        return tests::skip("the page has no service worker; run `cargo xtask dist`");
    }
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.visit("?offline").await;
    page.wait_for("return navigator.serviceWorker.controller !== null", "the service worker").await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;

    // Another build is published: another index.html, and a service worker with its digest and another cache name.
    let digest = || BASE64_STANDARD.encode(sha256(&fs::read(pages.path().join("index.html")).unwrap()));
    let first = digest();
    change("index.html", "<title>", "<meta name=\"second\"><title>");
    change("sw.js", &first, &digest());
    change("sw.js", "const CACHE = OURS + '", "const CACHE = OURS + 'second ");
    // Browsers look for a new service worker at a visit. Here, the test makes the browser look for it.
    page.js("navigator.serviceWorker.getRegistration().then(registration => registration.update())").await;
    const OFFER: &str = "return document.documentElement.innerText.includes('A new version of btfscope is here.')";
    page.wait_for(OFFER, "the offer").await;
    page.screenshot("new-version").await;
    // Until the person agrees, nothing changes: a reload shows the old build, and the offer again.
    const SECOND: &str = "return document.querySelector('meta[name=second]') !== null";
    page.reload().await;
    assert_eq!(page.js(SECOND).await, false);
    page.wait_for(OFFER, "the offer after a reload").await;
    page.click("button", "Reload").await;
    page.wait_for(SECOND, "the new version").await;
    // The open file is shown again, and the offer is gone.
    page.by_role("heading", "struct tcp_segment").await;
    assert_eq!(page.js(OFFER).await, false);
    // The cache of the old build is deleted; remembered files are in a cache of another name.
    let kept =
        page.js("return caches.keys().then(names => names.filter(name => name.startsWith('btfscope ')).join())").await;
    assert!(kept.as_str().is_some_and(|kept| kept.contains(" second ") && !kept.contains(',')), "{kept}");
    no_errors(&page).await;
}

/// Python's web server. It is stopped on drop.
struct Python(Child);

impl Drop for Python {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[tokio::test]
async fn the_page_works_behind_pythons_web_server() {
    let Some(page) = Browser::start().await else { return };
    let Ok(python) = PYTHON.found().map_err(|why| tests::skip(&why)) else { return };
    let mut python = python.command();
    python.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(dist());
    let mut python = Python(python.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(python.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    // Python prints, for example: Serving HTTP on 127.0.0.1 port 37173 (http://127.0.0.1:37173/) ...
    let address = line.split(['(', ')']).nth(1).unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
    page.visit_elsewhere(&address).await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;
    show(&page, "struct", "event", "users").await;
    page.wait_for_text("4 of 4 users").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn the_kernel_among_the_samples_opens() {
    let Some(page) = Browser::start().await else { return };
    if !dist().join("samples/kernel.btf.gz").is_file() {
        // `cargo xtask samples` needs Debian's archive, so a machine without a network skips this.
        let why = "the page was built without a kernel: `cargo xtask samples`";
        stderr().write_all(format!("SKIPPED offline::the_kernel_among_the_samples_opens: {why}\n").as_bytes()).ok();
        return;
    }
    page.open("").await;
    let buttons = page.names("button").await;
    let kernel = buttons.iter().skip_while(|name| *name != "BPF program").nth(1).expect("a second card");
    page.click("button", kernel).await;
    page.by_role("heading", "struct task_struct").await;
    assert!(page.fragment().await.contains("f=sample:kernel"));
    page.open("v=1&f=sample:kernel&t=sk_buff&kind=struct&view=layout").await;
    page.click("button", "Open the sample").await;
    page.by_role("heading", "struct sk_buff").await;
    no_errors(&page).await;
}
