//! The scratch pad: typing C updates types, layout and bytes. Also: links, saving, moving members, and the variants of
//! a program.

use tests::browser::{Browser, Theme};

use crate::steps::{CATCH, NONE, figures, members, no_errors, unfold_bytes};

/// Opens the pad from the start page.
async fn open_pad(page: &Browser) {
    page.open("").await;
    page.click("button", "Scratch pad").await;
    page.by_role("textbox", "C source").await;
}

/// Replaces the source by keys.
async fn write(page: &Browser, source: &str) {
    page.within("textbox", "C source", "e.focus(); e.select()").await;
    page.type_text(source).await;
}

#[tokio::test]
pub async fn what_is_typed_is_laid_out() {
    let Some(page) = Browser::start().await else { return };
    open_pad(&page).await;
    // The editor has the focus, and there are no errors.
    assert_eq!(page.text_of("return document.activeElement.tagName").await, "TEXTAREA");
    assert_eq!(page.texts("#pad-says").await, ["No errors"]);
    page.by_role("heading", "struct task").await;
    page.screenshot("pad").await;
    page.click("tab", "Layout").await;
    write(&page, "struct s { char a; u64 b; };").await;
    page.by_role("heading", "struct s").await;
    assert_eq!(figures(&page, &["size", "members", "holes"]).await[0], "16 bytes");
    assert_eq!(members(&page).await.len(), 3);
    unfold_bytes(&page).await;
    let bytes = page.text_in("grid", "Bytes").await;
    // If a member is added, the layout changes without further action.
    write(&page, "struct s { char a; u64 b; u32 c : 3; };").await;
    page.wait_for_text("24 bytes").await;
    assert_ne!(page.text_in("grid", "Bytes").await, bytes);
    // Choosing another target changes the blob.
    page.fill("combobox", "Target", "32be").await;
    page.wait_for("return document.querySelector('header li button').title.includes('32-bit BE')", "the target").await;
    // Tab indents. Tab after Escape leaves the field.
    page.press("Tab").await;
    assert!(page.value_in("textbox", "C source").await.ends_with('\t'));
    page.press("Escape").await;
    page.press("Tab").await;
    assert_ne!(page.text_of("return document.activeElement.tagName").await, "TEXTAREA");
    no_errors(&page).await;
}

