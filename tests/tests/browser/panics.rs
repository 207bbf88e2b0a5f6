//! A panic, triggered by the test: the page says so, keeps the link, and can be loaded again.

use serde_json::json;
use tests::browser::Browser;

use crate::steps::{NONE, fixture, open_fixture, selected, show_member};

#[tokio::test]
async fn a_panic_is_shown_and_the_link_is_kept() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show_member(&page, "struct", "task_struct", "tree", "parent").await;
    page.wait_for("return location.hash.includes('sha256:')", "the digest in the address").await;
    let fragment = page.fragment().await;
    assert_eq!(page.console_errors().await, NONE);
    page.js("try { wasmBindings.btfscopePanicForTests() } catch (e) { window.thrown = String(e) }").await;
    page.by_role("alertdialog", "btfscope stopped").await;
    assert_eq!(page.focus().await.0, "alertdialog");
    page.wait_for_text("asked for by a test").await;
    let link = page.js("return document.querySelector('[role=alertdialog] a').href.split('#')[1]").await;
    assert_eq!(link, json!(fragment));
    page.screenshot("panic").await;
    // Later keys do nothing; the console has only one panic.
    page.press("2").await;
    page.press("Ctrl+K").await;
    page.press("Escape").await;
    page.by_role("alertdialog", "btfscope stopped").await;
    let errors = page.console_errors().await;
    assert!(errors.len() == 1 && errors[0].contains("asked for by a test"), "{errors:?}");
    // Loaded again, the page asks for the file and is where it was.
    page.click("button", "Load the page again").await;
    page.wait_for_none("alertdialog", "btfscope stopped").await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "struct task_struct").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["parent"]);
}
