//! The atlas of the page: searched by ranges, opened by links, and usable offline.

use std::fs;

use tests::browser::{Browser, UnwrapOrSkip, dist};
use tests::fixture::project;

use crate::failed::pages;
use crate::steps::{choose, no_errors};

/// The file's address on the server.
const FILE: &str = "/atlas/debian.atlas";

/// The most bytes for a question about one name: the directory, and 200 KB.
const DIRECTORY: u64 = 96 << 10;
const MOST: u64 = 200 << 10;

/// A browser, if the page was built with an atlas; otherwise skips the test.
async fn page_with_atlas() -> Option<Browser> {
    let page = Browser::start().await?;
    if dist().join("atlas/debian.atlas").is_file() {
        return Some(page);
    }
    tests::skip("the page was built without its atlas");
    None
}

#[tokio::test]
pub async fn a_name_is_answered_from_few_bytes() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("").await;
    page.by_role("region", "Ask 298 kernels").await;
    assert_eq!(page.sent(FILE), 0, "nobody asked");
    page.press("/").await;
    page.wait_for("return document.activeElement.id === 'askatlas'", "/ leads to the question").await;
    page.fill("searchbox", "Ask the atlas for a type, a path or a function", "inode").await;
    page.wait_for_role("option").await;
    page.focus_on("searchbox", "Ask the atlas for a type, a path or a function").await;
    page.press("ArrowDown").await;
    page.by_role("button", "History of inode").await;
    let sent = page.sent(FILE);
    assert!(sent > 0 && sent <= DIRECTORY + MOST, "{sent} bytes");
    // Enter leads to the History of that type, in the newest kernel that has it.
    page.press("Enter").await;
    page.by_role("heading", "struct inode").await;
    page.by_role("region", "History of struct inode").await;
    let changed = page.text_in("table", "What changed in struct inode").await;
    assert!(changed.contains("i_atime_sec"), "{changed}");
    no_errors(&page).await;
}

/// A type that changed often has more rows of steps than are drawn at first.
#[tokio::test]
async fn a_long_history_shows_its_first_steps_and_the_others_when_asked() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=net_device&view=history").await;
    page.by_role("table", "What changed in struct net_device").await;
    let rows = page.js("return document.querySelectorAll('.steps tr').length").await.as_u64().unwrap();
    assert!((50..=151).contains(&rows), "{rows} rows");
    let names = page.names("button").await;
    let more = names.iter().find(|name| name.starts_with("Show the other ")).expect("a button");
    page.focus_on("button", more).await;
    page.press("Enter").await;
    page.wait_for("return document.querySelectorAll('.steps tr').length > 1000", "all steps").await;
    assert!(!page.has("button", more).await);
    let near = "return document.activeElement !== document.body";
    page.wait_for(near, "the focus stays on the page when the button goes").await;
    no_errors(&page).await;
}

/// On a phone, the table of a history scrolls within itself; the page does not scroll sideways.
#[tokio::test]
async fn a_history_fits_a_phone() {
    let Some(page) = page_with_atlas().await else { return };
    page.resize(390, 844).await;
    page.open("").await;
    page.fill("searchbox", "Ask the atlas for a type, a path or a function", "inode.i_state").await;
    page.focus_on("searchbox", "Ask the atlas for a type, a path or a function").await;
    page.press("Enter").await;
    page.by_role("region", "History of inode.i_state").await;
    let fits = "const page = document.documentElement; return page.scrollWidth <= page.clientWidth";
    page.wait_for(fits, "the page is as wide as the phone").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_to_a_kernel_opens_cold() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=inode&view=history&m=i_state").await;
    page.by_role("heading", "struct inode").await;
    // This is the history of the member alone. A button in its heading leads to the history of the struct.
    page.by_role("region", "History of inode.i_state").await;
    assert!(!page.has("region", "History of struct inode").await);
    page.wait_for_text("from the atlas: ids are not those of the original").await;
    assert!(page.fragment().await.starts_with("v=1&f=atlas:6.12.94+deb13-amd64&t=inode&"));
    page.within("region", "History of inode.i_state", "e.querySelector('h2 button').click()").await;
    page.by_role("region", "History of struct inode").await;
    // A click on a bar shows both sides of the step before the bar; a button there opens a kernel at the same type.
    page.js("document.querySelectorAll('.onaxis.each .axrun')[1].click()").await;
    page.by_role("table", "The two sides").await;
    page.js("document.querySelector('.inspect [aria-label=Actions] button').click()").await;
    // The kernel that was open before stays open beside the new one.
    page.wait_for("return !location.hash.startsWith('#v=1&f=atlas:6.12.94')", "another kernel").await;
    page.by_role("region", "History of struct inode").await;
    assert_eq!(page.names("tab").await.iter().filter(|name| name.as_str() == "History").count(), 1);
    no_errors(&page).await;
    page.open("v=1&f=atlas:6.99.0-amd64").await;
    page.wait_for_alert("No kernel “6.99.0-amd64”").await;
}

