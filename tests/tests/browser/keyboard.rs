//! By keyboard alone, from the start page to a copied link. The focus is always visible.

use tests::browser::Browser;

use crate::steps::{DERIVED, NONE, fixture, heading, no_errors, open, open_fixture, selected, show, unfold_bytes};

/// Asserts that an element has the focus, and that the focus is visible. Returns the element's role
/// and name.
async fn focus(page: &Browser, doing: &str) -> (String, String) {
    let found = page.focus().await;
    assert!(found != Default::default(), "{doing}: nothing has the focus");
    assert!(page.focus_is_visible().await, "{doing}: the focus on {found:?} is not seen");
    found
}

/// Presses Tab until the element with this role and name has the focus.
async fn tab_to(page: &Browser, role: &str, name: &str) {
    let mut seen = Vec::new();
    for _ in 0..40 {
        page.tap("Tab").await;
        // After the last element, the browser's own controls have the focus for one step.
        let found = page.focus().await;
        if found == Default::default() {
            continue;
        }
        assert!(page.focus_is_visible().await, "the focus on {found:?} is not seen");
        if found.0 == role && found.1.starts_with(name) {
            return;
        }
        seen.push(found);
    }
    panic!("Tab does not come to {role} {name:?}, but to {seen:?}");
}

#[tokio::test]
pub async fn from_the_landing_page_to_a_copied_link_without_a_mouse() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.allow_clipboard().await;
    // A button and a key open the file dialog. The dialog itself is not part of the page.
    page.js("window.asked = 0; document.querySelector('input[type=file]') \
             .addEventListener('click', e => { e.preventDefault(); window.asked += 1; })")
        .await;
    tab_to(&page, "button", "Open file").await;
    page.press("Enter").await;
    page.press("Ctrl+O").await;
    assert_eq!(page.js("return window.asked").await, serde_json::json!(2));
    // A button opens the sample.
    tab_to(&page, "button", "BPF program").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct tcp_segment");
    // The focused button disappeared with the start page; the view has the focus now.
    assert_eq!(focus(&page, "the sample").await, ("treegrid".to_owned(), "Members".to_owned()));
    page.press("ArrowDown").await;
    assert_eq!(selected(&page, "treegrid", "Members").await.len(), 1);

    // The search and the list.
    page.press("/").await;
    assert_eq!(focus(&page, "/").await.1, "Search types");
    page.type_text("event").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct event");
    assert_eq!(focus(&page, "Enter in the search").await, ("listbox".to_owned(), "Types".to_owned()));
    page.press("Home").await;
    assert_eq!(selected(&page, "listbox", "Types").await, ["struct event"]);
    page.press("Escape").await;
    page.press("ArrowRight").await;
    assert_eq!(focus(&page, "into the type").await, ("treegrid".to_owned(), "Members".to_owned()));

    // The table: to the first member, over a hole, to the padding at the end, to the struct `segment`, and into it.
    page.press("Home").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["next"]);
    page.press("ArrowDown").await;
    page.press("j").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["hole"]);
    page.press("j").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["time"]);
    page.press("End").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["padding"]);
    page.press("k").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["closed"]);
    page.press("k").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["segment"]);
    page.press("ArrowRight").await;
    page.press("ArrowRight").await;
    assert_eq!(selected(&page, "treegrid", "Members").await, ["source"]);

    // Arrows switch tabs, digits switch views; the focus follows.
    page.press("2").await;
    assert_eq!(focus(&page, "2").await, ("tree".to_owned(), "Type tree".to_owned()));
    assert_eq!(selected(&page, "tree", "Type tree").await, ["source"]);
    page.press("ArrowDown").await;
    assert_eq!(selected(&page, "tree", "Type tree").await, ["destination"]);
    page.press("c").await;
    assert_eq!(page.clipboard().await, "destination");
    page.press("3").await;
    focus(&page, "3").await;
    page.press("6").await;
    focus(&page, "6").await;
    page.press("1").await;
    assert_eq!(focus(&page, "1").await.0, "treegrid");
    page.tap("Shift+Tab").await;
    while focus(&page, "Shift+Tab").await.0 != "tab" {
        page.tap("Shift+Tab").await;
    }
    page.press("ArrowRight").await;
    assert_eq!(focus(&page, "the next tab").await, ("tab".to_owned(), "Tree".to_owned()));
    page.press("ArrowLeft").await;

    // Bytes.
    page.press("b").await;
    tab_to(&page, "grid", "Bytes").await;
    page.press("ArrowRight").await;
    page.press("Ctrl+ArrowRight").await;
    page.press("Enter").await;
    assert_eq!(focus(&page, "in the bytes").await, ("grid".to_owned(), "Bytes".to_owned()));
    assert_eq!(heading(&page).await, "struct tcp_segment");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["destination"]);

    // Share, by its key in lists, and through the command box from anywhere.
    page.press("y").await;
    page.wait_for_text("Link copied").await;
    let link = page.clipboard().await;
    assert!(link.contains("f=sample:program") && link.contains("m=destination"), "{link}");
    page.press("Ctrl+K").await;
    focus(&page, "Ctrl+K").await;
    page.type_text("event.port").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct event");
    assert_eq!(focus(&page, "after a jump").await.0, "treegrid");
    page.press("Ctrl+K").await;
    page.type_text(">share").await;
    page.press("Enter").await;
    // In the dialog, Tab leads to the button that closes it, to the depth, and then to the button that copies.
    page.wait_for_count("button", "Copy link", 2).await;
    for _ in 0..3 {
        page.press("Tab").await;
    }
    assert_eq!(page.focus().await, ("button".to_owned(), "Copy link".to_owned()));
    page.press("Enter").await;
    page.wait_for_text("Link copied").await;
    page.press("Escape").await;
    let link = page.clipboard().await;
    assert!(link.contains("t=event") && link.contains("m=port"), "{link}");
    no_errors(&page).await;
}

