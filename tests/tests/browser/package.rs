//! The JavaScript package in a page: its example, with real files. `cargo xtask test` builds the package and sets
//! `BTFSCOPE_NPM`.

use std::env;
use std::path::PathBuf;

use serde_json::json;
use tests::browser::{Browser, UnwrapOrSkip};
use tests::fixture;
use tests::reference::corpus_or_skip;

/// No errors on the console.
const NONE: [&str; 0] = [];

/// The example page of the package, in a browser.
async fn example() -> Option<Browser> {
    if env::var_os("BTFSCOPE_NO_BROWSER").is_some() {
        tests::skip("browser tests are switched off");
        return None;
    }
    let Some(package) = env::var_os("BTFSCOPE_NPM").map(PathBuf::from) else {
        tests::skip("BTFSCOPE_NPM is not set; `cargo xtask test` builds the JavaScript package and sets it");
        return None;
    };
    let page = Browser::launch_over(&package, (1200, 800)).await.unwrap_or_skip()?;
    page.visit("example/").await;
    Some(page)
}

#[tokio::test]
async fn the_example_shows_a_kernel_and_its_module() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = example().await else { return };
    page.browse_into("#file", &[&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")]).await;
    page.wait_for_text("kernel, little-endian, ").await;
    page.click("searchbox", "Search").await;
    page.press("Ctrl+A").await;
    page.type_text("struct sk_buff").await;
    page.click("button", "struct sk_buff (232)").await;
    let theirs = corpus.pahole("btf/vmlinux-deb-6.1.176-amd64.btf").join("sk_buff.txt");
    let theirs = std::fs::read_to_string(theirs).unwrap();
    let ours = page.text_of("return document.getElementById('text').textContent").await;
    assert_eq!(ours.trim_end(), theirs.trim_end());

    // A module without its kernel says what it needs; with the kernel it opens.
    let module = corpus.path("btf/6.1.176-amd64-veth.ko");
    page.browse_into("#file", &[&module]).await;
    page.wait_for_text("[needs-base at ").await;
    page.browse_into("#base", &[&corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf")]).await;
    page.wait_for_text("module, little-endian, ").await;
    page.click("searchbox", "Search").await;
    page.press("Ctrl+A").await;
    page.type_text("veth_priv").await;
    page.click("button", "struct veth_priv (40)").await;
    assert!(page.text().await.contains("/* size: 40, cachelines: 1, members: "), "{}", page.text().await);
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn the_example_works_on_a_program_and_says_what_is_wrong() {
    let Some(page) = example().await else { return };
    page.browse_into("#file", &[&fixture::project().join("tests/fixtures/packed/object.xz")]).await;
    page.wait_for_text(" types; ").await;
    assert!(page.names("button").await.iter().any(|name| name.starts_with("struct ")), "{}", page.text().await);
    page.browse_into("#file", &[&fixture::project().join("tests/fixtures/README.md")]).await;
    page.wait_for_text("[not-btf at 0]").await;
    page.browse_into("#file", &[&fixture::folder().join("kinds.bpfel.btf")]).await;
    page.wait_for_text("other, little-endian, ").await;
    page.click("searchbox", "Search").await;
    page.press("Ctrl+A").await;
    page.type_text("size:many").await;
    page.wait_for_text("[bad-query at 0]").await;
    assert_eq!(page.console_errors().await, NONE);
}

/// The cases that tests in Node cannot cover: streaming, a worker, and a page that gives the addresses of the module's
/// parts.
#[tokio::test]
async fn the_package_loads_in_a_worker_and_from_an_address() {
    let Some(page) = example().await else { return };
    let bytes = fixture::read("kinds.bpfel.btf");
    let work = "import init, { BtfFile } from URL; onmessage = async ({ data }) => { await init(WASM, { later: LATER }); \
                const file = BtfFile.open(new Uint8Array(data)); \
                postMessage([file.typeCount, file.type(1), (await file.verify()).errno]); file.free(); };";
    let body = format!(
        "const [bytes, done] = arguments, here = JSON.stringify(new URL('../index.js', location)); \
         const part = name => JSON.stringify(new URL(`../btfscope_${{name}}.wasm`, location)); \
         const text = {}.replace('URL', here).replace('WASM', part('bg')).replace('LATER', part('later')); \
         const worker = new Worker(URL.createObjectURL(new Blob([text], {{ type: 'text/javascript' }})), {{ type: 'module' }}); \
         worker.onerror = event => done(String(event.message)); worker.onmessage = ({{ data }}) => done(data); \
         worker.postMessage(bytes)",
        json!(work)
    );
    let answer = page.js_later(&body, vec![json!(bytes)]).await;
    let expected = btf::Btf::parse(bytes, None).unwrap();
    assert_eq!(answer[0], json!(expected.own_type_count()), "{answer}");
    assert_eq!(answer[1]["name"], json!(expected.get(btf::TypeId(1)).unwrap().name()), "{answer}");
    // EINVAL: this BTF, as clang writes it, has an extern function, whose linkage libbpf resolves before it loads BTF.
    assert_eq!(answer[2], json!(22), "{answer}");
    assert_eq!(page.console_errors().await, NONE);
}
