//! The assembler listing of a type in the Code view: its lines and their bytes.

use tests::browser::Browser;
use tests::fixture;

use crate::steps::{choose, click_tab, heading, no_errors, open, selected, show, unfold_bytes};

#[tokio::test]
async fn lines_lead_to_bytes_and_types() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture::project().join("static/samples/sample.bpf.o")]).await;
    show(&page, "struct", "sock", "layout").await;
    click_tab(&page, "Code").await;
    choose(&page, "Format", "Assembler listing (clang -S)").await;
    unfold_bytes(&page).await;
    // The record is as clang -S writes it, with the bytes that llvm-objdump -s shows: three words, and those of the
    // member.
    let lines = page.rows("listbox", "Assembler listing").await;
    assert!(lines[0].name.starts_with(".long 724 # BTF_KIND_STRUCT(id = 36)"), "{}", lines[0].name);
    assert!(lines[4].name.starts_with(".long 37 # type of 0: STRUCT 'sock_common'"), "{}", lines[4].name);
    // Then come the CO-RE relocations whose root is this type, with the label that the worker computed.
    assert!(lines[6].name.starts_with(".section .BTF.ext"), "{}", lines[6].name);
    page.wait_within("listbox", "Assembler listing", "return e.textContent.includes('.Ltmp6')").await;
    // Hovering or selecting a line marks its bytes, and hovering a byte marks its line.
    page.hover(&page.css("#asmline-1").await).await;
    let over = "return [...e.querySelectorAll('[data-at][data-mark~=hov], [data-mark~=hov] [data-at]')] \
                .map(x => x.textContent.trim()).join(' ')";
    assert_eq!(page.within("grid", "Bytes", over).await.as_str(), Some("01 00 00 04"));
    page.click_css("#asmline-2").await;
    let chosen = page.within("grid", "Bytes", "return e.querySelector('#active-byte').dataset.at").await;
    assert_eq!(chosen.as_str(), Some("1012"), "the third word of the record at 0x3ec");
    assert_eq!(selected(&page, "listbox", "Assembler listing").await, [".long 8 # size"]);
    page.hover(&page.css("[aria-label=Bytes] [data-at='1004']").await).await;
    let over = "return [...e.querySelectorAll('[data-mark=hov] [role=option]')].map(x => x.id).join(' ')";
    assert_eq!(page.within("listbox", "Assembler listing", over).await.as_str(), Some("asmline-0"));
    page.screenshot("listing").await;
    // Keys move over lines; Enter follows a line's type.
    page.focus_on("listbox", "Assembler listing").await;
    for key in ["ArrowDown", "ArrowDown", "Enter"] {
        page.press(key).await;
    }
    assert_eq!(heading(&page).await, "struct sock_common");
    no_errors(&page).await;
}

#[tokio::test]
async fn a_whole_file_has_its_listing() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture::project().join("static/samples/sample.bpf.o")]).await;
    show(&page, "struct", "sock", "layout").await;
    click_tab(&page, "Code").await;
    choose(&page, "Format", "Assembler listing (clang -S)").await;
    page.click("checkbox", "whole file").await;
    // The selected type's record is in view; selecting a line of another record selects its type.
    page.wait_within("listbox", "Assembler listing", "return e.textContent.includes('BTF_KIND_STRUCT(id = 36)')").await;
    let rows = page.rows("listbox", "Assembler listing").await;
    let next = rows.iter().find(|row| row.name.contains("(id = 37)")).expect("the next record");
    page.click("option", &next.name).await;
    assert_eq!(heading(&page).await, "struct sock_common");
    page.focus_on("listbox", "Assembler listing").await;
    page.press("Home").await;
    page.press("ArrowDown").await;
    assert!(selected(&page, "listbox", "Assembler listing").await[0].starts_with(".byte 1 # version"));
    page.press("End").await;
    // The last line is the kind of a relocation, in the last record of .BTF.ext.
    assert!(selected(&page, "listbox", "Assembler listing").await[0].starts_with(".long 0 # kind"));
    page.screenshot("listing-whole").await;
    no_errors(&page).await;
}
