//! The Used by view: who uses a type, found by the worker.

use session::look::used_by::UNUSED;
use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{heading, no_errors, open, open_fixture, selected, show};

#[tokio::test]
pub async fn users_are_listed_narrowed_and_followed() {
    let Some(page) = Browser::start().await else { return };
    for machine in ["x86_64", "s390x"] {
        open_fixture(&page, &format!("kernel.{machine}.btf")).await;
        show(&page, "struct", "list_head", "layout").await;
        page.press("5").await;
        page.by_role("listbox", "Users").await;
        let names = || async {
            page.rows("listbox", "Users").await.into_iter().map(|row| row.name.trim().to_owned()).collect::<Vec<_>>()
        };
        let all = names().await;
        assert!(all.contains(&"embedded in struct task_struct children 24".to_owned()), "{all:?}");
        assert!(all.contains(&"pointed to by struct list_head next 0 struct list_head *".to_owned()), "{all:?}");
        page.wait_for_text(&format!("{0} of {0} users", all.len())).await;

        let chips = page.texts("[aria-label='How users use it'] button").await;
        let chip = chips.iter().find(|c| c.starts_with("pointed to by")).expect("a chip").clone();
        page.click("button", &chip).await;
        page.settle().await;
        assert!(names().await.iter().all(|name| name.starts_with("pointed to by ")));
        page.click("button", &chip).await;

        page.click("searchbox", "Filter the users").await;
        page.type_text("children").await;
        page.settle().await;
        assert_eq!(names().await, ["embedded in struct task_struct children 24"]);

        page.click("option", "embedded in struct task_struct children 24").await;
        page.press("Enter").await;
        page.settle().await;
        assert_eq!(heading(&page).await, "struct task_struct");
        assert_eq!(selected(&page, "treegrid", "Members").await.len(), 1);
        page.back().await;
        page.by_role("listbox", "Users").await;
        assert_eq!(heading(&page).await, "struct list_head");
        no_errors(&page).await;
    }
}

#[tokio::test]
async fn a_type_that_nothing_uses_says_so() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "func", "register_device", "users").await;
    page.wait_for_text(UNUSED).await;
    no_errors(&page).await;
}

/// By `pahole -C sock vmlinux-deb-6.1.176-amd64.btf`, the member `sk_backlog` is a struct without a name at byte 240,
/// and its `head` is at byte 248.
#[tokio::test]
async fn a_kernels_users_have_names_offsets_and_room() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&corpus.path(&corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"))]).await;
    show(&page, "struct", "sk_buff", "users").await;
    page.by_role("listbox", "Users").await;
    page.click("searchbox", "Filter the users").await;
    page.type_text("sk_backlog.head").await;
    page.wait_for_rows("listbox", "Users", |rows| rows == 1).await;
    let names = page.rows("listbox", "Users").await;
    assert_eq!(names[0].name.trim(), "pointed to by struct sock sk_backlog.head 248 struct sk_buff *");
    // Structs that a macro made for all program types come after those that people wrote.
    page.fill("searchbox", "Filter the users", "").await;
    page.wait_for_rows("listbox", "Users", |rows| rows > 5).await;
    let names = page.rows("listbox", "Users").await;
    let at = |name: &str| names.iter().position(|row| row.name.contains(name));
    assert!(at("sk_buff_fclones") < at("bpf_ctx_convert") && at("sk_buff_fclones").is_some(), "{:?}", names[0].name);
    // For users that embed the type, the column of types is empty, and no name beside it is cut.
    show(&page, "struct", "callback_head", "users").await;
    page.fill("searchbox", "Filter the users", "").await;
    let chips = page.texts("[aria-label='How users use it'] button").await;
    let embedded = chips.iter().find(|chip| chip.starts_with("embedded in")).expect("a chip");
    page.click("button", embedded).await;
    page.settle().await;
    let cut = "const cut = [...document.querySelectorAll('#users .c-name, #users .c-part')].filter(e => e.scrollWidth > e.clientWidth + 1);
        return cut.map(e => e.innerText).join()";
    assert_eq!(page.text_of(cut).await, "");
    no_errors(&page).await;
}
