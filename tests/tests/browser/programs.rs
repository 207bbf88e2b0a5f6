//! Programs: functions with their source, jumps and relocations as links, maps and globals, the bytes of an
//! instruction.

use tests::browser::Browser;
use tests::fixture;

use crate::steps::{click_tab, heading, no_errors, open, open_fixture, selected};

/// Opens the page's sample as a file.
async fn open_sample(page: &Browser) {
    open(page, &[&fixture::project().join("static/samples/sample.bpf.o")]).await;
    page.click("option", "on_connect").await;
    page.by_role("grid", "Instructions").await;
}

/// The text of the picked row of the listing.
async fn picked(page: &Browser) -> String {
    selected(page, "grid", "Instructions").await.join("")
}

#[tokio::test]
pub async fn a_function_is_read_with_its_source() {
    let Some(page) = Browser::start().await else { return };
    open_sample(&page).await;
    assert_eq!(selected(&page, "listbox", "Programs").await, ["on_connect"]);
    assert_eq!(heading(&page).await, "fentry on_connect");
    let text = page.seen_in("grid", "Instructions").await;
    for part in ["; u32 process = task->tgid;", "sample.bpf.c:87", "r2 = *(u64 *)(r1 +0)", "map events", "pc+17"] {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
    // All rows have the same columns.
    let columns = "return [...new Set([...e.querySelectorAll('[role=gridcell]')].map(cell => cell.children[1].getBoundingClientRect().left))]";
    let columns = page.within("grid", "Instructions", columns).await;
    assert_eq!(columns.as_array().map(Vec::len), Some(1), "{columns}");
    page.screenshot("programs").await;

    // A click on an instruction shows its bytes and their meaning.
    page.click_css("[aria-label=Instructions] [aria-label^='2: ']").await;
    let bytes = page.seen_in("grid", "Bytes").await;
    assert!(bytes.split_whitespace().collect::<Vec<_>>().join(" ").ends_with("61 01 00 00 00 00 00 00"), "{bytes}");
    let inspector = page.text_in("region", "Inspector").await;
    assert!(inspector.contains("LDX") && inspector.contains("bpf_core_relo"), "{inspector}");
    // A button leads to the record of its relocation in .BTF.ext.
    page.click_css("[aria-label=Inspector] dd:last-child button").await;
    page.by_role("grid", "Bytes").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn jumps_types_and_maps_are_links() {
    let Some(page) = Browser::start().await else { return };
    open_sample(&page).await;
    page.click("link", "pc+17").await;
    assert!(picked(&page).await.starts_with("27: "), "{}", picked(&page).await);
    page.back().await;
    page.focus_on("grid", "Instructions").await;
    page.press("Home").await;
    page.press("ArrowDown").await;
    page.press("ArrowDown").await;
    assert!(picked(&page).await.starts_with("2: "), "{}", picked(&page).await);
    // Enter goes to the type of the CO-RE relocation.
    page.press("Enter").await;
    page.by_role("heading", "struct task_struct").await;
    page.back().await;
    page.by_role("grid", "Instructions").await;
    assert!(picked(&page).await.starts_with("2: "), "{}", picked(&page).await);
    page.click("link", "events").await;
    assert_eq!(heading(&page).await, "Maps and globals");
    let text = page.text().await;
    for part in ["events", "hash", "watched_port", "443", "a read-only map"] {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
    page.screenshot("maps").await;

    // A reload asks for the file, and shows the same row.
    page.back().await;
    let there = page.fragment().await;
    page.reload().await;
    page.browse(&[&fixture::project().join("static/samples/sample.bpf.o")]).await;
    page.by_role("grid", "Instructions").await;
    assert_eq!(page.fragment().await, there);
    assert!(picked(&page).await.starts_with("2: "), "{}", picked(&page).await);

    page.click("option", "on_exit").await;
    page.by_role("heading", "tp_btf on_exit").await;
    page.click("tab", "As loaded").await;
    let text = page.seen_in("tabpanel", "As loaded").await;
    assert!(text.contains("✓ Each function starts with a line") && !text.contains('✗'), "{text}");
    assert!(text.contains("BPF_BTF_LOAD") && text.contains("btf_size") && text.contains("2881"), "{text}");
    page.screenshot("loaded").await;
    click_tab(&page, "Types").await;
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}

/// A program opens with its overview: whether it loads on the kernel that is open, its programs,
/// maps and needs.
#[tokio::test]
async fn a_program_opens_with_its_overview() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.browse(&[&fixture::project().join("static/samples/sample.bpf.o")]).await;
    page.wait_for_text("Fails on ").await;
    let overview = page.text().await;
    // The verdict is that of `btfscope check sample.bpf.o -t kernel.x86_64.btf`.
    for part in ["Fails on kernel.x86_64", "on_connect", "events", "u32 → event", "About this file"] {
        assert!(overview.contains(part), "{part:?} is missing: {overview}");
    }
    assert_eq!(selected(&page, "listbox", "Programs").await, ["Overview"]);
    let inspector = page.texts("[aria-label=Verdict]").await.join(" ");
    assert!(inspector.contains("Fails on kernel.x86_64"), "{inspector}");
    page.click("button", "Instructions").await;
    page.by_role("grid", "Instructions").await;
    page.back().await;
    page.by_role("region", "Overview").await;
    page.click("button", "CO-RE relocations").await;
    page.by_role("listbox", "CO-RE relocations").await;
    no_errors(&page).await;
}

/// Words filter the list of a program with many functions.
#[tokio::test]
async fn many_functions_have_a_filter() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "relo.clang.bpfel.o").await;
    page.click("searchbox", "Filter programs").await;
    page.type_text("raw_tp gone").await;
    page.wait_for_text("1 of ").await;
    assert!(page.seen_in("listbox", "Programs").await.contains("member_gone"));
    no_errors(&page).await;
}
