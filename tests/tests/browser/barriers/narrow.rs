//! One pane at a time: in a window of 800 by 700, and of 640 by 400 (that is 1280 by 800 at 200 %).

use tests::browser::Browser;

use super::{Looker, themes};
use crate::steps::{click_tab, fixture, no_errors, on_kernels, open, show_member};

#[tokio::test]
async fn nothing_narrow_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in themes() {
        page.resize(800, 700).await;
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        at.look("landing").await;
        open(&page, &[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf"), &fixture("relo.clang.bpfel.o")])
            .await;
        at.look("overview").await;
        for view in ["layout", "tree", "c", "graph", "users", "record", "compare"] {
            show_member(&page, "struct", "moved", view, "cell").await;
            at.look(view).await;
        }
        for pane in ["Types", "Inspector"] {
            page.click("tab", pane).await;
            at.look(pane).await;
        }
        page.click("tab", "Types").await;
        on_kernels(&page, "CO-RE").await;
        at.look("relocations").await;
        page.click("tab", "Relocation").await;
        at.look("a relocation").await;
        page.click("tab", "List").await;
        on_kernels(&page, "Loads on").await;
        page.by_role("grid", "Programs on kernels").await;
        at.look("the matrix").await;
        page.click("tab", "Answer").await;
        at.look("an answer").await;
        page.click("tab", "List").await;
        click_tab(&page, "Programs").await;
        page.by_role("listbox", "Programs").await;
        at.look("programs").await;
        page.click("tab", "Overview").await;
        at.look("overview of a program").await;
        page.click("tab", "Programs").await;
        page.click_css("#programs [role=option]:nth-child(3)").await;
        at.look("a listing").await;
        page.resize(640, 400).await;
        at.look("at 200 %").await;
        page.press("?").await;
        at.look("help at 200 %").await;
        page.press("Escape").await;
        page.press("Ctrl+K").await;
        at.look("command box at 200 %").await;
        page.press("Escape").await;
        at.done(word);
    }
    no_errors(&page).await;
}
