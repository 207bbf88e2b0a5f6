//! Fits: on which kernels a program loads; open ones and those of the page's atlas.

use tests::browser::{Browser, dist};

use crate::steps::{NONE, fixture, no_errors, open, selected};

const GRID: &str = "Needs on kernels";

#[tokio::test]
pub async fn a_program_is_asked_on_the_kernels_of_the_atlas() {
    if !dist().join("atlas/debian.atlas").is_file() {
        return tests::skip("the page was built without an atlas");
    }
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("stories.clang.bpfel.o"), &fixture("kernel.x86_64.btf")]).await;
    page.click("tab", "Fits").await;
    page.by_role("grid", GRID).await;
    page.wait_for_text("1 kernel in 1 column").await;
    let ask = page.names("button").await.into_iter().find(|name| name.ends_with(", too")).expect("a button");
    assert!(ask.starts_with("Ask ") && ask.contains("kernels of Debian"), "{ask}");
    page.click("button", &ask).await;
    // What is open stands beside them.
    page.wait_for_text("kernels in ").await;
    let heads = page.texts_of("columnheader").await;
    assert!(heads.len() > 4 && heads[1].starts_with("5.10"), "{heads:?}");
    page.screenshot("fits").await;
    // The rest is a matter of the keyboard: to the program that 5.14 broke, on 6.1, and to its relocation.
    let rows = page.rows("grid", GRID).await;
    let broken = rows.iter().find(|row| row.text().contains("task_struct.state")).expect("the relocation").text();
    assert!(broken.contains("there") && broken.contains("absent"), "{broken}");
    page.click("searchbox", "Kernels of the atlas").await;
    page.type_text("arch:amd64 flavour:generic version:>=6.1").await;
    page.wait_for("return !document.body.innerText.includes('5.10')", "kernels of 5.10 are left out").await;
    page.type_text(" colour:red").await;
    page.wait_for_text("“colour:red” is no condition").await;
    page.click("button", "Leave them out").await;
    page.wait_for_text("1 kernel in 1 column").await;
    assert_eq!(page.names("searchbox").await.iter().filter(|name| name.contains("atlas")).count(), 0);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn an_answer_leads_to_its_relocation_by_keys() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo.clang.bpfel.o"), &fixture("relo-new.bpfel.btf")]).await;
    page.click("tab", "Fits").await;
    page.focus_on("grid", GRID).await;
    let before = selected(&page, "grid", GRID).await;
    page.press("End").await;
    let after = selected(&page, "grid", GRID).await;
    assert!(before != after && after != NONE, "{after:?}");
    page.press("Enter").await;
    page.by_role("listbox", "CO-RE relocations").await;
    no_errors(&page).await;
}
