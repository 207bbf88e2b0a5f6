//! The widths of the panes, also after the window became smaller.

use serde_json::json;
use tests::browser::Browser;

use crate::steps::{no_errors, open_fixture, show};

/// The number of lines that the tabs of views take.
const LINES: &str = "return new Set([...document.querySelectorAll('[role=tablist][aria-label=Views] [role=tab]')].map(e => Math.round(e.getBoundingClientRect().top))).size";
/// The widths of the list, the middle and the inspector.
const WIDTHS: &str = "return ['.left', 'main', '.right'].map(pane => Math.round(document.querySelector(pane).getBoundingClientRect().width))";

async fn widths(page: &Browser) -> [i64; 3] {
    serde_json::from_value(page.js(WIDTHS).await).expect("three widths")
}

/// In each window that shows all panes, the tabs of views fit into one line, also beside a lesson.
#[tokio::test]
async fn views_are_in_one_line() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "list_head", "record").await;
    for width in [1600, 1280, 1241, 1121, 1024, 981, 900] {
        page.resize(width, 700).await;
        page.settle().await;
        assert_eq!(page.js(LINES).await, json!(1), "{width}: {:?}", widths(&page).await);
    }
    for width in [1600, 1440, 1280, 1024] {
        page.resize(width, 900).await;
        page.open("v=1&learn=holes:2").await;
        page.click("button", "Start the lesson").await;
        page.by_role("heading", "struct loose").await;
        assert_eq!(page.js(LINES).await, json!(1), "{width}, with a lesson: {:?}", widths(&page).await);
    }
    no_errors(&page).await;
}

/// In a smaller window, each pane is narrower. Widths that the person set are kept if the centre has room beside them.
#[tokio::test]
async fn panes_fit_a_window_that_was_made_smaller() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "list_head", "layout").await;
    let at = async |width| {
        page.resize(width, 900).await;
        page.settle().await;
        widths(&page).await
    };
    let first = at(1440).await;
    assert_eq!(first, [264, 812, 364]);
    let small = at(900).await;
    assert!(small[1] >= 400 && small.iter().sum::<i64>() == 900, "{small:?}");
    assert_eq!(at(1440).await, first, "made larger again");
    // The person sets the width of the list.
    page.focus_on("separator", "Width of the type list").await;
    for _ in 0..10 {
        page.press("ArrowRight").await;
    }
    assert_eq!(widths(&page).await, [424, 652, 364]);
    let narrow = at(1280).await;
    assert_eq!(narrow, [424, 492, 364], "it fits");
    let small = at(900).await;
    assert!(small[0] == 0 && small[1] >= 395, "the list is a drawer: {small:?}");
    assert_eq!(at(1440).await, [424, 652, 364], "it is remembered");
    no_errors(&page).await;
}