#[tokio::test]
pub async fn every_stop_of_tab_is_seen_and_each_pane_is_one() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    for view in ["layout", "tree", "c", "record"] {
        show(&page, "struct", "task_struct", view).await;
        let mut seen: Vec<(String, String)> = Vec::new();
        // Once around the page, from wherever Tab starts.
        for _ in 0..60 {
            page.tap("Tab").await;
            let found = page.focus().await;
            if seen.first() == Some(&found) {
                break;
            }
            // After the last element, the browser's own controls may have the focus.
            if found != Default::default() {
                assert!(page.focus_is_visible().await, "{view}: the focus on {found:?} is not seen");
                assert!(!found.1.is_empty(), "{view}: {found:?} has no name");
                seen.push(found);
            }
        }
        let count = |role: &str| seen.iter().filter(|found| found.0 == role).count();
        let stops: Vec<usize> = ["listbox", "region", "searchbox"].map(count).to_vec();
        assert_eq!(stops, [1, 1, 1], "{view}: {seen:?}");
        // Each tab list is one stop.
        assert!(count("tab") <= 2, "{view}: {seen:?}");
        assert!(seen.len() < 40, "{view}: too many stops: {seen:?}");
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn a_menu_is_walked_by_keys() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.press("/").await;
    tab_to(&page, "button", "Kinds: 20 named").await;
    page.press("Enter").await;
    let on =
        |found: &(String, String), name: &str| assert_eq!(found, &("menuitemcheckbox".to_owned(), name.to_owned()));
    on(&focus(&page, "opened").await, "all");
    page.press("ArrowDown").await;
    on(&focus(&page, "ArrowDown").await, "struct");
    page.press("End").await;
    on(&focus(&page, "End").await, DERIVED);
    page.press("ArrowDown").await;
    on(&focus(&page, "round to the first").await, "all");
    // A letter goes to the next choice that begins with it, and is no command meanwhile.
    page.press("t").await;
    on(&focus(&page, "t").await, "typedef");
    page.press("Home").await;
    page.press("ArrowDown").await;
    let before = page.text_in("status", "Types found").await;
    page.press("Enter").await;
    assert_ne!(page.text_in("status", "Types found").await, before, "only structs");
    assert!(focus(&page, "chosen").await.1.starts_with("Kinds: "));
    // Escape closes it, and nothing else.
    page.press("Enter").await;
    page.press("Escape").await;
    assert!(focus(&page, "Escape").await.1.starts_with("Kinds: "));
    page.tap("Tab").await;
    assert_eq!(focus(&page, "Tab").await, ("button".to_owned(), "Sort types by: best match".to_owned()));
    no_errors(&page).await;
}

