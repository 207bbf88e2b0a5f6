//! ELF relocations and symbols of programs, with their bytes; and programs without BTF.

use tests::browser::Browser;
use tests::fixture;

use crate::steps::{Scratch, click_tab, heading, more, no_errors, open, selected};

fn sample(name: &str) -> std::path::PathBuf {
    fixture::project().join("static/samples/lessons").join(name)
}

#[tokio::test]
async fn relocations_symbols_and_their_bytes() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&sample("elf-calls.o")]).await;
    more(&page, "ELF").await;
    page.click("option", ".rel.text 1 R_BPF_64_64, 2 R_BPF_64_32 3").await;
    assert_eq!(heading(&page).await, ".rel.text");
    let rows = page.rows("listbox", ".rel.text").await;
    assert_eq!(rows.len(), 3);
    assert!(rows[1].name.ends_with("(S 0 + A 0x18) / 8 - 1 = 2 border"), "{}", rows[1].name);
    page.click("option", &rows[1].name).await;
    // First, the bytes of the call are marked in .text, then those of the relocation's record. A click on the bytes of
    // another record selects that record's row.
    let marked = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let strong = "return [...e.querySelectorAll('[aria-selected=true]')].map(x => x.textContent.trim()).join(' ')";
    let place = page.within("grid", "Bytes of .text", strong).await;
    assert_eq!(place.as_str(), Some("02 00 00 00"));
    page.screenshot("elf").await;
    page.click("button", "record").await;
    let record = page.within("grid", "Bytes of .rel.text", strong).await;
    assert_eq!(record.as_str(), Some("30 00 00 00 00 00 00 00 0a 00 00 00 02 00 00 00"));
    page.click_css("[aria-label='Bytes of .rel.text'] [aria-selected=false]").await;
    assert!(selected(&page, "listbox", ".rel.text").await[0].starts_with("0x10"));
    page.click("button", "symbol").await;
    page.by_role("grid", "Bytes of .symtab").await;
    page.click("option", "Symbols .symtab 7").await;
    let symbols = marked(page.seen_in("listbox", "Symbols").await);
    assert!(symbols.contains("FUNC LOCAL DEFAULT workers border"), "{symbols}");
    no_errors(&page).await;
}

#[tokio::test]
async fn an_instruction_leads_to_its_relocation_and_back() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&sample("elf-calls.o")]).await;
    click_tab(&page, "Programs").await;
    page.click("option", "measure function").await;
    page.click_css("[aria-label=Instructions] [aria-label^='6: ']").await;
    let inspector = page.text_in("region", "Inspector").await;
    assert!(inspector.contains("R_BPF_64_32") && inspector.contains("(S 0 + A 0x18) / 8 - 1 = 2"), "{inspector}");
    page.screenshot("elf-programs").await;
    page.click_css("[aria-label=Inspector] button").await;
    assert_eq!(heading(&page).await, ".rel.text");
    assert!(selected(&page, "listbox", ".rel.text").await[0].starts_with("0x30"));
    page.back().await;
    page.by_role("grid", "Instructions").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_program_without_btf_opens() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let mut bare = std::fs::read(sample("elf-calls.o")).unwrap();
    for at in 0..bare.len() - 4 {
        if bare[at..].starts_with(b".BTF") {
            bare[at + 1] = b'X';
        }
    }
    open(&page, &[&scratch.file("bare.o", &bare)]).await;
    click_tab(&page, "Types").await;
    let left = page.text_in("complementary", "Types of the file").await;
    assert!(left.contains("compile it with clang -g"), "{left}");
    // The overview shows nothing about a .BTF that the file does not have.
    let overview = page.text_in("region", "Overview").await;
    assert!(overview.contains("no section .BTF"), "{overview}");
    assert!(!overview.contains("header of 24 bytes") && !overview.contains("0 types"), "{overview}");
    page.screenshot("elf-bare").await;
    more(&page, "ELF").await;
    page.by_role("listbox", "Lists").await;
    click_tab(&page, "Programs").await;
    page.click("option", "measure function").await;
    let text = page.seen_in("grid", "Instructions").await;
    assert!(text.contains("calls area") && text.contains("calls border"), "{text}");
    more(&page, "ELF").await;
    page.click("option", ".rel.text 1 R_BPF_64_64, 2 R_BPF_64_32 3").await;
    assert_eq!(page.rows("listbox", ".rel.text").await.len(), 3);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_packed_program_without_btf_opens() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let packed = fixture::project().join("tests/fixtures/packed/bare.xz");
    open(&page, &[&scratch.file("bare.o.xz", &std::fs::read(packed).unwrap())]).await;
    page.wait_for_text("no section .BTF").await;
    click_tab(&page, "Programs").await;
    page.click("option", "measure function").await;
    let text = page.seen_in("grid", "Instructions").await;
    assert!(text.contains("calls area") && text.contains("calls border"), "{text}");
    no_errors(&page).await;
}
