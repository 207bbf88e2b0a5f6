//! Links that contain their types.

use btf::{Btf, Kind, TypeId};
use model::path;
use model::path::Path;
use model::share;
use model::views::View;
use tests::browser::Browser;
use tests::fixture;

use crate::steps::{NONE, figures, heading, members, no_errors, open_fixture, show};

/// The fragment of a link to a struct of a fixture, with its types.
fn link(file: &str, name: &str, member: &str, view: View) -> String {
    let bytes = fixture::btf_of(&fixture::read(file)).expect("BTF");
    let btf = Btf::parse(bytes, None).expect("it parses");
    let root: TypeId = btf.types().find(|t| t.kind() == Kind::Struct && t.name() == name).expect("the struct").id();
    let packed = share::pack(&btf, root, 1).expect("small");
    let path = path::from_names(&btf, root, member).unwrap_or(Path::root());
    share::address(&btf, &packed, file, view, &path).to_fragment().trim_start_matches("#").to_owned()
}

#[tokio::test]
pub async fn a_link_shows_the_type_in_a_fresh_browser() {
    let Some(page) = Browser::start().await else { return };
    for file in ["layout.clang.bpfel.o", "layout.clang.bpfeb.o"] {
        open_fixture(&page, file).await;
        show(&page, "struct", "holes", "layout").await;
        let (figures_there, members_there) =
            (figures(&page, &["size", "members", "holes"]).await, members(&page).await);
        page.open(&link(file, "holes", "", View::Layout)).await;
        page.by_role("heading", "struct holes").await;
        assert_eq!(
            (figures(&page, &["size", "members", "holes"]).await, members(&page).await),
            (figures_there, members_there),
            "{file}"
        );
        assert_eq!(page.texts_of("alert").await, NONE);
        // The address keeps the link, so a reload shows the same.
        page.reload().await;
        page.by_role("heading", "struct holes").await;
        assert_eq!(members(&page).await.len(), 8);
    }
    // The link also contains member and view.
    page.open(&link("net.clang.bpfel.o", "tcp_header", "syn", View::Tree)).await;
    page.by_role("tree", "Type tree").await;
    page.wait_for_text("13:1").await;
    // The carried types are called an excerpt in the tab, above the type and in Used by, with the way to the whole
    // file.
    page.by_role("note", "Excerpt").await;
    assert!(page.seen_in("list", "Files").await.contains("excerpt"));
    page.by_role("button", "Open the whole file").await;
    page.press("5").await;
    page.wait_for_text("that the link carries").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_damaged_link_says_what_is_wrong() {
    let Some(page) = Browser::start().await else { return };
    let link = link("layout.clang.bpfel.o", "holes", "", View::Layout);
    let at = link.find("data:").expect("data") + 60;
    let cut = format!("{}{}", &link[..at], &link[link.find(";name").expect("name")..]);
    for damaged in [cut, format!("{}!{}", &link[..at], &link[at + 1..])] {
        page.open(&damaged).await;
        page.wait_for_role("alert").await;
        // The page asks for no file, and keeps working.
        assert!(!page.has("button", "Forget this link").await);
        open_fixture(&page, "layout.clang.bpfel.o").await;
        assert!(!heading(&page).await.is_empty());
    }
    // The usual damage: a chat program or a terminal cut off the end.
    page.open(&link[..at]).await;
    page.wait_for_alert("cut off").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn share_makes_links_of_each_sort() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "layout.clang.bpfel.o").await;
    page.allow_clipboard().await;
    show(&page, "struct", "holes", "layout").await;
    let there = members(&page).await;
    page.click("button", "Share").await;
    page.wait_for_count("button", "Copy link", 2).await;
    // The link is short enough for a chat, and a note says that it points to this computer.
    page.css(".offer .meter.good").await;
    page.css("[role=dialog] [role=note]").await;
    page.screenshot("share").await;
    page.click_nth("button", "Copy link", 0).await;
    // The button says that it copied, because the status line is under the dialog.
    page.wait_for_count("button", "✓ Copied", 1).await;
    let whole = page.clipboard().await;
    assert!(whole.contains("#v=1&f=data:"), "{whole}");
    // The code for a course page shows one view in an iframe.
    page.click("button", "Copy as iframe").await;
    page.wait_for_count("button", "Copy link", 2).await;
    let frame = page.clipboard().await;
    assert!(frame.starts_with("<iframe src=") && frame.contains("&embed=1"), "{frame}");
    // The address that links start with can be set, and is remembered.
    page.fill("textbox", "Links point to", "https://example.org/b/").await;
    page.click("button", "Use").await;
    page.wait_for_text("https://example.org/b/#v=1").await;
    page.press("Escape").await;

    let fragment = whole.split_once('#').expect("a fragment").1;
    page.open(fragment).await;
    page.by_role("heading", "struct holes").await;
    assert_eq!(members(&page).await, there);
    page.open(&format!("{fragment}&embed=1")).await;
    page.by_role("heading", "struct holes").await;
    assert_eq!(page.texts_of("banner").await.join(""), "layout.clang.bpfel.o Open in btfscope");
    assert!(!page.has("complementary", "Types of the file").await);
    assert_eq!(page.names("tab").await, ["Layout"], "one view");
    page.screenshot("embedded").await;
    no_errors(&page).await;
}
