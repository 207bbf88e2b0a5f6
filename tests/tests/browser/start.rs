//! The first moments.

use tests::browser::Browser;

/// No errors on the console.
const NONE: [&str; 0] = [];

#[tokio::test]
pub async fn the_page_loads_without_errors() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.by_role("heading", "See every type in a kernel or a BPF program.").await;
    assert!(page.text_of("return document.title").await.starts_with("btfscope"));
    assert_eq!(page.console_errors().await, NONE);
}
