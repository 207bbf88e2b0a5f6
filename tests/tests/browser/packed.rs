//! Files that must be unpacked first: a compressed file (in the worker), pasted text; and files that the browser
//! remembers.

use std::fs::OpenOptions;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use base64::Engine;
use tests::browser::{Browser, Theme};
use tests::fixture::read;

use crate::steps::{
    NONE, Scratch, about_file, figures, fixture, lose_files, no_errors, open, open_fixture, remember, show,
    wait_remembered,
};

/// A zstd frame with the bytes in one raw block (RFC 8878, 3.1.1).
pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    assert!((256..65_000).contains(&bytes.len()));
    // The last byte says that there is one segment, and that the size of the content follows in two bytes: the size
    // minus 256.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x60];
    frame.extend_from_slice(&(bytes.len() as u16 - 256).to_le_bytes());
    // The header of the block. Bit 0 is set in the last block. Bits 1 and 2 are zero, because the block is raw.
    frame.extend_from_slice(&(1 | (bytes.len() as u32) << 3).to_le_bytes()[..3]);
    frame.extend_from_slice(bytes);
    frame
}

#[tokio::test]
pub async fn compressed_files_are_unpacked_on_the_way() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let kernel = scratch.file("kernel.s390x.btf.zst", &zstd(&read("kernel.s390x.btf")));
    let module = scratch.file("module.s390x.ko.zst", &zstd(&read("module.s390x.ko")));
    page.open("").await;
    page.drop_files(&[&module, &kernel]).await;
    page.by_role("listitem", "module.s390x.ko.zst").await;
    page.settle().await;
    assert_eq!(page.names("listitem").await, ["kernel.s390x.btf.zst", "module.s390x.ko.zst"]);
    assert_eq!(page.names("alert").await, NONE);
    show(&page, "struct", "fixture_device", "layout").await;
    assert_eq!(figures(&page, &["size", "from"]).await, ["88 bytes", "from the module"]);
    // A link has the digests of the unpacked files, so these files are accepted as well.
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 2", "the digests in the address").await;
    let fragment = page.fragment().await;
    page.open(&fragment).await;
    page.browse(&[&fixture("kernel.s390x.btf"), &fixture("module.s390x.ko")]).await;
    page.by_role("heading", "struct fixture_device").await;
    // Damage inside is reported, with the file's name.
    let mut broken = zstd(&read("kernel.s390x.btf"));
    broken.truncate(600);
    page.drop_file(&scratch.file("broken.zst", &broken)).await;
    page.wait_for_alert("broken.zst").await;
    no_errors(&page).await;
}

/// A zstd frame of a gigabyte of zeros in 32 KB, in RLE blocks (RFC 8878, 3.1.1.2.2).
fn zeros() -> Vec<u8> {
    // The header has no content size, and a window size of 8 MB.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 13 << 3];
    let block = |last: u32| (last | 1 << 1 | (128 << 10) << 3).to_le_bytes();
    for i in 0..8192 {
        frame.extend_from_slice(&block((i == 8191).into())[..3]);
        frame.push(0);
    }
    frame
}

#[tokio::test]
async fn long_work_is_cancelled() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    let scratch = Scratch::new();
    let file = scratch.file("zeros.zst", &zeros());
    // Twice: cancelling must leave nothing that blocks the next file.
    for _ in 0..2 {
        page.choose(&[&file]).await;
        page.wait_for("return document.querySelector('[role=progressbar]') !== null", "how far it is").await;
        page.click("button", "Cancel").await;
        assert!(!page.has("progressbar", "Reading zeros.zst").await);
        let said = "return [...document.querySelectorAll('[role=status]')].some(e => e.textContent.includes('zeros.zst was not opened'))";
        page.wait_for(said, "that it was not opened").await;
        assert_eq!(page.names("alert").await, NONE);
    }
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    show(&page, "struct", "task_struct", "layout").await;
    assert_eq!(figures(&page, &["size"]).await, ["72 bytes"]);
    // If nobody cancels, the unpacked file is too large, and a message says so.
    page.choose(&[&file]).await;
    page.wait_for_alert("zeros.zst").await;
    assert!(!page.has("progressbar", "Reading zeros.zst").await);
    no_errors(&page).await;
}

/// A member of an ar archive, as dpkg writes it.
fn ar_member(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 100_644, bytes.len()).into_bytes();
    out.extend_from_slice(bytes);
    out.resize(out.len().next_multiple_of(2), b'\n');
    out
}

