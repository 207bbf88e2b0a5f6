//! What has to be unpacked first: a compressed file (in the worker), pasted text; and files that the browser remembers.

use base64::Engine;
use serde_json::json;
use tests::browser::Browser;
use tests::fixture::read;

use crate::steps::{NONE, Scratch, figures, fixture, no_errors, open, open_fixture, show};

/// A zstd frame with the bytes as they are, in one raw block (RFC 8878, 3.1.1).
fn zstd(bytes: &[u8]) -> Vec<u8> {
    assert!((256..65_000).contains(&bytes.len()));
    // One segment, its size in two bytes from 256 on.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x60];
    frame.extend_from_slice(&(bytes.len() as u16 - 256).to_le_bytes());
    // Bit 0: the last block; bits 1 and 2: raw.
    frame.extend_from_slice(&(1 | (bytes.len() as u32) << 3).to_le_bytes()[..3]);
    frame.extend_from_slice(bytes);
    frame
}

#[tokio::test]
async fn compressed_files_are_unpacked_on_the_way() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let kernel = scratch.file("kernel.s390x.btf.zst", &zstd(&read("kernel.s390x.btf")));
    let module = scratch.file("module.s390x.ko.zst", &zstd(&read("module.s390x.ko")));
    page.open("").await;
    page.drop_files(&[&module, &kernel]).await;
    page.by_role("listitem", "module.s390x.ko.zst").await;
    page.settle().await;
    assert_eq!(page.names("listitem").await, ["kernel.s390x.btf.zst", "module.s390x.ko.zst"]);
    assert_eq!(page.names("alert").await, NONE);
    show(&page, "struct", "fixture_device", "layout").await;
    assert_eq!(figures(&page, &["size", "from"]).await, ["88 B", "the module"]);
    // A link from here is that of the file as it is unpacked.
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 2", "the digests in the address").await;
    let fragment = page.fragment().await;
    page.open(&fragment).await;
    page.browse(&[&fixture("kernel.s390x.btf"), &fixture("module.s390x.ko")]).await;
    page.by_role("heading", "struct fixture_device").await;
    // Broken inside: said, with the file.
    let mut broken = zstd(&read("kernel.s390x.btf"));
    broken.truncate(600);
    page.drop_file(&scratch.file("broken.zst", &broken)).await;
    page.wait_for("return document.querySelector('[role=alert]')?.innerText.includes('broken.zst')", "a word about it")
        .await;
    no_errors(&page).await;
}

#[tokio::test]
async fn pasted_text_is_a_file() {
    let Some(page) = Browser::start().await else { return };
    let bytes = read("kernel.x86_64.btf");
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // As `xxd` prints it.
    let line = |(i, line): (usize, &[String])| {
        let pairs: Vec<String> = line.chunks(2).map(|pair| pair.concat()).collect();
        format!("{:08x}: {:<39}  ................\n", i * 16, pairs.join(" "))
    };
    let dump: String = hex.chunks(16).enumerate().map(line).collect();
    let base64 = base64::engine::general_purpose::STANDARD.encode(&bytes);
    for text in [dump, base64] {
        page.open("").await;
        page.allow_clipboard().await;
        page.js_with("navigator.clipboard.writeText(arguments[0])", vec![json!(text)]).await;
        page.press("Ctrl+V").await;
        page.wait_for("return document.querySelector('[aria-label=Files]') !== null", "a chip").await;
        show(&page, "struct", "task_struct", "layout").await;
        assert_eq!(figures(&page, &["id", "size"]).await, ["15", "72 B"]);
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn a_file_is_remembered_when_asked_to_and_forgotten_by_a_click() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    let checkbox = page.by_role("checkbox", "remember this file in this browser").await;
    assert_eq!(checkbox.prop("checked").await.unwrap().as_deref(), Some("false"), "off until it is asked for");
    page.click("checkbox", "remember this file in this browser").await;
    show(&page, "struct", "module", "tree").await;
    page.wait_for("return caches.keys().then(keys => keys.length > 0)", "the file in the browser's storage").await;
    page.reload().await;
    // Asked for, but not read without a click.
    assert_eq!(page.names("listitem").await, NONE);
    page.click("button", "Open the remembered file").await;
    page.by_role("heading", "struct module").await;
    page.by_role("tree", "Type tree").await;
    // The landing page has it too, and forgets it.
    page.open("").await;
    page.click("button", "Forget kernel.x86_64.btf").await;
    page.wait_for_none("button", "Forget kernel.x86_64.btf").await;
    page.open("").await;
    assert!(!page.has("button", "Forget kernel.x86_64.btf").await);
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    no_errors(&page).await;
}
