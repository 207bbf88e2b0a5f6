//! Workers that die: the page says so, and works on with a new one.

use std::fs;
use std::path::Path;

use desk::ENDED;
use tests::browser::{Browser, UnwrapOrSkip, dist};
use tests::fixture::read;

use crate::packed::zstd;
use crate::steps::{NONE, Scratch, ask_for, fixture, open, show};

/// Before everything else of a worker: throws at the message after the one that asks for it, as a fault of the worker's own would.
const TRAP: &str = "let armed = false; addEventListener('message', e => { \
    if (armed) { armed = false; e.stopImmediatePropagation(); throw new Error('thrown for a test'); } \
    if (e.data === 'throw at the next') { armed = true; e.stopImmediatePropagation(); } });\n";

/// Before the page: `made` has its workers, and those to be made while `trap` is set throw at their first message.
const WATCH: &str = "window.made = []; const Plain = Worker; \
    window.Worker = class extends Plain { constructor(...all) { super(...all); made.push(this); \
        if (window.trap) this.addEventListener('message', () => this.postMessage('throw at the next'), { once: true }); } };";

/// The built page with the trap in its workers.
fn trapped() -> Option<Scratch> {
    let page = Scratch::new();
    copy(&dist(), page.path());
    let files = fs::read_dir(page.path()).ok()?.flatten();
    let loader = files.map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with("_loader.js"))?;
    let text = fs::read_to_string(&loader).unwrap();
    fs::write(loader, format!("{TRAP}{text}")).unwrap();
    Some(page)
}

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { fs::copy(from, to).map(|_| ()).unwrap() }
    }
}

/// A browser on such a page; none, with the test reported as skipped, where there is no browser or no page.
async fn start() -> Option<(Browser, Option<Scratch>)> {
    let pages = trapped();
    let folder = pages.as_ref().map_or_else(dist, |pages| pages.path().to_owned());
    if pages.is_none() {
        return Browser::start().await.map(|page| (page, None));
    }
    let page = Browser::launch_over(&folder, (1440, 900)).await.unwrap_or_skip()?;
    page.before_each_page(WATCH).await;
    Some((page, pages))
}

/// Nothing else went wrong: browsers say in the console what a worker threw, or leave it to the page.
async fn only_ours(page: &Browser) {
    let errors = page.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("thrown for a test")), "{errors:?}");
}

#[tokio::test]
async fn the_desk_dies_and_another_answers() {
    let Some((page, _pages)) = start().await else { return };
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    let before = page.rows("listbox", "Users").await;
    assert!(!before.is_empty());
    // It throws when it is asked for the next.
    page.js("made.at(-1).postMessage('throw at the next')").await;
    let workers = page.js("return made.length").await;
    show(&page, "struct", "task_struct", "users").await;
    page.wait_for_text("thrown for a test").await;
    let alerts = page.texts_of("alert").await;
    assert_eq!(alerts.len(), 1, "said once: {alerts:?}");
    page.screenshot("worker-died").await;
    // All that needs no desk goes on; the next question gets a new one, which knows the file again.
    show(&page, "struct", "task_struct", "layout").await;
    assert!(!page.rows("treegrid", "Members").await.is_empty());
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    assert_eq!(page.rows("listbox", "Users").await, before);
    assert!(page.js("return made.length").await.as_u64() > workers.as_u64(), "a new worker");
    assert_eq!(page.texts_of("alert").await, NONE);
    // What failed is asked anew.
    show(&page, "struct", "task_struct", "users").await;
    page.by_role("listbox", "Users").await;
    only_ours(&page).await;
}

#[tokio::test]
async fn the_desk_vanishes_and_another_answers() {
    let Some((page, _pages)) = start().await else { return };
    open(&page, &[&fixture("kernel.x86_64.btf")]).await;
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    // It ends without a word, as where a browser takes its memory.
    page.js("made.at(-1).terminate()").await;
    let workers = page.js("return made.length").await;
    ask_for(&page, "struct", "task_struct", "users", "").await;
    page.wait_for_text("has not responded for 15 seconds").await;
    page.screenshot("worker-silent").await;
    page.click("button", "Restart it").await;
    page.wait_for_text(ENDED).await;
    assert!(!page.names("button").await.contains(&"Restart it".to_owned()));
    show(&page, "struct", "list_head", "users").await;
    page.by_role("listbox", "Users").await;
    assert!(page.js("return made.length").await.as_u64() > workers.as_u64(), "a new worker");
    assert_eq!(page.console_errors().await, NONE);
}

#[tokio::test]
async fn opening_dies_and_works_when_asked_again() {
    let Some((page, _pages)) = start().await else { return };
    page.open("").await;
    let scratch = Scratch::new();
    let packed = scratch.file("kernel.btf.zst", &zstd(&read("kernel.x86_64.btf")));
    page.js("window.trap = true").await;
    page.browse(&[&packed]).await;
    page.wait_for_text("thrown for a test").await;
    assert_eq!(page.texts_of("alert").await.len(), 1);
    assert_eq!(page.names("progressbar").await, NONE, "nothing is being read any more");
    page.js("window.trap = false").await;
    page.browse(&[&packed]).await;
    page.by_role("listbox", "Types").await;
    assert_eq!(page.texts_of("alert").await, NONE, "what was said of the same file is gone");
    only_ours(&page).await;
}