/// A file of a tar archive (POSIX.1, ustar).
fn tar_member(path: &str, bytes: &[u8]) -> Vec<u8> {
    let mut header = vec![0; 512];
    header[..path.len()].copy_from_slice(path.as_bytes());
    header[100..108].copy_from_slice(b"0000644\0");
    header[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
    header[148..156].copy_from_slice(b"        ");
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header.extend_from_slice(bytes);
    header.resize(header.len().next_multiple_of(512), 0);
    header
}

/// The paths of the kernel and the module in [`package`].
const KERNEL: &str = "usr/lib/debug/boot/vmlinux-6.6.6";
const MODULE: &str = "usr/lib/modules/6.6.6/kernel/fs/fixture.ko";

/// A distribution's package with a kernel, one of its modules, and a file without types.
pub fn package(scratch: &Scratch) -> PathBuf {
    let files = [
        ("boot/config-6.6.6", b"CONFIG_DEBUG_INFO_BTF=y\n".to_vec()),
        (KERNEL, read("kernel.x86_64.btf")),
        (MODULE, read("module.x86_64.ko")),
    ];
    let mut tar: Vec<u8> = files.iter().flat_map(|(path, bytes)| tar_member(&format!("./{path}"), bytes)).collect();
    tar.extend([0; 1024]);
    let mut deb = b"!<arch>\n".to_vec();
    deb.extend(ar_member("debian-binary", b"2.0\n"));
    deb.extend(ar_member("data.tar", &tar));
    scratch.file("linux-image-6.6.6_amd64.deb", &deb)
}

#[tokio::test]
pub async fn a_file_of_a_package_is_chosen() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let package = package(&scratch);
    page.open("").await;
    // Choose the kernel's module first: it waits for its kernel.
    for (filter, path, chip) in [("fixture", MODULE, "fixture.ko"), ("vmlinux", KERNEL, "vmlinux-6.6.6")] {
        page.drop_file(&package).await;
        page.by_role("dialog", "Choose a file from the package").await;
        let listed = page.texts("[role=dialog] li").await;
        assert!(listed.len() == 2 && !listed.concat().contains("config-6.6.6"), "{listed:?}");
        page.click("searchbox", "Filter the files").await;
        page.type_text(filter).await;
        let listed = page.texts("[role=dialog] li button span:first-child").await;
        assert_eq!(listed, [path], "{filter}");
        page.click_css("[role=dialog] li button").await;
        page.wait_for_none("dialog", "Choose a file from the package").await;
        page.wait_for(&format!("return document.body.innerText.includes('{chip}')"), chip).await;
    }
    page.settle().await;
    show(&page, "struct", "fixture_device", "layout").await;
    assert_eq!(figures(&page, &["size", "from"]).await, ["88 bytes", "from the module"]);
    // The tooltip describes the entry, not the package.
    let title = page.text_of("return document.querySelector('[aria-label=Files] [aria-current=true]').title").await;
    assert!(title.contains(&model::words::file_size(read("module.x86_64.ko").len() as u64)), "{title}");
    // Choosing no entry is possible.
    page.drop_file(&package).await;
    page.by_role("dialog", "Choose a file from the package").await;
    page.press("Escape").await;
    page.wait_for_none("dialog", "Choose a file from the package").await;
    assert_eq!(page.names("listitem").await.len(), 2);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_file_that_changes_while_it_is_read_is_reported() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    let package = package(&scratch);
    // The browser tells a changed file by its date, in whole seconds.
    let date = |past: u64| {
        let file = OpenOptions::new().append(true).open(&package).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(past)).unwrap();
    };
    date(3600);
    page.open("").await;
    page.drop_file(&package).await;
    page.by_role("dialog", "Choose a file from the package").await;
    date(60);
    page.click_css("[role=dialog] li button").await;
    page.wait_for_alert("").await;
    let alert = page.names("alert").await.join("");
    assert!(alert.starts_with("linux-image-6.6.6_amd64.deb") && alert.contains("cannot be read any more"), "{alert}");
    assert!(alert.contains("at byte 0x0"), "{alert}");
    // Chosen again, the file is read in its present state.
    page.drop_file(&package).await;
    page.click_css("[role=dialog] li button").await;
    page.by_role("listitem", "vmlinux-6.6.6").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn pasted_text_is_a_file() {
    let Some(page) = Browser::start().await else { return };
    let bytes = read("kernel.x86_64.btf");
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // The pasted text is a dump as `xxd` prints it.
    let line = |(i, line): (usize, &[String])| {
        let pairs: Vec<String> = line.chunks(2).map(|pair| pair.concat()).collect();
        format!("{:08x}: {:<39}  ................\n", i * 16, pairs.join(" "))
    };
    let dump: String = hex.chunks(16).enumerate().map(line).collect();
    let base64 = base64::engine::general_purpose::STANDARD.encode(&bytes);
    for text in [dump, base64] {
        page.open("").await;
        page.paste(&text).await;
        page.wait_for("return document.querySelector('.chips[aria-label=Files]') !== null", "a chip").await;
        show(&page, "struct", "task_struct", "layout").await;
        assert_eq!(figures(&page, &["BTF id", "size"]).await, ["15", "72 bytes"]);
    }
    no_errors(&page).await;
}