#[tokio::test]
pub async fn an_error_is_marked_at_its_place() {
    let Some(page) = Browser::start().await else { return };
    open_pad(&page).await;
    write(&page, "struct s {\nint a;\nu99 b;\n};").await;
    page.wait_for_text("1 error").await;
    // The message names the line, for screen readers.
    page.wait_for_text("Line 3: no type `u99` is known here").await;
    let text =
        |selector: &str| format!("return [...document.querySelectorAll('{selector}')].map(e => e.textContent).join()");
    assert_eq!(page.text_of(&text("u[data-mark=bad]")).await, "u99");
    assert_eq!(page.text_of(&text("i[data-mark=bad]")).await, "3");
    // Everything before the error is shown.
    page.by_role("heading", "struct s").await;
    page.wait_for_text("4 bytes").await;
    // A click on the message selects its place.
    let buttons = page.names("button").await;
    page.click("button", buttons.iter().find(|name| name.contains("no type `u99`")).expect("the message")).await;
    let marked = "return e.value.slice(e.selectionStart, e.selectionEnd)";
    assert_eq!(page.within("textbox", "C source", marked).await, "u99");
    page.type_text("u16").await;
    page.wait_for_text("No errors").await;
    page.wait_for_text("8 bytes").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_link_to_a_pad_opens_in_a_fresh_browser() {
    let Some(page) = Browser::start().await else { return };
    open_pad(&page).await;
    write(&page, "struct s { char a; u64 b; };").await;
    page.by_role("heading", "struct s").await;
    page.allow_clipboard().await;
    page.click("button", "Share").await;
    page.wait_for_count("button", "Copy link", 2).await;
    page.wait_for_text("Carries the source").await;
    page.click_nth("button", "Copy link", 0).await;
    page.wait_for_text("Link copied").await;
    let link = page.clipboard().await;
    let fragment = link.split_once('#').expect("a fragment").1.to_owned();
    assert!(fragment.starts_with("v=1&f=pad:"), "{fragment}");

    let Some(other) = Browser::start().await else { return };
    other.open(&fragment).await;
    other.by_role("heading", "struct s").await;
    assert_eq!(other.value_in("textbox", "C source").await, "struct s { char a; u64 b; };");
    assert_eq!(other.texts_of("alert").await, NONE);
    // The source can be edited, and a reload keeps the text.
    write(&other, "struct s { char a; u64 b, c; };").await;
    other.wait_for_text("24 bytes").await;
    other.reload().await;
    other.by_role("heading", "struct s").await;
    other.wait_for_text("24 bytes").await;
    no_errors(&other).await;
}

#[tokio::test]
async fn source_and_types_can_be_saved() {
    let Some(page) = Browser::start().await else { return };
    page.before_each_page(CATCH).await;
    open_pad(&page).await;
    write(&page, "struct only_here { char a; u64 b; };").await;
    page.by_role("heading", "struct only_here").await;
    for (button, name) in [("Save .c", "scratch.c"), ("Save .btf", "scratch.btf")] {
        page.js("window.saved = []").await;
        page.click("button", button).await;
        page.wait_for("return window.saved.length === 1", name).await;
        assert_eq!(page.text_of("return window.saved[0][0]").await, name);
        assert!(page.text_of("return window.saved[0][2]").await.contains("only_here"), "{name}");
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn the_pad_has_no_barriers() {
    let Some(page) = Browser::start().await else { return };
    for theme in [Theme::Dark, Theme::Light] {
        page.prefer(theme, true).await;
        for (width, height) in [(1440, 900), (800, 700)] {
            page.resize(width, height).await;
            open_pad(&page).await;
            write(&page, "struct s {\n\tint a;\n\tu99 b;\n};\n#include <x.h>").await;
            page.wait_for_text("1 error").await;
            let Some(barriers) = page.axe(&[]).await else {
                return tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is npm");
            };
            assert_eq!(barriers, NONE, "{width} wide");
        }
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn members_are_moved_by_the_mouse_and_by_keys() {
    let Some(page) = Browser::start().await else { return };
    open_pad(&page).await;
    const SOURCE: &str = "struct s { char a; u64 b; char c; };";
    const MOVED: &str = "struct s { u64 b; char a; char c; };";
    page.click("tab", "Layout").await;
    write(&page, SOURCE).await;
    page.by_role("heading", "struct s").await;
    page.wait_for_text("24 bytes").await;
    // The rows are a, a hole, b, c. When a is dragged over b, a takes b's place. The size is then 8 + 1 + 1 bytes,
    // rounded up to 16.
    let row = page.by_role("row", "a").await;
    page.drag(&row, 0.0, 50.0).await;
    page.wait_for_text("a starts at byte 8. 16 bytes, 6 bytes of them lost").await;
    assert_eq!(page.value_in("textbox", "C source").await, MOVED);
    assert_eq!(crate::steps::selected(&page, "treegrid", "Members").await, ["a"]);
    // One step takes the drag back, from the table as from the editor.
    page.press("Ctrl+Z").await;
    page.wait_for_text("24 bytes").await;
    assert_eq!(page.value_in("textbox", "C source").await, SOURCE);
    page.press("Alt+ArrowDown").await;
    page.wait_for_text("a starts at byte 8. 16 bytes").await;
    assert_eq!(page.value_in("textbox", "C source").await, MOVED);
    page.click("button", "As small as it gets").await;
    page.wait_for_text("No order of these members is smaller: 16 bytes, 6 bytes of them lost").await;
    // An example replaces the source, and is taken back in the same way.
    page.click("button", "Examples").await;
    page.click("menuitem", "Holes, and the same without").await;
    page.wait_for("return !document.querySelector('.pad textarea').value.includes('struct s ')", "the example").await;
    page.press("Ctrl+Z").await;
    page.by_role("heading", "struct s").await;
    assert_eq!(page.value_in("textbox", "C source").await, MOVED);
    no_errors(&page).await;
}

/// C, records and bytes stand side by side. The lines of a declaration and its records have one colour. A selection in
/// the C shows in the records and the other way round, and the records change while a person types.
#[tokio::test]
async fn records_stand_beside_their_c() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1440, 900).await;
    open_pad(&page).await;
    write(&page, "struct pair {\n\tchar a;\n\tu64 b;\n};\nenum e { ONE = 1 };\nstruct pair p;").await;
    page.by_role("heading", "struct pair").await;
    let there = |text: &str| {
        format!(
            "return [...document.querySelectorAll('.records [role=option]')].some(e => e.textContent.includes(\"{text}\"))"
        )
    };
    page.wait_for(&there("'b' type_id="), "records").await;
    let lines = page.texts(".records [role=option]").await;
    let of =
        |text: &str| lines.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {lines:?}"));
    // A struct's record: name_off, info (kind 4, 2 members), size 16.
    let head = &lines[of("STRUCT 'pair' size=16 vlen=2")];
    assert!(head.trim_end().ends_with("02 00 00 04 10 00 00 00"), "{head}");
    assert!(lines[of("'b' type_id=")].trim_end().ends_with("40 00 00 00"), "bits_offset 64: {lines:?}");
    // The records of the struct and of its member, and their lines in the C, have one colour. The enum has another one.
    // (A selected row has darker colours in the light theme, so the names of the colours are compared.)
    let colour = |of: &str| format!("return [...{of}.classList].find(name => name.startsWith('hue'))");
    let record = |i: usize| colour(&format!("document.querySelector('#record-{i}')"));
    let number = |n: usize| colour(&format!("document.querySelectorAll('.nums i')[{}]", n - 1));
    let struct_colour = page.text_of(&record(of("STRUCT 'pair'"))).await;
    assert_eq!(page.text_of(&record(of("'b' type_id="))).await, struct_colour);
    assert_eq!(page.text_of(&number(3)).await, struct_colour, "the line of b");
    let enum_colour = page.text_of(&record(of("ENUM 'e'"))).await;
    assert_ne!(enum_colour, struct_colour);
    assert_eq!(page.text_of(&number(5)).await, enum_colour);
    // A click on a record selects its line in the C, and the arrow keys go on.
    let selected = "return document.querySelector('.records [aria-selected=true]')?.textContent ?? ''";
    page.click_css(&format!("#record-{}", of("'b' type_id="))).await;
    page.wait_for("return document.querySelector('.nums .here')?.textContent === '3'", "the line of b").await;
    assert!(page.text_of(selected).await.contains("'b'"));
    page.press("ArrowUp").await;
    page.wait_for("return document.querySelector('.nums .here')?.textContent === '2'", "the line of a").await;
    assert!(page.text_of(selected).await.contains("'a'"));
    // The records change while a person types: another member adds a line.
    write(&page, "struct pair {\n\tchar a;\n\tu64 b;\n\tint c;\n};").await;
    page.wait_for(&there("'c' type_id="), "the new member").await;
    page.screenshot("pad-records").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_program_is_compared_in_its_variants() {
    let Some(page) = Browser::start().await else { return };
    open_pad(&page).await;
    page.click("button", "Examples").await;
    page.click("menuitem", "preserve_access_index").await;
    // The C stands beside the instructions. The line of C from which the selected instruction comes is marked.
    page.wait_for_text("on_switch").await;
    page.by_role("grid", "Instructions").await;
    assert!(page.text_in("grid", "Instructions").await.contains("r2 = 0"));
    assert_eq!(page.texts(".variantline.here").await, ["13int on_switch(unsigned long long *args)"]);
    page.screenshot("variants").await;
    // The menu switches to another variant; Back leads to the first variant again.
    page.fill("combobox", "Variant", "variant-guard.bpf.o").await;
    page.wait_for_text("never reached").await;
    page.by_role("grid", "Instructions").await;
    assert!(page.text_in("grid", "Instructions").await.contains("if w1 == 0"));
    // The keyboard stays in the menu.
    assert_eq!(page.focus().await, ("combobox".to_owned(), "Variant".to_owned()));
    // The arrow keys open only the variant at which they rest. A script presses them without a pause.
    let files = page.texts("header li button").await;
    page.js("const menu = document.querySelector('select[aria-label=Variant]');
        for (const at of ['flavour', 'index', 'flavour', 'guard']) {
            menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
            menu.value = `variant-${at}.bpf.o`;
            menu.dispatchEvent(new Event('change', { bubbles: true }));
        }")
        .await;
    page.js("return new Promise(done => setTimeout(done, 900))").await;
    assert_eq!(page.texts("header li button").await, files, "no other variant was opened");
    page.back().await;
    page.wait_for_text("The loader writes the kernel's own offset").await;
    assert_eq!(page.value_in("combobox", "Variant").await, "variant-index.bpf.o");
    no_errors(&page).await;
}