/// Two names of one member are in one picture, and can be kept apart.
#[tokio::test]
async fn a_history_follows_names_and_splits_them() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=task_struct&kind=struct&m=__state&view=history").await;
    page.wait_for_text("On all 298 kernels: state on 5.10, __state from 6.1.").await;
    page.click("button", "Not the same? Split").await;
    page.wait_for_text("On 6.1 to 7.3 (288 of 298 kernels), in 5 places.").await;
    page.click("button", "More of this view").await;
    page.click("menuitemcheckbox", "Follow other names").await;
    page.wait_for_text("On all 298 kernels: state on 5.10, __state from 6.1.").await;
    no_errors(&page).await;
}

/// The code for all kernels stands below the history of a member and of a function, and in the inspector where it is
/// asked for.
#[tokio::test]
async fn code_that_reads_a_field_on_all_kernels() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=task_struct&kind=struct&m=__state&view=history").await;
    page.wait_for_text("Checked on 298 kernels; 4 of them are big-endian: -target bpfeb.").await;
    page.wait_for_text("if (bpf_core_field_exists(v5_10->state))").await;
    page.click("button", "Copy the code").await;
    page.by_role("button", "Copied the code").await;
    // The names are kept apart: nothing is read on 5.10.
    page.click("button", "Not the same? Split").await;
    page.wait_for_text("Nothing is read on 10 of 298 kernels: 5.10.").await;
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=vfs_rename&kind=func&view=history").await;
    page.wait_for_text("int BPF_PROG(vfs_rename_entry_5_10, struct renamedata *rd)").await;
    page.wait_for_text("proto && btf_vlen(proto) == 6").await;
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=sk_buff&kind=struct&m=encapsulation&view=layout").await;
    page.by_role("button", "this kernel").await;
    page.click("button", "all kernels").await;
    page.wait_for_text("return BPF_CORE_READ_BITFIELD_PROBED(from, encapsulation);").await;
    page.wait_for_text("Checked on 298 kernels").await;
    no_errors(&page).await;
}

/// Ctrl+K leads to the history of a name: by the row below the name itself, after the word `history`, and for a name
/// that the file does not have.
#[tokio::test]
async fn the_command_box_leads_to_histories() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=sock&kind=struct").await;
    page.by_role("heading", "struct sock").await;
    page.press("Ctrl+K").await;
    page.fill("combobox", "Go to", "task_struct.__state").await;
    page.by_role("option", "history task_struct.__state on all kernels").await;
    page.press("ArrowDown").await;
    page.press("Enter").await;
    page.by_role("region", "History of task_struct.__state").await;
    page.press("Ctrl+K").await;
    page.fill("combobox", "Go to", "history request.rq_disk").await;
    page.press("Enter").await;
    page.by_role("dialog", "Kernels of the atlas").await;
    page.wait_for_text("On 5.10 (10 of 298 kernels).").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn the_atlas_is_there_without_a_network_after_it_was_asked() {
    let Some(mut page) = page_with_atlas().await else { return };
    page.visit("?offline").await;
    page.wait_for("return navigator.serviceWorker.controller !== null", "the service worker").await;
    page.fill("searchbox", "Ask the atlas for a type, a path or a function", "inode.i_state").await;
    page.focus_on("searchbox", "Ask the atlas for a type, a path or a function").await;
    page.press("Enter").await;
    page.by_role("region", "History of inode.i_state").await;
    let kept = "return caches.keys().then(async names => { for (const name of names) for (const r of await (await caches.open(name)).keys()) \
                if (r.url.includes('debian.atlas')) return true; return false; })";
    page.wait_for(kept, "the atlas in the cache").await;
    page.unplug();
    page.visit("").await;
    page.fill("searchbox", "Ask the atlas for a type, a path or a function", "task_struct").await;
    page.focus_on("searchbox", "Ask the atlas for a type, a path or a function").await;
    page.press("Enter").await;
    page.by_role("region", "History of struct task_struct").await;
}

