//! The kernel's verdict: of a file with faults, and beside the scratch pad.

use tests::blob::{Blob, Order};
use tests::browser::Browser;

use crate::steps::no_errors;

#[tokio::test]
pub async fn a_refused_file_says_why_and_where() {
    let Some(page) = Browser::start().await else { return };
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.structure("s", 4, &[("a", int, 0), ("b", int, 24)]);
    b.fwd("x$", false);
    page.open("").await;
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdict-wrong.btf");
    std::fs::write(&file, b.build()).expect("written");
    page.choose(&[&file]).await;
    // The overview has it in a line once it was asked for.
    page.click("tab", "Verdict").await;
    page.wait_for_text("Linux 7.2 refuses it: EINVAL (22)").await;
    page.wait_for_text("loaded by BPF_BTF_LOAD").await;
    page.by_role("listbox", "Faults").await;
    page.click_css("#fault-1").await;
    page.by_role("heading", "struct s").await;
    no_errors(&page).await;
}
