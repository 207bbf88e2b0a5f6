//! Compare: a type beside that of another file, the meaning of each change, and links to it.

use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{Scratch, fixture, heading, lose_files, no_errors, open, open_fixture, show};

/// The accessible names of the rows, which say what changed.
async fn rows(page: &Browser) -> Vec<String> {
    page.rows("listbox", "Side by side").await.into_iter().map(|row| row.name.trim().to_owned()).collect()
}

#[tokio::test]
pub async fn a_type_stands_beside_its_namesake() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo-old.bpfel.btf").await;
    show(&page, "struct", "lost_member", "layout").await;
    page.press("6").await;
    page.wait_for_text("Drop a second kernel, or any other file with BTF").await;
    // A dropped second file does not become the current one, but is compared.
    page.drop_files(&[&fixture("relo-new.bpfel.btf")]).await;
    page.by_role("listbox", "Side by side").await;
    assert_eq!(heading(&page).await, "struct lost_member");
    let all = rows(&page).await;
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(
        all[3],
        "4 state 4 int renamed (guess), moved ! refused at load the old name is not found: ask bpf_core_field_exists for both \
         12 __state 4 int"
    );
    assert!(page.definitions().await.contains(&"size: 8 B → 16 B".to_owned()));
    // Keys choose rows. The reason is shown below, and the other panes select the member.
    page.focus_on("listbox", "Side by side").await;
    page.press("End").await;
    page.wait_for_text("__state: ! refused at load: the old name is not found").await;
    page.press("ArrowUp").await;
    assert!(page.fragment().await.ends_with("&m=kept"), "{}", page.fragment().await);
    // There is a sign beside the colour.
    let signs = rows(&page).await;
    assert!(
        signs.iter().any(|s| s.contains("moved ✓ harmless"))
            && signs.iter().any(|s| s.contains("renamed (guess), moved ! refused at load")),
        "{signs:?}"
    );

    page.click("checkbox", "Align by offset or value").await;
    page.wait_for_rows("listbox", "Side by side", |rows| rows == 5).await;
    page.click("button", "refused at load 2").await;
    page.wait_for_rows("listbox", "Side by side", |rows| rows == 2).await;
    page.click("button", "all 5").await;
    page.click("checkbox", "Align by offset or value").await;
    page.click("button", "⇄ Swap old and new").await;
    page.wait_for_text("removed").await;
    assert!(rows(&page).await[1].starts_with("0 other 8 long removed ! refused at load"), "{:?}", rows(&page).await);
    assert!(page.fragment().await.contains("&f=old,sha256:"), "{}", page.fragment().await);
    page.screenshot("compare").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_to_a_comparison_asks_for_both_files() {
    let Some(page) = Browser::start().await else { return };
    let files = [fixture("relo-old.bpfel.btf"), fixture("relo-new.bpfel.btf")];
    open(&page, &[&files[0], &files[1]]).await;
    show(&page, "struct", "lost_member", "compare").await;
    page.by_role("listbox", "Side by side").await;
    page.wait_for(
        "return location.hash.includes('f=sha256:') && location.hash.includes('f=old,sha256:')",
        "both digests",
    )
    .await;
    let (link, before) = (page.fragment().await, rows(&page).await);
    lose_files(&page).await;
    page.reload().await;
    page.wait_for_text(
        "You were looking at struct lost_member of relo-new.bpfel.btf beside that of relo-old.bpfel.btf",
    )
    .await;
    page.drop_files(&[&files[1]]).await;
    page.wait_for_text("This link compares with relo-old.bpfel.btf, which is not open").await;
    assert_eq!(page.fragment().await, link);
    // The file is accepted under another name as well, because the digest decides.
    let scratch = Scratch::new();
    let renamed = scratch.file("vmlinux", &std::fs::read(&files[0]).unwrap());
    page.drop_files(&[&renamed]).await;
    page.by_role("listbox", "Side by side").await;
    assert_eq!(rows(&page).await, before);
    assert_eq!(heading(&page).await, "struct lost_member");
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_carries_both_types() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    show(&page, "enum", "mode", "compare").await;
    page.by_role("listbox", "Side by side").await;
    let before = rows(&page).await;
    page.click("button", "Share").await;
    page.wait_for_text("Opens without the files").await;
    let link = page.text_of("return document.querySelector('[role=dialog] section code').innerText").await;
    let fragment = link.split_once('#').map(|(_, f)| f.to_owned()).unwrap_or_default();
    page.open(&fragment).await;
    page.by_role("listbox", "Side by side").await;
    assert_eq!(rows(&page).await, before);
    no_errors(&page).await;
}

#[tokio::test]
async fn an_absent_type_is_reported_with_near_names() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    show(&page, "struct", "twice___other", "compare").await;
    page.wait_for_text("relo-old.bpfel.btf has no type of this name and kind.").await;
    page.click("button", "struct twice").await;
    page.by_role("listbox", "Side by side").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_comparison_opens_on_what_differs() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    let other = corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-amd64.btf");
    open(
        &page,
        &[&corpus.path(&corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf")), &corpus.path(&corpus.actual(other))],
    )
    .await;
    show(&page, "struct", "sk_buff", "compare").await;
    page.by_role("listbox", "Side by side").await;
    let shown = rows(&page).await;
    assert!(!shown.is_empty() && !shown.iter().any(|row| row.contains(" = ")), "{shown:?}");
    // A type that is the same in both files opens with all of its parts shown.
    show(&page, "struct", "list_head", "compare").await;
    page.wait_for_rows("listbox", "Side by side", |rows| rows > 1).await;
    no_errors(&page).await;
}