#[tokio::test]
async fn a_file_is_remembered_when_asked_to_and_forgotten_by_a_click() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    about_file(&page).await;
    let checkbox = page.by_role("checkbox", "remember this file in this browser").await;
    assert_eq!(checkbox.prop("checked").await.unwrap().as_deref(), Some("false"), "off until it is asked for");
    page.click("checkbox", "remember this file in this browser").await;
    show(&page, "struct", "module", "tree").await;
    wait_remembered(&page, 1).await;
    // A reload reads it again.
    page.reload().await;
    page.by_role("heading", "struct module").await;
    let fragment = page.fragment().await;
    // A link asks first: nothing is read without a click.
    page.open(&fragment).await;
    assert_eq!(page.texts("[aria-label=Files] > li").await, NONE);
    page.click("button", "Open the remembered file").await;
    page.by_role("heading", "struct module").await;
    page.by_role("tree", "Type tree").await;
    // The start page lists it too, with a button to forget it.
    page.open("").await;
    page.click("button", "Forget kernel.x86_64.btf").await;
    page.wait_for_none("button", "Forget kernel.x86_64.btf").await;
    page.open("").await;
    assert!(!page.has("button", "Forget kernel.x86_64.btf").await);
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    no_errors(&page).await;
}

/// The lines of the list of recent files. A line has the file's name, the view that was shown last, and facts.
async fn recent(page: &Browser) -> Vec<String> {
    let lines = page.texts("[aria-label='Recent files'] tr").await;
    lines.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test]
async fn recent_files_open_as_they_were_left() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    assert_eq!(recent(&page).await, NONE, "nothing at first");
    // A kernel whose contents are remembered, and a module on it whose contents are not.
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    remember(&page).await;
    wait_remembered(&page, 1).await;
    show(&page, "struct", "module", "tree").await;
    page.browse(&[&fixture("module.x86_64.btf")]).await;
    show(&page, "struct", "fixture_device", "record").await;
    page.wait_for("return (location.hash.match(/sha256:/g) ?? []).length === 2", "both digests in the address").await;
    page.open("").await;
    page.wait_within("table", "Recent files", "return e.innerText.includes('kept here')").await;
    let lines = recent(&page).await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("module.x86_64.btf struct fixture_device ") && !lines[0].contains("kept"),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("kernel.x86_64.btf struct module ") && lines[1].contains("kept here"), "{lines:?}");
    page.screenshot("recent").await;
    for theme in [Theme::Dark, Theme::Light] {
        page.prefer(theme, true).await;
        if let Some(barriers) = page.axe(&[]).await {
            assert_eq!(barriers, NONE);
        }
    }

    // A remembered file opens at once, by keys alone.
    page.focus_on("button", "kernel.x86_64.btf").await;
    page.press("Enter").await;
    page.by_role("heading", "struct module").await;
    page.by_role("tree", "Type tree").await;
    assert_eq!(page.names("alert").await, NONE);
    page.back().await;

    // In a tab that has lost its files, the page asks for the module's file.
    lose_files(&page).await;
    page.open("").await;
    page.click("button", "module.x86_64.btf").await;
    let alerts = page.names("alert").await.join(" ");
    assert!(alerts.contains("You were looking at struct fixture_device of module.x86_64.btf"), "{alerts}");
    page.screenshot("recent-asks").await;
    page.browse(&[&fixture("kernel.x86_64.btf")]).await;
    page.browse(&[&fixture("module.x86_64.btf")]).await;
    page.by_role("heading", "struct fixture_device").await;
    assert_eq!(page.attribute("tab", "Code", "aria-selected").await, "true");
    page.settle().await;
    assert_eq!(page.names("alert").await, NONE);

    // One click forgets everything, the contents as well.
    page.open("").await;
    page.wait_within("table", "Recent files", "return e.innerText.includes('kept here')").await;
    page.click("button", "forget all").await;
    page.wait_for_none("table", "Recent files").await;
    page.wait_for(
        "return caches.open('btfscope-remembered-1').then(c => c.keys()).then(keys => keys.length === 0)",
        "an empty storage",
    )
    .await;
    page.open("").await;
    assert_eq!(recent(&page).await, NONE);
    no_errors(&page).await;
}
