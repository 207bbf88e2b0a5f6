//! Files with debug information but no BTF: their types are made from it.

use tests::browser::Browser;
use tests::{fixture, skip};
use xtask::tools::{CC, CLANG};

use crate::policy::gzip;
use crate::steps::{NONE, Scratch, about_file, choose, click_tab, heading, no_errors, open, remember};

/// The path of one of our files with debug information.
fn debug_file(name: &str) -> std::path::PathBuf {
    fixture::dwarf_folder().join(name)
}

#[tokio::test]
async fn types_are_made_of_debug_information() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&debug_file("dwarf.gcc.x86_64.o")]).await;
    let overview = page.texts("main").await.join(" ");
    let made = page.texts("main .fromdwarf").await.join(" ");
    assert!(made.contains("43 types") && made.contains("1 unit"), "{made}");
    // The overview describes the file, not only the BTF that was made from it.
    assert!(overview.contains("object file · ") && !overview.contains("raw · "), "{overview}");
    // As in the native test, one variable is left out, because it is in another file.
    assert!(overview.contains("variables left out: 1: "), "{overview}");
    page.screenshot("dwarf").await;
    page.click("button", "packet").await;
    assert_eq!(heading(&page).await, "struct packet");
    assert!(page.texts("main p.note").await.join(" ").contains("DWARF"));
    no_errors(&page).await;
}

#[tokio::test]
async fn a_tag_shows_the_entries_that_it_was_made_of() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&debug_file("dwarf-tags.x86_64.o")]).await;
    page.click_css("[title='[2] TYPE_TAG']").await;
    // The table has the entries at 0x32 and 0x46 as readelf prints them.
    let annotation = page.text_in("table", "the annotation").await;
    assert!(annotation.contains("DW_TAG_GNU_annotation .debug_info + 0x32"), "{annotation}");
    assert!(annotation.contains("DW_AT_name \"btf_type_tag\""), "{annotation}");
    assert!(annotation.contains("DW_AT_const_value \"b\""), "{annotation}");
    assert!(annotation.contains("DW_AT_GNU_annotation 0x22 (GNU_annotation btf_type_tag)"), "{annotation}");
    let on = page.text_in("table", "on").await;
    assert!(on.contains("DW_TAG_pointer_type .debug_info + 0x46"), "{on}");
    assert!(on.contains("DW_AT_type 0x1b (base_type int)"), "{on}");
    page.screenshot("dwarf-tag").await;
    click_tab(&page, "Code").await;
    choose(&page, "Format", "Record (bpftool)").await;
    assert!(page.texts("main pre").await.join(" ").contains("[2] TYPE_TAG 'b' type_id=3"));
    no_errors(&page).await;
}

#[tokio::test]
async fn neither_btf_nor_debug_information() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let mut file = fixture::read("kernel.x86_64.o");
    for at in 0..file.len() - 4 {
        if file[at..].starts_with(b".BTF") {
            file[at + 1] = b'X';
        }
    }
    page.open("").await;
    page.browse(&[&scratch.file("plain.o", &file)]).await;
    page.wait_for_alert("plain.o").await;
    assert!(page.texts_of("alert").await.join(" ").contains("DWARF"));
    no_errors(&page).await;
}

/// A file with BTF and DWARF opens with its BTF. Its DWARF is converted on request, and compared.
#[tokio::test]
async fn dwarf_beside_btf() {
    let Some(page) = Browser::start().await else { return };
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let scratch = Scratch::new();
    let source = scratch.file(
        "both.c",
        b"struct pair { int first; long second; } pair = { 1, 2 };\nint of(struct pair *p) { return p->first; }\n",
    );
    let object = source.with_extension("o");
    let made = clang.command().args(["-target", "bpf", "-g", "-c"]).arg(&source).arg("-o").arg(&object).status();
    assert!(made.unwrap().success());
    open(&page, &[&object]).await;
    assert_eq!(page.texts("main .fromdwarf").await, NONE);
    about_file(&page).await;
    page.click("button", "Also create BTF from its DWARF").await;
    page.css("main .fromdwarf").await;
    let files = page.names("option").await.join(" ") + &page.texts("[aria-label=Files]").await.join(" ");
    assert!(files.contains("both.o · from DWARF"), "{files}");
    page.click("button", "What differs between its BTF and its DWARF").await;
    page.by_role("listbox", "Changed types").await;
    page.screenshot("dwarf-beside").await;
    no_errors(&page).await;
}

