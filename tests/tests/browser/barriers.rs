//! No view has a barrier that axe-core calls serious or critical, in neither theme.

use tests::blob::Order;
use tests::browser::{Browser, Theme};
use tests::elf::Class;
use tests::{distilled, id_elf};

use crate::steps::{Scratch, fixture, no_errors, open, show_member};

/// What depends on the theme; the rest is the same in both.
const COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Looks at the page as it stands; whether axe-core is there.
async fn look(page: &Browser, theme: Theme, at: &str, found: &mut Vec<String>) -> bool {
    let rules: &[&str] = if theme == Theme::Dark { &[] } else { &COLOURS };
    let Some(barriers) = page.axe(rules).await else { return false };
    found.extend(barriers.into_iter().map(|barrier| format!("{at}: {barrier}")));
    true
}

#[tokio::test]
async fn no_view_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let broken = scratch.file("notes.txt", b"no BTF");
    let kernel = scratch.file("vmlinux", &id_elf::elf(Class::Elf64, Order::Little, true, true));
    let module = scratch.file("mine.ko", &distilled::module(Order::Little));
    for (theme, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut found = Vec::new();
        page.prefer(theme, true).await;
        page.open("").await;
        if !look(&page, theme, "landing", &mut found).await {
            return tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is node");
        }
        // Messages: a problem, a module without its kernel, a link without its file.
        page.open("v=1&f=name:vmlinux.btf&t=task_struct&kind=struct").await;
        page.browse(&[&broken, &fixture("module.s390x.ko")]).await;
        look(&page, theme, "messages", &mut found).await;
        open(&page, &[&fixture("kernel.x86_64.btf"), &fixture("layout.clang.bpfel.o")]).await;
        look(&page, theme, "overview", &mut found).await;
        for view in ["layout", "tree", "c", "record"] {
            show_member(&page, "struct", "nested", view, "last").await;
            look(&page, theme, view, &mut found).await;
        }
        for (kind, name, member) in [
            ("struct", "bit_crossing", "middle"),
            ("enum", "bit_color", ""),
            ("struct", "nothing", ""),
            ("typedef", "u8", ""),
        ] {
            show_member(&page, kind, name, "layout", member).await;
            look(&page, theme, &format!("{kind} {name}"), &mut found).await;
        }
        page.js("document.querySelector('[role=grid]').focus()").await;
        page.press("ArrowRight").await;
        look(&page, theme, "a byte", &mut found).await;
        for (keys, what) in [("g", "offset"), ("Ctrl+K", "command box"), ("?", "help")] {
            page.press(keys).await;
            if keys == "Ctrl+K" {
                page.type_text("bit").await;
            }
            look(&page, theme, what, &mut found).await;
            page.press("Escape").await;
            page.js("document.querySelector('[role=grid]').focus()").await;
        }
        page.press("/").await;
        page.type_text("nothing like this").await;
        look(&page, theme, "empty search", &mut found).await;
        open(&page, &[&kernel]).await;
        page.click("tab", "Lists").await;
        page.click("option", "task_ids list 4").await;
        page.click_css("#listed [role=option]").await;
        look(&page, theme, "lists", &mut found).await;
        open(&page, &[&module]).await;
        page.click("tab", "Lists").await;
        page.wait_for_text("Open a kernel beside this module").await;
        page.browse(&[&fixture("kernel.x86_64.btf")]).await;
        page.wait_for_text("have none in").await;
        look(&page, theme, "distilled base", &mut found).await;
        // A program on kernels: a relocation that fails, the matrix, the Tree with what an access would be.
        let kernels = [fixture("relo-new.bpfel.btf"), fixture("relo-old.bpfeb.btf")];
        open(&page, &[&kernels[0], &kernels[1], &fixture("relo.clang.bpfel.o")]).await;
        page.click("tab", "CO-RE 83").await;
        page.by_role("listbox", "CO-RE relocations").await;
        page.click("button", "failing 14").await;
        page.click("option", "byte_off struct lost_member.state, fails").await;
        page.wait_for_text("Why it fails on").await;
        look(&page, theme, "relocation", &mut found).await;
        page.click_css("[role=tab][aria-controls=programs]").await;
        page.by_role("grid", "Instructions").await;
        look(&page, theme, "instructions", &mut found).await;
        page.click("tab", "As loaded").await;
        page.wait_for_text("What the kernel demands").await;
        look(&page, theme, "as loaded", &mut found).await;
        page.click("tab", "CO-RE 83").await;
        page.click("button", "Paste a log").await;
        page.by_role("textbox", "Log").await;
        look(&page, theme, "paste a log", &mut found).await;
        page.type_text("libbpf: prog 'member_gone': relo #0: no").await;
        page.by_role("grid", "Lines of the log").await;
        look(&page, theme, "log", &mut found).await;
        page.click("button", "Paste another").await;
        page.press("Escape").await;
        page.click("tab", "Matrix").await;
        page.by_role("grid", "Relocations on kernels").await;
        look(&page, theme, "matrix", &mut found).await;
        page.press("2").await;
        page.by_role("table", "CO-RE access").await;
        look(&page, theme, "access", &mut found).await;
        page.resize(800, 700).await;
        look(&page, theme, "narrow", &mut found).await;
        page.resize(1440, 900).await;
        assert!(found.is_empty(), "{word}:\n{}", found.join("\n"));
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn nothing_beside_each_other_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut found = Vec::new();
        page.prefer(theme, true).await;
        open(&page, &[&fixture("relo-old.bpfel.btf")]).await;
        show_member(&page, "struct", "lost_member", "compare", "").await;
        if !look(&page, theme, "nothing to compare with", &mut found).await {
            return tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is node");
        }
        page.browse(&[&fixture("relo-new.bpfel.btf")]).await;
        for (kind, name, member) in [("struct", "moved", "cell"), ("enum", "mode", ""), ("struct", "gone", "")] {
            show_member(&page, kind, name, "compare", member).await;
            page.wait_for("return !document.body.innerText.includes('Comparing …')", "a comparison").await;
            look(&page, theme, &format!("compare {kind} {name}"), &mut found).await;
        }
        page.click("tab", "Changes").await;
        page.by_role("listbox", "Changed types").await;
        page.js("document.querySelector('#changes').focus()").await;
        page.press("ArrowDown").await;
        look(&page, theme, "changes", &mut found).await;
        page.press("f").await;
        page.click_css("#fieldlist").await;
        page.type_text("lost_member.state, moved.cell").await;
        page.wait_for_text("absent: no member").await;
        look(&page, theme, "fields", &mut found).await;
        page.press("Escape").await;
        show_member(&page, "struct", "moved", "users", "").await;
        page.click_css("[aria-label='Find paths to']").await;
        page.type_text("cell").await;
        page.press("Enter").await;
        page.wait_for_text("Paths to struct cell").await;
        look(&page, theme, "users and paths", &mut found).await;
        page.resize(800, 700).await;
        look(&page, theme, "users and paths, narrow", &mut found).await;
        show_member(&page, "struct", "moved", "compare", "cell").await;
        look(&page, theme, "compare, narrow", &mut found).await;
        page.resize(1440, 900).await;
        assert!(found.is_empty(), "{word}:\n{}", found.join("\n"));
    }
    no_errors(&page).await;
}