#[tokio::test]
pub async fn escape_closes_the_innermost() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.press("/").await;
    page.type_text("net").await;
    page.press("Enter").await;
    unfold_bytes(&page).await;
    page.focus_on("grid", "Bytes").await;
    page.press("ArrowRight").await;
    page.press("?").await;
    page.by_role("dialog", "Keys and help").await;
    // Tab stays within the dialog.
    for _ in 0..6 {
        page.tap("Tab").await;
        assert_eq!(
            page.js("return document.activeElement.closest('[role=dialog]') !== null").await,
            serde_json::json!(true)
        );
    }
    page.press("Escape").await;
    page.wait_for_none("dialog", "Keys and help").await;
    // The focus is back, and so is the active byte.
    assert_eq!(page.focus().await, ("grid".to_owned(), "Bytes".to_owned()));
    assert_eq!(page.texts("[aria-label=Bytes] [aria-selected=true]").await.len(), 1);
    page.press("Escape").await;
    assert_eq!(page.texts("[aria-label=Bytes] [aria-selected=true]").await, crate::steps::NONE);
    assert_eq!(page.value_in("searchbox", "Search types").await, "net");
    page.press("Escape").await;
    assert_eq!(page.value_in("searchbox", "Search types").await, "");
    // Escape with nothing to close does nothing.
    page.press("Escape").await;
    page.press("Ctrl+K").await;
    page.press("Escape").await;
    page.wait_for_none("combobox", "Go to").await;
    assert_eq!(page.focus().await, ("grid".to_owned(), "Bytes".to_owned()));
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_view_that_comes_for_the_first_time_has_the_focus() {
    let Some(page) = Browser::start().await else { return };
    // Each time on a newly loaded page, where the view, its code and its index are not there yet.
    for (key, role, name) in
        [("5", "listbox", "Users"), ("3", "graphics-document", "Type graph"), ("2", "tree", "Type tree")]
    {
        page.open("").await;
        open_fixture(&page, "kernel.x86_64.btf").await;
        page.press("Ctrl+K").await;
        page.type_text("list_head").await;
        page.press("Enter").await;
        assert_eq!(page.focus().await.0, "treegrid");
        page.press(key).await;
        page.by_role(role, name).await;
        page.settle().await;
        assert_eq!(page.focus().await, (role.to_owned(), name.to_owned()), "after {key}");
        // And keys work.
        page.press("1").await;
        assert_eq!(page.focus().await.0, "treegrid", "after {key} and 1");
        page.js("localStorage.clear()").await;
    }
    no_errors(&page).await;
}

/// The tabs above the lists keep the focus, even if the list comes later from the worker.
#[tokio::test]
async fn tabs_keep_the_focus_while_their_list_comes() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("kernel.x86_64.btf"), &fixture("core.clang.bpfel.o")]).await;
    // The tab's name contains the number of types.
    let types = page.names("tab").await.into_iter().find(|name| name.starts_with("Types")).expect("the types");
    page.click("tab", &types).await;
    let mut seen = Vec::new();
    for _ in 0..page.names("tab").await.len() {
        page.press("ArrowRight").await;
        page.settle().await;
        let (role, name) = focus(&page, "ArrowRight on a tab").await;
        assert_eq!(role, "tab", "{name}, after {seen:?}");
        assert_eq!(page.attribute("tab", &name, "aria-selected").await, "true");
        if seen.contains(&name) {
            break;
        }
        seen.push(name);
    }
    assert_eq!(seen, ["Programs", "Kernels", "Types"]);
    page.press("Home").await;
    page.settle().await;
    assert!(focus(&page, "Home on a tab").await.1.starts_with("Types"));
    page.press("End").await;
    page.settle().await;
    assert_eq!(focus(&page, "End on a tab").await.1, "Kernels");
    assert_eq!(page.console_errors().await, NONE);
}
