//! The kernel's verdict on a file with faults.

use tests::blob::{Blob, Order};
use tests::browser::Browser;

use crate::steps::{more, no_errors};

#[tokio::test]
pub async fn a_refused_file_says_why_and_where() {
    let Some(page) = Browser::start().await else { return };
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.structure("s", 4, &[("a", int, 0), ("b", int, 24)]);
    b.fwd("x$", false);
    page.open("").await;
    let file = tests::put(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")), "verdict-wrong.btf", &b.build());
    page.choose(&[&file]).await;
    // The menu asks for the verdict.
    more(&page, "BTF valid?").await;
    page.wait_for_text("Linux 7.2 refuses it: EINVAL (22)").await;
    page.wait_for_text("loaded by BPF_BTF_LOAD").await;
    page.by_role("listbox", "Faults").await;
    page.click_css("#fault-1").await;
    page.by_role("heading", "struct s").await;
    no_errors(&page).await;
}

/// The focused element keeps the focus: the button of the menu, through which the verdict was opened; and the button of
/// a kernel, although the verdict on this kernel has a note that the verdict before has not.
#[tokio::test]
pub async fn the_focus_stays_where_it_was() {
    let Some(page) = Browser::start().await else { return };
    let mut b = Blob::new(Order::Little);
    // For versions before 6.1, not all rules are known. A verdict on such a version has a note about this; other
    // verdicts have none.
    b.fwd("x$", false);
    page.open("").await;
    let file = tests::put(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")), "verdict-focus.btf", &b.build());
    page.choose(&[&file]).await;
    more(&page, "BTF valid?").await;
    page.wait_for_text("Linux 7.2 refuses it: EINVAL (22)").await;
    assert_eq!(page.focus().await, ("button".to_owned(), "More: BTF valid?".to_owned()));
    let kernel = "Linux 5.10 refuses it: EINVAL (22) (not all its rules are known)";
    page.focus_on("button", kernel).await;
    page.press("Enter").await;
    page.wait_for_text("Linux 5.10 refuses it: EINVAL (22)").await;
    assert_eq!(page.focus().await, ("button".to_owned(), kernel.to_owned()));
    no_errors(&page).await;
}
