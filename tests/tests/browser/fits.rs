//! Fits: on which kernels a program loads, for open kernels and those of the page's atlas.

use session::look::relocations::NO_COLUMNS;
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
    // Open kernels have columns as well.
    page.wait_for_text("kernels in ").await;
    let heads = page.texts_of("columnheader").await;
    assert!(heads.len() > 4 && heads[1].starts_with("5.10"), "{heads:?}");
    page.screenshot("fits").await;
    // From here by keyboard: to the program that 5.14 broke, on 6.1, and to its relocation.
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

/// From an answer to the nearest kernel where it is met, and a link that contains everything, opened on a page without the file. By
/// keyboard.
#[tokio::test]
pub async fn an_answer_is_compared_and_sent_on() {
    if !dist().join("atlas/debian.atlas").is_file() {
        return tests::skip("the page was built without an atlas");
    }
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("stories.clang.bpfel.o")]).await;
    page.allow_clipboard().await;
    page.click("tab", "Fits").await;
    page.wait_for_text(NO_COLUMNS).await;
    let ask = page.names("button").await.into_iter().find(|name| name.starts_with("Ask ")).expect("a button");
    page.click("button", &ask).await;
    page.fill("searchbox", "Kernels of the atlas", "arch:amd64 flavour:generic").await;
    page.wait_for("return !document.body.innerText.includes('arm64')", "kernels of amd64 alone").await;
    page.focus_on("grid", GRID).await;
    // The first answer is of a program that fails. The reason is beside the table.
    let why = page.text_in("region", "Why").await;
    assert!(why.contains("✗ fails") && why.contains("failed to resolve CO-RE relocation"), "{why}");
    page.click("button", "Share").await;
    page.by_role("region", "A link that carries the program and these answers").await;
    page.click_nth("button", "Copy link", 0).await;
    page.wait_for_text("Link copied").await;
    let link = page.clipboard().await;
    page.press("Escape").await;
    assert!(link.contains("&fits=1&answers="), "{}", link.len());

    let compare = page.names("button").await.into_iter().find(|name| name.starts_with("Compare with ")).expect("one");
    page.click("button", &compare).await;
    page.wait_for("return location.hash.includes('view=compare')", "the comparison").await;
    page.by_role("tab", "Compare").await;
    assert!(page.fragment().await.contains("f=atlas:"), "{}", page.fragment().await);
    no_errors(&page).await;

    // The link contains the answers, so its receiver needs no server.
    let Some(other) = Browser::start().await else { return };
    other.open(link.split_once('#').expect("a fragment").1).await;
    other.wait_for_text("These answers came with the link.").await;
    assert_eq!(other.text_in("region", "Why").await, why);
    other.click("button", "Ask the kernels here").await;
    other.wait_for_text(NO_COLUMNS).await;
    no_errors(&other).await;
}

/// On a phone, the answer is a pane of its own; a click on an answer shows it.
#[tokio::test]
pub async fn on_a_phone_the_answer_is_a_pane() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    open(&page, &[&fixture("relo.clang.bpfel.o"), &fixture("relo-new.bpfel.btf")]).await;
    page.click("tab", "List").await;
    // Choosing Fits shows the pane with the table.
    page.click("tab", "Fits").await;
    page.by_role("grid", GRID).await;
    page.click_css("[role=grid] [role=gridcell]").await;
    assert_eq!(page.attribute("tab", "Answer", "aria-selected").await, "true");
    assert!(page.text_in("region", "Why").await.contains("relo-new"), "{}", page.text_in("region", "Why").await);
    assert_eq!(page.js("return document.documentElement.scrollWidth").await, serde_json::json!(390));
    no_errors(&page).await;
}
