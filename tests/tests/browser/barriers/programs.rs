//! Programs and their relocations: listings, maps, calls, logs, the matrix of kernels.

use tests::browser::Browser;
use tests::fixture::project;

use super::{Looker, themes};
use crate::steps::{click_tab, fixture, no_errors, on_kernels, open};

#[tokio::test]
async fn no_program_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in themes() {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        // A program with kernels: a failing relocation, the matrix, and the Tree with the results of an access.
        let kernels = [fixture("relo-new.bpfel.btf"), fixture("relo-old.bpfeb.btf")];
        open(&page, &[&kernels[0], &kernels[1], &fixture("relo.clang.bpfel.o")]).await;
        on_kernels(&page, "CO-RE").await;
        page.by_role("listbox", "CO-RE relocations").await;
        page.click("button", "refused at load 14").await;
        page.click("option", "byte_off struct lost_member.state, fails").await;
        page.wait_for_text("Why it fails on").await;
        at.look("relocation").await;
        click_tab(&page, "Programs").await;
        page.click_css("#programs [role=option]:nth-child(3)").await;
        page.by_role("grid", "Instructions").await;
        at.look("instructions").await;
        page.click("tab", "As loaded").await;
        page.wait_for_text("What the kernel requires").await;
        at.look("as loaded").await;
        on_kernels(&page, "CO-RE").await;
        page.click("button", "Paste a log").await;
        page.by_role("textbox", "Log").await;
        at.look("paste a log").await;
        page.type_text("libbpf: prog 'member_gone': relo #0: no").await;
        page.click("button", "Read it").await;
        page.by_role("grid", "Lines of the log").await;
        at.look("log").await;
        page.click("button", "Paste another").await;
        page.click("button", "Close the log").await;
        page.click("tab", "Matrix").await;
        page.by_role("grid", "Relocations on kernels").await;
        at.look("matrix").await;
        page.press("2").await;
        page.by_role("table", "CO-RE access").await;
        at.look("access").await;
        // The overview of a program, an instruction, maps and globals, the graph of calls.
        open(&page, &[&project().join("static/samples/sample.bpf.o")]).await;
        at.look("overview of a program").await;
        page.click("option", "on_connect").await;
        page.by_role("grid", "Instructions").await;
        page.click_css("[aria-label=Instructions] [aria-label^='2: ']").await;
        at.look("an instruction").await;
        page.click("link", "events").await;
        page.by_role("heading", "Maps and globals").await;
        at.look("maps and globals").await;
        page.click("option", "Calls and maps graph").await;
        page.wait_for_role("graphics-symbol").await;
        at.look("calls").await;
        page.click("button", "table").await;
        at.look("calls, as a table").await;
        // A program with many functions has a filter, which may leave no function in the list.
        open(&page, &[&fixture("relo.clang.bpfel.o")]).await;
        click_tab(&page, "Programs").await;
        page.click("searchbox", "Filter programs").await;
        page.type_text("nothing like this").await;
        at.look("no function").await;
        at.done(word);
    }
    no_errors(&page).await;
}
