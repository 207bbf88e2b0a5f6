//! Back and forward, reload, and links.

use tests::browser::Browser;

use crate::steps::{
    NONE, click_node, figures, fixture, heading, lose_files, no_errors, open, open_fixture, selected, show,
};

#[tokio::test]
pub async fn back_and_forward_go_through_what_was_seen() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "layout.clang.bpfel.o").await;
    for name in ["holes", "nested", "outer"] {
        page.click("option", &format!("struct {name}")).await;
    }
    page.press("2").await;
    let seen = ["struct outer", "struct outer", "struct nested", "struct holes", "layout.clang.bpfel.o"];
    for (i, expected) in seen.iter().enumerate() {
        assert_eq!(heading(&page).await, *expected, "{i} steps back");
        if i + 1 < seen.len() {
            page.back().await;
        }
    }
    for expected in seen.iter().rev().skip(1) {
        page.forward().await;
        assert_eq!(heading(&page).await, *expected);
    }
    assert_eq!(page.attribute("tab", "Tree", "aria-selected").await, "true");

    // The keys `[` and `]` of lists go back and forward, too.
    page.js("document.querySelector('[role=tree]').focus()").await;
    page.press("[").await;
    page.wait_for("return location.hash.includes('view=layout')", "the view before").await;
    assert_eq!(page.focus().await.0, "treegrid", "the focus is in the view that is shown");
    page.press("[").await;
    page.by_role("heading", "struct nested").await;
    page.press("]").await;
    page.by_role("heading", "struct outer").await;
    // The list selects the type that is shown.
    assert_eq!(selected(&page, "listbox", "Types").await, ["struct outer"]);
    // Going to a type is a step in the history, moving over members is not.
    page.click("row", "inner").await;
    page.press("ArrowDown").await;
    page.press("ArrowDown").await;
    page.press("Enter").await;
    page.by_role("heading", "struct packed").await;
    page.back().await;
    assert_eq!(heading(&page).await, "struct outer");
    page.back().await;
    assert_eq!(heading(&page).await, "struct nested");
    no_errors(&page).await;
}

/// Copies the short link in the Share dialog.
async fn share(page: &Browser) -> String {
    page.click("button", "Share").await;
    // The short link comes after the link that contains the type.
    page.wait_for_count("button", "Copy link", 2).await;
    page.click_nth("button", "Copy link", 1).await;
    page.wait_for_text("Link copied").await;
    page.press("Escape").await;
    page.clipboard().await
}

/// The SHA-256 of bytes in hex, computed by the browser.
async fn sha256(page: &Browser, bytes: &[u8]) -> String {
    let digest = "window.digest = null; crypto.subtle.digest('SHA-256', new Uint8Array(arguments[0])) \
                  .then(d => { window.digest = [...new Uint8Array(d)].map(b => b.toString(16).padStart(2, '0')).join(''); })";
    page.js_with(digest, vec![serde_json::json!(bytes)]).await;
    page.wait_for("return window.digest !== null", "a digest").await;
    page.text_of("return window.digest").await
}

#[tokio::test]
pub async fn a_shared_link_asks_for_its_file_and_lands_on_the_view() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.s390x.btf").await;
    page.allow_clipboard().await;
    show(&page, "struct", "net_device", "tree").await;
    click_node(&page, "list").await;
    page.press("ArrowRight").await;
    page.press("ArrowDown").await;
    page.press("ArrowDown").await;
    page.wait_for("return location.hash.includes('m=list.prev')", "the member in the address").await;
    page.wait_for("return location.hash.includes('sha256:')", "the digest in the address").await;
    let link = share(&page).await;
    let digest = sha256(&page, &tests::fixture::read("kernel.s390x.btf")).await;
    for part in
        [format!("f=sha256:{digest};name=kernel.s390x.btf"), "v=1".into(), "t=net_device".into(), "view=tree".into()]
    {
        assert!(link.contains(&part), "{part} is missing: {link}");
    }
    assert!(link.starts_with(&page.url()), "{link}");
    let (_, fragment) = link.split_once('#').unwrap();

    // A receiver without the file is asked for it by name; then the link is shown.
    page.open(fragment).await;
    let alerts = page.names("alert").await;
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    for word in ["kernel.s390x.btf", "struct net_device", digest.as_str()] {
        assert!(alerts[0].contains(word), "{word}: {alerts:?}");
    }
    page.screenshot("link-asks").await;
    // Another file gets a message, and can be used anyway.
    page.drop_file(&fixture("kernel.x86_64.btf")).await;
    page.wait_for_text("kernel.x86_64.btf is a different file: its digest does not match").await;
    page.by_role("button", "Show it in this file").await;
    // The same types in an ELF file are accepted, since the digest is that of the BTF.
    page.drop_file(&fixture("kernel.s390x.o")).await;
    page.by_role("heading", "struct net_device").await;
    page.wait_for_none("button", "Show it in this file").await;
    landed(&page).await;

    // A reload of a tab that lost its store asks as well, and shows the same.
    lose_files(&page).await;
    page.reload().await;
    let alerts = page.names("alert").await;
    assert!(alerts.len() == 1 && alerts[0].contains("kernel.s390x.o"), "{alerts:?}");
    assert!(alerts[0].contains("Also not open: kernel.x86_64.btf"), "all that was open: {alerts:?}");
    page.browse(&[&fixture("kernel.s390x.btf")]).await;
    page.by_role("heading", "struct net_device").await;
    landed(&page).await;

    // In a file that the link was not made from, the type is found by its name.
    page.open(fragment).await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.click("button", "Show it in this file").await;
    landed(&page).await;
    // The link can also be forgotten.
    page.open(fragment).await;
    page.click("button", "Forget this link").await;
    assert_eq!((page.names("alert").await.len(), page.fragment().await.as_str()), (0, ""));
    no_errors(&page).await;
}

