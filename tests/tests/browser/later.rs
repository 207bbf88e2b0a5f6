//! The second module of the page: the first actions of a visitor need none of it, and a view that needs it says so when
//! it cannot be loaded.

use std::fs;

use tests::browser::{Browser, UnwrapOrSkip, dist};

use crate::steps::{Scratch, fixture, open, show};
use crate::workers::copy;

#[tokio::test]
async fn a_file_opens_without_the_second_module_and_a_view_of_it_asks_again() {
    let pages = Scratch::new();
    copy(&dist(), pages.path());
    let files = fs::read_dir(pages.path()).into_iter().flatten().flatten();
    let Some(later) = files.map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with("_later.wasm"))
    else {
        // A page of `dist --dev` has no second module.
        return tests::skip("the page is one module; run `cargo xtask dist`");
    };
    let bytes = fs::read(&later).unwrap();
    fs::remove_file(&later).unwrap();
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };

    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "kernel.x86_64.btf").await;
    assert!(!page.rows("listbox", "Types").await.is_empty());
    show(&page, "struct", "task_struct", "layout").await;
    assert!(!page.rows("treegrid", "Members").await.is_empty());
    page.press("/").await;
    page.type_text("net").await;
    assert_eq!(page.rows("listbox", "Types").await.len(), 2, "net_device and its operations");

    page.click("tab", "Used by").await;
    page.by_role("button", "Try again").await;
    page.screenshot("not-complete").await;
    fs::write(&later, bytes).unwrap();
    page.click("button", "Try again").await;
    page.by_role("listbox", "Users").await;
}
