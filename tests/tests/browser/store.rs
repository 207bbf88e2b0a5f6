//! The browser's storage, when two tabs use it, and when it is full.

use tests::browser::{Browser, Theme};

use crate::steps::{NONE, THEME, choose, fixture, open, open_fixture, remember, show, wait_remembered};

const CHECKBOX: &str = "remember this file in this browser";

/// The names of the recent files on the start page.
async fn recent(page: &Browser) -> Vec<String> {
    let lines = page.rows("table", "Recent files").await;
    lines.iter().map(|line| line.text().split_whitespace().next().unwrap_or_default().to_owned()).collect()
}

/// Waits until the tab has stored this file in the list of recent files.
async fn is_noted(page: &Browser, name: &str) {
    let body = format!("return (localStorage.getItem('btfscope.recent') ?? '').includes('{name}')");
    page.wait_for(&body, &format!("{name} in the store")).await;
}

#[tokio::test]
async fn two_tabs_keep_what_the_other_one_opened() {
    let Some(page) = Browser::start().await else { return };
    // Both tabs are open before either opens a file.
    page.open("").await;
    let first = page.tab().await;
    let second = page.new_tab().await;
    page.open("").await;
    page.switch_to(&first).await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    is_noted(&page, "kernel.x86_64.btf").await;
    page.switch_to(&second).await;
    // The start page of the other tab shows the file without a reload.
    page.by_role("table", "Recent files").await;
    assert_eq!(recent(&page).await, ["kernel.x86_64.btf"]);
    page.browse(&[&fixture("layout.clang.bpfel.o")]).await;
    is_noted(&page, "layout.clang.bpfel.o").await;
    // The first tab's next change keeps both files.
    page.switch_to(&first).await;
    show(&page, "struct", "module", "tree").await;
    page.browse(&[&fixture("kinds.bpfel.btf")]).await;
    is_noted(&page, "kinds.bpfel.btf").await;
    page.new_tab().await;
    page.open("").await;
    let mut all = recent(&page).await;
    all.sort();
    assert_eq!(all, ["kernel.x86_64.btf", "kinds.bpfel.btf", "layout.clang.bpfel.o"]);
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn what_another_tab_forgot_is_asked_for() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    remember(&page).await;
    show(&page, "struct", "module", "tree").await;
    wait_remembered(&page, 1).await;
    // A reload opens the file without a click. A link needs a click, and its offer disappears at
    // the click if the other tab has forgotten the file.
    page.reload().await;
    page.by_role("heading", "struct module").await;
    assert_eq!(page.names("alert").await, NONE);
    let fragment = page.fragment().await;
    page.open(&fragment).await;
    page.by_role("button", "Open the remembered file").await;
    let first = page.tab().await;
    page.new_tab().await;
    page.open("").await;
    page.click("button", "Forget kernel.x86_64.btf").await;
    page.wait_for_none("button", "Forget kernel.x86_64.btf").await;
    wait_remembered(&page, 0).await;
    page.switch_to(&first).await;
    page.click("button", "Open the remembered file").await;
    page.wait_for_none("button", "Open the remembered file").await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "struct module").await;
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn a_full_store_is_said_and_does_no_harm() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    // Fill localStorage, which holds about 10 MB, to the last byte.
    page.js("let size = 1 << 22; for (let i = 0; size >= 1; i += 1) { \
             try { localStorage.setItem(`fill${i}`, 'x'.repeat(size)); } catch { size >>= 1; } }")
        .await;
    let refused =
        "try { localStorage.setItem('more', 'xx'); return false } catch (e) { return e.name === 'QuotaExceededError' }";
    assert_eq!(page.js(refused).await, true, "the store is full");
    // The browser has no room for the contents of a file.
    page.limit_storage(1000).await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    remember(&page).await;
    page.wait_for_text("This browser does not let the page keep files.").await;
    assert_eq!(page.js("return caches.open('btfscope-remembered-1').then(c => c.keys()).then(k => k.length)").await, 0);
    let checkbox = page.by_role("checkbox", CHECKBOX).await;
    assert_eq!(
        checkbox.prop("checked").await.unwrap().as_deref(),
        Some("false"),
        "it is not kept, and does not look so"
    );
    page.screenshot("store-full").await;
    // Everything else works: views, the theme for this visit, another file.
    show(&page, "struct", "module", "tree").await;
    page.prefer(Theme::Light, false).await;
    let ground = "return getComputedStyle(document.body).backgroundColor";
    let before = page.text_of(ground).await;
    choose(&page, "Menu", THEME).await;
    assert_ne!(page.text_of(ground).await, before);
    page.browse(&[&fixture("module.x86_64.btf")]).await;
    show(&page, "struct", "fixture_device", "layout").await;
    // When there is room again, the file can be remembered.
    page.js("localStorage.clear()").await;
    page.limit_storage(100_000_000).await;
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    remember(&page).await;
    wait_remembered(&page, 1).await;
    assert_eq!(page.console_errors().await, NONE);
}

