//! Loads on: on which kernels a program loads, for open kernels and those of the page's atlas.

use session::look::relocations::NO_COLUMNS;
use tests::browser::{Browser, dist};

use crate::steps::{NONE, fixture, no_errors, on_kernels, open, selected};

const GRID: &str = "Programs on kernels";

#[tokio::test]
pub async fn a_program_is_asked_on_the_kernels_of_the_atlas() {
    if !dist().join("atlas/debian.atlas").is_file() {
        return tests::skip("the page was built without an atlas");
    }
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("stories.clang.bpfel.o"), &fixture("kernel.x86_64.btf")]).await;
    on_kernels(&page, "Loads on").await;
    page.by_role("grid", GRID).await;
    let heads = page.texts_of("columnheader").await;
    assert!(heads.iter().any(|head| head.contains("kernel.x86_64")), "{heads:?}");
    let ask = page.names("button").await.into_iter().find(|name| name.ends_with(", too")).expect("a button");
    assert!(ask.starts_with("Ask ") && ask.contains(" kernels"), "{ask}");
    page.click("button", &ask).await;
    // Dropped kernels come first, then the series of the atlas.
    page.wait_for("return document.querySelectorAll('[role=columnheader]').length > 10", "a column for each series")
        .await;
    // The button is gone, and the focus is near by.
    page.wait_for("return document.activeElement !== document.body", "the focus").await;
    let heads = page.texts_of("columnheader").await;
    let series = heads.iter().position(|head| head == "5.10").expect("the first series");
    assert!(series == 2 && heads.contains(&"7.0".to_owned()), "{heads:?}");
    page.screenshot("fits").await;
    // Each result has a count of the atlas's kernels. A click on the count leaves only the rows with that result; a
    // second click shows all rows again.
    let counts = page.names("button").await;
    let failing = counts.iter().find(|name| name.contains("fail in part")).expect("the count of failures").clone();
    let rows = page.rows("grid", GRID).await;
    let broken = rows.iter().find(|row| row.text().contains("task_struct.state")).expect("the relocation").text();
    assert!(broken.contains("there") && broken.contains("absent"), "{broken}");
    let before = rows.len();
    page.click("button", &failing).await;
    assert!(page.rows("grid", GRID).await.len() < before);
    page.click("button", &failing).await;
    let all =
        page.names("button").await.into_iter().find(|name| name.ends_with(" amd64") || name.ends_with(" kernels"));
    page.click("button", &all.expect("the count of all")).await;
    assert_eq!(page.rows("grid", GRID).await.len(), before);
    // There is no second list of the same rows.
    assert_eq!(page.names("listbox").await, NONE);
    page.click("searchbox", "Kernels of the atlas").await;
    page.type_text("arch:amd64 flavour:generic version:>=6.1").await;
    page.wait_for("return !document.body.innerText.includes('5.10')", "kernels of 5.10 are left out").await;
    page.type_text(" colour:red").await;
    page.wait_for_text("“colour:red” is no condition").await;
    page.click("button", "Leave them out").await;
    page.wait_for("return document.querySelectorAll('[role=columnheader]').length < 6", "the dropped kernel alone")
        .await;
    assert_eq!(page.names("searchbox").await.iter().filter(|name| name.contains("atlas")).count(), 0);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn an_answer_leads_to_its_relocation_by_keys() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo.clang.bpfel.o"), &fixture("relo-new.bpfel.btf")]).await;
    on_kernels(&page, "Loads on").await;
    page.focus_on("grid", GRID).await;
    let before = selected(&page, "grid", GRID).await;
    page.press("ArrowDown").await;
    let after = selected(&page, "grid", GRID).await;
    assert!(before != after && after != NONE, "{after:?}");
    // End leads to the needs of the whole object that are met everywhere; they unfold.
    page.press("End").await;
    let lines = "return document.querySelectorAll('.krow').length";
    let folded = page.js(lines).await;
    page.press("Enter").await;
    assert_ne!(page.js(lines).await, folded);
    // A need of a relocation leads to the relocation.
    let need = "[...document.querySelectorAll('.krow.need')].find(row => row.textContent.includes('needs resized')).querySelector('[role=gridcell]').click()";
    page.js(need).await;
    page.focus_on("grid", GRID).await;
    page.press("Enter").await;
    page.by_role("listbox", "CO-RE relocations").await;
    no_errors(&page).await;
}

