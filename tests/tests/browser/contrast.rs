//! Every text can be read: its contrast with its background is at least 4.5:1, in all views, in the lessons and in both
//! themes. Marked bytes and mixed colours, about which axe-core does not decide, are measured, too.

use lesson::LESSONS;
use tests::browser::{Browser, Theme};
use tests::extended;

use crate::steps::{NONE, fixture, no_errors, open, show_member, unfold_bytes};

#[tokio::test]
async fn all_texts_of_all_views_can_be_read() {
    let Some(page) = Browser::start().await else { return };
    for theme in [Theme::Dark, Theme::Light] {
        page.prefer(theme, true).await;
        open(&page, &[&fixture("kernel.x86_64.btf"), &fixture("module.x86_64.btf"), &fixture("layout.clang.bpfel.o")])
            .await;
        for view in ["layout", "tree", "graph", "c", "users", "compare", "history", "values", "record"] {
            show_member(&page, "struct", "bit_crossing", view, "middle").await;
            if view == "layout" {
                unfold_bytes(&page).await;
            }
            assert_eq!(page.faint().await, NONE, "{theme:?}, {view}");
        }
        open(&page, &[&fixture("relo.clang.bpfel.o")]).await;
        assert_eq!(page.faint().await, NONE, "{theme:?}, the overview of a program");
    }
    no_errors(&page).await;
}

/// All steps of some lessons, not of the first; in the extended run, of all lessons.
#[tokio::test]
async fn all_texts_of_the_lessons_can_be_read() {
    let Some(page) = Browser::start().await else { return };
    let mut found = Vec::new();
    let first = usize::from(!extended::is_extended());
    for entry in LESSONS.iter().skip(first).step_by(extended::step(8)) {
        page.open(&format!("v=1&learn={}:1", entry.name)).await;
        page.click("button", "Start the lesson").await;
        let mut at = 1;
        loop {
            page.settle().await;
            for theme in [Theme::Dark, Theme::Light] {
                page.prefer(theme, true).await;
                let faint = page.faint().await;
                found.extend(faint.into_iter().map(|text| format!("{}:{at} {theme:?} {text}", entry.name)));
            }
            if !page.has("button", "Next").await {
                break;
            }
            page.click("button", "Next").await;
            at += 1;
        }
        assert!(at > 4, "{}: {at} steps", entry.name);
    }
    assert_eq!(found, NONE);
    no_errors(&page).await;
}