/// The number of files in each tab's store, also in the stores of closed tabs.
async fn stores(page: &Browser) -> Vec<u64> {
    let all = page
        .js("return caches.keys().then(names => Promise.all(names.filter(n => n.startsWith('btfscope-tab-')) \
             .map(n => caches.open(n).then(c => c.keys()).then(k => k.length)))).then(n => n.sort())")
        .await;
    all.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

/// Waits until the numbers of files in the tabs' stores, sorted, are `counts`.
async fn wait_for_stores(page: &Browser, counts: &[u64]) {
    let body = format!(
        "return caches.keys().then(names => Promise.all(names.filter(n => n.startsWith('btfscope-tab-')) \
         .map(n => caches.open(n).then(c => c.keys()).then(k => k.length)))) \
         .then(n => JSON.stringify(n.sort()) === '{counts:?}'.replaceAll(' ', ''))"
    );
    page.wait_for(&body, &format!("{counts:?} files in the stores of the tabs")).await;
}

#[tokio::test]
async fn a_reload_brings_dropped_files_back() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.browse(&[&fixture("module.x86_64.btf")]).await;
    page.browse(&[&fixture("layout.clang.bpfel.o")]).await;
    show(&page, "struct", "holes", "layout").await;
    wait_for_stores(&page, &[3]).await;
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 3", "all digests in the address").await;
    page.reload().await;
    page.by_role("heading", "struct holes").await;
    for name in ["kernel.x86_64.btf", "module.x86_64.btf"] {
        page.by_role("listitem", name).await;
    }
    page.settle().await;
    assert_eq!(page.names("alert").await, NONE);
    // The files are not remembered: a link to one asks for it in another tab.
    let fragment = page.fragment().await;
    let first = page.tab().await;
    let second = page.new_tab().await;
    page.open(&fragment).await;
    assert_eq!(page.names("alert").await.len(), 1);
    // A closed file leaves the store.
    page.switch_to(&first).await;
    page.click("button", "Close module.x86_64.btf").await;
    wait_for_stores(&page, &[0, 2]).await;
    // The other page deletes the store of a closed tab at its next start.
    page.close_tab().await;
    page.switch_to(&second).await;
    assert_eq!(stores(&page).await, [0, 2]);
    page.wait_for(
        "return navigator.locks.query().then(all => all.held.length === 1)",
        "the lock of the closed tab free",
    )
    .await;
    page.open("").await;
    wait_for_stores(&page, &[0]).await;
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn a_duplicated_tab_has_a_store_of_its_own() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "module", "tree").await;
    wait_for_stores(&page, &[1]).await;
    page.wait_for("return location.hash.includes('sha256:')", "the digest in the address").await;
    let (first, own) = (page.tab().await, page.text_of("return sessionStorage.getItem('btfscope.tab')").await);
    // A duplicated tab has a copy of the first tab's session storage. Here, the copy is made by
    // hand.
    page.new_tab().await;
    page.open("").await;
    page.js(&format!("sessionStorage.setItem('btfscope.tab', '{own}')")).await;
    page.reload().await;
    wait_for_stores(&page, &[1, 1]).await;
    assert_ne!(page.text_of("return sessionStorage.getItem('btfscope.tab')").await, own);
    // The second tab's store keeps its copy when the first tab closes the file.
    page.switch_to(&first).await;
    page.click("button", "Close kernel.x86_64.btf").await;
    wait_for_stores(&page, &[0, 1]).await;
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn a_file_that_a_reload_loses_is_told() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.limit_storage(1000).await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.wait_for_text("A reload loses kernel.x86_64.btf: this browser has no room for the file").await;
    assert_eq!(stores(&page).await, [0]);
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn a_reload_brings_all_kept_files_back() {
    let Some(page) = Browser::start().await else { return };
    let all = ["kernel.s390x.btf", "kinds.bpfel.btf", "kernel.x86_64.btf"];
    for (i, name) in all.iter().enumerate() {
        if i == 0 {
            open_fixture(&page, name).await;
        } else {
            page.browse(&[&fixture(name)]).await;
        }
        page.by_role("heading", name).await;
        remember(&page).await;
        let body = format!(
            "return caches.open('btfscope-remembered-1').then(c => c.keys()).then(k => k.length === {})",
            i + 1
        );
        page.wait_for(&body, "the file in the browser's storage").await;
    }
    show(&page, "struct", "module", "tree").await;
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 3", "all digests in the address").await;
    let fragment = page.fragment().await;
    page.reload().await;
    page.by_role("heading", "struct module").await;
    for name in all {
        page.by_role("listitem", name).await;
    }
    page.settle().await;
    assert_eq!(page.names("alert").await, NONE);
    assert_eq!(page.attribute("tab", "Tree", "aria-selected").await, "true");
    assert_eq!(page.fragment().await, fragment);
    // The page asks for a file that is no longer remembered; the others open together with it.
    page.js("return caches.keys().then(async all => { for (const name of all) { const c = await caches.open(name); \
             for (const k of await c.keys()) if (k.url.includes('x86_64')) await c.delete(k); } })")
        .await;
    page.reload().await;
    let alerts = page.names("alert").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    for name in all {
        assert!(alerts[0].contains(name), "{name}: {alerts:?}");
    }
    page.screenshot("reload-asks").await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "struct module").await;
    page.by_role("listitem", "kernel.s390x.btf").await;
    page.by_role("listitem", "kinds.bpfel.btf").await;
    assert_eq!(page.console_errors().await, NONE);
}
