//! The graph of a kernel's type with hundreds of types around it: in boxes, all in sight, walked by keys.

use serde_json::json;
use tests::browser::Browser;
use tests::reference::corpus_or_skip;

use crate::steps::{no_errors, open};

/// Two numbers: how many nodes and boxes are not wholly in the pane, and the height of the smallest text on the screen
/// in tenths of a pixel.
const OUTSIDE: &str = "const svg = document.querySelector('[role=graphics-document]'), f = svg.getBoundingClientRect(); \
    const scale = parseFloat(svg.querySelector(':scope > g').getAttribute('transform').split('scale(')[1]); \
    const all = [...svg.querySelectorAll('[data-n] > rect')].map(e => e.getBoundingClientRect()); \
    const text = [...svg.querySelectorAll('text')].map(e => parseFloat(getComputedStyle(e).fontSize) * scale); \
    return [all.filter(r => r.left < f.left || r.top < f.top || r.right > f.right || r.bottom > f.bottom).length, Math.round(Math.min(...text) * 10)]";

/// The accessible name of the current element in the graph.
const CURRENT: &str =
    "return document.querySelector('[role=graphics-symbol][aria-current=true]')?.getAttribute('aria-label')";

#[tokio::test]
async fn two_steps_around_net_device_are_in_sight() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Some(page) = Browser::start().await else { return };
    page.resize(1440, 900).await;
    open(&page, &[&corpus.path(&corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"))]).await;
    page.js("location.hash = location.hash.replace(/&(t|kind|view|g|m|p)=[^&]*/g, '') + '&t=net_device&kind=struct&view=graph&g=uses:2'").await;
    page.by_role("graphics-document", "Type graph").await;
    page.wait_for("return document.querySelectorAll('.graph .box').length > 3", "boxes").await;
    page.settle().await;
    let symbols = page.js("return document.querySelectorAll('[role=graphics-symbol]').length").await;
    assert!(symbols.as_u64().is_some_and(|n| n <= 30), "{symbols}");
    assert_eq!(page.js(OUTSIDE).await, json!([0, 110]));
    // There is no map while everything is in sight; it appears as soon as something is not.
    let map = "return getComputedStyle(document.querySelector('.graphmap')).visibility";
    assert_eq!(page.text_of(map).await, "hidden");
    page.focus_on("graphics-document", "Type graph").await;
    for _ in 0..3 {
        page.press("+").await;
    }
    assert_eq!(page.text_of(map).await, "visible");
    page.press("0").await;
    page.settle().await;
    assert_eq!(page.text_of(map).await, "hidden");
    // Keys lead to the box of operations, open it, and lead into its names and out again.
    page.press("ArrowRight").await;
    for key in ["ArrowUp", "ArrowDown"] {
        for _ in 0..12 {
            if !page.text_of(CURRENT).await.starts_with("points to: operations") {
                page.press(key).await;
            }
        }
    }
    // By pahole, net_device has ten pointers to structs named `.._ops`.
    assert_eq!(page.text_of(CURRENT).await, "points to: operations, 10, folded");
    page.press("Enter").await;
    page.wait_for("return document.querySelectorAll('.graph .box .name').length === 10", "ten names").await;
    page.settle().await;
    assert_eq!(page.text_of(CURRENT).await, "points to: operations, 10, open");
    assert!(page.fragment().await.contains(";box:struct/net_device*"), "{}", page.fragment().await);
    page.press("ArrowDown").await;
    let name = page.text_of(CURRENT).await;
    assert!(name.starts_with("struct ") && name.ends_with("_ops"), "{name}");
    let inspector = page.seen_in("region", "Inspector").await;
    assert!(inspector.contains(name.trim_start_matches("struct ")), "{inspector}");
    page.press("Escape").await;
    assert_eq!(page.text_of(CURRENT).await, "points to: operations, 10, open");
    page.press("Escape").await;
    page.wait_for("return document.querySelectorAll('.graph .box .name').length === 0", "no names").await;
    page.press("Escape").await;
    page.settle().await;
    assert_eq!(page.focus().await, ("tab".to_owned(), "Graph".to_owned()));
    // For more than 60 types, a table with every edge is offered.
    page.click("button", "as a table").await;
    page.settle().await;
    assert!(page.texts("[aria-label='Type graph'] tbody tr").await.len() > 100);
    no_errors(&page).await;
}
