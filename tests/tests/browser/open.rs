//! Files are opened by a drop or by the file input, alone or together, and each has a chip.

use tests::browser::Browser;

use crate::steps::{LANDING, NONE, Scratch, choose, figures, fixture, heading, members, no_errors, open, show};

/// The machines of the fixtures (kernel and module, each as raw BTF and in an ELF file), and what their chips show.
const MACHINES: [(&str, &str); 2] = [("x86_64", "64-bit LE"), ("s390x", "64-bit BE")];

/// Checks `struct task_struct` of the fixture's kernel against kernel.h, and pahole's output for the gcc object.
async fn task_struct_is_shown(page: &Browser) {
    show(page, "struct", "task_struct", "layout").await;
    assert_eq!(figures(page, &["BTF id", "size", "members", "cache lines"]).await, ["15", "72 bytes", "9", "2"]);
    page.by_role("region", "Inspector").await;
    page.by_role("region", "Bytes").await;
}

/// A `vmlinux.h` opens like a kernel. A declaration that cannot be taken is reported with its line.
#[tokio::test]
async fn a_header_opens_like_a_kernel() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let text = b"struct pt_regs {\n\tunsigned long r15;\n\tunsigned long orig_ax;\n};\nstruct whole {\n\tint a: 3;\n\tlong b;\n};\n\
        struct half {\n\tstruct missing m;\n};\n";
    let header = scratch.file("vmlinux.h", text);
    page.open("").await;
    page.drop_file(&header).await;
    page.wait_for_alert("vmlinux.h").await;
    let alert = page.texts_of("alert").await.join(" ");
    assert!(alert.contains("1 declaration was not taken: line 10: "), "{alert}");
    assert!(page.texts("main").await.join(" ").contains("x86-64"), "its machine");
    show(&page, "struct", "whole", "layout").await;
    assert_eq!(figures(&page, &["size", "members"]).await, ["16 bytes", "2"]);

    // The header read for another machine takes the place of the first reading: a long of arm has
    // four bytes.
    page.open("").await;
    page.drop_file(&header).await;
    page.fill("combobox", "Machine of the layouts", "arm").await;
    page.wait_for(
        "return [...document.querySelectorAll('header li button')].some(b => b.title.includes('32-bit'))",
        "arm",
    )
    .await;
    assert_eq!(page.names("listitem").await, ["vmlinux.h"]);
    show(&page, "struct", "whole", "layout").await;
    assert_eq!(figures(&page, &["size", "members"]).await, ["8 bytes", "2"]);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_kernel_comes_by_a_drop_and_by_browse() {
    let Some(page) = Browser::start().await else { return };
    for (machine, order) in MACHINES {
        for (name, drop) in [(format!("kernel.{machine}.btf"), true), (format!("kernel.{machine}.o"), false)] {
            page.open("").await;
            assert!(!page.has("list", "Files").await, "no chips yet");
            if drop {
                page.drop_file(&fixture(&name)).await;
            } else {
                page.browse(&[&fixture(&name)]).await;
            }
            assert_eq!(page.names("listitem").await, [name.as_str()]);
            let chip = page.text_of("return document.querySelector('header li button').title").await;
            assert!(chip.contains("40 types") && chip.contains(order), "{chip}");
            assert_eq!(page.names("alert").await, NONE);
            let status = page.texts_of("status").await.join(" ");
            assert!(status.contains(&format!("Opened {name}")), "{status}");
            // The list is sorted by kind and id, and has no unnamed types, such as pointers.
            let first = &page.rows("listbox", "Types").await[0];
            assert_eq!((first.name.as_str(), first.position, first.of), ("struct list_head", 1, 20));
            task_struct_is_shown(&page).await;
        }
    }
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_module_asks_for_its_kernel_and_joins_it() {
    let Some(page) = Browser::start().await else { return };
    for (machine, _) in MACHINES {
        let (kernel, module) = (format!("kernel.{machine}.btf"), format!("module.{machine}.ko"));
        page.open("").await;
        page.drop_file(&fixture(&module)).await;
        // The page asks for the kernel, naming the module, and offers to open a file.
        let alerts = page.names("alert").await;
        assert_eq!(alerts.len(), 1, "{alerts:?}");
        assert!(alerts[0].starts_with(&module) && alerts[0].contains("kernel"), "{alerts:?}");
        page.by_role("button", "Open the kernel").await;
        page.by_role("heading", LANDING).await;

        // A kernel of the other byte order is not accepted.
        let other = if machine == "s390x" { "kernel.x86_64.btf" } else { "kernel.s390x.btf" };
        page.browse(&[&fixture(other)]).await;
        let alerts = page.names("alert").await;
        assert!(alerts.len() == 1 && alerts[0].contains(&format!("{other} is not its kernel")), "{alerts:?}");
        assert_eq!(page.names("listitem").await, [other]);

        page.drop_file(&fixture(&kernel)).await;
        assert_eq!(page.names("alert").await, NONE);
        assert_eq!(page.names("listitem").await, [other, &kernel, &module]);
        a_module_is_shown(&page).await;
    }
    no_errors(&page).await;
}

/// Checks `struct fixture_device` of the module, which has a member of the kernel's `struct net_device`.
async fn a_module_is_shown(page: &Browser) {
    show(page, "struct", "fixture_device", "layout").await;
    assert_eq!(figures(page, &["BTF id", "size", "members", "from"]).await, ["47", "88 bytes", "7", "from the module"]);
    let rows = members(page).await;
    assert_eq!(rows[0], "0 48 ▸ device struct net_device");
    assert_eq!(rows[2..5], ["52 4 hole", "56 8 owner struct task_struct *", "64 8 hidden struct module_private *"]);
    page.click("button", "struct net_device").await;
    assert_eq!(heading(page).await, "struct net_device");
    assert_eq!(figures(page, &["BTF id", "size", "from"]).await, ["24", "48 bytes", "from its base"]);
}

#[tokio::test]
async fn a_module_finds_the_kernel_that_is_open() {
    let Some(page) = Browser::start().await else { return };
    for (machine, _) in MACHINES {
        let (kernel, module) = (fixture(&format!("kernel.{machine}.btf")), format!("module.{machine}.btf"));
        open(&page, &[&kernel]).await;
        page.drop_file(&fixture(&module)).await;
        assert_eq!(page.names("alert").await, NONE);
        a_module_is_shown(&page).await;
        // The list has the module's own 16 types (8 with a name), and on request the kernel's 20
        // with a name.
        let rows = page.rows("listbox", "Types").await;
        let mut names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "enum fixture_mode",
                "forward struct module_private",
                "func fixture_create",
                "func fixture_open",
                "func fixture_transmit",
                "struct fixture_device",
                "typedef u16",
                "typedef u8",
            ]
        );
        let own = "const own = document.querySelector('.menu [aria-label=\"Only this module\"]'); \
                   return own.ariaChecked + own.querySelector('kbd').textContent";
        assert_eq!(page.text_of(own).await, "true16");
        choose(&page, "Kinds", "Only this module").await;
        assert_eq!(page.rows("listbox", "Types").await[0].of, 28);
    }
    // Module and kernel in one drop, the module first.
    page.open("").await;
    page.drop_files(&[&fixture("module.s390x.ko"), &fixture("kernel.s390x.btf")]).await;
    assert_eq!(page.names("listitem").await, ["kernel.s390x.btf", "module.s390x.ko"]);
    assert_eq!(page.names("alert").await, NONE);
    a_module_is_shown(&page).await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn several_files_are_chips_to_switch_and_to_close() {
    let Some(page) = Browser::start().await else { return };
    let names = ["kernel.x86_64.btf", "layout.clang.bpfel.o", "net.gcc.s390x.o"];
    let files = names.map(fixture);
    page.open("").await;
    page.drop_files(&[&files[0], &files[1], &files[2]]).await;
    assert_eq!(page.names("listitem").await, names);
    // The last file is shown.
    assert_eq!(heading(&page).await, names[2]);
    show(&page, "struct", "tcp_header", "layout").await;

    // Each file keeps its selection.
    let chips = names.map(|name| format!("[aria-label='Files'] [aria-label='{name}'] button"));
    page.click_css(&chips[0]).await;
    assert_eq!(heading(&page).await, names[0]);
    show(&page, "struct", "net_device", "layout").await;
    page.click_css(&chips[2]).await;
    assert_eq!(heading(&page).await, "struct tcp_header");
    page.click_css(&chips[0]).await;
    assert_eq!(heading(&page).await, "struct net_device");

    // Opening the same file again makes no second chip.
    page.browse(&[&files[2]]).await;
    assert_eq!(page.names("listitem").await, names);
    assert_eq!(heading(&page).await, "struct tcp_header");

    // Closing a file shows its neighbour; closing the last one shows the start page.
    page.click("button", &format!("Close {}", names[2])).await;
    assert_eq!(page.names("listitem").await, names[..2]);
    assert_eq!(heading(&page).await, names[1]);
    for name in &names[..2] {
        page.click("button", &format!("Close {name}")).await;
    }
    page.by_role("heading", LANDING).await;
    assert_eq!((page.has("list", "Files").await, page.fragment().await.as_str()), (false, ""));
    no_errors(&page).await;
}