/// Checks that `net_device.list.prev` is selected in the Tree.
async fn landed(page: &Browser) {
    assert_eq!(heading(page).await, "struct net_device");
    assert_eq!(page.names("alert").await, NONE);
    assert_eq!(selected(page, "tree", "Type tree").await, ["prev"]);
    let fragment = page.fragment().await;
    assert!(fragment.contains("id=24") && fragment.contains("m=list.prev"), "{fragment}");
}

#[tokio::test]
async fn a_link_into_a_module_asks_for_both_files() {
    let Some(page) = Browser::start().await else { return };
    let (kernel, module) = (fixture("kernel.x86_64.btf"), fixture("module.x86_64.ko"));
    open(&page, &[&kernel, &module]).await;
    show(&page, "struct", "fixture_device", "record").await;
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 2", "both digests in the address").await;
    let fragment = page.fragment().await;
    page.open(&fragment).await;
    let text = page.names("alert").await.join(" ");
    assert!(text.contains("module.x86_64.ko"), "{text}");
    page.browse(&[&module]).await;
    page.browse(&[&kernel]).await;
    page.by_role("heading", "struct fixture_device").await;
    page.wait_for("return location.hash.includes('view=record')", "the view of the link").await;
    page.settle().await;
    assert_eq!(page.names("alert").await, NONE);
    assert_eq!(page.attribute("tab", "Code", "aria-selected").await, "true");
    no_errors(&page).await;
}

#[tokio::test]
async fn odd_links_get_a_message() {
    let Some(page) = Browser::start().await else { return };
    for (fragment, word) in [
        ("v=2&f=hologram:7&t=sk_buff", "newer"),
        ("v=99", "newer"),
        ("nonsense", "link"),
        ("v=1&f=sha256:12;name=x", "damaged"),
        ("v=1&f=sample:program&id=many", "damaged"),
        ("v=1&f=sample:program&view=hologram", "damaged"),
        ("v=1&f=sample:no-such-sample", "no-such-sample"),
    ] {
        page.open(fragment).await;
        let alerts = page.names("alert").await;
        assert!(alerts.len() == 1 && alerts[0].contains(word), "{fragment}: {alerts:?}");
        // The page keeps working.
        page.browse(&[&fixture("layout.clang.bpfel.o")]).await;
        page.by_role("listbox", "Types").await;
    }
    // An unknown type or member gets a message.
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.wait_for("return location.hash.includes('sha256:')", "the digest in the address").await;
    let files = page.fragment().await;
    for (rest, word) in [("&t=no_such&kind=struct", "no_such"), ("&t=module&kind=struct&m=no_member", "no_member")] {
        page.open(&format!("{files}{rest}")).await;
        page.browse(&[&fixture("kernel.x86_64.btf")]).await;
        page.wait_for_text(word).await;
    }
    // If an id is wrong after the kernel was rebuilt, the name counts.
    page.open(&format!("{files}&t=module&kind=struct&id=3&view=c")).await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.by_role("heading", "struct module").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn the_sample_opens_by_a_click_and_by_its_link() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.allow_clipboard().await;
    page.screenshot("landing").await;
    page.click("button", "BPF program").await;
    page.by_role("heading", "struct tcp_segment").await;
    // By the source, sample.bpf.c, the members have 2 + 2 + 4 + 4 + 2 + 2 bytes.
    assert_eq!(figures(&page, &["size", "members"]).await, ["16 bytes", "15"]);
    show(&page, "struct", "event", "layout").await;
    let link = share(&page).await;
    assert!(link.contains("f=sample:program") && link.contains("t=event"), "{link}");
    let (_, fragment) = link.split_once('#').unwrap();
    // A link loads nothing without a click.
    page.open(fragment).await;
    assert!(!page.has("list", "Files").await);
    let alerts = page.names("alert").await;
    assert!(alerts.len() == 1 && alerts[0].contains("struct event"), "{alerts:?}");
    page.click("button", "Open the sample").await;
    page.by_role("heading", "struct event").await;
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
}
