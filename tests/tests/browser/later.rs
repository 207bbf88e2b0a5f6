//! The second half of the page's code: what a visitor does first needs none of it, and what needs it without a network says so.

use std::fs;

use tests::browser::{Browser, UnwrapOrSkip, dist};

use crate::steps::{Scratch, fixture, open, show};
use crate::workers::copy;

#[tokio::test]
async fn a_file_opens_with_the_first_half_alone() {
    let pages = Scratch::new();
    copy(&dist(), pages.path());
    let files = fs::read_dir(pages.path()).into_iter().flatten().flatten();
    let Some(later) = files.map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with("_later.wasm"))
    else {
        // A page of `dist --dev` has no second half.
        return tests::skip("the page is not split; run `cargo xtask dist`");
    };
    fs::remove_file(later).unwrap();
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.before_each_page(WATCH).await;

    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "kernel.x86_64.btf").await;
    assert!(!page.rows("listbox", "Types").await.is_empty());
    assert_eq!(page.text_of(ASKED).await, "", "what opening a file calls");
    show(&page, "struct", "task_struct", "layout").await;
    assert!(!page.rows("treegrid", "Members").await.is_empty());
    assert_eq!(page.text_of(ASKED).await, "", "what Layout calls");
    page.press("/").await;
    page.type_text("net").await;
    assert_eq!(page.rows("listbox", "Types").await.len(), 2, "net_device and its operations");
    assert_eq!(page.text_of(ASKED).await, "", "what a search calls");

    // Help is in the second half.
    page.click("button", "Keys and help").await;
    page.by_role("alertdialog", "btfscope is incomplete").await;
    page.screenshot("not-complete").await;
}

/// Notes who calls the second half.
const WATCH: &str = "window.asked = ''; const plain = performance.mark.bind(performance); \
    performance.mark = (name, ...rest) => { if (name === 'btfscope:later-now') asked += new Error().stack; return plain(name, ...rest); };";
const ASKED: &str = "return window.asked";
