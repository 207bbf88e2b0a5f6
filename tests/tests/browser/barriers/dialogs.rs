//! Dialogs, and the message of a panic.

use tests::browser::{Browser, Theme};

use super::{Looker, themes};
use crate::packed::package;
use crate::steps::{NONE, Scratch, fixture, no_errors, open, show_member, unfold_bytes};

#[tokio::test]
async fn no_dialog_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let package = package(&scratch);
    for (theme, word) in themes() {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        open(&page, &[&fixture("layout.clang.bpfel.o")]).await;
        show_member(&page, "struct", "nested", "layout", "last").await;
        for (keys, typed, what) in [
            ("Ctrl+K", "bit", "command box"),
            ("Ctrl+K", "nothing like this", "command box without an answer"),
            ("Ctrl+K", ">s", "commands"),
            ("?", "", "help"),
        ] {
            page.press(keys).await;
            page.type_text(typed).await;
            at.look(what).await;
            page.press("Escape").await;
        }
        unfold_bytes(&page).await;
        page.focus_on("grid", "Bytes").await;
        page.press("g").await;
        page.type_text("0xfffffff").await;
        page.press("Enter").await;
        page.wait_for_text("is beyond the end").await;
        at.look("an offset beyond the end").await;
        page.press("Escape").await;
        page.click("button", "Share").await;
        page.wait_for_count("button", "Copy link", 2).await;
        at.look("share").await;
        page.press("Escape").await;
        page.js("window.dispatchEvent(new DragEvent('dragenter'))").await;
        page.wait_for_text("Drop it").await;
        at.look("a file above the page").await;
        page.js("window.dispatchEvent(new DragEvent('dragleave'))").await;
        page.drop_file(&package).await;
        page.by_role("dialog", "Choose a file from the package").await;
        at.look("a package").await;
        page.click("searchbox", "Filter the files").await;
        page.type_text("nothing like this").await;
        at.look("nothing of a package").await;
        page.press("Escape").await;
        at.done(word);
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn a_panic_has_no_barriers() {
    let Some(page) = Browser::start().await else { return };
    for theme in [Theme::Dark, Theme::Light] {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        page.js("try { wasmBindings.btfscopePanicForTests() } catch (e) { window.thrown = String(e) }").await;
        page.by_role("alertdialog", "btfscope stopped").await;
        at.look("a panic").await;
        assert_eq!(at.found, NONE, "{theme:?}");
    }
}
