//! The page's Content-Security-Policy: the page runs only its own scripts, and sends nothing to any other server.

use std::path::Path;

use serde_json::json;
use tests::browser::Browser;

use crate::steps::{Scratch, fixture, no_errors, open};

/// All addresses that the page has requested since it was loaded.
const ASKED: &str = "return performance.getEntriesByType('resource').map(e => e.name)";

#[tokio::test]
async fn the_page_talks_to_nobody_but_its_own_server() {
    let Some(page) = Browser::start().await else { return };
    // Open a file, unpack another one in the worker, and open the Share dialog.
    let scratch = Scratch::new();
    let gz = scratch.file("kernel.btf.gz", &gzip(&tests::fixture::read("kernel.x86_64.btf")));
    let object = fixture("layout.clang.bpfel.o");
    let files: [&Path; 2] = [&object, &gz];
    open(&page, &files).await;
    page.wait_for_text("kernel.btf.gz").await;
    page.click("button", "Share").await;
    page.press("Escape").await;
    let asked = page.js(ASKED).await;
    let asked: Vec<&str> = asked.as_array().map(|a| a.iter().filter_map(|v| v.as_str()).collect()).unwrap_or_default();
    let own = page.js("return location.origin").await;
    let own = own.as_str().unwrap_or_default();
    assert!(!asked.is_empty());
    assert!(asked.iter().all(|a| a.starts_with(own) || a.starts_with("blob:") || a.starts_with("data:")), "{asked:?}");
    // The requests to the page's server are for files of the page, so nothing was sent.
    let file = |a: &&str| {
        [".css", ".js", ".wasm", ".html", ".webmanifest", ".svg"]
            .iter()
            .any(|end| a.split(['?', '#']).next().unwrap_or("").ends_with(end))
    };
    assert!(asked.iter().filter(|a| a.starts_with(own)).all(file), "{asked:?}");
    no_errors(&page).await;
}

/// The licences of other people's code are a file of the page.
#[tokio::test]
async fn the_help_leads_to_the_licences_of_what_is_inside() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.press("?").await;
    page.by_role("dialog", "Keys and help").await;
    let address = page.text_of("return document.querySelector('[role=dialog] a[href$=\".txt\"]').href").await;
    assert_eq!(address, format!("{}licences.txt", page.url()));
    page.by_role("link", "licences of the code inside").await;
    page.js("fetch('licences.txt').then(r => r.text()).then(text => { window.licences = text; })").await;
    page.wait_for("return window.licences !== undefined", "the file").await;
    let text = page.text_of("return window.licences").await;
    assert!(text.contains("\nyew 0.") && text.contains("Permission is hereby granted"), "{text}");
    no_errors(&page).await;
}

#[tokio::test]
async fn what_is_foreign_is_refused() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.js(
        "window.refused = []; addEventListener('securitypolicyviolation', e => refused.push(e.effectiveDirective))",
    )
    .await;
    let tries = "fetch('http://127.0.0.1:9/secret?' + arguments[0]).catch(() => 0); \
                 const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s); \
                 const i = new Image(); i.src = 'http://127.0.0.1:9/p.png'; document.body.append(i); \
                 document.body.insertAdjacentHTML('beforeend', '<a onclick=\"window.ran = 1\" id=trap>x</a>'); \
                 document.querySelector('#trap').click(); \
                 document.body.append(Object.assign(document.createElement('iframe'), {src: 'http://127.0.0.1:9/'}))";
    page.js_with(tries, vec![json!("x")]).await;
    page.wait_for("return refused.length >= 5", "the refusals").await;
    let mut refused = page.js("return refused").await.as_array().cloned().unwrap_or_default();
    refused.sort_by_key(ToString::to_string);
    refused.dedup();
    assert_eq!(json!(refused), json!(["connect-src", "frame-src", "img-src", "script-src-attr", "script-src-elem"]));
    assert!(page.js("return window.ran === undefined").await == true);
}

/// A gzip file (RFC 1952) with these bytes.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gz = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    gz.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
    gz.extend(crc32(bytes).to_le_bytes());
    gz.extend((bytes.len() as u32).to_le_bytes());
    gz
}

/// The CRC-32 of gzip.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, b| {
        (0..8).fold(crc ^ u32::from(*b), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 })
    })
}