#[tokio::test]
async fn bars_of_a_history_are_reached_by_arrows_and_saved() {
    let Some(page) = page_with_atlas().await else { return };
    page.open("v=1&f=atlas:6.12.94+deb13-amd64&t=inode&kind=struct&view=history").await;
    page.by_role("region", "History of struct inode").await;
    // All bars are one stop of the Tab key; arrows move between them, and Enter shows the step.
    let stops = "return [...document.querySelectorAll('.onaxis.each .axrun')].map(b => b.tabIndex)";
    let before = page.js(stops).await;
    let stops_of = |value: &serde_json::Value| -> Vec<usize> {
        let all = value.as_array().cloned().unwrap_or_default();
        all.iter().enumerate().filter(|(_, n)| n.as_i64() == Some(0)).map(|(i, _)| i).collect()
    };
    assert_eq!(stops_of(&before), [0]);
    page.js("document.querySelector('.onaxis.each .axrun').focus()").await;
    let name = async || page.text_of("return document.activeElement.ariaLabel ?? ''").await;
    let first = name().await;
    page.press("ArrowRight").await;
    let second = name().await;
    assert!(second != first && second.contains(" kernel"), "{first} {second}");
    assert_eq!(stops_of(&page.js(stops).await), [1]);
    page.press("ArrowDown").await;
    let below = name().await;
    assert_ne!(below, second);
    page.press("ArrowUp").await;
    assert_ne!(name().await, below);
    page.press("ArrowRight").await;
    page.press("Enter").await;
    page.by_role("table", "The two sides").await;
    page.press("Home").await;
    assert_eq!(name().await, first);
    choose(&page, "Export", "SVG").await;
    page.wait_for_text("Saved history_struct_inode.svg").await;
    choose(&page, "Export", "PNG").await;
    page.wait_for_text("Saved history_struct_inode.png").await;
    no_errors(&page).await;
}

/// A server has another atlas beside the page's own, and a list of atlases as `btfscope atlas index` writes it. The
/// page offers the other atlas with its size, and fetches and asks it when it is chosen.
#[tokio::test]
async fn an_atlas_beside_the_page_is_offered_and_fetched_when_it_is_chosen() {
    let Some(pages) = pages() else { return };
    const NAME: &str = "6.12.94-part.atlas";
    let atlas = fs::read(project().join("static/samples/lessons").join(NAME)).expect("a sample");
    let folder = pages.path().join("atlas");
    if !folder.is_dir() {
        tests::skip("the page was built without its atlas");
        return;
    }
    fs::write(folder.join(NAME), &atlas).unwrap();
    let list = format!("file\tbytes\tkernels\tdistributions\n{NAME}\t{}\t4\tdebian 4\n", atlas.len());
    fs::write(folder.join("index.tsv"), list).unwrap();
    let first = pages.path().join("index.html");
    let html = fs::read_to_string(&first).unwrap();
    let named = html.replacen("<head>", "<head><meta name=\"btfscope-atlas-index\" content=\"atlas/index.tsv\">", 1);
    fs::write(first, named).unwrap();
    let Some(page) = Browser::launch_over(pages.path(), (1440, 900)).await.unwrap_or_skip() else { return };
    page.open("").await;
    let chip = format!("{NAME}: 4 kernels, 0.1 MB");
    page.by_role("button", &chip).await;
    let file = format!("/atlas/{NAME}");
    assert_eq!(page.sent(&file), 0, "nobody chose it");
    page.click("button", &chip).await;
    page.fill("searchbox", "Ask the atlas for a type, a path or a function", "task_struct").await;
    page.focus_on("searchbox", "Ask the atlas for a type, a path or a function").await;
    page.press("Enter").await;
    page.wait_for_text("7.2.13-part").await;
    page.wait_for_text("On all 4 kernels, in 4 forms.").await;
    assert!(page.text().await.contains("9408"));
    assert!(page.sent(&file) > 0);
    no_errors(&page).await;
}
