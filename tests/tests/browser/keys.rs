//! Keys: to the inspector and between panes, what they copy, Back, and the command box. Also: links, texts and folders
//! are dropped.

use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{Scratch, fixture, heading, no_errors, open, open_fixture, show_member};

async fn kernel(page: &Browser) -> bool {
    let Some(corpus) = corpus_or_skip() else { return false };
    open(page, &[&corpus.path(&corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"))]).await;
    true
}

#[tokio::test]
async fn keys_copy_move_between_panes_and_hide_the_list() {
    let Some(page) = Browser::start().await else { return };
    if !kernel(&page).await {
        return;
    }
    page.allow_clipboard().await;
    show_member(&page, "struct", "sk_buff", "layout", "len").await;
    page.focus_on("treegrid", "Members").await;
    page.press("a").await;
    let access = page.clipboard().await;
    assert!(access.starts_with("0:") && access.chars().all(|c| c.is_ascii_digit() || c == ':'), "{access}");
    page.press("Shift+C").await;
    assert_eq!(page.clipboard().await, "skb->len");
    page.press("i").await;
    assert_eq!(page.focus().await, ("region".to_owned(), "Inspector".to_owned()));
    // F6: the pane after the inspector is the list, then the view, then the inspector again.
    for (role, name) in [("listbox", "Types"), ("treegrid", "Members"), ("region", "Inspector")] {
        page.press("F6").await;
        assert_eq!(page.focus().await, (role.to_owned(), name.to_owned()));
    }
    page.press("e").await;
    assert_eq!(page.focus().await.0, "menuitem");
    page.press("Escape").await;
    page.press("\\").await;
    page.wait_for_none("listbox", "Types").await;
    page.press("/").await;
    assert_eq!(page.focus().await.1, "Search types");
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn back_keeps_the_focus_out_of_the_filter() {
    let Some(page) = Browser::start().await else { return };
    if !kernel(&page).await {
        return;
    }
    for view in ["layout", "users", "graph"] {
        show_member(&page, "struct", "list_head", view, "").await;
        show_member(&page, "struct", "sk_buff", "layout", "len").await;
        page.focus_on("treegrid", "Members").await;
        page.back().await;
        page.settle().await;
        assert_eq!(heading(&page).await, "struct list_head", "{view}");
        page.press("j").await;
        page.press("j").await;
        assert_eq!(page.value_in("searchbox", "Search types").await, "", "{view}");
        assert_ne!(page.focus().await, Default::default(), "{view}");
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn the_box_knows_what_is_meant() {
    let Some(page) = Browser::start().await else { return };
    if !kernel(&page).await {
        return;
    }
    for (text, arrives) in [("skbuf", "struct sk_buff"), ("taskstruct", "struct task_struct")] {
        page.press("Ctrl+K").await;
        page.by_role("combobox", "Go to").await;
        page.type_text(text).await;
        page.press("Enter").await;
        page.wait_for_none("combobox", "Go to").await;
        assert_eq!(heading(&page).await, arrives);
    }
    // A command is found without the `>` before it.
    page.press("Ctrl+K").await;
    page.type_text("show used by").await;
    page.press("Enter").await;
    page.by_role("listbox", "Users").await;
    // Below a dialog, keys do nothing; the box takes the place of the help.
    page.press("?").await;
    page.by_role("dialog", "Keys and help").await;
    page.press("1").await;
    page.press("Ctrl+K").await;
    page.by_role("combobox", "Go to").await;
    page.wait_for_none("dialog", "Keys and help").await;
    page.press("Escape").await;
    page.by_role("listbox", "Users").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn enter_opens_the_only_match_of_a_package() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    page.open("").await;
    page.drop_file(&crate::packed::package(&scratch)).await;
    page.by_role("dialog", "Choose a file from the package").await;
    page.press("Ctrl+K").await;
    page.wait_for_text("Choose a file of the package first").await;
    page.click("searchbox", "Filter the files").await;
    page.type_text("vmlinux").await;
    page.press("Enter").await;
    page.wait_for_none("dialog", "Choose a file from the package").await;
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn links_texts_and_folders_are_dropped() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "layout.clang.bpfel.o").await;
    let drop = |kind: &str, text: &str| {
        format!(
            "const data = new DataTransfer(); data.setData({kind:?}, {text:?});
             window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))"
        )
    };
    page.js(&drop("text/uri-list", "# the kernel\r\nhttps://example.org/vmlinux.btf\r\n")).await;
    page.wait_for_text("Nothing is loaded until you agree. The file is at").await;
    page.wait_for_text("example.org").await;
    no_errors(&page).await;
    // Dropped text is taken as pasted text is: here, the bytes of a file in hexadecimal digits.
    page.open("").await;
    let blob = std::fs::read(fixture("kernel.x86_64.btf")).expect("the fixture");
    let hex: String = blob.iter().map(|b| format!("{b:02x}")).collect();
    page.js(&drop("text/plain", &hex)).await;
    page.by_role("listbox", "Types").await;
    // If a folder is dropped, here by the browser's own drag and drop, its file is opened.
    page.open("").await;
    let scratch = Scratch::new();
    let inside = scratch.file("kernel.btf", &blob);
    page.drop_file(inside.parent().expect("a folder")).await;
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}