/// With -gsplit-dwarf, the types are in another file: it is named, and used when it is dropped as well.
#[tokio::test]
async fn split_debug_information() {
    let Some(page) = Browser::start().await else { return };
    let Ok(cc) = CC.found().map_err(|why| skip(&why)) else { return };
    let scratch = Scratch::new();
    scratch.file("split.c", b"struct pair { int first; long second; } pair = { 1, 2 };\n");
    let made = cc
        .command()
        .args(["-g", "-gsplit-dwarf", "-c", "split.c", "-o", "split.o"])
        .current_dir(scratch.path())
        .status();
    assert!(made.unwrap().success());
    page.open("").await;
    page.browse(&[&scratch.path().join("split.o")]).await;
    page.wait_for_alert("split.dwo").await;
    page.browse(&[&scratch.path().join("split.dwo")]).await;
    page.css("main .fromdwarf").await;
    assert_eq!(page.names("alert").await, NONE);
    page.click("button", "pair").await;
    assert_eq!(heading(&page).await, "struct pair");
    no_errors(&page).await;
}

/// Compressed debug information opens. After a reload, a remembered file still says what its types were made from.
#[tokio::test]
async fn packed_and_remembered() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let object = std::fs::read(debug_file("dwarf-tags.x86_64.o")).unwrap();
    open(&page, &[&scratch.file("tags.o.gz", &gzip(&object))]).await;
    page.css("main .fromdwarf").await;
    remember(&page).await;
    page.wait_for("return caches.keys().then(keys => keys.length > 0)", "the file in the browser's storage").await;
    page.reload().await;
    page.css("main .fromdwarf").await;
    assert!(page.texts("main").await.join(" ").contains("object file · "));
    page.click_css("[title='[2] TYPE_TAG']").await;
    assert!(page.texts("main p.note").await.join(" ").contains("DWARF"));
    let annotation = page.text_in("table", "the annotation").await;
    assert!(annotation.contains("DW_TAG_GNU_annotation .debug_info + 0x32"), "{annotation}");
    no_errors(&page).await;
}

/// A BPF program with debug information but no BTF opens as a program; types are made on request.
#[tokio::test]
async fn a_program_without_btf() {
    let Some(page) = Browser::start().await else { return };
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let scratch = Scratch::new();
    let source = scratch.file(
        "prog.c",
        b"struct pair { int first; long second; } pair = { 1, 2 };\n__attribute__((section(\"socket\"))) int of(struct pair *p) { return p->first; }\n",
    );
    let object = source.with_extension("o");
    let made = clang.command().args(["-target", "bpf", "-g", "-c"]).arg(&source).arg("-o").arg(&object).status();
    assert!(made.unwrap().success());
    let mut bytes = std::fs::read(&object).unwrap();
    for at in 0..bytes.len() - 4 {
        if bytes[at..].starts_with(b".BTF") {
            bytes[at + 1] = b'X';
        }
    }
    page.open("").await;
    page.browse(&[&scratch.file("bare.o", &bytes)]).await;
    page.click("button", "Create BTF from its DWARF").await;
    page.css("main .fromdwarf").await;
    assert!(page.texts("main").await.join(" ").contains("BPF program · "));
    page.click("button", "pair").await;
    assert_eq!(heading(&page).await, "struct pair");
    no_errors(&page).await;
}
