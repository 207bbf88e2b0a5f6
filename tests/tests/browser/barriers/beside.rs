//! Two files beside each other: Compare, the list of changes, fields, users and paths.

use tests::browser::Browser;

use super::{Looker, themes};
use crate::steps::{fixture, more, no_errors, open, show_member};

#[tokio::test]
async fn nothing_beside_each_other_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in themes() {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        open(&page, &[&fixture("relo-old.bpfel.btf")]).await;
        show_member(&page, "struct", "lost_member", "compare", "").await;
        at.look("nothing to compare with").await;
        page.browse(&[&fixture("relo-new.bpfel.btf")]).await;
        for (kind, name, member) in [("struct", "moved", "cell"), ("enum", "mode", ""), ("struct", "gone", "")] {
            show_member(&page, kind, name, "compare", member).await;
            page.wait_for("return !document.body.innerText.includes('Comparing …')", "a comparison").await;
            at.look(&format!("compare {kind} {name}")).await;
        }
        more(&page, "Changes").await;
        page.by_role("listbox", "Changed types").await;
        page.focus_on("listbox", "Changed types").await;
        page.press("ArrowDown").await;
        at.look("changes").await;
        page.press("f").await;
        page.click("textbox", "Fields, one per line or separated by commas").await;
        page.type_text("lost_member.state, moved.cell").await;
        page.wait_for_text("absent: no member").await;
        at.look("fields").await;
        show_member(&page, "struct", "moved", "users", "").await;
        page.click("combobox", "Find paths to").await;
        page.type_text("cell").await;
        page.press("Enter").await;
        page.wait_for_text("Paths to struct cell").await;
        at.look("users and paths").await;
        page.resize(800, 700).await;
        at.look("users and paths, narrow").await;
        show_member(&page, "struct", "moved", "compare", "cell").await;
        at.look("compare, narrow").await;
        page.resize(1440, 900).await;
        at.done(word);
    }
    no_errors(&page).await;
}
