//! Views of types, messages, menus, bytes, the search, and the lists of files.

use tests::blob::Order;
use tests::browser::Browser;
use tests::elf::Class;
use tests::{distilled, id_elf};

use super::{Looker, themes};
use crate::steps::{DERIVED, Scratch, choose, fixture, no_errors, open, show_member, unfold_bytes};

#[tokio::test]
async fn no_view_has_barriers() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let broken = scratch.file("notes.txt", b"no BTF");
    let kernel = scratch.file("vmlinux", &id_elf::elf(Class::Elf64, Order::Little, true, true));
    let module = scratch.file("mine.ko", &distilled::module(Order::Little));
    for (theme, word) in themes() {
        let Some(mut at) = Looker::start(&page, theme).await else { return };
        at.look("landing").await;
        // Messages in bars: a problem, a module without its kernel, a link without its file.
        page.open("v=1&f=name:vmlinux.btf&t=task_struct&kind=struct").await;
        page.browse(&[&broken, &fixture("module.s390x.ko")]).await;
        at.look("messages").await;
        open(&page, &[&fixture("kernel.x86_64.btf"), &fixture("layout.clang.bpfel.o")]).await;
        at.look("overview").await;
        for view in ["layout", "tree", "c", "record"] {
            show_member(&page, "struct", "nested", view, "last").await;
            at.look(view).await;
        }
        for (kind, name, member) in [
            ("struct", "bit_crossing", "middle"),
            ("enum", "bit_color", ""),
            ("struct", "nothing", ""),
            ("typedef", "u8", ""),
        ] {
            show_member(&page, kind, name, "layout", member).await;
            at.look(&format!("{kind} {name}")).await;
        }
        show_member(&page, "struct", "bit_crossing", "layout", "middle").await;
        page.click("button", "Step through the read").await;
        page.fill("textbox", "when it holds", "99999999999999999999").await;
        page.wait_for_text(" fit").await;
        at.look("the read of a bitfield").await;
        show_member(&page, "struct", "nested", "layout", "").await;
        page.click("button", "Export").await;
        at.look("a menu").await;
        page.press("Escape").await;
        show_member(&page, "struct", "nested", "c", "last").await;
        for format in ["C with offsets (pahole)", "Rust", "C with dependencies", "C"] {
            choose(&page, "Format", format).await;
            at.look(format).await;
        }
        unfold_bytes(&page).await;
        page.focus_on("grid", "Bytes").await;
        page.press("ArrowRight").await;
        at.look("a byte").await;
        page.press("b").await;
        at.look("bytes in the middle").await;
        page.press("b").await;
        page.press("/").await;
        page.type_text("nothing like this").await;
        at.look("empty search").await;
        page.press("Escape").await;
        page.type_text("/[/").await;
        page.wait_for_alert("").await;
        at.look("a search that is none").await;
        page.press("Escape").await;
        choose(&page, "Kinds", DERIVED).await;
        at.look("types without a name").await;
        open(&page, &[&kernel]).await;
        page.click("tab", "Lists").await;
        at.look("kfuncs").await;
        page.click("option", "task_ids list 4").await;
        page.click_css("[role=listbox] [role=option]:not([aria-selected=true])").await;
        at.look("lists").await;
        page.click("searchbox", "Filter the rows").await;
        page.type_text("nothing like this").await;
        at.look("an empty list").await;
        open(&page, &[&module]).await;
        page.click("tab", "Lists").await;
        page.wait_for_text("Open a kernel beside this module").await;
        page.browse(&[&fixture("kernel.x86_64.btf")]).await;
        page.wait_for_text("has no counterpart in").await;
        at.look("distilled base").await;
        at.done(word);
    }
    no_errors(&page).await;
}