/// An answer leads to the nearest kernel that meets the need. A link carries the program and its answers, and is opened
/// on a page without the file.
#[tokio::test]
pub async fn an_answer_is_compared_and_sent_on() {
    if !dist().join("atlas/debian.atlas").is_file() {
        return tests::skip("the page was built without an atlas");
    }
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("stories.clang.bpfel.o")]).await;
    page.allow_clipboard().await;
    on_kernels(&page, "Loads on").await;
    page.wait_for_text(NO_COLUMNS).await;
    let ask = page.names("button").await.into_iter().find(|name| name.starts_with("Ask ")).expect("a button");
    page.click("button", &ask).await;
    page.fill("searchbox", "Kernels of the atlas", "arch:amd64 flavour:generic").await;
    page.wait_for("return !document.body.innerText.includes('arm64')", "kernels of amd64 alone").await;
    page.focus_on("grid", GRID).await;
    // The first answer is of a program that fails. The reason is beside the table.
    let why = page.text_in("region", "Why").await;
    assert!(page.text_in("region", "Selected").await.starts_with("✗ Fails on "), "{why}");
    let loader = page.text_in("region", "The loader says").await;
    assert!(loader.contains("failed to resolve CO-RE relocation"), "{loader}");
    let way = page.text_in("region", "Way out").await;
    assert!(way.contains("bpf_core_field_exists(") || way.contains("libbpf_probe_bpf_helper("), "{way}");
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
    // Choosing the view "Loads on" shows the pane with the table.
    on_kernels(&page, "Loads on").await;
    page.by_role("grid", GRID).await;
    page.click_css("[role=grid] [role=gridcell]").await;
    assert_eq!(page.attribute("tab", "Answer", "aria-selected").await, "true");
    let said = page.text_in("region", "Selected").await;
    assert!(said.contains("relo-new"), "{said}");
    assert_eq!(page.js("return document.documentElement.scrollWidth").await, serde_json::json!(390));
    no_errors(&page).await;
}

/// The code of a way out is shown for the loader that the person chooses, and the choice is remembered. Nothing moves
/// when an answer is chosen.
#[tokio::test]
pub async fn ways_out_are_code_for_a_loader() {
    if !dist().join("atlas/debian.atlas").is_file() {
        return tests::skip("the page was built without an atlas");
    }
    let Some(page) = Browser::start().await else { return };
    ask_the_atlas_anew(&page).await;
    // The program `hook` attaches to a hook that 6.9 renamed. Its way out looks for the hook in the kernel's BTF.
    let places = "return JSON.stringify([...document.querySelectorAll('.krow > *')].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width]; }))";
    let before = page.js(places).await;
    let hook = "const row = [...document.querySelectorAll('.krow.kprogram')].find(row => row.querySelector('.kname').textContent.includes('hook')); \
        [...row.querySelectorAll('[role=gridcell].fails')].at(-1).click()";
    page.js(hook).await;
    page.wait_for_text("libbpf_find_vmlinux_btf_id(").await;
    assert_eq!(page.js(places).await, before, "the matrix stays as it is");
    page.click_css(".menubutton[aria-label^=Loader]").await;
    page.click("menuitemcheckbox", "cilium/ebpf (Go)").await;
    page.wait_for_text("btf.LoadKernelSpec()").await;
    // On the page loaded anew, the code is for the same loader.
    ask_the_atlas_anew(&page).await;
    page.js(hook).await;
    page.wait_for_text("btf.LoadKernelSpec()").await;
    no_errors(&page).await;
}

/// Loads the page anew, opens a program, and asks the kernels of the atlas whether they load it.
async fn ask_the_atlas_anew(page: &Browser) {
    open(page, &[&fixture("stories.clang.bpfel.o")]).await;
    on_kernels(page, "Loads on").await;
    let ask = page.names("button").await.into_iter().find(|name| name.starts_with("Ask ")).expect("a button");
    page.click("button", &ask).await;
    page.by_role("grid", GRID).await;
}
